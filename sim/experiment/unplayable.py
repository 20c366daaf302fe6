"""What would compile in a user's strategy and yet not play as it should: told, with its line, before anything is compiled."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from sim.core.errors import InputError

Fault = tuple[ast.AST, str]
Functions = Mapping[str, ast.FunctionDef]

UNSEEDED = ("random", "numpy.random")  # compiled code can call them, and no seed of ours reaches them
CHANCE = "'{0}' is chance that the seed does not reach; draw from the seat's own stream with the strategist's functions"
PRINT = "print would mix with tables and JSON; look at games with `carteado show` and at a position with `carteado advise`"


def refuse(word: str, texts: Mapping[Path, bytes], space: Mapping[str, Any], decisions: Collection[str]) -> None:
    """Raises InputError for a user's strategy that cannot be played as it is meant.

    word: the strategy as it was named. texts: the files of the user's own that it reads. space: the names of its module.
    decisions: the functions that the game asks for.
    """
    for path, text in texts.items():
        tree = ast.parse(text)
        functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
        for node, reason in (*_misnamed(functions, tree, decisions), *_circles(functions), *_prints(functions), *_chance(functions, tree)):
            place = "" if path.name in word else f" of {path.name}"
            raise InputError(f"strategy '{word}' line {node.lineno}{place}: {reason}")  # type: ignore[attr-defined]
    for name in decisions:
        if name in space and not callable(space[name]):
            raise InputError(f"strategy '{word}': {name} is a decision, which a function of the View takes, not {type(space[name]).__name__}")


def _used(tree: ast.AST) -> set[str]:
    """All names that stand in it."""
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def _misnamed(functions: Functions, tree: ast.Module, decisions: Collection[str]) -> Iterator[Fault]:
    """Functions of one argument that nobody calls, with nearly the name of a decision that is not there and is no variant's."""
    missing, used = [decision for decision in decisions if decision not in functions], _used(tree)
    for name, function in functions.items():
        near = get_close_matches(name, missing, 1, 0.75)
        is_variant = name.endswith(tuple(f"_{decision}" for decision in decisions))
        if near and name not in decisions and not is_variant and name not in used and len(function.args.args) == 1:
            yield function, f"'{name}' is no decision and nothing calls it; did you mean '{near[0]}'?"


def _circles(functions: Functions) -> Iterator[Fault]:
    """Functions that come to call themselves: compiled code knows no limit of depth and would take the program along."""
    calls = {name: _used(function) & functions.keys() for name, function in functions.items()}
    for name, function in functions.items():
        reached, queue = set[str](), [name]
        while queue:
            more = calls[queue.pop()] - reached
            reached |= more
            queue += more
        if name in reached:
            yield function, f"a function may not call itself, as {name} comes to do; write a loop"


def _prints(functions: Functions) -> Iterator[Fault]:
    for function in functions.values():
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print":
                yield node, PRINT


def _chance(functions: Functions, tree: ast.Module) -> Iterator[Fault]:
    """Uses of random numbers that are not drawn from a View."""
    unseeded = {name for name, full in _imported(tree) if full in UNSEEDED or full.rpartition(".")[0] in UNSEEDED}
    numpys = {name for name, full in _imported(tree) if full == "numpy"}
    for function in functions.values():
        for node in ast.walk(function):
            if isinstance(node, ast.Name) and node.id in unseeded:
                yield node, CHANCE.format(node.id)
            if isinstance(node, ast.Attribute) and node.attr == "random" and isinstance(node.value, ast.Name) and node.value.id in numpys:
                yield node, CHANCE.format(f"{node.value.id}.random")


def _imported(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """(the name that it has here, its full name) of all that the file imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.asname or alias.name, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((alias.asname or alias.name, f"{node.module}.{alias.name}") for alias in node.names)
