"""Answers: templates filled from results."""

from __future__ import annotations

import numpy as np

from reports.answers import answer_of
from sim.experiment.compare import compare_request
from sim.experiment.sweep import sweep_request
from tests.experiment.made_up import made_up

MANY = ["average", *(f"linear:shade={k / 10:g}" for k in range(5, 11))]
AHEAD = "{best} is {verdict} {second}: {gap} ({gap_low} to {gap_high}), {worst} comes last with {players} players"


def test_the_two_best_of_many_need_not_be_pairs_with_the_first():
    """Beyond six candidates verdicts hold only pairs with the first; it is the worst here."""
    tops = np.array([5, 90, 80, 50, 40, 30, 20]) + np.random.default_rng(2).integers(-3, 4, (400, 7))
    where, said = answer_of(AHEAD, made_up(compare_request("wizard", MANY), "win", tops))
    assert where == "Wizard, 4 players"
    assert said.startswith("linear:shade=0.5 is ahead of linear:shade=0.6: +") and said.endswith("), average comes last with 4 players")


def test_who_is_not_told_apart_is_named():
    tops = np.random.default_rng(3).integers(0, 100, (400, 7))
    assert " is not told apart from " in answer_of(AHEAD, made_up(compare_request("wizard", MANY), "win", tops))[1]


def test_where_nothing_was_observed_the_finding_is_the_answer():
    request, nothing = sweep_request("wizard", "linear", ["shade=0.8;1.2"]), np.zeros((40, 2), np.int64)
    assert "nothing was observed for win of linear:shade=0.8, linear:shade=1.2" in answer_of("best is {best}", made_up(request, "win", nothing, nothing))[1]
