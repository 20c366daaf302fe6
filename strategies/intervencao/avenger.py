"""Throws at whoever threw at it last.

Idea: answers each card with a card; who is never attacked throws like `dumper`. A table that knows this leaves it alone.
Origin: the retaliations that the source calls not forbidden (S37), as the tit for tat of repeated games.
Weakness: its target is chosen by others, not by who is ahead.
"""

from sim.games.intervencao.strategist import expelled_by, expelled_to, expulsion, has, nobody
from strategies.intervencao._play import KNOBS, fewest_waiting, play_to

__all__ = ["KNOBS", "act", "ally"]

ATTACKER, READ = 0, 1  # notes: last attacker + 1, and expulsions looked at (both of this round)
ROUND = 2  # note: the round that these belong to


def ally(view):
    """Never allies."""
    return nobody()


def act(view):
    """Plays to the last attacker that is still in the round."""
    remember(view)
    attacker = view.notes[ATTACKER] - 1
    if attacker >= 0 and has(view.others, attacker):
        return play_to(view, attacker)
    return play_to(view, fewest_waiting(view))


def remember(view):
    """Notes down who threw at this seat last."""
    if view.notes[ROUND] != view.round:
        view.notes[ROUND], view.notes[ATTACKER], view.notes[READ] = view.round, 0, 0
    for i in range(view.notes[READ], view.n_expelled):
        word = expulsion(view, i)
        if expelled_to(word) == view.seat:
            view.notes[ATTACKER] = expelled_by(word) + 1
    view.notes[READ] = view.n_expelled
