"""Kernel and slow twin play the same games: every tally of every seat, with strategies that hash all of their View."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from sim.games.tractor import GAME
from sim.games.tractor.cards import RANKS
from tests.games.tractor import hostile
from tests.playing import Players

FIRST = ({"first_dealer": "first_declarer"}, {"first_dealer": "standing"}, {"dealer": "0"}, {"dealer": "3"})


@cache
def players() -> Players:
    """Two kinds of hash, each seat with its own salt."""
    return Players(GAME, [hostile.FUNCTIONS, hostile.SHY] * 2, [[seat + 1] for seat in range(4)])


def compare(options: dict, seed: int, n_games: int) -> int:
    """Plays the games both ways; the number of deals compared."""
    rules = GAME.rules(4, options)
    rows = players().play(rules, seed, 0, n_games)
    for block in range(n_games):
        assert rows[block].tolist() == GAME.replay(rules, players().policies(4), seed, block)["tallies"], (options, seed, block)
    return int(rows[:, 0, 1].sum())


@pytest.mark.parametrize("first", FIRST, ids=str)
@pytest.mark.parametrize("level", ["drawn", "2", "10", "A"])
def test_T22_deals_are_the_same(level, first):
    assert compare({"level": level, **first}, 11, 625) == 625


@pytest.mark.parametrize("defend_ace", ["false", "true"])
@pytest.mark.parametrize("max_deals", ["200", "12"])
def test_T21_matches_are_the_same(max_deals, defend_ace):
    assert compare({"unit": "match", "max_deals": max_deals, "defend_ace": defend_ace}, 12, 50) > 300


@pytest.mark.long
@pytest.mark.parametrize("level", ["drawn", *RANKS])
def test_T22_a_million_deals_are_the_same(level):
    for at, first in enumerate(FIRST):
        assert compare({"level": level, **first}, 100 + at, 1_000_000 // (14 * len(FIRST)) + 1)


def test_T22_chunks_do_not_matter():
    rules = GAME.rules(4, {"unit": "match", "max_deals": "5"})
    whole = players().play(rules, 5, 0, 12)
    parts = [players().play(rules, 5, first, n) for first, n in ((0, 1), (1, 4), (5, 7))]
    assert np.array_equal(whole, np.concatenate(parts))
