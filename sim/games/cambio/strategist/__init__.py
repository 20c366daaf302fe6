"""What a strategy for Câmbio needs: `from sim.games.cambio.strategist import *` and write functions of a View.

Everything here may be called from a strategy's functions; nothing here reads more than the View holds. A *place* is
16 * seat + position, a *pair* is 128 * own position + place; sets of positions are masks.

    places     place_of, seat_of, position_of, own_pair, own_position, pair_place, next_seat
    cards      points_of, effect_of, match_key, points_at, own_cards, unknown_own, unknown_at, targets, is_taken_from_top
    estimates  estimate, estimate_sum, mean_unseen, worst_own
    choices    draw, chance, random_legal, random_position, random_target, n_targets, nth_target, unknown_target, any_target
    snaps      matching_own, others_match; @waits: not to be asked without a match
"""

from __future__ import annotations

import numpy as np

from sim.core.bits import bit, has, lowest, nth_set_bit, popcount
from sim.core.draws import chance, draw
from sim.games.cambio.cards import NO_CARD
from sim.games.cambio.decisions import DISCARD, NOTHING, PASS, PLAY, STOCK, TOP
from sim.games.cambio.rules import (
    BLIND_EXCHANGE,
    DEALT,
    LOOK_AND_EXCHANGE,
    LOOK_OTHER,
    LOOK_OWN,
    LOOKED_AT,
    NO_EFFECT,
    effect_of,
    match_key,
    points_of,
)
from sim.games.cambio.strategist.choices import (
    any_target,
    matching_own,
    n_targets,
    nth_target,
    others_match,
    random_legal,
    random_position,
    random_target,
    unknown_target,
)
from sim.games.cambio.strategist.table import (
    estimate,
    estimate_sum,
    is_taken_from_top,
    mean_unseen,
    next_seat,
    own_cards,
    own_pair,
    own_position,
    pair_place,
    place_of,
    points_at,
    position_of,
    seat_of,
    targets,
    unknown_at,
    unknown_own,
    worst_own,
)
from sim.games.protocol import Knob, waits

__all__ = [
    "BLIND_EXCHANGE",
    "DEALT",
    "DISCARD",
    "LOOKED_AT",
    "LOOK_AND_EXCHANGE",
    "LOOK_OTHER",
    "LOOK_OWN",
    "NOTHING",
    "NO_CARD",
    "NO_EFFECT",
    "PASS",
    "PLAY",
    "STOCK",
    "TOP",
    "Knob",
    "any_target",
    "bit",
    "chance",
    "draw",
    "effect_of",
    "estimate",
    "estimate_sum",
    "has",
    "is_taken_from_top",
    "lowest",
    "match_key",
    "matching_own",
    "mean_unseen",
    "n_targets",
    "next_seat",
    "np",
    "nth_set_bit",
    "nth_target",
    "others_match",
    "own_cards",
    "own_pair",
    "own_position",
    "pair_place",
    "place_of",
    "points_at",
    "points_of",
    "popcount",
    "position_of",
    "random_legal",
    "random_position",
    "random_target",
    "seat_of",
    "targets",
    "unknown_at",
    "unknown_own",
    "unknown_target",
    "waits",
    "worst_own",
]
