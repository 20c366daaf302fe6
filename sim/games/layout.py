"""What a kernel tallies, as data: its measures, and the columns, cells, counts and notes that results are made of."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Measure:
    """A name of the result table."""

    name: str
    unit: str
    help: str
    digits: int = 3  # shown after the point
    better: int = 0  # +1: more is better, -1: less is better, 0: neither
    rate: bool = False  # a share 0..1: bounds stay inside, also when nothing was observed


@dataclass(frozen=True)
class Cell:
    """One number of the result table: scale * sum(top) / sum(bottom) over blocks."""

    measure: str
    group: str  # "" or "seat=2", "round=7", ...
    top: int  # columns of the tally
    bottom: int
    scale: float = 1.0


@dataclass(frozen=True)
class Counts:
    """A table of counts that a game keeps for figures (no intervals): names and values of its axes."""

    name: str
    axes: tuple[str, ...]
    values: tuple[tuple[float, ...], ...]  # of each axis
    first: int  # where it starts in the row of counts

    @property
    def shape(self) -> tuple[int, ...]:
        """Entries along each axis."""
        return tuple(len(v) for v in self.values)

    @property
    def size(self) -> int:
        """Entries in all."""
        return math.prod(self.shape)


@dataclass(frozen=True)
class Note:
    """A column that only the rows of single games show (see experiment.rows): nobody asks for its mean."""

    name: str
    group: str  # "round=7"
    column: int
    words: tuple[str, ...] = ()  # what the numbers stand for; none: they are whole numbers of something


@dataclass(frozen=True)
class Layout:
    """What a kernel tallies under given rules: columns of integers, and the cells and counts made of them."""

    n_columns: int
    cells: tuple[Cell, ...]
    counts: tuple[Counts, ...]
    steps: int  # column: cards, turns or acts (Game.step) of this seat
    asked: int  # column: decisions asked of this seat
    notes: tuple[Note, ...] = ()

    @property
    def n_counts(self) -> int:
        """Length of a row of counts."""
        return sum(c.size for c in self.counts)
