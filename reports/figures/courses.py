"""How a measure runs along something: rounds, seats, bids, a strategy's parameter, the games played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import NullFormatter
from numpy.typing import ArrayLike

from reports.figures.paper import (
    COLOURS,
    FEWEST,
    GREY,
    MARKERS,
    axis_text,
    few,
    general,
    in_house_style,
    legend_above,
    number,
    plain,
    sheet,
    short_names,
    span,
    whiskers,
    whole_ticks,
    wrapped,
)
from sim.experiment.estimates import rate_bounds
from sim.games.layout import Measure


@in_house_style
def by_group(table: pd.DataFrame, measure: Measure, group: str, caption: str, title: str = "", fair: float | None = None) -> Figure:
    """A measure by round, seat, bid, … with intervals; one marker and colour a strategy.

    table: tidy rows; those of the measure whose group is `<group>=<value>` are used, groups with fewer than FEWEST or one
    of 2000 cases left out. Numbers are joined by lines, words are not. fair: a line for the share that everybody has.
    """
    rows = group_rows(table, measure.name, group)
    shown, more = few(list(dict.fromkeys(rows["strategy"])))
    places = list(rows.groupby("place", sort=False)["order"].max().sort_values(kind="stable").index)
    is_number = all(isinstance(place, float) for place in places)
    at = {place: place if is_number else float(k) for k, place in enumerate(sorted(places) if is_number else places)}
    figure, grid = sheet(title or ends(rows[rows["strategy"] == shown[0]], measure, group), caption + more, 4.3)
    axes = grid[0, 0]
    labels = short_names(shown, 30)
    for k, name in enumerate(shown):
        mine = rows[rows["strategy"] == name].sort_values("place") if is_number else rows[rows["strategy"] == name]
        x = np.array([at[place] for place in mine["place"]]) + 0.12 * (k - (len(shown) - 1) / 2)
        axes.errorbar(
            x, mine["value"], yerr=whiskers(mine), fmt=MARKERS[k], linestyle="-" if is_number else "", linewidth=1, color=COLOURS[k], label=labels[name]
        )
    if fair is not None:
        axes.axhline(fair, color=GREY, linewidth=1, linestyle=(0, (4, 3)), label=f"fair share {number(fair, 3)}")
    _group_axis(axes, at, group, is_number)
    axes.set_ylabel(axis_text(measure, 44))
    legend_above(axes, [*labels.values(), *(["fair share"] if fair is not None else [])])
    axes.grid(True, axis="y")
    axes.grid(False, axis="x")
    return figure


def group_rows(table: pd.DataFrame, measure: str, group: str) -> pd.DataFrame:
    """Rows of a measure by `group`, with the group's value (a number if it is one) as `place`, and its place in the table as `order`."""
    rows = table[(table["measure"] == measure) & table["group"].str.startswith(f"{group}=")].copy()
    rows["place"] = [_as_number(text.partition("=")[2]) for text in rows["group"]]
    rows["order"] = rows.groupby("strategy").cumcount()
    return rows[rows["n"] >= np.maximum(FEWEST, rows.groupby("strategy")["n"].transform("max") / 2000)]


