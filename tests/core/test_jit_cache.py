"""Compiled code is never older than its sources, and an unwritable cache folder is no reason to fail."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sim.core import jit

ROOT = Path(__file__).resolve().parents[2]
GAME = """
import numpy as np
import sim
from sim.core import gram, seam
from sim.games.wizard import GAME
from sim.games.wizard.strategist import random_legal

kernel = GAME.play_blocks()
print(sim.__path__[0], "loaded" if kernel.stats.cache_hits else "compiled")
rules, view = GAME.rules(6), seam.region_dtype(GAME.view, 0)
kept, addresses = zip(*(seam.entry(function, view, None) for function in (lambda view: 0, random_legal.py_func)))
players = np.zeros(6, seam.PLAYER)
players["functions"][:, :3] = addresses[0], addresses[0], addresses[1]
seats, place = np.arange(6)[None, :], np.zeros(1, np.int64)
layout = GAME.layout(rules)
rows = np.zeros((1, 6, layout.n_columns), np.int64)
plan = (players, seats, seats)
sink = (np.zeros((6, layout.n_counts), np.int64), layout.n_columns, place, place, gram.zeros(1, 6), rows)
kernel(GAME.new_game(rules), plan, np.uint64(1), 0, 1, sink)
print("points", rows[0, :, 2].sum())
"""
SMALL = """
from pathlib import Path
import sim
from sim.core import jit
from small import double

folders = [jit.cache_folder(), jit.cache_folder(Path("small.py").resolve())]
print(sim.__path__[0], jit.cached("int64(int64)", folders[1])(double)(21))
"""


def run(program: str, folder: Path, cache: Path, temporary: Path) -> subprocess.CompletedProcess:
    """Runs a program with the package in `folder`."""
    temporary.mkdir(exist_ok=True)
    environment = {**os.environ, "CARTEADO_CACHE": str(cache), "PYTHONPATH": str(folder), "TMPDIR": str(temporary)}
    environment.pop("NUMBA_DISABLE_JIT", None)  # without compilation there is no cache
    done = subprocess.run([sys.executable, "-c", program], check=False, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(str(folder)), done.stdout
    return done


@pytest.fixture
def house(tmp_path):
    """A copy of the package."""
    shutil.copytree(ROOT / "sim", tmp_path / "house" / "sim", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "house"


def test_an_edited_rule_is_not_served_stale(house, tmp_path):
    cache = tmp_path / "cache"
    first = run(GAME, house, cache, tmp_path / "tmp").stdout
    assert "compiled" in first
    again = run(GAME, house, cache, tmp_path / "tmp").stdout
    assert "loaded" in again
    assert again.split("points")[1] == first.split("points")[1]
    rules = house / "sim/games/wizard/rules.py"
    rules.write_text(rules.read_text().replace("= 20, 10, 10  # W17", "= 1000, 10, 10  # W17"))
    edited = run(GAME, house, cache, tmp_path / "tmp").stdout
    points_before, points_after = int(first.split()[-1]), int(edited.split()[-1])
    assert "compiled" in edited
    assert points_after - points_before > 0 and (points_after - points_before) % 980 == 0


def test_an_unwritable_cache_folder_is_replaced_with_one_warning(house, tmp_path):
    (tmp_path / "file").write_text("in the way")
    (house / "small.py").write_text("def double(n):\n    return 2 * n\n")
    done = run(SMALL, house, tmp_path / "file" / "cache", tmp_path / "tmp")
    assert done.stdout.split()[-1] == "42"
    assert done.stderr.splitlines() == [
        f"carteado: the cache folder {tmp_path}/file/cache cannot be written; using {next((tmp_path / 'tmp').iterdir())} instead"
    ]
    assert any((tmp_path / "tmp").rglob("*.nbi"))


def test_the_digest_knows_every_file_and_name(tmp_path):
    (tmp_path / "a.py").write_text("x = 1\n")
    one = jit.digest(jit.sources(tmp_path))
    (tmp_path / "a.py").write_text("x = 2\n")
    two = jit.digest(jit.sources(tmp_path))
    (tmp_path / "a.py").rename(tmp_path / "b.py")
    three = jit.digest(jit.sources(tmp_path))
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "c.py").write_text("")
    assert len({one, two, three, jit.digest(jit.sources(tmp_path))}) == 4


def test_old_caches_are_removed(tmp_path):
    n = jit.FOLDERS_KEPT + 4
    for i in range(n):
        folder = tmp_path / f"old{i}"
        folder.mkdir()
        os.utime(folder, (i, i))
    jit._forget_old(tmp_path, tmp_path / "old0")
    left = {folder.name for folder in tmp_path.iterdir()}
    assert len(left) == jit.FOLDERS_KEPT and "old0" in left and f"old{n - 1}" in left and "old1" not in left
