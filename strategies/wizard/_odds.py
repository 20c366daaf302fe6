"""Chances that single cards take a trick, and of the number of tricks that follows from them."""

from sim.games.wizard.strategist import ONE, lowest, none_held, np, popcount, unseen, unseen_above


def lead_odds(view, card, hidden):
    """The chance that nobody's card beats a card that is led, each other seat answering with one random card of
    `hidden` (the unseen cards): C(u-b, n-1) / C(u, n-1). Exact for the leader of round 1."""
    return none_held(popcount(hidden), popcount(unseen_above(view, card, hidden)), view.players - 1)


def sum_of_lead_odds(view):
    """Expected tricks if every card of the hand were led."""
    total, hidden = 0.0, unseen(view)
    left = view.hand
    while left:
        total += lead_odds(view, lowest(left), hidden)
        left &= left - ONE
    return total


def add_card(tricks, n_cards, odds):
    """Poisson-binomial, one card more, in place: tricks[k], k = 0..n_cards, is the chance of k tricks with n_cards
    cards; it becomes that with one more, which takes a trick with chance `odds`."""
    tricks[n_cards + 1] = tricks[n_cards] * odds
    for k in range(n_cards, 0, -1):
        tricks[k] = tricks[k] * (1.0 - odds) + tricks[k - 1] * odds
    tricks[0] *= 1.0 - odds


def no_cards(n_tricks):
    """Where add_card begins: no trick for certain, with room for n_tricks."""
    tricks = np.zeros(n_tricks + 1)
    tricks[0] = 1.0
    return tricks
