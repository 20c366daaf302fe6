"""What a strategy for Tractor needs: `from sim.games.tractor.strategist import *` and write functions of a View.

Cards are places on the ladder of the deal (drawn in cards.py), sets of cards two masks: `one` (in it), `both` (in it
twice); a strategy plays a set by `return choose(view, one, both)`. Where a function takes a *value*, that is a
function `value(view, card)` of the strategy; the least valued cards are played first, of equals the lowest place.
Everything here may be called from a strategy's functions; nothing here reads more than the View holds.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sim.core import jit, rng
from sim.core.bits import bit, has, highest, lowest, nth_set, nth_set_bit, popcount
from sim.games.protocol import Knob
from sim.games.tractor.cards import BLACK_JOKER, FIVES, KITTY_SIZE, LANE_WIDTH, LEVEL_PLACE, N_RANKS, N_SUITS, NO_TRUMP, RED_JOKER, TENS
from sim.games.tractor.decisions import CHOSEN
from sim.games.tractor.rules import (
    BLACK_PAIR,
    EQUALS,
    FULL_LADDER,
    LANE,
    PAIR,
    PASS,
    RED_PAIR,
    SINGLE,
    add_cards,
    first_of,
    fold,
    longest_run,
    n_cards,
    n_points,
    pairs_owed,
    remove_cards,
    run_starts,
    suit_mask,
    suit_of,
    top_if_matching,
    unfold,
)

__all__ = [
    "BLACK_JOKER",
    "BLACK_PAIR",
    "CHOSEN",
    "EQUALS",
    "FULL_LADDER",
    "KITTY_SIZE",
    "LANE",
    "LEVEL_PLACE",
    "NO_TRUMP",
    "N_RANKS",
    "N_SUITS",
    "PAIR",
    "PASS",
    "RED_JOKER",
    "RED_PAIR",
    "SINGLE",
    "Knob",
    "add_cards",
    "bit",
    "boss_cards",
    "boss_pairs",
    "bury_least",
    "cards_above",
    "chance",
    "choose",
    "draw",
    "first_of",
    "fold",
    "follow_least",
    "forced_cards",
    "has",
    "highest",
    "is_last",
    "is_owed_in_suit",
    "is_partner",
    "is_void",
    "lead_of",
    "lead_tops",
    "least_card",
    "least_cards",
    "longest_lead",
    "lowest",
    "n_cards",
    "n_in_suit",
    "n_points",
    "np",
    "nth_set",
    "nth_set_bit",
    "pairs_owed",
    "place_value",
    "points_of",
    "position",
    "random_bury",
    "random_card",
    "random_cards",
    "random_declaration",
    "random_follow",
    "random_lead",
    "remove_cards",
    "run_starts",
    "suit_mask",
    "suit_of",
    "top_if_matching",
    "tops_of_runs",
    "trumps_under",
    "unfold",
    "unseen",
    "winning_top",
    "winning_tops",
]


def _position(place: int, trump: int) -> int:
    """The step in the effective suit, lowest 0 (T9): equal level cards 12, trump's 13, Black Joker 14, Red Joker 15."""
    if place < LEVEL_PLACE:
        return place % LANE_WIDTH
    return 12 if int(EQUALS[trump]) >> place & 1 else place - BLACK_JOKER + 14


def _points(place: int, level: int) -> int:
    return 5 * (int(FIVES[level]) >> place & 1) + 10 * (int(TENS[level]) >> place & 1)


POSITION = np.array([[_position(place, trump) for place in range(64)] for trump in range(N_SUITS + 1)], np.int64)
POINTS = np.array([[_points(place, level) for place in range(64)] for level in range(N_RANKS)], np.int64)
NOTHING = np.uint64(0)


# Answers and chance --------------------------------------------------------------------------------------------------


@jit.helper
def choose(view, one, both):
    """Answers with a set of cards: writes it into the View."""
    view.chosen = one
    view.chosen_pairs = both
    return CHOSEN


