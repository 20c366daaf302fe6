"""Answers single questions about the rules, twice: by the kernel's rules and by the slow twin.

A case's input is a dict as it stands in a JSON file, with the case's `level` and `trump` beside it. Input that cannot be
read raises InputError in one sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sim.games.protocol import Answer
from sim.games.tractor import reference
from sim.games.tractor.judge.declaring import (
    auction_by_reference,
    auction_by_rules,
    overcall_by_reference,
    overcall_by_rules,
    strength_by_reference,
    strength_by_rules,
)
from sim.games.tractor.judge.reading import question_of
from sim.games.tractor.judge.results import advance_by_reference, advance_by_rules, total_by_reference, total_by_rules
from sim.games.tractor.judge.tricks import (
    follow_by_reference,
    follow_by_rules,
    points_by_reference,
    points_by_rules,
    read_follow,
    shape_by_reference,
    shape_by_rules,
    winner_by_reference,
    winner_by_rules,
)

__all__ = ["JUDGES", "question_of", "reason"]

JUDGES: Mapping[str, tuple[Answer, Answer]] = {
    "lead_shape": (shape_by_rules, shape_by_reference),
    "follow_legal": (follow_by_rules, follow_by_reference),
    "trick_winner": (winner_by_rules, winner_by_reference),
    "trick_points": (points_by_rules, points_by_reference),
    "round_total": (total_by_rules, total_by_reference),
    "advance": (advance_by_rules, advance_by_reference),
    "bid_strength": (strength_by_rules, strength_by_reference),
    "overcall": (overcall_by_rules, overcall_by_reference),
    "auction": (auction_by_rules, auction_by_reference),
}

RULES_OF = {
    "lead_shape": "T11, T12",
    "trick_winner": "T10, T16",
    "trick_points": "T18",
    "round_total": "T19, T20",
    "advance": "T20, T21",
    "bid_strength": "T5",
    "overcall": "T5",
    "auction": "T4-T7",
}


def reason(kind: str, case: Any, answer: Any) -> str:
    """Rule numbers, and a few words where an answer needs them."""
    if kind == "follow_legal":
        lead, hand, play, level, trump = read_follow(case)
        return reference.follow_fault(play, hand, lead, reference.order_of(level, trump)) or "lawful (T13-T15)"
    if kind == "lead_shape" and answer is None:
        return "neither a single, nor a pair, nor pairs on consecutive steps of one suit (T11, T12)"
    return RULES_OF[kind]
