"""Calls when it is ahead of everyone by its own count.

Idea: calls with at least `known_at_least` own cards known (or all of them), an estimate below `call_below` and
`margin` below the best estimate of another seat; or with all cards known and an estimate below `sure_below`.
Origin: the "smart" player of a public engine for a like game, thresholds as found there.
Weakness: thresholds were made for other card values; it calls early with much unknown.
"""

from sim.games.cambio.strategist import Knob, mean_unseen, own_cards, popcount
from strategies.cambio._moves import best_of_others, hand_value, n_unknown_own
from strategies.cambio.greedy import KNOBS as GREEDY
from strategies.cambio.greedy import draw, exchange, give, king, peek_other, peek_own, snap, use

__all__ = ["KNOBS", "call", "draw", "exchange", "give", "king", "peek_other", "peek_own", "snap", "use"]

KEPT = 4  # greedy's knob
KNOWN_AT_LEAST, CALL_BELOW, MARGIN, SURE_BELOW = range(len(GREEDY), len(GREEDY) + 4)
KNOBS = (
    *GREEDY,
    Knob("known_at_least", 3, 0, 16, "own cards that must be known, if there are so many"),
    Knob("call_below", 10, -8, 80, "calls below this estimate"),
    Knob("margin", 4, -20, 40, "if the best other estimate is at least this much higher"),
    Knob("sure_below", 8, -8, 80, "calls below this with all own cards known"),
)


def call(view):
    """When ahead, or low for certain."""
    unknown, n_unknown = mean_unseen(view), n_unknown_own(view)
    own = hand_value(view, unknown)
    if n_unknown == 0 and own < view.parameters[SURE_BELOW]:
        return 1
    n_known = popcount(own_cards(view)) - n_unknown
    if n_unknown and n_known < view.parameters[KNOWN_AT_LEAST]:
        return 0
    others = best_of_others(view, unknown, view.parameters[KEPT])
    return 1 if own < view.parameters[CALL_BELOW] and own + view.parameters[MARGIN] <= others else 0