@jit.helper
def draw(view, n):
    """A whole number 0..n-1 from the seat's own random stream."""
    return rng.below(view.rng, n)


@jit.helper
def chance(view):
    """A random number in [0, 1) from the seat's own stream."""
    return rng.uniform(view.rng)


# Cards ---------------------------------------------------------------------------------------------------------------


@jit.helper
def position(view, card):
    """The step of a card in its effective suit, 0 the lowest (once trumps are known)."""
    return POSITION[view.trump, card]


@jit.helper
def points_of(view, card):
    """0, 5 or 10 (T18)."""
    return POINTS[view.level, card]


@jit.helper
def n_in_suit(view, suit):
    """Own cards of an effective suit, 0..3 a lane, 4 trumps."""
    mask = suit_mask(suit, view.trump)
    return n_cards(view.hand & mask, view.pairs & mask)


@jit.helper
def trumps_under(view, suit):
    """While declaring: own cards that would be trumps if `suit` (0..3, NO_TRUMP) were."""
    trumps = FULL_LADDER & ~(LANE[0] | LANE[1] | LANE[2] | LANE[3])
    if suit != NO_TRUMP:
        trumps |= LANE[suit]
    return n_cards(view.hand & trumps, view.pairs & trumps)


@jit.helper
def is_partner(view, seat):
    """Whether the seat is the partner's."""
    return seat == view.seat ^ 2


@jit.helper
def is_void(view, seat, suit):
    """Whether the seat has shown that it has no card of the effective suit (0..3 a lane, 4 trumps)."""
    return has(view.voids, 5 * seat + suit)


@jit.helper
def unseen(view):
    """(one, both): the cards that this seat has not seen: in other hands, or buried unless by itself."""
    one, both = add_cards(view.hand, view.pairs, view.buried, view.buried_pairs)
    for seat in range(4):
        one, both = add_cards(one, both, view.played[seat], view.played_pairs[seat])
    return FULL_LADDER & ~both, FULL_LADDER & ~one


@jit.helper
def _bosses(own, rivals, trump):
    """Of the cards `own`, those that none of `rivals` beats within its suit."""
    found = NOTHING
    for suit in range(5):
        mask = suit_mask(suit, trump)
        above = rivals & mask
        top = highest(fold(above, trump)) if above else -1
        left = own & mask
        while left:
            card = first_of(left)
            left ^= card
            if highest(fold(card, trump)) >= top:
                found |= card
    return found


@jit.helper
def boss_cards(view):
    """Own cards that no unseen card of their suit beats (a trump may)."""
    return _bosses(view.hand, unseen(view)[0], view.trump)


@jit.helper
def boss_pairs(view):
    """Own pairs that no unseen pair of their suit beats (a pair of trumps may)."""
    return _bosses(view.pairs, unseen(view)[1], view.trump)


@jit.helper
def winning_top(view, one, both):
    """The folded place of the top card of this answer to the trick if it would be winning, else -1."""
    top = top_if_matching(one, both, view.n_pairs, view.suit, view.trump)
    return top if top > view.best else -1


@jit.helper
def cards_above(view, height):
    """All cards whose folded place is above a height such as view.best."""
    return unfold(~(bit(height + 1) - np.uint64(1)), EQUALS[view.trump], view.trump)


@jit.helper
def is_last(view):
    """Whether three seats have played to the trick already."""
    return (view.seat - view.leader) & 3 == 3


@jit.helper
def winning_tops(view):
    """The mask of own cards that head a lawful answer which would be winning. Play it with `lead_of(view, card, view.n_pairs)`."""
    if is_owed_in_suit(view):
        allowed = view.suit
    elif view.hand & view.suit:
        return NOTHING
    else:
        allowed = view.trumps
    above = cards_above(view, view.best) & allowed
    if view.n_pairs == 0:
        return view.hand & above
    return tops_of_runs(view, view.pairs & allowed, view.n_pairs) & above


# Leads ---------------------------------------------------------------------------------------------------------------


