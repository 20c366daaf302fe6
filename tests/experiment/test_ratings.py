"""Secondary views of a tournament, against closed forms, known games and choix."""

from __future__ import annotations

from math import exp, log

import numpy as np
import pytest

from sim.experiment import ratings

ROCK_PAPER_SCISSORS = np.array([[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]])


def test_plackett_luce_of_two_is_the_log_odds() -> None:
    found = ratings.plackett_luce(np.array([[0, 299], [99, 0]]))
    assert found[0] - found[1] == pytest.approx(log(299.5 / 99.5))
    assert ratings.elo(np.array([log(10), 0.0]))[0] == pytest.approx(400)


def test_plackett_luce_finds_the_strengths_again() -> None:
    strengths = np.array([1.2, 0.3, -0.5, -1.0])
    odds = np.exp(strengths)
    expected = 1e6 * odds[:, None] / (odds[:, None] + odds[None, :])
    np.fill_diagonal(expected, 0)
    assert ratings.plackett_luce(expected) == pytest.approx(strengths, abs=1e-5)


def test_plackett_luce_is_that_of_choix() -> None:
    choix = pytest.importorskip("choix")
    ahead = np.array([[0, 30, 41, 7], [12, 0, 33, 9], [5, 8, 0, 21], [40, 11, 2, 0]], float)
    padded = ahead + 0.5
    np.fill_diagonal(padded, 0)
    assert ratings.plackett_luce(ahead) == pytest.approx(choix.ilsr_pairwise_dense(padded), abs=1e-6)


def test_plackett_luce_stays_finite_when_one_never_loses() -> None:
    assert np.isfinite(ratings.plackett_luce(np.array([[0, 1000, 1000], [0, 0, 500], [0, 500, 0]]))).all()


@pytest.mark.parametrize(("advantage", "intensity"), [(0.3, 2.0), (-0.3, 2.0), (0.001, 1.0), (-0.01, 5.0)])
def test_fixation_is_the_formula(advantage: float, intensity: float) -> None:
    u, m = advantage * intensity, ratings.POPULATION
    assert ratings.fixation(advantage, intensity) == pytest.approx((1 - exp(-u)) / (1 - exp(-m * u)))


def test_fixation_at_its_limits() -> None:
    assert ratings.fixation(0.0, 10.0) == 1 / ratings.POPULATION
    assert ratings.fixation(1.0, 1e6) == pytest.approx(1.0)
    assert ratings.fixation(-1.0, 1e6) == 0.0


def test_alpha_rank_of_a_cycle_is_even_and_of_dominance_is_all_or_nothing() -> None:
    assert ratings.alpha_rank(ROCK_PAPER_SCISSORS).shares == pytest.approx([1 / 3] * 3)
    assert ratings.alpha_rank(np.array([[1.0, 3.0], [0.0, 2.0]])).shares == pytest.approx([1.0, 0.0], abs=1e-6)


def test_alpha_rank_of_two_that_keep_each_other_out_goes_to_the_firmer_one() -> None:
    found = ratings.alpha_rank(np.array([[1.0, 0.7], [0.8, 1.0]]))  # a lone second loses 0.2 among firsts, a lone first 0.3
    assert found.shares == pytest.approx([0.0, 1.0], abs=1e-2)


def test_the_stationary_law_is_one() -> None:
    chain = np.array([[0.7, 0.2, 0.1], [0.3, 0.3, 0.4], [0.1, 0.6, 0.3]])
    law = ratings.stationary(chain)
    assert law @ chain == pytest.approx(law) and law.sum() == pytest.approx(1)
    assert ratings.stationary(np.array([[0, 1e-200], [3e-200, 0]])) == pytest.approx([0.75, 0.25])


def test_nash_average_of_a_cycle_is_even() -> None:
    found = ratings.nash_average(ROCK_PAPER_SCISSORS)
    assert found.shares == pytest.approx([1 / 3] * 3, abs=1e-5)
    assert found.ratings == pytest.approx([0.0] * 3, abs=1e-5)


def test_nash_average_does_not_move_when_a_clone_comes_in() -> None:
    cloned = ROCK_PAPER_SCISSORS[np.ix_([0, 0, 1, 2], [0, 0, 1, 2])]
    assert ratings.nash_average(cloned).shares == pytest.approx([1 / 6, 1 / 6, 1 / 3, 1 / 3], abs=1e-4)


def test_nash_average_leaves_the_dominated_out_with_a_negative_rating() -> None:
    found = ratings.nash_average(np.array([[0.5, 0.9], [0.1, 0.5]]))
    assert found.shares == pytest.approx([1.0, 0.0], abs=1e-6)
    assert found.ratings == pytest.approx([0.0, -0.8], abs=1e-6)


def test_nash_average_of_equals_is_even() -> None:
    assert ratings.nash_average(np.full((3, 3), 0.25)).shares == pytest.approx([1 / 3] * 3)


def test_ranks_are_shared_by_equals() -> None:
    assert ratings.rank_of([5.0, 7.0, 5.0, 1.0]).tolist() == [2.5, 1.0, 2.5, 4.0]
    assert ratings.rank_of(np.array([[1.0, 2.0], [2.0, 1.0]])).tolist() == [[2.0, 1.0], [1.0, 2.0]]
