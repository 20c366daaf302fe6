"""What the user sees: results on standard output, everything else on standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from importlib.metadata import entry_points
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim.cli.options import Format, RunOptions
from sim.core.errors import InputError

if TYPE_CHECKING:
    from rich.table import Table

    from sim.experiment.results import Result, Row, Sheet
    from sim.experiment.run import Request, Settings

PLAIN_EVERY = 10.0  # seconds between progress lines when nobody watches


def note(text: str, quiet: bool = False) -> None:
    """A remark on standard error."""
    if not quiet:
        print(text, file=sys.stderr)


class Progress:
    """One live line on a terminal; elsewhere a plain line now and then."""

    def __init__(self, quiet: bool) -> None:
        self.quiet, self.live = quiet, sys.stderr.isatty()
        self.start = self.last = 0.0
        self.width = 0

    def __call__(self, done: int, total: int, leading: str) -> None:
        """Shows how far the run is."""
        now = time.monotonic()
        if not self.start:  # compiling took its time before; the clock starts with the first chunk
            self.start = self.last = now
            return
        if self.quiet or (not self.live and now - self.last < PLAIN_EVERY):
            return
        self.last = now
        speed = done / max(now - self.start, 1e-9)
        left = (total - done) / max(speed, 1e-9)
        line = f"{done:,} of {total:,} games, {speed:,.0f}/s, {left:.0f} s left; {leading}"
        if self.live:
            self.width = max(self.width, len(line))
            print("\r" + line.ljust(self.width), end="", file=sys.stderr, flush=True)
        else:
            print(line, file=sys.stderr)

    def end(self) -> None:
        """Leaves the live line."""
        if self.live and self.width and not self.quiet:
            print(file=sys.stderr)


def new_table(*headers: str, right: Sequence[int] = (), title: str | None = None) -> Table:
    """A plain table; columns in `right` are aligned to the right."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, title=title, title_justify="left", pad_edge=False)
    for i, header in enumerate(headers):
        table.add_column(header, justify="right" if i in right else "left", no_wrap=i in right, overflow="fold")
    return table


def print_table(table: Table) -> None:
    """Prints to standard output; piped, as wide as the content."""
    from rich.console import Console

    console = Console(highlight=False, soft_wrap=False)
    if not console.is_terminal:
        console = Console(highlight=False, width=160, color_system=None)
    console.print(table)


def span(low: float, high: float, form: str) -> str:
    """An interval; a dash where there is none."""
    return "-" if isnan(low) else f"{low:{form}} .. {high:{form}}"


def measure_table(result: Result, rows: Sequence[Row], title: str) -> Table:
    """One line a strategy and measure: mean, interval, standard error, n."""
    table = new_table("strategy", "measure", "mean", "95 % interval", "se", "n", right=(2, 3, 4, 5), title=title)
    before = ""
    for row in rows:
        digits = result.plan.rules.game.measure(row["measure"]).digits
        name = row["strategy"] if row["strategy"] != before else ""
        before = row["strategy"]
        se = "-" if isnan(row["se"]) else f"{row['se']:.{digits + 1}f}"
        table.add_row(name, row["measure"], f"{row['value']:.{digits}f}", span(row["low"], row["high"], f".{digits}f"), se, f"{row['n']:,}")
    return table


def print_sheet(sheet: Sheet) -> None:
    """Prints a table as it is."""
    table = new_table(*sheet.headers, right=sheet.right, title=sheet.title)
    for line in sheet.lines:
        table.add_row(*line)
    print_table(table)


def verdict_table(verdicts: Sequence[dict[str, Any]]) -> Table:
    """Paired differences with Holm-adjusted p-values and what pairing saved."""
    from sim.experiment.estimates import p_words

    table = new_table(
        "measure", "difference", "value", "95 % interval", "p (Holm)", "told apart", "pairing worth", right=(2, 3, 4, 6), title="Paired differences"
    )
    for v in verdicts:
        worth = f"{v['saving']:.1f}x the games" if v["saving"] else "-"
        p = p_words(v["p_holm"])
        interval = span(v["low"], v["high"], "+.4g")
        table.add_row(v["measure"], f"{v['b']} - {v['a']}", f"{v['difference']:+.4g}", interval, p, "yes" if v["differ"] else "no", worth)
    return table


def point_table(points: Sequence[dict[str, Any]]) -> Table:
    """The points of a sweep with intervals; `*` the best, `=` not to be told from it."""
    table = new_table("", "point", points[0]["measure"], "95 % interval", "behind", "p (Holm)", right=(2, 3, 4, 5), title="Points, all on the same deals")
    for p in points:
        mark = "*" if p["best"] else "=" if p["not_told_from_best"] else ""
        shown = "" if p["best"] else f"{p['p_holm']:.2g}"
        table.add_row(mark, p["strategy"], f"{p['value']:.4f}", span(p["low"], p["high"], ".4f"), f"{p['behind']:+.4f}", shown)
    return table


