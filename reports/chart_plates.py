"""Which figures a chart deserves: by its axes, and whether its choices stand at each question."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from reports.views import chart_caption
from sim.experiment.chart_result import Cell, ChartResult
from sim.games.advice import Axis

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

MOST_COURSES = 6  # choices along one axis that are drawn as lines


def draw_chart(found: ChartResult) -> Iterator[tuple[str, str, Figure]]:
    """(name, what is drawn, figure), one after the other; nothing of axes that are more than paper has."""
    if len(found.axes) > 3:
        return
    if not found.plan.has_all:
        yield "gains", "What each choice gains over the answers given, by situation", _draw_gains(found)
    elif len(found.axes) == 1:
        yield "choices", "What each choice is worth along one axis, with 95 % intervals", _draw_courses(found)
    else:
        yield "best", "The best choice of each situation, and how far it is ahead of the next", _draw_best(found)


def _laid_out(found: ChartResult, rows: list[dict], axes: dict[str, int]) -> pd.DataFrame:
    """Rows with a `situation`, and the labels of these axes, in order; what is left of the situation tells panels apart."""
    import pandas as pd

    frame = pd.DataFrame(rows)
    for column, at in axes.items():
        met = {row["situation"][at] for row in rows}
        frame[column] = pd.Categorical([row["situation"][at] for row in rows], [label for label in found.labels(at) if label in met], ordered=True)
    rest = [k for k in range(len(found.axes)) if k not in axes.values()]
    frame["panel"] = [", ".join(f"{found.axes[k].name} {situation[k]}" for k in rest) for situation in frame["situation"]]
    return frame


def _axis_words(axis: Axis) -> str:
    """The axis as findings name it, and the first part of what it is."""
    return f"{axis.name}: {re.split('[:;]', axis.help)[0]}"


def _told(cell: Cell) -> dict:
    """What a map says of a situation."""
    ahead = -cell.next.behind if cell.next else 0.0
    return {"situation": cell.situation, "best": cell.best.choice, "ahead": ahead, "is_told": bool(cell.verdict), "is_few": cell.is_few}


def _draw_best(found: ChartResult) -> Figure:
    """The map of best choices over the last two axes; labels for which nothing is known are left out."""
    from reports.figures import decision_map

    x, y = len(found.axes) - 2, len(found.axes) - 1
    known = [{cell.situation[at] for cell in found.known} for at in (x, y)]
    shown = [cell for cell in found.cells if cell.situation[x] in known[0] and cell.situation[y] in known[1]]
    cells = _laid_out(found, [_told(cell) for cell in shown or found.cells], {"y": y, "x": x})
    names = (_axis_words(found.axes[y]), _axis_words(found.axes[x]), found.request["decision"])
    return decision_map(cells, names, found.winners, found.outcome, chart_caption(found), found.finding)


def _draw_gains(found: ChartResult) -> Figure:
    """The map of choices over the last axis."""
    import pandas as pd

    from reports.figures import choice_map

    last = len(found.axes) - 1
    rows = _laid_out(found, [vars(row) for row in found.rows], {"x": last})
    rows["y"] = pd.Categorical(rows["choice"], found.choices, ordered=True)
    return choice_map(rows, (found.request["decision"], _axis_words(found.axes[last])), found.outcome, chart_caption(found), found.finding)


def _draw_courses(found: ChartResult) -> Figure:
    """The choices along the only axis: those that are best somewhere first."""
    from reports.figures import choice_courses

    unsure = {(cell.situation, choice) for cell in found.known if cell.equals for choice in (cell.best.choice, *cell.equals)}
    rows = [vars(row) | {"is_told": (row.situation, row.choice) not in unsure} for row in found.rows if not row.is_few]
    frame = _laid_out(found, rows, {"x": 0})
    shown = sorted(found.choices, key=lambda choice: choice not in found.winners)[:MOST_COURSES]
    names = (_axis_words(found.axes[0]), found.request["decision"])
    return choice_courses(frame, names, sorted(shown, key=found.plan.order), found.outcome, chart_caption(found), found.finding)
