"""`check`: whether a strategy file compiles, plays by the rules, plays the same again, and how fast it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import numpy as np

from sim import games as rooms
from sim.core.errors import CarteadoError, EndlessStrategy, InputError
from sim.experiment import strategies
from sim.experiment.lineup import parse_player, plan_candidates
from sim.experiment.results import Result
from sim.experiment.runner import Engine, play_range
from sim.games.protocol import Game

BLOCKS = 500
PATIENCE = 20.0  # seconds that a single game may take


@dataclass(frozen=True)
class Finding:
    """One line of the check."""

    what: str
    fine: bool
    words: str


def game_of(file: Path) -> Game:
    """The game a strategy file is for: whose room it imports, else whose decisions it defines. Raises InputError."""
    text = file.read_text(encoding="utf-8", errors="replace")
    for name in re.findall(r"sim\.games\.(\w+)", text):
        if name in rooms.names():
            return rooms.load(name)
    defined = set(re.findall(r"^def (\w+)\(", text, re.MULTILINE))
    for name in rooms.names():
        if defined & set(rooms.load(name).function_names()):
            return rooms.load(name)
    raise InputError(f"strategy file '{file}' imports no game's strategist and defines no decision; say which with --game")


def check(file: str | Path, game: Game | None = None, players: int | None = None) -> Iterator[Finding]:
    """Findings one after the other; stops at the first that makes the rest impossible."""
    word = str(file)
    path = Path(strategies.file_of(word))
    strategies.check_file(path)
    room = game or game_of(path)
    try:
        strategy = strategies.load(room, word)
        start = perf_counter()
        for decision in strategy.functions:
            strategies.address(room, strategy, decision, 0)
    except CarteadoError as error:
        yield Finding("compiles", False, str(error))
        return
    yield Finding("compiles", True, f"{room.title}: {', '.join(strategy.functions)} in {perf_counter() - start:.2f} s")
    yield from _plays(room, word, players)


def _plays(room: Game, word: str, players: int | None) -> Iterator[Finding]:
    counts = [players] if players else sorted({room.min_players, room.default_players, room.max_players})
    speed = ""
    for n in counts:
        rules = room.rules(n)
        plan = plan_candidates(rules, [parse_player(word, room)], parse_player("random", room))
        engine = Engine(plan, seed=1)
        try:
            first = play_range(engine, 0, BLOCKS, PATIENCE)
        except EndlessStrategy:
            raise  # the program must be left: a thread of it goes on for ever
        except CarteadoError as error:
            yield Finding(f"plays lawfully with {n}", False, str(error))
            return
        result = Result(plan, 1, first.totals, {})
        shown = ", ".join(f"{m.name} {result.estimate(word, m.name).value:.4g}" for m in plan.rules.headline[:2])
        yield Finding(f"plays lawfully with {n}", True, f"{BLOCKS * plan.games} games among random: {shown}")
        again = engine.play(0, BLOCKS)
        same = np.array_equal(first.totals.gram, again.totals.gram)
        yield Finding(
            f"plays the same again with {n}", same, "same deals, same games" if same else "two runs with one seed differ: use only the View's own stream (draw)"
        )
        speed = f"{BLOCKS * plan.games / again.seconds:,.0f} games/s on one thread with {n} players"
    yield Finding("speed", True, speed)
