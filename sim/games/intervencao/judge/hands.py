"""Hands that are counted: what they total, who has the best and who the worst."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from sim.core.errors import InputError
from sim.core.seam import records
from sim.games.cases import Case, fields, whole_number
from sim.games.intervencao import rules
from sim.games.intervencao.cards import mask_of, parse_cards
from sim.games.intervencao.decisions import MAX_SEATS, NOBODY
from sim.games.intervencao.judge.reading import card_texts, listed
from sim.games.intervencao.kernel.count import share_points
from sim.games.intervencao.reference import laws
from sim.games.intervencao.state import ROUND_FACTS

ENDS = {"j": rules.BY_J, "high": rules.BY_HIGH, "low": rules.BY_LOW}
COUNTING = ("ended_by", "measure", "j_value")


@dataclass(frozen=True)
class Counted:
    """What a case says about counting: hands and waiting cards by player, how the round ended, and the options."""

    hands: list[list[int]]
    waiting: list[list[int]]
    end: str
    measure: str
    j_value: int
    pressed: int  # the player whose hand is the worst whatever it counts, or NOBODY

    @property
    def totals_by_rules(self) -> list[int]:
        """I16, I17, by the kernel's rules."""
        measure = ("sum", "cards").index(self.measure)
        places = zip(self.hands, self.waiting, strict=True)
        counted = [rules.counted_cards(np.uint64(mask_of(hand)), np.uint64(mask_of(waiting)), ENDS[self.end]) for hand, waiting in places]
        return [int(rules.hand_total(cards, measure, self.j_value)) for cards in counted]

    @property
    def totals_by_reference(self) -> list[int]:
        """I16, I17, by the slow twin."""
        places = zip(self.hands, self.waiting, strict=True)
        return [laws.hand_total(hand + (waiting if self.end == "j" else []), self.measure, self.j_value) for hand, waiting in places]


def read_counting(case: Case, hands: list[Any], waiting: list[Any], pressed: int = NOBODY) -> Counted:
    """Hands and waiting cards (lists of card texts) of one pack, with the options of counting beside them."""
    taken: list[int] = []
    codes: list[list[int]] = []
    for texts in [*hands, *waiting]:
        codes.append(parse_cards(card_texts(texts, "a hand"), taken))
        taken += codes[-1]
    end = case.get("ended_by", "j")
    if end not in ENDS:
        raise InputError(f"ended_by must be j, high or low, not {end!r}")
    measure = case.get("measure", "sum")
    if measure not in ("sum", "cards"):
        raise InputError(f"measure must be sum or cards, not {measure!r}")
    return Counted(codes[: len(hands)], codes[len(hands) :], end, measure, whole_number(case.get("j_value", 0), "j_value", 0, 99), pressed)


def read_hand(case: Any) -> Counted:
    """{"hand": cards, "waiting": cards, "ended_by": "j" | "high" | "low", "measure", "j_value"}; all but the hand optional."""
    fields(case, ("hand",), ("waiting", *COUNTING))
    return read_counting(case, [case["hand"]], [case.get("waiting", [])])


def read_hands(case: Any) -> Counted:
    """{"hands": a list of cards a player, "waiting": the same, "pressed": a player (I15)} and the options of counting."""
    fields(case, ("hands",), ("waiting", "pressed", *COUNTING))
    hands = listed(case["hands"], "hands")
    if not 2 <= len(hands) <= MAX_SEATS:
        raise InputError(f"hands must be those of 2 to {MAX_SEATS} players, not {len(hands)}")
    waiting = listed(case.get("waiting", [[] for _ in hands]), "waiting", len(hands))
    pressed = whole_number(case["pressed"], "pressed", 0, len(hands) - 1) if "pressed" in case else NOBODY
    return read_counting(case, hands, waiting, pressed)


def total_by_rules(case: Any) -> int:
    """I16, I17: what a hand counts."""
    return read_hand(case).totals_by_rules[0]


def total_by_reference(case: Any) -> int:
    """I16, I17: what a hand counts."""
    return read_hand(case).totals_by_reference[0]


def points_by_rules(counted: Counted) -> list[int]:
    """I18: the points of each player in 1/POINT_UNITS, by the kernel."""
    facts = records(ROUND_FACTS)
    totals = counted.totals_by_rules
    facts["totals"][0, : len(totals)] = totals
    share_points(facts[0], np.uint64((1 << len(totals)) - 1), counted.pressed)
    return [int(points) for points in facts["points"][0, : len(totals)]]


def points_by_reference(counted: Counted) -> list[Fraction]:
    """I18: the points of each player, by the slow twin."""
    return list(laws.shares(dict(enumerate(counted.totals_by_reference)), counted.pressed).values())


def best_by_rules(case: Any) -> list[int]:
    """I18: who wins points; nobody when all tie."""
    return [player for player, points in enumerate(points_by_rules(read_hands(case))) if points > 0]


def best_by_reference(case: Any) -> list[int]:
    """I18: who wins points; nobody when all tie."""
    return [player for player, points in enumerate(points_by_reference(read_hands(case))) if points > 0]


def worst_by_rules(case: Any) -> list[int]:
    """I18: who loses points; nobody when all tie."""
    return [player for player, points in enumerate(points_by_rules(read_hands(case))) if points < 0]


def worst_by_reference(case: Any) -> list[int]:
    """I18: who loses points; nobody when all tie."""
    return [player for player, points in enumerate(points_by_reference(read_hands(case))) if points < 0]
