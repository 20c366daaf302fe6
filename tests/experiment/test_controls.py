"""Control variates: exact means, the textbook's regression, and that they neither bend the truth nor promise too much."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

import numpy as np
import pytest
from scipy import stats

import sim
from sim import games as rooms
from sim.core.errors import InputError
from sim.experiment.controls import BLOCKS_PER_CONTROL, ControlLedger, dot, inverted, times
from sim.experiment.estimates import contrast
from sim.experiment.lineup import Plan
from sim.experiment.results import Result, cell_index
from sim.experiment.run import run_request
from sim.experiment.runner import Engine
from sim.games.intervencao.cards import parse_cards as intervencao_cards
from sim.games.tractor.cards import RANKS
from sim.games.tractor.cards import parse_cards as tractor_cards

LINEUPS = {"intervencao": "plain*6", "tractor": "basic,plain,basic,plain"}


def strengths_of(plan: Plan, seed: int, n_blocks: int) -> np.ndarray:
    """(n_blocks, seats): each deal's strengths, asked for one by one."""
    ledger = plan.ledger
    assert isinstance(ledger, ControlLedger)
    nothing = np.zeros((1, len(plan.entrants), plan.rules.game.layout(plan.rules).n_columns), np.int64)
    return np.array([ledger.note(nothing, seed, block)[0, : plan.rules.players] for block in range(n_blocks)])


@pytest.mark.parametrize(
    ("game", "players", "rules"),
    [("tractor", 4, {}), ("tractor", 4, {"level": "A"}), ("intervencao", 4, {}), ("intervencao", 10, {"ranks": "13"}), ("intervencao", 6, {"unit": "match"})],
)
def test_the_mean_strength_is_exact(game: str, players: int, rules: dict[str, str]):
    room = rooms.load(game)
    agreed = room.rules(players, rules)
    controls = room.controls(agreed)
    n = 20_000
    strengths = np.zeros((1 + players, players), np.int64)
    controls.tally(room.new_game(agreed), np.uint64(5), 0, np.zeros((n, 0, 1), np.int64), np.zeros(0, np.int64), strengths, np.zeros((0, 0, players), np.int64))
    for seat in range(players):
        mean = strengths[0, seat] / n
        spread = strengths[1 + seat, seat] / n - mean**2
        assert abs(mean - float(controls.mean)) < 4 * sqrt(spread / n)


def test_strengths_are_those_of_the_hands_in_the_transcript_of_tractor():
    plan = run_request("tractor", "plain*4").plan
    for block, found in enumerate(strengths_of(plan, 3, 8)):
        dealt = next(e for e in sim.show("tractor", "plain*4", seed=3, deal=block)["events"] if e["event"] == "deal")
        level = RANKS.index(str(dealt["level"]))
        expected = []
        for hand in dealt["hands"]:
            kinds = tractor_cards(hand if isinstance(hand, str) else " ".join(hand))
            best = 11 if level == 12 else 12
            value = sum(4 if k >= 52 else 2 if k % 13 == level else 1 if k % 13 == best else 0 for k in kinds)
            expected.append(value + sum(kinds.count(k) == 2 for k in set(kinds)))
        assert found.tolist() == expected


def test_strengths_are_those_of_the_hands_in_the_transcript_of_intervencao():
    plan = run_request("intervencao", "plain*6").plan
    for block, found in enumerate(strengths_of(plan, 3, 8)):
        dealt = next(e for e in sim.show("intervencao", "plain*6", seed=3, deal=block)["events"] if e["event"] == "deal")
        hands = [[str(card) for card in hand] for hand in dealt["hands"]]
        assert found.tolist() == [sum(-20 if card == "J" else int(card.rstrip("abcd.'")) for card in hand) for hand in hands]
        assert all(intervencao_cards(hand) for hand in hands)


@pytest.mark.parametrize("game", LINEUPS)
def test_narrowed_estimates_are_the_textbooks_regression(game: str):
    plan = run_request(game, LINEUPS[game]).plan
    n = 600
    totals = Engine(plan, 7).play(0, n).totals
    rows = Engine(replace(plan, ledger=None), 7, with_rows=True).play(0, n).totals.rows
    luck = strengths_of(plan, 7, n) - float(plan.ledger.controls.mean)
    result = Result(plan, 7, totals, {})
    narrowed = 0
    for i, cell in plan.ledger.cells.items():
        found, worth = result.narrowed(i, [0])
        tops, bottoms = rows[:, 0, cell.top], rows[:, 0, cell.bottom]
        if worth == 1:
            assert not bottoms.any() or found == contrast(totals.gram[:, :, i], [0], scale=cell.scale)
            continue
        ratio = tops.sum() / bottoms.sum()
        parts = ratio + (tops - ratio * bottoms) / bottoms.mean()
        design = np.column_stack([np.ones(n), luck])
        fitted, squares = np.linalg.lstsq(design, parts, rcond=None)[:2]
        free = n - design.shape[1]
        se = sqrt(squares[0] / free * np.linalg.inv(design.T @ design)[0, 0]) * cell.scale
        assert found.value == pytest.approx(fitted[0] * cell.scale, rel=1e-9)
        assert found.se == pytest.approx(se, rel=1e-9)
        assert found.high - found.value == pytest.approx(stats.t.ppf(0.975, free) * se, rel=1e-9)
        narrowed += 1
    assert narrowed >= 4


