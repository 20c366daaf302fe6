"""A sound player by rules of thumb: the yardstick of this room.

Idea: bid the whole tricks in a sum of card weights: wizards, trumps by rank, side cards from rank 9 up, these the less
the more players there are. Take wanted tricks at once: the dearest winner while others play behind, the cheapest as
the last. Leave unwanted ones with the dearest loser. Lead high trumps while tricks are wanted, jesters and low cards
after.
Origin: ours; the weights were found by a coordinate search in fields of itself with 3 to 6 players, until it stood still.
Weakness: remembers no card, does not look at the others' bids, and never changes its plan.
"""

from sim.games.wizard.strategist import (
    LANE,
    NO_TRUMP,
    ONE,
    SPECIALS,
    WIZARDS,
    Knob,
    forehead_bid,
    has,
    is_last,
    legal_bid_near,
    lowest,
    need,
    np,
    popcount,
    rank_of,
    strongest,
    winners_now,
)
from strategies.wizard._tricks import play_as_wished

KNOBS = (
    Knob("wizard", 1.08, 0.0, 1.5, "tricks that a wizard counts"),
    Knob("trump", 0.36, -1.0, 1.0, "tricks that any trump counts"),
    Knob("trump_rank", 0.055, 0.0, 0.2, "tricks that a trump counts more for each rank"),
    Knob("side", 0.16, 0.0, 0.5, "tricks that a side card counts for each rank above side_from, four players"),
    Knob("side_from", 8.0, 0.0, 13.0, "rank up to which side cards count nothing"),
    Knob("crowd", 0.45, -0.5, 0.5, "part of it that each player more than four takes away, each fewer adds"),
    Knob("open", 1.5, 0.0, 3.0, "multiplies what side cards count in a round without trump"),
    Knob("fade", 0.009, -0.1, 0.05, "part of the sum that each card in the hand takes away"),
)
COMPANIONS = {"choose_trump": "most_tricks"}
WIZARD, TRUMP, TRUMP_RANK, SIDE, SIDE_FROM, CROWD, OPEN, FADE = range(8)


def bid(view):
    """The whole tricks in the sum of the weights."""
    if not view.hand:
        return forehead_bid(view)
    tricks = (1.0 - view.parameters[FADE] * view.round) * sum_of_weights(view)
    return legal_bid_near(view, np.int64(np.floor(tricks)))


def sum_of_weights(view):
    """The tricks that the hand counts."""
    knobs = view.parameters
    side = knobs[SIDE] * (1.0 - knobs[CROWD] * (view.players - 4))
    if view.trump == NO_TRUMP:
        side *= knobs[OPEN]
    total = knobs[WIZARD] * popcount(view.hand & WIZARDS)
    left = view.hand & ~SPECIALS
    while left:
        card = lowest(left)
        left &= left - ONE
        if has(LANE[view.trump], card):
            total += knobs[TRUMP] + knobs[TRUMP_RANK] * rank_of(card)
        else:
            total += side * max(rank_of(card) - knobs[SIDE_FROM], 0.0)
    return total


def play(view):
    """Takes tricks until the bid is reached."""
    is_wanted = need(view) > 0
    if is_wanted and view.n_played > 0 and not is_last(view):
        winners = winners_now(view)
        if winners:
            return strongest(view, winners)
    return play_as_wished(view, is_wanted)
