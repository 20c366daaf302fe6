"""The run folder: the same bytes whatever the threads and chunks, one writer, and a sentence for every kind of damage."""

from __future__ import annotations

import json
import os
import resource
import sqlite3
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import sim
from sim.core.errors import InputError, Interrupted
from sim.experiment.resume import load_result, resume
from sim.experiment.run import Settings as How
from sim.experiment.run import Stopped, conduct, run_request
from sim.experiment.runner import Chunk, Engine, Totals, gaps
from sim.experiment.store import MANIFEST, SUMS, RunFolder, read_trail
from tests.program import carteado, copy_of_this, ended

LINEUP = "average,random*3"
GAMES = 2400


def table(folder: Path) -> bytes:
    return (folder / "table.csv").read_bytes()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that nothing disturbed."""
    folder = tmp_path_factory.mktemp("whole") / "run"
    sim.run("wizard", LINEUP, games=GAMES, seed=11, jobs=1, out=folder)
    return folder


def stopped_run(folder: Path, after: int = 3, chunk: int = 10, games: int = GAMES) -> Path:
    """A run folder that Ctrl-C stopped after some chunks."""
    heard = 0

    def progress(done: int, total: int, leading: str) -> None:
        nonlocal heard
        heard += 1
        if heard == 1:
            os.kill(os.getpid(), 2)

    with pytest.raises(Stopped):
        sim.run("wizard", LINEUP, games=games, seed=11, jobs=1, out=folder, chunk_blocks=chunk, progress=progress)
    return folder


# The same whatever the way ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("jobs", [1, 2, 3])
@pytest.mark.parametrize("chunk", [1, 7, 64, 600, None])
def test_tables_do_not_depend_on_threads_and_chunks(whole: Path, tmp_path: Path, jobs: int, chunk: int | None):
    sim.run("wizard", LINEUP, games=GAMES, seed=11, jobs=jobs, chunk_blocks=chunk, out=tmp_path / "run")
    assert table(tmp_path / "run") == table(whole)


def test_tables_of_compare_do_not_depend_on_threads_and_chunks(tmp_path: Path):
    for k, (jobs, chunk) in enumerate([(1, None), (2, 5), (2, 33)]):
        sim.compare("wizard", "average", "duck", "plain", games=900, seed=4, jobs=jobs, chunk_blocks=chunk, out=tmp_path / str(k))
    assert table(tmp_path / "0") == table(tmp_path / "1") == table(tmp_path / "2")


def test_another_seed_gives_another_table(whole: Path, tmp_path: Path):
    sim.run("wizard", LINEUP, games=GAMES, seed=12, out=tmp_path / "run")
    assert table(tmp_path / "run") != table(whole)


def test_kept_sums_are_those_of_the_result(whole: Path):
    again = load_result(whole)
    fresh = sim.run("wizard", LINEUP, games=GAMES, seed=11)
    assert np.array_equal(again.totals.gram, fresh.totals.gram) and np.array_equal(again.totals.counts, fresh.totals.counts)
    assert again.rows == fresh.rows and again.finding == fresh.finding


def test_neighbouring_ranges_merge_in_any_order(tmp_path: Path):
    request = run_request("wizard", LINEUP)
    engine = Engine(request.plan, seed=11)
    folder = RunFolder.create(tmp_path / "run", {"trail_cell": 0})
    order = np.random.default_rng(5).permutation(20)
    for k in order:
        folder.add(engine.play(int(k) * 3, 3))
    assert folder.done() == [(0, 60)]
    once = engine.play(0, 60).totals
    kept = folder.sums(engine.empty())
    folder.close()
    assert np.array_equal(kept.gram, once.gram) and np.array_equal(kept.counts, once.counts)
    trail = read_trail(tmp_path / "run", once.gram.shape[0])
    assert [(first, n) for first, n, _ in trail] == [(3 * k, 3) for k in range(20)]
    assert np.array_equal(sum(gram for _, _, gram in trail), once.gram[:, :, 0])


@pytest.mark.parametrize(
    "done, missing",
    [
        ([], [(0, 10)]),
        ([(0, 10)], []),
        ([(0, 3), (5, 2)], [(3, 2), (7, 3)]),
        ([(5, 5), (1, 2)], [(0, 1), (3, 2)]),
        ([(0, 4), (4, 6)], []),
    ],
)
def test_gaps(done: list[tuple[int, int]], missing: list[tuple[int, int]]):
    assert gaps(done, 10) == missing


@pytest.mark.parametrize("is_in_order", [True, False])
def test_the_trail_grows_with_the_doublings_of_a_run(tmp_path: Path, is_in_order: bool):
    engine = Engine(run_request("wizard", LINEUP).plan, seed=11)
    folder = RunFolder.create(tmp_path / "run", {"trail_cell": 0})
    chunk = engine.play(0, 1)
    for first in range(2000) if is_in_order else np.random.default_rng(5).permutation(2000):
        folder.add(Chunk(int(first), chunk.totals, 0.0))
    folder.close()
    trail = read_trail(tmp_path / "run", chunk.totals.gram.shape[0])
    assert len(trail) < 300 and sum(n for _, n, _ in trail) == 2000
    assert np.array_equal(sum(gram for _, _, gram in trail), 2000 * chunk.totals.gram[:, :, 0])


@pytest.mark.parametrize("which", ["gram", "counts"])
def test_sums_that_would_be_full_are_not_stored(tmp_path: Path, which: str):
    engine = Engine(run_request("wizard", LINEUP).plan, seed=11)
    folder = RunFolder.create(tmp_path / "run", {})
    first, second = engine.play(0, 3), engine.play(3, 3)
    getattr(first.totals, which)[0 if which == "counts" else (2, 2)][..., 0] = np.iinfo(np.int64).max
    getattr(second.totals, which)[0 if which == "counts" else (2, 2)][..., 0] = 1
    folder.add(first)
    with pytest.raises(InputError, match="the exact sums are full after 3 deals"):
        folder.add(second)
    assert folder.done() == [(0, 3)] and folder.sums(engine.empty()).n_blocks == 3
    folder.close()


def test_a_run_whose_sums_are_full_can_still_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    play = Engine.play

    def play_high(engine: Engine, first: int, n_blocks: int) -> Chunk:
        chunk = play(engine, first, n_blocks)
        chunk.totals.gram[2, 2] = np.iinfo(np.int64).max // 2
        return chunk

    monkeypatch.setattr(Engine, "play", play_high)
    with pytest.raises(InputError, match="the exact sums are full after 20 deals: ask for fewer games"):
        sim.run("wizard", LINEUP, games=160, seed=11, jobs=1, chunk_blocks=10, out=tmp_path / "run")
    manifest = json.loads((tmp_path / "run" / MANIFEST).read_text())
    assert (manifest["state"], manifest["games_done"]) == ("stopped", 80) and load_result(tmp_path / "run").games == 80


def test_manifest_tells_how_to_repeat_the_run(whole: Path):
    manifest = json.loads((whole / MANIFEST).read_text())
    assert manifest["state"] == "done" and manifest["seed"] == 11 and manifest["games"] == GAMES == manifest["games_done"]
    assert manifest["games_per_block"] == 4 and manifest["blocks"] == GAMES // 4 and manifest["entrants"] == ["average", "random"]
    assert {"carteado", "python", "numpy", "numba", "kernel"} <= set(manifest["versions"])
    assert all(part["digest"] for player in manifest["strategies"] for part in player["parts"])
    words = manifest["request"]
    again = conduct(run_request(**{k: v for k, v in words.items() if k != "command"}), How(games=manifest["games"], seed=manifest["seed"]))
    assert again.rows == load_result(whole).rows


# Stopped and resumed ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("jobs, chunk", [(1, None), (2, 7)])
def test_a_stopped_run_resumes_to_the_same_bytes(whole: Path, tmp_path: Path, jobs: int, chunk: int | None):
    folder = stopped_run(tmp_path / "run")
    manifest = json.loads((folder / MANIFEST).read_text())
    assert manifest["state"] == "interrupted" and 0 < manifest["games_done"] < GAMES
    assert table(folder) != table(whole), "the table so far"
    resume(folder, jobs=jobs, chunk_blocks=chunk)
    assert table(folder) == table(whole)
    assert json.loads((folder / MANIFEST).read_text())["state"] == "done"


def test_a_finished_run_is_not_played_again(whole: Path):
    before = (whole / SUMS).stat().st_mtime_ns, table(whole)
    assert resume(whole).games == GAMES
    assert ((whole / SUMS).stat().st_mtime_ns, table(whole)) == before


def test_a_stop_says_how_to_go_on(tmp_path: Path):
    def progress(done: int, total: int, leading: str) -> None:
        os.kill(os.getpid(), 2)

    with pytest.raises(Interrupted) as stop:
        sim.run("wizard", LINEUP, games=GAMES, seed=11, jobs=1, out=tmp_path / "run", chunk_blocks=10, progress=progress)
    assert f"of {GAMES} games; go on with: carteado resume {tmp_path / 'run'}" in str(stop.value)
    with pytest.raises(Interrupted, match="nothing was saved"):
        sim.run("wizard", LINEUP, games=GAMES, seed=11, jobs=1, chunk_blocks=10, progress=progress)


def test_an_error_of_ones_own_leaves_a_folder_that_goes_on(whole: Path, tmp_path: Path):
    def progress(done: int, total: int, leading: str) -> None:
        raise ZeroDivisionError("in a notebook")

    with pytest.raises(ZeroDivisionError, match="in a notebook"):
        sim.run("wizard", LINEUP, games=GAMES, seed=11, jobs=1, out=tmp_path / "run", chunk_blocks=10, progress=progress)
    manifest = json.loads((tmp_path / "run" / MANIFEST).read_text())
    assert (manifest["state"], manifest["games_done"]) == ("stopped", 40)
    resume(tmp_path / "run")
    assert table(tmp_path / "run") == table(whole)


def test_a_stop_in_the_last_chunk_does_no_harm(whole: Path, tmp_path: Path):
    def progress(done: int, total: int, leading: str) -> None:
        if done == total:
            os.kill(os.getpid(), 2)

    sim.run("wizard", LINEUP, games=GAMES, seed=11, jobs=1, out=tmp_path / "run", progress=progress)
    assert table(tmp_path / "run") == table(whole)


def test_runs_in_other_threads_leave_signals_alone():
    results = []
    thread = threading.Thread(target=lambda: results.append(sim.run("wizard", LINEUP, games=40, seed=1).games))
    thread.start()
    thread.join()
    assert results == [40]


# What has changed ------------------------------------------------------------------------------------------------------


def edited(folder: Path, **entries: object) -> None:
    manifest = json.loads((folder / MANIFEST).read_text())
    for name, value in entries.items():
        manifest[name] = {**manifest[name], **value} if isinstance(value, dict) else value
    (folder / MANIFEST).write_text(json.dumps(manifest))


@pytest.mark.parametrize(
    "entries, needle",
    [
        ({"versions": {"numba": "0.1"}}, "numba 0.1 is now"),
        ({"versions": {"numpy": "0.1"}}, "numpy 0.1 is now"),
        ({"versions": {"python": "3.0"}}, "python 3.0 is now"),
        ({"versions": {"kernel": "0123456789abcdef"}}, "kernel 0123456789abcdef is now"),
        ({"rules": {"bids": "secret"}}, "the rules have changed"),
        ({"entrants": ["average"]}, "the seats have changed"),
        ({"games_per_block": 2}, "the seats have changed"),
        ({"strategies": []}, "strategy 'average' has changed"),
    ],
)
def test_what_could_not_come_out_the_same_is_refused(tmp_path: Path, entries: dict, needle: str):
    folder = stopped_run(tmp_path / "run")
    edited(folder, **entries)
    before = (folder / SUMS).read_bytes()
    with pytest.raises(InputError, match="cannot be resumed with the same result") as refused:
        resume(folder)
    assert needle in str(refused.value)
    assert (folder / SUMS).read_bytes() == before


@pytest.mark.parametrize("file", ["mine.py", "neighbour.py"])
def test_a_changed_strategy_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str):
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text("from neighbour import LOW\ndef bid(view):\n    return LOW\n")
    Path("neighbour.py").write_text("LOW = 0\n")

    def progress(done: int, total: int, leading: str) -> None:
        os.kill(os.getpid(), 2)

    with pytest.raises(Stopped):
        sim.run("wizard", "mine.py,average*3", games=800, seed=1, jobs=1, out="run", chunk_blocks=5, progress=progress)
    text = Path(file).read_text()
    Path(file).write_text(text + "# a remark\n")
    with pytest.raises(InputError, match=r"strategy 'mine.py' has changed"):
        resume("run")
    Path(file).write_text(text)
    assert resume("run").games == 800


# Damaged and foreign folders ---------------------------------------------------------------------------------------------


def spoil_json(folder: Path) -> None:
    text = (folder / MANIFEST).read_text()
    (folder / MANIFEST).write_text(text[: len(text) // 2])


def spoil_value(folder: Path, name: str, value: object) -> None:
    manifest = json.loads((folder / MANIFEST).read_text())
    manifest[name] = value
    (folder / MANIFEST).write_text(json.dumps(manifest))


def spoil_sums(folder: Path, change: str) -> None:
    base = sqlite3.connect(folder / SUMS)
    base.execute(change)
    base.commit()
    base.close()


DAMAGE = {
    "manifest cut short": (spoil_json, "is damaged: manifest.json"),
    "manifest gone": (lambda f: (f / MANIFEST).unlink(), "has no manifest.json"),
    "manifest not text": (lambda f: (f / MANIFEST).write_bytes(b"\xff\xff"), "is damaged: manifest.json"),
    "manifest of a later version": (lambda f: spoil_value(f, "format", 99), "another version of carteado"),
    "manifest a list": (lambda f: (f / MANIFEST).write_text("[]"), "another version of carteado"),
    "no request": (lambda f: spoil_value(f, "request", None), "manifest.json has no proper 'request'"),
    "blocks in words": (lambda f: spoil_value(f, "blocks", "many"), "manifest.json has no proper 'blocks'"),
    "no state": (lambda f: spoil_value(f, "state", None), "manifest.json has no proper 'state'"),
    "request of an unknown command": (lambda f: spoil_value(f, "request", {"command": "dance"}), "'dance'"),
    "request that does not fit": (lambda f: spoil_value(f, "request", {"command": "run", "game": "wizard"}), "does not fit a 'run'"),
    "sums cut short": (lambda f: os.truncate(f / SUMS, (f / SUMS).stat().st_size // 2), "is damaged: sums.sqlite"),
    "sums of something else": (lambda f: (f / SUMS).write_bytes(b"PK" * 5000), "is damaged: sums.sqlite"),
    "a sum spoilt": (lambda f: spoil_sums(f, "update part set gram = x'0102'"), "is damaged: sums.sqlite"),
    "a sum of another shape": (lambda f: spoil_sums(f, "update part set gram = counts"), "is damaged: sums.sqlite"),
    "sums of other blocks": (lambda f: spoil_sums(f, "update part set n = n + 1"), "is damaged: sums.sqlite"),
}


@pytest.mark.parametrize("spoil, needle", DAMAGE.values(), ids=DAMAGE.keys())
@pytest.mark.parametrize("finished", [False, True])
def test_a_damaged_folder_is_named_as_such(tmp_path: Path, spoil, needle: str, finished: bool):
    if finished:
        sim.run("wizard", LINEUP, games=400, seed=11, out=tmp_path / "run")
    else:
        stopped_run(tmp_path / "run", games=400)
    spoil(tmp_path / "run")
    said = carteado("resume", tmp_path / "run", "-q")
    assert said.code == 2 and needle in said.sentence and said.out == ""
    assert str(tmp_path / "run") in said.sentence or "request" in needle or needle in ("'dance'", "does not fit a 'run'")


@pytest.mark.parametrize("change", ["update part set gram = counts", None])
def test_a_folder_of_another_version_is_not_called_damaged(tmp_path: Path, change: str | None):
    sim.run("wizard", LINEUP, games=400, seed=11, out=tmp_path / "run")
    manifest = json.loads((tmp_path / "run" / MANIFEST).read_text())
    spoil_value(tmp_path / "run", "versions", {**manifest["versions"], "kernel": "0123456789abcdef"})
    if change:
        spoil_sums(tmp_path / "run", change)
    else:
        spoil_value(tmp_path / "run", "request", {**manifest["request"], "dances": True})
    said = carteado("resume", tmp_path / "run", "-q")
    assert said.code == 2 and "another version of carteado" in said.sentence and "kernel 0123456789abcdef is now" in said.sentence
    assert "damaged" not in said.sentence and "play the run again" in said.sentence and str(tmp_path) in said.sentence


def test_a_folder_of_something_else(tmp_path: Path):
    (tmp_path / "letter.txt").write_text("precious\n")
    said = carteado("resume", tmp_path)
    assert said.code == 2 and "no run folder of carteado" in said.sentence


def test_sums_that_are_gone_are_played_again(whole: Path, tmp_path: Path):
    folder = stopped_run(tmp_path / "run")
    (folder / SUMS).unlink()
    resume(folder)
    assert table(folder) == table(whole)


# One writer --------------------------------------------------------------------------------------------------------------


def test_a_second_writer_is_refused(whole: Path, tmp_path: Path):
    folder = stopped_run(tmp_path / "run")
    writing = RunFolder.reopen(folder)
    try:
        pid = copy_of_this("resume", folder, talk=tmp_path / "talk")
        assert ended(pid) == 2
        assert f"run folder '{folder}' is being written by another process" in (tmp_path / "talk").read_text()
        with pytest.raises(InputError, match="being written by another process"):
            load_result(folder)
    finally:
        writing.close()
    resume(folder)
    assert table(folder) == table(whole)


def test_of_two_runs_into_one_new_folder_one_is_refused(tmp_path: Path):
    folder = tmp_path / "run"
    words = ("-n", "40k", "-q", "-j", "1", "--out", folder)
    pids = [copy_of_this("run", "wizard", LINEUP, *words, "--seed", seed, talk=tmp_path / f"talk{seed}") for seed in (1, 2)]
    codes = [ended(pid) for pid in pids]
    assert sorted(codes) == [0, 2]
    manifest = json.loads((folder / MANIFEST).read_text())
    assert manifest["seed"] == codes.index(0) + 1
    sim.run("wizard", LINEUP, games="40k", seed=manifest["seed"], out=tmp_path / "alone")
    assert table(folder) == table(tmp_path / "alone")


# No room, no right to write ----------------------------------------------------------------------------------------------


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 64 kB."""
    place = tmp_path / "disk"
    place.mkdir()
    try:
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(place)], check=False, capture_output=True).returncode == 0
    except OSError:
        mounted = False
    if not mounted:
        pytest.skip("this machine does not let tests mount a file system")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def test_a_full_disk_ends_in_one_sentence_and_keeps_what_was_done(whole: Path, small_disk: Path, tmp_path: Path):
    said = carteado("run", "wizard", LINEUP, "-n", "30k", "--seed", "11", "-q", "-j", "1", "--out", small_disk / "run")
    assert said.code == 2 and said.out == ""
    assert "disk" in said.sentence and "what was done before is kept" in said.sentence
    assert (small_disk / "run" / MANIFEST).exists()
    subprocess.run(["mount", "-o", "remount,size=8m", str(small_disk)], check=True)
    kept = load_result(small_disk / "run")
    fresh = Engine(kept.plan, 11).play(0, kept.totals.n_blocks).totals if kept.totals.n_blocks else None
    assert fresh is None or np.array_equal(kept.totals.gram, fresh.gram)
    assert carteado("resume", small_disk / "run", "-q").code == 0
    sim.run("wizard", LINEUP, games="30k", seed=11, out=tmp_path / "whole")
    assert table(small_disk / "run") == table(tmp_path / "whole")


