"""The record of one game of Tractor (a deal, or a match of deals) while the kernel plays it."""

from __future__ import annotations

import numpy as np

from sim.core.blocks import game_dtype
from sim.games.tractor.cards import N_CARDS
from sim.games.tractor.decisions import DECISIONS, VIEW

N_SEATS = 4  # T2
MAX_DEALS = 1000  # the highest value of the option max_deals (T21)

RULES = np.dtype(
    [
        ("unit", np.int64),  # rules.DEAL or MATCH
        ("level", np.int64),  # unit=deal: 0..12, or -1: drawn
        ("dealer", np.int64),  # unit=deal: a seat, or -1: first deal, the initial dealer drawn (T4)
        ("first_dealer", np.int64),  # rules.FIRST_DECLARER or STANDING (T6)
        ("defend_ace", np.int64),  # 0 or 1 (T21)
        ("max_deals", np.int64),  # 1..MAX_DEALS (T21)
    ],
    align=True,
)

RECORD = game_dtype(
    RULES,
    VIEW,
    N_SEATS,
    len(DECISIONS),
    [
        ("hands", np.uint64, (N_SEATS,)),  # sets of cards, two masks each: in it, in it twice
        ("pairs", np.uint64, (N_SEATS,)),
        ("played", np.uint64, (N_SEATS,)),
        ("played_pairs", np.uint64, (N_SEATS,)),
        ("kitty", np.uint64),
        ("kitty_pairs", np.uint64),
        ("buried", np.uint64),
        ("buried_pairs", np.uint64),
        ("voids", np.uint64),  # as in the View
        ("pairless", np.uint64),
        ("suit", np.uint64),  # of the current trick: its mask, as in the View
        ("led", np.int64),  # the same as a number: 0..3 the lane, 4 trumps
        ("n_cards", np.int64),
        ("n_pairs", np.int64),
        ("best", np.int64),
        ("best_seat", np.int64),
        ("trick_points", np.int64),
        ("n_played", np.int64),  # plays in the current trick
        ("leader", np.int64),
        ("cards_left", np.int64),  # in each hand when the trick begins
        ("points", np.int64, (2,)),  # taken in tricks of the deal, by team
        ("tricks", np.int64),  # finished in the deal
        ("level", np.int64),  # of the deal
        ("levels", np.int64, (2,)),  # of the teams; above ACE: has won the match (T21)
        ("trump", np.int64),
        ("dealer", np.int64),
        ("opener", np.int64),  # who had the first turn to declare (T4)
        ("standing", np.int64),  # the declaration that stands, as an answer; PASS if none
        ("turn", np.int64),  # whose turn it is to declare
        ("passes", np.int64),  # in a row
        ("first_declarer", np.int64),  # a seat, or -1
        ("standing_by", np.int64),
        ("n_deals", np.int64),  # finished in the game
        ("is_won", np.int64),  # 1 when a team has won the match
        ("asked", np.int64, (N_SEATS,)),  # decisions asked of each seat in the game
        # of each finished deal:
        ("dealers", np.int64, (MAX_DEALS,)),
        ("deal_levels", np.int64, (MAX_DEALS,)),
        ("declarations", np.int64, (MAX_DEALS,)),  # that stood, as answers (T5)
        ("declarers", np.int64, (MAX_DEALS,)),  # who made them, or -1
        ("trumps", np.int64, (MAX_DEALS,)),
        ("attackers", np.int64, (MAX_DEALS,)),  # the attackers' points, the kitty's bonus included (T18, T19)
        ("kitty_points", np.int64, (MAX_DEALS,)),  # buried
        ("factors", np.int64, (MAX_DEALS,)),  # 2 x cards per play of the last trick if attackers won it, else 0 (T19)
        ("n_tricks", np.int64, (MAX_DEALS,)),
        ("kept", np.int64, (MAX_DEALS,)),  # 1: the initial dealer deals (T6)
        ("pack", np.uint8, (N_CARDS,)),  # seat s is dealt pack[25s : 25s + 25], the kitty is the rest
    ],
)
