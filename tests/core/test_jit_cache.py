"""Compiled code is never older than its sources, and an unwritable cache folder is no reason to fail."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from numba.core.caching import IndexDataCacheFile

from sim.core import jit

compiled = pytest.mark.skipif(jit.DISABLED, reason="without compilation there is no cache")
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


def test_of_old_caches_and_nothing_else_the_oldest_are_removed(tmp_path):
    bystanders = {"cluster", "holiday pictures", "0" * 15, "f" * 17}
    for name in bystanders:
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (0, 0))
    n = jit.FOLDERS_KEPT + 4
    for i in range(n):
        folder = tmp_path / f"{i:016x}"
        folder.mkdir()
        os.utime(folder, (i, i))
    jit._forget_old(tmp_path, tmp_path / f"{0:016x}")
    assert {folder.name for folder in tmp_path.iterdir()} == bystanders | {f"{i:016x}" for i in [0, *range(5, n)]}


def test_a_cache_in_daily_use_is_not_old(tmp_path, monkeypatch):
    monkeypatch.setenv("CARTEADO_CACHE", str(tmp_path))
    folder = jit.cache_folder.__wrapped__()
    os.utime(folder, (1, 1))
    assert jit.cache_folder.__wrapped__() == folder and folder.stat().st_mtime > 1


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="folders have no owners here")
def test_a_cache_in_the_temporary_folder_is_the_users_alone(tmp_path):
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    (tmp_path / "link").symlink_to(tmp_path / "ours")
    (tmp_path / "file").write_text("in the way")
    assert [name for name in ("ours", "ours", "open", "link", "file") if jit._is_ours(tmp_path / name)] == ["ours", "ours"]
    assert stat.S_IMODE((tmp_path / "ours").stat().st_mode) == 0o700


@compiled
def test_a_users_own_cache_of_numba_stays_where_it_was(tmp_path, monkeypatch):
    monkeypatch.setattr(jit.config, "CACHE_DIR", "/somewhere/else")
    assert jit.cached("int64(int64)", tmp_path)(twice)(21) == 42
    assert jit.config.CACHE_DIR == "/somewhere/else"


def twice(n):
    return n * 2


@compiled
def test_processes_that_save_at_once_do_not_exchange_signatures(tmp_path, monkeypatch):
    with monkeypatch.context() as both_see_an_empty_index:
        both_see_an_empty_index.setattr(IndexDataCacheFile, "_load_index", lambda _: {})
        jit.cached("(float64,)", tmp_path)(twice)
        jit.cached("(int64,)", tmp_path)(twice)
    later = [jit.cached(signature, tmp_path)(twice) for signature in ("(float64,)", "(int64,)")]
    assert [function(1.5) for function in later] == [3.0, 2]
    assert [sum(function.stats.cache_hits.values()) for function in later] == [1, 1]


@compiled
def test_code_for_another_signature_is_not_run(tmp_path):
    places = []
    for signature in ("(float64,)", "(int64,)"):
        jit.cached(signature, tmp_path)(twice)
        places += [file for file in tmp_path.rglob("*.nbc") if file not in places]
    shutil.copy(places[1], places[0])
    assert jit.cached("(float64,)", tmp_path)(twice)(1.5) == 3.0


@compiled
def test_what_a_function_keeps_of_another_is_not_served_to_later_ones(tmp_path):
    def times(factor):
        def product(n):
            return n * factor

        return product

    assert [jit.cached("int64(int64)", tmp_path)(times(factor))(7) for factor in (2, 3)] == [14, 21]
    assert not list(tmp_path.rglob("*.nbc"))


def test_others_wait_while_one_compiles_and_no_longer_than_it_lives(tmp_path):
    program = f"import pathlib, time; from sim.core import jit\nwith jit._alone_in(pathlib.Path({str(tmp_path)!r})): print('in', flush=True); time.sleep(99)"
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as other, sqlite3.connect(tmp_path / "lock", timeout=0) as lock:
        assert other.stdout.readline() == b"in\n"
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            lock.execute("begin exclusive")
        other.kill()
    with jit._alone_in(tmp_path), pytest.raises(sqlite3.OperationalError, match="locked"):
        lock.execute("begin exclusive")
    lock.execute("begin exclusive")


def test_where_files_cannot_be_locked_nobody_waits(tmp_path, monkeypatch):
    monkeypatch.setattr(jit, "MOST_WAITS", 1)
    with jit._alone_in(tmp_path), jit._alone_in(tmp_path):
        pass
