"""From block sums to numbers: against brute force over the rows of single blocks, scipy, and known answers."""

from __future__ import annotations

from fractions import Fraction
from math import inf, isnan, nan, sqrt

import numpy as np
import pytest
from scipy import stats

import sim
from sim.core import gram as sums
from sim.experiment.compare import compare_request, pairs_of, single_variances
from sim.experiment.estimates import Estimate, all_pairs, contrast, holm, linear_variance, p_value, rate_bounds, student
from sim.experiment.results import Result, cell_index, difference_rows, entrant_rows
from sim.experiment.rows import seat_plan
from sim.experiment.run import run_request
from sim.experiment.runner import Engine, Totals


def gram_of(blocks: np.ndarray) -> np.ndarray:
    """The Gram matrix of one cell. blocks: (blocks, entrants, 2) tops and bottoms."""
    ones = np.ones((len(blocks), 1), np.int64)
    vectors = np.concatenate([ones, blocks.reshape(len(blocks), 2 * blocks.shape[1])], axis=1)
    return vectors.T @ vectors


def ratio(blocks: np.ndarray, entrant: int) -> float:
    return blocks[:, entrant, 0].sum() / blocks[:, entrant, 1].sum()


def residuals(blocks: np.ndarray, entrant: int) -> np.ndarray:
    """Each block's part in the error of the ratio (linearised)."""
    tops, bottoms = blocks[:, entrant, 0], blocks[:, entrant, 1]
    return (tops - ratio(blocks, entrant) * bottoms) / bottoms.mean()


def brute(blocks: np.ndarray, plus: list[int], minus: list[int], scale: float) -> tuple[float, float]:
    """Value and standard error of sums of ratios, by the textbook."""
    parts = [(e, 1) for e in plus] + [(e, -1) for e in minus]
    value = sum(sign * ratio(blocks, e) for e, sign in parts) * scale
    errors = sum(sign * residuals(blocks, e) for e, sign in parts)
    return value, float(np.std(errors, ddof=1) / sqrt(len(blocks)) * scale)


@pytest.fixture(scope="module")
def played() -> tuple[Engine, Totals]:
    """Three candidates on 300 common deals, with the tallies of each block kept."""
    engine = Engine(compare_request("wizard", ["average", "duck", "bid=ev,play=random"]).plan, seed=9, with_rows=True)
    return engine, engine.play(0, 300).totals


def test_every_cell_agrees_with_brute_force_over_the_rows(played):
    engine, totals = played
    rows = {(r["strategy"], r["measure"], r["group"]): r for r in entrant_rows(Result(engine.plan, 9, totals, {}))}
    checked = 0
    for cell in engine.plan.cells:
        blocks = totals.rows[:, :, [cell.top, cell.bottom]]
        for e, entrant in enumerate(engine.plan.entrants):
            row = rows.get((entrant, cell.measure, cell.group))
            if blocks[:, e, 1].sum() == 0:
                assert row is None
                continue
            value, se = brute(blocks, [e], [], cell.scale)
            assert row["value"] == pytest.approx(value, rel=1e-12, abs=1e-12)
            assert row["se"] == pytest.approx(se, rel=1e-9, abs=1e-12)
            assert row["n"] == blocks[:, e, 1].sum()
            checked += 1
    assert checked > 200


def test_paired_differences_agree_with_brute_force_over_the_rows(played):
    engine, totals = played
    pairs = pairs_of(3)
    assert pairs == [(0, 1), (0, 2), (1, 2)]
    rows = {(r["strategy"], r["measure"], r["group"]): r for r in difference_rows(Result(engine.plan, 9, totals, {}), pairs)}
    for a, b in pairs:
        name = f"{engine.plan.entrants[b]} - {engine.plan.entrants[a]}"
        for cell in engine.plan.cells:
            blocks = totals.rows[:, :, [cell.top, cell.bottom]]
            if blocks[:, [a, b], 1].sum(axis=0).min() == 0:
                assert (name, cell.measure, cell.group) not in rows
                continue
            value, se = brute(blocks, [b], [a], cell.scale)
            row = rows[name, cell.measure, cell.group]
            assert row["value"] == pytest.approx(value, rel=1e-9, abs=1e-9)
            assert row["se"] == pytest.approx(se, rel=1e-9, abs=1e-9)
            half = stats.t.ppf(0.975, len(blocks) - 1) * se if row["se"] else nan  # see test_a_difference_without_spread_has_no_interval
            assert [row["low"], row["high"]] == pytest.approx([value - half, value + half], abs=1e-9, nan_ok=True)


