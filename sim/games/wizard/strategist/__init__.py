"""What a strategy for Wizard needs: `from sim.games.wizard.strategist import *` and write functions of a View.

Everything here may be called from a strategy's functions; nothing here reads more than the View holds.

    chance        draw, chance, normal_draw, random_legal
    cards         suit_of, rank_of, higher_of_suit, power, strongest, weakest
    the round     need, need_of, wants_more, tricks_left, unseen, unseen_above, none_held, none_held_between, at_most_held
    the trick     trick_card, strength_now, wins_now, winners_now, losers_now, is_last, n_behind, seat_after
    bids          nearest, legal_bid_near, bid_worth, best_bid, forehead_bid
"""

from __future__ import annotations

import numpy as np

from sim.core.bits import ONE, ZERO, bit, has, highest, lowest, nth_set_bit, popcount
from sim.core.draws import chance, draw
from sim.games.protocol import Knob
from sim.games.wizard.cards import FULL_PACK, JESTERS, LANE, N_SUITS, NO_TRUMP, SPECIALS, WIZARDS
from sim.games.wizard.decisions import UNSEEN
from sim.games.wizard.rules import NONE_YET, follow_after, longest_suit
from sim.games.wizard.strategist.bids import best_bid, bid_worth, forehead_bid, legal_bid_near, nearest
from sim.games.wizard.strategist.cards import higher_of_suit, normal_draw, power, random_legal, rank_of, strongest, suit_of, weakest
from sim.games.wizard.strategist.table import (
    at_most_held,
    is_last,
    losers_now,
    n_behind,
    need,
    need_of,
    none_held,
    none_held_between,
    seat_after,
    strength_now,
    trick_card,
    tricks_left,
    unseen,
    unseen_above,
    wants_more,
    winners_now,
    wins_now,
)

__all__ = [
    "FULL_PACK",
    "JESTERS",
    "LANE",
    "NONE_YET",
    "NO_TRUMP",
    "N_SUITS",
    "ONE",
    "SPECIALS",
    "UNSEEN",
    "WIZARDS",
    "ZERO",
    "Knob",
    "at_most_held",
    "best_bid",
    "bid_worth",
    "bit",
    "chance",
    "draw",
    "follow_after",
    "forehead_bid",
    "has",
    "higher_of_suit",
    "highest",
    "is_last",
    "legal_bid_near",
    "longest_suit",
    "losers_now",
    "lowest",
    "n_behind",
    "nearest",
    "need",
    "need_of",
    "none_held",
    "none_held_between",
    "normal_draw",
    "np",
    "nth_set_bit",
    "popcount",
    "power",
    "random_legal",
    "rank_of",
    "seat_after",
    "strength_now",
    "strongest",
    "suit_of",
    "trick_card",
    "tricks_left",
    "unseen",
    "unseen_above",
    "wants_more",
    "weakest",
    "winners_now",
    "wins_now",
]