def _as_number(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text


def _group_axis(axes: Axes, at: Mapping[float | str, float], group: str, is_number: bool) -> None:
    if is_number and len(at) > 16:
        whole_ticks(axes.xaxis, at.values())
    else:
        axes.set_xticks(list(at.values()), [number(p, 0) if isinstance(p, float) else plain(str(p)) for p in at])
    axes.set_xlabel(plain(group))


def ends(rows: pd.DataFrame, measure: Measure, group: str) -> str:
    """Where a strategy's measure is highest and where lowest."""
    low, high = rows.iloc[int(np.argmin(rows["value"]))], rows.iloc[int(np.argmax(rows["value"]))]
    places = (plain(row["group"].partition("=")[2]).replace("-", "−") for row in (low, high))
    told = [f"{number(row['value'], min(measure.digits, 3))} ({plain(group)} {place})" for row, place in zip((low, high), places, strict=True)]
    return f"{high['strategy']}: {plain(measure.name)} between {told[0]} and {told[1]}"


@in_house_style
def sweep_curve(points: pd.DataFrame, parameter: str, measure: Measure, caption: str, title: str = "") -> Figure:
    """A measure along one parameter: line and band, the best point, and hollow the points not told apart from it.

    points: columns at, value, low, high, is_best, is_tied (tied with the best; the best itself too).
    """
    rows = points.sort_values("at").reset_index(drop=True)
    best, tied = rows[rows["is_best"]].iloc[0], rows[rows["is_tied"]]
    text = title or f"{parameter} = {general(best['at'])} is best: {plain(measure.name)} {span(best, measure.digits)}; {tied_words(tied['at'].tolist())}"
    figure, grid = sheet(text, caption, 4.3)
    axes = grid[0, 0]
    axes.fill_between(rows["at"], rows["low"], rows["high"], color=COLOURS[0], alpha=0.18, linewidth=0, label="95 % interval")
    axes.errorbar(rows["at"], rows["value"], yerr=whiskers(rows), fmt="-", color=COLOURS[0], linewidth=1.2)
    equals, behind = tied[~tied["is_best"]], rows[~rows["is_tied"]]
    for label, part, fill in (("behind the best", behind, COLOURS[0]), ("not told apart from the best", equals, "white")):
        if len(part):
            axes.plot(part["at"], part["value"], "o", color=COLOURS[0], markerfacecolor=fill, label=label)
    axes.plot([best["at"]], [best["value"]], "D", color=COLOURS[1], markersize=8, label="best")
    whole_ticks(axes.xaxis, rows["at"])
    axes.set_xlabel(parameter)
    axes.set_ylabel(axis_text(measure, 44))
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=4, borderaxespad=0.2)
    axes.grid(True, axis="both")
    return figure


def _banded(axes: Axes, k: int, x: ArrayLike, course: tuple[ArrayLike, ArrayLike, ArrayLike], step: str | None = None, **line: Any) -> None:
    """The line of strategy k with its band. course: value, low, high."""
    value, low, high = course
    axes.fill_between(x, low, high, step=step, color=COLOURS[k], alpha=0.16, linewidth=0)  # type: ignore[arg-type]
    axes.plot(x, value, color=COLOURS[k], marker=MARKERS[k], **line)


def tied_words(tied: Sequence[float]) -> str:
    """`not told apart: 3 to 5`, or that the best stands alone."""
    values = sorted(float(v) for v in tied)
    if len(values) <= 1:
        return "every other value is worse"
    return f"not told apart from it: {general(values[0])} to {general(values[-1])}"


