"""carteado resume"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sim.cli import console
from sim.cli.options import Cluster, Format, FormatOf, Jobs, Patience, Quiet, RunOptions


def resume(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The run folder.")],
    jobs: Jobs = None,
    cluster: Cluster = None,
    patience: Patience = 60.0,
    form: FormatOf = Format.table,
    quiet: Quiet = False,
) -> None:
    """Go on with an interrupted run; the result is bit-identical to an uninterrupted one."""
    from sim.experiment.resume import resume as go_on
    from sim.experiment.run import Settings

    how = Settings(jobs=jobs, cluster=cluster, patience=patience)
    console.play(lambda s: go_on(folder, **vars(s)), how, RunOptions(figures=False, form=form, quiet=quiet))
