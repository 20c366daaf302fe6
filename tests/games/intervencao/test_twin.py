"""Kernel and reference, played by strategies whose every answer is a hash of their View, come to the same tallies."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from sim.core import gram, jit
from sim.experiment.compare import compare_request
from sim.experiment.runner import Engine
from sim.games.intervencao import GAME, measures
from tests.games.intervencao import hostile
from tests.games.intervencao.tables import MATCHES, ROUNDS, SEVERAL, assert_twins, hostile_players, seated, table

N_ROUNDS = 2 if jit.DISABLED else 200  # of each of 50 tables, wild and lasting: 20,000 rounds
N_MATCHES = 1 if jit.DISABLED else 13  # of each of the 40 tables


@pytest.mark.parametrize("options", ROUNDS, ids=lambda o: ",".join(f"{k}={v}" for k, v in o.items()) or "defaults")
def test_rounds(options):
    total = 0
    for players in SEVERAL:
        rules = table(players, options)
        for functions, share in ((hostile.WILD, 1), (hostile.LASTING, 1), (hostile.CAREFUL, 40)):
            rows = assert_twins(seated(hostile_players(functions), rules), rules, 11, 0, -(-N_ROUNDS // share))
            total += len(rows)
    assert total >= 5 * 2 * N_ROUNDS


@pytest.mark.parametrize("options", MATCHES, ids=lambda o: ",".join(f"{k}={v}" for k, v in o.items()))
def test_matches(options):
    for players in SEVERAL:
        rules = table(players, options)
        share = 1 if players < 8 else 2
        for functions in (hostile.WILD, hostile.LASTING):
            assert_twins(seated(hostile_players(functions), rules), rules, 12, 0, -(-N_MATCHES // share))


def test_long_rounds_keep_the_history():
    """More expulsions than a View keeps: the ring goes round."""
    rules = table(
        10, {"high_exit": "off", "low_exit": "off", "speed": "1" if jit.DISABLED else "20", "grace": "100", "time_limit": "20" if jit.DISABLED else "100"}
    )
    players = seated(hostile_players(hostile.CAREFUL, 0), rules)
    rows = assert_twins(players, rules, 13, 0, 1 if jit.DISABLED else 3)
    assert jit.DISABLED or rows[:, 0, measures.EXPULSIONS].max() > 1024


@pytest.mark.skipif(jit.DISABLED, reason="the places are rare: thousands of rounds")
def test_all_ways_through_a_round_are_met():
    """Every kind of act, stuck passes, unlawful rests, wrong claims and lost acts, and every end of a round."""
    met: Counter[str] = Counter()
    for options in ROUNDS[:4]:
        rules = table(6, options)
        for functions in (hostile.WILD, hostile.CAREFUL):
            policies = seated(hostile_players(functions), rules).policies(6)
            for block in range(60):
                for event in GAME.replay(rules, policies, 14, block)["events"]:
                    met.update([event["event"], *(f"{event['event']} {event[key]}" for key in ("what", "right", "how") if key in event)])
    wanted = {
        "expel",
        "absorb",
        "intervene",
        "reveal",
        "show",
        "lost",
        "out",
        "exit",
        "rest lawful",
        "rest pass",
        "rest inanition",
        "claim True",
        "claim False",
    }
    assert not wanted - set(met)
    assert not {f"end {how}" for how in measures.ENDS_NAMED} - set(met)


@pytest.mark.long
def test_a_million_rounds():
    """10**6 rounds at all tables, most of them short."""
    n_rounds = 10**6 // (len(ROUNDS) * 2 * 3)
    for options in ROUNDS:
        for players in (4, 6):
            rules = table(players, options)
            for functions, salt in ((hostile.WILD, 21), (hostile.LASTING, 22), (hostile.WILD, 23)):
                assert_twins(seated(hostile_players(functions), rules), rules, salt, 0, n_rounds)


@pytest.mark.long
def test_ten_thousand_matches():
    for options in MATCHES:
        for players in (4, 5, 7):
            rules = table(players, options)
            assert_twins(seated(hostile_players(hostile.LASTING), rules), rules, 24, 0, 420)


def test_columns_are_all_named():
    rules = GAME.rules(10, {"unit": "match"})
    layout = GAME.layout(rules)
    assert layout.n_columns == measures.N_COLUMNS == measures.BY_SEAT + 20
    assert {cell.top for cell in layout.cells} | {cell.bottom for cell in layout.cells} <= set(range(layout.n_columns))
    assert np.unique([c.first for c in layout.counts]).size == len(layout.counts)
    assert layout.counts[-1].first + layout.counts[-1].size == layout.n_counts == measures.LEFT + measures.N_LEFT


@pytest.mark.skipif(jit.DISABLED, reason="hundreds of games")
@pytest.mark.parametrize(("options", "n_games"), [({}, 1e8), ({"unit": "match"}, 1e6), ({"unit": "match", "limit": "5"}, 1e6)])
def test_squares_leave_room_for_a_hundred_million_rounds(options, n_games):
    """Ten players, the most seats and games a block; long rounds (`random`) and long jogos (`dumper`)."""
    plan = compare_request("intervencao", ("random", "dumper"), players=10, rules=options).plan
    n_blocks = 20 if options else 200
    totals = Engine(plan, 1).play(0, n_blocks).totals
    squares = np.einsum("iic->ic", totals.gram) / n_blocks
    assert squares.max() * n_games / plan.games < 0.1 * gram.LARGEST
