"""A game that does not end: named, what is done kept, exit 4 although the thread cannot be ended."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sim.core.errors import EndlessStrategy, StrategyFault
from sim.experiment.runner import Watch
from tests.program import start

ENDLESS = '''"""Bids for ever in round 2 of deal after deal in which seat 1 deals then."""
from sim.games.wizard.strategist import legal_bid_near


def bid(view):
    turns = 0
    while view.round == 2 and view.dealer == 1:
        turns = (turns + 1) & 7
        if turns == 9:
            return 1
    return legal_bid_near(view, 0)
'''


def test_an_endless_loop_is_named_and_the_run_ends_with_4(tmp_path: Path) -> None:
    (tmp_path / "endless.py").write_text(ENDLESS)
    words = ["run", "wizard", "average*3,endless.py", "-n", "4000", "--seed", "5", "--patience", "0.5", "--out", "kept", "-j", "1"]
    done = subprocess.run([sys.executable, "-m", "sim.cli.main", *words], check=False, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 4
    last = done.stderr.strip().splitlines()[-1]
    assert "strategy 'endless.py' at seat" in last and "decision bid" in last and "endless loop" in last and "carteado show wizard" in last
    assert "Traceback" not in done.stderr
    manifest = json.loads((tmp_path / "kept" / "manifest.json").read_text())
    assert manifest["state"] == "stopped"


def told_to_stop(process: subprocess.Popen, times: int) -> tuple[int, str]:
    """Presses Ctrl-C so often, a second apart; the exit code and the last line on standard error."""
    try:
        for _ in range(times):
            process.send_signal(signal.SIGINT)
            time.sleep(1.0)
        _, err = process.communicate(timeout=20)
    finally:
        process.kill()
    assert "Traceback" not in err
    return process.returncode, err.strip().splitlines()[-1]


def test_a_second_ctrl_c_does_not_wait_for_an_endless_game(tmp_path: Path) -> None:
    (tmp_path / "endless.py").write_text(ENDLESS)
    process = start("run", "wizard", "average*3,endless.py", "-n", "4000", "--seed", "5", "--patience", "600", "--out", "kept", "-j", "1", folder=tmp_path)
    while process.poll() is None and not (tmp_path / "kept" / "sums.sqlite").exists():
        time.sleep(0.05)
    time.sleep(1.0)
    assert told_to_stop(process, 2) == (3, "carteado: stopped at once; go on with: carteado resume kept")


def test_check_ends_with_4_too(tmp_path: Path) -> None:
    (tmp_path / "endless.py").write_text(ENDLESS)
    short = "import sim.experiment.check as c; c.PATIENCE = 0.5; from sim.cli.main import run_program; run_program()"
    done = subprocess.run([sys.executable, "-c", short, "check", "endless.py"], check=False, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 4 and "has not answered" in done.stderr


ALWAYS = ENDLESS.replace(" and view.dealer == 1", "")
REPLAYS = {
    "show": ["show", "wizard", "average*3,endless.py"],
    "advise": ["advise", "wizard", "--lineup", "average*3,endless.py", "--at", "40"],
    "chart": ["chart", "wizard", "bid", "--lineup", "average*3,endless.py", "--no-save", "-n", "20"],
}


@pytest.mark.parametrize("words", REPLAYS.values(), ids=REPLAYS)
def test_a_replay_ends_with_4_too(tmp_path: Path, words: list[str]) -> None:
    (tmp_path / "endless.py").write_text(ALWAYS)
    short = "import sim.experiment.replay as r; r.PATIENCE = 0.5; from sim.cli.main import run_program; run_program()"
    done = subprocess.run([sys.executable, "-c", short, *words], check=False, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 4 and "strategy 'endless.py' at seat 3 of Wizard, deal 0, decision bid, has not answered for 0.5 s" in done.stderr


def test_ctrl_c_ends_an_endless_replay(tmp_path: Path) -> None:
    (tmp_path / "endless.py").write_text(ALWAYS)
    process = start(*REPLAYS["show"], folder=tmp_path)
    time.sleep(5.0)
    assert told_to_stop(process, 1) == (3, "carteado: stopped")


class _Engine:
    """Stands for an engine whose threads are at certain games."""

    plan, seed = None, 0

    def __init__(self) -> None:
        self.now: dict[int, tuple[int, int]] = {}

    def places(self) -> dict[int, tuple[int, int]]:
        return self.now


def test_patience_is_per_game_not_per_chunk(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    clock = [0.0]
    monkeypatch.setattr("sim.experiment.runner.time.monotonic", lambda: clock[0])
    monkeypatch.setattr("sim.experiment.replay.describe_endless", lambda plan, seed, block, seating, seconds: EndlessStrategy(f"{block} {seating}"))
    engine = _Engine()
    watch = Watch(engine, patience=1.0)  # type: ignore[arg-type]
    for step in range(100):  # moves on each time it is looked at: never endless, however long in all
        engine.now, clock[0] = {1: (step // 4, step % 4)}, step * 0.9
        watch.look()
    for late in (0.5, 0.9):
        clock[0] = 99 * 0.9 + late
        watch.look()
    clock[0] = 99 * 0.9 + 1.1
    try:
        watch.look()
    except StrategyFault as error:
        assert str(error) == "24 3"
    else:
        raise AssertionError("a game that stands still must be reported")
