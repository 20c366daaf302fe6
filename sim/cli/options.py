"""Options that several commands share, and how their words become values."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

from sim.core.errors import InputError


class Format(StrEnum):
    """What goes to standard output."""

    table = "table"
    csv = "csv"
    json = "json"
    markdown = "markdown"


class TableOrJson(StrEnum):
    """The same, of commands whose table is not the tidy one."""

    table = "table"
    json = "json"


GameName = Annotated[str, typer.Argument(metavar="GAME", help="wizard, tractor, cambio or intervencao; see carteado games.")]
Players = Annotated[int | None, typer.Option("--players", "-p", metavar="N", help="Players at the table.")]
RuleWords = Annotated[list[str] | None, typer.Option("--rule", "-r", metavar="NAME=VALUE", help="A rule option; repeatable. See carteado rules GAME.")]
Games = Annotated[str, typer.Option("--games", "-n", metavar="N", help="Games in all (1000, 250k, 1e6); rounded up to whole blocks.")]
Seed = Annotated[str | None, typer.Option("--seed", metavar="S", help="Run seed; drawn and shown if left out.")]
Jobs = Annotated[int | None, typer.Option("--jobs", "-j", metavar="N", min=1, help="Threads; all processors if left out.")]
Cluster = Annotated[str | None, typer.Option("--cluster", metavar="ADDRESS", help="A Dask scheduler (tcp://host:8786), or local:N for N processes here.")]
Patience = Annotated[float, typer.Option("--patience", metavar="SECONDS", min=0.1, help="How long a single game may take before it counts as endless.")]
Out = Annotated[Path | None, typer.Option("--out", metavar="DIR", help="Run folder; runs/<time>-<command>-<game> if left out.")]
NoSave = Annotated[bool, typer.Option("--no-save", help="Keep no run folder.")]
FormatOf = Annotated[Format, typer.Option("--format", help="What goes to standard output.")]
TableOrJsonOf = Annotated[TableOrJson, typer.Option("--format", help="What goes to standard output.")]
Figures = Annotated[bool, typer.Option("--figures/--no-figures", help="Draw figures into the run folder.")]
ControlsOf = Annotated[bool, typer.Option("--controls/--no-controls", help="Take off the luck of the hands dealt where that narrows an interval.")]
Field = Annotated[str | None, typer.Option("--field", metavar="F", help="Who sits at the other seats; the first strategy if left out.")]
Unlawful = Annotated[bool, typer.Option("--unlawful", help="Admit strategies that see hidden cards.")]
Until = Annotated[
    str | None, typer.Option("--until", metavar="half_width=W", help="Stop when the interval is so narrow, valid at all looks; --games is the most.")
]
Watched = Annotated[str | None, typer.Option("--measure", metavar="M", help="What a stopping rule watches; the first headline measure if left out.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress and no notes.")]


@dataclass(frozen=True)
class RunOptions:
    """The options of every command that plays games, in the order of its help."""

    players: Players = None
    rule: RuleWords = None
    games: Games = "100k"
    seed: Seed = None
    jobs: Jobs = None
    cluster: Cluster = None
    patience: Patience = 60.0
    out: Out = None
    no_save: NoSave = False
    figures: Figures = True
    form: FormatOf = Format.table
    quiet: Quiet = False

    @property
    def rules(self) -> dict[str, str]:
        """The rule options by name. Raises InputError."""
        return rule_options(self.rule)


def with_options(kind: type) -> Callable[[Callable], Callable]:
    """Gives a command the fields of a dataclass as options, behind its own; it gets them together as `how`."""

    def decorate(command: Callable) -> Callable:
        hints = get_type_hints(kind, include_extras=True)
        shared = [inspect.Parameter(f.name, inspect.Parameter.KEYWORD_ONLY, default=f.default, annotation=hints[f.name]) for f in fields(kind)]

        @wraps(command)
        def spread(**words: Any) -> Any:
            how = kind(**{option.name: words.pop(option.name) for option in shared})
            return command(**words, how=how)

        own = [p for p in inspect.signature(command, eval_str=True).parameters.values() if p.name != "how"]
        spread.__signature__ = inspect.Signature(own + shared)  # type: ignore[attr-defined]
        return spread

    return decorate


def rule_options(words: list[str] | None) -> dict[str, str]:
    """`["plus_one=true"]` -> {"plus_one": "true"}. Raises InputError."""
    found: dict[str, str] = {}
    for word in words or []:
        name, equals, value = word.partition("=")
        if not equals:
            raise InputError(f"--rule {word} has no value; write --rule {word}=VALUE")
        if name.strip() in found:
            raise InputError(f"--rule {name.strip()} is given twice")
        found[name.strip()] = value.strip()
    return found
