"""`--cluster`: blocks played by workers of a Dask cluster, on this machine or on many.

A task is (the words of the request, the texts of own strategy files with the digests of all strategies, the seed, a
range of blocks) and returns whole-number sums: it may run twice, anywhere, in any order, and the result is that of
`--jobs 1`. A worker needs carteado of the same version and nothing else; it writes own strategy files to its cache
folder, and one process a machine compiles first while the others wait. Chunks come back to this process, which alone
writes the run folder: when the scheduler is lost, so are only the chunks under way, and `carteado resume` goes on.
"""

from __future__ import annotations

import json
import logging
import os
import platform
import queue
import re
import signal
import threading
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim.core import jit
from sim.core.errors import CarteadoError, EndlessStrategy, InputError, Interrupted, StrategyFault
from sim.experiment import source_files, strategies
from sim.experiment.lineup import Plan
from sim.experiment.manifest import describe_player, versions
from sim.experiment.runner import PATIENCE, Chunk, Cutter, Engine, Listener, play_range

if TYPE_CHECKING:
    from distributed import Client, Future

    from sim.experiment.run import Request

TASK_SECONDS = 1.0
IN_FLIGHT = 2  # tasks given out per thread of the cluster: one is played, one waits
CONNECT_SECONDS, WAIT_FOR_WORKERS = 10.0, 30.0  # for the scheduler, for its first worker
LEAVE_AFTER = 5.0  # seconds after which a worker with an endless thread ends, its answer being sent
HEARTBEAT = 0.5  # seconds between looks at Ctrl-C and at the scheduler


@dataclass(frozen=True)
class Parcel:
    """All that a worker needs to know of a run, but for the range of blocks; equal parcels are one plan."""

    words: str  # the request, as JSON
    seed: int
    files: tuple[tuple[str, tuple[tuple[str, bytes], ...]], ...]  # own files by the name in the words: (name, text) of it and of what it imports
    players: str  # digests and parameters of all strategies
    versions: str


def pack(words: dict[str, Any], plan: Plan, seed: int) -> Parcel:
    """The parcel of a request."""
    files: dict[str, tuple[tuple[str, bytes], ...]] = {}
    for strategy in (strategy for player in plan.players for strategy in player.strategies() if not strategy.shipped):
        path = strategy.path
        texts = strategies.read_texts(path, plan.rules.game)
        beside = sorted((other for other in texts if other.parent == path.parent), key=lambda other: (other != path, other))
        files[strategies.file_of(strategy.name)] = tuple((other.name, texts[other]) for other in beside)
    return Parcel(json.dumps(words), seed, tuple(sorted(files.items())), _digests(plan), json.dumps(versions(plan.rules.game)))


def _digests(plan: Plan) -> str:
    return repr([describe_player(player) for player in plan.players])


@lru_cache(maxsize=4)
def unpack(parcel: Parcel) -> Engine:
    """The engine of a parcel, made once per process. Raises InputError when it would not play the same."""
    from sim.experiment.resume import rebuild

    words = json.loads(parcel.words)
    with strategies.lying_elsewhere(_unpack_files(parcel)):
        plan = rebuild(words).plan
        wanted = json.loads(parcel.versions)
        other = [f"{name} {found}, not {wanted.get(name)}" for name, found in versions(plan.rules.game).items() if found != wanted.get(name)]
        if other:
            raise InputError(f"a worker on {platform.node()} has other versions than the machine that started the run: {'; '.join(other)}")
        if _digests(plan) != parcel.players:
            raise InputError(f"a worker on {platform.node()} has other strategies than the machine that started the run")
        return Engine(plan, parcel.seed)


def _unpack_files(parcel: Parcel) -> dict[str, Path]:
    """Writes own strategy files to the cache folder; where each now lies, by its name in the words."""
    found: dict[str, Path] = {}
    for own, texts in parcel.files:
        folder = jit.cache_root() / "cluster" / source_files.digest({Path(name): text for name, text in texts})
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts:
            spare = folder / f".{name}.{uuid.uuid4().hex}"  # another process may be reading
            spare.write_bytes(text)
            os.replace(spare, folder / name)
        found[own] = folder / texts[0][0]
    return found


def play_task(parcel: Parcel, first: int, n_blocks: int, patience: float) -> Chunk:
    """On a worker: plays blocks first .. first + n_blocks - 1. Raises StrategyFault and InputError."""
    try:
        return play_range(unpack(parcel), first, n_blocks, patience)
    except EndlessStrategy:
        threading.Timer(LEAVE_AFTER, os._exit, (EndlessStrategy.exit_code,)).start()  # rid of the thread; the worker's nanny starts another
        raise


