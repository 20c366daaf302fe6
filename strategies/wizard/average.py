"""Bids the fair share of the tricks, whatever the hand.

Idea: bid floor(round / players) without looking at the cards.
Origin: the reference bid of public engines; with `random` play its mean scores are known (-36.1, 9.8, 33.8, 45.5 for
3 to 6 players).
Weakness: never looks at its cards, and is too low in sum: the remainder of round / players is nobody's.
"""

from sim.games.wizard.strategist import legal_bid_near

COMPANIONS = {"choose_trump": "longest", "play": "random"}


def bid(view):
    """The fair share, rounded down."""
    return legal_bid_near(view, view.round // view.players)
