"""How figures are drawn from a result: `draw_…` take it, `…_of` make such a function for what a game counts or measures.

All return None when nothing was observed for the figure. matplotlib is imported only when something is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from reports.views import best_first, caption, entrants_table, points_of, trail_of
from sim.experiment.estimates import rate_bounds
from sim.experiment.results import Result
from sim.games.layout import Measure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Sketch = Callable[[Result], "Figure | None"]


def draw_strengths(result: Result) -> Figure | None:
    """Means of the headline measures."""
    from reports.figures import strengths

    there = set(result.table["measure"])
    measures = [measure for measure in result.plan.rules.headline if measure.name in there]
    measures = measures[:2] if len(best_first(result)) > 1 else measures[1:3]  # alone at the table everybody wins the fair share
    return strengths(entrants_table(result), measures, caption(result))


def draw_forest(result: Result) -> Figure | None:
    """Paired differences of a comparison."""
    from reports.figures import as_differences, forest

    verdicts = result.manifest.get("verdicts")
    if not verdicts:
        return None
    game = result.plan.rules.game
    note = " Paired on the same deals; p adjusted by Holm; hollow: not told apart."
    measures = [game.measure(name) for name in dict.fromkeys(v["measure"] for v in verdicts)]
    return forest(as_differences(verdicts, measures[0].better or 1), measures, caption(result) + note, result.finding.split(", each alone")[0])


def draw_sweep(result: Result) -> Figure | None:
    """The curve or map of a sweep."""
    from reports.figures import sweep_curve, sweep_map

    if not result.manifest["points"]:
        return None
    points = points_of(result)
    parameters = [text.partition("=")[0].strip() for text in result.manifest["request"]["vary"]]
    measure = result.plan.rules.game.measure(points["measure"].iloc[0])
    note = f"Strategy {result.manifest['request']['strategy']}. {caption(result)} Told apart: differences on the same deals, p for all pairs of points."
    if len(parameters) == 1:
        return sweep_curve(points.rename(columns={parameters[0]: "at"}), parameters[0], measure, note)
    return sweep_map(points.rename(columns=dict(zip(parameters, "xy", strict=True))), (parameters[0], parameters[1]), measure, note)


def draw_ranks(result: Result) -> Figure | None:
    """The ranks of a tournament."""
    import pandas as pd

    from reports.figures import rank_intervals

    return rank_intervals(pd.DataFrame(result.manifest["tournament"]["ranking"]), f"{caption(result)} Rank by the mean over all fields.")


def draw_invasion(result: Result) -> Figure | None:
    """Who gains among whom in a tournament."""
    import pandas as pd

    from reports.figures import invasion

    place = {name: k for k, name in enumerate(best_first(result))}
    gains = pd.DataFrame(result.manifest["tournament"]["invasions"])
    gains = gains.rename(columns={"mutant": "invader", "residents": "field", "difference": "value"})
    gains = gains.sort_values(["invader", "field"], key=lambda names: names.map(place))
    return invasion(gains, result.plan.rules.headline[0], caption(result))


def _counts(result: Result, name: str, take: Callable[[np.ndarray], np.ndarray] = lambda c: c) -> dict[str, np.ndarray]:
    """A table of counts by strategy, the best first; strategies that nothing was counted for are left out."""
    counts = result.counts(name)
    return {entrant: part for entrant in best_first(result) if (part := take(counts[entrant])).sum()}


def _axis(result: Result, name: str, which: int) -> tuple[float, ...]:
    """The values along an axis of a table of counts."""
    layout = result.plan.rules.game.layout(result.plan.rules)
    return next(c for c in layout.counts if c.name == name).values[which]


def distribution_of(name: str, quantity: str, lines: Sequence[tuple[float, str]] = (), row: int | None = None, along: int | None = None) -> Sketch:
    """A distribution of the counts `name`; of two axes the second, at one `row` of the first, or all of one `along`."""

    def part(counts: np.ndarray) -> np.ndarray:
        if along is not None:
            return counts.sum(axis=1 - along)
        return counts if row is None else counts[row]

    def draw(result: Result) -> Figure | None:
        from reports.figures import Line, distribution

        counts = _counts(result, name, part)
        if all((row > 0).sum() == 1 for row in counts.values()):  # it never varies
            return None
        values = _axis(result, name, along if along is not None else 0 if row is None else 1)
        return distribution(counts, values, quantity, caption(result, has_intervals=False), [Line(*line) for line in lines])

    return draw


def joint_of(name: str, words: tuple[str, str]) -> Sketch:
    """Two numbers that the counts `name` hold against each other; words: what they are called."""

    def draw(result: Result) -> Figure | None:
        from reports.figures import joint

        counts = _counts(result, name)
        return joint(counts, _axis(result, name, 0), words, caption(result, has_intervals=False)) if counts else None

    return draw


def calibration_of(name: str, words: tuple[str, str]) -> Sketch:
    """A guess and what came true, from the counts `name`; words: what they are called."""

    def draw(result: Result) -> Figure | None:
        from reports.figures import FEWEST, calibration

        counts = {strategy: part for strategy, part in _counts(result, name).items() if part.sum(axis=1).max() >= FEWEST}
        return calibration(counts, _axis(result, name, 0), words, caption(result, has_intervals=False)) if counts else None

    return draw


def groups_of(measure: str, group: str, has_fair_share: bool = False, title: Callable[[Result], str] = lambda result: "") -> Sketch:
    """A measure by group; has_fair_share: with a line for what everybody has when all play alike."""

    def draw(result: Result) -> Figure | None:
        from reports.figures import by_group, group_rows

        table = entrants_table(result)
        if group_rows(table, measure, group).empty:  # too few cases of each
            return None
        fair = 1 / result.plan.rules.players if has_fair_share else None
        return by_group(table, result.plan.rules.game.measure(measure), group, caption(result), title(result), fair)

    return draw


def outcomes_of(words: Mapping[tuple[str, str], str]) -> Sketch:
    """Shares of outcomes, in this order; words: what the cell (measure, group) of each is called."""

    def draw(result: Result) -> Figure | None:
        import pandas as pd

        from reports.figures import outcome_shares

        table = entrants_table(result)
        parts = [table[(table["measure"] == m) & (table["group"] == g)].assign(outcome=word) for (m, g), word in words.items()]
        shares = pd.concat(parts)
        return outcome_shares(shares, list(words.values()), caption(result)) if len(shares) else None

    return draw


def survival_of(name: str) -> Sketch:
    """The counts `name` hold after which round players left; None when nobody ever did."""

    def draw(result: Result) -> Figure | None:
        from reports.figures import survival

        counts = _counts(result, name)
        return survival(counts, result.totals.n_blocks, caption(result)) if any(part[1:].any() for part in counts.values()) else None

    return draw


def mean_course_of(name: str, words: tuple[str, str]) -> Sketch:
    """The mean of the second axis of the counts `name` along the first; None when nobody comes to a second step."""

    def draw(result: Result) -> Figure | None:
        from reports.figures import FEWEST, mean_course

        counts = {strategy: part for strategy, part in _counts(result, name).items() if part[:2].sum(axis=1).min() >= FEWEST}
        values = _axis(result, name, 0), _axis(result, name, 1)
        return mean_course(counts, values, words, result.totals.n_blocks, caption(result)) if counts else None

    return draw


def shares_of(name: str, which: int, measure: Measure, group: str) -> Sketch:
    """The share of the cases in column `which` at each value of the counts `name` (value, case).

    Intervals are exact ones of a share, a deal counted once at most: games of one deal are not independent.
    """

    def draw(result: Result) -> Figure | None:
        import pandas as pd

        from reports.figures import FEWEST, by_group

        rows = []
        for strategy, counts in _counts(result, name).items():
            for value, cases in zip(_axis(result, name, 0), counts, strict=True):
                n = int(cases.sum())
                share, once = cases[which] / max(n, 1), min(n, result.totals.n_blocks)
                low, high = rate_bounds(share * once, once)
                rows.append((strategy, measure.name, f"{group}={value:g}", share, low, high, n))
        table = pd.DataFrame(rows, columns=["strategy", "measure", "group", "value", "low", "high", "n"])
        return by_group(table, measure, group, caption(result)) if (table["n"] >= FEWEST).any() else None

    return draw


def draw_convergence(result: Result) -> Figure | None:
    """From the trail that the run folder keeps; None without a folder, with fewer than three chunks, or with nothing in doubt."""
    from reports.figures import convergence

    trail = {name: rows for name, rows in trail_of(result).items() if len(rows) >= 3}
    moving = [name for name, rows in trail.items() if (rows["high"] > rows["low"]).any()]
    if result.manifest["request"]["command"] == "sweep":  # neighbours would hide each other: the best point and the worst
        trail = {name: trail[name] for name in moving[:: max(1, len(moving) - 1)]}
    return convergence(trail, result.plan.rules.headline[0], caption(result)) if moving else None
