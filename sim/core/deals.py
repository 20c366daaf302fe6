"""Deals without games: how strong the hand of each seat is before anybody plays. Control variates are made of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba import types

from sim.core import jit, rng


def signature(record: np.dtype) -> Any:
    """numba's signature of a room's `tally_deals`: void(games (1,), seed, first, rows, columns, strengths, products)."""

    def whole(n_dimensions: int) -> Any:
        return types.Array(types.int64, n_dimensions, "C")

    games = types.Array(numba.from_dtype(record), 1, "C")
    return types.void(games, types.uint64, types.int64, whole(3), whole(1), whole(2), whole(3))


def deals_tallier(deal_game: Callable, strength: Callable) -> Callable:
    """Builds a room's loop over deals around its two kernels.

    deal_game(game) deals as a game does, from the deal stream. strength(game, seat) is a whole number for the hand.
    """

    @jit.helper
    def tally_deals(game, seed, first, rows, columns, strengths, products):
        """Adds up the strengths of the hands of blocks first, first + 1, ... and their products with what was tallied.

        game: a room's game record with its rules set; overwritten.
        rows: (blocks, entrants, n) tallies of these blocks, of which the `columns` (C,) are taken.
        strengths: (1 + seats, seats); row 0 gets the sums by seat, row 1 + i the sums of seat i times each seat j <= i.
        products: (entrants, C, seats); gets the sums of tally times strength.
        """
        keys = np.zeros(4, np.uint64)
        dealt = np.zeros(strengths.shape[1], np.int64)
        for index in range(rows.shape[0]):
            rng.open_block(keys, seed, first + index)
            rng.open_stream(game.deal, keys, rng.DEAL)
            deal_game(game)
            for seat in range(dealt.shape[0]):
                dealt[seat] = strength(game, seat)
                strengths[0, seat] += dealt[seat]
                for other in range(seat + 1):
                    strengths[1 + seat, other] += dealt[seat] * dealt[other]
            for entrant in range(rows.shape[1]):
                for k in range(columns.shape[0]):
                    tally = rows[index, entrant, columns[k]]
                    for seat in range(dealt.shape[0]):
                        products[entrant, k, seat] += tally * dealt[seat]

    return tally_deals
