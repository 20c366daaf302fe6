"""Kernel against reference: two programs from one rule text must come to the same game, tally by tally.

The strategies are hashes of their whole View (hostile.py), so that a View which differs in one bit at any question of a
game makes another game of it. The reference works in spawned workers, for it is slow: about 5 ms a game.
"""

from __future__ import annotations

import multiprocessing
import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import product

import numpy as np
import pytest

from sim.games.wizard import GAME
from sim.games.wizard.measures import JOINT, LOWEST_SCORE, MOST_TRICKS
from tests.games.wizard import hostile
from tests.games.wizard.hostile import test_hash_knows_every_field  # noqa: F401  (part of this proof)
from tests.games.wizard.tables import PLAYERS, VARIANTS, hostile_players, only

GAMES_A_VARIANT = {3: 110, 4: 150, 5: 175, 6: 190}  # times 32 variants: 20,000 games
N_LONG = 100_000  # games of the long run: 1.35 million rounds


def differing(players: int, options: dict[str, str], seed: int, first: int, n_games: int) -> list[str]:
    """Games in which kernel and reference do not agree, told by how to see them again."""
    rules = GAME.rules(players, options)
    found = []
    for functions, at, n in ((hostile.FUNCTIONS, first, n_games - n_games // 3), (hostile.CAREFUL, first + n_games, n_games // 3)):
        table = hostile_players(functions)
        rows = table.play(rules, seed, at, n)
        policies = table.policies(players)
        for block in range(at, at + n):
            tallies = GAME.replay(rules, policies, seed, block)["tallies"]
            if not np.array_equal(rows[block - at], tallies):
                found.append(f"{players} players, {options}, seed {seed}, deal {block}, bids {functions[1].__name__}")
    return found


def differing_in_all(jobs: list[tuple]) -> list[str]:
    """The same for many tables, by all cores."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(os.cpu_count(), context) as workers:
        return [line for lines in workers.map(differing, *zip(*jobs, strict=True), chunksize=4) for line in lines]


def test_20000_random_games_of_all_variants():
    jobs = [(players, options, 2026, 0, GAMES_A_VARIANT[players]) for options, players in product(VARIANTS, PLAYERS)]
    assert len(jobs) == 128 and sum(job[-1] for job in jobs) == 20_000
    assert differing_in_all(jobs) == []


@pytest.mark.long
def test_a_million_rounds():
    n = N_LONG // (len(PLAYERS) * len(VARIANTS) * 4)
    jobs = [(players, options, 7, 10_000 * part, n) for options, players, part in product(VARIANTS, PLAYERS, range(4))]
    assert differing_in_all(jobs) == []


def test_a_different_view_is_noticed():
    """The proof's own proof: one bit of one View at one question, and the tallies differ."""
    rules, table = GAME.rules(4), hostile_players()
    kernel = table.play(rules, 1, 0, 1)[0]
    for field, spoilt in (("best_seat", 4), ("scores", 1), ("others", 1), ("leaders", 9), ("tricks", 99)):
        policies = table.policies(4)

        def spoil(decision, views, ask=policies[2], field=field, spoilt=spoilt):
            if decision == 2 and views[0]["round"] == 9:
                views[field] = spoilt
            return ask(decision, views)

        policies[2] = spoil
        assert not np.array_equal(GAME.replay(rules, policies, 1, 0)["tallies"], kernel), field


@pytest.mark.parametrize("players", PLAYERS)
def test_counts_for_figures(players):
    """Final scores and bids against tricks, counted again from what the reference wrote down."""
    n_games = 40
    rules, table = GAME.rules(players), hostile_players(hostile.CAREFUL)
    chairs = np.arange(players)[None, :]
    _, counts = table.play_credited(rules, 3, 0, n_games, chairs, chairs)
    expected = np.zeros_like(counts)
    for block in range(n_games):
        events = GAME.replay(rules, table.policies(players), 3, block)["events"]
        for seat, total in enumerate(events[-1]["totals"]):
            expected[seat, (total - LOWEST_SCORE) // 10] += 1
        for (seat, bid, won), n in Counter((seat, e["bids"][seat], e["won"][seat]) for e in only(events, "score") for seat in range(players)).items():
            expected[seat, JOINT + bid * MOST_TRICKS + won] += n
    assert np.array_equal(counts, expected)


def test_blocks_of_several_seatings_add_up():
    """A block is the sum of its games; credits say to whom."""
    rules, table = GAME.rules(3), hostile_players()
    seatings = np.array([[0, 1, 2], [1, 2, 0], [2, 0, 1]])
    rows, _ = table.play_credited(rules, 5, 0, 20, seatings, seatings)
    for block in range(20):
        expected = np.zeros_like(rows[block])
        for seating in seatings:
            policies = [table.policy(player) for player in seating]
            for seat, tallies in enumerate(GAME.replay(rules, policies, 5, block)["tallies"]):
                expected[seating[seat]] += tallies
        assert np.array_equal(rows[block], expected)
