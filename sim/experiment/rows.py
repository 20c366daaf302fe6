"""`run --rows`: one row for each game and seat, streamed to parquet; memory does not grow with the number of games.

    deal      number of the deal; games of one deal belong together: they are one sample
    seating   which of the deal's games, from 0
    seat      0 .. players - 1
    strategy  the strategy word that sat there
    …         a column for each measure of the game that has no group, null where nothing was observed

A game that measures by round (Wizard) gets a second file `<name>.round.parquet`, one row for each game, seat and round:
deal, seating, seat, strategy and round, then what the game notes of a round (Wizard: trump, bid, tricks), then a column
for each measure that has the group `round=` (Wizard: hit_rate, and score, the points of that round).
The games are played once more for it, in order, so that the file does not depend on threads.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from sim.core.errors import InputError, Interrupted
from sim.experiment.lineup import Plan
from sim.experiment.runner import Chunk, Engine, all_jobs, threads
from sim.games.layout import Cell, Note

if TYPE_CHECKING:
    import pyarrow as pa

CHUNK_NUMBERS = 2_000_000  # tallied numbers that are held at a time
BY_ROUND = "round"

T = TypeVar("T", Cell, Note)


def seat_plan(plan: Plan) -> Plan:
    """The same games, every seat of every seating an entrant of its own."""
    credits = np.arange(plan.seatings.size, dtype=np.int64).reshape(plan.seatings.shape)
    entrants = tuple(f"game {s} seat {seat}" for s, seat in np.ndindex(*plan.seatings.shape))
    return replace(plan, credits=credits, entrants=entrants, ledger=None, _kernel=[])


def write_rows(plan: Plan, seed: int, n_blocks: int, path: str | Path, manifest: Mapping[str, Any] | None = None, jobs: int | None = None) -> list[Path]:
    """Plays blocks 0 .. n_blocks - 1 and writes their rows; the files written.

    manifest: kept in the file's own metadata under the key `carteado`. A file appears only when it is complete.
    Raises InputError when the place cannot be written, StrategyFault, and Interrupted on Ctrl-C.
    """
    path = Path(path)
    check_place(path)
    tables = {path: overall_table, path.with_suffix(f".{BY_ROUND}.parquet"): round_table}
    if not _round_cells(plan):
        tables.popitem()
    note = {b"carteado": json.dumps(manifest or {}, ensure_ascii=False).encode()}
    writers: dict[Path, Any] = {}
    try:
        for chunk in _chunks(plan, seed, n_blocks, jobs or all_jobs()):
            for target, make in tables.items():
                table = make(plan, chunk)
                if target not in writers:
                    writers[target] = _open(target, table.schema.with_metadata(note))
                writers[target].write_table(table.cast(table.schema.with_metadata(note)))
        for target, writer in writers.items():
            writer.close()
            _spare(target).replace(target)
    except OSError as error:
        raise InputError(f"--rows '{path}' cannot be written: {error.strerror or error}") from None
    except KeyboardInterrupt:
        raise Interrupted(f"stopped before all rows were written; '{path}' was not written") from None
    finally:
        for target, writer in writers.items():
            with suppress(OSError):  # the first error is the one to tell; Windows does not remove what is open
                writer.close()
            _spare(target).unlink(missing_ok=True)
    return list(writers)


def check_place(path: Path) -> None:
    """Raises InputError when no rows could be written there; ask before a long run."""
    if path.suffix != ".parquet":
        raise InputError(f"--rows '{path}' must end in .parquet")
    if not path.parent.is_dir():
        raise InputError(f"--rows '{path}': the folder '{path.parent}' does not exist")


def _spare(path: Path) -> Path:
    return path.with_name(path.name + ".new")


def _open(path: Path, schema: pa.Schema) -> Any:
    from pyarrow import parquet

    return parquet.ParquetWriter(_spare(path), schema, compression="zstd")


def _chunks(plan: Plan, seed: int, n_blocks: int, jobs: int) -> Iterator[Chunk]:
    """The blocks' tallies by game and seat, in order; played some chunks ahead by threads."""
    engine = Engine(seat_plan(plan), seed, with_rows=True)
    engine.tops = engine.bottoms = np.zeros(0, np.int64)  # no sums are wanted
    size = max(1, CHUNK_NUMBERS // (plan.seatings.size * engine.layout.n_columns))
    ahead: deque[Future[Chunk]] = deque()
    with threads(jobs) as pool:
        for first in range(0, n_blocks, size):
            ahead.append(pool.submit(engine.play, first, min(size, n_blocks - first)))
            if len(ahead) > jobs:
                yield ahead.popleft().result()
        while ahead:
            yield ahead.popleft().result()


def overall_table(plan: Plan, chunk: Chunk) -> pa.Table:
    """One row for each game and seat of a chunk."""
    import pyarrow as pa

    tallies = _tallies(chunk)
    cells = [cell for cell in plan.rules.game.layout(plan.rules).cells if not cell.group]
    return pa.table(_who(plan, chunk, 1) | {cell.measure: _ratio(tallies, [cell]) for cell in cells})


def round_table(plan: Plan, chunk: Chunk) -> pa.Table:
    """One row for each game, seat and round of a chunk."""
    import pyarrow as pa

    tallies = _tallies(chunk)
    by_measure = _round_cells(plan)
    rounds = [int(cell.group.partition("=")[2]) for cell in next(iter(by_measure.values()))]
    columns = _who(plan, chunk, len(rounds)) | {BY_ROUND: pa.array(np.tile(np.array(rounds, np.int16), len(tallies)))}
    columns |= {name: _noted(tallies, notes) for name, notes in _by_round(plan.rules.game.layout(plan.rules).notes, "name").items()}
    return pa.table(columns | {measure: _ratio(tallies, cells) for measure, cells in by_measure.items()})


def _round_cells(plan: Plan) -> dict[str, list[Cell]]:
    """By measure: its cells by round, in the order of the rounds."""
    return _by_round(plan.rules.game.layout(plan.rules).cells, "measure")


def _by_round(entries: Sequence[T], name: str) -> dict[str, list[T]]:
    """By what they are called: the entries of a layout that belong to rounds, in the order of the rounds."""
    found: dict[str, list[T]] = {}
    for entry in entries:
        if entry.group.startswith(f"{BY_ROUND}="):
            found.setdefault(getattr(entry, name), []).append(entry)
    return found


def _tallies(chunk: Chunk) -> np.ndarray:
    """(games x seats, columns) of a chunk, by deal, seating and seat."""
    assert chunk.totals.rows is not None
    return chunk.totals.rows.reshape(-1, chunk.totals.rows.shape[2])


def _who(plan: Plan, chunk: Chunk, repeated: int) -> dict[str, pa.Array]:
    """The columns deal, seating, seat and strategy."""
    import pyarrow as pa

    n_blocks, (n_seatings, n_seats) = chunk.totals.n_blocks, plan.seatings.shape
    deals = np.repeat(np.arange(chunk.first, chunk.first + n_blocks), n_seatings * n_seats * repeated)
    seatings = np.tile(np.repeat(np.arange(n_seatings, dtype=np.int16), n_seats * repeated), n_blocks)
    seats = np.tile(np.repeat(np.arange(n_seats, dtype=np.int8), repeated), n_blocks * n_seatings)
    players = np.tile(np.repeat(plan.seatings.ravel().astype(np.int32), repeated), n_blocks)
    words = pa.DictionaryArray.from_arrays(players, [player.word for player in plan.players])
    return {"deal": pa.array(deals), "seating": pa.array(seatings), "seat": pa.array(seats), "strategy": words}


def _noted(tallies: np.ndarray, notes: list[Note]) -> pa.Array:
    """The notes of each row of tallies, one after the other: whole numbers, or the words that they stand for."""
    import pyarrow as pa

    numbers = tallies[:, [note.column for note in notes]].ravel()
    return pa.DictionaryArray.from_arrays(numbers.astype(np.int8), list(notes[0].words)) if notes[0].words else pa.array(numbers.astype(np.int16))


def _ratio(tallies: np.ndarray, cells: list[Cell]) -> pa.Array:
    """The cells of each row of tallies, one after the other; null where the bottom is 0."""
    import pyarrow as pa

    tops, bottoms = (tallies[:, [getattr(cell, side) for cell in cells]] for side in ("top", "bottom"))
    there = bottoms != 0
    return pa.array((tops * cells[0].scale / np.where(there, bottoms, 1)).ravel(), mask=~there.ravel())
