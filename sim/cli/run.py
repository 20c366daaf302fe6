"""carteado run"""

from __future__ import annotations

from pathlib import Path
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


def run(
    game: GameName,
    lineup: Annotated[str, typer.Argument(metavar="LINEUP", help="One strategy a seat: steady*4, or steady,average*3.")],
    until: Until = None,
    measure: Watched = None,
    players: Players = None,
    rule: RuleWords = None,
    games: Games = "100k",
    seed: Seed = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
    patience: Patience = 60.0,
    out: Out = None,
    no_save: NoSave = False,
    rows: Annotated[Path | None, typer.Option("--rows", metavar="FILE.parquet", help="Write one row for each game and seat as well.")] = None,
    figures: Annotated[bool, typer.Option("--figures/--no-figures", help="Draw figures into the run folder.")] = False,
    form: FormatOf = Format.table,
    quiet: Quiet = False,
) -> None:
    """Play a line-up, seats rotated over each deal: every measure with its interval."""
    from sim.experiment.rows import check_place
    from sim.experiment.run import conduct, run_request

    if rows:
        check_place(rows)
    request = run_request(game, lineup, players, rule_options(rule), until, measure)
    how = console.settings("run", game, games, seed, jobs, out, no_save, quiet, cluster, patience)
    result = console.play(lambda s: conduct(request, s), how, figures, form, quiet)
    if rows:
        console.write_rows(result, rows, jobs, quiet)
