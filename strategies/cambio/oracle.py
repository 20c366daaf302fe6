"""Sees every card in front of the players: an upper bound, not a player.

Idea: greedy's moves with nothing unknown, and a call when the own points are `margin` below everybody else's.
Origin: the usual yardstick for how much information is worth.
Weakness: it is not lawful, and the stock stays hidden from it too.
"""

from sim.games.cambio.strategist import Knob
from strategies.cambio._moves import best_of_others, hand_value
from strategies.cambio.greedy import KNOBS as GREEDY
from strategies.cambio.greedy import draw, exchange, give, king, peek_other, peek_own, snap, use

__all__ = ["KNOBS", "call", "draw", "exchange", "give", "king", "peek_other", "peek_own", "snap", "use"]

LAWFUL = False

MARGIN, AT_MOST = len(GREEDY), len(GREEDY) + 1
KNOBS = (
    *GREEDY,
    Knob("margin", 2, -20, 40, "calls when everybody else has at least so many points more"),
    Knob("at_most", 6, -8, 80, "and the own points are this or less"),
)


def call(view):
    """When ahead."""
    own = hand_value(view, 0.0)
    return 1 if own <= view.parameters[AT_MOST] and own + view.parameters[MARGIN] <= best_of_others(view, 0.0, 0.0) else 0
