"""The record of one game of Câmbio while the kernel plays it; kernel/moves.py keeps it in order."""

from __future__ import annotations

import numpy as np

from sim.core.blocks import game_dtype
from sim.games.cambio.cards import MOST_CARDS
from sim.games.cambio.decisions import DECISIONS, MAX_POSITIONS, MAX_SEATS, VIEW
from sim.games.cambio.rules import N_KEYS

MAX_FOURS = MAX_SEATS // 4
MOST_ROUNDS = 32  # own turns whose hand sizes are kept for figures

RULES = np.dtype(
    [
        ("players", np.int64),  # 2..8 (C2)
        ("n_cards", np.int64),  # 106, 108 or 110 (C1)
        ("pack", np.uint8, (MOST_CARDS,)),  # the pack, pack[0 : n_cards]
        ("stacked", np.int64),  # 1: the pack is dealt as it lies and seat 0 begins (scripted games)
        ("open_discard", np.int64),  # 0 or 1 (C4)
        ("snap_match", np.int64),  # rules.BY_RANK or BY_POINTS (C13)
        ("discarder_first", np.int64),  # 0 or 1 (C14)
        ("snap_chain", np.int64),  # 0 or 1 (C15)
        ("own_wrong", np.int64),  # rules.ABANDON2, RETURN1 or RETURN2 (C16)
        ("caller_locked", np.int64),  # 0 or 1 (C19)
        ("max_turns", np.int64),  # C12
        ("speed", np.float64, (MAX_SEATS,)),  # rate of the reaction time (C14)
        ("fading", np.float64, (MAX_SEATS,)),  # chance to forget a card before an own turn (C24)
    ],
    align=True,
)

RECORD = game_dtype(
    RULES,
    VIEW,
    MAX_SEATS,
    len(DECISIONS),
    [
        ("cards", np.uint8, (MAX_SEATS, MAX_POSITIONS)),  # codes; NO_CARD at an empty position
        ("memory", np.uint8, (MAX_SEATS, MAX_POSITIONS)),  # seats that remember the card, bit s
        ("seen", np.uint8, (MAX_SEATS, MAX_POSITIONS)),  # seats that have lawfully seen it
        ("occupied", np.uint64, (MAX_SEATS,)),  # positions with a card
        ("opened", np.int64, (MAX_SEATS,)),  # positions ever opened: 0 .. opened - 1 (C16)
        # places of the cards that a seat remembers, by match key (C13): bit p of fits[seat >> 2, place >> 6, key, seat & 3]
        ("fits", np.uint64, (MAX_FOURS, MAX_FOURS, N_KEYS, 4)),
        ("touchable", np.uint64, (MAX_FOURS,)),  # places that may be thrown from, bit p of touchable[place >> 6] (C19)
        ("fours", np.int64),  # seats in groups of four: 1 or 2
        ("stock", np.uint8, (MOST_CARDS,)),
        ("n_stock", np.int64),
        ("next", np.int64),  # the stock's top is stock[next]
        ("shuffled", np.int64),  # stock[next : shuffled] is in its final order, the rest is shuffled when needed
        ("half", np.uint64),  # the half word that the next four cards are shuffled by, if has_half
        ("has_half", np.int64),
        ("reshuffles", np.int64),
        ("pile", np.uint8, (MOST_CARDS,)),  # the discard pile, the top last
        ("n_pile", np.int64),
        ("top", np.int64),  # the pile's top, NO_CARD without one
        ("everyone", np.uint64),  # the mask of all seats
        ("all_seeing", np.uint64),  # seats whose strategies are not lawful: they remember every card
        ("first", np.int64),  # who begins
        ("turn", np.int64),  # turns begun
        ("mover", np.int64),  # whose turn it is
        ("open_question", np.int64),  # of a rollout: the decision that the turn goes on from, NOTHING from then on
        ("outcome", np.int64),  # rules.PLAYING, CALLED, EXHAUSTED or CUT_OFF
        ("caller", np.int64),  # -1: nobody
        ("locked", np.int64),  # the caller with the option caller_locked, else -1 (C19)
        ("call_turn", np.int64),
        ("points_at_call", np.int64),  # the caller's true points then
        ("estimate_at_call", np.int64),  # n_cards times what they were worth by the caller's memory
        ("points", np.int64, (MAX_SEATS,)),  # at the end
        ("winners", np.uint64),  # mask of seats
        ("trying", np.uint64),  # of a snap: seats whose try is not settled
        ("tries", np.int64, (MAX_SEATS,)),  # their places
        ("gone", np.uint64, (MAX_SEATS,)),  # of a snap: positions whose card has left
        ("turns", np.int64, (MAX_SEATS,)),  # own turns
        ("asked", np.int64, (MAX_SEATS,)),  # decisions
        ("right", np.int64, (MAX_SEATS,)),  # snaps that counted
        ("wrong", np.int64, (MAX_SEATS,)),  # snaps that were penalised
        ("sizes", np.int64, (MAX_SEATS, MOST_ROUNDS)),  # cards in front at the start of own turn t
    ],
)
