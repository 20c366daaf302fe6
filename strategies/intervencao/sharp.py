"""The best player found: floods the suspect, and lays the J as soon as it seems to be ahead.

Idea: plays like `detective`, but measures itself against the others: the interventor lays the J when its total is
below the lowest guess of anybody else's by a margin, not at a fixed number. As interventor it throws at the likely leader.
Origin: found for this project by comparing variations of the other strategies on the same deals.
Weakness: its guesses are averages; a table of players who keep high cards makes it end too early.
"""

from sim.games.intervencao.strategist import INTERVENE, NOBODY, Knob, can, guessed_total, holds_j, intervene, next_other, nobody, rank_sum
from strategies.intervencao._play import KNOBS as SHARED
from strategies.intervencao._play import OWN, likely_leader, play_to
from strategies.intervencao.detective import suspect

MARGIN, PER_CARD = OWN, OWN + 1
KNOBS = (
    Knob("threshold", 4, 0, 60, SHARED[0].help),
    *SHARED[1:3],
    Knob("exit_at", 1, 0, 99, SHARED[3].help),
    Knob("margin", -1, -60, 60, "lays the J also when its total is at most the lowest guess plus this"),
    Knob("per_card", 3, 0, 15, "guessed rank of a card that nobody has seen"),
)


def ally(view):
    """Never allies."""
    return nobody()


def act(view):
    """Lays the J when ahead, else plays to the suspect; to the likely leader when there is none or it is itself."""
    if can(view, INTERVENE) and is_ahead(view):
        return intervene()
    target = NOBODY if holds_j(view) else suspect(view)
    return play_to(view, target if target != NOBODY else likely_leader(view))


def is_ahead(view):
    """Whether the own total, waiting cards included, beats the lowest guess of the others by the margin."""
    total = rank_sum(view.hand | view.waiting[view.seat]) - view.parameters[MARGIN]
    seat = view.seat
    for _ in range(view.n_in_round - 1):
        seat = next_other(view, seat)
        if guessed_total(view, seat, view.parameters[PER_CARD]) < total:
            return False
    return True
