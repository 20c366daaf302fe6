"""One place at the table: the exits that are open to it, and what resting would be."""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.core.errors import InputError
from sim.games.cases import fields, whole_number
from sim.games.intervencao import rules
from sim.games.intervencao.cards import mask_of, parse_cards
from sim.games.intervencao.decisions import LAWFUL, PASS, UNLAWFUL
from sim.games.intervencao.judge.reading import card_texts
from sim.games.intervencao.reference import laws

REST_WORDS = {LAWFUL: "lawful", PASS: "pass", UNLAWFUL: "inanition"}


def read_place(case: Any) -> tuple[list[int], list[int], list[int], int, int]:
    """{"hand": cards, "waiting": cards, "batch": cards of the hand, "debt": n, "low_limit": n} -> codes, numbers."""
    fields(case, ("hand",), ("waiting", "batch", "debt", "low_limit"))
    hand = parse_cards(card_texts(case["hand"], "hand"))
    waiting = parse_cards(card_texts(case.get("waiting", []), "waiting"), hand)
    batch = parse_cards(card_texts(case.get("batch", []), "batch"))
    if not set(batch) <= set(hand):
        raise InputError("batch must be cards of the hand (I9)")
    return hand, waiting, batch, whole_number(case.get("debt", 0), "debt", 0, 60), whole_number(case.get("low_limit", 1), "low_limit", 1, 30)


def exits_by_rules(case: Any) -> list[str]:
    """I13, I14: the exits that are open to a player."""
    hand, waiting, batch, debt, low_limit = read_place(case)
    cards = [np.uint64(mask_of(part)) for part in (hand, waiting, batch)]
    is_open = {"low": rules.is_low(cards[0], cards[1], low_limit), "high": rules.is_high(*cards, debt)}
    return [name for name, open_now in is_open.items() if open_now]


def exits_by_reference(case: Any) -> list[str]:
    """I13, I14: the exits that are open to a player."""
    hand, waiting, batch, debt, low_limit = read_place(case)
    is_open = {"low": laws.has_low_pressure(hand, waiting, low_limit), "high": laws.has_high_pressure(hand, waiting, batch, debt)}
    return [name for name, open_now in is_open.items() if open_now]


def resting_by_rules(case: Any) -> str:
    """I10: what resting would be."""
    hand, waiting, batch, _, _ = read_place(case)
    return REST_WORDS[int(rules.resting(*(np.uint64(mask_of(part)) for part in (hand, waiting, batch))))]


def resting_by_reference(case: Any) -> str:
    """I10: what resting would be."""
    hand, waiting, batch, _, _ = read_place(case)
    return laws.RESTS[laws.what_resting_is(hand, waiting, batch)]
