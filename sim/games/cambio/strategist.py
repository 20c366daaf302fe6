"""What a strategy for Câmbio needs: `from sim.games.cambio.strategist import *` and write functions of a View.

Everything here may be called from a strategy's functions; nothing here reads more than the View holds. A *place* is
16 * seat + position, a *pair* is 128 * own position + place; sets of positions are masks.
"""

from __future__ import annotations

import numpy as np

from sim.core import jit, rng
from sim.core.bits import bit, has, lowest, nth_set_bit, popcount
from sim.games.cambio.cards import NO_CARD, PACK_POINTS
from sim.games.cambio.decisions import DISCARD, NOTHING, PASS, PLAY, STOCK, TOP
from sim.games.cambio.rules import (
    BLIND_EXCHANGE,
    DEALT,
    LOOK_AND_EXCHANGE,
    LOOK_OTHER,
    LOOK_OWN,
    LOOKED_AT,
    NO_EFFECT,
    effect_of,
    match_key,
    points_of,
)
from sim.games.protocol import Knob

__all__ = [
    "BLIND_EXCHANGE",
    "DEALT",
    "DISCARD",
    "LOOKED_AT",
    "LOOK_AND_EXCHANGE",
    "LOOK_OTHER",
    "LOOK_OWN",
    "NOTHING",
    "NO_CARD",
    "NO_EFFECT",
    "PASS",
    "PLAY",
    "STOCK",
    "TOP",
    "Knob",
    "any_target",
    "bit",
    "chance",
    "draw",
    "effect_of",
    "estimate",
    "estimate_sum",
    "has",
    "is_taken_from_top",
    "lowest",
    "match_key",
    "matching_own",
    "mean_unseen",
    "n_targets",
    "next_seat",
    "np",
    "nth_set_bit",
    "nth_target",
    "others_match",
    "own_cards",
    "own_pair",
    "own_position",
    "pair_place",
    "place_of",
    "points_at",
    "points_of",
    "popcount",
    "position_of",
    "random_legal",
    "random_position",
    "random_target",
    "seat_of",
    "targets",
    "unknown_at",
    "unknown_own",
    "unknown_target",
    "worst_own",
]


@jit.helper
def draw(view, n):
    """A whole number 0..n-1 from the seat's own random stream."""
    return rng.below(view.rng, n)


@jit.helper
def chance(view):
    """A random number in [0, 1) from the seat's own stream."""
    return rng.uniform(view.rng)


# Places and pairs ----------------------------------------------------------------------------------------------------


@jit.helper
def place_of(seat, position):
    """The place of a position in front of a seat."""
    return 16 * seat + position


@jit.helper
def seat_of(place):
    """Whose place it is."""
    return place >> 4


@jit.helper
def position_of(place):
    """The place's position in front of its seat."""
    return place & 15


@jit.helper
def own_pair(position, place):
    """The pair of an own position and another's place."""
    return 128 * position + place


@jit.helper
def own_position(pair):
    """The own position of a pair."""
    return pair >> 7


@jit.helper
def pair_place(pair):
    """The other's place of a pair."""
    return pair & 127


@jit.helper
def next_seat(view, seat):
    """The seat to the left, clockwise."""
    return seat + 1 if seat + 1 < view.players else 0


# What lies there -----------------------------------------------------------------------------------------------------


@jit.helper
def own_cards(view):
    """The mask of own positions with a card."""
    return view.occupied[view.seat]


@jit.helper
def unknown_at(view, seat):
    """The mask of a seat's cards that this seat does not remember."""
    return view.occupied[seat] & ~view.known[seat]


@jit.helper
def unknown_own(view):
    """The mask of own cards that this seat does not remember."""
    return unknown_at(view, view.seat)


@jit.helper
def targets(view, seat):
    """The mask of a seat's cards that may be looked at or exchanged: none of one's own, none of a locked caller."""
    return np.uint64(0) if seat == view.seat or seat == view.locked else view.occupied[seat]


@jit.helper
def is_taken_from_top(view):
    """In `use`: whether the card in hand was the discard top (it can only be swapped in)."""
    return not has(view.legal, DISCARD)


@jit.helper
def points_at(view, seat, position):
    """Points of a remembered card (one that is not remembered: not checked)."""
    return points_of(view.cards[seat, position])


