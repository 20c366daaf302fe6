"""`@waits` is a promise: a strategy so marked plays the same games when it is asked every time."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sim.core import jit
from sim.experiment.lineup import parse_lineup, plan_rotations
from sim.experiment.runner import Engine
from sim.experiment.strategies import load, shipped
from sim.games.cambio import GAME, measures

WAITING = [strategy.name for strategy in shipped(GAME) if strategy.waits("snap")]


def rows_of(word: str, always_asked: bool) -> np.ndarray:
    """Tallies (blocks, entrants, columns) of a strategy, with few worlds if it imagines any, among others under lively rules."""
    word += ":worlds=2" if any(knob.name == "worlds" for knob in load(GAME, word).knobs) else ""
    rules = GAME.rules(4, {"max_turns": 60, "snap_chain": "true", "fading": "0.1"})
    plan = plan_rotations(rules, parse_lineup(f"{word},{word},random,king_dumper", rules))
    if always_asked:
        plan.tables()[0]["waits"] = 0
    totals: Any = Engine(plan, 11, with_rows=True).play(0, 3 if jit.DISABLED else 300).totals
    return totals.rows


def test_who_waits():
    """All but those that throw in the dark."""
    assert sorted(WAITING) == ["counting", "greedy", "memory", "never_call", "oracle", "plain", "rollout", "smart", "snapper"]
    assert not load(GAME, "random").waits("snap") and not load(GAME, "king_dumper").waits("snap")


@pytest.mark.parametrize("word", WAITING)
def test_the_same_games_when_asked_every_time(word):
    waiting, asked = rows_of(word, False), rows_of(word, True)
    assert waiting[:, 0, measures.ASKED].sum() < asked[:, 0, measures.ASKED].sum()
    waiting[:, :, measures.ASKED] = asked[:, :, measures.ASKED] = 0
    assert np.array_equal(waiting, asked)
