"""What a strategy for Intervenção needs: `from sim.games.intervencao.strategist import *` and write functions of a View.

Everything here may be called from a strategy's functions; nothing here reads more than the View holds.

    acts          rest, absorb, intervene, reveal, expel, show_to, exit_low, exit_high, can
    ally          nobody, name_ally
    chance        draw, chance, random_card, random_other
    cards         rank_of, highest_card, lowest_card, rank_sum, popcount, bit, has
    the table     next_other, cards_before, fewest_cards, holds_j, owes, may_rest, is_surely_high, is_surely_low
    the history   expulsion, expelled_by, expelled_card, expelled_to, expelled_at
    estimates     known_total, guessed_total
"""

from __future__ import annotations

import numpy as np

from sim.core.bits import bit, has, highest, lowest, nth_set_bit, popcount
from sim.core.draws import chance, draw
from sim.games.intervencao.cards import HAND_SIZE, J_BIT
from sim.games.intervencao.decisions import (
    ABSORB,
    EXIT_HIGH,
    EXIT_LOW,
    EXPEL,
    INTERVENE,
    LAWFUL,
    MAX_SEATS,
    NOBODY,
    PASS,
    POINT_UNITS,
    REST,
    REVEAL,
    SHOW,
    UNLAWFUL,
)
from sim.games.intervencao.rules import rank_sum
from sim.games.intervencao.strategist.acts import (
    absorb,
    can,
    exit_high,
    exit_low,
    expel,
    intervene,
    name_ally,
    nobody,
    random_card,
    random_other,
    rest,
    reveal,
    show_to,
)
from sim.games.intervencao.strategist.table import (
    cards_before,
    expelled_at,
    expelled_by,
    expelled_card,
    expelled_to,
    expulsion,
    fewest_cards,
    guessed_total,
    highest_card,
    holds_j,
    is_surely_high,
    is_surely_low,
    known_total,
    lowest_card,
    may_rest,
    next_other,
    owes,
    rank_of,
)
from sim.games.protocol import Knob

__all__ = [
    "ABSORB",
    "EXIT_HIGH",
    "EXIT_LOW",
    "EXPEL",
    "HAND_SIZE",
    "INTERVENE",
    "J_BIT",
    "LAWFUL",
    "MAX_SEATS",
    "NOBODY",
    "PASS",
    "POINT_UNITS",
    "REST",
    "REVEAL",
    "SHOW",
    "UNLAWFUL",
    "Knob",
    "absorb",
    "bit",
    "can",
    "cards_before",
    "chance",
    "draw",
    "exit_high",
    "exit_low",
    "expel",
    "expelled_at",
    "expelled_by",
    "expelled_card",
    "expelled_to",
    "expulsion",
    "fewest_cards",
    "guessed_total",
    "has",
    "highest",
    "highest_card",
    "holds_j",
    "intervene",
    "is_surely_high",
    "is_surely_low",
    "known_total",
    "lowest",
    "lowest_card",
    "may_rest",
    "name_ally",
    "next_other",
    "nobody",
    "np",
    "nth_set_bit",
    "owes",
    "popcount",
    "random_card",
    "random_other",
    "rank_of",
    "rank_sum",
    "rest",
    "reveal",
    "show_to",
]
