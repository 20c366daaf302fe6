"""What figures, pages and answers read off a result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sim.experiment.results import Result

if TYPE_CHECKING:
    import pandas as pd

    from sim.experiment.chart_result import ChartResult


def best_first(result: Result) -> list[str]:
    """The strategies that a result is about, by the first headline measure; a tournament's by rank."""
    if result.manifest.get("tournament"):
        return [entry["strategy"] for entry in result.manifest["tournament"]["ranking"]]
    measure = result.plan.rules.headline[0]
    values = {entrant: result.estimate(entrant, measure.name).value for entrant in result.entrants}
    return sorted(values, key=lambda entrant: -values[entrant] * (measure.better or 1))


def caption(result: Result, has_intervals: bool = True) -> str:
    """n, seed, who sits where, rules: what a figure must not be separated from; has_intervals: whether it draws any."""
    request, game = result.manifest["request"], result.plan.rules.game
    asked = request.get("lineup") or ""
    seats = f"each alone in a field of {request['field']}" if request.get("field") else f"line-up {asked}" if asked else f"{len(best_first(result))} strategies"
    intervals = " Intervals: 95 %." if has_intervals else ""
    caveat = f" {game.caveat[0].upper()}{game.caveat[1:]}." if game.caveat else ""
    return (
        f"{game.title}, {result.plan.rules.describe()}; {_cut(seats, 120)}. n = {result.games:,} games ({result.totals.n_blocks:,} deals), "
        f"seed {result.seed}.{intervals}{caveat}"
    )


def chart_caption(found: ChartResult) -> str:
    """The same of a chart: whose games, how many questions and worlds, who plays on."""
    game, request = found.rules.game, found.request
    caveat = f" {game.caveat[0].upper()}{game.caveat[1:]}." if game.caveat else ""
    return (
        f"{game.title}, {found.rules.describe()}; questions of {found.games:,} games of {_cut(request['lineup'], 60)}, each choice in the same "
        f"{request['worlds']} worlds a question, played on by {_cut(request['policy'], 60)}; seed {found.seed}. Intervals: 95 %, between games.{caveat}"
    )


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"


def entrants_table(result: Result) -> pd.DataFrame:
    """The tidy table without differences and other added rows, the best strategy first."""
    place = {entrant: k for k, entrant in enumerate(best_first(result))}
    table = result.table[result.table["strategy"].isin(place)]
    return table.sort_values("strategy", key=lambda names: names.map(place), kind="stable")


def points_of(result: Result) -> pd.DataFrame:
    """The points of a sweep: its parameters, measure, value, low, high, is_best, is_tied (with the best)."""
    import pandas as pd

    points = pd.DataFrame(result.manifest["points"])
    return points.assign(is_best=points["best"], is_tied=points["not_told_from_best"] | points["best"])


def trail_of(result: Result) -> dict[str, pd.DataFrame]:
    """By strategy: games, value, low, high of the first headline measure after each stored chunk."""
    import pandas as pd

    from sim.core.gram import width
    from sim.experiment.estimates import contrast
    from sim.experiment.results import cell_index
    from sim.experiment.store import read_trail

    if result.folder is None or result.manifest.get("tournament"):
        return {}
    rules = result.plan.rules
    scale = result.plan.cells[cell_index(result.plan, rules.headline[0].name)].scale
    n = width(len(result.entrants))
    gram, blocks = np.zeros((n, n), np.int64), 0
    rows: dict[str, list[dict[str, Any]]] = {entrant: [] for entrant in best_first(result)}
    for _, n_blocks, part in read_trail(result.folder, n):
        gram, blocks = gram + part, blocks + n_blocks
        for k, entrant in enumerate(result.entrants):
            estimate = contrast(gram, [k], scale=scale)
            rows[entrant].append({"games": blocks * result.plan.games, "value": estimate.value, "low": estimate.low, "high": estimate.high})
    return {entrant: pd.DataFrame(found).dropna() for entrant, found in rows.items()}