@jit.helper
def longest_lead(view):
    """Pairs of the longest lead held: 0 only singles, 1 a pair, from 2 on a tractor."""
    return longest_run(fold(view.pairs, view.trump), view.trump)


@jit.helper
def lead_tops(view, m):
    """The mask of own cards that head a lawful lead of m pairs (0: a single). Lead it with `lead_of(view, card, m)`."""
    return tops_of_runs(view, view.pairs, m) if m else view.hand


@jit.helper
def tops_of_runs(view, pairs, m):
    """The mask of cards that head m consecutive pairs among these."""
    folded = run_starts(fold(pairs, view.trump), m, view.trump) << np.uint64(m - 1)
    return unfold(folded, pairs & EQUALS[view.trump], view.trump)


@jit.helper
def lead_of(view, top, m):
    """Leads m pairs headed by the card `top` (0: the single); of equal level pairs further down takes the first."""
    if m == 0:
        return top
    run = bit(highest(fold(bit(top), view.trump)) + 1) - bit(highest(fold(bit(top), view.trump)) + 1 - m)
    levels = view.pairs & EQUALS[view.trump]
    level = bit(top) if has(EQUALS[view.trump], top) else first_of(levels)
    cards = unfold(run, level, view.trump)
    return choose(view, cards, cards)


# Choosing cards by value ---------------------------------------------------------------------------------------------


@jit.helper
def place_value(view, card):
    """The plainest value: a card's place on the ladder."""
    return card


@jit.inlined
def least_card(view, cards, value):
    """The card of least value in a mask (not empty), of equals the lowest place."""
    best = lowest(cards)
    least = value(view, best)
    left = cards & (cards - np.uint64(1))
    while left:
        card = lowest(left)
        left &= left - np.uint64(1)
        worth = value(view, card)
        if worth < least:
            best, least = card, worth
    return best


@jit.inlined
def least_cards(view, one, both, n, value):
    """(one, both): the n cards of least value of a set (which has as many: not checked)."""
    taken, twice = NOTHING, NOTHING
    for _ in range(n):
        card = bit(least_card(view, one, value))
        twice |= taken & card
        taken |= card
        one, both = one & ~card | both & card, both & ~card
    return taken, twice


@jit.inlined
def bury_least(view, value):
    """Buries the eight cards of least value."""
    one, both = least_cards(view, view.hand, view.pairs, KITTY_SIZE, value)
    return choose(view, one, both)


@jit.helper
def is_owed_in_suit(view):
    """Whether the whole answer must be of the led suit; else all cards of it go, and any others with them (T15)."""
    return n_cards(view.hand & view.suit, view.pairs & view.suit) >= view.n_cards


@jit.helper
def forced_cards(view):
    """(one, both) that every lawful answer contains: all of the suit if it is short (T15), else pairs owed with no choice (T14)."""
    if not is_owed_in_suit(view):
        return view.hand & view.suit, view.pairs & view.suit
    pairs = view.pairs & view.suit
    if popcount(pairs) <= view.n_pairs:
        return pairs, pairs
    return NOTHING, NOTHING


@jit.inlined
def follow_least(view, value):
    """The lawful answer of least value: owed pairs first, the pair of the least card before others (T13-T15)."""
    one, both = forced_cards(view)
    left = view.n_cards - n_cards(one, both)
    if not is_owed_in_suit(view):
        more, twice = least_cards(view, view.hand & ~view.suit, view.pairs & ~view.suit, left, value)
        return choose(view, one | more, both | twice)
    if popcount(view.pairs & view.suit) > view.n_pairs > 0:
        pairs, _ = least_cards(view, view.pairs & view.suit, NOTHING, view.n_pairs, value)
        return choose(view, pairs, pairs)
    if view.n_pairs == 0:
        return least_card(view, view.hand & view.suit, value)
    more, _ = least_cards(view, view.hand & view.suit & ~one, NOTHING, left, value)
    return choose(view, one | more, both)


