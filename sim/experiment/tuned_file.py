"""Writes a strategy file again with other defaults in its KNOBS: `tune --write`."""

from __future__ import annotations

import ast
import os
from collections.abc import Collection, Mapping
from pathlib import Path

from sim.core.errors import InputError
from sim.experiment.lineup import Part, Player, parse_player
from sim.experiment.strategies import read_texts
from sim.games.protocol import Game, Knob


def check_target(game: Game, player: Player, names: Collection[str], target: Path) -> None:
    """Refuses, before the work is done, what cannot be written after it. Raises InputError."""
    if target.suffix != ".py":
        raise InputError(f"--write '{target}' must end in .py")
    if target.exists():
        raise InputError(f"--write '{target}' exists already; choose another name")
    if not os.access(target.resolve().parent, os.W_OK):
        raise InputError(f"--write '{target}' cannot be written: there is no folder for it that can be written to")
    strategy = _owner(player, names).strategy
    beside = [path.name for path in read_texts(strategy.path, game) if path.parent == strategy.path.parent and path != strategy.path]
    if beside and not strategy.shipped and target.resolve().parent != strategy.path.parent:
        raise InputError(f"--write must name a file beside '{strategy.name}', which imports {', '.join(sorted(beside))}")
    _with_defaults(strategy.path, dict.fromkeys(names, 0.0), "")


def write_strategy(game: Game, player: Player, values: Mapping[str, float], target: Path, origin: str) -> Path:
    """Writes the player's strategy with the values as defaults; what else its word sets becomes a default too. Raises InputError."""
    part = _owner(player, values)
    given = {knob.name: value for knob, value in zip(part.strategy.knobs, part.parameters, strict=True) if value != knob.default}
    text = _with_defaults(part.strategy.path, {**given, **values}, f"defaults found by {origin}")
    try:
        with open(target, "x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise InputError(f"--write '{target}' cannot be written: {error.strerror or error}") from None
    parse_player(str(target), game)
    return target


def _owner(player: Player, names: Collection[str]) -> Part:
    """The part of a player that has all these parameters. Raises InputError."""
    for part in player.parts:
        if set(names) <= {knob.name for knob in part.strategy.knobs}:
            return part
    raise InputError(f"--write needs parameters that all belong to one strategy of '{player.word}'")


def _with_defaults(source: Path, values: Mapping[str, float], remark: str) -> str:
    """The text of a strategy file with other defaults and a remark above its KNOBS. Raises InputError when they are not written out there."""
    text = source.read_text(encoding="utf-8")
    lines = text.splitlines(keepends=True)
    top = next((node for node in ast.parse(text).body if _assigns_knobs(node)), None)
    places = _default_places(top) if top else {}
    if top is None or not set(values) <= set(places):
        raise InputError(f"--write cannot find the defaults of {', '.join(values)} in KNOBS of '{source}'")
    for name in sorted(values, key=lambda name: (places[name].lineno, places[name].col_offset), reverse=True):
        node = places[name]
        raw = lines[node.lineno - 1].encode()  # ast counts bytes
        lines[node.lineno - 1] = (raw[: node.col_offset] + repr(float(values[name])).encode() + raw[node.end_col_offset :]).decode()
    lines.insert(top.lineno - 1, f"# {remark}\n")
    return "".join(lines)


def _assigns_knobs(node: ast.stmt) -> bool:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return any(isinstance(target, ast.Name) and target.id == "KNOBS" for target in targets)


def _default_places(knobs: ast.stmt) -> dict[str, ast.expr]:
    """Where each knob's default is written, by the knob's name; only those on one line."""
    places: dict[str, ast.expr] = {}
    for call in (node for node in ast.walk(knobs) if isinstance(node, ast.Call)):
        given = dict(zip(Knob.__dataclass_fields__, call.args, strict=False)) | {str(k.arg): k.value for k in call.keywords}
        name, default = given.get("name"), given.get("default")
        if isinstance(name, ast.Constant) and default is not None and default.lineno == default.end_lineno:
            places[str(name.value)] = default
    return places
