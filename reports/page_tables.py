"""The sortable tables of the page: differences, points, measures, groups, line-ups."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reports.tables import differences, points
from reports.views import best_first
from sim.experiment.estimates import p_words
from sim.experiment.results import Result
from sim.games.layout import Measure
from sim.games.protocol import Game

MOST_ROWS = 3000  # of a table by groups; the CSV holds all


@dataclass(frozen=True)
class Cell:
    """A table's cell: what is shown, and the number that it is sorted by (None: sorted as text)."""

    text: str
    number: float | None = None


@dataclass(frozen=True)
class Table:
    """A sortable table."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    note: str = ""
    is_open: bool = True
    meanings: Sequence[tuple[str, str]] = ()  # of the heads, where they need one

    def has_numbers(self, column: int) -> bool:
        """Whether a column holds numbers."""
        return any(row[column].number is not None for row in self.rows)


def lineup_table(manifest: Mapping[str, Any], game: Game) -> Table:
    """Who played: each strategy's parts with parameters and the digest of their source."""
    rows = []
    decisions = [d.name for d in game.decisions]
    for player in {player["word"]: player for player in manifest["strategies"]}.values():
        for part in player["parts"]:
            decides = ", ".join(d for d, own in zip(decisions, part["decides"], strict=False) if own)
            knobs = ", ".join(f"{name}={value:g}" for name, value in part["parameters"].items())
            rows.append([Cell(player["word"]), Cell(part["strategy"]), Cell(decides), Cell(knobs or "none"), Cell(part["digest"])])
    return Table("Strategies", ("at the table", "strategy", "decides", "parameters", "source digest"), rows)


def tables_of(result: Result) -> Iterator[Table]:
    """Differences or points first, then the measures, then everything by group."""
    if not result.totals.n_blocks:
        return
    if result.manifest.get("verdicts"):
        yield _difference_table(result)
    if result.manifest.get("points"):
        yield _point_table(result)
    for sheet in result.sheets:
        yield Table(sheet.title, sheet.headers, [[plain_cell(text) for text in line] for line in sheet.lines])
    yield _measure_table(result)
    shown = set(best_first(result))
    grouped = [row for row in result.rows if row["group"] and row["strategy"] in shown]
    if grouped:
        yield _group_table(result, grouped)


def plain_cell(text: str) -> Cell:
    """A cell that begins with a number is sorted by it."""
    found = re.match(r"[+−-]?[\d,]*\.?\d+(?=$|[\s%])", text)
    return number_cell(float(found[0].replace(",", "").replace("−", "-")), text) if found else Cell(text)


def number_cell(value: float, text: str) -> Cell:
    """A number; what is not known is shown as a dash and sorted as text."""
    return Cell(text.replace("-", "−"), value) if math.isfinite(value) else Cell("–")


def estimate_cell(value: float, low: float, high: float, digits: int, sign: bool = False) -> Cell:
    """A number ± half its interval, where there is one."""
    half = (high - low) / 2
    plus = "+" if sign else ""
    return number_cell(value, f"{value:{plus}.{digits}f}" + (f" ±{half:.{digits}f}" if math.isfinite(half) else ""))


def _difference_table(result: Result) -> Table:
    rows = []
    game = result.plan.rules.game
    for v in differences(result).to_dict("records"):
        digits = game.measure(v["measure"]).digits
        saving = v["saving"]
        known = saving is not None and math.isfinite(saving)
        rows.append(
            [
                Cell(v["measure"]),
                Cell(f"{v['b']} − {v['a']}"),
                estimate_cell(v["difference"], v["low"], v["high"], digits, sign=True),
                number_cell(v["p_holm"], p_words(v["p_holm"])),
                Cell("yes" if v["differ"] else "no"),
                number_cell(saving, f"{saving:.1f}× the games") if known else Cell("–"),
            ]
        )
    note = "Differences on the same deals, ± half the 95 % interval. Pairing worth: how many times the games an unpaired comparison would need."
    return Table("Paired differences", ("measure", "difference", "value", "p (Holm)", "told apart", "pairing worth"), rows, note)


def _point_table(result: Result) -> Table:
    frame = points(result)
    measure = result.plan.rules.game.measure(frame["measure"].iloc[0])
    names = [text.partition("=")[0].strip() for text in result.manifest["request"]["vary"]]
    rows = []
    for p in frame.to_dict("records"):
        mark = "best" if p["best"] else "not told apart" if p["not_told_from_best"] else "behind"
        shown = [number_cell(float(p[name]), f"{p[name]:g}") for name in names]
        value = estimate_cell(p["value"], p["low"], p["high"], measure.digits)
        behind = number_cell(p["behind"], f"{p['behind']:+.{measure.digits}f}")
        rows.append([*shown, value, behind, number_cell(p["p_all_pairs"], p_words(p["p_all_pairs"])), Cell(mark)])
    note = "± half the 95 % interval of a single point; the best of many points looks better than it is (carteado tune checks it on fresh deals)."
    return Table("Points of the sweep", (*names, measure.name, "against the best", "p (all pairs)", "verdict"), rows, note)


def _measure_table(result: Result) -> Table:
    """One row a strategy, best first; one column a measure."""
    game = result.plan.rules.game
    cells = {(row["strategy"], row["measure"]): row for row in result.rows if not row["group"]}
    measures = [m for m in game.measures if any((name, m.name) in cells for name in best_first(result))]
    headline = result.plan.rules.headline
    ordered = [*(m for m in headline if m in measures), *(m for m in measures if m not in headline)]
    rows = [[Cell(name), *(_measure_cell(cells.get((name, m.name)), m) for m in ordered)] for name in best_first(result)]
    meanings = [(m.name, f"{m.help} ({m.unit})") for m in ordered]
    return Table("Measures", ("strategy", *(m.name for m in ordered)), rows, "Mean ± half the 95 % interval.", meanings=meanings)


def _measure_cell(row: Mapping[str, Any] | None, measure: Measure) -> Cell:
    return estimate_cell(row["value"], row["low"], row["high"], measure.digits) if row else Cell("–")


def _group_table(result: Result, grouped: Sequence[Mapping[str, Any]]) -> Table:
    game = result.plan.rules.game
    rows = []
    for row in grouped[:MOST_ROWS]:
        digits = game.measure(row["measure"]).digits
        value = estimate_cell(row["value"], row["low"], row["high"], digits)
        rows.append([Cell(row["strategy"]), Cell(row["measure"]), Cell(row["group"]), value, number_cell(row["n"], f"{row['n']:,}")])
    cut = f" The first {MOST_ROWS:,} of {len(grouped):,} rows; the CSV file has all." if len(grouped) > MOST_ROWS else ""
    return Table("By seat, round and other groups", ("strategy", "measure", "group", "value", "n"), rows, f"Mean ± half the 95 % interval.{cut}", is_open=False)