def test_parts_add_up_to_the_whole_and_few_deals_are_left_alone():
    plan = run_request("intervencao", "plain*6").plan
    engine = Engine(plan, 2)
    whole, first, second = engine.play(0, 500).totals, engine.play(0, 137).totals, engine.play(137, 363).totals
    first.add(second)
    assert np.array_equal(whole.counts, first.counts)
    few = Result(plan, 2, engine.play(0, 6 * BLOCKS_PER_CONTROL - 1).totals, {})
    assert len(few.rows) > 20 and not few.worth
    assert Result(plan, 2, whole, {}).rows and Result(plan, 2, whole, {}).narrowed(cell_index(plan, "points", "seat=2"), [0])[1] > 1.1


@pytest.mark.parametrize("game", LINEUPS)
def test_a_run_that_stopped_before_its_first_deal_has_no_rows(game: str):
    plan = run_request(game, LINEUPS[game]).plan
    assert Result(plan, 1, Engine(plan, 1).empty(), {}).rows == []


def test_controls_are_reported_and_can_be_left_out():
    with_them = sim.run("intervencao", "plain*6", games=2000, seed=1)
    without = sim.run("intervencao", "plain*6", games=2000, seed=1, controls=False)
    told = with_them.manifest["controls"]
    assert told[0]["measure"] == "points" and told[0]["group"].startswith("seat=") and told[0]["worth"] > 1.15
    assert without.manifest["controls"] == [] and without.plan.ledger is None
    assert np.array_equal(with_them.totals.gram, without.totals.gram), "the games are the same"
    assert sim.run("wizard", "average*4", games=20, seed=1).manifest["controls"] == []
    with pytest.raises(InputError):
        sim.run("intervencao", "plain*5")


def test_the_small_algebra_is_exact():
    matrix = [[4, 2, 0], [2, 3, 1], [0, 1, 5]]
    inverse = inverted(matrix)
    assert inverse is not None
    assert [[sum(matrix[i][k] * inverse[k][j] for k in range(3)) for j in range(3)] for i in range(3)] == [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    assert inverted([[1, 2], [2, 4]]) is None
    assert dot([1.0, 2.0], [3.0, 4.0]) == 11.0 and times([[1.0, 2.0], [0.0, 1.0]], [3.0, 4.0]) == [11.0, 4.0]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "measure", "group"), [("intervencao", "points", "seat=1"), ("intervencao", "hand_total", ""), ("tractor", "level_change", "seat=0")]
)
def test_controls_do_not_bend_the_truth_and_keep_the_promise(game: str, measure: str, group: str):
    """Many runs: their mean is the truth (that of all deals, without controls), 95 % intervals hold it, and they are narrower."""
    plan = run_request(game, LINEUPS[game]).plan
    engine = Engine(plan, 11)
    n_runs, n_blocks = 400, 50 * plan.rules.players
    everything, plain_hits, hits, values, worths = engine.empty(), 0, 0, [], []
    runs = [engine.play(i * n_blocks, n_blocks).totals for i in range(n_runs)]
    for run in runs:
        everything.add(run)
    cell = cell_index(plan, measure, group)
    truth = contrast(everything.gram[:, :, cell], [0], scale=plan.cells[cell].scale)
    for run in runs:
        found, worth = Result(plan, 11, run, {}).narrowed(cell, [0])
        plain = contrast(run.gram[:, :, cell], [0], scale=plan.cells[cell].scale)
        hits += found.low <= truth.value <= found.high
        plain_hits += plain.low <= truth.value <= plain.high
        values.append((found.value, plain.value))
        worths.append(worth)
    narrowed, wide = np.array(values).T
    assert abs(narrowed.mean() - truth.value) < 4 * narrowed.std() / sqrt(n_runs)
    assert 0.92 < hits / n_runs < 0.98 and 0.92 < plain_hits / n_runs < 0.98
    assert (wide.std() / narrowed.std()) ** 2 == pytest.approx(np.mean(worths), rel=0.15)
    assert np.mean(worths) > 1.08
