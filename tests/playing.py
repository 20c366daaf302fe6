"""Drives a room's kernel and its reference by hand, with the same strategies: what the twin tests of all rooms share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import numpy as np

from sim.core import gram, seam
from sim.games.protocol import Game, Policy, Rules


@cache
def compiled(game: Game, function: Callable) -> tuple[object, int]:
    """(what keeps it alive, the address) of a strategy's function, compiled once in a test run."""
    return seam.entry(getattr(function, "py_func", function), seam.region_dtype(game.view, 0), None)


class Players:
    """Strategies at a table of one game: `functions[i]` are player i's answers, one function a decision.

    parameters: (players, n) numbers, the first entries of each player's parameters. waits: by player, see seam.PLAYER.
    """

    def __init__(self, game: Game, functions: Sequence[Sequence[Callable]], parameters: Sequence[Sequence[float]] = (), waits: Sequence[int] = ()) -> None:
        self.game = game
        self.waits = list(waits) or [0] * len(functions)
        self.addresses = np.array([[compiled(game, function)[1] for function in row] for row in functions], np.uint64)
        self.parameters = np.zeros((len(functions), seam.N_REGIONS, seam.N_PARAMETERS))
        for player, values in enumerate(parameters):
            self.parameters[player, 0, : len(values)] = values

    def play(self, rules: Rules, seed: int, first: int, n_blocks: int, seatings: Sequence[Sequence[int]] = ()) -> np.ndarray:
        """Tallies by the kernel, (blocks, seats, columns): without `seatings` player i sits in seat i.

        With several seatings a block's tallies are summed over them, still by seat.
        """
        chairs = np.array(seatings or [range(rules.players)], np.int64)
        credits = np.tile(np.arange(rules.players), (len(chairs), 1))
        return self.play_credited(rules, seed, first, n_blocks, chairs, credits)[0]

    def play_credited(self, rules: Rules, seed: int, first: int, n_blocks: int, seatings: np.ndarray, credits: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(rows, counts) by the kernel for any seatings and credits (see sim.core.blocks)."""
        layout = self.game.layout(rules)
        tops, bottoms = (np.array([getattr(cell, side) for cell in layout.cells], np.int64) for side in ("top", "bottom"))
        n_entrants = int(credits.max()) + 1
        counts = np.zeros((n_entrants, layout.n_counts), np.int64)
        rows = np.zeros((n_blocks, n_entrants, layout.n_columns), np.int64)
        plan = (self.records(), seatings.astype(np.int64), credits.astype(np.int64))
        sink = (counts, layout.n_columns, tops, bottoms, gram.zeros(len(tops), n_entrants), rows)
        record = self.game.new_game(rules)
        if not self.game.play_blocks()(record, plan, np.uint64(seed), first, n_blocks, sink):
            raise AssertionError(f"unlawful answer: {record['fault'][0]}")
        return rows, counts

    def records(self) -> np.ndarray:
        """The players as kernels know them, (players,) of seam.PLAYER."""
        players = seam.records(seam.PLAYER, len(self.addresses))
        players["functions"][:, : self.addresses.shape[1]] = self.addresses
        players["parameters"], players["waits"], players["used"] = self.parameters, self.waits, [seam.N_PARAMETERS, seam.N_NOTES, 0]
        return players

    def policies(self, n_seats: int) -> list[Policy]:
        """The same players for the reference, player i in seat i."""
        return [self.policy(player) for player in range(n_seats)]

    def policy(self, player: int) -> Policy:
        """One player, as the reference asks it."""
        ask_once, addresses = self.game.ask_once(), list(self.addresses[player])
        seated: list[np.ndarray] = []

        def answer(decision: int, views: np.ndarray) -> int:
            if not seated or seated[0] is not views:  # a new game
                views["parameters"] = self.parameters[player]
                seated[:] = [views]
            return ask_once(addresses[decision], views)

        answer.waits = self.waits[player]  # type: ignore[attr-defined]
        return answer
