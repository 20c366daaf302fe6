"""Leads, answers to leads, and who wins a trick (T10-T18)."""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.core.bits import lowest
from sim.core.errors import InputError
from sim.games.tractor import reference, rules
from sim.games.tractor.cards import HAND_SIZE, card_name, parse_level, parse_suit
from sim.games.tractor.judge.reading import Cards, cards_of_one_pack, fields, listed, masks, some_cards


def read_lead(case: Any) -> tuple[Cards, int, int]:
    """{"cards": ...} -> cards, level, trump."""
    fields(case, ("cards", "level", "trump"))
    return some_cards(case["cards"], "cards", 1, HAND_SIZE), parse_level(case["level"]), parse_suit(case["trump"])


def shape_name(m: int | None) -> str | None:
    """`single`, `pair`, `tractor2`, ..., or None."""
    if m is None or m < 0:
        return None
    return f"tractor{m}" if m > 1 else ("single", "pair")[m]


def shape_by_rules(case: Any) -> str | None:
    """T11, T12: the shape of a lead, None if it is none."""
    cards, level, trump = read_lead(case)
    return shape_name(int(rules.pairs_led(*masks(cards, level, trump), trump)))


def shape_by_reference(case: Any) -> str | None:
    """T11, T12: the shape of a lead, None if it is none."""
    cards, level, trump = read_lead(case)
    return shape_name(reference.lead_shape(cards, reference.order_of(level, trump)))


def checked_lead(text: Any, level: int, trump: int) -> Cards:
    """The cards of a lawful lead. Raises InputError."""
    lead = some_cards(text, "the lead", 1, HAND_SIZE)
    if reference.lead_shape(lead, reference.order_of(level, trump)) is None:
        raise InputError(f"'{text}' cannot be led; allowed: a single, a pair, or a tractor (T11)")
    return lead


def read_follow(case: Any) -> tuple[Cards, Cards, Cards, int, int]:
    """{"lead": ..., "hand": ..., "play": ...} -> the three, level, trump."""
    fields(case, ("lead", "hand", "play", "level", "trump"))
    level, trump = parse_level(case["level"]), parse_suit(case["trump"])
    lead, hand = checked_lead(case["lead"], level, trump), some_cards(case["hand"], "hand", 1, HAND_SIZE)
    cards_of_one_pack(lead, hand)
    if len(hand) < len(lead):
        raise InputError(f"the hand has {len(hand)} cards, but {len(lead)} were led")
    return lead, hand, some_cards(case["play"], "play", 1, HAND_SIZE), level, trump


def follow_by_rules(case: Any) -> bool:
    """T13-T15: whether the play is a lawful answer to the lead."""
    lead, hand, play, level, trump = read_follow(case)
    one, both = masks(lead, level, trump)
    suit = np.uint64(rules.suit_mask(rules.suit_of(lowest(one), trump), trump))
    return bool(rules.is_legal_follow(*masks(play, level, trump), *masks(hand, level, trump), suit, len(lead), rules.pairs_led(one, both, trump)))


def follow_by_reference(case: Any) -> bool:
    """T13-T15: whether the play is a lawful answer to the lead."""
    lead, hand, play, level, trump = read_follow(case)
    return reference.follow_fault(play, hand, lead, reference.order_of(level, trump)) is None


def read_trick(case: Any) -> tuple[list[Cards], int, int]:
    """{"plays": cards in order of play} -> plays, level, trump."""
    fields(case, ("plays", "level", "trump"))
    level, trump = parse_level(case["level"]), parse_suit(case["trump"])
    texts = listed(case["plays"], "plays", 1, 4)
    lead = checked_lead(texts[0], level, trump)
    plays = [lead, *(some_cards(text, "each play", len(lead), len(lead)) for text in texts[1:])]
    cards_of_one_pack(*plays)
    return plays, level, trump


def winner_by_rules(case: Any) -> int:
    """T10, T16: the index of the winning play."""
    plays, level, trump = read_trick(case)
    sets = [masks(play, level, trump) for play in plays]
    m = rules.pairs_led(*sets[0], trump)
    suit = np.uint64(rules.suit_mask(rules.suit_of(lowest(sets[0][0]), trump), trump))
    tops = [int(rules.top_if_matching(one, both, m, suit, trump)) for one, both in sets]
    return tops.index(max(tops))


def winner_by_reference(case: Any) -> int:
    """T10, T16: the index of the winning play."""
    plays, level, trump = read_trick(case)
    return reference.winning_play(plays, reference.order_of(level, trump))


def points_by_rules(case: Any) -> int:
    """T18: the points in a trick."""
    plays, level, trump = read_trick(case)
    return sum(int(rules.n_points(*masks(play, level, trump), level)) for play in plays)


def points_by_reference(case: Any) -> int:
    """T18: the points in a trick."""
    plays, _, _ = read_trick(case)
    return sum(5 if name.startswith("5") else 10 for play in plays for name in map(card_name, play) if name[0] in "5K" or name.startswith("10"))
