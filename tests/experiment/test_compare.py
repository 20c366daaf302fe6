"""Comparisons: who does best, who cannot be told from whom, and what a stopping rule leaves to say."""

from __future__ import annotations

import numpy as np
import pytest

from sim.experiment.compare import compare_request, lead_of
from tests.experiment.made_up import made_up

SEVEN = ["average", *(f"linear:shade={k / 10:g}" for k in range(5, 11))]


def spread(means: list[int], reach: list[int], n_blocks: int = 400) -> np.ndarray:
    """(blocks, entrants) whole numbers with these means, each up and down by its reach, independent of each other."""
    signs = np.random.default_rng(1).permuted(np.tile([[1], [-1]], (n_blocks // 2, len(means))), axis=0)
    return np.array(means) + np.array(reach) * signs


def test_the_best_is_told_from_all_others_before_it_is_called_so():
    """The second is surely behind; the third, of a larger spread, is not."""
    result = made_up(compare_request("wizard", ["average", "duck", "random"]), "win", spread([100, 90, 85], [5, 5, 400]))
    lead = lead_of(result)
    assert (lead.best, lead.rival, lead.equals) == ("average", "random", ["random"])
    assert result.finding.startswith("average cannot be told from random: +0.25")
    told = {(v["a"], v["b"]): v["differ"] for v in result.manifest["verdicts"] if v["measure"] == "win"}
    assert told == {("average", "duck"): True, ("average", "random"): False, ("duck", "random"): False}


def test_the_sentence_agrees_with_the_table():
    """The interval of the best two leaves out 0: among three that is not enough, and the sentence says no more than the table."""
    result = made_up(compare_request("wizard", ["average", "duck", "random"]), "win", spread([103, 100, 99], [19, 19, 19]))
    best_two = next(v for v in result.manifest["verdicts"] if (v["measure"], v["a"], v["b"]) == ("win", "average", "duck"))
    assert best_two["high"] < 0 and not best_two["differ"] and result.finding.startswith("average cannot be told from duck: +0.05")


def test_the_best_of_many_is_told_from_all_though_only_pairs_with_the_first_are_judged():
    request = compare_request("wizard", SEVEN)
    sure = made_up(request, "win", spread([10, 90, 80, 70, 60, 50, 40], [5] * 7))
    assert sure.finding.startswith(f"{SEVEN[1]} does best, ahead of {SEVEN[2]} by +0.16")
    open_ = made_up(request, "win", spread([10, 90, 89, 89, 60, 50, 89], [20] * 7))
    assert lead_of(open_).equals == [SEVEN[2], SEVEN[3], SEVEN[6]] and ", nor from 2 others, each alone" in open_.finding


@pytest.mark.parametrize(
    "words, said", [({"until": "half_width=9"}, "stopped: half width 9 reached; win of"), ({"decide": "0,0.05"}, "stopped: t1 = 0.05 accepted;")]
)
def test_under_a_stopping_rule_the_sentence_is_the_rules(words: dict, said: str):
    result = made_up(compare_request("wizard", ["average", "duck"], **words), "win", spread([100, 130], [20, 20]))
    assert result.finding.startswith(said) and "does best" not in result.finding and "told from" not in result.finding
    assert result.finding.endswith("those of a fixed number of games.") and result.manifest["stopping"]["sentence"] in result.finding