def test_games_of_a_block_are_not_taken_for_independent(played):
    """The four seats of one deal share its cards: counting them as four samples would give another, wrong interval."""
    engine, totals = played
    cell = engine.plan.cells[cell_index(engine.plan, "score")]
    blocks = totals.rows[:, :, [cell.top, cell.bottom]]
    assert set(blocks[:, 1, 1]) == {4}
    assert contrast(totals.gram[:, :, cell_index(engine.plan, "score")], [1]).se == pytest.approx(np.std(blocks[:, 1, 0] / 4, ddof=1) / sqrt(300), rel=1e-9)


def test_per_game_rows_add_up_to_the_sums(played):
    engine, totals = played
    layout = engine.layout
    for i, cell in enumerate(engine.plan.cells):
        for e in range(3):
            assert totals.gram[1 + 2 * e, 0, i] == totals.rows[:, e, cell.top].sum()
            assert totals.gram[2 + 2 * e, 0, i] == totals.rows[:, e, cell.bottom].sum()
    assert (totals.rows[:, 1:, layout.steps] == 4 * 120).all(), "a candidate plays 1 + 2 + ... + 15 cards in each of four seats"
    assert (totals.rows[:, 0, layout.steps] == 4 * 120).all(), "the field itself plays once, at all four seats"


def test_rows_do_not_change_the_sums(played):
    engine, totals = played
    plain = Engine(engine.plan, seed=9).play(0, 300).totals
    assert np.array_equal(plain.gram, totals.gram) and np.array_equal(plain.counts, totals.counts) and plain.rows.size == 0


def test_a_mean_is_a_mean():
    values = np.array([3, 5, 8, 1, 7, 7], np.int64)
    blocks = np.stack([values, np.ones_like(values)], axis=1)[:, None, :]
    found = contrast(gram_of(blocks), [0])
    assert found.value == pytest.approx(values.mean()) and found.se == pytest.approx(stats.sem(values)) and found.n == 6
    assert (found.low, found.high) == pytest.approx(stats.t.interval(0.95, 5, values.mean(), stats.sem(values)))


def test_scale_is_applied_to_everything():
    blocks = np.random.default_rng(1).integers(0, 60, (50, 1, 2)) + 1
    one, scaled = contrast(gram_of(blocks), [0]), contrast(gram_of(blocks), [0], scale=1 / 60)
    for part in ("value", "se", "low", "high"):
        assert getattr(scaled, part) == pytest.approx(getattr(one, part) / 60)


def test_sums_of_more_than_two_entrants():
    blocks = np.random.default_rng(2).integers(1, 90, (80, 4, 2))
    value, se = brute(blocks, [0, 3], [1, 2], 0.5)
    found = contrast(gram_of(blocks), [0, 3], [1, 2], 0.5)
    assert found.value == pytest.approx(value) and found.se == pytest.approx(se)


def test_the_sum_of_squares_is_exact():
    """Where floats would lose it: sums near 2**62 whose variance is small."""
    n, big = 1000, 3_000_000_000
    blocks = np.full((n, 1, 2), 1, np.int64)
    blocks[:, 0, 0] = big
    blocks[0, 0, 0] = big + 1
    gram = np.zeros((3, 3), object)
    vectors = [[1, int(t), int(b)] for t, b in blocks[:, 0]]
    for i in range(3):
        for j in range(3):
            gram[i, j] = sum(v[i] * v[j] for v in vectors)
    found = contrast(gram, [0])
    variance = (Fraction(1) - Fraction(1, n)) / (n - 1)
    assert found.se == pytest.approx(sqrt(variance / n), rel=1e-12)
    assert linear_variance({1: 1, 2: -big}, gram) == 1


@pytest.mark.parametrize("blocks", [np.zeros((0, 1, 2), np.int64), np.zeros((5, 1, 2), np.int64)])
def test_nothing_observed(blocks: np.ndarray):
    found = contrast(gram_of(blocks), [0])
    assert found.n == 0 and isnan(found.value) and isnan(found.low)


