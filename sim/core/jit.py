"""The only owner of numba's compile options and of the folder that compiled code is cached in.

numba itself notices a change only in the file that holds a cached function, so an edited rule in another file
would silently be served from an old cache. Here the folder's name is a digest of every source that the function
can reach, plus the versions of Python, numpy and numba: an edit opens a new folder, and nothing stale is found.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sqlite3
import stat
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from functools import cache, lru_cache
from pathlib import Path
from threading import RLock
from types import FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
from numba.core import config as numba_config
from numba.core.dispatcher import Dispatcher
from numba.core.registry import cpu_target
from numba.core.sigutils import normalize_signature

config: Any = numba_config  # numba fills it at run time, past the type checker
DISABLED = bool(config.DISABLE_JIT)  # NUMBA_DISABLE_JIT=1: plain Python, for debuggers and coverage
if DISABLED:
    warnings.filterwarnings("ignore", "overflow encountered", RuntimeWarning)  # 64-bit words overflow on purpose
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "boundscheck": None}
CHECKED: dict[str, Any] = {**OPTIONS, "error_model": "python", "boundscheck": True}  # for functions of unknown hands
_ONE_AT_A_TIME = RLock()
FOLDERS_KEPT = 32  # about a megabyte each; those that were opened longest ago are removed
MOST_WAITS = 600  # for another process that compiles: half a second each

_CORE = Path(__file__).parent


def sources(*places: Path) -> list[Path]:
    """All Python files at the places (files or folders), in a fixed order."""
    found: set[Path] = set()
    for place in places:
        found.update(place.rglob("*.py") if place.is_dir() else [place])
    return sorted(found)


def digest(files: Iterable[Path]) -> str:
    """16 hex digits over the contents of the files and the versions that decide what is compiled."""
    total = hashlib.sha256(f"{sys.version}|{np.__version__}|{numba.__version__}".encode())
    for file in files:
        total.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return total.hexdigest()[:16]


def cache_root() -> Path:
    """`$CARTEADO_CACHE`, else the user's cache folder."""
    chosen = os.environ.get("CARTEADO_CACHE")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "carteado"


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _is_ours(folder: Path) -> bool:
    """Whether it is a folder of this user alone, made if need be: cached code is run, and temporary folders are open to all."""
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError:
        return False
    return not hasattr(os, "getuid") or (stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and stat.S_IMODE(found.st_mode) == 0o700)


@lru_cache(maxsize=1)
def _fallback_root(wanted: str) -> Path:
    spare = Path(tempfile.gettempdir()) / f"carteado-cache-{os.getuid() if hasattr(os, 'getuid') else 'user'}"
    if not (_is_ours(spare) and _is_writable(spare)):
        spare = Path(tempfile.mkdtemp(prefix="carteado-cache-"))
    print(f"carteado: the cache folder {wanted} cannot be written; using {spare} instead", file=sys.stderr)
    return spare


def _forget_old(root: Path, keep: Path) -> None:
    """Removes caches of ours, which a digest names; whatever else lies in the root stays."""
    with suppress(OSError):  # another process forgets too
        others = sorted((p for p in root.iterdir() if re.fullmatch("[0-9a-f]{16}", p.name) and p != keep), key=lambda p: p.stat().st_mtime)
        for old in others[: max(0, len(others) - FOLDERS_KEPT + 1)]:
            shutil.rmtree(old, ignore_errors=True)


@cache
def cache_folder(*places: Path) -> Path:
    """The cache folder for code that can reach `places` (core is always among them); made if need be."""
    name = digest(sources(_CORE, *places))
    root = cache_root()
    if not _is_writable(root / name):
        root = _fallback_root(str(root))
    folder = root / name
    folder.mkdir(exist_ok=True)
    with suppress(OSError):
        os.utime(folder)  # loading alone would leave it as old as its last compilation
    _forget_old(root, folder)
    return folder


def helper(function: Callable) -> Any:
    """Compiles a small function that kernels or strategies call; it becomes part of its callers."""
    return numba.njit(**OPTIONS)(function)


def checked_helper(function: Callable) -> Any:
    """As `helper`, for functions of unknown hands: an index out of range raises IndexError, a division by zero ZeroDivisionError."""
    return numba.njit(**CHECKED)(function)


