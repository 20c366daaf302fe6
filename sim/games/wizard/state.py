"""The record of one game of Wizard while the kernel plays it."""

from __future__ import annotations

import numpy as np

from sim.core.blocks import game_dtype
from sim.games.wizard.cards import N_CARDS
from sim.games.wizard.decisions import DECISIONS, VIEW

MAX_SEATS, MAX_ROUNDS = 6, 20  # W2

RULES = np.dtype(
    [
        ("players", np.int64),  # 3..6 (W2)
        ("rounds", np.int64),  # 60 / players (W2)
        ("wizard_turned", np.int64),  # rules.DEALER_CHOOSES or NO_TRUMP_ON_WIZARD (W4)
        ("first_dealer", np.int64),  # a seat, or -1: drawn (W5)
        ("bids", np.int64),  # rules.OPEN, HIDDEN or SECRET (W7, W9, W10)
        ("plus_one", np.int64),  # 0 or 1 (W8)
        ("forehead", np.int64),  # 0 or 1 (W11)
    ],
    align=True,
)

RECORD = game_dtype(
    RULES,
    VIEW,
    MAX_SEATS,
    len(DECISIONS),
    [
        ("dealt", np.uint64, (N_CARDS,)),  # one bit each; of k cards seat s gets dealt[s*k : s*k+k], the next is turned
        ("hands", np.uint64, (MAX_SEATS,)),  # masks
        ("bids", np.int64, (MAX_ROUNDS, MAX_SEATS)),  # by round, from 0
        ("won", np.int64, (MAX_ROUNDS, MAX_SEATS)),  # tricks won, by round
        ("points", np.int64, (MAX_ROUNDS, MAX_SEATS)),  # scored, by round
        ("trumps", np.int64, (MAX_ROUNDS,)),  # 0..3, or NO_TRUMP, by round
        ("scores", np.int64, (MAX_SEATS,)),  # points so far
        ("named", np.int64, (MAX_SEATS,)),  # how often each seat has named trump in the game
        ("dealer", np.int64),
        ("trump", np.int64),  # 0..3, or NO_TRUMP
        ("turned", np.int64),  # card code, -1 in the last round
    ],
)
