"""How strong strategies are: means with intervals, paired differences, ranks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from reports.figures.paper import (
    COLOURS,
    GREY,
    INK,
    MANY,
    PAPER,
    axis_text,
    few,
    height_of,
    in_house_style,
    list_rows,
    number,
    plain,
    sheet,
    short_names,
    span,
    unit_of,
    whiskers,
    whole_ticks,
    wrapped,
)
from sim.experiment.estimates import p_words
from sim.games.layout import Measure


@in_house_style
def strengths(table: pd.DataFrame, measures: Sequence[Measure], caption: str, title: str = "") -> Figure:
    """One line a strategy, one panel a measure: mean with its interval, best strategy by the first measure on top.

    table: tidy rows of the strategies; those without a group are used.
    """
    overall = table[table["group"] == ""]
    shown = [m for m in measures if (overall["measure"] == m.name).any()]
    first = overall[overall["measure"] == shown[0].name].set_index("strategy").sort_values("value", ascending=shown[0].better < 0, kind="stable")
    names, more = few(first.index, MANY)
    labels = short_names(names)
    two_lines = any("\n" in label for label in labels.values())
    figure, grid = sheet(title or leading(first, shown[0]), caption + more, height_of(len(labels), two_lines=two_lines), columns=len(shown), sharey=True)
    for k, (axes, measure) in enumerate(zip(grid[0], shown, strict=True)):
        rows = overall[overall["measure"] == measure.name].set_index("strategy").reindex(names)
        axes.errorbar(rows["value"], range(len(rows)), xerr=whiskers(rows), fmt="o", markersize=4.5, color=COLOURS[k], label="mean and 95 % interval")
        for at, (_, row) in enumerate(rows.iterrows()):
            _write(axes, row["value"], at, _plus_minus(row, measure.digits))
        axes.set_title(plain(measure.name))
        axes.set_xlabel(axis_text(measure, 76 // len(shown)))
        axes.margins(x=0.22)
        list_rows(axes, list(labels.values()))
    return figure


def _plus_minus(row: pd.Series, digits: int) -> str:
    half = (row["high"] - row["low"]) / 2
    return number(row["value"], digits) + (f" ±{number(half, digits)}" if np.isfinite(half) else "")


def _write(axes: Axes, x: float, y: float, text: str, colour: str = INK) -> None:
    """A small text just above a point."""
    box = {"facecolor": PAPER, "edgecolor": "none", "pad": 0.6}
    axes.annotate(text, (x, y), (0, 5), textcoords="offset points", ha="center", va="bottom", fontsize=7.5, color=colour, bbox=box, zorder=2)


def leading(ranked: pd.DataFrame, measure: Measure) -> str:
    """The best strategy's mean and the next one's. ranked: rows by strategy, the best first."""
    best = ranked.iloc[0]
    is_sure = best["low"] == best["high"]  # the field itself: everybody has the fair share
    text = f"{ranked.index[0]}: {plain(measure.name)} {number(best['value'], measure.digits) if is_sure else span(best, measure.digits)}"
    return text if len(ranked) == 1 else f"{text}, next {ranked.index[1]} {number(ranked['value'].iloc[1], measure.digits)}"


@in_house_style
def forest(differences: pd.DataFrame, measures: Sequence[Measure], caption: str, title: str = "") -> Figure:
    """Paired differences, one line a pair, one panel a measure, with the line of no difference.

    differences: columns measure, pair, value, low, high, and p_holm, differ where the pairs were judged.
    """
    shown = [m for m in measures if (differences["measure"] == m.name).any()]
    first = differences[differences["measure"] == shown[0].name].set_index("pair").sort_values("value", ascending=shown[0].better < 0, kind="stable")
    names, more = few(first.index, MANY)
    labels = short_names(names, width=30)
    two_lines = any("\n" in label for label in labels.values())
    figure, grid = sheet(title or largest(first, shown[0]), caption + more, height_of(len(labels), 1.7, 0.42, two_lines), columns=len(shown), sharey=True)
    for axes, measure in zip(grid[0], shown, strict=True):
        rows = differences[differences["measure"] == measure.name].set_index("pair").reindex(names)
        _forest_panel(axes, rows, measure, 76 // len(shown))
        list_rows(axes, list(labels.values()))
        axes.axvline(0, color=INK, linewidth=1, zorder=0.9)
    return figure


def _forest_panel(axes: Axes, rows: pd.DataFrame, measure: Measure, width: int) -> None:
    differ = rows["differ"].fillna(False).to_numpy(bool) if "differ" in rows else (rows["low"] > 0) | (rows["high"] < 0)
    for k, (_, row) in enumerate(rows.iterrows()):
        told = bool(differ[k]) if isinstance(differ, np.ndarray) else bool(differ.iloc[k])
        colour = COLOURS[0] if told else GREY
        axes.errorbar([row["value"]], [k], xerr=whiskers(rows.iloc[[k]]), fmt="o", color=colour, markerfacecolor=colour if told else "none")
        _write(axes, row["value"], k, _beside(row, measure), INK if told else GREY)
    axes.set_title(plain(measure.name))
    axes.set_xlabel(wrapped(f"difference of {plain(measure.name)} ({unit_of(measure)}){_direction(measure)}", width))
    low, high = min(0.0, float(rows["low"].min())), max(0.0, float(rows["high"].max()))
    axes.set_xlim(low - 0.28 * (high - low or 1), high + 0.28 * (high - low or 1))


def _direction(measure: Measure) -> str:
    return {1: "; right: the first one is better", -1: "; left: the first one is better", 0: ""}[measure.better]


def _beside(row: pd.Series, measure: Measure) -> str:
    text = number(row["value"], measure.digits, sign=True)
    p = row.get("p_holm")
    if p is None or p != p:
        return text
    return f"{text}, p {p_words(p)}"


def largest(ranked: pd.DataFrame, measure: Measure) -> str:
    """The difference that stands out most. ranked: rows by pair."""
    row = ranked.iloc[int(np.argmax(ranked["value"].abs()))]
    return f"{row.name}: {span(row, measure.digits, sign=True)} {plain(measure.name)}"


@in_house_style
def rank_intervals(ranks: pd.DataFrame, caption: str, title: str = "") -> Figure:
    """The place of each strategy with its interval. ranks: columns strategy, rank, rank_low, rank_high (1 is best)."""
    rows = ranks.sort_values(["rank", "rank_low", "rank_high"], kind="stable").reset_index(drop=True)
    names, more = few(rows["strategy"], MANY)
    labels = list(short_names(names).values())
    best = rows["strategy"][rows["rank_low"] == 1].tolist()
    if len(best) == 1:
        said = f"{best[0]} is first: no other strategy's interval reaches the first place"
    else:
        said = f"{len(best)} of {len(rows)} strategies may be the best: {', '.join(best[:4])}"
    figure, grid = sheet(title or said + (" …" if len(best) > 4 else ""), caption + more, height_of(len(names), two_lines=any("\n" in x for x in labels)))
    axes, rows = grid[0, 0], rows.head(MANY)
    for k, row in rows.iterrows():
        axes.plot([row["rank_low"], row["rank_high"]], [k, k], color=COLOURS[0], linewidth=5, alpha=0.35, solid_capstyle="round")
    axes.plot(rows["rank"], range(len(rows)), "o", color=COLOURS[0], label="place")
    axes.set_xlim(0.5, float(rows["rank_high"].max()) + 0.5)
    whole_ticks(axes.xaxis, rows["rank_low"])
    axes.set_xlabel("place, 1 is best; bar: 95 % interval of the place")
    list_rows(axes, labels)
    return figure


def as_differences(verdicts: Sequence[Mapping[str, Any]], better: int = 1) -> pd.DataFrame:
    """The verdicts of a comparison as `forest` wants them; the better one of a pair (by the first measure) comes first.

    better: +1 if more of the first measure is better, -1 if less is.
    """
    rows = []
    turned: dict[tuple[str, str], bool] = {}
    for v in verdicts:
        turn = turned.setdefault((v["a"], v["b"]), v["difference"] * better < 0)
        first, second, low, high = (v["a"], v["b"], -v["high"], -v["low"]) if turn else (v["b"], v["a"], v["low"], v["high"])
        rows.append({**v, "pair": f"{first} − {second}", "value": -v["difference"] if turn else v["difference"], "low": low, "high": high})
    return pd.DataFrame(rows)
