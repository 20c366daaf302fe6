"""What notebook users call by names and words where the command line's own functions take a game or agreed rules."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sim import games as rooms
from sim.experiment import bench as speeds
from sim.experiment import check as checks
from sim.experiment import judge as cases
from sim.experiment import replay
from sim.experiment.lineup import parse_lineup
from sim.experiment.run import make_rules
from sim.experiment.seeds import parse_seed


def show(game: str, lineup: str, players: int | None = None, rules: Mapping[str, Any] | None = None, seed: int | str = 1, deal: int = 0) -> dict[str, Any]:
    """One game of a line-up, as it sits, as a transcript: events, answers and what was tallied. Raises InputError."""
    agreed = make_rules(game, players, rules)
    return replay.show(agreed, parse_lineup(lineup, agreed), parse_seed(seed), deal)


def judge(game: str, file: str | Path) -> list[cases.Verdict]:
    """Verdicts on the cases (or the transcript) of a file. Raises InputError."""
    return cases.judge(rooms.load(game), file)


def check(file: str | Path, game: str | None = None, players: int | None = None) -> list[checks.Finding]:
    """What `carteado check` finds in a strategy file: whether it compiles, plays by the rules, repeats, and its speed."""
    return list(checks.check(file, rooms.load(game) if game else None, players))


def bench(game: str, lineup: str | None = None, players: int | None = None, rules: Mapping[str, Any] | None = None, against: str | None = None) -> speeds.Bench:
    """Speed of a line-up for one thread and for all. Raises InputError."""
    return speeds.bench(make_rules(game, players, rules), lineup, against)


def fingerprint(game: str) -> str:
    """12 hex digits that change only when the game's behaviour changes."""
    return speeds.fingerprint(rooms.load(game))
