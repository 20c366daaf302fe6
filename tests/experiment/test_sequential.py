"""Stopping rules: formulas by hand, the same stop for any threads and chunks, and error rates by simulation."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import log, sqrt

import numpy as np
import pytest

import sim
from sim.core.errors import InputError
from sim.experiment import sequential
from sim.experiment.best import best
from sim.experiment.compare import compare_request
from sim.experiment.lineup import Plan
from sim.experiment.results import cell_index
from sim.experiment.runner import Totals


def test_looks_are_fixed_grow_by_a_tenth_and_end_with_the_run():
    looks = sequential.looks(10_000)
    assert looks[:3] == [64, 128, 192] and looks[-1] == 10_000
    assert all(b > a for a, b in pairwise(looks))
    assert sequential.looks(10) == [10]


def test_log_likelihood_ratio_is_symmetric_between_its_hypotheses():
    assert sequential.log_likelihood_ratio(500, 0.05, 0.0, 0.1) == pytest.approx(0.0)
    assert sequential.log_likelihood_ratio(200, 0.1, 0.0, 0.1) == pytest.approx(100 * log(1.01))
    assert sequential.log_likelihood_ratio(200, 0.0, 0.0, 0.1) == pytest.approx(-100 * log(1.01))


def test_sequence_factor_is_wider_than_a_fixed_interval_but_shrinks():
    for n in (64, 1000, 100_000):
        assert 1.96 / sqrt(n) < sequential.sequence_factor(n) < 5 / sqrt(n)


@pytest.mark.parametrize("words", [{"until": "half_width=0.02"}, {"decide": "0,0.2"}])
def test_stops_at_the_same_block_whatever_the_threads_and_chunks(words):
    found = [
        sim.compare("wizard", "average", "linear", games=40_000, seed=3, jobs=jobs, chunk_blocks=chunk, **words) for jobs, chunk in ((1, 7), (2, 50), (2, None))
    ]
    assert len({r.totals.n_blocks for r in found}) == 1
    assert found[0].totals.n_blocks < 8000
    assert all(np.array_equal(found[0].totals.gram, r.totals.gram) for r in found)
    assert found[0].manifest["stopping"]["sentence"].startswith("stopped: ")


def test_says_so_when_the_games_run_out():
    result = sim.compare("wizard", "average", "linear", games=1000, seed=3, until="half_width=0.0001")
    assert "the games ran out" in result.manifest["stopping"]["sentence"]
    assert result.games >= 1000


@pytest.mark.parametrize(
    "words, message",
    [
        ({"until": "half_width=0"}, "half_width"),
        ({"until": "width=1"}, "half_width"),
        ({"until": "half_width=nan"}, "half_width"),
        ({"decide": "0.1,0"}, "T0 below T1"),
        ({"decide": "x"}, "T0,T1"),
        ({"until": "half_width=1", "decide": "0,1"}, "exclude"),
        ({"measure": "score"}, "--measure score is what a stopping rule would watch: give --until"),
        ({"until": "half_width=1", "measure": "scor"}, "unknown measure.*did you mean score"),
    ],
)
def test_bad_rules_are_one_sentence(words, message):
    with pytest.raises(InputError, match=message):
        sim.compare("wizard", "average", "linear", games=100, seed=1, **words)


def test_best_keeps_the_best_and_spends_games_on_the_close_ones():
    found = best("wizard", "random", "average", "linear", "steady", zone=0.02, games=60_000, seed=5)
    assert found.candidates[0].strategy == "steady"
    assert found.candidates[0].left_after is None
    assert found.candidates[-1].n_deals <= found.candidates[0].n_deals
    assert found.games < 60_000
    again = best("wizard", "random", "average", "linear", "steady", zone=0.02, games=60_000, seed=5, jobs=1, chunk_blocks=9)
    assert [c.left_after for c in again.candidates] == [c.left_after for c in found.candidates]
    assert found.table["left_after"].isna().tolist() == [c.left_after is None for c in found.candidates]


@pytest.mark.parametrize("setting", [{"out": "kept"}, {"cluster": "local:2"}])
def test_best_refuses_what_it_cannot_do(setting: dict[str, str]):
    with pytest.raises(InputError, match=r"--best and --(out kept|cluster local:2) exclude each other"):
        best("wizard", "random", "average", zone=0.02, games=100, seed=1, **setting)


def test_best_is_as_patient_as_it_was_told(monkeypatch: pytest.MonkeyPatch):
    def stuck(engine, missing, jobs, hear, stop, chunk_blocks, patience):
        raise InputError(f"no end for {patience:g} s")

    monkeypatch.setattr("sim.experiment.best.play_missing", stuck)
    with pytest.raises(InputError, match="no end for 7 s"):
        best("wizard", "random", "average", zone=0.02, games=100, seed=1, patience=7.0)


def test_best_refuses_a_candidate_that_gives_its_measure_nothing():
    """Who never calls has no share of calls won: neither the best nor behind."""
    with pytest.raises(InputError, match="nothing was observed for won_when_calling of never_call in 100 deals"):
        best("cambio", "never_call", "snapper", zone=0.05, measure="won_when_calling", games=2000, seed=1)


def test_a_measure_that_is_the_same_in_every_deal_stops_nothing():
    """All at the table play alike, so that their wins add up to the same: that is said, and no interval is claimed."""
    result = sim.run("wizard", "average*4", games=2000, seed=1, until="half_width=0.1")
    assert result.games == 2000
    assert result.manifest["stopping"]["sentence"] == (
        "stopped: the games ran out before half width 0.1; win of average 0.25, the same in every deal, 2,000 games"
    )


def simulated(rule: sequential.Rule, plan: Plan, truth: float, draw: np.random.Generator, most: int = 20_000) -> Totals:
    """Sums at which a rule stops when the second of two entrants is ahead by `truth` standard deviations of a block."""
    totals = Totals(0, np.zeros((5, 5, len(plan.cells)), np.int64), np.zeros((2, 0), np.int64))

    def play(ranges: list[tuple[int, int]]) -> bool:
        n = sum(size for _, size in ranges)
        luck = np.rint(draw.normal(500, 3000, n)).astype(np.int64)  # the deal's, common to both
        ahead = np.rint(1000 * draw.normal(truth, 1, n)).astype(np.int64)
        vectors = np.array([np.ones_like(luck), luck, np.ones_like(luck), luck + ahead, np.ones_like(luck)])
        totals.gram[:, :, cell_index(plan, "score")] += vectors @ vectors.T
        totals.n_blocks += n
        return True

    sequential.play_in_stages(rule, plan, totals, [(0, most)], most, play)
    return totals


def at_most_nominal(n_errors: int, n_runs: int) -> bool:
    """Whether so many errors are no more than 5 %, but for chance."""
    return n_errors / n_runs <= 0.05 + 2 * sqrt(0.05 * 0.95 / n_runs)


@pytest.mark.slow
@pytest.mark.parametrize("truth, wrong, right", [(0.0, "t1", "t0"), (0.1, "t0", "t1")])
def test_decide_errs_at_most_nominally(truth: float, wrong: str, right: str):
    """alpha = beta = 5 %: 2,000 simulated tests of t0 = 0 against t1 = 0.1, each hypothesis true in turn."""
    plan, draw = compare_request("wizard", ["average", "duck"]).plan, np.random.default_rng(11)
    rule = sequential.Decide(0.0, 0.1, sequential.Target("score"))
    verdicts = Counter(rule.report(plan, simulated(rule, plan, truth, draw))["verdict"].split()[0] for _ in range(2000))
    assert verdicts[wrong] + verdicts[right] == 2000, "none is undecided"
    assert verdicts[wrong] > 0.01 * 2000 and at_most_nominal(verdicts[wrong], 2000)


class Misses(sequential.HalfWidth):
    """Stops as soon as the interval leaves out 0."""

    def decide(self, plan: Plan, totals: Totals) -> bool:
        e = self.interval(plan, totals)
        return not e.low <= 0 <= e.high


@pytest.mark.slow
def test_confidence_sequence_covers_at_all_looks_together():
    """2,000 simulated runs of up to 20,000 blocks: the truth is outside at any look in at most 5 %."""
    plan, draw = compare_request("wizard", ["average", "duck"]).plan, np.random.default_rng(12)
    rule = Misses(1.0, sequential.Target("score"))
    assert at_most_nominal(sum(rule.decide(plan, simulated(rule, plan, 0.0, draw)) for _ in range(2000)), 2000)


@pytest.mark.slow
def test_elimination_keeps_the_best_as_often_as_promised():
    """Kim and Nelson in its least favourable case: four candidates, the best ahead by just the zone; 600 races."""
    rng, zone, kept = np.random.default_rng(13), 0.2, 0
    for _ in range(600):
        alive, n, n_first = [0, 1, 2, 3], 0, 60
        sums, spreads = np.zeros(4), np.zeros((4, 4))
        while len(alive) > 1:
            take = n_first if n == 0 else 10
            drawn = rng.normal(0.0, 1.0, (take, 4)) + np.array([zone, 0, 0, 0])
            sums, n = sums + drawn.sum(axis=0), n + take
            if n == n_first:
                spreads = np.var(drawn[:, :, None] - drawn[:, None, :], axis=0, ddof=1)
            gone = sequential.eliminate(sums[alive] / n, spreads[np.ix_(alive, alive)], n, n_first, zone, 4)
            alive = [e for i, e in enumerate(alive) if i not in gone]
        kept += alive == [0]
    assert kept / 600 >= 0.95 - 4 * sqrt(0.05 * 0.95 / 600)