def test_one_block_has_a_value_and_no_interval():
    found = contrast(gram_of(np.array([[[6, 4]]])), [0])
    assert found.value == 1.5 and isnan(found.se) and isnan(found.low) and isnan(found.high)
    assert p_value(found, 1) == 1.0


def test_a_difference_without_spread_has_no_interval():
    """Five deals in which two strategies did the same do not prove that they always do."""
    blocks = np.array([[[k, 1], [k, 1]] for k in range(5)], np.int64)
    found = contrast(gram_of(blocks), [0], [1])
    assert found.value == found.se == 0 and isnan(found.low) and isnan(found.high)
    assert p_value(found, 5) == 1.0 and found.interval(3) == "the same in every deal"


def test_one_deal_can_be_shown():
    result = sim.run("wizard", "average,random*3", games=1, seed=1)
    assert result.games == 4 and all(isnan(row["se"]) for row in result.rows)


def test_the_interval_is_students():
    for n in (2, 3, 10, 1000):
        assert student(0.95, n) == pytest.approx(stats.t.ppf(0.975, n - 1))
    assert student(0.95, 1) == inf


@pytest.mark.parametrize("hits, n", [(0, 1), (0, 20), (20, 20), (7, 20), (1, 100_000)])
def test_rate_bounds_are_clopper_and_pearsons(hits: int, n: int):
    exact = stats.binomtest(hits, n).proportion_ci(0.95, "exact")
    assert rate_bounds(hits, n) == (pytest.approx(exact.low, abs=1e-12), pytest.approx(exact.high, abs=1e-12))


def test_a_share_that_never_varied_has_bounds_from_the_number_of_blocks():
    result = sim.run("wizard", "average*4", games=50, seed=1)
    row = next(r for r in result.rows if (r["measure"], r["group"]) == ("share", "bid=15"))
    assert row["value"] == 0 and row["se"] == 0 and row["low"] == 0 and row["n"] == 50 * 4 * 15
    assert row["high"] == pytest.approx(1 - 0.025 ** (1 / 50)), "50 deals, not 3000 rounds"


def test_shares_stay_between_0_and_1():
    result = sim.run("wizard", "plain,random*3", games=40, seed=1)
    rates = {m.name for m in result.plan.rules.game.measures if m.rate}
    for row in result.rows:
        if row["measure"] in rates:
            assert 0 <= row["low"] <= row["value"] <= row["high"] <= 1


def test_p_values():
    assert p_value(Estimate(2.0, 1.0, 0, 0, 9), 10) == pytest.approx(2 * stats.t.sf(2.0, 9))
    assert p_value(Estimate(-2.0, 1.0, 0, 0, 9), 10) == p_value(Estimate(2.0, 1.0, 0, 0, 9), 10)
    assert p_value(Estimate(0.0, 0.0, 0, 0, 9), 10) == 1.0
    assert p_value(Estimate(0.5, 0.0, 0, 0, 9), 10) == pytest.approx(stats.binomtest(10, 10, 0.5).pvalue)
    assert p_value(Estimate(nan, nan, nan, nan, 0), 10) == 1.0


@pytest.mark.parametrize(
    "given, adjusted",
    [
        ([0.01], [0.01]),
        ([0.01, 0.04, 0.03, 0.005], [0.03, 0.06, 0.06, 0.02]),  # the textbook's
        ([0.5, 0.5], [1.0, 1.0]),
        ([0.2, 0.001, 0.2], [0.4, 0.003, 0.4]),
        ([0.0, 1.0], [0.0, 1.0]),
        ([], []),
    ],
)
def test_holm(given: list[float], adjusted: list[float]):
    assert holm(given) == pytest.approx(adjusted)


def test_holm_is_never_below_the_raw_value_and_keeps_the_order():
    given = list(np.random.default_rng(3).uniform(size=30))
    adjusted = holm(given)
    assert all(a >= p for a, p in zip(adjusted, given, strict=True))
    assert np.array_equal(np.argsort(adjusted, kind="stable"), np.argsort(np.minimum(adjusted, 1), kind="stable"))
    assert sorted(adjusted) == [adjusted[i] for i in np.argsort(given)]


