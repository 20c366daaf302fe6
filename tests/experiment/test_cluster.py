"""`--cluster`: the same bytes as one thread, also when a worker dies; own strategy files travel as text."""

from __future__ import annotations

import os
import signal
import threading
from dataclasses import replace
from pathlib import Path

import pytest

import sim
from sim.core.errors import InputError, StrategyFault
from sim.experiment import cluster, strategies
from sim.experiment.compare import compare_request
from sim.experiment.run import Settings, conduct, run_request
from sim.experiment.runner import Chunk, Engine, play
from tests.experiment.test_lineup import ASKING

distributed = pytest.importorskip("distributed")

OWN = '''"""Bids by a helper file."""
from helping import wish
from sim.games.wizard.strategist import legal_bid_near


def bid(view):
    return legal_bid_near(view, wish(view))
'''
HELPER = "def wish(view):\n    return view.round // 4\n"
WRONG = '''"""Answers no legal bid in round 3."""


def bid(view):
    return 99 if view.round == 3 else 0
'''


@pytest.fixture(scope="module")
def two_workers():
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as local,
        distributed.Client(local) as client,
    ):
        yield local, client


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A strategy file with a helper, in a folder that no worker runs in."""
    (tmp_path / "own.py").write_text(OWN)
    (tmp_path / "helping.py").write_text(HELPER)
    monkeypatch.chdir(tmp_path)
    return "own.py"


def test_texts_travel_and_are_read_elsewhere(own: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    request = run_request("wizard", f"average*3,{own}")
    parcel = cluster.pack(request.words, request.plan, 7)
    assert {name for _, texts in parcel.files for name, _ in texts} == {"own.py", "helping.py"}
    expected = play(Engine(request.plan, 7), 30, jobs=1)
    Path(own).unlink()
    Path("helping.py").unlink()
    monkeypatch.setenv("CARTEADO_CACHE", str(tmp_path / "cache"))
    with strategies.lying_elsewhere(cluster._unpack_files(parcel)):
        again = run_request("wizard", f"average*3,{own}").plan
    assert cluster._digests(again) == parcel.players
    assert (play(Engine(again, 7), 30, jobs=1).gram == expected.gram).all()


def test_the_file_of_a_policy_travels_too(own: str) -> None:
    Path("asking.py").write_text(ASKING)
    request = run_request("wizard", f"average*3,asking.py:policy={own}")
    parcel = cluster.pack(request.words, request.plan, 7)
    assert [name for name, _ in parcel.files] == ["asking.py", "own.py"]
    assert {name for _, texts in parcel.files for name, _ in texts} == {"asking.py", "own.py", "helping.py"}


def test_a_worker_that_would_play_otherwise_refuses(own: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARTEADO_CACHE", str(tmp_path / "cache"))
    request = run_request("wizard", f"average*3,{own}")
    parcel = cluster.pack(request.words, request.plan, 7)
    with pytest.raises(InputError, match=r"a worker on .* has other versions than .*: kernel \w+, not older"):
        cluster.unpack(replace(parcel, versions=parcel.versions.replace('"kernel": "', '"kernel": "older", "was": "')))
    with pytest.raises(InputError, match=r"a worker on .* has other strategies than"):
        cluster.unpack(replace(parcel, players="others"))


def test_a_worker_that_dies_in_the_middle_changes_no_byte(two_workers, own: str, tmp_path: Path) -> None:
    local, client = two_workers
    request = compare_request("wizard", ["average", own, "plain"])
    expected = conduct(request, Settings(games=60_000, seed=3, jobs=1, out=tmp_path / "alone"))
    engine, totals, heard = Engine(request.plan, 3), None, []

    def hear(chunk: Chunk) -> None:
        heard.append(chunk.first)
        totals.add(chunk.totals)
        if len(heard) == 3:
            os.kill(next(iter(local.workers.values())).pid, signal.SIGKILL)

    totals = engine.empty()
    complete = cluster.play_on(client, "test", request.words, engine, [(0, expected.totals.n_blocks)], 1, hear, threading.Event(), 400)
    assert complete and len(heard) == len(set(heard)) > 10
    assert totals.n_blocks == expected.totals.n_blocks
    assert (totals.gram == expected.totals.gram).all() and (totals.counts == expected.totals.counts).all()


def test_the_table_is_the_same_to_the_byte(two_workers, own: str, tmp_path: Path) -> None:
    _, client = two_workers
    for name, how in (("threads", {"jobs": 2}), ("cluster", {"cluster": client.scheduler.address})):
        sim.run("wizard", f"average*3,{own}", games=20_000, seed=4, out=tmp_path / name, **how)
    assert (tmp_path / "threads" / "table.csv").read_bytes() == (tmp_path / "cluster" / "table.csv").read_bytes()


def test_a_fault_comes_back_as_a_fault(two_workers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, client = two_workers
    monkeypatch.chdir(tmp_path)
    Path("wrong.py").write_text(WRONG)
    with pytest.raises(StrategyFault, match=r"strategy 'wrong\.py' at seat \d of Wizard, deal 0, decision bid"):
        sim.run("wizard", "average*3,wrong.py", games=4000, seed=4, cluster=client.scheduler.address)


def test_a_stop_is_heard(two_workers) -> None:
    _, client = two_workers
    request = run_request("wizard", "average*4")
    engine, stop = Engine(request.plan, 1), threading.Event()
    assert not cluster.play_on(client, "test", request.words, engine, [(0, 10_000_000)], 1, lambda chunk: stop.set(), stop, 50)


@pytest.mark.parametrize("address", ["local:0", "local:", "here", "tcp://", "http://x:1"])
def test_an_address_that_is_none(address: str) -> None:
    with pytest.raises(InputError, match=r"--cluster .* is not understood; allowed"):
        sim.run("wizard", "average*4", games=100, cluster=address)


def test_no_scheduler_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 0.5)
    with pytest.raises(InputError, match=r"no scheduler answers at --cluster tcp://127\.0\.0\.1:9"):
        sim.run("wizard", "average*4", games=100, cluster="tcp://127.0.0.1:9")
