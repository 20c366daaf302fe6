"""carteado compare"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from sim.cli import console, tables
from sim.cli.options import ControlsOf, Field, GameName, RunOptions, Unlawful, Until, Watched, with_options

if TYPE_CHECKING:
    from sim.experiment.run import Settings


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
    if best is None and not robust:
        from sim.experiment.compare import compare_request

        request = compare_request(game, strategies, field, how.players, how.rules, unlawful, until, decide, measure, controls)
        console.play_request(request, how)
        return
    common = {"field": field, "players": how.players, "rules": how.rules}
    settings = console.settings("compare", game, how)
    if best is not None:
        _best(game, strategies, settings, zone=best, measure=measure, **common)
    else:
        _robust(game, strategies, settings, how.quiet, **common)


def _best(game: str, words: list[str], how: Settings, **options: Any) -> None:
    """Elimination among many; nothing is saved, since the candidates change on the way."""
    from sim.experiment.best import best

    found = best(game, *words, **options, **{**vars(how), "out": None})
    print(found.finding)
    table = tables.new_table("strategy", found.measure, "95 % interval", "deals", "left", right=(1, 2, 3))
    for c in found.candidates:
        gone = f"after {c.left_after:,} deals, behind {c.beaten_by}" if c.left_after else "still in"
        table.add_row(c.strategy, f"{c.estimate.value:.4f}", f"{c.estimate.low:.4f} .. {c.estimate.high:.4f}", f"{c.n_deals:,}", gone)
    tables.print_table(table)
    print(f"{found.games:,} games, seed {found.seed}")


def _robust(game: str, words: list[str], how: Settings, quiet: bool, **options: Any) -> None:
    """The comparison under each reading of the assumed rules."""
    from sim.experiment.robust import robust

    found = robust(game, *words, **options, **vars(how))
    print(found.finding)
    given = found.readings[0].result
    headers = ("reading", "best", "ahead of", "by", "95 % interval", "measure", "told apart")
    table = tables.new_table(*headers, right=(3, 4), title="One reading of the rules at a time")
    for r in found.readings:
        mark = "" if r.same_best else " (!)"
        told = "yes" if r.told_apart else "no"
        table.add_row(r.reading, r.best + mark, r.next_best, f"{r.gap.value:+.4f}", f"{r.gap.low:+.4f} .. {r.gap.high:+.4f}", r.measure, told)
    tables.print_table(table)
    if not all(r.same_best for r in found.readings):
        print("(!) not the strategy that is best under the rules as given")
    room = given.plan.rules.game
    console.note(f"{room.title}: {room.in_force(given.plan.rules)}", quiet)
    console.note(f"{given.games:,} games a reading, seed {given.seed}", quiet)
