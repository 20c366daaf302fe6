"""One exactly defined player, for comparison with independent programs.

Idea: bid the obvious winners, then play at random. Every choice and every tie is fixed: nothing here may be improved.
Origin: defined for this project, so that programs written from the rules alone can be compared by their means.
Weakness: its play throws the bid away.
"""

from sim.games.wizard.strategist import LANE, WIZARDS, legal_bid_near, longest_suit, np, popcount, random_legal

HIGH = np.uint64(0x3E00_3E00_3E00_3E00)  # ranks 9..13 in each suit's lane
THIRTEENS = np.uint64(0x2000_2000_2000_2000)


def choose_trump(view):
    """The suit held most often; of equals the lowest in the order B, G, R, Y; B without suit cards."""
    return longest_suit(view.hand)


def bid(view):
    """Wizards, trumps from rank 9 and thirteens of the other suits, at most the round's tricks."""
    return legal_bid_near(view, n_winners(view))


def n_winners(view):
    """The cards of the hand that count as a trick."""
    trumps = LANE[view.trump]
    return popcount(view.hand & (WIZARDS | (trumps & HIGH) | (THIRTEENS & ~trumps)))


def play(view):
    """Any legal card; equal jesters and wizards count one by one."""
    return random_legal(view)
