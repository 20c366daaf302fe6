"""Worlds: deals that agree with all that a seat knows, each equally likely, drawn from its View alone.

What a seat knows of the others' hands: how many cards each holds; what was played, by whom; which suits a seat has
shown not to have (W15: it followed neither with the suit nor with a wizard or jester); in the forehead round all of
them but the own one (W11). Bids may tell more about the cards; they are not used.

The unseen cards lie in the other hands (in the forehead round: the own one) and in the stock. Where nobody has shown a
void, every way to deal them is as likely. The seats that have are *bound*. For them the ways are counted, card by card:

    ways[k, s]   ways to deal the bound seats, who still miss the cards that s says, the k-th bound card and those after

s holds the missing numbers as digits, one a bound seat; a bound card is one that some bound seat cannot have. With all
these dealt, the rest goes to anybody. A card then goes to a seat, or to nobody bound, in proportion to the ways that
are left: exactly uniform, without trials.
"""

from __future__ import annotations

import numpy as np

from sim.core import jit, rng
from sim.core.bits import ONE, ZERO, bit, highest, lowest, popcount
from sim.games.wizard.cards import LANE, N_SUITS, SPECIALS
from sim.games.wizard.rules import NONE_YET, follow_after
from sim.games.wizard.state import MAX_SEATS
from sim.games.wizard.strategist.table import CHOOSE, trick_card, unseen

# What a seat knows of the hands: the same for all worlds of a question
KNOWN = np.dtype(
    [
        ("unseen", np.uint64),  # cards that lie in hands or in the stock
        ("certain", np.uint64, (MAX_SEATS,)),  # of a hand: its cards that are known
        ("sizes", np.int64, (MAX_SEATS,)),  # how many more it holds
        ("lacks", np.uint64, (MAX_SEATS,)),  # cards that it cannot have: lanes of suits
        ("laid", np.uint64, (MAX_SEATS,)),  # what the seat has played in the round
        ("n_bound", np.int64),
        ("bound", np.int64, (MAX_SEATS,)),  # the seats that have shown a void and hold unknown cards
        ("bound_cards", np.uint64),  # unseen cards that some bound seat cannot have
        ("strides", np.int64, (MAX_SEATS + 1,)),  # of the digits of s, by place in `bound`; then the number of states
    ],
    align=True,
)

# One world
WORLD = np.dtype(
    [
        ("hands", np.uint64, (MAX_SEATS,)),
        ("streams", np.uint64, (MAX_SEATS, 4)),  # where the seats' private streams begin
        ("drawn", np.uint64, (64,)),  # scratch
    ],
    align=True,
)


@jit.helper
def consider(view, known):
    """Fills `known` with what the seat knows; returns its table of ways (see above)."""
    known.unseen = unseen(view)
    for seat in range(view.players):
        known.lacks[seat] = ZERO
        known.laid[seat] = ZERO
    note_plays(view, known)
    for seat in range(view.players):
        known.certain[seat] = view.hand if seat == view.seat else view.others[seat] & ~view.played
        known.sizes[seat] = view.round - popcount(known.laid[seat]) - popcount(known.certain[seat])
    bind(view, known)
    return count_ways(known)


@jit.helper
def note_plays(view, known):
    """Who has laid what in this round, and shown no card of which suit."""
    for trick in range(view.trick + 1):
        follow = NONE_YET
        for i in range(view.players if trick < view.trick else view.n_played):
            seat = view.leaders[trick] + i
            seat -= view.players if seat >= view.players else 0
            card = trick_card(view, trick, i)
            known.laid[seat] |= bit(card)
            if follow < N_SUITS and not (LANE[follow] | SPECIALS) & bit(card):
                known.lacks[seat] |= LANE[follow]
            follow = follow_after(follow, card)


@jit.helper
def bind(view, known):
    """Which seats are bound, and by which cards."""
    known.n_bound, known.bound_cards, known.strides[0] = 0, ZERO, 1
    for seat in range(view.players):
        if known.sizes[seat] > 0 and known.lacks[seat] & known.unseen:
            known.bound[known.n_bound] = seat
            known.bound_cards |= known.lacks[seat] & known.unseen
            known.n_bound += 1
            known.strides[known.n_bound] = known.strides[known.n_bound - 1] * (known.sizes[seat] + 1)


