"""Buries the eight cards of least value, points counted as the hand can protect them.

Idea: as `basic` buries, but a point weighs less with many trumps and a Red Joker, and more with few; short suits are
emptied.
Origin: the keep-value sort of a public rule player (weights 1.5, 2.5 and 6 per point; 15, 12, 8 for short suits).
Weakness: looks at each card alone.
"""

from sim.games.tractor.strategist import RED_JOKER, Knob, bury_least, has, n_in_suit
from strategies.tractor._table import TRUMPS, keep_value, suit_of

KNOBS = (
    Knob("few", 9, 0, 33, "trumps below which a point weighs `heavy`"),
    Knob("many", 11, 0, 33, "trumps from which, with a Red Joker, a point weighs `light`"),
    Knob("heavy", 6, -20, 20, "value of a point with few trumps or no Red Joker"),
    Knob("medium", 2.5, -20, 20, "value of a point in between"),
    Knob("light", 1.5, -20, 20, "value of a point with many trumps and a Red Joker"),
)
FEW, MANY, HEAVY, MEDIUM, LIGHT = range(5)
COMPANIONS = {"declare": "basic", "lead": "basic", "follow": "basic"}


def point_weight(view):
    """The value of a point in this hand."""
    trumps = n_in_suit(view, TRUMPS)
    if trumps < view.parameters[FEW] or not has(view.hand, RED_JOKER):
        return view.parameters[HEAVY]
    return view.parameters[LIGHT] if trumps >= view.parameters[MANY] else view.parameters[MEDIUM]


def worth(view, card):
    """The value of a card to keep."""
    suit = suit_of(card, view.trump)
    value = keep_value(view, card, point_weight(view))
    if suit != TRUMPS:
        n = n_in_suit(view, suit)
        value -= 15.0 if n == 1 else 12.0 if n == 2 else 8.0 if n == 3 else 0.0
    return value


def bury(view):
    """The eight cards of least value."""
    return bury_least(view, worth)