def checked(thing: Any) -> Any:
    """The same helper, or module of helpers, with every index checked down to the last helper that it calls.

    Anything else comes back as it is. It is for what functions of unknown hands call with numbers of their own.
    """
    if isinstance(thing, Dispatcher):
        return _checked_copy(thing.py_func)
    if not isinstance(thing, ModuleType):
        return thing
    module = ModuleType(thing.__name__)
    module.__dict__.update({name: checked(each) if isinstance(each, Dispatcher) else each for name, each in vars(thing).items()})
    return module


@cache
def _checked_copy(plain: FunctionType) -> Any:
    """The function with checked indices, in a copy of its module's names where its helpers are checked too."""
    names = dict(plain.__globals__)
    names.update({name: checked(names[name]) for name in plain.__code__.co_names if isinstance(names.get(name), Dispatcher)})
    return checked_helper(FunctionType(plain.__code__, names, plain.__name__, plain.__defaults__, plain.__closure__))


def inlined(function: Callable) -> Any:
    """As `helper`, and always merged into its callers: for steps of a kernel whose calls cost time.

    So are functions that take functions: the address of one, left in a call, bars the cache.
    """
    return numba.njit(forceinline=True, **OPTIONS)(function)


def _own_place(folder: Path, function: Callable, signature: Any) -> Path:
    """The place in a cache folder of a function for one signature on one kind of processor; made if need be.

    numba numbers the signatures of a function by an index: processes that add to it at once give one number twice, and
    a later one is served another's code. An index of one entry cannot be mistaken.
    """
    key = (function.__code__.co_filename, function.__qualname__, signature, cpu_target.target_context.codegen().magic_tuple())
    place = folder / hashlib.sha256(repr(key).encode()).hexdigest()[:16]
    place.mkdir(parents=True, exist_ok=True)
    return place


@contextmanager
def _alone_in(place: Path) -> Iterator[None]:
    """Inside, other processes wait for this place, so that one compiles and the others load.

    The system frees it however a process ends. Where files cannot be locked, or the wait is too long, nobody waits:
    work is done twice, and nothing else goes wrong.
    """
    with closing(sqlite3.connect(place / "lock", timeout=0.5, isolation_level=None)) as lock:
        for _ in range(MOST_WAITS):  # not one long wait, in which Ctrl-C would not be heard
            with suppress(sqlite3.OperationalError):
                lock.execute("begin exclusive")
                break
        yield


def _load_or_compile(place: Path, signature: Any, function: Callable) -> Any:
    with _ONE_AT_A_TIME:  # numba is told the folder by a setting of the whole process
        users_own, config.CACHE_DIR = config.CACHE_DIR, str(place)
        try:
            return numba.njit(signature, cache=True, **OPTIONS)(function)
        finally:
            config.CACHE_DIR = users_own


def _is_for(signature: Any, compiled: Any) -> bool:
    """Whether the function is compiled for this signature, and no other."""
    arguments, returned = normalize_signature(signature)
    return all(made.args == tuple(arguments) and returned in (None, made.return_type) for made in compiled.nopython_signatures)


def cached(signature: Any, folder: Path | None) -> Callable[[Callable], Any]:
    """Compiles a function for one signature now, or loads it from `folder` (None: no cache).

    Functions made within functions, with what they keep of those, are never cached: no later process would know them again.
    """

    def decorate(function: Callable) -> Any:
        if DISABLED or folder is None or function.__closure__:
            return fresh(signature)(function)
        place = _own_place(folder, function, signature)
        with nullcontext() if any(place.rglob("*.nbc")) else _alone_in(place):
            compiled = _load_or_compile(place, signature, function)
        return compiled if _is_for(signature, compiled) else numba.njit(signature, **OPTIONS)(function)

    return decorate


def fresh(signature: Any) -> Callable[[Callable], Any]:
    """Compiles a function for one signature now, without a cache and with every index and divisor checked.

    It is for strategies of unknown hands: past the end of a View's array lies what its seat must not see.
    """

    def decorate(function: Callable) -> Any:
        return function if DISABLED else numba.njit(signature, **CHECKED)(function)

    return decorate
