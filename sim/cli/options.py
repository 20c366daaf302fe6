"""Options that several commands share, and how their words become values."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from sim.core.errors import InputError


class Format(StrEnum):
    """What goes to standard output."""

    table = "table"
    csv = "csv"
    json = "json"
    markdown = "markdown"


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
Until = Annotated[
    str | None, typer.Option("--until", metavar="half_width=W", help="Stop when the interval is so narrow, valid at all looks; --games is the most.")
]
Watched = Annotated[str | None, typer.Option("--measure", metavar="M", help="What a stopping rule watches; the first headline measure if left out.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress and no notes.")]


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
