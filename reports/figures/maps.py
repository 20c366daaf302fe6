"""Tables as heat maps: a grid of two parameters, and who gains among whom."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.image import AxesImage
from matplotlib.patches import Rectangle

from reports.figures.paper import COLOURS, MANY, axis_text, few, general, in_house_style, number, plain, sheet, short_names, span, unit_of
from reports.figures.spreads import on_top
from sim.games.layout import Measure

MOST_NUMBERS = 16  # rows or columns up to which the cells hold their numbers


@in_house_style
def sweep_map(points: pd.DataFrame, parameters: tuple[str, str], measure: Measure, caption: str, title: str = "") -> Figure:
    """A measure over two parameters; the best cell marked, and framed the cells not told apart from it.

    points: columns x, y, value, low, high, is_best, is_tied.
    """
    best = points[points["is_best"]].iloc[0]
    at_best = f"{parameters[0]} = {general(best['x'])} with {parameters[1]} = {general(best['y'])}"
    text = title or f"{at_best} is best: {plain(measure.name)} {span(best, measure.digits)}"
    note = f" Framed: not told apart from the best (◆), {int(points['is_tied'].sum())} of {len(points)} cells."
    table = points.pivot(index="y", columns="x", values="value")
    tied = points[points["is_tied"]].pivot(index="y", columns="x", values="value").reindex_like(table).notna().to_numpy()
    figure, grid = sheet(text, caption + note, min(9.0, 2.2 + 0.42 * max(len(table), 4)))
    axes = grid[0, 0]
    image = axes.imshow(table.to_numpy(float), origin="lower", cmap="cividis" if measure.better >= 0 else "cividis_r", aspect="auto")
    _axis_values(axes, table, parameters)
    cells = write_cells(axes, image, table.to_numpy(float), min(measure.digits, 3))
    for i, k in zip(*np.nonzero(tied), strict=True):
        axes.add_patch(Rectangle((k - 0.46, i - 0.46), 0.92, 0.92, fill=False, edgecolor=COLOURS[1], linewidth=1.8))
    at = (list(table.columns).index(best["x"]), list(table.index).index(best["y"]))
    axes.plot([at[0] - 0.33 if cells else at[0]], [at[1] + 0.3 if cells else at[1]], "D", color=COLOURS[1], markersize=5)
    figure.colorbar(image, ax=axes, label=axis_text(measure, 44), pad=0.02).outline.set_visible(False)  # type: ignore[operator]
    return figure


def _axis_values(axes: Axes, table: pd.DataFrame, parameters: tuple[str, str]) -> None:
    for axis, values in ((axes.xaxis, list(table.columns)), (axes.yaxis, list(table.index))):
        every = max(1, len(values) // 12)
        axis.set_ticks(range(0, len(values), every), [general(float(v)) for v in values[::every]])
    axes.set_xlabel(parameters[0])
    axes.set_ylabel(parameters[1])
    axes.grid(False)


def write_cells(axes: Axes, image: AxesImage, values: np.ndarray, digits: int, sign: bool = False) -> bool:
    """Writes each number into its cell when there is room; whether there was."""
    if max(values.shape) > MOST_NUMBERS:
        return False
    size = 8 if max(values.shape) <= 9 else 6
    for i, k in np.ndindex(*values.shape):
        if np.isfinite(values[i, k]):
            fill = tuple(map(float, image.cmap(image.norm(values[i, k]))[:3]))
            axes.annotate(number(float(values[i, k]), digits, sign), (k, i), ha="center", va="center", fontsize=size, color=on_top(*fill))
    return True


def hatch_cell(axes: Axes, i: int, k: int) -> None:
    """Marks a cell as one that says nothing sure."""
    axes.add_patch(Rectangle((k - 0.5, i - 0.5), 1, 1, fill=False, hatch="////", edgecolor="#9AA1AC", linewidth=0))


@in_house_style
def invasion(gains: pd.DataFrame, measure: Measure, caption: str, title: str = "") -> Figure:
    """What one invader gains against a field of another: invader's measure minus that of the field's own kind.

    gains: columns invader, field, value, verdict ("invades", "is kept out" or "open"). Open cells are hatched.
    """
    names, more = few(dict.fromkeys([*gains["invader"], *gains["field"]]), MANY)
    square = gains.set_index(["invader", "field"])
    table = square["value"].unstack().reindex(index=names, columns=names).to_numpy(float)
    is_open = (square["verdict"].unstack().reindex(index=names, columns=names) == "open").to_numpy()
    figure, grid = sheet(title or _safe_words(gains), caption + " Hatched: may be nothing (Holm over all pairs)." + more, *_size(len(names)))
    axes = grid[0, 0]
    reach = float(np.nanmax(np.abs(table))) or 1.0
    image = axes.imshow(table, cmap="RdBu", vmin=-reach, vmax=reach, aspect="auto")
    for i, k in np.argwhere(is_open):
        hatch_cell(axes, i, k)
    write_cells(axes, image, table, min(measure.digits, 3), sign=True)
    upright = {"rotation": 90} if len(names) > 5 else {}
    axes.set_xticks(range(len(names)), list(short_names(names, 18, lines=1 if upright else 2).values()), **upright)
    axes.set_yticks(range(len(names)), list(short_names(names).values()))
    axes.set_xlabel("field: all other seats")
    axes.set_ylabel("invader: one seat")
    axes.grid(False)
    figure.colorbar(image, ax=axes, label=f"{plain(measure.name)}: invader minus field ({unit_of(measure)})", pad=0.02).outline.set_visible(False)  # type: ignore[operator]
    return figure


def _safe_words(gains: pd.DataFrame) -> str:
    """Which fields keep every invader out for sure, as the tournament's finding has it."""
    found = gains.groupby("field")["verdict"].agg(set).to_dict()
    safe = [name for name in dict.fromkeys(gains["invader"]) if found[name] == {"is kept out"}]
    if safe:
        return f"No other strategy can invade {' or '.join(safe[:3])}"
    can_all_be_invaded = all("invades" in verdicts for verdicts in found.values())
    return "Every field can be invaded by another strategy" if can_all_be_invaded else "No field is safe from all others for sure"


def _size(n: int) -> tuple[float, int, int, float]:
    """Height, rows, columns and width of a sheet with n fields."""
    return 2.3 + 0.36 * max(n, 4), 1, 1, max(8.0, 4.2 + 0.34 * n)
