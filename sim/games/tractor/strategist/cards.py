"""Single cards and sets of them: where they stand, what they are worth, what is still out."""

from __future__ import annotations

import numpy as np

from sim.core import jit
from sim.core.bits import has, highest
from sim.games.tractor.cards import BLACK_JOKER, FIVES, LANE_WIDTH, LEVEL_PLACE, N_RANKS, N_SUITS, NO_TRUMP, TENS
from sim.games.tractor.rules import EQUALS, FULL_LADDER, LANE, add_cards, first_of, fold, n_cards, suit_mask


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
def is_pairless(view, seat, suit):
    """Whether the seat has shown that it has no pair of the effective suit (0..3 a lane, 4 trumps)."""
    return has(view.voids | view.pairless, 5 * seat + suit)


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
