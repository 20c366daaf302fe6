"""carteado tune"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sim.cli import console
from sim.cli.options import Figures, GameName, RunOptions, with_options

if TYPE_CHECKING:
    from sim.experiment.results import Result
    from sim.experiment.run import Settings
    from sim.experiment.tune import Tuned


@dataclass(frozen=True)
class TuneOptions(RunOptions):
    """Those of `tune`."""

    games: Annotated[str, typer.Option("--games", "-n", metavar="N", help="Games of each trial.")] = "20k"
    figures: Figures = False


@with_options(TuneOptions)
def tune(
    game: GameName,
    strategy: Annotated[str, typer.Argument(metavar="S", help="The strategy whose parameters are to be found.")],
    param: Annotated[list[str], typer.Option("--param", metavar="NAME=LO:HI", help="A parameter and its range, or NAME=LO:HI:STEP; repeatable.")],
    measure: Annotated[str | None, typer.Option("--measure", metavar="M", help="What is to be best; the first headline measure if left out.")] = None,
    trials: Annotated[int, typer.Option("--trials", metavar="N", min=1, help="Points that are tried.")] = 64,
    field: Annotated[str | None, typer.Option("--field", metavar="F", help="Who sits at the other seats; S as it is if left out.")] = None,
    fresh: Annotated[str, typer.Option("--fresh", metavar="N", help="Games on fresh deals, in all, to verify what was found.")] = "200k",
    write: Annotated[Path | None, typer.Option("--write", metavar="FILE.py", help="Write the strategy with the found defaults.")] = None,
    *,
    how: TuneOptions,
) -> None:
    """Search for the best parameters, verify the winner on fresh deals, check its neighbours."""
    from sim.experiment.tune import tune as search

    found: list[Tuned] = []

    def conduct(settings: Settings) -> Result:
        found.append(search(game, strategy, param, measure, trials, field, how.players, how.rules, fresh, write, **vars(settings)))
        return found[0].result

    console.play(conduct, console.settings("tune", game, how), how)
    if found[0].written:
        console.note(f"wrote {found[0].written}", how.quiet)
