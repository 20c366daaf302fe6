"""What the user sees: results on standard output, everything else on standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING

from sim.cli.options import Format, RunOptions
from sim.core.errors import InputError

if TYPE_CHECKING:
    from sim.experiment.chart_result import ChartResult
    from sim.experiment.results import Result, Row
    from sim.experiment.run import Request, Settings

PLAIN_EVERY = 10.0  # seconds between progress lines when nobody watches


def note(text: str, quiet: bool = False) -> None:
    """A remark on standard error."""
    if not quiet:
        print(text, file=sys.stderr)


class Progress:
    """One live line on a terminal, left at the end of a `with`; elsewhere a plain line now and then."""

    def __init__(self, quiet: bool) -> None:
        self.quiet, self.live = quiet, sys.stderr.isatty()
        self.start = self.last = 0.0
        self.width = self.done = self.first = 0

    def __call__(self, done: int, total: int, leading: str) -> None:
        """Shows how far the run is."""
        now = time.monotonic()
        if not self.start or done < self.done:  # compiling took its time before; the clock starts with the first chunk of each run
            self.start = self.last = now
            self.done = self.first = done
            return
        self.done = done
        if self.quiet or (not self.live and now - self.last < PLAIN_EVERY):
            return
        self.last = now
        speed = (done - self.first) / max(now - self.start, 1e-9)
        left = (total - done) / max(speed, 1e-9)
        line = f"{done:,} of {total:,} games, {speed:,.0f}/s, {left:.0f} s left" + (f"; {leading}" if leading else "")
        if self.live:
            self.width = max(self.width, len(line))
            print("\r" + line.ljust(self.width), end="", file=sys.stderr, flush=True)
        else:
            print(line, file=sys.stderr)

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self.live and self.width and not self.quiet:
            print(file=sys.stderr)


def show_result(result: Result, form: Format, quiet: bool) -> None:
    """The result on standard output in the wanted form; notes on standard error."""
    from sim.cli.tables import print_rows, show_tables

    if form is Format.table:
        show_tables(result)
    else:
        print_rows(result.rows, form, result.manifest)
    sys.stdout.flush()  # the result comes before what is noted of it, or does not come and is said to be lost
    for remark in result.plan.remarks:
        note(remark, quiet)
    game = result.plan.rules.game
    if result.manifest.get("stopping") and form is not Format.table:
        note(result.manifest["stopping"]["sentence"], quiet)
    if result.manifest.get("controls"):
        note(controls_sentence(result.manifest["controls"]), quiet)
    if game.caveat:
        note(f"{game.title}: {game.in_force(result.plan.rules)}", quiet)
    asked, played = result.manifest["games_asked"], result.games
    beside = "" if asked == played else f" (asked: {asked:,}; whole blocks of {result.plan.games})" if played > asked else f" (of at most {asked:,})"
    note(f"{number_of(played, 'game')}{beside}, {number_of(result.totals.n_blocks, 'deal')}, seed {result.seed}", quiet)
    if result.folder:
        note(f"saved in {result.folder}", quiet)


def controls_sentence(narrowed: Sequence[Row]) -> str:
    """What control variates were worth, from the manifest's list (the most first)."""
    best = narrowed[0]
    where = f"{best['measure']} {best['group']}".strip()
    rows = number_of(len(narrowed), "row")
    return f"control variates narrowed {rows} of the table, most of all {where} of {best['strategy']} (worth {best['worth']:.2f}x the games)"


def number_of(n: int, thing: str) -> str:
    """`1 deal`, `2,000 deals`."""
    return f"{n:,} {thing}" + "s" * (n != 1)


def settings(command: str, game: str, how: RunOptions) -> Settings:
    """Settings of a run from the options of the command line, but for its progress. Raises InputError."""
    from sim.experiment.run import Settings

    folder = folder_for(command, game, how.out, how.no_save)
    return Settings(how.games, how.seed, how.jobs, folder, cluster=how.cluster, patience=how.patience)


def play_request(request: Request, how: RunOptions) -> Result:
    """Conducts a request, shows it and draws it (see play)."""
    from sim.experiment.run import conduct

    return play(lambda s: conduct(request, s), settings(request.words["command"], request.words["game"], how), how)


def play(conduct: Callable[[Settings], Result], what: Settings, how: RunOptions) -> Result:
    """Conducts a run, shows its progress and result, draws it; after Ctrl-C shows what there is and raises Interrupted."""
    from sim.experiment.run import Stopped

    try:
        with Progress(how.quiet) as progress:
            result = conduct(replace(what, progress=progress))
    except Stopped as stop:
        if stop.result.totals.n_blocks:
            show_result(stop.result, how.form, how.quiet)
        raise
    show_result(result, how.form, how.quiet)
    note(f"seed {result.seed}", not how.quiet or how.seed is not None or result.folder is not None)  # else it would stand nowhere
    if how.figures:
        draw_figures(result, how.quiet)
    return result


def write_rows(result: Result, path: Path, how: RunOptions) -> None:
    """Writes one row for each game and seat of a result (see sim.experiment.rows)."""
    from sim.experiment import rows

    for written in rows.write_rows(result.plan, result.seed, result.totals.n_blocks, path, result.manifest, how.jobs):
        note(f"rows in {written}", how.quiet)


def folder_for(command: str, game: str, out: Path | None, no_save: bool) -> Path | None:
    """The run folder that the options ask for; None: keep nothing. Raises InputError."""
    if no_save and out:
        raise InputError(f"--no-save and --out {out} exclude each other")
    return None if no_save else out or default_folder(command, game)


def default_folder(command: str, game: str) -> Path:
    """runs/<time>-<command>-<game>, with a number behind it when that is taken."""
    base = Path("runs") / f"{time.strftime('%Y%m%d-%H%M%S')}-{command}-{game}"
    folder, k = base, 1
    while folder.exists():
        k += 1
        folder = base.with_name(f"{base.name}-{k}")
    return folder


def draw_figures(result: Result | ChartResult, quiet: bool) -> None:
    """Has the figures of a result (or a chart) drawn into its folder by whoever offers that (entry points carteado.figures)."""
    if result.folder is None:
        return
    for point in entry_points(group="carteado.figures"):
        for path in point.load()(result, result.folder / "figures"):
            note(f"figure {path}", quiet)
