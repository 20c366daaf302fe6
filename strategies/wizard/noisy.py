"""Bids the fair share of the tricks, blurred.

Idea: a normal number with mean round / players and a spread of a fifth of it, rounded. A bidder that cannot be read.
Origin: the noisy averages of a public card-game engine (simulatedScience).
Weakness: as blind to its cards as `average`.
"""

from sim.games.wizard.strategist import Knob, legal_bid_near, nearest, normal_draw

KNOBS = (Knob("spread", 0.2, 0.0, 2.0, "standard deviation as a part of round / players"),)
COMPANIONS = {"choose_trump": "longest", "play": "random"}
SPREAD = 0


def bid(view):
    """The fair share, with normal noise, rounded and cut to what is possible."""
    share = view.round / view.players
    return legal_bid_near(view, nearest(share * (1.0 + view.parameters[SPREAD] * normal_draw(view))))
