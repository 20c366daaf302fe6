"""Tables to test at: every option of Intervenção, alone and mixed, and games written down at them."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from sim.core import jit
from sim.games.intervencao import GAME
from sim.games.protocol import Rules
from tests.games.intervencao import hostile
from tests.playing import Players

SEVERAL = (4, 5, 6, 8, 10)
SPEEDS = "1;2.5;0.4;1;3;0.7;1;1;2;5"

ROUNDS: list[dict[str, str]] = [
    {},
    {"exit_by": "others"},
    {"exit_by": "others", "pressed": "worst"},
    {"high_exit": "off", "time_limit": "20"},
    {"low_exit": "off", "high_exit": "off", "time_limit": "15"},
    {"low_limit": "3", "j_value": "11", "alliances": "on"},
    {"measure": "cards", "grace": "2.5"},
    {"exit_by": "others", "pressed": "worst", "measure": "cards", "low_limit": "2", "alliances": "on"},
    {"ranks": "15", "speed": "uneven", "j_value": "7"},
    {"ranks": "8", "speed": "3", "grace": "1", "exit_by": "others"},
]
MATCHES: list[dict[str, str]] = [
    {"unit": "match"},
    {"unit": "match", "alliances": "on", "limit": "1"},
    {"unit": "match", "elimination": "worst", "alliances": "on"},
    {"unit": "match", "elimination": "none", "rounds": "4", "alliances": "on"},
    {"unit": "match", "max_rounds": "5", "exit_by": "others", "pressed": "worst"},
    {"unit": "match", "limit": "3", "measure": "cards", "alliances": "on", "speed": "uneven"},
    {"unit": "match", "elimination": "worst", "exit_by": "others", "time_limit": "3"},
    {"unit": "match", "elimination": "none", "rounds": "7", "j_value": "11", "low_limit": "2"},
]


def table(players: int, options: dict[str, str]) -> Rules:
    """The rules of one of these tables; `uneven` speeds are cut to the players."""
    options = dict(options)
    if options.get("speed") == "uneven":
        options["speed"] = ";".join(SPEEDS.split(";")[:players])
    return GAME.rules(players, options)


@cache
def hostile_players(functions: tuple = hostile.WILD, loose: int = 8) -> Players:
    """Ten seats full of hashes, each with its own salt; `loose` in 256 acts of careful ones are of any kind."""
    return Players(GAME, [functions] * 10, [[seat + 1, loose] for seat in range(10)])


def seated(players: Players, rules: Rules) -> Players:
    """The same players, as many as the table has seats."""
    few = object.__new__(Players)
    few.__dict__ = players.__dict__ | {name: getattr(players, name)[: rules.players] for name in ("addresses", "parameters", "waits")}
    return few


def assert_twins(players: Players, rules: Rules, seed: int, first: int, n_games: int) -> np.ndarray:
    """Plays games with kernel and reference, and demands the same tallies; the kernel's (games, seats, columns)."""
    rows = players.play(rules, seed, first, n_games)
    policies = players.policies(rules.players)
    for at in range(n_games):
        twin = GAME.replay(rules, policies, seed, first + at)["tallies"]
        assert np.array_equal(rows[at], twin), (rules.describe(), rules.options, seed, first + at, np.argwhere(rows[at] != np.array(twin))[:8])
    return rows


def only(events: list[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    """The events of this name."""
    return [event for event in events if event["event"] == name]


N_GAMES = 2 if jit.DISABLED else 100  # of a test that plays the kernel
