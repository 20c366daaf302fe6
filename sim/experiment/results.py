"""What a run returns: the tidy table, counts for figures, and everything needed to repeat it."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from math import isfinite, isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.experiment import estimates
from sim.experiment.controls import ControlLedger, Narrowing
from sim.experiment.estimates import Estimate
from sim.experiment.lineup import Plan
from sim.experiment.runner import Totals
from sim.games.layout import Cell, Measure
from sim.games.protocol import Rules

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = ("strategy", "measure", "group", "value", "se", "low", "high", "n")
NOTEBOOK_ROWS = 60
Row = dict[str, Any]


def round_trip(value: float) -> float | None:
    """A JSON number, or null for what is not finite."""
    return value if isfinite(value) else None


@dataclass(frozen=True)
class Sheet:
    """A table to be shown as it is, apart from the tidy one."""

    title: str
    headers: tuple[str, ...]
    lines: list[list[str]]
    right: tuple[int, ...] = ()  # columns aligned to the right


@dataclass
class Result:
    """A finished (or stopped) run. `table` is a DataFrame, `rows` the same as plain dictionaries."""

    plan: Plan
    seed: int
    totals: Totals
    manifest: dict[str, Any]
    folder: Path | None = None
    finding: str = ""  # one sentence
    sheets: list[Sheet] = field(default_factory=list)  # shown in place of the measures
    worth: dict[tuple[str, str, str], float] = field(default_factory=dict)  # rows that controls narrowed: as if from so many times the games

    @property
    def entrants(self) -> tuple[str, ...]:
        """Who the results are about."""
        return self.plan.entrants

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self.plan.rules

    @property
    def games(self) -> int:
        """Games played."""
        return self.totals.n_blocks * self.plan.games

    @cached_property
    def rows(self) -> list[Row]:
        """The tidy table as dictionaries with the keys COLUMNS; cells that nothing was observed for are left out."""
        return entrant_rows(self)

    @cached_property
    def table(self) -> pd.DataFrame:
        """The tidy table: strategy, measure, group, value, se, low, high, n."""
        import pandas as pd

        return pd.DataFrame(self.rows, columns=list(COLUMNS))

    def counts(self, name: str) -> dict[str, np.ndarray]:
        """A table of counts of the game's layout, one array per entrant."""
        layout = self.plan.rules.game.layout(self.plan.rules)
        found = next(c for c in layout.counts if c.name == name)
        return {entrant: self.totals.counts[i, found.first : found.first + found.size].reshape(found.shape) for i, entrant in enumerate(self.entrants)}

    def estimate(self, entrant: str, measure: str, group: str = "") -> Estimate:
        """One cell."""
        return self.contrast(measure, [self.entrants.index(entrant)], group=group)

    def contrast(self, measure: str, plus: Sequence[int], minus: Sequence[int] = (), group: str = "") -> Estimate:
        """The sum of a cell's values of the entrants `plus` minus that of `minus`, paired on the same deals."""
        return self.narrowed(cell_index(self.plan, measure, group), plus, minus)[0]

    def narrowed(self, cell: int, plus: Sequence[int], minus: Sequence[int] = ()) -> tuple[Estimate, float]:
        """The same by the cell's place in the plan, and what control variates were worth (1: not used, see controls)."""
        gram, scale = self.totals.gram[:, :, cell], self.plan.cells[cell].scale
        plain = estimates.contrast(gram, plus, minus, scale)
        if not self._narrowing or not plain.n:
            return plain, 1.0
        return self._narrowing.narrow(plain, cell, gram, [(e, 1) for e in plus] + [(e, -1) for e in minus], scale)

    @cached_property
    def _narrowing(self) -> Narrowing | None:
        ledger, n_counts = self.plan.ledger, self.plan.rules.game.layout(self.plan.rules).n_counts
        if not isinstance(ledger, ControlLedger) or not self.totals.n_blocks:
            return None
        return Narrowing(ledger, self.totals.counts[:, n_counts:], self.totals.n_blocks)

    def _repr_html_(self) -> str:
        """What a notebook shows: the finding, the table without groups, and from how many games."""
        frame = self.table[self.table["group"] == ""].drop(columns="group")
        basis = f"{self.games:,} games, {self.totals.n_blocks:,} deals, seed {self.seed}; {self.plan.rules.describe()}"
        table = frame.to_html(index=False, float_format="{:.4g}".format, max_rows=NOTEBOOK_ROWS, border=0)
        return f"<p><strong>{escape(self.finding)}</strong></p>{table}<p>{escape(basis)}</p>"