def test_a_disk_that_is_full_from_the_start(small_disk: Path):
    (small_disk / "filler").write_bytes(bytes(60 * 1024))
    said = carteado("run", "wizard", LINEUP, "-n", "40", "--seed", "1", "-q", "--out", small_disk / "run")
    assert said.code == 2 and said.out == ""


def test_a_read_only_place(small_disk: Path):
    subprocess.run(["mount", "-o", "remount,size=1m", str(small_disk)], check=True)
    sim.run("wizard", LINEUP, games=400, seed=11, out=small_disk / "done")
    stopped_run(small_disk / "stopped", games=400)
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    said = carteado("run", "wizard", LINEUP, "-n", "40", "--seed", "1", "-q", "--out", small_disk / "run")
    assert said.code == 2 and "cannot be written" in said.sentence and "Read-only" in said.sentence
    said = carteado("resume", small_disk / "stopped", "-q")
    assert said.code == 2 and "what was done before is kept" in said.sentence
    assert load_result(small_disk / "done").games == 400, "a finished run can be read where nothing can be written"
    assert 0 < load_result(small_disk / "stopped").games < 400


def test_files_that_may_not_grow(tmp_path: Path):
    """A limit on the size of files (another way to a full disk, on machines where nothing can be mounted)."""
    pid = os.fork()
    if pid == 0:
        os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
        resource.setrlimit(resource.RLIMIT_FSIZE, (30_000, 30_000))
        said = carteado("run", "wizard", LINEUP, "-n", "100k", "--seed", "1", "-q", "-j", "1", "--out", tmp_path / "run")
        fine = said.code == 2 and said.out == "" and "what was done before is kept" in said.sentence
        (tmp_path / "said").write_text(f"{said.code} {said.err}")
        os._exit(0 if fine else 1)
    assert ended(pid) == 0, (tmp_path / "said").read_text()


def test_sums_merge_exactly_and_in_any_order():
    request = run_request("wizard", LINEUP)
    engine = Engine(request.plan, seed=3)
    parts: list[Chunk] = [engine.play(first, n) for first, n in [(0, 1), (1, 20), (21, 4), (25, 15)]]
    whole = engine.play(0, 40).totals
    for order in ([0, 1, 2, 3], [3, 1, 0, 2]):
        total: Totals = engine.empty()
        for k in order:
            total.add(parts[k].totals)
        assert total.n_blocks == 40 and np.array_equal(total.gram, whole.gram) and np.array_equal(total.counts, whole.counts)
    assert whole.gram.dtype == np.int64 and whole.counts.dtype == np.int64
