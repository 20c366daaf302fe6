"""Reads the fields of a case; what cannot be read raises InputError in one sentence."""

from __future__ import annotations

from typing import Any

from sim.core.errors import InputError


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
