"""Throws its known black kings on anything.

Idea: by the source read literally (own_wrong=abandon2) a card thrown wrongly is gone, and two unseen cards come for it:
12.5 points on average for the 20 of a black king. It throws any known own card of `dump_at` points or more, as
soon as a card lies open; where the card would come back (return1, return2, no room) it does not.
Origin: a gap of the rules; tables that close it play own_wrong=return1 or return2.
Weakness: two more unknown cards for each king.
"""

from sim.games.cambio.strategist import PASS, Knob, has, place_of, popcount
from strategies.cambio._moves import worst_of_own
from strategies.cambio.greedy import KNOBS as GREEDY
from strategies.cambio.greedy import call, draw, exchange, give, king, peek_other, peek_own, use
from strategies.cambio.greedy import snap as snap_as_greedy

__all__ = ["KNOBS", "call", "draw", "exchange", "give", "king", "peek_other", "peek_own", "snap", "use"]

DUMP_AT = len(GREEDY)
KNOBS = (*GREEDY, Knob("dump_at", 20, 0, 21, "throws a known own card that counts this or more (21: never)"))
ABANDON2, MOST_POSITIONS = 0, 14


def snap(view):
    """What matches; else the dearest known card, if it is a burden."""
    right = snap_as_greedy(view)
    position, worst = worst_of_own(view, -9.0)
    is_king = worst >= view.parameters[DUMP_AT] and has(view.known[view.seat], position)
    if right != PASS or not is_king or view.own_wrong != ABANDON2 or has_little_room(view):
        return right
    return place_of(view.seat, position)


def has_little_room(view):
    """Whether new positions might not have room for two more cards (C18)."""
    return popcount(view.occupied[view.seat] >> MOST_POSITIONS) > 0
