"""Buries the shortest side suit away.

Idea: protects aces and pairs, then empties the shortest side suit, so that the dealer can soon ruff.
Origin: the void-first rule of a public rule player, with its budget for buried points by number of trumps.
Weakness: gives up suits that could have won tricks; the budget is soft.
"""

from sim.games.tractor.strategist import Knob, bury_least, has, n_in_suit, points_of, position, suit_of
from strategies.tractor._table import ACE_POSITION, TRUMPS

KNOBS = (Knob("trumps", 9, 0, 33, "trumps from which points of a suit to be emptied may be buried"),)
ENOUGH = 0
COMPANIONS = {"declare": "basic", "lead": "basic", "follow": "basic"}


def worth(view, card):
    """The value of a card to keep: short suits are worth least."""
    suit = suit_of(card, view.trump)
    if suit == TRUMPS:
        return 1000 + position(view, card)
    value = 16 * n_in_suit(view, suit) + position(view, card)
    if position(view, card) == ACE_POSITION:
        value += 400
    if has(view.pairs, card):
        value += 100
    return value + (4 if n_in_suit(view, TRUMPS) >= view.parameters[ENOUGH] else 20) * points_of(view, card)


def bury(view):
    """The eight cards of least value."""
    return bury_least(view, worth)
