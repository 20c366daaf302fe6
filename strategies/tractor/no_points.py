"""Buries neither points nor trumps if it can help it, and keeps pairs.

Idea: nothing in the kitty, nothing for the attackers to multiply.
Origin: what most strong contest programs do.
Weakness: leaves fives and tens in the hand, where they have to be protected.
"""

from sim.games.tractor.strategist import bury_least, has, points_of, position, suit_of
from strategies.tractor._table import TRUMPS

PAIR_KEPT = 35
COMPANIONS = {"declare": "basic", "lead": "basic", "follow": "basic"}


def worth(view, card):
    """The value of a card to keep."""
    value = position(view, card) + 100 * points_of(view, card)
    if has(view.pairs, card):
        value += PAIR_KEPT
    return value + (10_000 if suit_of(card, view.trump) == TRUMPS else 0)


def bury(view):
    """The eight cards of least value."""
    return bury_least(view, worth)