# A strategy file may give valuations in place of decisions -------------------------------------------------------------


def bury_by(value: Callable) -> Callable:
    """The decision `bury` made of a file's `bury_value`."""
    value = jit.helper(value)

    def bury(view):
        return bury_least(view, value)

    return bury


def lead_by(value: Callable) -> Callable:
    """The decision `lead` made of a file's `lead_value`: the single of least value."""
    value = jit.helper(value)

    def lead(view):
        return least_card(view, view.hand, value)

    return lead


def follow_by(value: Callable) -> Callable:
    """The decision `follow` made of a file's `follow_value`."""
    value = jit.helper(value)

    def follow(view):
        return follow_least(view, value)

    return follow


BY_VALUE = {"bury_value": ("bury", bury_by), "lead_value": ("lead", lead_by), "follow_value": ("follow", follow_by)}


# Everything by chance ------------------------------------------------------------------------------------------------


@jit.helper
def random_card(view, one, both):
    """A card of a set, two of a kind being two cards."""
    kinds = popcount(one)
    k = draw(view, kinds + popcount(both))
    return nth_set_bit(one if k < kinds else both, k if k < kinds else k - kinds)


@jit.helper
def random_cards(view, one, both, n):
    """(one, both): n cards of a set, each equally likely, two of a kind being two cards."""
    taken, twice = NOTHING, NOTHING
    for _ in range(n):
        card = bit(random_card(view, one, both))
        twice |= taken & card
        taken |= card
        one, both = one & ~card | both & card, both & ~card
    return taken, twice


@jit.helper
def random_declaration(view):
    """Passing and each distinct declaration, equally likely."""
    return nth_set_bit(view.legal, draw(view, popcount(view.legal)))


@jit.helper
def random_bury(view):
    """Eight of the cards, each set of cards equally likely."""
    one, both = random_cards(view, view.hand, view.pairs, KITTY_SIZE)
    return choose(view, one, both)


@jit.helper
def random_lead(view):
    """A shape held (single, pair, each length of tractor), then a distinct lead of that shape, each equally likely."""
    trump = view.trump
    folded = fold(view.pairs, trump)
    m = draw(view, longest_run(folded, trump) + 1)
    if m < 2:
        cards = view.pairs if m else view.hand
        return lead_of(view, nth_set_bit(cards, draw(view, popcount(cards))), m)
    starts = run_starts(folded, m, trump)
    through = starts & (bit(LEVEL_PLACE + 1) - bit(LEVEL_PLACE + 1 - m))
    levels = view.pairs & EQUALS[trump]
    spread = popcount(levels)
    k = draw(view, popcount(starts & ~through) + popcount(through) * spread)
    level = NOTHING
    if k < popcount(through) * spread:
        while k >= popcount(through):
            k -= popcount(through)
            levels &= levels - np.uint64(1)
        start, level = nth_set_bit(through, k), first_of(levels)
    else:
        start = nth_set_bit(starts & ~through, k - popcount(through) * spread)
    cards = unfold((bit(m) - np.uint64(1)) << np.uint64(start), level, trump)
    return choose(view, cards, cards)


@jit.helper
def random_follow(view):
    """A lawful answer: among the suit's cards, pairs owed, and cards to fill up with, each equally likely."""
    if view.n_pairs == 0:
        return random_card(view, view.legal, view.pairs & view.legal)
    suit = view.suit
    one, both = view.hand & suit, view.pairs & suit
    held = n_cards(one, both)
    if held < view.n_cards:
        more, twice = random_cards(view, view.hand & ~suit, view.pairs & ~suit, view.n_cards - held)
        return choose(view, one | more, both | twice)
    owed = pairs_owed(view.pairs, suit, view.n_pairs)
    pairs, _ = random_cards(view, both, NOTHING, owed)
    more, _ = random_cards(view, one & ~both, NOTHING, view.n_cards - 2 * owed)
    return choose(view, pairs | more, pairs)
