"""Reads the fields of a case; what cannot be read raises InputError in one sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sim.core.errors import InputError, unknown

Case = Mapping[str, Any]


def fields(case: Any, needed: Sequence[str], optional: Sequence[str] = ()) -> Case:
    """The case, if it has the fields needed and no unknown one. Raises InputError."""
    if not isinstance(case, Mapping):
        raise InputError(f"a case's input must be an object with {', '.join(needed)}, not {case!r}")
    for name in needed:
        if name not in case:
            raise InputError(f"the field '{name}' is missing; needed: {', '.join(needed)}")
    for name in case:
        if name not in (*needed, *optional):
            raise unknown("field", str(name), [*needed, *optional])
    return case


def whole_number(value: Any, name: str, low: int, high: int) -> int:
    """The value, if it is a whole number low..high. Raises InputError."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise InputError(f"{name} must be a whole number {low}..{high}, not {value!r}")
    return value


def listed(value: Any, name: str, length: int | None = None) -> list[Any]:
    """The value, if it is a list (of this length). Raises InputError."""
    if not isinstance(value, list) or length not in (None, len(value)):
        raise InputError(f"{name} must be a list{'' if length is None else f' of {length}'}, not {value!r}")
    return value


def card_texts(value: Any, name: str) -> list[str | int]:
    """A list of cards as written. Raises InputError."""
    for text in listed(value, name):
        if isinstance(text, bool) or not isinstance(text, str | int):
            raise InputError(f"a card must be a rank or 'J', not {text!r}")
    return value
