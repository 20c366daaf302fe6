"""Tiny tables of every kind that figures are drawn from, the same at every run."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd

from sim.experiment.chart_result import ChartResult, Row
from sim.games.advice import Axis, Chart, Outcome
from sim.games.layout import Measure
from sim.games.wizard import GAME

CAPTION = "Sample, 4 players; n = 1,000 games (250 deals), seed 7. Intervals: 95 %."
WIN = Measure("win", "games", "share of games won; ties split", 3, +1, rate=True)
SCORE = Measure("score", "points", "total score of a game", 1, +1)
OUTCOME = Outcome("points", "points", "own points of the round", 1)
HOSTILE = "<script>alert('$x_1$')</script> & \\frac{1}{0} %d {} \n\t_end"
LONG = "some/long/folder/path/to/a/strategy_of_mine.py:bold:first_parameter=0.123456,second_parameter=12,third_parameter=0.001"


def names(n: int) -> list[str]:
    """So many strategy names, some of them awkward."""
    return (["steady", "sharp", LONG, "_hidden", HOSTILE] + [f"linear:shade={k / 100:g}" for k in range(n)])[:n]


def tidy(strategies: list[str], measures: tuple[Measure, ...] = (WIN, SCORE), groups: tuple[str, ...] = ("",)) -> pd.DataFrame:
    """A tidy table with every measure and group for every strategy."""
    rows = []
    for k, strategy in enumerate(strategies):
        for measure in measures:
            for g, group in enumerate(groups):
                value = (0.2 + 0.6 / (k + 2) + 0.03 * np.sin(g)) * (1 if measure.rate else 100)
                half = 0.02 * (1 if measure.rate else 100)
                rows.append([strategy, measure.name, group, value, half / 2, value - half, value + half, 1000])
    return pd.DataFrame(rows, columns=["strategy", "measure", "group", "value", "se", "low", "high", "n"])


def verdicts(strategies: list[str], measures: tuple[Measure, ...] = (WIN, SCORE)) -> list[dict]:
    """Each strategy against the first one."""
    found = []
    for measure in measures:
        for k, b in enumerate(strategies[1:]):
            difference = 0.1 * np.cos(2 * k) * (1 if measure.rate else 100)
            half = 0.05 * (1 if measure.rate else 100)
            interval = {"difference": difference, "low": difference - half, "high": difference + half}
            found.append({"measure": measure.name, "a": strategies[0], "b": b, **interval, "p_holm": 0.03, "differ": abs(difference) > half, "saving": 2.0})
    return found


def ridge(strategies: list[str], values: np.ndarray) -> dict[str, np.ndarray]:
    """Bell-shaped counts, one for each strategy."""
    middle = float(values.mean())
    return {name: np.rint(1000 * np.exp(-0.5 * ((values - middle + 9 * k) / (25 + k)) ** 2)).astype(int) for k, name in enumerate(strategies)}


def square(strategies: list[str], n: int = 8) -> dict[str, np.ndarray]:
    """Counts of two numbers that nearly agree."""
    i, j = np.indices((n, n))
    return {name: np.rint(500 * np.exp(-((i - j + 0.3 * k) ** 2) - 0.2 * i)).astype(int) for k, name in enumerate(strategies)}


def departures(strategies: list[str], n: int = 30) -> dict[str, np.ndarray]:
    """How many left after each round: 400 never, the others early."""
    return {name: np.rint([400, *(600 * 0.2 * 0.8 ** np.arange(n) / (1 + 0.1 * k))]).astype(int) for k, name in enumerate(strategies)}


def hand_sizes(strategies: list[str]) -> dict[str, np.ndarray]:
    """Cases by step (12) and size 0..6: fewer at each step, of smaller sizes."""
    step, size = np.arange(12)[:, None], np.arange(7)[None, :]
    return {name: np.rint(900 * 0.7**step * np.exp(-((size - 4 + 0.3 * step / (1 + k)) ** 2))).astype(int) for k, name in enumerate(strategies)}


def outcomes(strategies: list[str], words: list[str]) -> pd.DataFrame:
    """Shares of outcomes."""
    rows = []
    for k, name in enumerate(strategies):
        shares = np.arange(1, len(words) + 1) + k % 3
        for word, share in zip(words, shares / shares.sum(), strict=True):
            rows.append([name, word, share, share - 0.01, share + 0.01])
    return pd.DataFrame(rows, columns=["strategy", "outcome", "value", "low", "high"])


def curve(n: int = 9) -> pd.DataFrame:
    """The points of a one-parameter sweep."""
    at = np.arange(float(n))
    value = 0.5 - 0.01 * (at - 3) ** 2
    frame = pd.DataFrame({"at": at, "value": value, "low": value - 0.012, "high": value + 0.012})
    return frame.assign(is_best=frame["at"] == 3, is_tied=abs(frame["at"] - 3) <= 1)


def grid(n: int = 7) -> pd.DataFrame:
    """The points of a two-parameter sweep."""
    x, y = (axis.ravel() for axis in np.meshgrid(np.arange(n) / 2, np.arange(n + 1.0)))
    value = 0.5 - 0.02 * (x - 1.5) ** 2 - 0.005 * (y - 4) ** 2
    frame = pd.DataFrame({"x": x, "y": y, "value": value, "low": value - 0.01, "high": value + 0.01})
    return frame.assign(is_best=value == value.max(), is_tied=value > 0.49)


def payoffs(strategies: list[str]) -> pd.DataFrame:
    """What each strategy gains alone in a field of each other one, sure from 0.005 on."""
    rows = []
    for i, invader in enumerate(strategies):
        for j, field in enumerate(strategies):
            gain = 0.04 * (j - i) / len(strategies) + 0.002 * ((3 * i + j) % 5)
            if i != j:
                rows.append([invader, field, gain, "open" if abs(gain) < 0.005 else "invades" if gain > 0 else "is kept out"])
    return pd.DataFrame(rows, columns=["invader", "field", "value", "verdict"])


def places(strategies: list[str]) -> pd.DataFrame:
    """Ranks with intervals."""
    n = len(strategies)
    rank = np.arange(1, n + 1)
    return pd.DataFrame({"strategy": strategies, "rank": rank, "rank_low": np.maximum(1, rank - rank % 3), "rank_high": np.minimum(n, rank + (rank + 1) % 3)})


def trail(strategies: list[str]) -> dict[str, pd.DataFrame]:
    """How estimates went."""
    games = np.geomspace(100, 100_000, 12)
    found = {}
    for k, name in enumerate(strategies):
        value = 0.3 + 0.05 * k + np.cos(7 * games) / np.sqrt(games)
        half = 2 / np.sqrt(games)
        found[name] = pd.DataFrame({"games": games, "value": value, "low": value - half, "high": value + half})
    return found


STRENGTHS, ROUNDS = [f"{k / 2:g}" for k in range(8)], [str(k) for k in range(1, 7)]


def row(situation: tuple[str, ...], choice: str, behind: float = 0.0, is_few: bool = False, gain: float = 0.0, half: float = 2.0) -> Row:
    """A row of a chart, told apart from the best where its interval does not hold 0."""
    reach = np.nan if is_few else half
    intervals = [number for middle in (20 + behind, gain, behind) for number in (middle, middle - reach, middle + reach)]
    return Row(situation, choice, *intervals, 0.001 if behind < -half else 1.0, 40)


def chart_of(rows: list[Row], names: tuple[str, ...], has_all: bool = True) -> ChartResult:
    """A chart of rows."""
    axes = tuple(Axis(name, f"the {name}", lambda view: "", float) for name in names)
    plan = Chart(axes, names, lambda view, answer: "", has_all=has_all)
    request = {"command": "chart", "game": "wizard", "decision": "bid", "lineup": "steady*4", "players": 4, "rules": {}, "by": list(names)}
    request |= {"only": {}, "policy": "steady", "worlds": 20}
    manifest = {"request": request, "games": 200, "seed": 7, "strategies": [], "versions": {"numba": "0"}}
    return ChartResult(GAME.rules(4), plan, axes, OUTCOME, tuple(rows), manifest)


def bid_chart() -> ChartResult:
    """The best bid by round and strength: about the strength; sure but where it lies between two; the corner has few games."""
    rows = []
    for number in ROUNDS:
        for strength in STRENGTHS:
            best, is_few = int(float(strength)), float(strength) > float(number)
            others = [row((number, strength), str(bid), -4.0 * abs(bid - best) + 3 * (strength[-2:] == ".5" and bid == best + 1), is_few) for bid in range(5)]
            rows += sorted(others, key=lambda found: -found.behind)
    return chart_of(rows, ("round", "strength"))


def strength_chart() -> ChartResult:
    """The same by strength alone."""
    rows = [found for found in bid_chart().rows if found.situation[0] == ROUNDS[-1]]
    return chart_of([replace(found, situation=found.situation[1:]) for found in rows], ("strength",))


def card_chart() -> ChartResult:
    """What cards gain by wish and round: high ones when more is wanted."""
    rows = []
    for wish in ("0", "1"):
        for number in ROUNDS:
            cards = [row((wish, number), str(card), gain=(card - 2) * (1 if wish == "1" else -1) * 3.0) for card in range(5)]
            rows += sorted(cards, key=lambda found: -found.gain)
    return chart_of(rows, ("wanted", "round"), has_all=False)
