"""carteado study: a question, several runs, one report. Studies are TOML files; those of the package are in reports/studies.

question = "When should I call Câmbio?"
seed = 1                         # of every run; 1 if left out
games = "200k"                   # of every run; `quick` with --quick
quick = "20k"

[[run]]
command = "sweep"                # run, compare, sweep, tournament or chart
game = "cambio"
strategy = "greedy"              # and what else the command takes: lineup, candidates, strategies, vary, field,
vary = ["call_at=0:8:1"]         # measure, rules = { jokers = 2 }; a chart: decision, by, only, policy, worlds
players = [2, 4, 6]              # one run for each
answer = "Call at {best} points or less (win share {value}, {low} to {high})."
"""

from __future__ import annotations

import re
import shlex
import string
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sim.core.errors import InputError, Interrupted, unknown

if TYPE_CHECKING:
    from reports.answers import Finding
    from sim.experiment.chart import ChartRequest
    from sim.experiment.run import Progress, Request

COMMANDS = ("run", "compare", "sweep", "tournament", "chart")
OWN_KEYS = ("command", "players", "games", "quick", "answer")  # of a [[run]]; the rest goes to the command
STUDY_KEYS = ("question", "title", "seed", "games", "quick", "run")


@dataclass(frozen=True)
class Step:
    """One run of a study."""

    words: Mapping[str, Any]  # a request: command and what it takes
    games: str
    answer: str  # a template over WORDS; empty: the run's own finding


@dataclass(frozen=True)
class Study:
    """A study as it was read."""

    word: str  # its name, or its file
    is_quick: bool
    title: str
    question: str
    seed: int
    steps: Sequence[Step]

    @property
    def name(self) -> str:
        """Its name, of a file without folder and ending."""
        return Path(self.word).stem

    @property
    def command(self) -> str:
        """The command that plays it."""
        return shlex.join(["carteado", "study", self.word, *(["--quick"] if self.is_quick else [])])


class _Source:
    """The text of a study, to say in which line something is wrong."""

    def __init__(self, name: str, text: str) -> None:
        self.name, self.lines = name, text.splitlines()

    def fault(self, sentence: str, key: str | None = None, run: int | None = None) -> InputError:
        """The error for a key of the study, or of its run number `run` (from 0)."""
        starts = [k for k, line in enumerate(self.lines) if re.match(r"\s*\[\[\s*run\s*\]\]", line)]
        first, end = (0, starts[0] if starts else len(self.lines)) if run is None else (starts[run], [*starts, len(self.lines)][run + 1])
        at = next((k for k in range(first, end) if key and re.match(rf'\s*"?{re.escape(key)}"?\s*[=.]', self.lines[k])), first)
        return InputError(f"study '{self.name}' line {at + 1}: {sentence}")


def names() -> list[str]:
    """The studies of the package."""
    return sorted(p.name.removesuffix(".toml") for p in resources.files("reports").joinpath("studies").iterdir() if p.name.endswith(".toml"))


def load_study(word: str, is_quick: bool = False) -> Study:
    """A study of the package, or of the file `word` when it ends in .toml. Raises InputError that names the line."""
    if word.endswith(".toml"):
        try:
            return parse_study(word, Path(word).read_text(encoding="utf-8"), is_quick)
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(f"study '{word}' cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if word not in names():
        raise unknown("study", word, names())
    return parse_study(word, resources.files("reports").joinpath("studies", f"{word}.toml").read_text(encoding="utf-8"), is_quick)


def parse_study(word: str, text: str, is_quick: bool = False) -> Study:
    """The study that a TOML text describes; every request is checked. Raises InputError that names the line."""
    source = _Source(word, text)
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"study '{word}' is no TOML: {error}") from None
    for key in found:
        if key not in STUDY_KEYS:
            raise source.fault(str(unknown("key of a study", key, STUDY_KEYS)), key)
    if not isinstance(found.get("question"), str) or not found["question"].strip():
        raise source.fault('a study needs a question = "…"', "question")
    seed = found.get("seed", 1)
    if not isinstance(seed, int) or isinstance(seed, bool) or seed < 0:
        raise source.fault("seed must be a whole number from 0 on", "seed")
    runs = found.get("run")
    if not isinstance(runs, list) or not runs or not all(isinstance(run, dict) for run in runs):
        raise source.fault("a study needs at least one [[run]]", "run")
    steps = [step for k, run in enumerate(runs) for step in _steps(source, k, run, found, is_quick)]
    return Study(word, is_quick, str(found.get("title", found["question"])), found["question"], seed, steps)