def cell_index(plan: Plan, measure: str, group: str = "") -> int:
    """The place of a cell among the plan's."""
    cells = plan.cells
    return next(i for i, cell in enumerate(cells) if cell.measure == measure and cell.group == group)


def make_row(strategy: str, cell: Cell, measure: Measure, estimate: Estimate, n_blocks: int, is_difference: bool) -> Row:
    """A row of the tidy table; shares stay inside 0..1, with bounds also when the sample shows no spread."""
    low, high, value = estimate.low, estimate.high, estimate.value
    if measure.rate and not is_difference and not isnan(value):
        if estimate.se == 0 and value in (0.0, 1.0):
            n = min(estimate.n, n_blocks)  # games of one block are not independent
            low, high = estimates.rate_bounds(value * n, n)
        low, high = (max(0.0, low), min(1.0, high)) if not isnan(low) else (low, high)
    return {"strategy": strategy, "measure": cell.measure, "group": cell.group, "value": value, "se": estimate.se, "low": low, "high": high, "n": estimate.n}


def entrant_rows(result: Result) -> list[Row]:
    """Every cell of every entrant."""
    return [row for e, name in enumerate(result.entrants) for row in _rows(result, name, [e])]


def difference_rows(result: Result, pairs: Sequence[tuple[int, int]]) -> list[Row]:
    """Paired differences later - earlier of every cell, for pairs (earlier, later) of entrants."""
    names = result.entrants
    return [row for a, b in pairs for row in _rows(result, f"{names[b]} - {names[a]}", [b], [a])]


def _rows(result: Result, name: str, plus: Sequence[int], minus: Sequence[int] = ()) -> list[Row]:
    """Every cell of one contrast; notes what controls were worth."""
    rows = []
    for i, cell in enumerate(result.plan.cells):
        estimate, worth = result.narrowed(i, plus, minus)
        if estimate.n:
            rows.append(make_row(name, cell, result.plan.rules.game.measure(cell.measure), estimate, result.totals.n_blocks, bool(minus)))
        if worth > 1:
            result.worth[name, cell.measure, cell.group] = worth
    return rows


def narrowed_rows(result: Result) -> list[Row]:
    """Which rows of the table control variates narrowed, and how many times the games that was worth; the most first."""
    keys = [tuple(row[name] for name in ("strategy", "measure", "group")) for row in result.rows]
    found = [{"strategy": key[0], "measure": key[1], "group": key[2], "worth": result.worth[key]} for key in keys if key in result.worth]
    return sorted(found, key=lambda row: -row["worth"])


def as_csv(rows: Sequence[Row], columns: Sequence[str] = COLUMNS) -> str:
    """The tidy table (or another) as CSV; floats to the last bit."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([repr(float(v)) if isinstance(v, float) else v for v in (row[c] for c in columns)])
    return out.getvalue()


def as_json(rows: Sequence[Row], manifest: dict[str, Any]) -> str:
    """`{"run": manifest, "table": rows}`; what is not finite becomes null."""
    clean = [{k: round_trip(v) if isinstance(v, float) else v for k, v in row.items()} for row in rows]
    return json.dumps({"run": manifest, "table": clean}, indent=1, ensure_ascii=False) + "\n"


def as_markdown(rows: Sequence[Row], columns: Sequence[str] = COLUMNS) -> str:
    """The tidy table (or another) as a Markdown table, numbers shown to six digits."""
    rule = ["---" if rows and isinstance(rows[0][name], str) else "---:" for name in columns]
    lines = ["| " + " | ".join(columns) + " |", "|" + "|".join(rule) + "|"]
    for row in rows:
        shown = [f"{v:.6g}" if isinstance(v, float) else "-" if v is None else str(v).replace("|", "\\|") for v in (row[c] for c in columns)]
        lines.append("| " + " | ".join(shown) + " |")
    return "\n".join(lines) + "\n"
