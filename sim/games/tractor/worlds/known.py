"""What a seat knows of the cards that it has not seen."""

from __future__ import annotations

import numpy as np

from sim.core import jit
from sim.core.bits import ONE, ZERO, bit, has, lowest, popcount
from sim.games.tractor.cards import BLACK_JOKER, KITTY_SIZE, LEVEL_PLACE, N_KINDS, NO_TRUMP, RED_JOKER
from sim.games.tractor.rules import BLACK_PAIR, PAIR, n_cards, relabel, suit_mask, suit_of
from sim.games.tractor.state import N_SEATS
from sim.games.tractor.strategist.cards import unseen

BURIED, N_OWNERS = 4, 5
ANYBODY = 5  # takes the place of an owner: all that are not bound
MOST_PLACES, MOST_SPLITS = 4, 10

# What a seat knows: the same for all worlds of a question
KNOWN = np.dtype(
    [
        ("one", np.uint64),  # cards not seen; those not seen twice
        ("both", np.uint64),
        ("sizes", np.int64, (N_OWNERS,)),  # how many of them each owner has
        ("lacks", np.uint64, (N_OWNERS + 1,)),  # cards that it cannot have; ANYBODY can have all
        ("single", np.uint64, (N_OWNERS + 1,)),  # cards that it cannot have twice
        ("shown", np.int64, (N_KINDS,)),  # copies of a kind that have been shown and not been played
        ("showers", np.uint64, (N_KINDS,)),  # bit by owner: who may have them
        ("kinds", np.uint64),  # the bound kinds
        ("n_places", np.int64),
        ("places", np.int64, (MOST_PLACES,)),  # an owner or ANYBODY; the last one takes what is left over
        ("room", np.int64, (MOST_PLACES - 1,)),  # cards that the places before the last one miss at the beginning
        # how the copies of a bound kind can be split between places: which get them, and in how many ways
        ("n_splits", np.int64, (N_KINDS,)),
        ("first", np.int64, (N_KINDS, MOST_SPLITS)),  # a place each
        ("second", np.int64, (N_KINDS, MOST_SPLITS)),  # no higher than the first, or NOBODY
        ("weight", np.float64, (N_KINDS, MOST_SPLITS)),
    ],
    align=True,
)


@jit.helper
def note_all(view, known):
    """Fills in `known` what the View tells of the unseen cards."""
    known.one, known.both = unseen(view)
    for owner in range(N_OWNERS):
        known.sizes[owner] = size_of(view, owner)
    note_wants(view, known)
    note_shown(view, known)


@jit.helper
def size_of(view, owner):
    """How many unseen cards an owner has."""
    if owner == BURIED:
        return 0 if view.trump >= 0 and view.seat == view.dealer else KITTY_SIZE
    return 0 if owner == view.seat else view.cards_left - n_cards(view.trick[owner], view.trick_pairs[owner])


@jit.helper
def note_wants(view, known):
    """T14, T15: what each seat has shown not to have, or not to have twice."""
    for owner in range(N_OWNERS + 1):
        known.lacks[owner], known.single[owner] = ZERO, ZERO
    if view.leader < 0:
        return
    for seat in range(N_SEATS):
        for suit in range(5):
            if has(view.voids, 5 * seat + suit):
                known.lacks[seat] |= suit_mask(suit, view.trump)
    for t in range(view.tricks + 1):
        led = view.plays[t, view.leaders[t]]
        if led:
            note_pairs(view, known, t, suit_mask(suit_of(lowest(led), view.trump), view.trump))


@jit.helper
def note_pairs(view, known, t, suit):
    """T14: who had no pair of the led suit left after trick t has no copy of what it has played of it then and since."""
    m = popcount(view.play_pairs[t, view.leaders[t]])
    for seat in range(N_SEATS):
        if view.plays[t, seat] and popcount(view.play_pairs[t, seat] & suit) < m:
            known.single[seat] |= suit
        known.lacks[seat] |= view.plays[t, seat] & known.single[seat]


@jit.helper
def note_shown(view, known):
    """T5, T7: cards that have been shown and not been played, and who may have them."""
    for card in range(N_KINDS):
        known.shown[card] = 0
    for i in range(view.n_declared):
        answer = view.declared[i]
        note_copies(view, known, view.declared_by[i], shown_card(answer, view.trump), 1 if answer < PAIR else 2)
    left = view.kitty
    while left:
        card = lowest(left)
        left &= left - ONE
        note_copies(view, known, view.dealer, card, 2 if has(view.kitty_pairs, card) else 1)


@jit.helper
def shown_card(answer, trump):
    """The card that a declaration shows, on the ladder of the deal (while declaring, trump -1, of no-trump)."""
    if answer >= BLACK_PAIR:
        return BLACK_JOKER if answer == BLACK_PAIR else RED_JOKER
    return lowest(relabel(bit(LEVEL_PLACE + ((answer - 1) & 3)), trump if trump >= 0 else NO_TRUMP))


@jit.helper
def note_copies(view, known, seat, card, n):
    """Another seat has shown n copies of a card; those that it has not played it holds, or as the dealer has buried."""
    if seat == view.seat:
        return
    n -= (1 if has(view.played[seat], card) else 0) + (1 if has(view.played_pairs[seat], card) else 0)
    if n > known.shown[card]:
        known.shown[card] = n
        known.showers[card] = bit(seat) | (bit(BURIED) if view.trump >= 0 and seat == view.dealer else ZERO)