def _steps(source: _Source, k: int, run: Mapping[str, Any], study: Mapping[str, Any], is_quick: bool) -> Iterator[Step]:
    """The steps of one [[run]]: one for each number of players."""
    from sim.experiment.seeds import parse_games

    command = run.get("command")
    if command not in COMMANDS:
        raise source.fault(f"command must be one of {', '.join(COMMANDS)}", "command", k)
    for key in run:
        if key not in (*OWN_KEYS, *_accepted(command)):
            raise source.fault(str(unknown(f"key of a {command}", key, [*OWN_KEYS, *_accepted(command)])), key, k)
    answer = str(run.get("answer", ""))
    _check_answer(source, k, command, answer)
    size = "quick" if is_quick else "games"
    games = str(run.get(size, study.get(size, "20k" if is_quick else "200k")))
    with _at_line(source, size, k):
        parse_games(games)
    counts = run.get("players")
    for players in counts if isinstance(counts, list) else [counts]:
        if players is not None and (not isinstance(players, int) or isinstance(players, bool)):
            raise source.fault("players must be a whole number or a list of them", "players", k)
        words = {key: value for key, value in run.items() if key not in OWN_KEYS[1:]} | ({"players": players} if players is not None else {})
        with _at_line(source, None, k):
            _request_of(words)
        yield Step(words, games, answer)


def _request_of(words: Mapping[str, Any]) -> Request | ChartRequest:
    """The checked request of a step. Raises InputError."""
    from sim.experiment.chart import chart_request
    from sim.experiment.resume import rebuild

    if words["command"] == "chart":
        return chart_request(**{name: value for name, value in words.items() if name != "command"})
    return rebuild(dict(words))


def _accepted(command: str) -> list[str]:
    """The words that a command's request takes."""
    from sim.experiment.chart import chart_request
    from sim.experiment.compare import compare_request
    from sim.experiment.run import run_request
    from sim.experiment.sweep import sweep_request
    from sim.experiment.tournament import tournament_request

    makers: dict[str, Callable] = {"run": run_request, "compare": compare_request, "sweep": sweep_request, "tournament": tournament_request}
    return list(signature({**makers, "chart": chart_request}[command]).parameters)


SPEAKS_OF = {  # by key: how a message about it begins or what it holds
    "players": r"players, not",
    "rules": r"^(unknown )?rule",
    "by": r"axis",
    "decision": r"chart of",
    "lineup": r"line-up",
    "worlds": r"worlds",
    "vary": r"vary|parameter",
    "game": r"unknown game",
    "measure": r"measure",
    "field": r"field",
}


class _at_line:
    """Errors inside get the line of a key of run `run`; without a key, of the key that the message speaks of."""

    def __init__(self, source: _Source, key: str | None, run: int) -> None:
        self.source, self.key, self.run = source, key, run

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, InputError):
            guess = next((key for key, pattern in SPEAKS_OF.items() if re.search(pattern, str(error))), None)
            raise self.source.fault(str(error), self.key or guess or "candidates", self.run) from None


def _check_answer(source: _Source, k: int, command: str, answer: str) -> None:
    """Raises InputError for a template that speaks of something that the command does not give."""
    from reports.answers import WORDS

    try:
        spoken = [field for _, field, _, _ in string.Formatter().parse(answer) if field is not None]
    except ValueError as error:
        raise source.fault(f"answer: {error}", "answer", k) from None
    for field in spoken:
        if field not in WORDS[command]:
            raise source.fault(str(unknown(f"word in the answer of a {command}", field, WORDS[command])), "answer", k)


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

    request, is_begun = _request_of(step.words), (place / MANIFEST).exists()
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
    progress = console.Progress(quiet)
    try:
        results = play_study(found, folder, jobs, progress)
    finally:
        progress.end()
    answers = [answer_of(step.answer, result) for step, result in zip(found.steps, results, strict=True)]
    page = write_page(folder / "report.html", page_of(results, found.title, found.question, answers, [found.command]))
    for sentence in (found.question, *(f"{where}: {answer}" for where, answer in answers), page):
        print(sentence)
