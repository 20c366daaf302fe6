"""Wizard's rules as small pure kernels; each constant carries its rule number (README.md)."""

from __future__ import annotations

import numpy as np

from sim.core import jit
from sim.core.bits import bit, popcount
from sim.games.wizard.cards import JESTER_RANK, LANE, N_CARDS, N_SUITS, NO_TRUMP, SPECIALS, WIZARD_RANK

MIN_PLAYERS, MAX_PLAYERS = 3, 6  # W2

# W4: what a turned wizard does
DEALER_CHOOSES, NO_TRUMP_ON_WIZARD = 0, 1
# W7, W9, W10: who sees bids, and when
OPEN, HIDDEN, SECRET = 0, 1, 2

# The state of the suit to follow (W14): 0..3 that suit, or
NONE_YET, NONE_AT_ALL = 4, 5
NOBODY = -1  # is winning the trick

MET_BONUS, PER_TRICK, PER_MISS = 20, 10, 10  # W17, W17, W18
WIN_UNITS = 60  # W19: one win in whole numbers, divisible by 1..6 winners


def _follow_table() -> np.ndarray:
    """[card] -> the suit to follow once this card has been played to a trick that had none yet (W14)."""
    table = np.full(64, NONE_YET, np.uint8)
    for card in range(64):
        suit, rank = divmod(card, 16)
        if rank == WIZARD_RANK:
            table[card] = NONE_AT_ALL
        elif JESTER_RANK < rank < WIZARD_RANK:
            table[card] = suit
    return table


def _strength_table() -> np.ndarray:
    """[trump, suit to follow, card] -> strength in the trick (W16): wizard > trump > suit > nothing."""
    table = np.zeros((N_SUITS + 1, 6, 64), np.uint8)
    for trump in range(N_SUITS + 1):
        for follow in range(6):
            for card in range(64):
                suit, rank = divmod(card, 16)
                if rank == WIZARD_RANK:
                    table[trump, follow, card] = 60
                elif JESTER_RANK < rank < WIZARD_RANK and suit in (trump, follow):
                    table[trump, follow, card] = rank + (32 if suit == trump else 16)
    return table


FOLLOW_AFTER = _follow_table()
STRENGTH = _strength_table()
FOLLOW_LANE = np.append(LANE, np.uint64(0))  # by the state of the suit to follow; empty when there is none


def n_rounds(players: int) -> int:
    """W2: rounds of a game, the last of which deals all cards; kernels read it from the record."""
    return N_CARDS // players


MAX_ROUNDS = n_rounds(MIN_PLAYERS)


@jit.helper
def legal_plays(hand, follow):
    """W15: the mask of legal cards of `hand` when `follow` is the suit to follow."""
    lane = FOLLOW_LANE[follow]
    if hand & lane:
        return hand & (lane | SPECIALS)
    return hand


@jit.helper
def follow_after(follow, card):
    """W14: the suit to follow after `card`, given the one before it."""
    return np.int64(FOLLOW_AFTER[card]) if follow == NONE_YET else follow


@jit.helper
def strength(trump, follow, card):
    """W16: the strength of a card in a trick; `follow` is the suit to follow after that card."""
    return np.int64(STRENGTH[trump, follow, card])


@jit.helper
def after_card(trump, follow, best, best_seat, seat, card):
    """W14, W16: (what is to be followed, best strength, whose) once `seat` has played `card`; NONE_YET, -1, NOBODY before the first."""
    follow = follow_after(follow, card)
    value = strength(trump, follow, card)
    return follow, max(value, best), seat if value > best else best_seat


@jit.helper
def legal_bids(n_tricks, sum_before, is_last, plus_one):
    """W6, W8: the mask of legal bids (bit b: bid b) with `n_tricks` tricks in the round."""
    mask = bit(n_tricks + 1) - np.uint64(1)
    if plus_one and is_last and n_tricks - sum_before >= 0:
        mask &= ~bit(n_tricks - sum_before)
    return mask


@jit.helper
def score_met(bid):
    """W17: points for a bid met exactly."""
    return MET_BONUS + PER_TRICK * bid


@jit.helper
def score_missed(miss):
    """W18: points for a bid missed by `miss` tricks."""
    return -PER_MISS * miss


@jit.helper
def score_round(bid, won):
    """W17, W18: points of one player for a round."""
    return score_met(bid) if bid == won else score_missed(abs(bid - won))


@jit.helper
def trump_of_turned(turned):
    """W3, W4: the trump suit that a turned card makes by itself (a wizard: none yet)."""
    rank = turned & 15
    return turned >> 4 if JESTER_RANK < rank < WIZARD_RANK else NO_TRUMP


@jit.helper
def longest_suit(hand):
    """The suit held most often, the lowest of equals (0 for a hand without suit cards)."""
    best, most = 0, -1
    for suit in range(N_SUITS):
        count = popcount(hand & LANE[suit])
        if count > most:
            best, most = suit, count
    return best
