"""What `chart` returns: what each choice is worth in each situation, which one is best there, and the finding."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from html import escape
from itertools import groupby
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim.experiment.advise import TOLD_APART
from sim.experiment.results import NOTEBOOK_ROWS
from sim.games.advice import Axis, Chart, Outcome
from sim.games.protocol import Rules

if TYPE_CHECKING:
    import pandas as pd

Situation = tuple[str, ...]
MOST_NAMED = 5  # choices that a finding counts


@dataclass(frozen=True)
class Row:
    """What a choice is worth in a situation, in the unit of the room's first outcome; nan where there is no interval."""

    situation: Situation
    choice: str
    value: float
    low: float
    high: float
    gain: float  # over the line-up's answers
    gain_low: float
    gain_high: float
    behind: float  # gain less that of the situation's best choice; of that itself 0
    behind_low: float
    behind_high: float
    p_all_pairs: float  # that it is worth as much as the best, adjusted for all pairs of the situation's choices
    n: int  # questions

    @property
    def is_few(self) -> bool:
        """Whether too few games had it for an interval."""
        return isnan(self.low)

    @property
    def is_told_apart(self) -> bool:
        """Whether it can be told from the best choice."""
        return self.p_all_pairs < TOLD_APART


@dataclass(frozen=True)
class Cell:
    """A situation: its choices, the best one first."""

    situation: Situation
    rows: Sequence[Row]

    @property
    def best(self) -> Row:
        """The best choice."""
        return self.rows[0]

    @property
    def next(self) -> Row | None:
        """The best of the others that have an interval."""
        return next((row for row in self.rows[1:] if not row.is_few), None)

    @property
    def equals(self) -> list[str]:
        """The other choices that are not told apart from the best."""
        return [row.choice for row in self.rows[1:] if not row.is_few and not row.is_told_apart]

    @property
    def is_few(self) -> bool:
        """Whether too few games had it for anything to be said."""
        return self.best.is_few or self.next is None

    @property
    def verdict(self) -> str:
        """The best choice if it is told apart from all others, else nothing."""
        return "" if self.equals else self.best.choice


