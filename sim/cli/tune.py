"""carteado tune"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sim.cli import console
from sim.cli.options import Cluster, Format, FormatOf, GameName, Jobs, NoSave, Out, Patience, Players, Quiet, RuleWords, Seed, rule_options

if TYPE_CHECKING:
    from sim.experiment.results import Result
    from sim.experiment.run import Settings
    from sim.experiment.tune import Tuned


def tune(
    game: GameName,
    strategy: Annotated[str, typer.Argument(metavar="S", help="The strategy whose parameters are to be found.")],
    param: Annotated[list[str], typer.Option("--param", metavar="NAME=LO:HI", help="A parameter and its range, or NAME=LO:HI:STEP; repeatable.")],
    measure: Annotated[str | None, typer.Option("--measure", metavar="M", help="What is to be best; the first headline measure if left out.")] = None,
    trials: Annotated[int, typer.Option("--trials", metavar="N", min=1, help="Points that are tried.")] = 64,
    field: Annotated[str | None, typer.Option("--field", metavar="F", help="Who sits at the other seats; S as it is if left out.")] = None,
    players: Players = None,
    rule: RuleWords = None,
    games: Annotated[str, typer.Option("--games", "-n", metavar="N", help="Games of each trial.")] = "20k",
    fresh: Annotated[str, typer.Option("--fresh", metavar="N", help="Games on fresh deals, in all, to verify what was found.")] = "200k",
    seed: Seed = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
    patience: Patience = 60.0,
    out: Out = None,
    no_save: NoSave = False,
    write: Annotated[Path | None, typer.Option("--write", metavar="FILE.py", help="Write the strategy with the found defaults.")] = None,
    form: FormatOf = Format.table,
    quiet: Quiet = False,
) -> None:
    """Search for the best parameters, verify the winner on fresh deals, check its neighbours."""
    from sim.experiment.tune import tune as search

    found: list[Tuned] = []

    def conduct(s: Settings) -> Result:
        options = {"games": s.games, "seed": s.seed, "jobs": s.jobs, "out": s.out, "progress": s.progress, "cluster": s.cluster, "patience": s.patience}
        found.append(search(game, strategy, param, measure, trials, field, players, rule_options(rule), fresh, write, **options))
        return found[0].result

    console.play(conduct, console.settings("tune", game, games, seed, jobs, out, no_save, quiet, cluster, patience), False, form, quiet)
    if found[0].written:
        console.note(f"wrote {found[0].written}", quiet)
