"""Pulled plugs: a run that is killed again and again and resumed comes out byte for byte as if nothing had happened."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import time
from collections import Counter
from pathlib import Path

import pytest

import sim
from sim.core.errors import Interrupted
from sim.experiment.resume import resume
from sim.experiment.store import MANIFEST, SUMS
from tests.program import ended, in_copy

LINEUP, GAMES, SEED = "average,random*3", 16_000, 21
SIGNALS = {"kill -9": signal.SIGKILL, "SIGTERM": signal.SIGTERM, "Ctrl-C": signal.SIGINT}
LONG_RUN = int(os.environ.get("CARTEADO_KILLS", "150"))  # kills in the slow test; 1000 take some minutes


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, float]:
    """The table of the run, and the seconds that it takes."""
    folder = tmp_path_factory.mktemp("undisturbed") / "run"
    sim.run("wizard", LINEUP, games=40, seed=SEED)
    start = time.perf_counter()
    sim.run("wizard", LINEUP, games=GAMES, seed=SEED, jobs=2, out=folder, chunk_blocks=40)
    return (folder / "table.csv").read_bytes(), time.perf_counter() - start


def play_or_go_on(folder: Path, jobs: int, chunk: int | None) -> int:
    """Starts the run, or goes on with what an earlier life of it has left; the exit code."""

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, stop)  # as the command line does
    try:
        if (folder / MANIFEST).exists():
            resume(folder, jobs=jobs, chunk_blocks=chunk)
        else:
            shutil.rmtree(folder, ignore_errors=True)
            sim.run("wizard", LINEUP, games=GAMES, seed=SEED, jobs=jobs, out=folder, chunk_blocks=chunk)
    except (Interrupted, KeyboardInterrupt):
        return 3
    return 0


def stored_blocks(folder: Path) -> int:
    """Blocks in the folder's sums, which must be sound."""
    if not (folder / SUMS).exists():
        return 0
    base = sqlite3.connect(folder / SUMS)
    assert base.execute("pragma integrity_check").fetchall() == [("ok",)]
    has_parts = base.execute("select count(*) from sqlite_master where name = 'part'").fetchone()[0]
    found = base.execute("select coalesce(sum(n), 0) from part").fetchone()[0] if has_parts else 0
    base.close()
    return found


def kill_until_done(folder: Path, number: signal.Signals, kills: int, seconds: float, chance: random.Random) -> Counter:
    """Kills the run at random moments, several times if it lives that long, then lets it end; what it ended with."""
    seen: Counter = Counter()
    stored = 0
    for _ in range(kills):
        jobs, chunk = chance.choice([1, 2]), chance.choice([5, 40, 300, None])
        pid = in_copy(lambda jobs=jobs, chunk=chunk: play_or_go_on(folder, jobs, chunk), folder.with_suffix(".talk"))
        time.sleep(chance.uniform(0, seconds))
        os.kill(pid, number)
        code = ended(pid)
        assert code in (0, 3, -number), folder.with_suffix(".talk").read_text()
        seen["done" if code == 0 else "stopped" if code == 3 else "killed"] += 1
        now = stored_blocks(folder)
        assert now >= stored or not (folder / MANIFEST).exists(), "nothing that was stored is lost"
        stored = now
        if code == 0:
            break
    assert ended(in_copy(lambda: play_or_go_on(folder, 2, None), folder.with_suffix(".talk"))) == 0, folder.with_suffix(".talk").read_text()
    return seen


def rounds(tmp_path: Path, undisturbed: tuple[bytes, float], number: signal.Signals, kills: int, seed: int) -> Counter:
    """Runs until so many kills have hit one; each run's table is compared with the undisturbed one."""
    table, seconds = undisturbed
    chance = random.Random(seed)
    seen: Counter = Counter()
    while (hits := seen["killed"] + seen["stopped"]) < kills:
        folder = tmp_path / f"run{sum(seen.values())}"
        found = kill_until_done(folder, number, min(chance.randint(1, 4), kills - hits), 0.8 * seconds, chance)
        assert (folder / "table.csv").read_bytes() == table
        shutil.rmtree(folder)
        if found["done"]:
            seconds *= 0.8  # the machine has become faster since the first run: aim earlier
        seen += found
    return seen


@pytest.mark.parametrize("name, kills", [("kill -9", 10), ("SIGTERM", 4), ("Ctrl-C", 4)])
def test_a_killed_run_resumes_to_the_same_bytes(tmp_path: Path, undisturbed: tuple[bytes, float], name: str, kills: int):
    rounds(tmp_path, undisturbed, SIGNALS[name], kills, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("name", SIGNALS)
def test_many_kills(tmp_path: Path, undisturbed: tuple[bytes, float], name: str):
    seen = rounds(tmp_path, undisturbed, SIGNALS[name], LONG_RUN // len(SIGNALS), seed=2)
    print(f"{name}: {dict(seen)}")
