"""carteado compare"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sim.cli import console
from sim.cli.options import (
    Cluster,
    Format,
    FormatOf,
    GameName,
    Games,
    Jobs,
    NoSave,
    Out,
    Patience,
    Players,
    Quiet,
    RuleWords,
    Seed,
    Until,
    Watched,
    rule_options,
)

if TYPE_CHECKING:
    from sim.experiment.run import Settings


def compare(
    game: GameName,
    strategies: Annotated[list[str], typer.Argument(metavar="A B [C ...]", help="Strategies to compare.")],
    field: Annotated[str | None, typer.Option("--field", metavar="F", help="Who sits at the other seats; the first strategy if left out.")] = None,
    until: Until = None,
    decide: Annotated[
        str | None, typer.Option("--decide", metavar="T0,T1", help="Stop when the effect per deal, in standard deviations, is decided to be T0 or T1.")
    ] = None,
    measure: Watched = None,
    best: Annotated[
        float | None,
        typer.Option("--best", metavar="ZONE", help="Only find the best: drop candidates as they fall behind; ZONE is what matters."),
    ] = None,
    players: Players = None,
    rule: RuleWords = None,
    games: Games = "100k",
    seed: Seed = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
    patience: Patience = 60.0,
    out: Out = None,
    no_save: NoSave = False,
    figures: Annotated[bool, typer.Option("--figures/--no-figures", help="Draw figures into the run folder.")] = True,
    robust: Annotated[bool, typer.Option("--robust", help="Again under each other reading of the assumed rules, one at a time.")] = False,
    unlawful: Annotated[bool, typer.Option("--unlawful", help="Admit strategies that see hidden cards.")] = False,
    form: FormatOf = Format.table,
    quiet: Quiet = False,
) -> None:
    """Compare strategies on the same deals: each alone in a field, in every seat; paired differences."""
    how = console.settings("compare", game, games, seed, jobs, out, no_save, quiet, cluster, patience)
    rules = rule_options(rule)
    if best is not None:
        return _best(game, strategies, best, measure, field, players, rules, how)
    if robust:
        return _robust(game, strategies, field, players, rules, how, quiet)
    from sim.experiment.compare import compare_request
    from sim.experiment.run import conduct

    request = compare_request(game, strategies, field, players, rules, unlawful, until, decide, measure)
    console.play(lambda s: conduct(request, s), how, figures, form, quiet)
    return None


def _best(game: str, words: list[str], zone: float, measure: str | None, field: str | None, players: int | None, rules: dict[str, str], how: Settings) -> None:
    """Elimination among many; nothing is saved, since the candidates change on the way."""
    from sim.experiment.best import best

    found = best(game, *words, zone=zone, measure=measure, field=field, players=players, rules=rules, **{**vars(how), "out": None})
    print(found.finding)
    table = console.new_table("strategy", found.measure, "95 % interval", "deals", "left", right=(1, 2, 3))
    for c in found.candidates:
        gone = f"after {c.left_after:,} deals, behind {c.beaten_by}" if c.left_after else "still in"
        table.add_row(c.strategy, f"{c.estimate.value:.4f}", f"{c.estimate.low:.4f} .. {c.estimate.high:.4f}", f"{c.n_deals:,}", gone)
    console.print_table(table)
    print(f"{found.games:,} games, seed {found.seed}")


def _robust(game: str, words: list[str], field: str | None, players: int | None, rules: dict[str, str], how: Settings, quiet: bool) -> None:
    """The comparison under each reading of the assumed rules."""
    from sim.experiment.robust import robust

    found = robust(game, *words, field=field, players=players, rules=rules, **vars(how))
    print(found.finding)
    given = found.readings[0].result
    measure = given.plan.rules.game.headline[0]
    table = console.new_table("reading", "best", "ahead of", measure, "95 % interval", "told apart", right=(3, 4), title="One reading of the rules at a time")
    for r in found.readings:
        mark = "" if r.same_best else " (!)"
        told = "yes" if r.told_apart else "no"
        table.add_row(r.reading, r.best + mark, r.next_best, f"{r.gap.value:+.4f}", f"{r.gap.low:+.4f} .. {r.gap.high:+.4f}", told)
    console.print_table(table)
    room = given.plan.rules.game
    console.note(f"{room.title}: {room.in_force(given.plan.rules)}", quiet)
    console.note(f"{given.games:,} games a reading, seed {given.seed}", quiet)
