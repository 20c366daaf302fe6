"""The rooms, one a game; found through the entry points `carteado.games`, ours like anybody's."""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points

from sim.core.errors import unknown
from sim.games.protocol import Game


def _doors() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group="carteado.games")}


def names() -> list[str]:
    """Names of the games that are installed, our own first."""
    order = ["wizard", "tractor", "cambio", "intervencao"]
    return sorted(_doors(), key=lambda name: (order.index(name) if name in order else len(order), name))


def load(name: str) -> Game:
    """The game of this name. Raises InputError with near names."""
    doors = _doors()
    if name not in doors:
        raise unknown("game", name, names())
    return doors[name].load()
