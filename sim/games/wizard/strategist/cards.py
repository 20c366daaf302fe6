"""Chance, and cards by themselves."""

from __future__ import annotations

import numpy as np

from sim.core import jit
from sim.core.bits import ONE, bit, lowest, nth_set_bit, popcount
from sim.core.draws import chance, draw
from sim.games.wizard.cards import JESTER_RANK, LANE, N_SUITS, WIZARD_RANK

WIZARD_POWER, TRUMP_POWER = 60, 32  # a jester has power 0, a side card its rank


def _power_table() -> np.ndarray:
    """[trump, card] -> how strong a card is before anything is led: jester < side suit by rank < trump < wizard."""
    table = np.zeros((N_SUITS + 1, 64), np.uint8)
    for trump in range(N_SUITS + 1):
        for card in range(64):
            suit, rank = divmod(card, 16)
            if rank == WIZARD_RANK:
                table[trump, card] = WIZARD_POWER
            elif rank != JESTER_RANK:
                table[trump, card] = rank + (TRUMP_POWER if suit == trump else 0)
    return table


POWER = _power_table()


@jit.helper
def normal_draw(view):
    """Nearly a standard normal number: twelve uniform ones summed, less six (no logarithm: the same on any machine)."""
    total = -6.0
    for _ in range(12):
        total += chance(view)
    return total


@jit.helper
def random_legal(view):
    """One of the legal answers, each equally likely."""
    return nth_set_bit(view.legal, draw(view, popcount(view.legal)))


@jit.helper
def suit_of(card):
    """0..3 (B G R Y), for wizards and jesters the lane of their copy."""
    return card >> 4


@jit.helper
def rank_of(card):
    """1..13; 0 a jester, 14 a wizard."""
    return card & 15


@jit.helper
def higher_of_suit(card):
    """The mask of the higher cards of a suit card's suit (1..13; for a wizard none, for a jester its whole lane)."""
    return LANE[suit_of(card)] & ~(bit(card + 1) - ONE)


@jit.helper
def power(view, card):
    """How strong a card is by itself: 0 a jester, 1..13 a side suit, 33..45 a trump, 60 a wizard."""
    return np.int64(POWER[view.trump, card])


@jit.helper
def strongest(view, cards):
    """The card of greatest power in a mask, the lowest code of equals; -1 for the empty mask."""
    best, most = -1, -1
    while cards:
        card = lowest(cards)
        cards &= cards - ONE
        if power(view, card) > most:
            best, most = card, power(view, card)
    return best


@jit.helper
def weakest(view, cards):
    """The card of least power in a mask, the lowest code of equals; -1 for the empty mask."""
    best, least = -1, WIZARD_POWER + 1
    while cards:
        card = lowest(cards)
        cards &= cards - ONE
        if power(view, card) < least:
            best, least = card, power(view, card)
    return best
