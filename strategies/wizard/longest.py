"""Names the suit held most often.

Idea: many trumps are worth more than high ones: length wins the end of the round.
Origin: the commonest advice to dealers.
Weakness: blind to ranks; four low cards go before three aces.
"""

from sim.games.wizard.strategist import longest_suit


def choose_trump(view):
    """The longest suit, the lowest of equals."""
    return longest_suit(view.hand)