def test_all_pairs_counts_those_that_were_not_looked_at():
    assert all_pairs([0.01]) == [0.01], "two: one pair"
    assert all_pairs([0.01, 0.2, 0.002]) == pytest.approx([0.06, 1.0, 0.012]), "four: six pairs"
    assert all_pairs([]) == []


def test_sums_grow_with_the_blocks_of_the_plan():
    gram = sums.zeros(2, 1)
    assert gram.shape == (3, 3, 2) and gram.dtype == np.int64


def coverage(trials: int, n_blocks: int, seed: int) -> tuple[int, int]:
    """How often the intervals of a mean and of a ratio with a random denominator cover the truth."""
    draw = np.random.default_rng(seed)
    mean_hits = ratio_hits = 0
    for _ in range(trials):
        shared = draw.integers(0, 8, n_blocks)  # the deal, common to the games of a block
        tops = shared + draw.binomial(10, 0.3, n_blocks)
        bottoms = draw.integers(1, 10, n_blocks)
        mean = contrast(gram_of(np.stack([tops, np.ones_like(tops)], axis=1)[:, None, :]), [0])
        mean_hits += mean.low <= 3.5 + 3.0 <= mean.high
        share = contrast(gram_of(np.stack([draw.binomial(bottoms, 0.4), bottoms], axis=1)[:, None, :]), [0])
        ratio_hits += share.low <= 0.4 <= share.high
    return mean_hits, ratio_hits


def is_nominal(hits: int, trials: int, level: float = 0.95) -> bool:
    """Whether so many hits are within four standard errors of the level."""
    return abs(hits - level * trials) < 4 * sqrt(trials * level * (1 - level))


def test_intervals_cover_the_truth():
    assert all(is_nominal(hits, 400) for hits in coverage(400, 60, seed=1))


@pytest.mark.slow
def test_intervals_cover_the_truth_closely():
    assert all(is_nominal(hits, 20_000) for hits in coverage(20_000, 200, seed=2))


def interval_of_a_run(seed: int) -> Estimate:
    """A short run of `average` among random players."""
    engine = Engine(run_request("wizard", "average,random*3", players=4).plan, seed)
    gram = engine.play(0, 50).totals.gram[:, :, cell_index(engine.plan, "score")]
    return contrast(gram, [0], [1])


@pytest.mark.slow
def test_intervals_of_short_runs_cover_the_value_of_a_long_one():
    engine = Engine(run_request("wizard", "average,random*3").plan, seed=1)
    truth = contrast(engine.play(0, 100_000).totals.gram[:, :, cell_index(engine.plan, "score")], [0], [1]).value
    trials = 1000
    hits = sum(e.low <= truth <= e.high for e in map(interval_of_a_run, range(1000, 1000 + trials)))
    assert is_nominal(hits, trials), hits


def test_mirror_candidates_differ_by_nothing_on_the_same_deals():
    """The same strategy under two words: paired on common deals the difference is exactly 0 (pairing is perfect)."""
    result = sim.compare("wizard", "linear", "linear:shade=1", games=400, seed=2)
    (verdict,) = [v for v in result.manifest["verdicts"] if v["measure"] == result.plan.rules.headline[0].name]
    assert verdict["difference"] == 0 and verdict["p_holm"] == 1.0 and not verdict["differ"]


@pytest.mark.parametrize("game", ["wizard", "intervencao"])
def test_the_variance_of_single_games_is_that_of_their_rows(game: str):
    """The sums by seat tell what every single game brought; the saving by pairing is measured against it."""
    plan = compare_request(game, ["plain", "random"]).plan
    result = Result(plan, 3, Engine(plan, 3).play(0, 100).totals, {})
    rows = Engine(seat_plan(plan), 3, with_rows=True).play(0, 100).totals.rows
    measure = plan.rules.headline[0].name
    cell = plan.cells[cell_index(plan, measure)]
    for e, found in enumerate(single_variances(result, measure)):
        single = rows[:, np.flatnonzero(plan.credits.ravel() == e), cell.top].ravel() * cell.scale
        assert found == pytest.approx(np.var(single), rel=1e-12) and found > 0


def test_pairing_saves_games():
    result = sim.compare("wizard", "linear", "linear:shade=0.9", games=8000, seed=2, field="random")
    score = next(v for v in result.manifest["verdicts"] if v["measure"] == "score")
    assert score["saving"] > 1
    assert score["low"] < score["difference"] < score["high"]
