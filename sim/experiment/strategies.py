"""Finds, loads and compiles strategies: shipped ones, installed ones, and a user's own file.

A strategy is a module: a docstring (idea, origin, weakness), optional KNOBS, COMPANIONS and LAWFUL, and a function for
each decision that it takes. The functions are plain Python and are compiled here; so are the functions of the same
folder that they call.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import linecache
import pkgutil
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from sim.core import jit, seam
from sim.core.errors import InputError, unknown
from sim.experiment.explain import explain_compile_error
from sim.games.protocol import Game, Knob


@dataclass(frozen=True)
class Strategy:
    """A strategy as written: what it decides, and what can be turned."""

    game: str
    name: str  # the file's name without .py; for a user's file its path as given
    path: Path
    doc: str
    functions: Mapping[str, Callable]  # decision -> plain Python function
    knobs: tuple[Knob, ...]
    companions: Mapping[str, str]  # decision -> strategy that takes it
    lawful: bool
    takes_notes: bool  # reads or writes view.notes: they are cleared for each game
    digest: str  # of the source texts
    shipped: bool

    def __hash__(self) -> int:
        return hash((self.game, self.name, self.digest))

    @property
    def idea(self) -> str:
        """The first line of the docstring."""
        return self.doc.strip().split("\n")[0].strip()

    def parameters(self, given: Mapping[str, str]) -> tuple[float, ...]:
        """Values of all knobs. Raises InputError for unknown names and values out of range."""
        known = {knob.name: knob for knob in self.knobs}
        for name in given:
            if name not in known:
                raise unknown(f"parameter of strategy '{self.name}'", name, known)
        return tuple(knob.read(given[knob.name], self.name) if knob.name in given else knob.default for knob in self.knobs)


def _packages(game: str) -> list[str]:
    """Python packages with strategies for the game: ours first, then installed ones (`wizard` or `wizard.<more>`)."""
    points = [p for p in entry_points(group="carteado.strategies") if p.name.split(".")[0] == game]
    return [p.value for p in sorted(points, key=lambda p: (p.name != game, p.name))]


def names(game: str) -> list[str]:
    """Names of the strategies that come with the packages."""
    found: list[str] = []
    for package in _packages(game):
        folder = importlib.import_module(package).__path__
        found += [m.name for m in pkgutil.iter_modules(folder) if not m.name.startswith("_") and not m.ispkg]
    return sorted(dict.fromkeys(found))


def shipped(game: Game) -> Iterator[Strategy]:
    """All strategies that come with the packages."""
    for name in names(game.name):
        yield load(game, name)


def load(game: Game, word: str) -> Strategy:
    """The strategy called `word`, or written in the file `word` (`mine.py`, `mine.py:bold`).

    `mine.py:bold` takes functions called `bold_<decision>` before those called `<decision>`. Raises InputError.
    """
    path, _, variant = word.partition(".py:")
    if variant or word.endswith(".py"):
        return _own(game, word, Path(path + ".py" if variant else path), variant)
    if "/" in word:
        raise InputError(f"strategy file '{word}' must end in .py")
    return _shipped(game, word)


@cache
def _shipped(game: Game, word: str) -> Strategy:
    for package in _packages(game.name):
        if importlib.util.find_spec(f"{package}.{word}") is not None and not word.startswith("_") and word.isidentifier():
            return _strategy(game, word, importlib.import_module(f"{package}.{word}"), "", shipped=True)
    raise unknown(f"strategy for {game.title}", word, names(game.name))


_owned: dict[tuple[str, str, str], Strategy] = {}


def _own(game: Game, word: str, file: Path, variant: str) -> Strategy:
    """A user's strategy; read again whenever the file's text has changed."""
    if not file.is_file():
        raise InputError(f"strategy file '{file}' does not exist")
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"strategy file '{file}' cannot be read: {error}") from None
    key = (game.name, word, text)
    if key not in _owned:
        _owned[key] = _strategy(game, word, _module_of_text(file, text), variant, shipped=False)
    return _owned[key]


def _module_of_text(file: Path, text: str) -> ModuleType:
    """Runs a user's file as a module of its own. Raises InputError with the line at fault."""
    name = f"carteado_own_{hashlib.sha256(text.encode() + str(file.resolve()).encode()).hexdigest()[:12]}"
    spec = importlib.util.spec_from_file_location(name, file.resolve())
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    linecache.checkcache()
    sys.path.insert(0, str(file.resolve().parent))
    try:
        sys.modules[name] = module
        exec(compile(text, str(file.resolve()), "exec"), module.__dict__)
    except (SyntaxError, ValueError) as error:
        raise InputError(f"strategy file '{file}' line {getattr(error, 'lineno', 1)}: {getattr(error, 'msg', error)}") from None
    except Exception as error:
        own = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(file.resolve())]
        place = f" line {own[-1].lineno}" if own else ""
        raise InputError(f"strategy file '{file}'{place}: {type(error).__name__}: {error}") from None
    finally:
        sys.path.pop(0)
    return module