@jit.helper
def estimate(view, seat, position, unknown):
    """A card's points, `unknown` (a float) if it is not remembered."""
    if has(view.known[seat], position):
        return np.float64(points_of(view.cards[seat, position]))
    return unknown


@jit.helper
def estimate_sum(view, seat, unknown):
    """The sum of estimates of what lies in front of a seat."""
    total = unknown * popcount(unknown_at(view, seat))
    left = view.occupied[seat] & view.known[seat]
    while left:
        total += points_of(view.cards[seat, lowest(left)])
        left &= left - np.uint64(1)
    return total


@jit.helper
def mean_unseen(view):
    """Mean points of the cards that this seat neither remembers nor sees in the discard pile or in its hand.

    Before its first own card is drawn that is the pack without the first look; never below 0 cards: then 0.
    """
    total, count = np.int64(PACK_POINTS), view.n_cards
    for i in range(view.n_pile):
        total -= points_of(view.pile[i])
    count -= view.n_pile
    if view.drawn != NO_CARD:
        total -= points_of(view.drawn)
        count -= 1
    for seat in range(view.players):
        left = view.known[seat]
        count -= popcount(left)
        while left:
            total -= points_of(view.cards[seat, lowest(left)])
            left &= left - np.uint64(1)
    return total / count if count > 0 else 0.0


@jit.helper
def worst_own(view, unknown):
    """(position, estimate) of the own card with the highest estimate, the lowest position of equals; (-1, -9.0) without cards."""
    hidden, known = unknown_own(view), own_cards(view) & view.known[view.seat]
    worst, most = -1, -9.0
    if hidden:
        worst, most = lowest(hidden), unknown
    while known:
        position = lowest(known)
        known &= known - np.uint64(1)
        value = np.float64(points_of(view.cards[view.seat, position]))
        if value > most or (value == most and position < worst):
            worst, most = position, value
    return worst, most


# Choosing ------------------------------------------------------------------------------------------------------------


@jit.helper
def random_position(view, mask):
    """One of the positions of a mask (not empty: not checked), each equally likely."""
    return nth_set_bit(mask, draw(view, popcount(mask)))


@jit.helper
def random_legal(view):
    """One of the answers in view.legal, each equally likely."""
    return random_position(view, view.legal)


@jit.helper
def n_targets(view):
    """Cards of others that may be looked at or exchanged."""
    total = 0
    for seat in range(view.players):
        total += popcount(targets(view, seat))
    return total


@jit.helper
def nth_target(view, k):
    """The k-th of these cards, by seat, then position, as a place (k from 0)."""
    for seat in range(view.players):
        here = targets(view, seat)
        if k < popcount(here):
            return place_of(seat, nth_set_bit(here, k))
        k -= popcount(here)
    return NOTHING


@jit.helper
def random_target(view):
    """One of these cards, each equally likely, as a place."""
    return nth_target(view, draw(view, n_targets(view)))


@jit.helper
def unknown_target(view):
    """The first card of another that this seat does not remember, left neighbour first, as a place; NOTHING if none."""
    seat = next_seat(view, view.seat)
    while seat != view.seat:
        here = targets(view, seat) & ~view.known[seat]
        if here:
            return place_of(seat, lowest(here))
        seat = next_seat(view, seat)
    return NOTHING


@jit.helper
def any_target(view):
    """The lowest card of the next seat that has one to be looked at or exchanged, as a place; NOTHING if none."""
    seat = next_seat(view, view.seat)
    while seat != view.seat:
        if targets(view, seat):
            return place_of(seat, lowest(targets(view, seat)))
        seat = next_seat(view, seat)
    return NOTHING


@jit.helper
def matching_own(view, above):
    """In `snap`: the lowest own position remembered to match the open card and worth more than `above`; -1 if none."""
    left = view.matches[view.seat]
    while left:
        position = lowest(left)
        left &= left - np.uint64(1)
        if points_at(view, view.seat, position) > above:
            return position
    return -1


@jit.helper
def others_match(view):
    """In `snap`: the first card of another remembered to match, left neighbour first, as a place; NOTHING if none."""
    seat = next_seat(view, view.seat)
    while seat != view.seat:
        if view.matches[seat]:
            return place_of(seat, lowest(view.matches[seat]))
        seat = next_seat(view, seat)
    return NOTHING
