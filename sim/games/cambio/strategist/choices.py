"""Draws from the seat's own stream, and choosing among places."""

from __future__ import annotations

import numpy as np

from sim.core import jit
from sim.core.bits import lowest, nth_set_bit, popcount
from sim.core.draws import draw
from sim.games.cambio.decisions import NOTHING
from sim.games.cambio.strategist.table import next_seat, place_of, points_at, targets


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
