"""Counts the cards that would more likely than not take the trick if they were led.

Idea: a card that is led wins with chance C(u-b, n-1) / C(u, n-1): u unseen cards of which b beat it, one random card
from each of n - 1 others. Bid how many cards reach `threshold`; with threshold 0 bid the rounded sum of the chances.
Origin: a public tutorial player (becharrens); exact for the leader of round 1.
Weakness: others follow suit and choose; leads are not had for nothing; low trumps that would trump in count too little.
"""

from sim.games.wizard.strategist import ONE, Knob, forehead_bid, legal_bid_near, lowest, nearest, unseen
from strategies.wizard._odds import lead_odds, sum_of_lead_odds

KNOBS = (Knob("threshold", 0.5, 0.0, 1.0, "chance from which a card counts as a trick; 0: the rounded sum of the chances"),)
COMPANIONS = {"choose_trump": "most_tricks", "play": "duck"}
THRESHOLD = 0


def bid(view):
    """The number of likely tricks, or their sum."""
    if not view.hand:
        return forehead_bid(view)
    if view.parameters[THRESHOLD] == 0.0:
        return legal_bid_near(view, nearest(sum_of_lead_odds(view)))
    return legal_bid_near(view, n_likely(view))


def n_likely(view):
    """The cards of the hand that reach the threshold."""
    n, hidden = 0, unseen(view)
    left = view.hand
    while left:
        if lead_odds(view, lowest(left), hidden) >= view.parameters[THRESHOLD]:
            n += 1
        left &= left - ONE
    return n
