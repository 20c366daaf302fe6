"""carteado compare"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sim.cli import console, tables
from sim.cli.bars import Bar
from sim.cli.options import ControlsOf, Field, Format, GameName, RunOptions, Unlawful, Until, Watched, with_options
from sim.cli.tables import Column, Sketch
from sim.core.errors import InputError

if TYPE_CHECKING:
    from sim.experiment.best import BestResult
    from sim.experiment.robust import RobustResult


@with_options(RunOptions)
def compare(
    game: GameName,
    strategies: Annotated[list[str], typer.Argument(metavar="A B [C ...]", help="Strategies to compare.")],
    field: Field = None,
    until: Until = None,
    decide: Annotated[
        str | None, typer.Option("--decide", metavar="T0,T1", help="Stop when the effect per deal, in standard deviations, is decided to be T0 or T1.")
    ] = None,
    measure: Watched = None,
    best: Annotated[
        float | None,
        typer.Option("--best", metavar="ZONE", help="Only find the best: drop candidates as they fall behind; ZONE is what matters."),
    ] = None,
    robust: Annotated[bool, typer.Option("--robust", help="Again under each other reading of the assumed rules, one at a time.")] = False,
    unlawful: Unlawful = False,
    controls: ControlsOf = False,
    *,
    how: RunOptions,
) -> None:
    """Compare strategies on the same deals: each alone in a field, in every seat; paired differences."""
    _only_one({"--best": best is not None, "--robust": robust, "--until": bool(until), "--decide": bool(decide)})
    _only_one({"--best": best is not None, "--robust": robust, "--controls": controls})
    _only_one({"--robust": robust, "--measure": measure is not None})
    if best is None and not robust:
        from sim.experiment.compare import compare_request

        request = compare_request(game, strategies, field, how.players, how.rules, unlawful, until, decide, measure, controls)
        console.play_request(request, how)
        return
    common = {"field": field, "players": how.players, "rules": how.rules, "allow_unlawful": unlawful}
    if best is not None:
        _best(game, strategies, how, zone=best, measure=measure, **common)
    else:
        _robust(game, strategies, how, **common)


def _only_one(options: dict[str, bool]) -> None:
    """Raises InputError when two of the options are given."""
    given = [name for name, is_given in options.items() if is_given]
    if len(given) > 1:
        raise InputError(f"{given[0]} and {given[1]} exclude each other")


def _best(game: str, words: list[str], how: RunOptions, zone: float, measure: str | None, **options: Any) -> None:
    """Elimination among many; nothing is saved, since the candidates change on the way. Raises InputError."""
    from sim.experiment.best import best

    settings = console.settings("compare", game, replace(how, no_save=how.out is None))
    with console.Progress(how.quiet) as progress:
        found = best(game, *words, zone=zone, measure=measure, **options, **vars(replace(settings, progress=progress)))
    if how.form is Format.table:
        _show_race(found)
    else:
        tables.print_rows(found.rows, how.form, {"finding": found.finding, "games": found.games, "seed": found.seed})
    console.note(f"{found.games:,} games, seed {found.seed}", how.quiet)


def _show_race(found: BestResult) -> None:
    """A line a candidate: how far it came."""
    tables.print_sentence(found.finding)
    columns = [Column("strategy", is_right=False), Column(found.measure), Column("95 % interval"), Column(is_right=False), Column("deals")]
    columns.append(Column("left", is_right=False))
    sketch = Sketch("Candidates on the same deals, the longest in play first", columns)
    lines: list[list[str | Bar]] = []
    for c in found.candidates:
        e, gone = c.estimate, "still in" if c.left_after is None else f"behind {c.beaten_by}"
        lines.append([c.strategy, f"{e.value:.4f}", tables.interval_text(e.low, e.high, 4), Bar(e.low, e.value, e.high), f"{c.n_deals:,}", gone])
    sketch.add_block(lines)
    sketch.print()


def _robust(game: str, words: list[str], how: RunOptions, **options: Any) -> None:
    """The comparison under each reading of the assumed rules."""
    from sim.experiment.robust import robust

    settings = console.settings("compare", game, how)
    with console.Progress(how.quiet) as progress:
        found = robust(game, *words, **options, **vars(replace(settings, progress=progress)))
    given = found.readings[0].result
    if how.form is Format.table:
        _show_readings(found)
    else:
        tables.print_rows(found.rows, how.form, {"finding": found.finding, "games": given.games, "seed": given.seed})
    room = given.plan.rules.game
    console.note(f"{room.title}: {room.in_force(given.plan.rules)}", how.quiet)
    console.note(f"{given.games:,} games a reading, seed {given.seed}", how.quiet)


def _show_readings(found: RobustResult) -> None:
    """A line a reading."""
    tables.print_sentence(found.finding)
    headers = ("reading", "best", "ahead of", "by", "95 % interval", "measure", "told apart")
    table = tables.new_table(*headers, right=(3, 4), title="One reading of the rules at a time")
    for r in found.readings:
        mark = "" if r.same_best else " (!)"
        told = "yes" if r.told_apart else "no"
        table.add_row(r.reading, r.best + mark, r.next_best, f"{r.gap.value:+.4f}", tables.interval_text(r.gap.low, r.gap.high, 4, sign=True), r.measure, told)
    tables.print_table(table)
    if not all(r.same_best for r in found.readings):
        print("(!) not the strategy that is best under the rules as given")