@in_house_style
def convergence(trail: Mapping[str, pd.DataFrame], measure: Measure, caption: str, title: str = "") -> Figure:
    """How the estimate and its interval went while games were played.

    trail: by strategy, columns games, value, low, high with growing games.
    """
    shown, more = few(list(trail))
    first = next((name for name in shown if (trail[name]["high"] > trail[name]["low"]).any()), shown[0])  # a share can be fixed by symmetry
    last = trail[first].iloc[-1]
    half = (last["high"] - last["low"]) / 2
    text = title or f"{first}: {plain(measure.name)} known to ±{number(half, measure.digits)} after {int(last['games']):,} games"
    figure, grid = sheet(text, caption + more, 4.1)
    axes = grid[0, 0]
    labels = short_names(shown, 30)
    for k, name in enumerate(shown):
        rows = trail[name]
        _banded(axes, k, rows["games"], (rows["value"], rows["low"], rows["high"]), label=labels[name], markevery=[-1])
    widest = [frame[["low", "high"]].iloc[len(frame) // 8 :] for frame in trail.values()]
    low, high = min(f["low"].min() for f in widest), max(f["high"].max() for f in widest)
    room = 0.06 * (high - low or 1.0)
    axes.set_ylim(max(low - room, -room) if measure.rate else low - room, min(high + room, 1 + room) if measure.rate else high + room)
    axes.set_xscale("log")
    axes.set_xlabel("games played; band: 95 % interval so far")
    axes.set_ylabel(wrapped(axis_text(measure), 44))
    legend_above(axes, labels.values())
    axes.grid(True, axis="both")
    axes.tick_params(which="minor", length=2)
    axes.xaxis.set_major_formatter(lambda games, _: f"{games:,.0f}")
    axes.xaxis.set_minor_formatter(NullFormatter())
    return figure


@in_house_style
def survival(counts: Mapping[str, np.ndarray], n_deals: int, caption: str, title: str = "") -> Figure:
    """The share still in the game after each round, with bands.

    counts: by strategy, players who left after round 1, 2, …; entry 0: who never left, the last: then or later.
    Bands: 95 % as if each of the n_deals had given one player only, since players of one deal do not leave independently.
    """
    shown, more = few(list(counts))
    lasted = {name: 1 - np.concatenate([[0], np.cumsum(counts[name][1:-1])]) / counts[name].sum() for name in shown}
    first = lasted[shown[0]]
    end = min(len(first) - 1, 1 + max(int(np.searchsorted(-share, -share[-1] - 0.002)) for share in lasted.values()))  # where hardly anybody leaves any more
    half_gone = int(np.argmax(first <= (1 + first[-1]) / 2))
    text = title or f"{shown[0]}: a share of {number(float(first[-1]), 3)} stays to the end; half of the others are out after round {half_gone}"
    figure, grid = sheet(text, f"{caption} Bands: 95 %, as if each deal had one player only.{more}", 4.3)
    axes = grid[0, 0]
    labels, rounds = short_names(shown, 30), np.arange(end + 1)
    for k, (name, share) in enumerate(lasted.items()):
        bounds = np.array([rate_bounds(hits, n_deals) for hits in n_deals * share[: end + 1]])
        stairs = {"drawstyle": "steps-post", "markevery": max(1, end // 10)}
        _banded(axes, k, rounds, (share[: end + 1], bounds[:, 0], bounds[:, 1]), step="post", label=labels[name], **stairs)
    axes.set_ylim(0, 1.02)
    whole_ticks(axes.xaxis, rounds)
    axes.set_xlabel("after round")
    axes.set_ylabel("share of players still in")
    legend_above(axes, labels.values())
    axes.grid(True, axis="both")
    return figure


@in_house_style
def mean_course(
    counts: Mapping[str, np.ndarray], values: tuple[Sequence[float], Sequence[float]], words: tuple[str, str], n_deals: int, caption: str
) -> Figure:
    """The mean of a quantity along another, with bands; steps that fewer than one in 50 of the cases of the first reach are left out.

    counts: by strategy, cases (step, quantity); values: those of both axes; words: what both are called.
    Bands: 95 % as if each of the n_deals had given one case a step only, since cases of one deal are not independent.
    """
    shown, more = few(list(counts))
    quantity = np.asarray(values[1])
    courses = {}
    for name in shown:
        n = counts[name].sum(axis=1)
        kept = counts[name][: int(np.argmin(np.append(n >= max(FEWEST, n[0] / 50), False)))]
        n = kept.sum(axis=1)
        mean = kept @ quantity / n
        spread = np.sqrt(np.maximum(kept @ quantity**2 / n - mean**2, 0.0) / np.minimum(n, n_deals))
        courses[name] = (np.asarray(values[0])[: len(kept)], mean, 1.96 * spread)
    steps, first, _ = courses[shown[0]]
    ends_at = [(number(float(first[k]), 2), number(float(steps[k]), 0)) for k in (0, -1)]
    text = f"{shown[0]}: {words[1]} {ends_at[0][0]} at {words[0]} {ends_at[0][1]}, {ends_at[1][0]} at {ends_at[1][1]}"
    figure, grid = sheet(text, f"{caption} Bands: 95 %, as if each deal had one case only.{more}", 4.3)
    axes = grid[0, 0]
    labels = short_names(shown, 30)
    for k, (name, (at, mean, half)) in enumerate(courses.items()):
        _banded(axes, k, at, (mean, mean - half, mean + half), label=labels[name])
    whole_ticks(axes.xaxis, np.concatenate([at for at, _, _ in courses.values()]))
    axes.set_xlabel(words[0])
    axes.set_ylabel(f"{words[1]} (mean)")
    legend_above(axes, labels.values())
    axes.grid(True, axis="both")
    return figure
