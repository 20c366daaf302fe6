"""Counts tricks suit by suit: length guards high cards, voids are for trumping.

Idea: only the top card of a side suit counts, more when it is guarded by length; singletons are fragile; each void
counts a little when there are trumps to use it; jesters take a little away.
Origin: the suit-aware bidder of a public engine (wizard-arena), without its random rounding.
Weakness: second-best cards of a suit count nothing, and the weights do not know the number of players.
"""

from sim.games.wizard.strategist import (
    JESTERS,
    LANE,
    N_SUITS,
    ONE,
    WIZARDS,
    Knob,
    forehead_bid,
    highest,
    legal_bid_near,
    lowest,
    nearest,
    popcount,
    rank_of,
)

KNOBS = (
    Knob("shade", 1.0, 0.0, 2.0, "multiplies the sum"),
    Knob("wizard", 0.90, 0.0, 1.0, "tricks that a wizard counts"),
    Knob("void", 0.20, 0.0, 1.0, "tricks that a void counts with three trumps or more; half of it with one or two"),
    Knob("jester", 0.10, 0.0, 1.0, "tricks that each of the first two jesters takes away"),
    Knob("length", 0.05, 0.0, 1.0, "tricks that a side suit of five cards or more counts in addition"),
)
COMPANIONS = {"choose_trump": "longest", "play": "duck"}
SHADE, WIZARD, VOID, JESTER, LENGTH = range(5)


def bid(view):
    """The rounded sum over wizards, trumps, side suits and jesters."""
    if not view.hand:
        return forehead_bid(view)
    total = view.parameters[WIZARD] * popcount(view.hand & WIZARDS) + trump_tricks(view)
    for suit in range(N_SUITS):
        if suit != view.trump:
            total += side_tricks(view, suit)
    total -= view.parameters[JESTER] * min(popcount(view.hand & JESTERS), 2)
    return legal_bid_near(view, nearest(view.parameters[SHADE] * total))


def trump_tricks(view):
    """What the trumps count: low ones only in company."""
    left = view.hand & LANE[view.trump]
    low = 0.15 if popcount(left) >= 3 else 0.05
    total = 0.0
    while left:
        rank = rank_of(lowest(left))
        left &= left - ONE
        if rank >= 10:
            total += 0.35 + 0.10 * (rank - 10) + (0.05 if rank >= 12 else 0.0) + (0.05 if rank == 13 else 0.0)
        else:
            total += 0.25 if rank >= 7 else low
    return total


def side_tricks(view, suit):
    """What a side suit counts: its top card if guarded, its length, or the trumping that its absence allows."""
    cards = view.hand & LANE[suit]
    length = popcount(cards)
    if length == 0:
        return void_tricks(view)
    rank = rank_of(highest(cards))
    tricks = view.parameters[LENGTH] if length >= 5 else 0.0
    if rank == 13:
        tricks += 0.45 if length >= 2 else 0.25
    elif rank == 12:
        tricks += 0.25 if length >= 3 else 0.10
    elif rank == 11:
        tricks += 0.15 if length >= 4 else 0.05
    return tricks


def void_tricks(view):
    """What a void counts: nothing without trumps."""
    n_trumps = popcount(view.hand & LANE[view.trump])
    if n_trumps == 0:
        return 0.0
    return view.parameters[VOID] if n_trumps >= 3 else view.parameters[VOID] / 2
