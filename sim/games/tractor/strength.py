"""How strong a hand is as it is dealt, for control variates: 4 a joker, 2 a level card, 1 the best card of a lane, 1 a pair.

A lane's best card is the ace (at level A the king). Trumps are not yet known when the cards are dealt.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np

from sim.core import deals, jit
from sim.core.bits import popcount
from sim.games.tractor.cards import BLACK_JOKER, HAND_SIZE, LANE_WIDTH, LEVEL_PLACE, N_CARDS, N_KINDS, N_SUITS, RED_JOKER
from sim.games.tractor.kernel import begin_deal, begin_game, deal
from sim.games.tractor.state import RECORD

JOKERS = np.uint64(1 << BLACK_JOKER | 1 << RED_JOKER)
LEVELS = np.uint64(sum(1 << LEVEL_PLACE + suit for suit in range(N_SUITS)))
BESTS = np.uint64(sum(1 << LANE_WIDTH * suit + LANE_WIDTH - 1 for suit in range(N_SUITS)))


def mean_strength() -> Fraction:
    """The exact mean of a hand: 4 jokers, 8 level cards, 8 best cards and 54 pairs are in the pack."""
    in_hand = Fraction(HAND_SIZE, N_CARDS)
    both_in_hand = in_hand * Fraction(HAND_SIZE - 1, N_CARDS - 1)
    return (4 * 4 + 2 * 8 + 8) * in_hand + N_KINDS * both_in_hand


@jit.helper
def deal_game(game):
    """The first deal of a game, as kernel.play_game begins it."""
    begin_game(game)
    begin_deal(game)
    deal(game)


@jit.helper
def count(game, seat, cards):
    """How many of these cards a hand holds, copies counted."""
    return popcount(game.hands[seat] & cards) + popcount(game.pairs[seat] & cards)


@jit.helper
def strength(game, seat):
    """The strength of a seat's hand."""
    return 4 * count(game, seat, JOKERS) + 2 * count(game, seat, LEVELS) + count(game, seat, BESTS) + popcount(game.pairs[seat])


_tally = deals.deals_tallier(deal_game, strength)


@jit.cached(deals.signature(RECORD), jit.cache_folder(Path(__file__).parent))
def tally_deals(games, seed, first, rows, columns, strengths, products):
    """See core.deals.deals_tallier."""
    _tally(games[0], seed, first, rows, columns, strengths, products)