@jit.helper
def missing(known, state, place):
    """How many cards the bound seat at this place still misses in a state."""
    return state // known.strides[place] % (known.sizes[known.bound[place]] + 1)


@jit.helper
def can_take(known, state, place, card):
    """Whether the bound seat at this place misses a card in a state, and may hold this one."""
    return not known.lacks[known.bound[place]] & bit(card) and missing(known, state, place) > 0


@jit.helper
def count_ways(known):
    """(bound cards + 1, states) float64: ways[k, s], see above, the bound cards in ascending order."""
    n_cards, n_states = popcount(known.bound_cards), known.strides[known.n_bound]
    ways = np.empty((n_cards + 1, n_states))
    for state in range(n_states):
        ways[n_cards, state] = ways_to_fill(known, state)
    left = known.bound_cards
    for k in range(n_cards - 1, -1, -1):
        card = highest(left)
        left ^= bit(card)
        for state in range(n_states):
            total = ways[k + 1, state]
            for place in range(known.n_bound):
                if can_take(known, state, place, card):
                    total += ways[k + 1, state - known.strides[place]]
            ways[k, state] = total
    return ways


@jit.helper
def ways_to_fill(known, state):
    """Ways to deal what the bound seats miss in a state from the cards that all of them may hold."""
    n_left, ways = popcount(known.unseen & ~known.bound_cards), 1.0
    for place in range(known.n_bound):
        n_missing = missing(known, state, place)
        if n_missing > n_left:
            return 0.0
        ways *= CHOOSE[n_left, n_missing]
        n_left -= n_missing
    return ways


@jit.helper
def draw_world(view, known, ways, world):
    """Fills `world` with one of the deals that agree with what the seat knows, each equally likely; moves view.rng on."""
    key = rng.next_word(view.rng)
    for seat in range(view.players):
        world.hands[seat] = known.certain[seat]
        rng.open_from_word(world.streams[seat], key, seat)
    left = known.unseen
    if known.n_bound:
        left = deal_bound(view, known, ways, world)
    for seat in range(view.players):
        n_missing = view.round - popcount(known.laid[seat]) - popcount(world.hands[seat])
        left ^= draw_into(view, world, seat, left, n_missing)


@jit.helper
def deal_bound(view, known, ways, world):
    """Deals the bound seats; the cards that are left."""
    state, k = known.strides[known.n_bound] - 1, 0
    bound_cards, taken = known.bound_cards, ZERO
    while bound_cards:
        card = lowest(bound_cards)
        bound_cards &= bound_cards - ONE
        place = taker(view, known, ways, state, k, card)
        if place >= 0:
            world.hands[known.bound[place]] |= bit(card)
            taken |= bit(card)
            state -= known.strides[place]
        k += 1
    free = known.unseen & ~known.bound_cards
    for place in range(known.n_bound):
        free ^= draw_into(view, world, known.bound[place], free, missing(known, state, place))
    return free | known.bound_cards & ~taken


@jit.helper
def taker(view, known, ways, state, k, card):
    """The place of the bound seat that gets the k-th bound card, -1 for nobody bound: in proportion to the ways left."""
    point = rng.uniform(view.rng) * ways[k, state] - ways[k + 1, state]
    place = -1
    if point >= 0.0:
        for other in range(known.n_bound):
            share = ways[k + 1, state - known.strides[other]] if can_take(known, state, other, card) else 0.0
            if share > 0.0 and point >= 0.0:
                place = other
                point -= share
    return place


@jit.helper
def draw_into(view, world, seat, cards, n_wanted):
    """Draws n_wanted of the cards into a seat's hand; the mask of them."""
    drawn = ZERO
    if n_wanted:
        rng.draw_bits(cards, n_wanted, world.drawn, view.rng)
        for i in range(n_wanted):
            drawn |= world.drawn[i]
        world.hands[seat] |= drawn
    return drawn
