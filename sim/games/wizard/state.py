"""The record of one game of Wizard while the kernel plays it."""

from __future__ import annotations

import numpy as np

from sim.core.blocks import game_dtype
from sim.games.wizard.cards import N_CARDS
from sim.games.wizard.decisions import DECISIONS, RULES, VIEW
from sim.games.wizard.rules import MAX_ROUNDS

MAX_SEATS = 6  # W2

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
        # where the round stands while nobody plays on; when it begins, at nothing bid and nothing played
        ("n_bids", np.int64),  # seats that have bid, from the left of the dealer on
        ("trick", np.int64),  # tricks finished
        ("leader", np.int64),  # of the current trick
        ("n_played", np.int64),  # cards in it
        ("cards", np.uint64),  # they themselves, byte i the i-th
        ("last_trick", np.uint64),  # those of the trick before
        ("played", np.uint64),  # the mask of all cards played in the round
        ("follow", np.int64),  # what is to be followed, and what wins the trick: as in a View
        ("best", np.int64),
        ("best_seat", np.int64),
    ],
)
