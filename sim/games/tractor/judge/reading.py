"""Reads a case: its fields, numbers and cards; what cannot be read raises InputError in one sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from sim.core.errors import InputError
from sim.games import cases
from sim.games.cases import Case
from sim.games.tractor.cards import card_name, masks_of, parse_cards

Cards = list[int]


def question_of(case: Case) -> Any:
    """A case's input with the case's level and trump beside it."""
    found = case["input"]
    if not isinstance(found, Mapping):
        return found
    return {**{name: case[name] for name in ("level", "trump") if name in case}, **found}


def fields(case: Any, needed: Sequence[str], optional: Sequence[str] = ()) -> Case:
    """The case, if it has the fields needed and no unknown one; level and trump may stand in any. Raises InputError."""
    return cases.fields(case, needed, (*optional, "level", "trump"))


def flag(value: Any, name: str) -> bool:
    """The value, if it is true or false. Raises InputError."""
    if not isinstance(value, bool):
        raise InputError(f"{name} must be true or false, not {value!r}")
    return value


def listed(value: Any, name: str, low: int, high: int) -> list[Any]:
    """The value, if it is a list of low..high entries. Raises InputError."""
    if not isinstance(value, list) or not low <= len(value) <= high:
        raise InputError(f"{name} must be a list of {low} to {high} entries, not {value!r}")
    return value


def cards_of_one_pack(*sets: Sequence[int]) -> None:
    """Raises InputError when these sets together hold a card three times."""
    for kind, count in Counter(kind for cards in sets for kind in cards).items():
        if count > 2:
            raise InputError(f"card {card_name(kind)} stands there {count} times; the pack holds it twice")


def some_cards(text: Any, name: str, low: int, high: int) -> Cards:
    """Cards of a text, low..high of them. Raises InputError."""
    cards = parse_cards(text)
    if not low <= len(cards) <= high:
        span = f"{low}" if low == high else f"{low} to {high}"
        raise InputError(f"{name} must be {span} cards, not {len(cards)}")
    return cards


def masks(cards: Iterable[int], level: int, trump: int) -> tuple[np.uint64, np.uint64]:
    """A set of cards as the kernel's rules take it."""
    one, both = masks_of(cards, level, trump)
    return np.uint64(one), np.uint64(both)
