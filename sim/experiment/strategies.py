"""Finds, loads and compiles strategies: shipped ones, installed ones, and a user's own file.

A strategy is a module: a docstring (idea, origin, weakness), optional KNOBS, POLICIES, COMPANIONS and LAWFUL, and a
function for each decision that it takes. The functions are plain Python and are compiled here; so are the functions of the same
folder that they call.
"""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from sim.core import jit, seam
from sim.core.errors import InputError, unknown
from sim.experiment import source_files, unplayable
from sim.experiment.explain import explain_compile_error
from sim.games.protocol import Game, Knob, PolicyKnob


@dataclass(frozen=True)
class Strategy:
    """A strategy as written: what it decides, and what can be turned."""

    game: str
    name: str  # the file's name without .py; for a user's file its path as given
    path: Path
    doc: str
    functions: Mapping[str, Callable]  # decision -> plain Python function
    knobs: tuple[Knob, ...]
    policies: tuple[PolicyKnob, ...]
    companions: Mapping[str, str]  # decision -> strategy that takes it
    lawful: bool
    takes_notes: bool  # reads or writes view.notes: they are cleared for each game
    files: tuple[Path, ...]  # its own and those that it imports
    digest: str  # of their texts
    shipped: bool

    def __hash__(self) -> int:
        return hash((self.game, self.name, self.digest))

    @property
    def idea(self) -> str:
        """The first line of the docstring."""
        return self.doc.strip().split("\n")[0].strip()

    def waits(self, decision: str) -> bool:
        """Whether its function is marked as `waits`: it need not be asked where the game says there is nothing to act on."""
        return bool(getattr(self.functions[decision], "waits", False))

    def parameters(self, given: Mapping[str, str]) -> tuple[float, ...]:
        """Values of all knobs; those of policies are left out. Raises InputError for unknown names and values out of range."""
        known = [knob.name for knob in self.knobs] + [knob.name for knob in self.policies]
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
    variant = word.partition(".py:")[2]
    if variant or word.endswith(".py"):
        return _own(game, word, _elsewhere.get(file_of(word), Path(file_of(word))), variant)
    if "/" in word:
        raise InputError(f"strategy file '{word}' must end in .py")
    return _shipped(game, word)


def file_of(word: str) -> str:
    """The file that a strategy word of the form `mine.py` or `mine.py:bold` names."""
    path, colon, _ = word.partition(".py:")
    return path + ".py" if colon else word


def check_file(file: Path) -> None:
    """Raises InputError when there is no such file."""
    if not file.is_file():
        raise InputError(f"strategy file '{file}' {'is a folder' if file.is_dir() else 'does not exist'}")


_elsewhere: dict[str, Path] = {}


@contextmanager
def lying_elsewhere(places: Mapping[str, Path]) -> Iterator[None]:
    """Inside, the files that words name are read from these places: on another machine they lie elsewhere."""
    _elsewhere.update(places)
    try:
        yield
    finally:
        _elsewhere.clear()


@cache
def _shipped(game: Game, word: str) -> Strategy:
    for package in _packages(game.name):
        if importlib.util.find_spec(f"{package}.{word}") is not None and not word.startswith("_") and word.isidentifier():
            with source_files.without_bytecode():  # the code is kept by the texts that it was read from
                module = importlib.import_module(f"{package}.{word}")
            return _strategy(game, word, module, "", read_texts(Path(str(module.__file__)), game), shipped=True)
    raise unknown(f"strategy for {game.title}", word, names(game.name))


_owned: dict[tuple[str, str, Path, str], Strategy] = {}


def _own(game: Game, word: str, file: Path, variant: str) -> Strategy:
    """A user's strategy; read again whenever its text, or that of a file it imports, has changed."""
    check_file(file)
    path = file.resolve()
    texts = read_texts(path, game)
    key = (game.name, word, path, source_files.digest(texts))
    if key not in _owned:
        module = source_files.run(path, texts[path])
        own = {file: text for file, text in texts.items() if file.parent == path.parent}
        unplayable.refuse(word, own, module.__dict__, game.function_names())
        _owned[key] = _strategy(game, word, module, variant, texts, shipped=False)
    return _owned[key]


def read_texts(path: Path, game: Game) -> dict[Path, bytes]:
    """A strategy's file and those that it imports from its folder or from the shipped strategies. Raises InputError."""
    homes = [Path(folder) for package in _packages(game.name) for folder in importlib.import_module(package).__path__]
    return source_files.texts(path, {path.parent, *homes})


