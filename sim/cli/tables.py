"""Results as tables for a terminal: numbers aligned, intervals drawn in text, as much as the width allows.

At 80 columns a table leaves out what the JSON and CSV forms hold anyway (standard errors, what pairing was worth).
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING, Any

from sim.cli.bars import FINE, PLAIN, Bar, draw_bars
from sim.cli.options import Format

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from sim.experiment.results import Result, Row, Sheet
    from sim.games.layout import Measure

PIPED_WIDTH = 160
WIDE = 104  # columns from which a table shows everything
BAR_WIDTH, WIDE_BAR_WIDTH = 14, 28
NUMBERS = ("mean", "95 % interval", "se", "n")


def new_console() -> Console:
    """Standard output: as wide as the terminal; piped, plain text and wide enough for everything. Names stay as they are."""
    from rich.console import Console

    literal: dict[str, Any] = {"highlight": False, "markup": False, "emoji": False}
    console = Console(**literal)
    return console if console.is_terminal else Console(**literal, width=PIPED_WIDTH, color_system=None)


def new_table(*headers: str, right: Sequence[int] = (), title: str | None = None) -> Table:
    """A plain table; columns in `right` are aligned to the right."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, title=title, title_justify="left", title_style="bold", pad_edge=False)
    for i, header in enumerate(headers):
        table.add_column(header, justify="right" if i in right else "left", no_wrap=i in right, overflow="fold")
    return table


def print_table(table: Table) -> None:
    """Prints to standard output."""
    new_console().print(table)


def print_sentence(text: str) -> None:
    """Prints to standard output, on a terminal wrapped between words; piped it stays one line."""
    console = new_console()
    print(textwrap.fill(text, console.width, break_long_words=False, break_on_hyphens=False) if console.is_terminal else text)


def print_sheet(sheet: Sheet) -> None:
    """Prints a table as it is; where it is too wide, cells go over two lines."""
    table = new_table(*sheet.headers, right=sheet.right, title=sheet.title)
    for column in table.columns:
        column.no_wrap = False
    for line in sheet.lines:
        table.add_row(*line)
    print_table(table)


@dataclass(frozen=True)
class Column:
    """A column of a Sketch."""

    head: str = ""
    is_right: bool = True
    is_extra: bool = False  # only where the console is wide


class Sketch:
    """A table of lines whose cells are texts or Bars; the bars of a block share a scale."""

    def __init__(self, title: str, columns: Sequence[Column]) -> None:
        self.console = new_console()
        self.is_wide = self.console.width >= WIDE
        self.kept = [i for i, column in enumerate(columns) if self.is_wide or not column.is_extra]
        right = [k for k, i in enumerate(self.kept) if columns[i].is_right]
        self.table = new_table(*(columns[i].head for i in self.kept), right=right, title=title)

    def add_block(self, lines: Sequence[Sequence[str | Bar]], has_zero: bool = False, head: str = "") -> None:
        """Lines whose bars share a scale; `head` stands above them. has_zero: see draw_bars."""
        from rich.text import Text

        if head:
            self.table.add_row(Text(head, "bold"))
        bars = [cell for line in lines for cell in line if isinstance(cell, Bar)]
        signs = PLAIN if self.console.options.ascii_only else FINE
        drawn = iter(draw_bars(bars, WIDE_BAR_WIDTH if self.is_wide else BAR_WIDTH, has_zero, signs))
        for line in lines:
            cells = [next(drawn) if isinstance(cell, Bar) else cell for cell in line]
            cells[0] = f"  {cells[0]}" if head else cells[0]
            self.table.add_row(*(cells[i] for i in self.kept))
        if head:
            self.table.add_section()

    def print(self) -> None:
        """To standard output."""
        self.console.print(self.table)


def print_rows(rows: Sequence[Row], form: Format, head: dict[str, Any]) -> None:
    """Rows of one shape as CSV, Markdown or JSON; head: what JSON says of the run beside them."""
    from sim.experiment import results

    columns = list(rows[0]) if rows else results.COLUMNS
    if form is Format.csv:
        print(results.as_csv(rows, columns), end="")
    elif form is Format.json:
        print(results.as_json(rows, head), end="")
    else:
        print(results.as_markdown(rows, columns), end="")


def interval_text(low: float, high: float, digits: int, sign: bool = False) -> str:
    """`0.2491 .. 0.2509`; a dash where there is no interval."""
    plus = "+" if sign else ""
    return "-" if isnan(low) else f"{low:{plus}.{digits}f} .. {high:{plus}.{digits}f}"


