"""`compare --robust`: the readings that are tried, and what is said of them."""

from __future__ import annotations

from typing import Any

import pytest

from sim.core.errors import InputError
from sim.experiment.estimates import Estimate
from sim.experiment.robust import AS_GIVEN, Reading, _say, readings_of, robust
from sim.games import load

ROOM = load("intervencao")


def reading(name: str, best: str, told_apart: bool = True) -> Reading:
    """A reading without a result."""
    low = 0.1 if told_apart else -0.1
    nothing: Any = None
    return Reading(name, best, "other", "points", Estimate(0.2, 0.05, low, 0.3, 100), told_apart, best == "sharp", nothing)


def test_each_other_value_once_with_what_it_needs():
    found = dict(readings_of(ROOM.rules(6)))
    assert found[AS_GIVEN] == {} and found["measure=cards"] == {"measure": "cards"}
    assert found["pressed=worst, exit_by=others"] == {"exit_by": "others", "pressed": "worst"}
    assert "exit_by=pressed" not in found and "elimination=points, unit=match" in found
    claims = dict(readings_of(ROOM.rules(6, {"exit_by": "others"})))
    assert claims[AS_GIVEN] == {"exit_by": "others"} and claims["exit_by=pressed"]["exit_by"] == "pressed" and "exit_by=others" not in claims


def test_only_for_assumed_rules():
    with pytest.raises(InputError, match="Wizard has no assumed rules to vary"):
        robust("wizard", "average", "random")


def test_says_which_assumption_matters():
    told = _say(
        [
            reading(AS_GIVEN, "sharp"),
            reading("exit_by=others", "flooder"),
            reading("pressed=worst, exit_by=others", "flooder"),  # as without pressed=worst: that does not matter
            reading("measure=cards", "sharp"),
            reading("j_value=11", "plain", told_apart=False),
        ]
    )
    assert told == (
        "sharp is best under the rules as given. What matters: under exit_by=others flooder is best. What does not: pressed, measure. Undecided: j_value=11."
    )


def test_says_that_nothing_matters():
    assert _say([reading(AS_GIVEN, "sharp"), reading("measure=cards", "sharp")]) == "sharp is best under the rules as given. What does not matter: measure."


def test_a_match_is_decided_by_who_wins_it():
    found = robust("intervencao", "dumper", "plain", players=4, games=40, seed=1)
    measures = {r.reading: r.measure for r in found.readings}
    assert measures["as given"] == "points" and measures["elimination=worst, unit=match"] == "win_share"
    assert list(found.table["measure"]) == list(measures.values()) and len(found.table) == len(readings_of(ROOM.rules(4)))
