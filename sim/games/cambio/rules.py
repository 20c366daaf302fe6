"""Câmbio's rules as small pure kernels; each constant carries its rule number (README.md)."""

from __future__ import annotations

import numpy as np

from sim.core import jit
from sim.core.bits import bit, lowest
from sim.games.cambio.cards import EIGHT, JACK, KING, N_KINDS, NINE, POINTS, QUEEN, SEVEN, TEN
from sim.games.cambio.decisions import DISCARD, PLAY

MIN_PLAYERS, MAX_PLAYERS = 2, 8  # C2
DEALT = 4  # C3
LOOKED_AT = 2  # C3: positions 0 and 1

# C7, C10: what a card does when it is played
NO_EFFECT, LOOK_OWN, LOOK_OTHER, BLIND_EXCHANGE, LOOK_AND_EXCHANGE = range(5)
# C16: option own_wrong
ABANDON2, RETURN1, RETURN2 = range(3)
# C12, C20: how a game can end
PLAYING, CALLED, EXHAUSTED, CUT_OFF = range(4)

BY_RANK, BY_POINTS = 0, 1  # C13: option snap_match
N_KEYS = 22
WIN_UNITS = 840  # C21: one win in whole numbers, divisible by 1..8 winners


def _effect(card: int) -> int:
    """C7."""
    rank = card // 4
    if rank in (SEVEN, EIGHT):
        return LOOK_OWN
    if rank in (NINE, TEN):
        return LOOK_OTHER
    if rank in (JACK, QUEEN):
        return BLIND_EXCHANGE
    return LOOK_AND_EXCHANGE if rank == KING and POINTS[card] > 0 else NO_EFFECT


EFFECT = np.array([_effect(card) for card in range(N_KINDS)], np.int64)


@jit.helper
def points_of(card):
    """C6: what a card counts."""
    return POINTS[card]


@jit.helper
def effect_of(card):
    """C7: what the card does when it is played from the stock."""
    return EFFECT[card]


@jit.helper
def match_key(card, by_points):
    """C13: a key 0..21; two cards match when their keys are equal."""
    return POINTS[card] + 1 if by_points else card >> 2


@jit.helper
def hand_points(cards, occupied):
    """C20, C22: points of what lies in front of a player; cards: (16,) codes, occupied: mask of positions."""
    total = 0
    while occupied:
        total += POINTS[cards[lowest(occupied)]]
        occupied &= occupied - np.uint64(1)
    return total


@jit.helper
def legal_uses(card, occupied, from_top):
    """C7, C8: the mask of uses of a card in hand; the discard's top can only be swapped in."""
    if from_top:
        return occupied
    mask = occupied | bit(DISCARD)
    return mask | bit(PLAY) if EFFECT[card] != NO_EFFECT else mask


@jit.helper
def is_legal(mask, answer):
    """Whether the answer is one of the mask."""
    return 0 <= answer < 64 and mask >> np.uint64(answer) & np.uint64(1) != np.uint64(0)


@jit.helper
def n_penalty(own_wrong):
    """C16: cards drawn for an own card thrown wrongly."""
    return 1 if own_wrong == RETURN1 else 2


@jit.helper
def fewest(points, players):
    """C21: the fewest points."""
    least = points[0]
    for seat in range(1, players):
        least = min(least, points[seat])
    return least


@jit.helper
def winner_mask(points, players, caller):
    """C21: who wins, as a mask of seats; caller: a seat, or -1 (nobody: the game was exhausted)."""
    least = fewest(points, players)
    winners = np.uint64(0)
    for seat in range(players):
        if points[seat] == least:
            winners |= bit(seat)
    if caller >= 0 and winners != bit(caller):
        winners &= ~bit(caller)
    return winners