@dataclass(frozen=True)
class ChartResult:
    """A chart: rows by situation, the best choice first."""

    rules: Rules
    plan: Chart
    axes: tuple[Axis, ...]
    outcome: Outcome
    rows: tuple[Row, ...]
    manifest: dict[str, Any]  # of its folder, if it has one
    folder: Path | None = None

    @property
    def games(self) -> int:
        """Games that questions were taken from."""
        return int(self.manifest["games"])

    @property
    def seed(self) -> int:
        """The run seed."""
        return int(self.manifest["seed"])

    @property
    def request(self) -> dict[str, Any]:
        """What was asked."""
        return dict(self.manifest["request"])

    @cached_property
    def table(self) -> pd.DataFrame:
        """A line a situation and choice."""
        import pandas as pd

        return pd.DataFrame(self.lines)

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The same as plain dictionaries."""
        names = [axis.name for axis in self.axes]
        return [dict(zip(names, row.situation, strict=True)) | {name: v for name, v in asdict(row).items() if name != "situation"} for row in self.rows]

    @cached_property
    def cells(self) -> list[Cell]:
        """The situations in the order of their axes."""
        return [Cell(situation, list(rows)) for situation, rows in groupby(self.rows, key=lambda row: row.situation)]

    @cached_property
    def known(self) -> list[Cell]:
        """Those of which something can be said."""
        return [cell for cell in self.cells if not cell.is_few]

    def _repr_html_(self) -> str:
        """What a notebook shows: the finding, the table, and from how many games."""
        table = self.table.to_html(index=False, float_format="{:.4g}".format, max_rows=NOTEBOOK_ROWS, border=0)
        basis = f"questions of {self.games:,} games, {self.request['worlds']} worlds each, seed {self.seed}; {self.rules.describe()}"
        return f"<p><strong>{escape(self.finding)}</strong></p>{table}<p>{escape(basis)}</p>"

    def labels(self, axis: int) -> list[str]:
        """The labels on an axis that came up, in their order."""
        return sorted({row.situation[axis] for row in self.rows}, key=self.axes[axis].order)

    @property
    def choices(self) -> list[str]:
        """The choices in their order."""
        return sorted({row.choice for row in self.rows}, key=self.plan.order)

    @property
    def winners(self) -> list[str]:
        """The choices that are best somewhere, in their order."""
        return sorted({cell.best.choice for cell in self.known}, key=self.plan.order)

    @property
    def where(self) -> str:
        """`bid by round and strength, round=5`: what is charted."""
        only = "".join(f", {name}={label}" for name, label in self.request["only"].items())
        return f"{self.request['decision']} by {' and '.join(axis.name for axis in self.axes)}{only}"

    @cached_property
    def finding(self) -> str:
        """One sentence."""
        told = self._gains() if not self.plan.has_all else self.spans if len(self.axes) == 1 else self._counts()
        return f"{self.where}: {told}."

    @property
    def spans(self) -> str:
        """`0 is best at 0.0 to 0.5, 1 at 1.5; not told apart: 1.0`: which choice where along the (last) axis."""
        stretches: dict[str, list[str]] = {}
        for verdict, cells in groupby(self.known, key=lambda cell: cell.verdict):
            labels = [in_print(cell.situation[-1]) for cell in cells]
            stretches.setdefault(verdict, []).append(labels[0] if len(labels) == 1 else f"{labels[0]} to {labels[-1]}")
        undecided = stretches.pop("", [])
        told = [f"{choice}{'' if k else ' is best'} at {' and '.join(at)}" for k, (choice, at) in enumerate(stretches.items())]
        return _joined(told, undecided)

    def _counts(self) -> str:
        """In how many situations each choice is best."""
        wins = Counter(cell.verdict for cell in self.known)
        undecided = wins.pop("", 0)
        named = sorted((choice for choice, _ in wins.most_common(MOST_NAMED)), key=self.plan.order)
        told = [f"{choice} {'' if k else 'is best '}in {wins[choice]}" for k, choice in enumerate(named)]
        more = " …" if len(wins) > len(named) else ""
        return f"{', '.join(told) or 'no choice told apart'}{more} of {len(self.known)} situations, {undecided} not told apart"

    def _gains(self) -> str:
        """Which choice surely gains most over the answers that were given, and which surely loses most."""
        gained = max((row for row in self.rows if row.gain_low > 0), key=lambda row: row.gain, default=None)
        lost = min((row for row in self.rows if row.gain_high < 0), key=lambda row: row.gain, default=None)
        told = [f"most {word} by {self._gain_words(row)}" for word, row in (("is gained", gained), ("lost", lost)) if row]
        return f"against the answers given {', '.join(told) or 'nothing is surely gained or lost'}"

    def _gain_words(self, row: Row) -> str:
        """`W (round 3, trick leads; +2.1 points)`."""
        where = ", ".join(f"{axis.name} {label}" for axis, label in zip(self.axes, row.situation, strict=True))
        return f"{row.choice} ({where}; {row.gain:+.{self.outcome.digits}f} {self.outcome.unit})".replace("-", "−")


def in_print(label: str) -> str:
    """A label with a true minus, and a dash between two numbers.

    >>> in_print("-3"), in_print("0-0.5")
    ('−3', '0–0.5')
    """
    return label[:1].replace("-", "−") + label[1:].replace("-", "–")


def _joined(told: Sequence[str], undecided: Sequence[str]) -> str:
    """What is told apart and what is not, in words."""
    parts = [", ".join(told)] if told else []
    parts += [f"not told apart: {', '.join(undecided)}"] if undecided else []
    return "; ".join(parts) or "too few games for anything to be said"
