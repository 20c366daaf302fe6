"""The only owner of numba's compile options and of the folder that compiled code is cached in.

numba itself notices a change only in the file that holds a cached function, so an edited rule in another file
would silently be served from an old cache. Here the folder's name is a digest of every source that the function
can reach, plus the versions of Python, numpy and numba: an edit opens a new folder, and nothing stale is found.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from pathlib import Path
from threading import RLock
from types import FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
from numba.core import config as numba_config
from numba.core.dispatcher import Dispatcher
from numba.core.errors import NumbaExperimentalFeatureWarning

warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

config: Any = numba_config  # numba fills it at run time, past the type checker
DISABLED = bool(config.DISABLE_JIT)  # NUMBA_DISABLE_JIT=1: plain Python, for debuggers and coverage
if DISABLED:
    warnings.filterwarnings("ignore", "overflow encountered", RuntimeWarning)  # 64-bit words overflow on purpose
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "boundscheck": None}
_ONE_AT_A_TIME = RLock()
FOLDERS_KEPT = 32  # about a megabyte each; older caches are removed when a new one is opened

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


@lru_cache(maxsize=1)
def _fallback_root(wanted: str) -> Path:
    spare = Path(tempfile.gettempdir()) / f"carteado-cache-{os.getuid() if hasattr(os, 'getuid') else 'user'}"
    if not _is_writable(spare):
        spare = Path(tempfile.mkdtemp(prefix="carteado-cache-"))
    print(f"carteado: the cache folder {wanted} cannot be written; using {spare} instead", file=sys.stderr)
    return spare


def _forget_old(root: Path, keep: Path) -> None:
    others = sorted((p for p in root.iterdir() if p.is_dir() and p != keep), key=lambda p: p.stat().st_mtime)
    for old in others[: max(0, len(others) - FOLDERS_KEPT + 1)]:
        shutil.rmtree(old, ignore_errors=True)


@cache
def cache_folder(*places: Path) -> Path:
    """The cache folder for code that can reach `places` (core is always among them); made if need be."""
    name = digest(sources(_CORE, *places))
    folder = cache_root() / name
    if folder.is_dir() and _is_writable(folder):
        return folder
    if not _is_writable(folder):
        folder = _fallback_root(str(cache_root())) / name
        folder.mkdir(parents=True, exist_ok=True)
    _forget_old(folder.parent, folder)
    return folder


def helper(function: Callable) -> Any:
    """Compiles a small function that kernels or strategies call; it becomes part of its callers."""
    return numba.njit(**OPTIONS)(function)


def checked_helper(function: Callable) -> Any:
    """As `helper`, with every index checked: for functions of unknown hands. An index out of range raises IndexError."""
    return numba.njit(**{**OPTIONS, "boundscheck": True})(function)


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
    """As `helper`, and always merged into its callers: for functions that take functions, whose addresses bar a cache."""
    return numba.njit(forceinline=True, **OPTIONS)(function)


def cached(signature: Any, folder: Path | None) -> Callable[[Callable], Any]:
    """Compiles a function for one signature now, or loads it from `folder` (None: no cache)."""

    def decorate(function: Callable) -> Any:
        if DISABLED or folder is None:
            return fresh(signature)(function)
        with _ONE_AT_A_TIME:  # numba is told the folder by a setting of the whole process
            config.CACHE_DIR = str(folder)
            try:
                return numba.njit(signature, cache=True, **OPTIONS)(function)
            finally:
                config.CACHE_DIR = ""

    return decorate


def fresh(signature: Any) -> Callable[[Callable], Any]:
    """Compiles a function for one signature now, without a cache and with every index checked.

    It is for strategies of unknown hands: past the end of a View's array lies what its seat must not see.
    """

    def decorate(function: Callable) -> Any:
        return function if DISABLED else numba.njit(signature, **{**OPTIONS, "boundscheck": True})(function)

    return decorate
