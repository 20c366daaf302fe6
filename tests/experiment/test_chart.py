"""Charts: round 1 against its exact solution; the same whatever the threads; one sentence for bad input."""

from __future__ import annotations

from math import comb, isnan

import numpy as np
import pytest

from sim.core import jit
from sim.core.errors import InputError
from sim.experiment.chart import FEWEST_GAMES, GAIN, Row, _ratio, chart

SMALL = {"games": 6, "worlds": 4, "seed": 1}


def test_the_same_for_any_number_of_threads():
    one, three = (chart("wizard", "bid", **SMALL, jobs=jobs) for jobs in (1, 3))
    assert one.lines == three.lines and len(one.lines) > 20
    assert [axis.name for axis in one.axes] == ["round", "strength"] and set(one.table.columns) > {"round", "strength", "choice", "value", "behind"}


def test_the_best_choice_comes_first_and_the_others_are_behind():
    found = chart("wizard", "play", by=["wanted"], **SMALL)
    for situation in {row.situation for row in found.rows}:
        behind = [row.behind.value for row in found.rows if row.situation == situation]
        assert behind[0] == 0 and behind == sorted(behind, reverse=True)


def test_a_situation_of_few_games_has_no_interval():
    tallied = np.zeros((50, 3), np.int64)
    tallied[:FEWEST_GAMES] = 30, 10, 20
    other = tallied - [0, 400, 0] * (tallied > 0)
    few = [_ratio(sums[1:], GAIN, tallied[1:]) for sums in (other, tallied)]
    assert all(isnan(estimate.low) for estimate in few) and few[0].value == -20
    assert not Row((), "a", few[1], few[1], few[0], 4).is_told_apart
    enough = _ratio(other, GAIN, tallied)
    assert Row((), "a", enough, enough, enough, 5).is_told_apart


def test_filters():
    found = chart("wizard", "bid", by=["round", "place"], only={"round": "3", "place": "1"}, **SMALL)
    assert {row.situation for row in found.rows} == {("3", "1")}


@pytest.mark.skipif(jit.DISABLED, reason="some thousand rollouts")
def test_round_1_agrees_with_its_exact_solution():
    """The leader of round 1 bids 1 iff p > 3/7, p = C(58 - b, n - 1) / C(58, n - 1) for b cards that beat the own one."""
    found = chart("wizard", "bid", by=["best"], only={"round": "1", "place": "1", "trump": "suit"}, games=1500, worlds=40, seed=2)
    told = [situation for situation, rows in _by_situation(found).items() if rows[1].is_told_apart]
    assert len(told) > 15
    for (card,) in told:
        word, _, rank = card.partition(" ")
        if word == "side":  # higher of the suit, all trumps but the turned one, wizards
            n_beating = 13 - int(rank) + 12 + 4
        elif word == "trump":
            n_beating = None  # depends on the turned card
        else:
            n_beating = 0 if card == "W" else 55
        if n_beating is not None:
            p = comb(58 - n_beating, 3) / comb(58, 3)
            assert _by_situation(found)[card,][0].choice == ("1" if p > 3 / 7 else "0"), card


def _by_situation(found):
    return {s: [row for row in found.rows if row.situation == s] for s in {row.situation for row in found.rows}}


@pytest.mark.parametrize(
    "decision, words, sentence",
    [
        ("bit", {}, "unknown chart of Wizard 'bit'; did you mean bid"),
        ("bid", {"by": ["rond"]}, "unknown axis 'rond'; did you mean round"),
        ("bid", {"only": {"rond": "1"}}, "unknown axis 'rond'"),
        ("bid", {"only": {"round": "99"}}, "no question of bid met round=99 in 2 games"),
        ("bid", {"worlds": 0}, "--worlds 0"),
        ("bid", {"policy": "rollout"}, "imagines worlds itself"),
    ],
)
def test_bad_input(decision: str, words: dict, sentence: str):
    with pytest.raises(InputError, match=sentence):
        chart("wizard", decision, **{"games": 2, "worlds": 1, "seed": 1, **words})
