"""Never declares, leads and follows as low as it can.

Idea: keeps out of everything: no declaration, the lowest cards buried, led and played.
Origin: the bottom of the ladder of public rule players ("always lead low", "never contest").
Weakness: wins tricks only by accident; wastes kings and aces on the last tricks.
"""

from sim.games.tractor.strategist import PASS, bury_least, follow_least, least_card
from strategies.tractor._table import low_value


def declare(view):
    """Passes."""
    return PASS


def bury(view):
    """The eight lowest cards, side suits before trumps."""
    return bury_least(view, low_value)


def lead(view):
    """The lowest card."""
    return least_card(view, view.hand, low_value)


def follow(view):
    """The lowest lawful cards."""
    return follow_least(view, low_value)
