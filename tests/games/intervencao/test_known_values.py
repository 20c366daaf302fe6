"""Figures that are known without this program: from a hand-written C core of the same rules, with its standard errors.

Defaults, unit=round; about a million rounds of `plain` at each table, 400,000 of `random`.
"""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from sim.experiment.compare import compare
from sim.experiment.run import run

MEASURES = ("beats", "acts", "ended_by_j", "ended_high", "ended_low", "best_hand", "worst_hand", "expulsions")
C_CORE = {
    "plain*4": ((4.535, 0.004), (18.14, 0.015), (0.5043, 0.0005), (0.3523, 0.0005), (0.1433, 0.0004), (3.018, 0.002), (21.71, 0.006), (8.907, 0.007)),
    "plain*6": ((5.254, 0.004), (31.54, 0.026), (0.4731, 0.0005), (0.4082, 0.0005), (0.1188, 0.0003), (3.147, 0.002), (22.94, 0.005), (15.74, 0.013)),
    "random*6": ((8.792, 0.009), (52.76, 0.054), (0.2916, 0.0006), (0.4128, 0.0007), (0.2956, 0.0006), (1.436, 0.004), (28.69, 0.012), (23.22, 0.022)),
}


@pytest.mark.slow
@pytest.mark.parametrize("lineup", C_CORE)
def test_the_figures_of_the_c_core(lineup):
    result = run("intervencao", lineup, players=int(lineup[-1]), games=1_000_000 if "plain" in lineup else 400_000, seed=20261130)
    rows = {row["measure"]: row for row in result.rows if row["group"] == ""}
    for measure, (value, error) in zip(MEASURES, C_CORE[lineup], strict=True):
        rounding = 0.5 * 10 ** -len(f"{value}".split(".")[1])
        assert abs(rows[measure]["value"] - value) < 4 * math.hypot(rows[measure]["se"], error) + rounding, (measure, rows[measure], value)


def test_acts_are_beats_times_players():
    """I5: with speed 1 an act a beat and player, exactly in the mean."""
    result = run("intervencao", "plain*5", players=5, games=20_000, seed=3)
    rows = {row["measure"]: row for row in result.rows if row["group"] == ""}
    assert abs(rows["acts"]["value"] - 5 * rows["beats"]["value"]) < 4 * math.sqrt(rows["acts"]["value"] / 20_000)


def test_one_strategy_at_all_seats_wins_nothing():
    result = run("intervencao", "sharp*6", players=6, games=6_000, seed=3)
    rows = {(row["measure"], row["group"]): row for row in result.rows}
    assert rows["points", ""]["value"] == 0
    assert rows["best", ""]["value"] == pytest.approx(rows["worst", ""]["value"])


def test_a_fast_seat_does_better():
    result = run("intervencao", "dumper*6", players=6, rules={"speed": "1;1;3;1;1;1"}, games=12_000, seed=3)
    points = {row["group"]: (row["value"], row["se"]) for row in result.rows if row["measure"] == "points" and row["group"].startswith("seat=")}
    others = [value for group, (value, _) in points.items() if group != "seat=2"]
    assert points["seat=2"][0] - 4 * points["seat=2"][1] > max(others)


def gaps_behind(point: str, *others: str, players: int, games: int) -> dict[str, tuple[float, float]]:
    """By strategy: points a round more than `point` has, alone among dumpers on the same deals, and the error."""
    rows = compare("intervencao", point, *others, field="dumper", players=players, games=games, seed=1).rows
    found = {row["strategy"]: (row["value"], row["se"]) for row in rows if row["measure"] == "points" and row["group"] == ""}
    return {other: found[f"{other} - {point}"] for other in others}


@pytest.mark.slow
@pytest.mark.parametrize(("players", "best"), [(4, 9), (6, 8), (8, 7)])
def test_the_interventor_does_best_at_a_total_of_about_eight(players, best):
    others = [f"dumper:threshold={at}" for at in (best - 5, best - 3, best + 3, best + 5)]
    for gap, error in gaps_behind(f"dumper:threshold={best}", *others, players=players, games=300_000).values():
        assert gap < -4 * error


@pytest.mark.slow
def test_throwing_everything_beats_resting():
    gaps = gaps_behind("dumper:least=1", *(f"dumper:least={least}" for least in (3, 6, 9)), players=6, games=300_000)
    assert all(gap < -4 * error for gap, error in gaps.values())
    assert gaps["dumper:least=3"] > gaps["dumper:least=6"] > gaps["dumper:least=9"]


@pytest.mark.slow
def test_points_grow_with_speed():
    found = []
    for speed in ("0.5", "1", "2", "3"):
        result = run("intervencao", "dumper*6", players=6, rules={"speed": f"1;1;{speed};1;1;1"}, games=60_000, seed=1)
        found.append(next((row["value"], row["se"]) for row in result.rows if row["measure"] == "points" and row["group"] == "seat=2"))
    for (slow, e), (fast, f) in pairwise(found):
        assert fast - slow > 4 * math.hypot(e, f)
