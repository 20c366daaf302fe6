"""carteado sweep"""

from __future__ import annotations

from typing import Annotated

import typer

from sim.cli import console
from sim.cli.options import GameName, RunOptions, with_options


@with_options(RunOptions)
def sweep(
    game: GameName,
    strategy: Annotated[str, typer.Argument(metavar="S", help="The strategy whose parameters vary.")],
    vary: Annotated[list[str], typer.Option("--vary", metavar="NAME=LO:HI:STEP", help="A parameter and its grid; once or twice. Also NAME=V1;V2;V3.")],
    field: Annotated[str | None, typer.Option("--field", metavar="F", help="Who sits at the other seats; S itself if left out.")] = None,
    measure: Annotated[str | None, typer.Option("--measure", metavar="M", help="What decides which point is best.")] = None,
    *,
    how: RunOptions,
) -> None:
    """Vary one or two parameters on a grid, all points on the same deals: the best point and its equals."""
    from sim.experiment.sweep import sweep_request

    console.play_request(sweep_request(game, strategy, vary, field, how.players, how.rules, measure), how)
