"""carteado sweep"""

from __future__ import annotations

from typing import Annotated

import typer

from sim.cli import console
from sim.cli.options import Cluster, Format, FormatOf, GameName, Games, Jobs, NoSave, Out, Patience, Players, Quiet, RuleWords, Seed, rule_options


def sweep(
    game: GameName,
    strategy: Annotated[str, typer.Argument(metavar="S", help="The strategy whose parameters vary.")],
    vary: Annotated[list[str], typer.Option("--vary", metavar="NAME=LO:HI:STEP", help="A parameter and its grid; once or twice. Also NAME=V1;V2;V3.")],
    field: Annotated[str | None, typer.Option("--field", metavar="F", help="Who sits at the other seats; S itself if left out.")] = None,
    measure: Annotated[str | None, typer.Option("--measure", metavar="M", help="What decides which point is best.")] = None,
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
    form: FormatOf = Format.table,
    quiet: Quiet = False,
) -> None:
    """Vary one or two parameters on a grid, all points on the same deals: the best point and its equals."""
    from sim.experiment.run import conduct
    from sim.experiment.sweep import sweep_request

    request = sweep_request(game, strategy, vary, field, players, rule_options(rule), measure)
    console.play(
        lambda s: conduct(request, s), console.settings("sweep", game, games, seed, jobs, out, no_save, quiet, cluster, patience), figures, form, quiet
    )
