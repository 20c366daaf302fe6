"""Decision charts: what the choices of a decision are worth by situation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from reports.figures.maps import hatch_cell, write_cells
from reports.figures.paper import COLOURS, FEW, GREY, MARKERS, in_house_style, legend_above, number, panels, plain, sheet, short_names, whiskers, wrapped
from reports.figures.spreads import on_top
from sim.experiment.chart_result import in_print
from sim.games.advice import Outcome

MOST_WRITTEN = 24  # columns up to which cells hold their words; rows are always high enough
MOST_PANELS = 6
PALE = 0.3  # of the colour of a best choice that is not told apart


@in_house_style
def decision_map(cells: pd.DataFrame, names: tuple[str, str, str], choices: Sequence[str], outcome: Outcome, caption: str, title: str) -> Figure:
    """The best choice of each situation by its colour and name, and how far it is ahead of the next.

    cells: columns panel ("" or what a panel holds), y, x (categorical, in order), best, ahead, is_told, is_few.
    names: of the axes y and x, and of the decision. choices: those that are best somewhere, in order.
    """
    colours = _colours(choices)
    note = f" Below a choice: how much it is ahead of the next ({outcome.unit}). Pale, ≈: the best are not told apart. Hatched: too few games."
    figure, grid, shown = _panelled(cells, title, caption + note)
    for axes, (name, part) in zip(grid.flat, shown.items(), strict=False):
        _paint(axes, part, colours, outcome.digits)
        _name_axes(axes, part, names[:2], name)
    if 0 < len(choices) <= FEW:
        labels = short_names(choices, 30)
        handles = [Patch(color=colours[choice], label=labels[choice]) for choice in choices]
        first = grid[0, 0]
        place = (0, 1.06 if len(shown) > 1 else 1)
        first.legend(handles=handles, title=plain(names[2]), alignment="left", loc="lower left", bbox_to_anchor=place, ncols=FEW, borderaxespad=0.2)
    return figure


def _colours(choices: Sequence[str]) -> dict[str, tuple[float, float, float]]:
    """A colour for each choice: those of the house while they suffice, then a scale from dark to light."""
    if len(choices) <= FEW:
        return {choice: to_rgb(colour) for choice, colour in zip(choices, COLOURS, strict=False)}
    scale = colormaps["cividis"](np.linspace(0, 1, len(choices)))
    return {choice: tuple(map(float, colour[:3])) for choice, colour in zip(choices, scale, strict=True)}  # type: ignore[misc]


def _panelled(rows: pd.DataFrame, title: str, caption: str) -> tuple[Figure, np.ndarray, dict[str, pd.DataFrame]]:
    """A sheet with a panel for each value of `panel` (the first ones), large enough for the labels of y and x."""
    shown = {str(name): part for name, part in list(rows.groupby("panel", sort=False))[:MOST_PANELS]}
    n_rows, n_columns = panels(len(shown))
    more = f" {MOST_PANELS} of {rows['panel'].nunique()} panels are shown." if rows["panel"].nunique() > MOST_PANELS else ""
    height = 1.7 + n_rows * (0.6 + 0.27 * max(4, rows["y"].nunique()))
    width = max(7.2, 1.2 + n_columns * (0.5 + 0.42 * rows["x"].nunique()))
    figure, grid = sheet(title, caption + more, height, n_rows, n_columns, width)
    for axes in grid.flat[len(shown) :]:
        axes.set_visible(False)
    return figure, grid, shown


def _paint(axes: Axes, cells: pd.DataFrame, colours: Mapping[str, tuple[float, float, float]], digits: int) -> None:
    """Colours and words of one panel."""
    shape = (cells["y"].nunique(), cells["x"].nunique())
    paint = np.zeros((*shape, 4))  # what nobody met stays clear
    is_written, is_named, size = shape[1] <= MOST_WRITTEN, max(map(len, colours), default=0) <= 5, 8 if max(shape) <= 9 else 6
    for cell, i, k in _placed(cells):
        if cell["is_few"]:
            hatch_cell(axes, i, k)
            continue
        strength = 1.0 if cell["is_told"] else PALE
        paint[i, k] = (*(strength * np.array(colours[cell["best"]]) + 1 - strength), 1)
        if is_written:
            ahead = number(cell["ahead"], digits, sign=True) if cell["is_told"] else "≈"
            text = f"{cell['best']}\n{ahead}" if is_named else ahead
            axes.annotate(text, (k, i), ha="center", va="center", fontsize=size, linespacing=0.95, color=on_top(*paint[i, k, :3]))
    axes.imshow(paint, origin="lower", aspect="auto")


def _placed(rows: pd.DataFrame) -> list[tuple[pd.Series, int, int]]:
    """Each row with its place on y and x among the labels that the panel has."""
    y, x = (list(rows[axis].cat.remove_unused_categories().cat.categories) for axis in ("y", "x"))
    return [(row, y.index(row["y"]), x.index(row["x"])) for _, row in rows.iterrows()]


def _name_axes(axes: Axes, rows: pd.DataFrame, names: tuple[str, str], title: str) -> None:
    for axis, column, name in ((axes.yaxis, "y", names[0]), (axes.xaxis, "x", names[1])):
        labels = list(rows[column].cat.remove_unused_categories().cat.categories)
        axis.set_ticks(range(len(labels)), [in_print(label) for label in labels])
        axis.set_label_text(wrapped(plain(name), 44))
    if title:
        axes.set_title(title)
    axes.grid(False)


@in_house_style
def choice_map(rows: pd.DataFrame, names: tuple[str, str], outcome: Outcome, caption: str, title: str) -> Figure:
    """What each choice gains over the answers that were given, by situation.

    rows: columns panel, y (the choice) and x (categorical, in order), gain, gain_low, gain_high.
    """
    note = " ≈: the 95 % interval holds 0. Empty: too few games."
    rows = rows[rows["gain_low"].notna()]
    figure, grid, shown = _panelled(rows, title, caption + note)
    reach = float(np.nanquantile(rows["gain"].abs(), 0.98)) or 1.0
    image = None
    for axes, (name, part) in zip(grid.flat, shown.items(), strict=False):
        values = np.full((part["y"].nunique(), part["x"].nunique()), np.nan)
        is_sure = np.zeros(values.shape, bool)
        for row, i, k in _placed(part):
            values[i, k], is_sure[i, k] = row["gain"], row["gain_low"] > 0 or row["gain_high"] < 0
        image = axes.imshow(values, origin="lower", cmap="RdBu", vmin=-reach, vmax=reach, aspect="auto")
        write_cells(axes, image, np.where(is_sure, values, np.nan), min(outcome.digits, 1), sign=True)
        for i, k in np.argwhere(~is_sure & np.isfinite(values)):
            axes.annotate("≈", (k, i), ha="center", va="center", fontsize=6, color=on_top(*image.cmap(image.norm(values[i, k]))[:3]))
        _name_axes(axes, part, names, name)
    text = wrapped(f"gain over the answers given ({outcome.unit})", 26)
    if image is not None:
        figure.colorbar(image, ax=list(grid[:, -1]), label=text, pad=0.02).outline.set_visible(False)  # type: ignore[operator]
    return figure


@in_house_style
def choice_courses(rows: pd.DataFrame, names: tuple[str, str], choices: Sequence[str], outcome: Outcome, caption: str, title: str) -> Figure:
    """What each choice is worth along one axis, with intervals; hollow where it is not told apart from the best (nor the best from it).

    rows: columns x (categorical, in order), choice, value, low, high, is_told. names: of the axis and of the decision.
    choices: those that are shown, at most FEW.
    """
    figure, grid = sheet(title, f"{caption} Hollow: the best and others, where they are not told apart.", 4.3)
    axes = grid[0, 0]
    labels = short_names(choices, 30)
    for k, choice in enumerate(choices):
        mine = rows[rows["choice"] == choice]
        x = mine["x"].cat.codes.to_numpy() + 0.1 * (k - (len(choices) - 1) / 2)
        look = {"color": COLOURS[k], "markeredgecolor": COLOURS[k]}
        axes.errorbar(x, mine["value"], yerr=whiskers(mine), fmt=f"{MARKERS[k]}-", linewidth=1, markerfacecolor="white", label=labels[choice], **look)
        told = mine["is_told"].to_numpy(bool)
        axes.plot(x[told], mine["value"][told], MARKERS[k], label=f"_told {choice}", zorder=3, **look)
    if rows["low"].min() < 0 < rows["high"].max():
        axes.axhline(0, color=GREY, linewidth=0.8, zorder=0.9)
    ticks = list(rows["x"].cat.categories)
    every = max(1, len(ticks) // 16)
    axes.set_xticks(range(0, len(ticks), every), [in_print(tick) for tick in ticks[::every]])
    axes.set_xlabel(plain(names[0]))
    axes.set_ylabel(f"{outcome.help} ({outcome.unit})")
    legend_above(axes, labels.values(), plain(names[1]))
    axes.grid(True, axis="y")
    axes.grid(False, axis="x")
    return figure
