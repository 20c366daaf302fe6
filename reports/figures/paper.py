"""The paper that all figures are drawn on: house style, title and caption, colours, and names that fit."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import wraps
from pathlib import Path
from typing import ParamSpec, TypeVar

import numpy as np
import pandas as pd
from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from sim.games.layout import Measure

HOUSE = Path(__file__).parent.parent / "house.mplstyle"
INK, GREY, PAPER = "#1F2328", "#6B7280", "#FFFFFF"
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
MARKERS = ("o", "s", "^", "D", "v", "P")
FEW = len(COLOURS)  # strategies that can be told apart in one panel
MANY = 40  # lines of a list
FEWEST = 20  # cases below which a group is not drawn
WIDTH = 7.2  # inches

P = ParamSpec("P")
R = TypeVar("R")


def in_house_style(draw: Callable[P, R]) -> Callable[P, R]:
    """Draws in the house style, whatever the user's own matplotlib settings are."""

    @wraps(draw)
    def drawn(*args: P.args, **kwargs: P.kwargs) -> R:
        with style.context(["default", HOUSE]):
            return draw(*args, **kwargs)

    return drawn


def sheet(title: str, caption: str, height: float, rows: int = 1, columns: int = 1, width: float = WIDTH, **grid: object) -> tuple[Figure, np.ndarray]:
    """A figure with its title (the finding) and caption (n, seed, rules), and its (rows, columns) axes."""
    figure = Figure(figsize=(width, height))
    figure.suptitle(balanced(with_minus(title), int(width * 9.6)), x=0.012, ha="left")
    figure.supxlabel(wrapped(caption, int(width * 16.5)), x=0.012, ha="left", color=GREY, linespacing=1.35)
    return figure, figure.subplots(rows, columns, squeeze=False, **grid)  # type: ignore[call-overload]


def with_minus(text: str) -> str:
    """The text with the minus of the axes before its numbers (those of strategy words stay as they are typed).

    >>> with_minus("pushes by -0.2 (-0.3 to -0.1): greedy:call_at=-2")
    'pushes by −0.2 (−0.3 to −0.1): greedy:call_at=-2'
    """
    return re.sub(r"(?<=[ (])-(?=[.\d])", "−", text)


def wrapped(text: str, width: int) -> str:
    """The text in lines of at most `width` characters; `95 %`, `n = 7` and `0.1 to 0.2` stay together."""
    together = re.sub(r"(?<=\w) = (?=\S)|(?<=\d) %|(?<=\d) to (?=\S?\d)", lambda found: found[0].replace(" ", "\u00a0"), " ".join(text.split()))
    return textwrap.fill(together, width)


