"""Places, pairs, and what a seat knows of the cards that lie there."""

from __future__ import annotations

import numpy as np

from sim.core import jit
from sim.core.bits import has, lowest, popcount
from sim.games.cambio.cards import N_KINDS, NO_CARD, PACK_POINTS, POINTS
from sim.games.cambio.decisions import DISCARD
from sim.games.cambio.rules import DEALT, points_of

NO_WORST = np.int64(32 * -9 + 31)  # of worst_known: position -1, -9 points
LATER = ~np.uint64((1 << DEALT) - 1)  # positions that are opened later

# by a View's card, also NO_CARD: points; and points, then low positions, as one number from which the position is taken away
KNOWN_POINTS, KNOWN_RANK = np.zeros(NO_CARD + 1, np.int64), np.full(NO_CARD + 1, NO_WORST)
KNOWN_POINTS[:N_KINDS], KNOWN_RANK[:N_KINDS] = POINTS, 32 * POINTS + 30


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
def known_points(view, seat):
    """The sum of points of a seat's remembered cards."""
    total, left = np.int64(0), view.known[seat] & LATER
    for position in range(DEALT):  # all four, known or not: to guess wrongly how many there are costs a processor more
        total += KNOWN_POINTS[view.cards[seat, position]]
    while left:
        total += KNOWN_POINTS[view.cards[seat, lowest(left)]]
        left &= left - np.uint64(1)
    return total


@jit.helper
def estimate_sum(view, seat, unknown):
    """The sum of estimates of what lies in front of a seat."""
    return unknown * popcount(unknown_at(view, seat)) + known_points(view, seat)


@jit.helper
def mean_unseen(view):
    """Mean points of the cards that this seat neither remembers nor sees in the discard pile or in its hand; 0 if there are none."""
    total, count = np.int64(PACK_POINTS), view.n_cards
    for i in range(view.n_pile):
        total -= points_of(view.pile[i])
    count -= view.n_pile
    if view.drawn != NO_CARD:
        total -= points_of(view.drawn)
        count -= 1
    for seat in range(view.players):
        total -= known_points(view, seat)
        count -= popcount(view.known[seat])
    return total / count if count > 0 else 0.0


@jit.helper
def worst_known(view):
    """(position, points) of the own remembered card that counts most, the lowest position of equals; (-1, -9) without one."""
    seat = view.seat
    worst, left = NO_WORST, view.known[seat] & LATER
    for position in range(DEALT):  # as in known_points
        worst = max(worst, KNOWN_RANK[view.cards[seat, position]] - position)
    while left:
        position = lowest(left)
        left &= left - np.uint64(1)
        worst = max(worst, KNOWN_RANK[view.cards[seat, position]] - position)
    return 30 - (worst & 31), worst >> 5


@jit.helper
def worst_own(view, unknown):
    """(position, estimate) of the own card with the highest estimate, the lowest position of equals; (-1, -9.0) without cards."""
    position, points = worst_known(view)
    hidden = unknown_own(view)
    if hidden and (unknown > points or (unknown == points and lowest(hidden) < position)):
        return lowest(hidden), unknown
    return position, np.float64(points)
