"""Declares at the first chance, leads its highest card and wins whatever it can.

Idea: every trick looks worth winning, as cheaply as possible; the partner gets nothing on purpose.
Origin: the greedy player of public engines.
Weakness: overtakes its partner, ruffs for nothing, never feeds points.
"""

from sim.games.tractor.strategist import bury_least, follow_least, highest, lead_of, least_card, lowest, np, winning_tops
from strategies.tractor._table import low_value


def declare(view):
    """The first declaration that it can make."""
    return lowest(view.legal & ~np.uint64(1))


def bury(view):
    """The eight lowest cards, side suits before trumps."""
    return bury_least(view, low_value)


def lead(view):
    """The highest card, trumps before side suits."""
    return highest(view.hand)


def follow(view):
    """The cheapest win, else the lowest cards."""
    tops = winning_tops(view)
    if tops:
        return lead_of(view, least_card(view, tops, low_value), view.n_pairs)
    return follow_least(view, low_value)
