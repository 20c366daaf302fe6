"""The chart of the J: whose questions it takes, what waiting is, and the axes."""

from __future__ import annotations

import numpy as np
import pytest

from sim.games.advice import Position
from sim.games.intervencao import GAME
from sim.games.intervencao.advice import read
from sim.games.intervencao.charts import CHARTS
from sim.games.intervencao.decisions import ABSORB, EXIT_LOW, EXPEL, INTERVENE

CHART = CHARTS["act"]


def position(rules: dict[str, str] | None = None, **given: str) -> Position:
    """A position of four players, by hand."""
    return read(GAME.rules(4, rules), given)


def label(axis: str, rules: dict[str, str] | None = None, **given: str) -> str:
    """Its label on an axis."""
    (found,) = (a for a in CHART.axes if a.name == axis)
    return found.label(position(rules, **given).views[0])


def test_only_who_may_lay_the_j_is_asked():
    assert CHART.concerns(position(hand="J 2 7").views[0])
    assert not CHART.concerns(position(hand="2 7").views[0])
    assert not CHART.concerns(position({"grace": "2"}, hand="J 2 7", clock="1.5").views[0])


def test_waiting_is_what_the_policy_does_without_the_j():
    asked = position(hand="J 2 7")

    def policy(views: np.ndarray) -> int:
        assert not int(views[0]["legal"]) >> INTERVENE & 1 and int(views[0]["legal"]) >> EXPEL & 1
        return ABSORB

    assert CHART.choices is not None
    assert list(CHART.choices(asked, policy)) == [INTERVENE, ABSORB]
    assert int(asked.views[0]["legal"]) >> INTERVENE & 1, "the question itself is not changed"


def test_names_of_acts():
    view = position(hand="J").views[0]
    assert [CHART.label(view, act) for act in (INTERVENE, ABSORB, EXIT_LOW + 16, EXPEL + 16 * 2 + 256 * 31)] == ["lay the J", "wait", "wait", "wait"]


@pytest.mark.parametrize(
    ("rules", "total"),
    [({}, "18"), ({"j_value": "11"}, "29"), ({"measure": "cards"}, "4")],
)
def test_the_total_is_what_would_be_counted(rules: dict[str, str], total: str):
    assert label("total", rules, hand="J 2 7", waiting="9") == total


@pytest.mark.parametrize(("clock", "beats"), [("0", "0-0.5"), ("0.5", "0.5-1"), ("2.9", "2-3"), ("19.9", "12-20"), ("20", "20-"), ("99", "20-")])
def test_beats_are_told_by_class(clock: str, beats: str):
    assert label("beats", hand="J 2", clock=clock) == beats


def test_other_axes():
    given = {"hand": "J 2", "waiting": "5 6; 7; ; 1", "sizes": "1 3 2"}
    assert [label(axis, **given) for axis in ("waiting", "fewest", "players")] == ["2", "2", "4"]
    (beats,) = (axis for axis in CHART.axes if axis.name == "beats")
    assert sorted(("20-", "0-0.5", "2-3", "12-20"), key=beats.order) == ["0-0.5", "2-3", "12-20", "20-"]
