"""Strategy files as texts: what a file imports from its folder, a digest of it all, and a user's file run as a module."""

from __future__ import annotations

import ast
import hashlib
import importlib
import importlib.util
import linecache
import sys
import traceback
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from sim.core.errors import InputError


def digest(texts: Mapping[Path, bytes]) -> str:
    """16 hex digits over all the texts, wherever they lie."""
    return hashlib.sha256(b"\0".join(sorted(texts.values()))).hexdigest()[:16]


def texts(path: Path, homes: Collection[Path]) -> dict[Path, bytes]:
    """The file at `path` and those that it imports, directly or not, from the folders `homes`. Raises InputError."""
    found: dict[Path, bytes] = {}
    queue = [path]
    while queue:
        file = queue.pop()
        if file in found:
            continue
        try:
            found[file] = file.read_bytes()
            tree = ast.parse(found[file], str(file))
        except OSError as error:
            raise InputError(f"strategy file '{file}' cannot be read: {error.strerror}") from None
        except (SyntaxError, ValueError) as error:
            raise _misspelt(file, error) from None
        imported = {name.rpartition(".")[2] for name in _imports(tree)}
        queue += [home / f"{name}.py" for home in homes for name in sorted(imported) if (home / f"{name}.py").is_file()]
    return found


def _imports(tree: ast.AST) -> Iterator[str]:
    """All names that may be modules in a file's import statements."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from (alias.name for alias in node.names)
            if isinstance(node, ast.ImportFrom) and node.module:
                yield node.module


def _misspelt(file: Path, error: Exception) -> InputError:
    line = getattr(error, "lineno", None)
    return InputError(f"strategy file '{file}'{f' line {line}' if line else ''}: {getattr(error, 'msg', error)}")


@contextmanager
def without_bytecode() -> Iterator[None]:
    """Inside, imports leave no bytecode behind: it would hide a second edit of the same length within a second."""
    writes, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        yield
    finally:
        sys.dont_write_bytecode = writes


@contextmanager
def _fresh_imports(folder: Path) -> Iterator[None]:
    """Inside, imports from the folder are read anew; afterwards they are forgotten: files change, and folders share names."""

    def here() -> dict[str, ModuleType]:
        named = {name: str(getattr(module, "__file__", None) or "") for name, module in sys.modules.items() if "." not in name and name != "__main__"}
        return {name: sys.modules[name] for name, file in named.items() if file and Path(file).parent == folder}

    before = here()
    for name in before:
        del sys.modules[name]
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    try:
        with without_bytecode():
            yield
    finally:
        sys.path.remove(str(folder))
        for name in here():
            del sys.modules[name]
        sys.modules.update(before)


def run(path: Path, text: bytes) -> ModuleType:
    """Runs a user's file as a module of its own. Raises InputError with the line at fault."""
    name = f"carteado_own_{hashlib.sha256(text + str(path).encode()).hexdigest()[:12]}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    linecache.checkcache()
    try:
        with _fresh_imports(path.parent):
            exec(compile(text, str(path), "exec"), module.__dict__)
    except SyntaxError as error:
        raise _misspelt(Path(error.filename or path), error) from None
    except (Exception, SystemExit) as error:
        own = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
        place = f" line {own[-1].lineno}" if own else ""
        words = str(error).replace(".__init__()", "(...)")
        raise InputError(f"strategy file '{path}'{place}: {type(error).__name__}: {words}") from None
    sys.modules[name] = module
    return module
