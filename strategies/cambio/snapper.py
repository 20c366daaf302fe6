"""Gets rid of cards.

Idea: as greedy, but throws whatever matches, red kings and jokers too, and calls with at most `call_cards` cards or at
`call_at` points.
Origin: players who count cards instead of points; public engines have one that calls at two cards.
Weakness: two cards can be worth forty points, and a red king thrown away is a point lost.
"""

from sim.games.cambio.strategist import Knob, mean_unseen, own_cards, popcount, waits
from strategies.cambio._moves import hand_value, n_unknown_own, throw_known
from strategies.cambio.greedy import KNOBS as GREEDY
from strategies.cambio.greedy import draw, exchange, give, king, peek_other, peek_own, use

__all__ = ["KNOBS", "call", "draw", "exchange", "give", "king", "peek_other", "peek_own", "snap", "use"]

CALL_AT, UNKNOWN_AT_MOST = 0, 1  # greedy's knobs
CALL_CARDS, NOT_ABOVE = len(GREEDY), len(GREEDY) + 1
KNOBS = (
    *GREEDY,
    Knob("call_cards", 2, 0, 16, "calls with at most so many cards"),
    Knob("not_above", 8, -8, 80, "unless their estimate is above this"),
)


def call(view):
    """With few cards, or few points."""
    own = hand_value(view, mean_unseen(view))
    if popcount(own_cards(view)) <= view.parameters[CALL_CARDS] and own <= view.parameters[NOT_ABOVE]:
        return 1
    return 1 if own <= view.parameters[CALL_AT] and n_unknown_own(view) <= view.parameters[UNKNOWN_AT_MOST] else 0


@waits
def snap(view):
    """Anything known to match."""
    return throw_known(view, -2)
