"""Intervenção's two decisions, and all that a seat may know when it takes them (the View).

| decision | asked | answer |
|---|---|---|
| `act` | the seat whose turn to act the clock has drawn (I5) | an act, see below |
| `ally` | each seat after the deal, with `alliances=on` (I22) | NOBODY, or seat + 16 * vantagens offered |

An act is one whole number:

    bits   13 .. 8      7 .. 4     3 .. 0
           card code    a seat     kind

    REST ABSORB INTERVENE REVEAL   the kind alone
    EXPEL                          the card and the seat it is put in front of
    SHOW                           the seat that sees the hand
    EXIT_LOW EXIT_HIGH             the seat in the emergency (with exit_by=pressed: the own one)

For `act`, bit k of `view.legal` is set when an act of kind k can be done. Resting always can: `view.resting` says
what it would be. For `ally`, `view.legal` is the mask of seats that can be named.
"""

from __future__ import annotations

import numpy as np

from sim.core.seam import view_dtype
from sim.games.protocol import Decision

ACT, ALLY = range(2)

DECISIONS = (
    Decision("act", "the clock has drawn this seat to act", "an act: kind + 16 * seat + 256 * card", "I5"),
    Decision("ally", "after the deal, with alliances=on", "-1 nobody, or seat + 16 * vantagens offered", "I22"),
)

REST, EXPEL, ABSORB, INTERVENE, EXIT_LOW, EXIT_HIGH, REVEAL, SHOW = range(8)
KIND_NAMES = ("rest", "expel", "absorb", "intervene", "exit low", "exit high", "reveal", "show")
N_KINDS = len(KIND_NAMES)
SEAT_STEP, CARD_STEP = 16, 256  # of an act; SEAT_STEP also parts seat and offer of `ally`

UNLAWFUL, LAWFUL, PASS = range(3)  # what resting would be (I10): it eliminates, it cancels the debt, it does nothing

NOBODY = -1
UNSEEN = -1.0  # the time of what has not happened
MAX_SEATS = 10  # I2
N_HISTORY = 1024  # expulsions of the round that a View keeps (the latest)
CLOCK_STEPS = 1 << 20  # of a beat, in the history
POINT_UNITS = 2520  # I18: a point, divisible by 1..10 players who share it

# What was agreed before the game; every seat knows it.
RULES = np.dtype(
    [
        ("players", np.int64),  # 4..10 (I2)
        ("ranks", np.int64),  # I3
        ("speeds", np.float64, (MAX_SEATS,)),  # acts a beat, by seat (I5)
        ("grace", np.float64),  # beats before the J may be laid (I8)
        ("time_limit", np.float64),  # beats (I12)
        ("exit_by", np.int64),  # 0 pressed, 1 others
        ("high_exit", np.int64),  # 0 or 1 (I13)
        ("low_exit", np.int64),  # 0 or 1 (I14)
        ("low_limit", np.int64),  # I14
        ("pressed", np.int64),  # 0 counted, 1 worst (I15)
        ("measure", np.int64),  # 0 sum of ranks, 1 cards (I17)
        ("j_value", np.int64),  # I17
        ("elimination", np.int64),  # 0 points, 1 worst, 2 none (I18)
        ("limit", np.int64),  # points below zero (I18)
        ("rounds", np.int64),  # with elimination=none (I18)
        ("max_rounds", np.int64),  # I18
        ("alliances", np.int64),  # 0 or 1 (I22)
        ("unit", np.int64),  # 0 round, 1 match
    ],
    align=True,
)

VIEW = view_dtype(
    [
        ("legal", np.uint64),  # see above
        ("hand", np.uint64),  # own cards, the J (bit 0) among them
        ("expellable", np.uint64),  # own cards that may be expelled now (I6)
        ("others", np.uint64),  # mask of the other seats in the round
        ("seat", np.int64),  # own seat
        ("n_in_round", np.int64),  # seats in the round, the own one included
        ("round", np.int64),  # from 1
        ("resting", np.int64),  # UNLAWFUL, LAWFUL or PASS: what resting would be now (I10)
        ("free_word", np.int64),  # 1: revealing or showing would not count as an unlawful rest (I10)
        ("clock", np.float64),  # beats since the deal
        ("interventor", np.int64),  # the seat that has revealed the J, NOBODY before (I4)
        ("ally", np.int64),  # own ally of the round, or NOBODY (I22)
        ("offer_limit", np.int64),  # for `ally`: most vantagens that can be offered (I21)
        ("n_expelled", np.int64),  # expulsions in the round so far
        ("history", np.uint64, (N_HISTORY,)),  # expulsion i at i % N_HISTORY: who + 16 to + 256 card + 2**16 (clock * CLOCK_STEPS)
        # by seat; all of this lies open at the table
        ("waiting", np.uint64, (MAX_SEATS,)),  # cards waiting in front (I6)
        ("batches", np.uint64, (MAX_SEATS,)),  # open batches (I9)
        ("known", np.uint64, (MAX_SEATS,)),  # cards in hand that all know of: absorbed in this round and not expelled since
        ("debts", np.int64, (MAX_SEATS,)),  # expulsions owed (I9)
        ("sizes", np.int64, (MAX_SEATS,)),  # cards in hand, the J included; 0 out of the round
        ("points", np.int64, (MAX_SEATS,)),  # before this round, in 1/POINT_UNITS
        ("vantagens", np.int64, (MAX_SEATS,)),  # I20
        # by seat; what was shown to this seat alone
        ("shown", np.uint64, (MAX_SEATS,)),  # the hand when it was last shown (S33); an ally's as it is (I22)
        ("shown_at", np.float64, (MAX_SEATS,)),  # when, in beats; UNSEEN: never
        ("rules", RULES),
    ]
)
