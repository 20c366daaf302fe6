"""Statistics charts: one function one figure. They read no files; they take tables or arrays and return a Figure.

`paper` holds what they share. A figure's title says the finding, its caption n, seed and rules. The functions use
matplotlib.figure.Figure directly: no pyplot, no window, nothing left open.
"""

from reports.figures.charts import choice_courses, choice_map, decision_map
from reports.figures.courses import by_group, convergence, group_rows, mean_course, survival, sweep_curve
from reports.figures.maps import invasion, sweep_map
from reports.figures.paper import FEWEST
from reports.figures.spreads import Line, calibration, distribution, joint, outcome_shares
from reports.figures.strengths import as_differences, forest, rank_intervals, strengths

__all__ = [
    "FEWEST", "Line", "as_differences", "by_group", "calibration", "choice_courses", "choice_map", "convergence", "decision_map",
    "distribution", "forest", "group_rows", "invasion", "joint", "mean_course", "outcome_shares", "rank_intervals", "strengths",
    "survival", "sweep_curve", "sweep_map",
]  # fmt: skip