def show_result(result: Result, form: Format, quiet: bool) -> None:
    """The result on standard output in the wanted form; notes on standard error."""
    from sim.experiment import results

    game = result.plan.rules.game
    if form is Format.csv:
        print(results.as_csv(result.rows), end="")
    elif form is Format.json:
        print(results.as_json(result.rows, result.manifest), end="")
    elif form is Format.markdown:
        print(results.as_markdown(result.rows), end="")
    else:
        show_tables(result)
    if result.manifest.get("stopping"):
        note(result.manifest["stopping"]["sentence"], quiet)
    if result.manifest.get("controls"):
        note(controls_sentence(result.manifest["controls"]), quiet)
    if game.caveat:
        note(f"{game.title}: {game.in_force(result.plan.rules)}", quiet)
    asked, played = result.manifest["games_asked"], result.games
    rounded = f" (asked: {asked:,}; whole blocks of {result.plan.games})" if asked != played else ""
    note(f"{number_of(played, 'game')}{rounded}, {number_of(result.totals.n_blocks, 'deal')}, seed {result.seed}", quiet)
    if result.folder:
        note(f"saved in {result.folder}", quiet)


def controls_sentence(narrowed: Sequence[Row]) -> str:
    """What control variates were worth, from the manifest's list (the most first)."""
    best = narrowed[0]
    where = f"{best['measure']} {best['group']}".strip()
    return f"control variates narrowed {number_of(len(narrowed), 'row')} of the table, most {where} of {best['strategy']}: worth {best['worth']:.2f}x the games"


def number_of(n: int, thing: str) -> str:
    """`1 deal`, `2,000 deals`."""
    return f"{n:,} {thing}" + "s" * (n != 1)


def show_tables(result: Result) -> None:
    """Finding, paired differences if any, and the measures."""
    if result.finding:
        print(result.finding)
    verdicts = result.manifest.get("verdicts", [])
    if verdicts:
        print_table(verdict_table(verdicts))
    for sheet in result.sheets:
        print_sheet(sheet)
    if result.sheets:
        return
    points = result.manifest.get("points", [])
    if points:
        print_table(point_table(points))
        return
    names = set(result.entrants)
    print_table(measure_table(result, [r for r in result.rows if r["group"] == "" and r["strategy"] in names], f"Measures, {result.plan.rules.describe()}"))


def settings(command: str, game: str, how: RunOptions) -> Settings:
    """Settings of a run from the options of the command line. Raises InputError."""
    from sim.experiment.run import Settings

    if how.no_save and how.out:
        raise InputError(f"--no-save and --out {how.out} exclude each other")
    folder = None if how.no_save else how.out or default_folder(command, game)
    return Settings(how.games, how.seed, how.jobs, folder, progress=Progress(how.quiet), cluster=how.cluster, patience=how.patience)


def play_request(request: Request, how: RunOptions) -> Result:
    """Conducts a request, shows it and draws it (see play)."""
    from sim.experiment.run import conduct

    return play(lambda s: conduct(request, s), settings(request.words["command"], request.words["game"], how), how)


def play(conduct: Callable[[Settings], Result], what: Settings, how: RunOptions) -> Result:
    """Conducts a run, shows it, draws it; after Ctrl-C shows what there is and raises Interrupted."""
    from sim.experiment.run import Stopped

    try:
        result = conduct(what)
    except Stopped as stop:
        if stop.result.totals.n_blocks:
            show_result(stop.result, how.form, how.quiet)
        raise
    finally:
        if isinstance(what.progress, Progress):
            what.progress.end()
    show_result(result, how.form, how.quiet)
    if how.figures:
        draw_figures(result, how.quiet)
    return result


def write_rows(result: Result, path: Path, how: RunOptions) -> None:
    """Writes one row for each game and seat of a result (see sim.experiment.rows)."""
    from sim.experiment import rows

    for written in rows.write_rows(result.plan, result.seed, result.totals.n_blocks, path, result.manifest, how.jobs):
        note(f"rows in {written}", how.quiet)


def default_folder(command: str, game: str) -> Path:
    """runs/<time>-<command>-<game>, with a number behind it when that is taken."""
    base = Path("runs") / f"{time.strftime('%Y%m%d-%H%M%S')}-{command}-{game}"
    folder, k = base, 1
    while folder.exists():
        k += 1
        folder = base.with_name(f"{base.name}-{k}")
    return folder


def draw_figures(result: Result, quiet: bool) -> None:
    """Has the figures of a result drawn into its folder by whoever offers that (entry points carteado.figures)."""
    if result.folder is None:
        return
    for point in entry_points(group="carteado.figures"):
        for path in point.load()(result, result.folder / "figures"):
            note(f"figure {path}", quiet)
