"""Reads the fields of a judge's case; what cannot be read raises InputError in one sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sim.core.errors import InputError, unknown

Case = Mapping[str, Any]


def fields(case: Any, needed: Sequence[str], optional: Sequence[str] = ()) -> Case:
    """The case, if it has the fields needed and no unknown one. Raises InputError."""
    if not isinstance(case, Mapping):
        raise InputError(f"a case's input must be an object{' with ' if needed else ''}{', '.join(needed)}, not {case!r}")
    for name in needed:
        if name not in case:
            raise InputError(f"the field '{name}' is missing; needed: {', '.join(needed)}")
    for name in case:
        if name not in (*needed, *optional):
            raise unknown("field", str(name), [*needed, *optional])
    return case


def any_fields(case: Any) -> Case:
    """The case, whatever its fields. Raises InputError when it has none."""
    return fields(case, (), list(case) if isinstance(case, Mapping) else [])


def whole_number(value: Any, name: str, low: int, high: int) -> int:
    """The value, if it is a whole number low..high. Raises InputError."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise InputError(f"{name} must be a whole number {low}..{high}, not {value!r}")
    return value
