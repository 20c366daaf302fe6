"""Plays a plan's blocks in chunks on threads; the sums do not depend on chunks, threads or order.

A chunk takes a tenth to half a second in compiled code without the interpreter's lock; between chunks Python shows
progress, stores records and listens to Ctrl-C. Memory does not grow with the number of games.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from sim.core import blocks, gram
from sim.core.errors import InputError, Interrupted, StrategyFault
from sim.experiment.lineup import Plan

CHUNK_SECONDS = 0.25
FIRST_CHUNK = 8  # blocks; later chunks follow the measured speed
LONGEST_CHUNK = 1 << 20
PATIENCE = 60.0  # seconds that a single game may take before it counts as endless
SLICE_CELLS = 1 << 17  # tallies that are held at a time for a ledger


@dataclass
class Totals:
    """Exact integer sums over some blocks; they merge by addition."""

    n_blocks: int
    gram: np.ndarray  # see core.gram
    counts: np.ndarray  # (entrants, n_counts)
    rows: np.ndarray | None = None  # (blocks, entrants, columns) of a chunk, when asked for

    def add(self, other: Totals) -> None:
        """Merges another part in, in place. Raises InputError, with nothing changed, when the exact sums are full."""
        counts = self.counts + other.counts
        if ((counts ^ self.counts) & (counts ^ other.counts) < 0).any():  # a sign that neither part has
            raise InputError(f"the exact sums are full after {self.n_blocks:,} deals: ask for fewer games")
        gram.merge(self.gram, other.gram)
        self.n_blocks += other.n_blocks
        self.counts = counts


@dataclass
class Chunk:
    """Blocks first .. first + totals.n_blocks - 1."""

    first: int
    totals: Totals
    seconds: float


class Engine:
    """One plan with its seed, ready to play any range of blocks; safe to call from several threads."""

    def __init__(self, plan: Plan, seed: int, with_rows: bool = False) -> None:
        self.plan, self.seed, self.with_rows = plan, seed, with_rows
        self.game = plan.rules.game
        self.layout = self.game.layout(plan.rules)
        self.tops = np.array([cell.top for cell in plan.cells], np.int64)
        self.bottoms = np.array([cell.bottom for cell in plan.cells], np.int64)
        self.kernel = self.game.play_blocks()
        self.tables = plan.tables()
        self.under_way: dict[int, np.ndarray] = {}  # by thread: the record of the game that it plays

    def empty(self, n_rows: int = 0) -> Totals:
        """Sums over no blocks."""
        n_entrants = len(self.plan.entrants)
        kept = self.plan.ledger.width if self.plan.ledger else 0
        return Totals(
            0,
            gram.zeros(len(self.tops), n_entrants),
            np.zeros((n_entrants, self.layout.n_counts + kept), np.int64),
            np.zeros((n_rows, n_entrants, self.layout.n_columns), np.int64),
        )

    def play(self, first: int, n_blocks: int) -> Chunk:
        """Plays blocks first .. first + n_blocks - 1. Raises StrategyFault."""
        ledger = self.plan.ledger
        take = min(n_blocks, max(1, SLICE_CELLS // (len(self.plan.entrants) * self.layout.n_columns))) if ledger else n_blocks
        totals = self.empty(take if ledger or self.with_rows else 0)
        start = time.thread_time()  # of this thread alone: chunks keep their size on a busy machine
        for at in range(first, first + n_blocks, take):
            n = min(take, first + n_blocks - at)
            self._play_into(totals, at, n)
            if ledger:
                assert totals.rows is not None
                totals.counts[:, self.layout.n_counts :] += ledger.note(totals.rows[:n], self.seed, at)
        if ledger:
            totals.rows = None
        totals.n_blocks = n_blocks
        return Chunk(first, totals, time.thread_time() - start)

    def _play_into(self, totals: Totals, first: int, n_blocks: int) -> None:
        record = self.game.new_game(self.plan.rules)
        sink = (totals.counts, self.layout.n_columns, self.tops, self.bottoms, totals.gram, totals.rows)
        self.under_way[threading.get_ident()] = record
        try:
            fine = self.kernel(record, self.tables, np.uint64(self.seed), first, n_blocks, sink)
        except Exception as error:
            raise self.fault(record, error) from None
        finally:
            del self.under_way[threading.get_ident()]
        if not fine:
            raise self.fault(record, None)

    def places(self) -> dict[int, tuple[int, int]]:
        """By thread: (block, seating) of the game that it plays just now."""
        records = dict(self.under_way)
        return {thread: (int(r["fault"][0][blocks.FAULT_BLOCK]), int(r["fault"][0][blocks.FAULT_SEATING])) for thread, r in records.items()}

    def fault(self, record: np.ndarray, error: Exception | None) -> StrategyFault:
        """What went wrong in the game that the record names: replayed slowly to find seat and decision."""
        from sim.experiment.replay import describe_fault

        place = record["fault"][0]
        return describe_fault(self.plan, self.seed, int(place[blocks.FAULT_BLOCK]), int(place[blocks.FAULT_SEATING]), error)


Listener = Callable[[Chunk], None]


def gaps(done: Iterable[tuple[int, int]], n_blocks: int) -> list[tuple[int, int]]:
    """Ranges (first, n) of 0 .. n_blocks - 1 that the done ranges leave out."""
    missing, at = [], 0
    for first, n in sorted(done):
        if first > at:
            missing.append((at, first - at))
        at = max(at, first + n)
    if at < n_blocks:
        missing.append((at, n_blocks - at))
    return missing


class Cutter:
    """Cuts the missing ranges into chunks whose size follows the measured speed."""

    def __init__(self, missing: list[tuple[int, int]], chunk_blocks: int | None, seconds: float = CHUNK_SECONDS) -> None:
        self.missing, self.fixed, self.seconds = list(missing), chunk_blocks, seconds
        self.size = chunk_blocks or FIRST_CHUNK

    def next(self) -> tuple[int, int] | None:
        """The next range, or None when all is given out."""
        if not self.missing:
            return None
        first, n = self.missing[0]
        take = min(n, self.size)
        self.missing[0] = (first + take, n - take)
        if take == n:
            self.missing.pop(0)
        return first, take

    def learn(self, chunk: Chunk) -> None:
        """Aims at the wanted seconds, growing at most eightfold at a time."""
        if not self.fixed and chunk.totals.n_blocks >= self.size // 2:
            ideal = int(chunk.totals.n_blocks * self.seconds / max(chunk.seconds, 1e-6))
            self.size = max(1, min(ideal, 8 * self.size, LONGEST_CHUNK))


class Watch:
    """Notices a game that does not end: compiled code cannot be interrupted, but its record tells which game it is at."""

    def __init__(self, engine: Engine, patience: float) -> None:
        self.engine, self.patience = engine, patience
        self.since: dict[int, tuple[tuple[int, int], float]] = {}  # by thread: a game, and when it was first seen

    def look(self) -> None:
        """Raises EndlessStrategy when a thread has been at one game for longer than the patience."""
        from sim.experiment.replay import describe_endless

        now, places = time.monotonic(), self.engine.places()
        self.since = {t: self.since[t] if t in self.since and self.since[t][0] == place else (place, now) for t, place in places.items()}
        stuck = [place for place, seen in self.since.values() if now - seen > self.patience]
        if stuck:
            raise describe_endless(self.engine.plan, self.engine.seed, *min(stuck), self.patience)


def all_jobs() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def noting_stops() -> Iterator[threading.Event]:
    """Inside, the first Ctrl-C (or SIGTERM, on the command line) only sets the event, so that nothing is torn apart.

    A second one raises KeyboardInterrupt at once. Signals that are ignored or end the program stay as they are.
    """
    noted = threading.Event()

    def note(*_: Any) -> None:
        if noted.is_set():
            raise KeyboardInterrupt
        noted.set()

    is_main = threading.current_thread() is threading.main_thread()
    before = {s: signal.getsignal(s) for s in (signal.SIGINT, signal.SIGTERM) if is_main and callable(signal.getsignal(s))}
    for number in before:
        signal.signal(number, note)
    try:
        yield noted
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def threads(jobs: int) -> Iterator[ThreadPoolExecutor]:
    """Threads that are waited for at the end, but left behind when something is raised inside: one may be in a game that never ends."""
    pool = ThreadPoolExecutor(jobs, thread_name_prefix="carteado")
    try:
        yield pool
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    pool.shutdown()


def play_missing(
    engine: Engine,
    missing: list[tuple[int, int]],
    jobs: int,
    listener: Listener,
    stop: threading.Event,
    chunk_blocks: int | None = None,
    patience: float = PATIENCE,
) -> bool:
    """Plays the missing ranges; the listener gets each finished chunk, in the calling thread.

    False when `stop` ended it early: chunks under way are finished and heard first. Raises StrategyFault (that of the
    lowest block, whatever the threads and chunks), after the finished chunks were heard; EndlessStrategy when a game
    takes longer than `patience` seconds: its thread cannot be ended and is left behind.
    """
    cutter = Cutter(missing, chunk_blocks)
    watch = Watch(engine, patience)
    faults: dict[int, StrategyFault] = {}  # by first block of the chunk; all lower blocks were given out before
    running: dict[Future, int] = {}
    with threads(jobs) as pool:
        while True:
            while not stop.is_set() and not faults and len(running) < jobs and (piece := cutter.next()):
                running[pool.submit(engine.play, *piece)] = piece[0]
            if not running:
                break
            done, _ = wait(running, timeout=min(1.0, patience / 4), return_when=FIRST_COMPLETED)
            for future in sorted(done, key=lambda f: running[f]):
                first = running.pop(future)
                try:
                    chunk = future.result()
                except StrategyFault as error:
                    faults[first] = error
                    continue
                cutter.learn(chunk)
                listener(chunk)
            watch.look()
    if faults:
        raise faults[min(faults)]
    return not cutter.missing


def play_range(engine: Engine, first: int, n_blocks: int, patience: float = PATIENCE) -> Chunk:
    """Plays blocks first .. first + n_blocks - 1 as one chunk. Raises StrategyFault, EndlessStrategy."""
    chunks: list[Chunk] = []
    play_missing(engine, [(first, n_blocks)], 1, chunks.append, threading.Event(), n_blocks, patience)
    return chunks[0]


def play(engine: Engine, n_blocks: int, jobs: int | None = None, listener: Listener | None = None, chunk_blocks: int | None = None) -> Totals:
    """Plays blocks 0 .. n_blocks - 1 and sums them up. Raises StrategyFault and Interrupted."""
    totals = engine.empty()

    def hear(chunk: Chunk) -> None:
        totals.add(chunk.totals)
        if listener:
            listener(chunk)

    with noting_stops() as stop:
        complete = play_missing(engine, [(0, n_blocks)], jobs or all_jobs(), hear, stop, chunk_blocks)
    if not complete:
        raise Interrupted("stopped before the end")
    return totals
