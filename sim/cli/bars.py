"""Intervals drawn in text, all bars of a block on one scale.

├──●──┤      0.5 ┊      a mean with its interval; hollow when it is not told apart from what the table names
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite


@dataclass(frozen=True)
class Bar:
    """A mean with its interval; `is_sure`: whether it is told apart from what the table names."""

    low: float
    value: float
    high: float
    is_sure: bool = True


@dataclass(frozen=True)
class Signs:
    """What bars are drawn with."""

    left: str
    line: str
    right: str
    sure: str
    unsure: str
    zero: str


FINE = Signs("├", "─", "┤", "●", "○", "┊")
PLAIN = Signs("|", "-", "|", "*", "o", ":")  # where only ASCII can be shown


def draw_bars(bars: Sequence[Bar], width: int, has_zero: bool = False, signs: Signs = FINE) -> list[str]:
    """Each bar in `width` characters, on the scale from the lowest to the highest bound; has_zero: the scale holds 0, which is marked.

    Bounds that are not known (nan) are left out. A bar without a finite value is blank.

    >>> draw_bars([Bar(1, 2, 3), Bar(-1, 0, 1, is_sure=False)], 9, has_zero=True)
    ['  ┊ ├─●─┤', '├─○─┤    ']
    """
    ends = [x for bar in bars for x in (bar.low, bar.value, bar.high) if isfinite(x)] + [0.0] * has_zero
    if not ends:
        return [" " * width for _ in bars]
    low, span = min(ends), max(ends) - min(ends) or 1.0

    def place(x: float) -> int:
        return round((x - low) / span * (width - 1))

    return [_draw(bar, place, width, place(0.0) if has_zero else None, signs) for bar in bars]


def _draw(bar: Bar, place: Callable[[float], int], width: int, zero: int | None, signs: Signs) -> str:
    cells = [" "] * width
    if zero is not None:
        cells[zero] = signs.zero
    if isfinite(bar.value):
        at = place(bar.value)
        first, last = (place(x) if isfinite(x) else at for x in (bar.low, bar.high))
        cells[first : last + 1] = signs.line * (last + 1 - first)
        cells[first], cells[last] = signs.left, signs.right
        cells[at] = signs.sure if bar.is_sure else signs.unsure
    return "".join(cells)
