"""carteado study: a question, several runs, one report."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from reports.study_file import Step, Study, load_study, request_of
from sim.core.errors import InputError, Interrupted

if TYPE_CHECKING:
    from reports.answers import Finding
    from sim.experiment.run import Progress


def play_study(study: Study, folder: Path, jobs: int | None = None, progress: Progress | None = None) -> list[Finding]:
    """Plays the runs of a study, each into its own folder; those that are there already are gone on with.

    Raises InputError when a folder holds another run, Interrupted on Ctrl-C.
    """
    results = []
    for k, step in enumerate(study.steps):
        try:
            results.append(_play_step(step, k, study.seed, folder / f"{k + 1:02d}-{step.words['command']}", jobs, progress))
        except (Interrupted, KeyboardInterrupt):
            raise Interrupted(f"stopped in run {k + 1} of {len(study.steps)}; go on with: {study.command} {shlex.join(['--out', str(folder)])}") from None
    return results


def _play_step(step: Step, k: int, seed: int, place: Path, jobs: int | None, progress: Progress | None) -> Finding:
    """One run or chart of a study, from the start or from where its folder stands. Raises InputError."""
    from sim.experiment.chart import ChartRequest, make_chart
    from sim.experiment.chart_folder import load_chart
    from sim.experiment.resume import resume
    from sim.experiment.run import Settings, conduct
    from sim.experiment.seeds import parse_games
    from sim.experiment.store import MANIFEST, read_manifest

    request, is_begun = request_of(step.words), (place / MANIFEST).exists()
    if is_begun:
        before = read_manifest(place)
        games = before.get("games_asked", before.get("games"))  # a chart has no blocks to fill: it plays what was asked
        if (before["request"], before["seed"], games) != (request.words, seed, parse_games(step.games)):
            raise InputError(f"'{place}' holds another run than step {k + 1} of the study, or that step with another number of games; choose a new --out")
    if isinstance(request, ChartRequest):
        return load_chart(place) if is_begun else make_chart(request, step.games, seed, jobs, place, progress)
    if is_begun:
        return resume(place, jobs=jobs, progress=progress)
    return conduct(request, Settings(step.games, seed, jobs, place, progress=progress))


def study(
    name: Annotated[str, typer.Argument(metavar="NAME|FILE.toml", help="when-to-call, how-to-bid, what-to-bury, when-to-intervene, or a file of your own.")],
    quick: Annotated[bool, typer.Option("--quick", help="Few games: about a minute.")] = False,
    out: Annotated[Path | None, typer.Option("--out", metavar="DIR", help="Folder for the runs and report.html; an interrupted study goes on in it.")] = None,
    jobs: Annotated[int | None, typer.Option("--jobs", "-j", metavar="N", min=1, help="Threads; all processors if left out.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress and no notes.")] = False,
) -> None:
    """Answer a question by several runs and one report."""
    from reports.answers import answer_of
    from reports.command import write_page
    from reports.html import page_of
    from sim.cli import console

    found = load_study(name, quick)
    folder = out or console.default_folder("study", found.name)
    with console.Progress(quiet) as progress:
        results = play_study(found, folder, jobs, progress)
    answers = [answer_of(step.answer, result) for step, result in zip(found.steps, results, strict=True)]
    page = write_page(folder / "report.html", page_of(results, found.title, found.question, answers, [found.command]))
    print(found.question)
    for (where, answer), result in zip(answers, results, strict=True):
        print(f"{where}, {console.number_of(result.games, 'game')}, seed {result.seed}: {answer}")
    print(page)
