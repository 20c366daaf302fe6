"""carteado resume"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sim.cli import console
from sim.cli.options import Format, FormatOf, Jobs, Quiet


def resume(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The run folder.")],
    jobs: Jobs = None,
    form: FormatOf = Format.table,
    quiet: Quiet = False,
) -> None:
    """Go on with an interrupted run; the result is bit-identical to an uninterrupted one."""
    from sim.experiment.resume import resume as go_on
    from sim.experiment.run import Settings

    console.play(lambda s: go_on(folder, jobs=s.jobs, progress=s.progress), Settings(jobs=jobs, progress=console.Progress(quiet)), False, form, quiet)
