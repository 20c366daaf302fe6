"""Studies are TOML files; those of the package are in reports/studies.

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
from inspect import Parameter, signature
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim.core.errors import InputError, unknown

if TYPE_CHECKING:
    from sim.experiment.chart import ChartRequest
    from sim.experiment.run import Request

COMMANDS = ("run", "compare", "sweep", "tournament", "chart")
OWN_KEYS = ("command", "players", "games", "quick", "answer")  # of a [[run]]; the rest goes to the command
STUDY_KEYS = ("question", "title", "seed", "games", "quick", "run")
_TEXTS = ("title", "answer", "game", "lineup", "strategy", "field", "measure", "until", "decide", "decision", "policy")
KINDS = {  # what must stand under a key
    **dict.fromkeys(_TEXTS, "a text"),
    **dict.fromkeys(("candidates", "strategies", "vary", "by"), "a list of texts"),
    **dict.fromkeys(("allow_unlawful", "controls"), "true or false"),
    "rules": "a table",
    "only": "a table of texts",
}
_IS_KIND: Mapping[str, Callable[[Any], bool]] = {
    "a text": lambda value: isinstance(value, str),
    "a list of texts": lambda value: isinstance(value, list) and all(isinstance(one, str) for one in value),
    "true or false": lambda value: isinstance(value, bool),
    "a table": lambda value: isinstance(value, dict),
    "a table of texts": lambda value: isinstance(value, dict) and all(isinstance(one, str) for one in value.values()),
}


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
        ends = [*starts, len(self.lines)]
        first, end = (0, ends[0]) if run is None or run >= len(starts) else (starts[run], ends[run + 1])  # runs may also stand in a list, run = [...]
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
    _check_kinds(source, found)
    if not isinstance(found.get("question"), str) or not found["question"].strip():
        raise source.fault('a study needs a question = "…"', "question")
    seed = found.get("seed", 1)
    if not isinstance(seed, int) or isinstance(seed, bool) or seed < 0:
        raise source.fault("seed must be a whole number from 0 on", "seed")
    runs = found.get("run")
    if not isinstance(runs, list) or not runs or not all(isinstance(run, dict) for run in runs):
        raise source.fault("a study needs at least one [[run]]", "run")
    steps = [step for k, run in enumerate(runs) for step in _steps(source, k, run, found, is_quick)]
    return Study(word, is_quick, found.get("title", found["question"]), found["question"], seed, steps)


def _steps(source: _Source, k: int, run: Mapping[str, Any], study: Mapping[str, Any], is_quick: bool) -> Iterator[Step]:
    """The steps of one [[run]]: one for each number of players."""
    from sim.experiment.seeds import parse_games

    command = run.get("command")
    if command not in COMMANDS:
        raise source.fault(f"command must be one of {', '.join(COMMANDS)}", "command", k)
    _check_keys(source, k, command, run)
    _check_kinds(source, run, k)
    answer = run.get("answer", "")
    _check_answer(source, k, command, answer)
    size = "quick" if is_quick else "games"
    games = str(run.get(size, study.get(size, "20k" if is_quick else "200k")))
    with _at_line(source, size, k):
        parse_games(games)
    counts = run.get("players")
    for players in counts if counts and isinstance(counts, list) else [counts]:
        if players is not None and (not isinstance(players, int) or isinstance(players, bool)):
            raise source.fault("players must be a whole number or a list of them", "players", k)
        words = {key: value for key, value in run.items() if key not in OWN_KEYS[1:]} | ({"players": players} if players is not None else {})
        with _at_line(source, None, k):
            request_of(words)
        yield Step(words, games, answer)


def request_of(words: Mapping[str, Any]) -> Request | ChartRequest:
    """The checked request of a step. Raises InputError."""
    from sim.experiment.chart import chart_request
    from sim.experiment.resume import rebuild

    if words["command"] == "chart":
        return chart_request(**{name: value for name, value in words.items() if name != "command"})
    return rebuild(dict(words))


def _check_keys(source: _Source, k: int, command: str, run: Mapping[str, Any]) -> None:
    """Raises InputError for a key that the command does not know, and for one that it lacks."""
    accepted = _accepted(command)
    for key in run:
        if key not in (*OWN_KEYS, *accepted):
            raise source.fault(str(unknown(f"key of a {command}", key, [*OWN_KEYS, *accepted])), key, k)
    for key, parameter in accepted.items():
        if parameter.default is parameter.empty and key not in run:
            raise source.fault(f"a {command} needs {key}", None, k)


def _check_kinds(source: _Source, found: Mapping[str, Any], run: int | None = None) -> None:
    """Raises InputError for a value that is not of its key's kind."""
    for key, value in found.items():
        if key in KINDS and not _IS_KIND[KINDS[key]](value):
            raise source.fault(f"{key} must be {KINDS[key]}", key, run)


def _accepted(command: str) -> Mapping[str, Parameter]:
    """The words that a command's request takes."""
    from sim.experiment.chart import chart_request
    from sim.experiment.compare import compare_request
    from sim.experiment.run import run_request
    from sim.experiment.sweep import sweep_request
    from sim.experiment.tournament import tournament_request

    makers: dict[str, Callable] = {"run": run_request, "compare": compare_request, "sweep": sweep_request, "tournament": tournament_request}
    return signature({**makers, "chart": chart_request}[command]).parameters


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
