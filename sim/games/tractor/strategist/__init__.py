"""What a strategy for Tractor needs: `from sim.games.tractor.strategist import ...` and write functions of a View.

Cards are places on the ladder of the deal (drawn in cards.py), sets of cards two masks: `one` (in it), `both` (in it
twice); a strategy plays a set by `return choose(view, one, both)`. Everything here may be called from a strategy's
functions; nothing here reads more than the View holds.

    cards     position, points_of, n_in_suit, trumps_under, is_partner, is_void, is_pairless, unseen,
              boss_cards, boss_pairs
    tricks    choose, longest_lead, lead_tops, lead_of, is_owed_in_suit, forced_cards, winning_tops, winning_top, is_last
    values    least_card, least_cards, bury_least, follow_least
    draws     draw, chance, random_card, random_cards, random_declaration, random_bury, random_lead, random_follow
"""

from __future__ import annotations

import numpy as np

from sim.core.bits import bit, has, highest, lowest, nth_set, nth_set_bit
from sim.core.draws import chance, draw
from sim.games.protocol import Knob
from sim.games.tractor.cards import BLACK_JOKER, KITTY_SIZE, LEVEL_PLACE, N_RANKS, N_SUITS, NO_TRUMP, RED_JOKER
from sim.games.tractor.decisions import CHOSEN
from sim.games.tractor.rules import (
    BLACK_PAIR,
    EQUALS,
    FULL_LADDER,
    LANE,
    PAIR,
    PASS,
    RED_PAIR,
    SINGLE,
    add_cards,
    first_of,
    fold,
    n_cards,
    n_points,
    pairs_owed,
    remove_cards,
    run_starts,
    suit_mask,
    suit_of,
    top_if_matching,
    unfold,
)
from sim.games.tractor.strategist.cards import boss_cards, boss_pairs, is_pairless, is_partner, is_void, n_in_suit, points_of, position, trumps_under, unseen
from sim.games.tractor.strategist.draws import random_bury, random_card, random_cards, random_declaration, random_follow, random_lead
from sim.games.tractor.strategist.tricks import (
    cards_above,
    choose,
    forced_cards,
    is_last,
    is_owed_in_suit,
    lead_of,
    lead_tops,
    longest_lead,
    tops_of_runs,
    winning_top,
    winning_tops,
)
from sim.games.tractor.strategist.values import BY_VALUE, bury_least, decision_by, follow_least, least_card, least_cards, place_value

__all__ = [
    "BLACK_JOKER",
    "BLACK_PAIR",
    "BY_VALUE",
    "CHOSEN",
    "EQUALS",
    "FULL_LADDER",
    "KITTY_SIZE",
    "LANE",
    "LEVEL_PLACE",
    "NO_TRUMP",
    "N_RANKS",
    "N_SUITS",
    "PAIR",
    "PASS",
    "RED_JOKER",
    "RED_PAIR",
    "SINGLE",
    "Knob",
    "add_cards",
    "bit",
    "boss_cards",
    "boss_pairs",
    "bury_least",
    "cards_above",
    "chance",
    "choose",
    "decision_by",
    "draw",
    "first_of",
    "fold",
    "follow_least",
    "forced_cards",
    "has",
    "highest",
    "is_last",
    "is_owed_in_suit",
    "is_pairless",
    "is_partner",
    "is_void",
    "lead_of",
    "lead_tops",
    "least_card",
    "least_cards",
    "longest_lead",
    "lowest",
    "n_cards",
    "n_in_suit",
    "n_points",
    "np",
    "nth_set",
    "nth_set_bit",
    "pairs_owed",
    "place_value",
    "points_of",
    "position",
    "random_bury",
    "random_card",
    "random_cards",
    "random_declaration",
    "random_follow",
    "random_lead",
    "remove_cards",
    "run_starts",
    "suit_mask",
    "suit_of",
    "top_if_matching",
    "tops_of_runs",
    "trumps_under",
    "unfold",
    "unseen",
    "winning_top",
    "winning_tops",
]
