"""How heavy a hand is as it is dealt, for control variates: the sum of its ranks, less 20 for the J.

Whoever holds the J may end the round (I8), which is worth more points than any hand; 20 serves all shipped strategies.
With unit=match the hands of the first round count.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from sim.core import deals, jit
from sim.games.intervencao.cards import HAND_SIZE
from sim.games.intervencao.kernel import begin_jogo, begin_round, deal
from sim.games.intervencao.rules import MEASURE_SUM, hand_total
from sim.games.intervencao.state import RECORD

J_COUNTS = -20


def mean_strength(ranks: int, players: int) -> Fraction:
    """The exact mean of a hand: 3n - 1 cards of mean rank (ranks + 1) / 2 and the J go to n players."""
    n_cards = HAND_SIZE * players - 1
    return (n_cards * Fraction(ranks + 1, 2) + J_COUNTS) / players


@jit.helper
def deal_game(game):
    """The first deal of a game, as kernel.play_game begins it."""
    begin_jogo(game)
    begin_round(game)
    deal(game)


@jit.helper
def strength(game, seat):
    """The weight of a seat's hand."""
    return hand_total(game.hands[seat], MEASURE_SUM, J_COUNTS)


_tally = deals.deals_tallier(deal_game, strength)


@jit.cached(deals.signature(RECORD), jit.cache_folder(Path(__file__).parent))
def tally_deals(games, seed, first, rows, columns, strengths, products):
    """See core.deals.deals_tallier."""
    _tally(games[0], seed, first, rows, columns, strengths, products)