def balanced(text: str, width: int) -> str:
    """The text in as few lines of at most `width` characters as it needs, about equally long.

    >>> balanced("sharp does best, ahead of steady", 30)
    'sharp does best,\\nahead of steady'
    """
    n_lines = wrapped(text, width).count("\n") + 1
    return next(lines for w in range(max(1, len(text) // n_lines), width + 1) if (lines := wrapped(text, w)).count("\n") < n_lines or w == width)


def short_names(names: Iterable[str], width: int = 26, lines: int = 2) -> dict[str, str]:
    """A label for each name that fits: folders dropped, wrapped into lines, the rest cut; all labels differ.

    >>> short_names(["some/folder/mine.py:hope=0.25", "linear:shade=0.8,wizard=0.75,jester=0.5"], width=20)
    {'some/folder/mine.py:hope=0.25': 'mine.py:hope=0.25', 'linear:shade=0.8,wizard=0.75,jester=0.5': 'linear:shade=0.8,\\nwizard=0.75,…'}
    """
    labels: dict[str, str] = {}
    for name in names:
        label = _short(name, width, lines)
        taken, k = set(labels.values()), 2
        while label in taken:
            label, k = f"{_short(name, width - 4, lines)} ({k})", k + 1
        labels[name] = label
    return labels


def _short(name: str, width: int, lines: int) -> str:
    text = "".join(letter if letter.isprintable() else "?" for letter in name) or "?"
    text = re.sub(r"[^,=*]*/(?=[^/]*\.py)", "", text)
    if len(text) <= width:
        return _shown(text)
    halves = [f"{half} −" for half in text.split(" − ")[:-1]] + text.split(" − ")[-1:]
    if 1 < len(halves) <= lines and all(len(half) <= width for half in halves):
        return _shown("\n".join(halves))
    parts, room = [""], width
    for piece in _pieces(text):
        if len(parts[-1]) + len(piece) > room and parts[-1]:
            parts.append("")
        parts[-1] += piece
    kept = [part if len(part) <= room else part[: room - 1] + "…" for part in parts[:lines]]
    if len(parts) > lines:
        kept[-1] = kept[-1][: room - 1].rstrip("…") + "…"
    return _shown("\n".join(kept))


def _pieces(text: str) -> list[str]:
    """The text cut behind the signs between which a strategy word may be wrapped."""
    pieces = [""]
    for letter in text:
        pieces[-1] += letter
        if letter in ",: -":
            pieces.append("")
    return [piece for piece in pieces if piece]


def _shown(text: str) -> str:
    """matplotlib hides legend entries that begin with an underscore; this one does not."""
    return " " + text if text.startswith("_") else text


def few(names: Iterable[str], most: int = FEW) -> tuple[list[str], str]:
    """The first names that fit into a panel (or a list: MANY), and what the caption says about the others."""
    names = list(names)
    left = len(names) - most
    return names[:most], f" {most} of {len(names)} are shown." if left > 0 else ""


def axis_text(measure: Measure, width: int = 38) -> str:
    """What an axis says about a measure: the first part of its help, and the unit unless it is a share."""
    words = measure.help.split(";")[0].split(" (")[0].split(" with this")[0].strip()
    return wrapped(words if measure.rate or "share of" in words else f"{words} ({measure.unit})", width)


def unit_of(measure: Measure) -> str:
    """What a difference of the measure is counted in: `points`, or `share of games`."""
    return f"share of {measure.unit}" if measure.rate else measure.unit


def plain(name: str) -> str:
    """The name of a measure or group in words."""
    return name.replace("_", " ")


def number(value: float, digits: int, sign: bool = False) -> str:
    """A number as tables show it, with a true minus."""
    return (f"{value:+.{digits}f}" if sign else f"{value:.{digits}f}").replace("-", "−")


def general(value: float) -> str:
    """A parameter's value as it is typed, with a true minus."""
    return f"{value:g}".replace("-", "−")


def span(row: pd.Series, digits: int, sign: bool = False) -> str:
    """`0.412 (0.405 to 0.419)`."""
    return f"{number(row['value'], digits, sign)} ({number(row['low'], digits, sign)} to {number(row['high'], digits, sign)})"


def whiskers(frame: pd.DataFrame) -> np.ndarray:
    """(2, rows): how far an interval reaches below and above its value; 0 where it is unknown."""
    value = frame["value"].to_numpy(float)
    reach = np.array([value - frame["low"].to_numpy(float), frame["high"].to_numpy(float) - value])
    return np.nan_to_num(np.maximum(reach, 0.0), nan=0.0, posinf=0.0)


def panels(n: int) -> tuple[int, int]:
    """Rows and columns in which n panels stand."""
    columns = n if n <= 3 else 2 if n == 4 else 3
    return -(-n // columns), columns


def name_axes(grid: np.ndarray, n: int, x_name: str, y_name: str) -> None:
    """Hides the panels behind the n-th and names the outer axes of the others, which share their scales."""
    for k, axes in enumerate(grid.flat):
        axes.set_visible(k < n)
        if k < n <= k + grid.shape[1]:  # nothing stands below it
            axes.tick_params(labelbottom=True)
            axes.set_xlabel(x_name)
    for axes in grid[:, 0]:
        axes.set_ylabel(y_name)


def legend_above(axes: Axes, labels: Collection[str], heading: str | None = None) -> None:
    """A legend above the panel, in as many columns as fit."""
    longest = max(len(line) for label in labels for line in label.split("\n"))
    columns = max(1, 96 // (longest + 9))
    axes.legend(title=heading, alignment="left", loc="lower left", bbox_to_anchor=(0, 1), ncols=columns, borderaxespad=0.2)


def whole_ticks(axis: Axis, values: Iterable[float]) -> None:
    """Ticks at whole numbers only, if the values along the axis are whole; four at least where there are so many."""
    found = [float(value) for value in values]
    if all(value.is_integer() for value in found):
        least = min(4, int(max(found) - min(found)) + 1)
        axis.set_major_locator(MaxNLocator("auto", integer=True, steps=[1, 2, 5, 10], min_n_ticks=least))


def list_rows(axes: Axes, labels: Sequence[str]) -> None:
    """The y axis lists labels from top to bottom at 0, 1, 2, …"""
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)


def height_of(n_rows: int, base: float = 1.5, each: float = 0.34, two_lines: bool = False) -> float:
    """Inches that a list of so many rows needs."""
    return base + (each + 0.1 * two_lines) * max(n_rows, 2)
