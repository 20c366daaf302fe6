"""The run folder: what was asked, exact sums so far, tables.

    manifest.json   the request, versions, rules, line-ups with parameters and source digests, state
    sums.sqlite     merged sums of the blocks played so far, one transaction a chunk
    table.csv       the tidy table
    figures/        if asked for

Sums of neighbouring ranges of blocks are merged as they arrive, so that the folder does not grow with the run; of the
trail, how the leading cell went, ranges stay apart that are not short beside what lies before them: a few for each
doubling of the run.
"""

from __future__ import annotations

import json
import os
import sqlite3
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np

from sim.core.errors import InputError
from sim.experiment.runner import Chunk, Totals

SHORT = 20  # a range of the trail that is at most one such part of the blocks before it is short
MANIFEST, SUMS = "manifest.json", "sums.sqlite"
FORMAT = 1

_ENTRIES = {"request": dict, "rules": dict, "seed": int, "blocks": int, "strategies": list, "versions": dict, "state": str}  # needed to go on

_TABLES = """
create table if not exists part (first integer primary key, n integer not null, gram blob not null, counts blob not null);
create table if not exists trail (first integer primary key, n integer not null, gram blob not null);
"""


def _pack(array: np.ndarray) -> bytes:
    return zlib.compress(np.ascontiguousarray(array, "<i8").tobytes(), 1)


def _unpack(blob: bytes, shape: tuple[int, ...]) -> np.ndarray:
    return np.frombuffer(zlib.decompress(blob), "<i8").reshape(shape).astype(np.int64)


def write_text(path: Path, text: str) -> None:
    """Replaces a file as a whole: after a crash the old or the new text is there, nothing between. Raises InputError."""
    spare = path.with_name(path.name + ".new")
    try:
        with open(spare, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(spare, path)
    except OSError as error:
        with suppress(OSError):
            spare.unlink()
        raise InputError(f"'{path}' cannot be written: {error.strerror or error}; what was done before is kept") from None


class Damaged(InputError):
    """What lies in a run folder does not fit together."""


def _explained(path: Path, error: Exception) -> InputError:
    """What is wrong with the sums of a run folder, in one sentence."""
    if isinstance(error, sqlite3.OperationalError) and "locked" in str(error):
        return InputError(f"run folder '{path}' is being written by another process")
    if isinstance(error, sqlite3.OperationalError) and not str(error).startswith("no such"):
        return InputError(f"run folder '{path}' cannot be used: {SUMS}: {error}; what was done before is kept")
    return Damaged(f"run folder '{path}' is damaged: {SUMS}: {error}")


def make_folder(path: Path) -> None:
    """Makes a new run folder, empty. Raises InputError when the place is taken or cannot be written."""
    if path.exists() and not path.is_dir():
        raise InputError(f"--out '{path}' is a file, not a folder")
    try:
        if path.is_dir() and any(path.iterdir()):
            what = "already holds a run" if (path / MANIFEST).exists() else "is not empty and holds no run of carteado"
            raise InputError(f"--out '{path}' {what}; choose a new folder")
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"--out '{path}' cannot be written: {error.strerror or error}") from None


@contextmanager
def new_folder(folder: Path) -> Iterator[Path]:
    """Makes the folder before anything is played, and takes it away again if nothing comes of it. Raises InputError."""
    make_folder(folder)
    try:
        yield folder
    except BaseException:
        with suppress(OSError):  # something stands in it already
            folder.rmdir()
        raise


