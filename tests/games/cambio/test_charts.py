"""Decision charts: how situations are told apart, and that what is sane comes out."""

from __future__ import annotations

import pytest

from sim.core import jit
from sim.experiment.chart import chart
from sim.games.cambio import GAME
from sim.games.cambio.advice import read
from sim.games.cambio.charts import CHARTS


def situation(of: str = "call", players: int = 3, **given: str) -> dict[str, str]:
    """The labels of a position on all axes of a chart."""
    view = read(GAME.rules(players), given).views[0]
    return {axis.name: axis.label(view) for axis in CHARTS[of].axes}


def test_axes_of_the_call():
    found = situation(hand="KD ? 3S -", others="? 9H - 2C; 5", turn="8")
    assert found == {"estimate": "8", "unknown": "1", "turn": "3", "players": "3", "cards": "3", "fewest": "3"}  # 2 + 658 / 102
    assert situation(hand="KD KD - -")["estimate"] == "-2"
    assert situation(hand="KS KC - -")["estimate"] == "20", "the end of the axis"
    assert situation(hand="2S", turn="99")["turn"] == "12"
    found = situation("draw", hand="2S ? 9H", pile="KD QS", decision="draw")
    assert (found["top"], found["dearest"]) == ("10", "9")
    assert situation("draw", hand="? ?", pile="KD", decision="draw")["dearest"] == "none"


@pytest.mark.skipif(jit.DISABLED, reason="some thousand rollouts")
def test_low_hands_call_and_high_ones_go_on():
    table = chart("cambio", "call", players=2, seed=1, by=["estimate"], games=200, worlds=20).table
    value = {(row.estimate, row.choice): row.value for row in table.itertuples()}
    assert set(table.choice) == {"call", "go on"}
    assert value["20", "call"] < value["20", "go on"]
    assert value["0", "call"] > 0.7 > value["12", "call"]


def test_the_chart_of_the_draw():
    table = chart("cambio", "draw", players=3, games=6, worlds=2, seed=1).table
    assert set(table.choice) == {"stock", "take"} and set(table.top) <= {str(points) for points in range(-1, 21)}
