"""Bids what pays best, given the chances of each number of tricks.

Idea: each card takes a trick with its own chance; the number of tricks then follows a Poisson-binomial distribution q,
and the bid b of greatest (20 + 10 b) q(b) - 10 * sum |k - b| q(k) is made. High exact bids pay more, so it bids
higher than the mean where the odds allow.
Origin: expected-value bidding as in several public players; the odds of a card are those of a lead, times `shade` (1 bids
far too high: hardly any card gets to lead).
Weakness: cards are taken as independent, and its own play bends the distribution towards the bid.
"""

from sim.games.wizard.strategist import ONE, Knob, best_bid, forehead_bid, lowest, unseen
from strategies.wizard._odds import add_card, lead_odds, no_cards

KNOBS = (Knob("shade", 0.6, 0.0, 1.0, "multiplies each card's chance"),)
COMPANIONS = {"choose_trump": "most_tricks", "play": "duck"}
SHADE = 0


def bid(view):
    """The legal bid of greatest expected points."""
    if not view.hand:
        return forehead_bid(view)
    return best_bid(view, odds_of_tricks(view))


def odds_of_tricks(view):
    """[k] -> the chance of k tricks."""
    tricks, n_cards = no_cards(view.round), 0
    hidden = unseen(view)
    left = view.hand
    while left:
        add_card(tricks, n_cards, view.parameters[SHADE] * lead_odds(view, lowest(left), hidden))
        n_cards += 1
        left &= left - ONE
    return tricks
