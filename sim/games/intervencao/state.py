"""The record of one game of Intervenção (a round or a whole jogo) while the kernel plays it."""

from __future__ import annotations

import numpy as np

from sim.core.blocks import game_dtype
from sim.games.intervencao.decisions import DECISIONS, MAX_SEATS, N_HISTORY, RULES, VIEW
from sim.games.intervencao.rules import HIGHEST_MAX_ROUNDS as MAX_ROUNDS

N_DRAWN = 32  # 3 * MAX_SEATS - 1 cards, rounded up to a multiple of four (see rng.draw_bits)

ROUND_FACTS = np.dtype(
    [  # what is kept of each round for the tally
        ("end", np.int64),  # rules.BY_J ...
        ("beats", np.float64),  # its length
        ("acts", np.int64),  # of all seats, lost ones included
        ("expulsions", np.int64),
        ("interventor", np.int64),
        ("best_hand", np.int64),  # of a determinate round: the lowest and the highest total
        ("worst_hand", np.int64),
        ("dealt", np.uint64),  # mask of the seats that were dealt cards
        ("points", np.int64, (MAX_SEATS,)),  # won or lost, in 1/POINT_UNITS
        ("totals", np.int64, (MAX_SEATS,)),  # hand at the end, -1 where none was counted
        ("own_acts", np.int64, (MAX_SEATS,)),
        ("own_expulsions", np.int64, (MAX_SEATS,)),
        ("asked", np.int64, (MAX_SEATS,)),  # decisions asked
    ],
    align=True,
)


def record_of(n_rounds: int) -> np.dtype:
    """The record of a game of at most so many rounds."""
    return game_dtype(
        RULES,
        VIEW,
        MAX_SEATS,
        len(DECISIONS),
        [
            # the jogo
            ("in_jogo", np.uint64),  # mask of seats
            ("out_last", np.uint64),  # who left in the round in which somebody last left
            ("inanition", np.uint64),  # who was eliminated by inanition
            ("left_after", np.int64, (MAX_SEATS,)),  # the round after (or in) which a seat left; 0: it has not
            ("points", np.int64, (MAX_SEATS,)),  # in 1/POINT_UNITS
            ("vantagens", np.int64, (MAX_SEATS,)),
            ("result", np.int64),  # rules.ONGOING, DECIDED or INDETERMINATE
            ("moral", np.uint64),  # masks of champions of a decided jogo
            ("official", np.uint64),
            ("n_rounds", np.int64),  # rounds begun
            ("facts", ROUND_FACTS, (n_rounds,)),
            # the round
            ("in_round", np.uint64),  # mask of seats
            ("n_in_round", np.int64),
            ("hands", np.uint64, (MAX_SEATS,)),
            ("waiting", np.uint64, (MAX_SEATS,)),
            ("batches", np.uint64, (MAX_SEATS,)),
            ("known", np.uint64, (MAX_SEATS,)),
            ("debts", np.int64, (MAX_SEATS,)),
            ("sizes", np.int64, (MAX_SEATS,)),
            ("words", np.int64, (MAX_SEATS,)),  # shows and reveals since the deal or the last own expulsion or absorption (I10)
            ("barred", np.int64, (MAX_SEATS,)),  # 1: the next act is lost after a wrong claim
            ("allies", np.int64, (MAX_SEATS,)),
            ("named", np.int64, (MAX_SEATS,)),  # answers to `ally`
            ("interventor", np.int64),
            ("revealed", np.int64),  # the interventor once revealed, else NOBODY
            ("pressed", np.int64),  # whose emergency ended the round, else NOBODY
            ("clock", np.float64),
            ("seated", np.int64, (MAX_SEATS,)),  # the seats in the round, in order
            ("reach", np.float64, (MAX_SEATS,)),  # the sum of the speeds of these seats up to each
            ("total_speed", np.float64),  # the whole sum
            ("end", np.int64),  # rules.NOT_ENDED while it is played
            ("is_shown", np.int64),  # 1: some View holds a shown hand
            ("offers_locked", np.int64),  # 1: no vantagens may be offered in this round (I21)
            ("n_expelled", np.int64),
            ("history", np.uint64, (N_HISTORY,)),
            ("dealt", np.uint64, (N_DRAWN,)),  # one bit each, in the order drawn
        ],
    )


RECORD = record_of(MAX_ROUNDS)
ONE_ROUND = record_of(1)  # small enough to be made for a single question