def show_measures(result: Result, rows: Sequence[Row]) -> None:
    """Mean, interval, standard error and n: a block a measure with a line for each strategy, or a line a measure when one strategy plays."""
    game = result.plan.rules.game
    if len({row["strategy"] for row in rows}) == 1:
        table = new_table("measure", *NUMBERS, right=(1, 2, 3, 4), title=f"Measures of {rows[0]['strategy']}, {result.plan.rules.describe()}")
        for row in rows:
            table.add_row(row["measure"], *_numbers(row, game.measure(row["measure"])))
        return print_table(table)
    columns = [Column(is_right=False), Column("mean"), Column("95 % interval"), Column(is_right=False), Column("se", is_extra=True), Column("n")]
    sketch = Sketch(f"Measures, {result.plan.rules.describe()}", columns)
    for name in dict.fromkeys(row["measure"] for row in rows):
        measure = game.measure(name)
        lines: list[list[str | Bar]] = []
        for row in (row for row in rows if row["measure"] == name):
            mean, interval, se, n = _numbers(row, measure)
            lines.append([row["strategy"], mean, interval, Bar(row["low"], row["value"], row["high"]), se, n])
        sketch.add_block(lines, head=_head(measure))
    return sketch.print()


def _numbers(row: Row, measure: Measure) -> list[str]:
    """A row's NUMBERS as texts."""
    d = measure.digits
    se = "-" if isnan(row["se"]) else f"{row['se']:.{d + 1}f}"
    return [f"{row['value']:.{d}f}", interval_text(row["low"], row["high"], d), se, f"{row['n']:,}"]


def _head(measure: Measure) -> str:
    return f"{measure.name}{' (less is better)' if measure.better < 0 else ''}"


def show_verdicts(result: Result) -> None:
    """Paired differences: a block a measure; hollow dots are not told apart from 0. What pairing was worth: times the games."""
    verdicts = result.manifest["verdicts"]
    columns = [Column(is_right=False), Column("value"), Column("95 % interval"), Column(is_right=False), Column("p (Holm)")]
    columns += [Column("told apart", is_right=False, is_extra=True), Column("pairing worth", is_extra=True)]
    sketch = Sketch("Paired differences on the same deals (hollow: not told apart)", columns)
    for name in dict.fromkeys(v["measure"] for v in verdicts):
        measure = result.plan.rules.game.measure(name)
        sketch.add_block([_verdict_line(v, measure.digits) for v in verdicts if v["measure"] == name], has_zero=True, head=_head(measure))
    sketch.print()


def _verdict_line(v: dict[str, Any], digits: int) -> list[str | Bar]:
    from sim.experiment.estimates import p_words

    interval = interval_text(v["low"], v["high"], digits, sign=True)
    bar = Bar(v["low"], v["difference"], v["high"], v["differ"])
    worth = f"{v['saving']:.1f}x the games" if v["saving"] else "-"
    return [f"{v['b']} - {v['a']}", f"{v['difference']:+.{digits}f}", interval, bar, p_words(v["p_holm"]), "yes" if v["differ"] else "no", worth]


def show_points(result: Result) -> None:
    """The points of a sweep by their parameters; `*` the best, `=` and hollow: not told apart from it."""
    request, points = result.manifest["request"], result.manifest["points"]
    measure = result.plan.rules.game.measure(points[0]["measure"])
    names = [text.partition("=")[0].strip() for text in request["vary"]]
    columns = [Column(is_right=False), *map(Column, names), Column(measure.name), Column("95 % interval"), Column(is_right=False)]
    columns += [Column("behind", is_extra=True), Column("p (all pairs)", is_extra=True)]
    sketch = Sketch(f"{request['strategy']}, all points on the same deals (*: the best; =, hollow: not told apart from it)", columns)
    sketch.add_block([_point_line(p, names, measure.digits) for p in points])
    sketch.print()


def _point_line(p: dict[str, Any], names: Sequence[str], digits: int) -> list[str | Bar]:
    from sim.experiment.estimates import p_words

    mark = "*" if p["best"] else "=" if p["not_told_from_best"] else ""
    bar = Bar(p["low"], p["value"], p["high"], is_sure=mark != "=")
    p_value = "" if p["best"] else p_words(p["p_all_pairs"])
    values = [*(f"{p[name]:g}" for name in names), f"{p['value']:.{digits}f}", interval_text(p["low"], p["high"], digits)]
    return [mark, *values, bar, f"{p['behind']:+.{digits}f}", p_value]


def show_tables(result: Result) -> None:
    """The finding on top, then paired differences or points if any, and the measures."""
    if result.finding:
        print_sentence(result.finding)
    if result.manifest.get("verdicts"):
        show_verdicts(result)
    for sheet in result.sheets:
        print_sheet(sheet)
    if result.sheets:
        return
    if result.manifest.get("points"):
        show_points(result)
        return
    names = set(result.entrants)
    show_measures(result, [r for r in result.rows if r["group"] == "" and r["strategy"] in names])
