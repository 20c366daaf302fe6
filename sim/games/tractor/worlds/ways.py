"""Between whom the bound kinds can be split, and in how many ways the unseen cards can be dealt."""

from __future__ import annotations

from math import comb

import numpy as np

from sim.core import jit
from sim.core.bits import ONE, ZERO, bit, has, highest, lowest, popcount
from sim.games.tractor.cards import N_CARDS, N_KINDS
from sim.games.tractor.rules import n_cards
from sim.games.tractor.worlds.known import ANYBODY, MOST_PLACES, N_OWNERS

NOBODY = -1  # gets the second copy of a kind that is there once
CHOOSE = np.array([[float(comb(n, k)) for k in range(N_CARDS + 1)] for n in range(N_CARDS + 1)])  # [n, k]


@jit.helper
def bind(known):
    """Notes the bound kinds; the mask of the bound owners."""
    known.kinds = ZERO
    owners = ZERO
    for card in range(N_KINDS):
        if known.shown[card]:
            known.kinds |= bit(card)
            owners |= known.showers[card]
    bound = ZERO
    for owner in range(N_OWNERS):
        barred = known.lacks[owner] & known.one | known.single[owner] & known.both
        if known.sizes[owner] and (barred or has(owners, owner)):
            known.kinds |= barred
            bound |= bit(owner)
    return bound


@jit.helper
def take_places(known, bound):
    """Gives the bound owners places, and lists how each bound kind can be split between them."""
    last = ANYBODY
    if is_everybody(known, bound):
        last = largest(known, bound)
        bound &= ~bit(last)
    known.n_places = 0
    for place in range(MOST_PLACES - 1):
        known.room[place] = 0
    while bound:
        owner = lowest(bound)
        bound &= bound - ONE
        known.room[known.n_places] = known.sizes[owner]
        known.places[known.n_places] = owner
        known.n_places += 1
    known.places[known.n_places] = last
    known.n_places += 1
    left = known.kinds
    while left:
        list_splits(known, lowest(left))
        left &= left - ONE


@jit.helper
def is_everybody(known, bound):
    """Whether all who have unseen cards are bound, and somebody is."""
    for owner in range(N_OWNERS):
        if known.sizes[owner] and not has(bound, owner):
            return False
    return bound != ZERO


@jit.helper
def largest(known, owners):
    """The owner with most unseen cards."""
    best = lowest(owners)
    for owner in range(N_OWNERS):
        if has(owners, owner) and known.sizes[owner] > known.sizes[best]:
            best = owner
    return best


@jit.helper
def list_splits(known, card):
    """Lists the ways to split the copies of a kind between places."""
    n = 0
    for first in range(known.n_places):
        for second in range(first + 1) if has(known.both, card) else range(NOBODY, 0):
            weight = n_ways_to_split(known, card, known.places[first], known.places[second] if second >= 0 else NOBODY)
            if weight > 0.0:
                known.first[card, n], known.second[card, n], known.weight[card, n] = first, second, weight
                n += 1
    known.n_splits[card] = n


@jit.helper
def n_ways_to_split(known, card, one, other):
    """In how many ways the copies of a kind can go to these two owners (other: NOBODY if there is one copy)."""
    if has(known.lacks[one], card) or (other >= 0 and has(known.lacks[other], card)):
        return 0.0
    if one == other and has(known.single[one], card):
        return 0.0
    n_takers = (1 if has(known.showers[card], one) else 0) + (1 if other >= 0 and has(known.showers[card], other) else 0)
    if known.shown[card] > n_takers:
        return 0.0
    if other < 0 or one == other:
        return 1.0
    return np.float64(n_takers) if known.shown[card] else 2.0  # a copy that was shown is known: only the other may go anywhere


@jit.helper
def n_to(known, card, split, place):
    """How many copies of a kind a split gives to a place."""
    return (1 if known.first[card, split] == place else 0) + (1 if known.second[card, split] == place else 0)


@jit.helper
def needs(known, card, split):
    """How many copies a split gives to each of the places that are counted: all but the last one."""
    last = known.n_places - 1
    return (
        n_to(known, card, split, 0) if last > 0 else 0,
        n_to(known, card, split, 1) if last > 1 else 0,
        n_to(known, card, split, 2) if last > 2 else 0,
    )


@jit.helper
def count_ways(known):
    """float64 (bound kinds + 1, and cards missed by each of three places + 1): see above; the kinds in ascending order."""
    n_kinds, room = popcount(known.kinds), known.room
    ways = np.zeros((n_kinds + 1, room[0] + 1, room[1] + 1, room[2] + 1))
    n_free = n_cards(known.one & ~known.kinds, known.both & ~known.kinds)
    for x in range(room[0] + 1):
        for y in range(room[1] + 1):
            for z in range(room[2] + 1):
                if x + y + z <= n_free:
                    ways[n_kinds, x, y, z] = CHOOSE[n_free, x] * CHOOSE[n_free - x, y] * CHOOSE[n_free - x - y, z]
    left = known.kinds
    for k in range(n_kinds - 1, -1, -1):
        card = highest(left)
        left ^= bit(card)
        for split in range(known.n_splits[card]):
            add_ways(known, ways, k, card, split)
    return ways


@jit.helper
def add_ways(known, ways, k, card, split):
    """Adds to the ways of the k-th bound kind those that split it so."""
    room, weight = known.room, known.weight[card, split]
    dx, dy, dz = needs(known, card, split)
    for x in range(dx, room[0] + 1):
        for y in range(dy, room[1] + 1):
            for z in range(dz, room[2] + 1):
                ways[k, x, y, z] += weight * ways[k + 1, x - dx, y - dy, z - dz]
