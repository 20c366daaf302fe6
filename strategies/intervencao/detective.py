"""Works out who can still be the interventor, and floods that player.

Idea: the interventor never throws the J and has only two other cards from the deal. Cards that a player has thrown
without having taken them up came from the deal; who has none left in hand cannot hold the J. Of those who still can,
the one with the fewest such cards is the suspect: others would have thrown theirs. Waiting cards count against the
interventor who lays the J (I16), so the suspect is kept under cards.
Origin: the source: the J cannot be thrown, since that would change the interventor (S15).
Weakness: a player who simply keeps a card looks like the interventor.
"""

from sim.games.intervencao.strategist import NOBODY, holds_j, next_other, nobody, popcount
from strategies.intervencao._play import KNOBS, fewest_waiting, play_to

__all__ = ["KNOBS", "act", "ally"]


def ally(view):
    """Never allies."""
    return nobody()


def act(view):
    """Plays to the suspect; when it holds the J itself, like `dumper`."""
    target = NOBODY if holds_j(view) else suspect(view)
    return play_to(view, target if target != NOBODY else fewest_waiting(view))


def suspect(view):
    """The revealed interventor, else the seat that can hold the J with the fewest unseen cards; NOBODY if none can."""
    if view.interventor != NOBODY:
        return view.interventor
    best, least = NOBODY, 4
    seat = view.seat
    for _ in range(view.n_in_round - 1):
        seat = next_other(view, seat)
        n_unseen = view.sizes[seat] - popcount(view.known[seat])
        if 0 < n_unseen < least:
            best, least = seat, n_unseen
    return best
