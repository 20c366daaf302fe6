"""carteado new, check: strategies of one's own."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from sim.cli import console
from sim.cli.options import GameName, Players
from sim.core.errors import InputError


def new(game: GameName, file: Annotated[Path, typer.Argument(metavar="FILE.py", help="Where to write it; must not exist yet.")]) -> None:
    """Write a commented strategy to start from."""
    from sim import games as rooms

    room = rooms.load(game)
    if file.suffix != ".py":
        raise InputError(f"'{file}' must end in .py")
    try:
        with open(file, "x", encoding="utf-8") as out:
            out.write(room.starter())
    except FileExistsError:
        raise InputError(f"'{file}' exists already; choose another name") from None
    word = shlex.quote(str(file))
    print(f"wrote {file}; try: carteado check {word}, carteado compare {game} {room.bench_word} {word}")


def check(
    file: Annotated[str, typer.Argument(metavar="FILE.py", help="A strategy file.")],
    game: Annotated[str | None, typer.Option("--game", help="The game, if the file does not tell.")] = None,
    players: Players = None,
) -> int:
    """Compile a strategy file, play it, and report legality, determinism and speed."""
    from sim import games as rooms
    from sim.experiment.check import check as findings

    fine = True
    for finding in findings(file, rooms.load(game) if game else None, players):
        print(f"{'ok  ' if finding.fine else 'FAIL'} {finding.what}: {finding.words}")
        fine = fine and finding.fine
    console.note("" if fine else "the strategy is not ready")
    return 0 if fine else 1
