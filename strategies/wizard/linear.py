"""Adds up a weight for each card.

Idea: a wizard counts 0.95 tricks, a trump 0.30 + 0.05 a rank, a side card 0.03 a rank; the sum is rounded.
Origin: the rule-based player of a public Wizard engine (tabularaza27); `aggression` adds 0.05 a wizard and 0.005 a
trump's rank as there. Weights evolved elsewhere shade down in large rounds: `shade`, `fade`.
Weakness: every card counts the same in round 1 and in round 15, with 3 players and with 6.
"""

from sim.games.wizard.strategist import (
    ONE,
    Knob,
    forehead_bid,
    legal_bid_near,
    lowest,
    nearest,
    rank_of,
    suit_of,
)

KNOBS = (
    Knob("wizard", 0.95, 0.0, 1.0, "tricks that a wizard counts"),
    Knob("trump", 0.30, -1.0, 1.0, "tricks that any trump counts"),
    Knob("trump_rank", 0.05, 0.0, 0.2, "tricks that a trump counts more for each rank"),
    Knob("side_rank", 0.03, 0.0, 0.2, "tricks that a side card counts for each rank"),
    Knob("aggression", 0.0, -1.0, 1.0, "above 0 bids wizards and high trumps higher"),
    Knob("shade", 1.0, 0.0, 2.0, "multiplies the sum"),
    Knob("fade", 0.0, 0.0, 0.1, "takes this part of the sum away for each card in the hand"),
)
COMPANIONS = {"choose_trump": "longest", "play": "duck"}
WIZARD, TRUMP, TRUMP_RANK, SIDE_RANK, AGGRESSION, SHADE, FADE = range(7)


def bid(view):
    """The rounded sum of the weights."""
    if not view.hand:
        return forehead_bid(view)
    shade = view.parameters[SHADE] - view.parameters[FADE] * view.round
    return legal_bid_near(view, nearest(shade * sum_of_weights(view)))


def sum_of_weights(view):
    """The tricks that the hand counts."""
    total = 0.0
    left = view.hand
    while left:
        total += weight(view, lowest(left))
        left &= left - ONE
    return total


def weight(view, card):
    """The tricks that a card counts."""
    knobs = view.parameters
    rank = rank_of(card)
    if rank == 14:
        return knobs[WIZARD] + 0.05 * knobs[AGGRESSION]
    if rank > 0 and suit_of(card) == view.trump:
        return knobs[TRUMP] + (knobs[TRUMP_RANK] + 0.005 * knobs[AGGRESSION]) * rank
    return knobs[SIDE_RANK] * rank
