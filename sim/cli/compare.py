"""carteado compare"""

from __future__ import annotations

from typing import Annotated

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
    unlawful: Annotated[bool, typer.Option("--unlawful", help="Admit strategies that see hidden cards.")] = False,
    form: FormatOf = Format.table,
    quiet: Quiet = False,
) -> None:
    """Compare strategies on the same deals: each alone in a field, in every seat; paired differences."""
    if best is not None:
        return _best(game, strategies, best, measure, field, players, rule_options(rule), games, seed, jobs, quiet)
    from sim.experiment.compare import compare_request
    from sim.experiment.run import conduct

    request = compare_request(game, strategies, field, players, rule_options(rule), unlawful, until, decide, measure)
    console.play(
        lambda s: conduct(request, s), console.settings("compare", game, games, seed, jobs, out, no_save, quiet, cluster, patience), figures, form, quiet
    )


def _best(
    game: str,
    words: list[str],
    zone: float,
    measure: str | None,
    field: str | None,
    players: int | None,
    rules: dict[str, str],
    games: str,
    seed: str | None,
    jobs: int | None,
    quiet: bool,
) -> None:
    """Elimination among many; nothing is saved, since the candidates change on the way."""
    from sim.experiment.best import best

    progress = console.Progress(quiet)
    try:
        found = best(game, *words, zone=zone, measure=measure, field=field, players=players, rules=rules, games=games, seed=seed, jobs=jobs, progress=progress)
    finally:
        progress.end()
    print(found.finding)
    table = console.new_table("strategy", found.measure, "95 % interval", "deals", "left", right=(1, 2, 3))
    for c in found.candidates:
        gone = f"after {c.left_after:,} deals, behind {c.beaten_by}" if c.left_after else "still in"
        table.add_row(c.strategy, f"{c.estimate.value:.4f}", f"{c.estimate.low:.4f} .. {c.estimate.high:.4f}", f"{c.n_deals:,}", gone)
    console.print_table(table)
    console.note(f"{found.games:,} games, seed {found.seed}", quiet)
