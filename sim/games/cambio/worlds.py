"""Worlds: tables that agree with all that a seat knows, each equally likely, drawn from its View alone.

What a seat knows of the cards: the discard pile, the card in its hand, and every card in front of anybody that it
remembers (C23, C24). The others are *unseen*: they lie at the hidden places in front of the players and in the stock.
Every way to lay them there is as likely as any other, for the pack was shuffled and nobody's choices tell which cards
they left hidden (that they do tell something is not used; nor is a pile that has become the stock, C12, which a View
no longer holds).

What the others know of the cards is no secret as far as who has looked where is public: the card is not. See rollouts.py.
"""

from __future__ import annotations

import numpy as np

from sim.core import jit, rng
from sim.core.bits import has, lowest
from sim.games.cambio.cards import MOST_CARDS, N_KINDS, NO_CARD
from sim.games.cambio.decisions import MAX_POSITIONS, MAX_SEATS
from sim.games.cambio.strategist.table import place_of, position_of, seat_of

# What a seat knows of the cards: the same for all worlds of a question
KNOWN = np.dtype(
    [
        ("copies", np.int64, (N_KINDS,)),  # by code: how many cards are unseen
        ("unseen", np.uint8, (MOST_CARDS,)),  # the same as a list: unseen[0 : n_unseen], in the order of codes
        ("n_unseen", np.int64),
        ("hidden", np.int64, (MAX_SEATS * MAX_POSITIONS,)),  # places of cards that the seat does not remember: hidden[0 : n_hidden]
        ("n_hidden", np.int64),
    ],
    align=True,
)

# One world
WORLD = np.dtype(
    [
        ("cards", np.uint8, (MAX_SEATS, MAX_POSITIONS)),  # in front of the players, where a position is occupied
        ("unseen", np.uint8, (MOST_CARDS,)),  # in random order: the first n_hidden lie at the hidden places, the rest is the stock
        ("table", np.uint64, (4,)),  # where the stream of draws inside the game begins
        ("streams", np.uint64, (MAX_SEATS, 4)),  # and the seats' private streams
    ],
    align=True,
)


@jit.helper
def consider(view, known):
    """Fills `known` with what the seat knows."""
    count_pack(view, known)
    for i in range(view.n_pile):
        known.copies[view.pile[i]] -= 1
    if view.drawn != NO_CARD:
        known.copies[view.drawn] -= 1
    known.n_hidden = 0
    for seat in range(view.players):
        left = view.occupied[seat]
        while left:
            position = lowest(left)
            left &= left - np.uint64(1)
            if has(view.known[seat], position):
                known.copies[view.cards[seat, position]] -= 1
            else:
                known.hidden[known.n_hidden] = place_of(seat, position)
                known.n_hidden += 1
    list_unseen(known)


@jit.helper
def count_pack(view, known):
    """C1: the copies of each card in the whole pack."""
    for card in range(N_KINDS):
        known.copies[card] = 2 if card >= 4 else 0
    known.copies[0] = view.n_cards - 2 * (N_KINDS - 4)


@jit.helper
def list_unseen(known):
    """The unseen copies as a list."""
    known.n_unseen = 0
    for card in range(N_KINDS):
        for _ in range(known.copies[card]):
            known.unseen[known.n_unseen] = card
            known.n_unseen += 1


@jit.helper
def draw_world(view, known, world):
    """Fills `world` with one of the worlds that agree with what the seat knows, each equally likely; moves view.rng on."""
    key = rng.next_word(view.rng)
    rng.open_from_word(world.table, key, 0)
    for i in range(known.n_unseen):
        world.unseen[i] = known.unseen[i]
    rng.shuffle_front(world.unseen[: known.n_unseen], known.n_unseen, view.rng)
    for seat in range(view.players):
        rng.open_from_word(world.streams[seat], key, seat + 1)
        for position in range(MAX_POSITIONS):
            world.cards[seat, position] = view.cards[seat, position]
    for i in range(known.n_hidden):
        place = known.hidden[i]
        world.cards[seat_of(place), position_of(place)] = world.unseen[i]