def _strategy(game: Game, word: str, module: ModuleType, variant: str, texts: Mapping[Path, bytes], shipped: bool) -> Strategy:
    functions: dict[str, Callable] = dict(game.adapt(_plain_functions(module, game, "")))
    if variant:
        special = game.adapt(_plain_functions(module, game, f"{variant}_"))
        if not special:
            raise InputError(f"strategy file '{word.partition(':')[0]}' has no function {variant}_{game.decisions[-1].name} or the like")
        functions |= special
    if not functions:
        raise InputError(f"strategy '{word}' defines no decision of {game.title}; it needs a function called {' or '.join(d.name for d in game.decisions)}")
    _compile_helpers(module, set(texts), shipped)
    return Strategy(
        game.name,
        word,
        Path(str(module.__file__ or word)),
        (module.__doc__ or "").strip(),
        functions,
        _knobs(module, word),
        _policies(module, word),
        _companions(module, word, game),
        bool(getattr(module, "LAWFUL", True)),
        any(b"notes" in text for text in texts.values()),
        tuple(texts),
        source_files.digest(texts),
        shipped,
    )


def _knobs(module: ModuleType, word: str) -> tuple[Knob, ...]:
    """The module's KNOBS. Raises InputError."""
    knobs = getattr(module, "KNOBS", ())
    if not isinstance(knobs, tuple | list) or not all(isinstance(k, Knob) for k in knobs) or len(knobs) > seam.SEES_ALL:
        raise InputError(f"strategy '{word}': KNOBS must be a tuple of at most {seam.SEES_ALL} Knob(name, default, low, high, help)")
    for knob in knobs:
        if [k.name for k in knobs].count(knob.name) > 1:
            raise InputError(f"strategy '{word}': two knobs are called {knob.name}")
        if not all(isinstance(x, int | float) for x in (knob.low, knob.default, knob.high)) or not knob.low <= knob.default <= knob.high:
            raise InputError(f"strategy '{word}': the default of knob {knob.name} must be a number between its low and its high")
    return tuple(knobs)


def _policies(module: ModuleType, word: str) -> tuple[PolicyKnob, ...]:
    """The module's POLICIES. Raises InputError."""
    policies = getattr(module, "POLICIES", ())
    if not isinstance(policies, tuple | list) or not all(isinstance(p, PolicyKnob) for p in policies) or len(policies) > seam.N_POLICIES:
        raise InputError(f"strategy '{word}': POLICIES must be a tuple of at most {seam.N_POLICIES} PolicyKnob(name, default, help)")
    names = [knob.name for knob in _knobs(module, word)] + [knob.name for knob in policies]
    for policy in policies:
        if names.count(policy.name) > 1:
            raise InputError(f"strategy '{word}': two knobs are called {policy.name}")
    return tuple(policies)


def _companions(module: ModuleType, word: str, game: Game) -> dict[str, str]:
    """The module's COMPANIONS. Raises InputError."""
    companions = getattr(module, "COMPANIONS", {})
    if not isinstance(companions, Mapping):
        raise InputError(f"strategy '{word}': COMPANIONS must be a dictionary of decisions and strategies, such as {dict(game.companions)}")
    for decision in companions:
        game.decision_index(str(decision))
    return {str(decision): str(name) for decision, name in companions.items()}


def _plain_functions(module: ModuleType, game: Game, prefix: str) -> dict[str, Callable]:
    """The module's functions under the names that the game asks for; helpers of ours are none of them (Câmbio has a decision `draw`)."""
    found: dict[str, Callable] = {}
    for name in game.function_names():
        function = module.__dict__.get(prefix + name)
        function = getattr(function, "py_func", function)
        if isinstance(function, FunctionType) and not function.__module__.startswith("sim."):
            found[name] = function
    return found


def _compile_helpers(module: ModuleType, files: Collection[Path], shipped: bool) -> None:
    """Makes the plain functions of these files, wherever the module can reach them, callable from compiled code."""
    seen: list[dict[str, Any]] = []
    queue = [module.__dict__]
    while queue:
        space = queue.pop()
        if any(space is other for other in seen):
            continue
        seen.append(space)
        for name, thing in list(space.items()):
            if isinstance(thing, ModuleType) and Path(str(getattr(thing, "__file__", ""))) in files:
                queue.append(thing.__dict__)
            plain = getattr(thing, "py_func", thing)
            if isinstance(plain, FunctionType) and Path(plain.__code__.co_filename) in files:
                queue.append(plain.__globals__)
                if thing is plain and not jit.DISABLED:
                    space[name] = (jit.helper if shipped else jit.checked_helper)(plain)
            elif not shipped and (isinstance(plain, FunctionType) or _is_of(thing, "sim.games")):
                space[name] = jit.checked(thing)


def _is_of(thing: Any, package: str) -> bool:
    """Whether it is a module of this package."""
    return isinstance(thing, ModuleType) and thing.__name__.startswith(f"{package}.")


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
            folder = jit.cache_folder(room, strategy.path.parent, *strategy.files)  # neighbours of one home share a folder
        function = strategy.functions[decision]
        try:
            _entries[key] = seam.entry(function, seam.region_dtype(game.view, region), folder)
        except Exception as error:
            raise InputError(explain_compile_error(error, strategy.name, decision, function, game.view)) from None
    return _entries[key][1]
