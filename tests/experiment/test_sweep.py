"""Sweeps: the best point, what cannot be told from it, and the sentence about both; findings from too few deals."""

from __future__ import annotations

from math import isnan, sqrt

import numpy as np
import pytest

import sim
from sim.experiment.sweep import sweep_request
from tests.experiment.made_up import made_up


@pytest.mark.slow
def test_of_equal_points_hardly_ever_one_is_called_behind():
    """Twenty points alike, independent of each other: in at most 5 % of 400 sweeps any is told from the best as seen."""
    request, draw, n_false = sweep_request("wizard", "linear", ["shade=0.1:2:0.1"]), np.random.default_rng(5), 0
    for _ in range(400):
        points = made_up(request, "win", draw.integers(0, 100, (60, 20))).manifest["points"]
        n_false += not all(p["not_told_from_best"] for p in points)
    assert n_false / 400 <= 0.05 + 2 * sqrt(0.05 * 0.95 / 400)


def test_a_point_at_which_nothing_was_observed_is_named_and_has_no_part():
    request = sweep_request("wizard", "linear", ["shade=0.8:1.2:0.2"])
    tops, bottoms = np.tile([0, 1, 9], (40, 1)), np.tile([0, 3, 9], (40, 1))
    tops[::2, 1] += 1
    result = made_up(request, "win", tops, bottoms)
    assert [(p["strategy"], p["best"], p["not_told_from_best"]) for p in result.manifest["points"]] == [
        ("linear:shade=1", False, False),
        ("linear:shade=1.2", True, True),
    ]
    assert result.finding.startswith("best is linear:shade=1.2") and "; nothing was observed for win of linear:shade=0.8; field linear" in result.finding
    nothing = made_up(request, "win", 0 * tops, 0 * bottoms)
    assert nothing.manifest["points"] == [] and nothing.finding.startswith(
        "nothing was observed for win of linear:shade=0.8, linear:shade=1, linear:shade=1.2; field"
    )


@pytest.mark.parametrize(
    ("vary", "best", "said"),
    [
        (["shade=0.8:1.2:0.2"], 2, ", at the edge of what was tried (shade=1.2);"),
        (["shade=0.8:1.2:0.2"], 1, ""),
        (["shade=1;1.2"], 0, ""),
        (["shade=0.8:1.2:0.2", "wizard=0.5:1:0.25"], 1, ", at the edge of what was tried (shade=0.8);"),
    ],
)
def test_the_sentence_says_that_the_best_is_at_the_edge(vary: list[str], best: int, said: str):
    request = sweep_request("wizard", "linear", vary)
    gains = np.arange(len(request.plan.entrants)) == best
    finding = made_up(request, "win", np.tile(3 + gains, (40, 1))).finding
    assert said in finding and ("edge" in finding) == bool(said)


def test_the_sentence_names_few_equals():
    result = sim.sweep("wizard", "linear", {"shade": "0.6;0.8;1.4"}, games=4000, seed=1)
    near = [p["strategy"] for p in result.manifest["points"] if p["not_told_from_best"] and not p["best"]]
    assert 1 <= len(near) <= 3 and f"not to be told from it: {', '.join(near)}; field linear" in result.finding


def test_the_sentence_counts_many_equals_and_says_where_they_lie():
    result = sim.sweep("wizard", "linear", {"shade": "0.6:1.2:0.05"}, games=2600, seed=1)
    near = [p for p in result.manifest["points"] if p["not_told_from_best"]]
    low, high = min(p["shade"] for p in near), max(p["shade"] for p in near)
    assert len(near) > 4 and f"{len(near) - 1} of the 12 other points cannot be told from it (shade {low:g} to {high:g})" in result.finding


def test_the_sentence_when_all_are_behind():
    result = sim.sweep("wizard", "linear", {"shade": "0.7;1.4"}, games=4000, seed=1)
    assert "all other points are behind" in result.finding


@pytest.mark.parametrize(("games", "said"), [(5, "Only 1 deal was played: too few"), (50, "Only 10 deals were played: too few"), (150, "")])
def test_a_finding_from_too_few_deals_says_so(games: int, said: str):
    for finding in (sim.compare("wizard", "average", "duck", games=games, seed=1).finding, sim.run("wizard", "average*4", games=games // 5, seed=1).finding):
        assert said in finding and ("Only" in finding) == bool(said) and "nan" not in finding


def test_games_that_all_come_out_alike_are_not_told_apart():
    """Two deals on which a difference happens to be the same have no interval, and prove nothing."""
    result = sim.compare("wizard", "average", "bid=average,play=duck", games=10, seed=0)
    verdict = result.manifest["verdicts"][0]
    assert verdict["difference"] != 0 and isnan(verdict["low"]) and isnan(verdict["high"]), "this seed's two deals come out alike"
    assert not verdict["differ"] and "cannot be told from" in result.finding
