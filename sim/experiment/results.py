"""What a run returns: the tidy table, counts for figures, and everything needed to repeat it."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import dataclass, field
from functools import cached_property
from math import isfinite, isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.experiment import estimates
from sim.experiment.estimates import Estimate
from sim.experiment.lineup import Plan
from sim.experiment.runner import Totals
from sim.games.protocol import Cell, Measure

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = ("strategy", "measure", "group", "value", "se", "low", "high", "n")
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
    notes: list[str] = field(default_factory=list)
    sheets: list[Sheet] = field(default_factory=list)  # shown in place of the measures

    @property
    def entrants(self) -> tuple[str, ...]:
        """Who the results are about."""
        return self.plan.entrants

    @property
    def games(self) -> int:
        """Games played."""
        return self.totals.n_blocks * self.plan.games

    @cached_property
    def rows(self) -> list[Row]:
        """The tidy table as dictionaries with the keys COLUMNS; cells that nothing was observed for are left out."""
        return entrant_rows(self.plan, self.totals)

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
        index = cell_index(self.plan, measure, group)
        scale = self.plan.cells[index].scale
        return estimates.contrast(self.totals.gram[:, :, index], [self.entrants.index(entrant)], scale=scale)

    def _repr_html_(self) -> str:
        frame = self.table[self.table["group"] == ""].drop(columns="group")
        return f"<p>{self.finding}</p>" + frame.to_html(index=False, float_format="{:.4g}".format)


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


def entrant_rows(plan: Plan, totals: Totals) -> list[Row]:
    """Every cell of every entrant."""
    rows = []
    game = plan.rules.game
    cells = plan.cells
    for e, entrant in enumerate(plan.entrants):
        for i, cell in enumerate(cells):
            estimate = estimates.contrast(totals.gram[:, :, i], [e], scale=cell.scale)
            if estimate.n:
                rows.append(make_row(entrant, cell, game.measure(cell.measure), estimate, totals.n_blocks, False))
    return rows


def difference_rows(plan: Plan, totals: Totals, pairs: list[tuple[int, int]]) -> list[Row]:
    """Paired differences later - earlier of every cell, for pairs (earlier, later) of entrants."""
    rows = []
    game = plan.rules.game
    cells = plan.cells
    for a, b in pairs:
        for i, cell in enumerate(cells):
            estimate = estimates.contrast(totals.gram[:, :, i], [b], [a], cell.scale)
            if estimate.n:
                rows.append(make_row(f"{plan.entrants[b]} - {plan.entrants[a]}", cell, game.measure(cell.measure), estimate, totals.n_blocks, True))
    return rows


def as_csv(rows: list[Row]) -> str:
    """The tidy table as CSV; floats to the last bit."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in rows:
        writer.writerow([repr(float(v)) if isinstance(v, float) else v for v in (row[c] for c in COLUMNS)])
    return out.getvalue()


def as_json(rows: list[Row], manifest: dict[str, Any]) -> str:
    """`{"run": manifest, "table": rows}`; what is not finite becomes null."""
    clean = [{k: round_trip(v) if isinstance(v, float) else v for k, v in row.items()} for row in rows]
    return json.dumps({"run": manifest, "table": clean}, indent=1, ensure_ascii=False) + "\n"


def as_markdown(rows: list[Row]) -> str:
    """The tidy table as a Markdown table, numbers shown to six digits."""
    lines = ["| " + " | ".join(COLUMNS) + " |", "|---|---|---|---:|---:|---:|---:|---:|"]
    for row in rows:
        shown = [f"{v:.6g}" if isinstance(v, float) else str(v).replace("|", "\\|") for v in (row[c] for c in COLUMNS)]
        lines.append("| " + " | ".join(shown) + " |")
    return "\n".join(lines) + "\n"
