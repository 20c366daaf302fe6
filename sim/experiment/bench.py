"""`bench` and `fingerprint`: how fast the kernel is, and a hash that changes only when behaviour changes."""

from __future__ import annotations

import hashlib
import json
import shlex
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from statistics import median
from time import perf_counter
from typing import Any

from sim.core.errors import InputError
from sim.experiment.lineup import parse_lineup, plan_rotations
from sim.experiment.runner import Engine, all_jobs
from sim.games.protocol import Game, Rules

SLICE_SECONDS = 0.4
ROUNDS = 7


@dataclass(frozen=True)
class Speed:
    """Medians over several rounds."""

    threads: int
    games_per_s: float
    unit: str  # what a step is: card, turn, act
    ns_per_card: float  # per step
    ns_per_decision: float


@dataclass(frozen=True)
class Bench:
    """Speeds for one thread and for all, measured in turn; `anchor` is another program's ns per card, if asked for."""

    lineup: str
    speeds: list[Speed]
    scaling: float
    anchor: float | None
    ratio: float | None

    def as_json(self) -> str:
        """All figures as JSON."""
        return json.dumps(asdict(self), indent=1)


def bench(rules: Rules, lineup: str | None = None, against: str | None = None, rounds: int = ROUNDS) -> Bench:
    """Speed of a line-up. against: a command that prints JSON lines with `ns_per_card`, run in turn with ours."""
    game = rules.game
    lineup = lineup or f"{game.bench_word}*{rules.players}"
    engine = Engine(plan_rotations(rules, parse_lineup(lineup, rules)), seed=1)
    n_blocks = _blocks_for(engine, SLICE_SECONDS)
    steps, asked = _work(engine, min(n_blocks, 2000))
    jobs = all_jobs()
    alone, together, anchors = [], [], []
    for r in range(rounds):
        engine.play(0, n_blocks // 4)  # warm again after the other program (which warms up too)
        alone.append(_time(engine, n_blocks, 1, r))
        together.append(_time(engine, n_blocks, jobs, r) / jobs)
        if against:
            anchors.append(_anchor(against))
    per_game = median(alone) / (n_blocks * engine.plan.games)
    all_game = median(together) / (n_blocks * engine.plan.games)
    speeds = [Speed(t, 1 / s, game.step, s * 1e9 * t / steps, s * 1e9 * t / asked) for t, s in ((1, per_game), (jobs, all_game))]
    ratios = [s / (n_blocks * engine.plan.games) * 1e9 / steps / a for s, a in zip(alone, anchors, strict=False)]
    scaling = median(a / t for a, t in zip(alone, together, strict=True))
    return Bench(lineup, speeds, scaling, median(anchors) if anchors else None, median(ratios) if ratios else None)


def _blocks_for(engine: Engine, seconds: float) -> int:
    """Blocks that take about so long; plays some first, so that everything is compiled and warm."""
    n = 8
    while True:
        took = engine.play(0, n).seconds
        if took > seconds / 8:
            return max(1, int(n * seconds / took))
        n *= 4


def _work(engine: Engine, n_blocks: int) -> tuple[float, float]:
    """Steps and decisions of one game, on average."""
    totals = Engine(engine.plan, engine.seed, with_rows=True).play(0, n_blocks).totals
    assert totals.rows is not None
    games = n_blocks * engine.plan.games
    return totals.rows[:, :, engine.layout.steps].sum() / games, totals.rows[:, :, engine.layout.asked].sum() / games


def _time(engine: Engine, n_blocks: int, threads: int, r: int) -> float:
    """Wall seconds in which each of the threads plays n_blocks."""
    with ThreadPoolExecutor(threads) as pool:
        start = perf_counter()
        list(pool.map(lambda t: engine.play((r * threads + t) * n_blocks, n_blocks), range(threads)))
        return perf_counter() - start


def _anchor(command: str) -> float:
    """ns per card that another program prints: its JSON line of variant B, else the last."""
    try:
        out = subprocess.run(shlex.split(command), capture_output=True, text=True, check=True).stdout
        lines = [json.loads(line) for line in out.splitlines() if "ns_per_card" in line]
        return float(next((line for line in lines if ", B " in str(line.get("what"))), lines[-1])["ns_per_card"])
    except (OSError, subprocess.CalledProcessError, ValueError, IndexError, KeyError) as error:
        raise InputError(f"--against '{command}' gave no ns_per_card: {error}") from None


def fingerprint(game: Game) -> str:
    """12 hex digits over the exact sums of a short fixed run of `plain` and `random` at each number of players."""
    total = hashlib.sha256()
    for players in range(game.min_players, game.max_players + 1):
        rules = game.rules(players)
        lineup = ",".join("plain" if seat % 2 == 0 else "random" for seat in range(players))
        totals: Any = Engine(plan_rotations(rules, parse_lineup(lineup, rules)), seed=0).play(0, 40).totals
        total.update(totals.gram.tobytes() + totals.counts.tobytes())
    return total.hexdigest()[:12]
