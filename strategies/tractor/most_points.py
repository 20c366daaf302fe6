"""Buries as many points as it can.

Idea: what lies in the kitty, the attackers do not win in tricks.
Origin: the trap of a wrong measure: elsewhere it won more deals and lost levels.
Weakness: a lost last trick costs twice the points or more.
"""

from sim.games.tractor.strategist import bury_least, points_of, position, suit_of
from strategies.tractor._table import TRUMPS

COMPANIONS = {"declare": "basic", "lead": "basic", "follow": "basic"}


def worth(view, card):
    """The value of a card to keep: points are worth least, those of trumps after those of side suits."""
    return position(view, card) - 100 * points_of(view, card) + (50 if suit_of(card, view.trump) == TRUMPS else 0)


def bury(view):
    """The eight cards of least value."""
    return bury_least(view, worth)
