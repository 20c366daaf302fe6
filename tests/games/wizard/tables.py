"""Tables to test at: every way to combine Wizard's options, and games written down at them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from sim.core import jit
from sim.games.protocol import Rules
from sim.games.wizard import GAME
from tests.games.wizard import hostile
from tests.playing import Players

PLAYERS = (3, 4, 5, 6)
BIDDING = ({"bids": "open"}, {"bids": "open", "plus_one": "true"}, {"bids": "hidden"}, {"bids": "secret"})
VARIANTS = [
    {"wizard_turned": turned, "first_dealer": first, "forehead": forehead, **bidding}
    for turned, first, bidding, forehead in product(("dealer-chooses", "no-trump"), ("drawn", "1"), BIDDING, ("false", "true"))
]
N_GAMES = 2 if jit.DISABLED else 200  # of a test that plays the kernel


@dataclass(frozen=True)
class Played:
    """A game that kernel and reference have both played."""

    rules: Rules
    events: list[dict[str, Any]]

    @property
    def rounds(self) -> list[list[dict[str, Any]]]:
        """The events of each round, without the end."""
        starts = [i for i, event in enumerate(self.events) if event["event"] == "deal"]
        return [self.events[a:b] for a, b in zip(starts, [*starts[1:], len(self.events) - 1], strict=True)]


def only(events: list[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    """The events of this name."""
    return [event for event in events if event["event"] == name]


def tricks(events: list[dict[str, Any]]) -> list[tuple[list[int], list[str], int]]:
    """(seats, cards, winner) of each trick of a round, in order of play."""
    plays = [(event["seat"], event["card"]) for event in only(events, "play")]
    won = [event["winner"] for event in only(events, "trick")]
    n = len(plays) // len(won)
    return [([s for s, _ in plays[i * n : i * n + n]], [c for _, c in plays[i * n : i * n + n]], won[i]) for i in range(len(won))]


@cache
def hostile_players(functions: tuple = hostile.FUNCTIONS) -> Players:
    """Six seats full of hashes, each with its own salt."""
    return Players(GAME, [functions] * 6, [[seat + 1] for seat in range(6)])


@cache
def book() -> list[Played]:
    """Games of all player counts at a cross-section of the variants, the kernel's tallies checked against each."""
    played = []
    for players in PLAYERS:
        for at, options in enumerate(VARIANTS[players % 2 :: 6 if jit.DISABLED else 2]):
            rules = GAME.rules(players, options)
            table = hostile_players(hostile.CAREFUL if at % 2 else hostile.FUNCTIONS)
            transcript = GAME.replay(rules, table.policies(players), 77, at)
            assert np.array_equal(table.play(rules, 77, at, 1)[0], transcript["tallies"])
            played.append(Played(rules, transcript["events"]))
    return played