def _strategy(game: Game, word: str, module: ModuleType, variant: str, shipped: bool) -> Strategy:
    functions: dict[str, Callable] = dict(game.adapt(_plain_functions(module, game, "")))
    if variant:
        special = game.adapt(_plain_functions(module, game, f"{variant}_"))
        if not special:
            raise InputError(f"strategy file '{word.partition(':')[0]}' has no function {variant}_{game.decisions[-1].name} or the like")
        functions |= special
    if not functions:
        raise InputError(f"strategy '{word}' defines no decision of {game.title}; it needs a function called {' or '.join(d.name for d in game.decisions)}")
    knobs = getattr(module, "KNOBS", ())
    if not isinstance(knobs, (tuple, list)) or not all(isinstance(k, Knob) for k in knobs) or len(knobs) > seam.N_PARAMETERS:
        raise InputError(f"strategy '{word}': KNOBS must be a tuple of at most {seam.N_PARAMETERS} Knob(name, default, low, high, help)")
    files = _compile_helpers(module)
    for decision in getattr(module, "COMPANIONS", {}):
        game.decision_index(decision)
    return Strategy(
        game.name,
        word,
        Path(str(module.__file__ or word)),
        (module.__doc__ or "").strip(),
        functions,
        tuple(knobs),
        dict(getattr(module, "COMPANIONS", {})),
        bool(getattr(module, "LAWFUL", True)),
        any("notes" in file.read_text(encoding="utf-8") for file in files),
        hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()[:16],
        shipped,
    )


def _plain_functions(module: ModuleType, game: Game, prefix: str) -> dict[str, Callable]:
    """The module's functions under the names that the game asks for."""
    found: dict[str, Callable] = {}
    for name in game.function_names():
        function = module.__dict__.get(prefix + name)
        function = getattr(function, "py_func", function)
        if isinstance(function, FunctionType):
            found[name] = function
    return found


def _compile_helpers(module: ModuleType) -> list[Path]:
    """Makes plain functions of the module's folder callable from compiled code; the files that took part."""
    folder = Path(str(module.__file__)).parent
    files, queue = {Path(str(module.__file__))}, [module.__dict__]
    while queue:
        space = queue.pop()
        for name, thing in list(space.items()):
            plain = getattr(thing, "py_func", thing)
            if not isinstance(plain, FunctionType):
                continue
            file = Path(plain.__code__.co_filename)
            if file.parent == folder and file not in files:
                files.add(file)
                queue.append(plain.__globals__)
            if file.parent == folder and thing is plain and not jit.DISABLED:
                space[name] = jit.helper(plain)
    return sorted(files)


_entries: dict[tuple, tuple[Any, int]] = {}


def address(game: Game, strategy: Strategy, decision: str, region: int) -> int:
    """Compiles one function of a strategy for a region of the View; its address for the kernel's table.

    Raises InputError in the words of the file when it cannot be compiled.
    """
    key = (game.name, strategy.name, strategy.digest, decision, region)
    if key not in _entries:
        folder = None
        if strategy.shipped:
            room = Path(str(importlib.import_module(game.package).__file__)).parent
            folder = jit.cache_folder(room, strategy.path.parent)
        function = strategy.functions[decision]
        try:
            _entries[key] = seam.entry(function, seam.region_dtype(game.view, region), folder)
        except Exception as error:
            raise InputError(explain_compile_error(error, strategy.name, decision, function, game.view)) from None
    return _entries[key][1]
