"""carteado run"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from sim.cli import console
from sim.cli.options import ControlsOf, Figures, GameName, RunOptions, Until, Watched, with_options


@dataclass(frozen=True)
class LineupOptions(RunOptions):
    """Those of `run`."""

    figures: Figures = False


@with_options(LineupOptions)
def run(
    game: GameName,
    lineup: Annotated[
        str, typer.Argument(metavar="LINEUP", help="One strategy a seat: steady*4, or steady,average*3; Tractor teams: basic,plain,basic,plain.")
    ],
    until: Until = None,
    measure: Watched = None,
    controls: ControlsOf = True,
    rows: Annotated[Path | None, typer.Option("--rows", metavar="FILE.parquet", help="Write one row for each game and seat as well.")] = None,
    *,
    how: LineupOptions,
) -> None:
    """Play a line-up, seats rotated over each deal: every measure with its interval."""
    from sim.experiment.rows import check_place
    from sim.experiment.run import run_request

    if rows:
        check_place(rows)
    result = console.play_request(run_request(game, lineup, how.players, how.rules, until, measure, controls), how)
    if rows:
        console.write_rows(result, rows, how)
