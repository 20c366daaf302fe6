"""Worlds: ways to lay the unseen cards that agree with all that a seat knows, each equally likely, drawn from its View alone.

What a seat knows of the cards that it has not seen: how many each of the others holds, and that eight are buried (while
declaring: lie in the kitty); which suits a seat has no more of (T15); that a seat which answered pairs with fewer pairs
held no other pair of the suit then (T14), and so has no second copy of any card of it that it has played since; that who
showed cards in declaring (T5), or took up a kitty that all have seen (T7), holds them still or has buried them. Of two
copies the one that was shown counts as the first to be played. What seats chose to declare, to bury and to play tells
more about their cards; it is not used.

*Owners* are the seats 0..3 and, as 4, the buried cards. An owner is *bound* where more is known of it than how many
cards it has; a kind is bound where some owner may not have it, or not twice, or must have it. The ways to deal the bound
kinds are counted, kind by kind:

    ways[k, x, y, z]   ways to deal the k-th bound kind and those after it, and then all other cards,
                       while the first three *places* still miss x, y and z cards

A place is a bound owner; the last place, whose cards are what is left over, is all owners that are not bound, or, where
all are, the one with most cards. The copies of a kind then go to places in proportion to the ways that are left: exactly
uniform, without trials. Two copies are two cards: a kind that goes to two places does so in two ways.
"""

from __future__ import annotations

import numpy as np

from sim.core import jit, rng
from sim.core.bits import ONE, ZERO, bit, lowest
from sim.games.tractor.cards import KITTY_SIZE, N_CARDS
from sim.games.tractor.rules import n_cards
from sim.games.tractor.state import N_SEATS
from sim.games.tractor.worlds.known import ANYBODY, BURIED, N_OWNERS, note_all
from sim.games.tractor.worlds.ways import bind, count_ways, needs, take_places

# One world
WORLD = np.dtype(
    [
        ("one", np.uint64, (N_OWNERS,)),  # what each owner has; nothing for the own seat
        ("both", np.uint64, (N_OWNERS,)),
        ("kitty", np.uint8, (KITTY_SIZE,)),  # while declaring: the kitty in order
        ("streams", np.uint64, (N_SEATS, 4)),  # where the seats' private streams begin
        ("cards", np.uint8, (N_CARDS,)),  # scratch: cards still to be dealt
        ("n_cards", np.int64),
    ],
    align=True,
)


@jit.helper
def consider(view, known):
    """Fills `known` with what the seat knows; returns its table of ways (see above)."""
    note_all(view, known)
    take_places(known, bind(known))
    return count_ways(known)


@jit.helper
def draw_world(view, known, ways, world):
    """Fills `world` with one of the worlds that agree with what the seat knows, each equally likely; moves view.rng on."""
    key = rng.next_word(view.rng)
    for seat in range(N_SEATS):
        rng.open_from_word(world.streams[seat], key, seat)
    for owner in range(N_OWNERS):
        world.one[owner], world.both[owner] = ZERO, ZERO
    world.n_cards = 0
    missing, for_anybody, for_anybody_twice = deal_kinds(view, known, ways, world)
    gather(world, known.one & ~known.kinds, known.both & ~known.kinds)
    shuffle(view, world)
    last = known.n_places - 1
    for place in range(last):
        take(world, known.places[place], missing[place])
    if known.places[last] != ANYBODY:
        take(world, known.places[last], world.n_cards)
    gather(world, for_anybody, for_anybody_twice)
    shuffle(view, world)
    for owner in range(N_OWNERS):
        take(world, owner, known.sizes[owner] - n_cards(world.one[owner], world.both[owner]))
    if view.trump < 0:
        lay_kitty(view, world)


@jit.helper
def deal_kinds(view, known, ways, world):
    """Deals the bound kinds; (what the places before the last one then miss, and the cards for anybody: once, twice)."""
    x, y, z = known.room[0], known.room[1], known.room[2]
    one, both, left, k = ZERO, ZERO, known.kinds, 0
    while left:
        card = lowest(left)
        left &= left - ONE
        split = draw_split(view, known, ways, k, x, y, z, card)
        for place in (known.first[card, split], known.second[card, split]):
            if place >= 0 and known.places[place] != ANYBODY:
                give(world, known.places[place], card)
            elif place >= 0:
                both |= one & bit(card)
                one |= bit(card)
        dx, dy, dz = needs(known, card, split)
        x, y, z = x - dx, y - dy, z - dz
        k += 1
    return (x, y, z), one, both


@jit.helper
def draw_split(view, known, ways, k, x, y, z, card):
    """How the k-th bound kind is split: in proportion to the ways left."""
    point = rng.uniform(view.rng) * ways[k, x, y, z]
    taken = 0
    for split in range(known.n_splits[card]):
        dx, dy, dz = needs(known, card, split)
        if point >= 0.0 and dx <= x and dy <= y and dz <= z:
            share = known.weight[card, split] * ways[k + 1, x - dx, y - dy, z - dz]
            if share > 0.0:
                taken = split
                point -= share
    return taken


@jit.helper
def give(world, owner, card):
    """Gives an owner a card."""
    world.both[owner] |= world.one[owner] & bit(card)
    world.one[owner] |= bit(card)


@jit.helper
def gather(world, one, both):
    """Adds a set to the cards still to be dealt."""
    for cards in (one, both):
        left = cards
        while left:
            world.cards[world.n_cards] = lowest(left)
            world.n_cards += 1
            left &= left - ONE


@jit.helper
def shuffle(view, world):
    """Brings the cards still to be dealt into a random order."""
    rng.shuffle_front(world.cards[: world.n_cards], world.n_cards, view.rng)


@jit.helper
def take(world, owner, n):
    """Deals an owner n of the cards, from the end."""
    for _ in range(n):
        world.n_cards -= 1
        give(world, owner, world.cards[world.n_cards])


@jit.helper
def lay_kitty(view, world):
    """T7: the order in which the kitty would be turned up."""
    gather(world, world.one[BURIED], world.both[BURIED])
    shuffle(view, world)
    for i in range(KITTY_SIZE):
        world.kitty[i] = world.cards[i]