@contextmanager
def on_cluster(address: str) -> Iterator[Callable[[Request], Callable[..., bool]]]:
    """Inside: for each request, a function of the shape of runner.play_missing whose work the cluster does. Raises InputError."""
    with _client(address) as client:
        with suppress(TimeoutError):
            client.wait_for_workers(1, timeout=WAIT_FOR_WORKERS)
        if not client.nthreads():
            raise InputError(f"the cluster at {address} has no workers; start some with: dask worker {address} --nworkers auto --nthreads 1")
        yield lambda request: partial(play_on, client, address, request.words)


@contextmanager
def _children_deaf_to_stops() -> Iterator[None]:
    """Inside, started processes do not hear Ctrl-C, which a terminal sends to all: this process hears it and ends them in order."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _client(address: str) -> Iterator[Client]:
    try:
        import distributed
    except ImportError:
        raise InputError("--cluster needs an extra that is not installed: pip install 'carteado[cluster]'") from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what goes wrong is told in our own words
    local = re.fullmatch(r"local:([1-9][0-9]{0,2})", address)
    if not local and not re.match(r"(tcp|tls|ws|wss|ucx)://.", address):
        raise InputError(f"--cluster {address} is not understood; allowed: an address such as tcp://host:8786, or local:N for N processes on this machine")
    if local:
        how: dict[str, Any] = {"threads_per_worker": 1, "processes": True, "dashboard_address": None, "silence_logs": logging.CRITICAL}
        with _children_deaf_to_stops():
            cluster = distributed.LocalCluster(n_workers=int(local[1]), **how)
        with cluster, distributed.Client(cluster) as client:
            yield client
        return
    try:
        client = distributed.Client(address, timeout=CONNECT_SECONDS)
    except (OSError, ValueError) as error:
        raise InputError(f"no scheduler answers at --cluster {address}: {error or type(error).__name__}; start one with: dask scheduler") from None
    with client:
        yield client


def play_on(
    client: Client,
    address: str,
    words: dict[str, Any],
    engine: Engine,
    missing: list[tuple[int, int]],
    jobs: int,
    listener: Listener,
    stop: threading.Event,
    chunk_blocks: int | None = None,
    patience: float = PATIENCE,
) -> bool:
    """As runner.play_missing, on the cluster (`jobs` is its business). Raises Interrupted when the scheduler is lost."""
    parcel, run_id = pack(words, engine.plan, engine.seed), uuid.uuid4().hex[:12]
    cutter = Cutter(missing, chunk_blocks, TASK_SECONDS)
    finished: queue.SimpleQueue[Future] = queue.SimpleQueue()
    running: dict[str, tuple[Future, int]] = {}  # by chunk id
    faults: dict[int, StrategyFault] = {}
    try:
        while not stop.is_set():
            while not faults and len(running) < IN_FLIGHT * _threads(client) and (piece := cutter.next()):
                future = client.submit(play_task, parcel, *piece, patience, key=f"carteado-{run_id}-{piece[0]}", pure=False)
                running[str(future.key)] = future, piece[0]
                future.add_done_callback(finished.put)
            if not running:
                break
            chunk = _next_chunk(client, finished, running, faults)
            if chunk:
                cutter.learn(chunk)
                listener(chunk)
    except _Lost as error:
        raise Interrupted(f"the cluster at {address} {error}; finished chunks are kept") from None
    finally:
        with suppress(Exception):
            client.cancel([future for future, _ in running.values()], force=True)
    if faults:
        raise faults[min(faults)]
    return not cutter.missing and not running


class _Lost(Exception):
    """The cluster cannot go on; says why."""


def _threads(client: Client) -> int:
    """Threads of all workers, at least one: a cluster that has lost all its workers may get new ones."""
    try:
        return max(1, sum(client.nthreads().values()))
    except OSError:
        raise _Lost("is lost") from None


def _next_chunk(client: Client, finished: queue.SimpleQueue[Future], running: dict[str, tuple[Future, int]], faults: dict[int, StrategyFault]) -> Chunk | None:
    """Waits a moment for a finished task; None when there is none, it was heard before, or a strategy was at fault."""
    try:
        future = finished.get(timeout=HEARTBEAT)
    except queue.Empty:
        if client.status not in ("running", "connecting"):
            raise _Lost("is lost") from None
        return None
    if str(future.key) not in running:
        return None
    _, first = running.pop(str(future.key))
    if future.status == "cancelled":
        raise _Lost("is lost")
    try:
        return future.result()
    except StrategyFault as error:
        faults[first] = error
        return None
    except CarteadoError:
        raise
    except Exception as error:
        raise _Lost(f"gave up on the blocks from {first} on ({type(error).__name__}: {error})") from None


__all__ = ["Parcel", "on_cluster", "pack", "play_on", "play_task", "unpack"]
