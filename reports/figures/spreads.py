"""How outcomes are spread: distributions, heat maps of two counts, guess against truth, shares of outcomes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from reports.figures.paper import (
    COLOURS,
    FEWEST,
    GREY,
    INK,
    MANY,
    few,
    height_of,
    in_house_style,
    list_rows,
    name_axes,
    number,
    panels,
    plain,
    sheet,
    short_names,
    whole_ticks,
)

N_BINS = 70
PANELS = 6
PANEL_LETTERS = {1: 70, 2: 34, 3: 21}  # of a panel's title, by the number of columns
PANEL_HEIGHTS = {1: 4.0, 2: 3.0, 3: 2.4}  # inches, by the number of columns
BAR_ENDS = (0.1, 0.9)  # the middle 80 %


@dataclass(frozen=True)
class Line:
    """A value that matters on an axis, with its name."""

    at: float
    name: str


@in_house_style
def distribution(counts: Mapping[str, np.ndarray], values: Sequence[float], quantity: str, caption: str, lines: Sequence[Line] = (), title: str = "") -> Figure:
    """One ridge a strategy: how often each value came about, its median and middle 80 %, and lines that matter.

    counts: by strategy, one whole number for each of `values` (ascending, evenly spaced).
    """
    at = np.array(values, float)
    names, more = few(counts, MANY)
    counts = {name: counts[name] for name in names}
    labels, first = short_names(names), names[0]
    tenth, median, last_tenth = (number(quantile(counts[first], at, share), 0) for share in (BAR_ENDS[0], 0.5, BAR_ENDS[1]))
    what = quantity.partition(" (")[0].partition(";")[0].partition(",")[0]
    text = title or f"{first}, {what}: median {median}, the middle 80 % from {tenth} to {last_tenth}"
    note = " Dot and bar: median and middle 80 %."
    figure, grid = sheet(text, caption + note + more, height_of(len(counts), 1.6, 0.62 if len(counts) < 8 else 0.42))
    axes = grid[0, 0]
    low = min(quantile(c, at, 0.001) for c in counts.values())
    high = max(quantile(c, at, 0.999) for c in counts.values())
    edges = bin_edges(at, min([low, *(line.at for line in lines)]), max([high, *(line.at for line in lines)]))
    for k, row in enumerate(counts.values()):
        _ridge(axes, k, row, at, edges)
    for line in lines:
        axes.axvline(line.at, color=COLOURS[1], linewidth=1.2, linestyle=(0, (4, 3)))
        above = {"xycoords": ("data", "axes fraction"), "textcoords": "offset points", "va": "bottom"}
        axes.annotate(line.name, (line.at, 1), (-2, 1), fontsize=8, color=COLOURS[1], **above)
    list_rows(axes, list(labels.values()))
    axes.set_ylim(len(counts) - 0.65, -0.95)
    whole_ticks(axes.xaxis, at)
    axes.set_xlabel(quantity)
    return figure


def bin_edges(at: np.ndarray, low: float, high: float) -> np.ndarray:
    """Edges of equally wide bins over low..high, each with the same number of the possible values."""
    step = float(at[1] - at[0]) if len(at) > 1 else 1.0
    width = step * max(1, ceil((high - low + step) / step / N_BINS))
    return np.arange(low - step / 2, high + width + step / 2, width)


def quantile(counts: np.ndarray, values: np.ndarray, share: float) -> float:
    """The lowest value that at least this share of the counts does not exceed; nan when nothing was counted."""
    total = counts.sum()
    return float(values[np.searchsorted(np.cumsum(counts), share * total)]) if total else float("nan")


def _ridge(axes: Axes, k: int, counts: np.ndarray, values: np.ndarray, edges: np.ndarray) -> None:
    """Draws one distribution with its base at y = k."""
    heights, _ = np.histogram(values, edges, weights=counts)
    if heights.max(initial=0) <= 0:
        return
    tops = k + 0.25 - 0.95 * heights / heights.max()
    axes.stairs(tops, edges, baseline=k + 0.25, fill=True, color=COLOURS[0], alpha=0.35)
    axes.stairs(tops, edges, baseline=k + 0.25, color=COLOURS[0], linewidth=0.9)
    low, high = (quantile(counts, values, share) for share in BAR_ENDS)
    axes.plot([low, high], [k + 0.25, k + 0.25], color=INK, linewidth=2, solid_capstyle="butt")
    axes.plot([quantile(counts, values, 0.5)], [k + 0.25], "o", color=INK)


@in_house_style
def joint(counts: Mapping[str, np.ndarray], values: Sequence[float], names: tuple[str, str], caption: str, title: str = "") -> Figure:
    """Heat maps of two counts against each other, one panel a strategy, the diagonal drawn: where both agree.

    counts: by strategy, (first, second) whole numbers, both axes with the same `values`. Shown up to where 99.9 % lie.
    """
    shown, more = few(list(counts), PANELS)
    end = max(_last_seen(counts[name]) for name in shown)
    n_rows, columns = panels(len(shown))
    first = shown[0]
    met = np.trace(counts[first]) / max(counts[first].sum(), 1)
    text = title or f"{first}: {names[0]} and {names[1]} agree in {number(met, 3)} of all cases"
    figure, grid = sheet(text, caption + more, 1.3 + PANEL_HEIGHTS[columns] * n_rows, n_rows, columns, sharex=True, sharey=True)
    labels = short_names(shown, PANEL_LETTERS[columns])
    shares = {name: counts[name][:end, :end] / max(counts[name].sum(), 1) for name in shown}
    top = max(share.max() for share in shares.values())
    image = None
    for axes, name in zip(grid.flat, shown, strict=False):
        at = (values[0] - 0.5, values[end - 1] + 0.5)
        image = axes.imshow(shares[name].T, origin="lower", extent=(*at, *at), vmin=0, vmax=top, aspect="auto")
        axes.plot(at, at, color=COLOURS[1], linewidth=0.9)
        axes.set_title(labels[name])
        axes.grid(False)
        whole_ticks(axes.xaxis, values)
        whole_ticks(axes.yaxis, values)
    name_axes(grid, len(shown), *names)
    assert image is not None
    figure.colorbar(image, ax=grid.ravel().tolist(), label="share of all cases", shrink=0.85, pad=0.02).outline.set_visible(False)  # type: ignore[operator]
    return figure


def _last_seen(counts: np.ndarray) -> int:
    """Entries from the start that hold 99.9 % of the counts along both axes."""
    ends = [int(np.searchsorted(np.cumsum(counts.sum(axis)), 0.999 * counts.sum())) for axis in (0, 1)]
    return max(ends) + 1


@in_house_style
def calibration(counts: Mapping[str, np.ndarray], values: Sequence[float], names: tuple[str, str], caption: str, title: str = "") -> Figure:
    """What came true for each guess: median and middle 80 % of the truth, dots as large as the guess is frequent.

    counts: by strategy, (guess, truth) whole numbers, both axes with the same `values`. Guesses made in fewer than
    FEWEST or one of 2000 cases are left out. The bars are the spread of single cases, not the doubt about a mean.
    """
    shown, more = few(list(counts), PANELS)
    at = np.array(values, float)
    n_rows, columns = panels(len(shown))
    first = shown[0]
    means = mean_truth(counts[first], at)
    off = float(np.average(means["guess"] - means["truth"], weights=means["n"])) if len(means) else float("nan")
    text = title or f"{first}: its {names[0]} is {_off_words(off)} on average"
    note = f" Dot: mean {names[1]}, as large as the {names[0]} is frequent; bar: middle 80 % of single cases; line: guess met.{more}"
    figure, grid = sheet(text, caption + note, 1.4 + PANEL_HEIGHTS[columns] * n_rows, n_rows, columns, sharex=True, sharey=True)
    labels = short_names(shown, PANEL_LETTERS[columns])
    for axes, name in zip(grid.flat, shown, strict=False):
        _calibration_panel(axes, mean_truth(counts[name], at))
        whole_ticks(axes.xaxis, at)
        whole_ticks(axes.yaxis, at)
        axes.set_title(labels[name])
    name_axes(grid, len(shown), *names)
    return figure


def _off_words(off: float) -> str:
    """How far a guess is off, in words."""
    if abs(off) < 0.005:
        return "right"
    return f"{number(abs(off), 2)} too {'high' if off > 0 else 'low'}"


def _calibration_panel(axes: Axes, means: pd.DataFrame) -> None:
    axes.axline((0, 0), slope=1, color=GREY, linewidth=1)
    axes.vlines(means["guess"], means["low"], means["high"], color=COLOURS[0], alpha=0.4, linewidth=3)
    axes.scatter(means["guess"], means["truth"], s=12 + 90 * means["n"] / means["n"].max(), color=COLOURS[0], zorder=3)
    axes.grid(True, axis="both")


def mean_truth(counts: np.ndarray, values: np.ndarray) -> pd.DataFrame:
    """By guess: mean truth, its 10 % and 90 % quantiles (`low`, `high`) and how often the guess was made."""
    rows = []
    for guess, row in zip(values, counts, strict=True):
        if row.sum() >= max(FEWEST, counts.sum() / 2000):
            low, high = (quantile(row, values, share) for share in BAR_ENDS)
            rows.append({"guess": guess, "truth": float(row @ values / row.sum()), "low": low, "high": high, "n": int(row.sum())})
    return pd.DataFrame(rows, columns=["guess", "truth", "low", "high", "n"])


@in_house_style
def outcome_shares(shares: pd.DataFrame, outcomes: Sequence[str], caption: str, title: str = "") -> Figure:
    """One bar a strategy, cut by how its games ended; each part with its share and the half width of its interval.

    shares: columns strategy, outcome, value, low, high; `outcomes` in their order.
    """
    names, more = few(dict.fromkeys(shares["strategy"]), MANY)
    labels = list(short_names(names).values())
    first = shares[shares["strategy"] == names[0]]
    most = first.iloc[int(np.argmax(first["value"]))]
    text = title or f"{names[0]}: {plain(most['outcome'])} in {number(most['value'], 3)} of all cases, more often than anything else"
    figure, grid = sheet(text, caption + " ± is the half width of a 95 % interval." + more, height_of(len(names), 1.75, 0.5))
    axes = grid[0, 0]
    left = np.zeros(len(names))
    fills = part_colours(len(outcomes))
    for outcome, fill in zip(outcomes, fills, strict=True):
        rows = shares[shares["outcome"] == outcome].set_index("strategy").reindex(names)
        widths = rows["value"].fillna(0.0).to_numpy()
        axes.barh(range(len(names)), widths, left=left, height=0.72, color=fill, edgecolor="white", linewidth=1, label=plain(outcome))
        for k, (_, row) in enumerate(rows.iterrows()):
            if widths[k] >= 0.07:
                words = f"{number(row['value'], 3)}\n±{number((row['high'] - row['low']) / 2, 3)}"
                axes.annotate(words, (left[k] + widths[k] / 2, k), ha="center", va="center", fontsize=7, color=on_top(*fill))
        left += widths
    list_rows(axes, labels)
    axes.grid(False)
    axes.set_xlim(0, max(1.0, float(left.max())))
    axes.set_xlabel("share of games")
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=min(5, len(outcomes)), borderaxespad=0.2, handlelength=1)
    return figure


def part_colours(n: int) -> list[tuple[float, float, float]]:
    """So many colours from dark to light that stay apart in print and for the colour-blind."""
    from matplotlib import colormaps

    return [colormaps["cividis"](0.05 + 0.9 * k / max(n - 1, 1))[:3] for k in range(n)]


def on_top(red: float, green: float, blue: float) -> str:
    """Black or (nearly) white, whichever reads better on a colour; neither is turned round on dark pages."""
    return "black" if 0.299 * red + 0.587 * green + 0.114 * blue > 0.55 else "#FEFEFE"
