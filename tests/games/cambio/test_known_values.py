"""Figures of `plain` from an independent C core (a million games each), and exact facts about the pack."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

import sim
from sim.games.cambio import GAME

N_THEIRS, N_OURS = 1_000_000, 400_000

# players -> measure -> their value
C_CORE = {
    2: (0.5000, 5.379, 0.7651, 3.085, 12.02, 13.02, 2.840, 2.320, 0.0642),
    4: (0.2596, 6.426, 0.4532, 2.880, 16.63, 19.63, 2.672, 5.313, 0.1078),
    6: (0.1829, 6.745, 0.2888, 2.755, 20.62, 25.62, 2.564, 8.615, 0.1139),
}
MEASURES = ("win", "points", "won_when_calling", "points_at_call", "call_turn", "turns", "cards_left", "snaps_right", "lost_tie")
ROUNDING = {"win": 5e-5, "won_when_calling": 5e-5, "lost_tie": 5e-5, "call_turn": 5e-3, "turns": 5e-3}  # half of their last digit; else 5e-4


@pytest.mark.slow
@pytest.mark.parametrize("players", C_CORE)
def test_plain_agrees_with_an_independent_core(players):
    result = sim.run("cambio", f"plain*{players}", players=players, games=N_OURS, seed=20261130)
    for measure, theirs in zip(MEASURES, C_CORE[players], strict=True):
        ours = result.estimate("plain", measure)
        both = ours.se * sqrt(1 + N_OURS / N_THEIRS)
        assert abs(ours.value - theirs) <= 4 * both + ROUNDING.get(measure, 5e-4), (measure, ours.value, theirs, both)


@pytest.mark.parametrize("jokers, cards, mean, spread", [(2, 106, 6.3774, 4.3142), (4, 108, 6.2593, 4.3597), (6, 110, 6.1455, 4.4001)])
def test_C1_C6_the_pack_has_676_points(jokers, cards, mean, spread):
    ours, twin = (answer({"jokers": jokers}) for answer in GAME.judges()["pack"])
    assert ours == twin
    points = [min(rank, 10) for rank in range(1, 13) for _ in range(8)] + [-1] * 4 + [20] * 4 + [0] * jokers
    assert len(points) == cards and sum(points) == 676
    assert np.mean(points) == pytest.approx(mean, abs=5e-5) and np.std(points) == pytest.approx(spread, abs=5e-5)
    assert cards in ours.values() and 676 in ours.values()
