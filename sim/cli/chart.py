"""carteado chart"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sim.cli import console
from sim.cli.options import Figures, Format, FormatOf, GameName, Jobs, NoSave, Out, Players, Quiet, RuleWords, Seed, rule_options
from sim.core.errors import InputError

if TYPE_CHECKING:
    from sim.experiment.chart_result import ChartResult


def chart(
    game: GameName,
    decision: Annotated[str, typer.Argument(metavar="DECISION", help="Such as bid, play, call, bury or act.")],
    lineup: Annotated[str | None, typer.Option("--lineup", metavar="LINEUP", help="Who plays the games; the policy at every seat if left out.")] = None,
    by: Annotated[str, typer.Option("--by", metavar="AXIS,...", help="What situations are told apart by; the room's usual axes if left out.")] = "",
    only: Annotated[list[str] | None, typer.Option("--only", metavar="AXIS=LABEL", help="Only these situations; repeatable.")] = None,
    policy: Annotated[str | None, typer.Option("--policy", metavar="S", help="The strategy that plays imagined worlds on at every seat.")] = None,
    games: Annotated[str, typer.Option("--games", "-n", metavar="N", help="Games that questions are taken from.")] = "200",
    worlds: Annotated[str, typer.Option("--worlds", metavar="N", help="Worlds that each choice of a question is tried in.")] = "20",
    players: Players = None,
    rule: RuleWords = None,
    seed: Seed = None,
    jobs: Jobs = None,
    out: Out = None,
    no_save: NoSave = False,
    figures: Figures = True,
    form: FormatOf = Format.table,
    quiet: Quiet = False,
) -> None:
    """Chart what the choices of a decision are worth by situation: questions of many games, all choices in common worlds."""
    from sim.experiment.chart import chart_request, make_chart

    names = [name.strip() for name in by.split(",") if name.strip()]
    request = chart_request(game, decision, lineup, players, rule_options(rule), names, _labels(only), policy, worlds)
    with console.Progress(quiet) as progress:
        found = make_chart(request, games, seed, jobs, console.folder_for("chart", game, out, no_save), progress)
    _show(found, form)
    room = found.rules.game
    if room.caveat:
        console.note(f"{room.title}: {room.in_force(found.rules)}", quiet)
    console.note(f"questions of {found.games:,} games, {request.n_worlds} worlds each, seed {found.seed}", quiet)
    if found.folder:
        console.note(f"saved in {found.folder}", quiet)
    if figures:
        console.draw_figures(found, quiet)


def _labels(words: list[str] | None) -> dict[str, str]:
    """`["round=1"]` -> {"round": "1"}. Raises InputError."""
    found = dict(word.partition("=")[::2] for word in words or [])
    for name, label in found.items():
        if not label:
            raise InputError(f"--only {name} has no label; write --only {name}=LABEL")
    return found


def _show(found: ChartResult, form: Format) -> None:
    """The chart on standard output in the wanted form."""
    from sim.cli.tables import print_rows

    if form is not Format.table:
        print_rows(found.lines, form, {**found.manifest, "finding": found.finding})
    elif found.plan.has_all:
        _show_best(found)
    else:
        _show_gains(found)


def _show_best(found: ChartResult) -> None:
    """A line a situation: the best choice, and the others by what they lose."""
    from sim.cli import tables

    tables.print_sentence(found.finding)
    heads = (*(axis.name for axis in found.axes), "best", found.outcome.unit, "95 % interval", "not told apart", "behind", "questions")
    n, digits = len(found.axes), found.outcome.digits
    table = tables.new_table(*heads, right=(n + 1, n + 2, n + 5))
    for cell in found.cells:
        best = cell.best
        behind = "  ".join(f"{row.choice} {row.behind:+.{digits}f}" for row in cell.rows[1:4])
        interval = tables.interval_text(best.low, best.high, digits)
        table.add_row(*cell.situation, best.choice, f"{best.value:.{digits}f}", interval, " ".join(cell.equals), behind, f"{best.n:,}")
    tables.print_table(table)


def _show_gains(found: ChartResult) -> None:
    """A line a situation: which choices surely gain over the answers given, and which surely lose, the most first."""
    from sim.cli import tables

    tables.print_sentence(found.finding)
    table = tables.new_table(*(axis.name for axis in found.axes), f"gain ({found.outcome.unit})", "lose", "questions", right=(len(found.axes) + 2,))
    for cell in found.cells:
        gains = sorted((row for row in cell.rows if row.gain_low > 0), key=lambda row: -row.gain)
        losses = sorted((row for row in cell.rows if row.gain_high < 0), key=lambda row: row.gain)
        words = ["  ".join(f"{row.choice} {row.gain:+.{found.outcome.digits}f}" for row in rows[:4]) for rows in (gains, losses)]
        table.add_row(*cell.situation, *words, f"{max(row.n for row in cell.rows):,}")
    tables.print_table(table)