class RunFolder:
    """A run folder that is open for writing (one writer at a time).

    The manifest's `trail_cell` is the leading cell, whose trail is kept; without it none is.
    """

    def __init__(self, path: Path, manifest: dict[str, Any]) -> None:
        self.path, self.manifest, self.trail_cell = path, manifest, manifest.get("trail_cell")
        self.base = _connected(path, "rwc")
        try:
            self.base.execute("pragma locking_mode = exclusive")
            self.base.execute("pragma journal_mode = wal")
            self.base.execute("pragma synchronous = normal")
            self.base.execute("begin exclusive")
            for statement in _TABLES.strip().split("\n"):
                self.base.execute(statement)
            self.base.execute("commit")
        except sqlite3.Error as error:
            self.base.close()
            raise _explained(path, error) from None

    @classmethod
    def create(cls, path: Path, manifest: dict[str, Any]) -> RunFolder:
        """Opens a new run folder. Raises InputError when the place is taken or cannot be written."""
        make_folder(path)
        folder = cls(path, manifest)  # locked from here on; who came second must not write the manifest
        try:
            if (path / MANIFEST).exists():
                raise InputError(f"--out '{path}' already holds a run; choose a new folder")
            folder.note()
        except InputError:
            folder.close()
            raise
        return folder

    @classmethod
    def reopen(cls, path: Path) -> RunFolder:
        """Opens an existing run folder to go on with it. Raises InputError."""
        return cls(path, read_manifest(path))

    def note(self, **changes: Any) -> None:
        """Changes entries of the manifest, on disk too."""
        self.manifest.update(changes)
        write_text(self.path / MANIFEST, json.dumps(self.manifest, indent=1, ensure_ascii=False) + "\n")

    def add(self, chunk: Chunk) -> None:
        """Stores a chunk's sums in one transaction, merged with those of the ranges just before and after it. Raises InputError."""
        first, sums = chunk.first, chunk.totals
        with self._transaction():
            if self.trail_cell is not None:
                self._add_to_trail(first, sums.n_blocks, sums.gram[:, :, self.trail_cell])
            for where, block in (("first + n = ?", first), ("first = ?", first + sums.n_blocks)):
                found = self.base.execute(f"select first, n, gram, counts from part where {where}", (block,)).fetchone()
                if found:
                    other, n, gram, counts = found
                    self.base.execute("delete from part where first = ?", (other,))
                    merged = _totals(n, gram, counts, sums)
                    merged.add(sums)
                    first, sums = min(first, other), merged
            self.base.execute("insert into part values (?, ?, ?, ?)", (first, sums.n_blocks, _pack(sums.gram), _pack(sums.counts)))

    def _add_to_trail(self, first: int, n: int, gram: np.ndarray) -> None:
        """Stores a range of the leading cell, merged with those just before and after it as long as they are short together."""
        for where, block in (("first + n = ?", first), ("first = ?", first + n)):
            found = self.base.execute(f"select first, n, gram from trail where {where}", (block,)).fetchone()
            if found and SHORT * (n + found[1]) <= min(first, found[0]):
                self.base.execute("delete from trail where first = ?", found[:1])
                first, n, gram = min(first, found[0]), n + found[1], gram + _unpack(found[2], gram.shape)
        self.base.execute("insert into trail values (?, ?, ?)", (first, n, _pack(gram)))

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Inside, the folder changes as a whole or not at all. Raises InputError."""
        try:
            self.base.execute("begin")
            yield
            self.base.execute("commit")
        except BaseException as error:
            if self.base.in_transaction:
                self.base.execute("rollback")
            if isinstance(error, sqlite3.Error):
                raise _explained(self.path, error) from None
            raise

    def done(self) -> list[tuple[int, int]]:
        """Ranges (first, n) of blocks whose sums are stored. Raises InputError."""
        try:
            return [(int(first), int(n)) for first, n in self.base.execute("select first, n from part order by first")]
        except sqlite3.Error as error:
            raise _explained(self.path, error) from None

    def sums(self, empty: Totals) -> Totals:
        """All stored sums, added to `empty` in place. Raises InputError."""
        return _sums(self.base, empty, self.path)

    def close(self) -> None:
        """Closes the folder; its write-ahead log is folded into the file, so that it can be read where nothing can be written."""
        with suppress(sqlite3.Error):
            self.base.execute("pragma journal_mode = delete")
        self.base.close()


def _totals(n: int, gram: bytes, counts: bytes, like: Totals) -> Totals:
    """Stored sums, of the shape of others."""
    return Totals(int(n), _unpack(gram, like.gram.shape), _unpack(counts, like.counts.shape))


def _sums(base: sqlite3.Connection, empty: Totals, path: Path) -> Totals:
    try:
        for n, gram, counts in base.execute("select n, gram, counts from part order by first"):
            part = _totals(n, gram, counts, empty)
            if (part.gram[0, 0] != n).any():  # every cell counts the blocks
                raise ValueError(f"sums over {part.gram[0, 0].max()} blocks stand for {n}")
            empty.add(part)
    except (sqlite3.Error, ValueError, zlib.error) as error:
        raise _explained(path, error) from None
    return empty


def read_manifest(path: Path) -> dict[str, Any]:
    """What a run folder says about itself. Raises InputError for a foreign or damaged folder."""
    file = path / MANIFEST
    if not path.is_dir():
        raise InputError(f"run folder '{path}' does not exist")
    if not file.is_file():
        raise InputError(f"'{path}' is no run folder of carteado: it has no {MANIFEST}")
    try:
        manifest = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"run folder '{path}' is damaged: {MANIFEST}: {error}") from None
    if not isinstance(manifest, Mapping) or manifest.get("format") != FORMAT:
        raise InputError(f"run folder '{path}' was written by another version of carteado ({MANIFEST})")
    for name, kind in _ENTRIES.items():
        if not isinstance(manifest.get(name), kind):
            raise InputError(f"run folder '{path}' is damaged: {MANIFEST} has no proper '{name}'")
    return dict(manifest)


def _connected(path: Path, mode: str) -> sqlite3.Connection:
    """The sums of a run folder: to be read ("ro"), or also written and made ("rwc"). Raises InputError."""
    try:
        return sqlite3.connect(f"{(path / SUMS).resolve().as_uri()}?mode={mode}", uri=True, timeout=0.5, isolation_level=None)
    except sqlite3.Error as error:
        raise _explained(path, error) from None


def read_sums(path: Path, empty: Totals) -> Totals:
    """The stored sums of a run folder, read only. Raises InputError."""
    base = _connected(path, "ro")
    try:
        return _sums(base, empty, path)
    finally:
        base.close()


def read_trail(path: Path, width: int) -> list[tuple[int, int, np.ndarray]]:
    """(first, n, Gram matrix of the leading cell) of each range that is kept apart, by first block: how the estimate went. Raises InputError."""
    base = _connected(path, "ro")
    try:
        found = base.execute("select first, n, gram from trail order by first").fetchall()
        return [(int(first), int(n), _unpack(blob, (width, width))) for first, n, blob in found]
    except (sqlite3.Error, ValueError, zlib.error) as error:
        raise _explained(path, error) from None
    finally:
        base.close()
