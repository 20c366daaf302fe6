"""A study's answers: sentences whose blanks are filled from a result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from reports.views import best_first, points_of
from sim.experiment.chart_result import ChartResult
from sim.experiment.compare import lead_of
from sim.experiment.results import Result

if TYPE_CHECKING:
    import pandas as pd

WORDS: Mapping[str, tuple[str, ...]] = {  # what an answer may speak of
    "run": ("players", "strategy", "measure", "value", "low", "high"),
    "compare": ("players", "best", "second", "worst", "measure", "value", "gap", "gap_low", "gap_high", "verdict"),
    "sweep": ("players", "fair", "strategy", "best", "equals", "most", "measure", "value", "low", "high"),
    "tournament": ("players", "best", "rivals", "measure", "value", "low", "high"),
    "chart": ("players", "finding", "spans", "situations", "told"),
}
Finding = Result | ChartResult


def answer_of(template: str, result: Finding) -> tuple[str, str]:
    """Where an answer holds, and the answer: the template filled, or the result's own finding where there is none or nothing to fill in."""
    players = result.rules.players
    where = f"{result.rules.game.title}, {result.rules.describe()}"
    if not template or result.manifest.get("points") == []:
        return where, result.finding
    if isinstance(result, ChartResult):
        facts = _of_chart(result)
    else:
        facts = {"run": _of_run, "compare": _of_compare, "sweep": _of_sweep, "tournament": _of_tournament}[result.manifest["request"]["command"]](result)
    return where, template.format(**{"players": players, "fair": f"{1 / players:.3f}", **facts})


def _of_chart(found: ChartResult) -> dict[str, str]:
    """Which choice is best where along the (last) axis, and in how many of the situations that is told apart."""
    told = sum(bool(cell.verdict) for cell in found.known)
    return {"finding": found.finding.rstrip("."), "spans": found.spans, "situations": str(len(found.known)), "told": str(told)}


def _shown(result: Result, value: float, name: str, sign: bool = False) -> str:
    digits = min(result.plan.rules.game.measure(name).digits, 3)
    shown = round(value, digits) + 0.0  # not −0.000
    return (f"{shown:+.{digits}f}" if sign else f"{shown:.{digits}f}").replace("-", "−")


def _of_run(result: Result) -> dict[str, str]:
    name = result.plan.rules.headline[0 if len(result.entrants) > 1 else 1].name
    best = result.estimate(best_first(result)[0], name)
    shown = {key: _shown(result, getattr(best, key), name) for key in ("value", "low", "high")}
    return {"strategy": best_first(result)[0], "measure": name, **shown}


def _of_compare(result: Result) -> dict[str, str]:
    """The best candidate by the first headline measure, and how far it is ahead of the next, or of the first not told apart from it."""
    lead, name = lead_of(result), result.plan.rules.headline[0].name
    gap = {word: _shown(result, value, name, sign=True) for word, value in (("gap", lead.gap.value), ("gap_low", lead.gap.low), ("gap_high", lead.gap.high))}
    return {
        "best": lead.best,
        "second": lead.rival,
        "worst": best_first(result)[-1],
        "measure": name,
        "value": _shown(result, result.estimate(lead.best, name).value, name),
        "verdict": "not told apart from" if lead.equals else "ahead of",
        **gap,
    }


def _of_sweep(result: Result) -> dict[str, str]:
    """The best point, those not told apart from it, and of these the largest value of the (first) parameter: `most`."""
    points = points_of(result)
    names = [text.partition("=")[0].strip() for text in result.manifest["request"]["vary"]]
    best = points[points["is_best"]].iloc[0]
    shown = {key: _shown(result, float(best[key]), str(best["measure"])) for key in ("value", "low", "high")}
    numbers = {"best": _at(best, names), "equals": _equals(points, names), "most": f"{points[points['is_tied']][names[0]].max():g}"}
    numbers = {word: text.replace("-", "−") for word, text in numbers.items()}
    return {"strategy": str(best["strategy"]), "measure": str(best["measure"]), **numbers, **shown}


def _at(point: pd.Series, names: Sequence[str]) -> str:
    """`0.8`, or with several parameters `call_at −2, margin 1`."""
    return f"{point[names[0]]:g}" if len(names) == 1 else ", ".join(f"{name} {point[name]:g}" for name in names)


def _equals(points: pd.DataFrame, names: Sequence[str]) -> str:
    """The points not told apart from the best: neighbours of one parameter as a span, else one by one while they are few."""
    if len(names) == 1:
        ordered = points.sort_values(names[0])
        tied = ordered["is_tied"].to_numpy()
        first, last = tied.argmax(), len(tied) - 1 - tied[::-1].argmax()
        if last - first >= 2 and tied[first : last + 1].all():
            return f"{ordered[names[0]].iloc[first]:g} to {ordered[names[0]].iloc[last]:g}"
    others = points[points["is_tied"] & ~points["is_best"]]
    words = [_at(row, names) for _, row in others.iterrows()]
    if len(words) < 4:
        return " or ".join(words) or "none"
    spans = ", ".join(f"{name} {others[name].min():g} to {others[name].max():g}" for name in names)
    return f"{len(words)} other points ({spans})"


def _of_tournament(result: Result) -> dict[str, str]:
    ranking = result.manifest["tournament"]["ranking"]
    first, name = ranking[0], result.plan.rules.headline[0].name
    rivals = [entry["strategy"] for entry in ranking[1:] if entry["rank_low"] <= first["rank_high"]]
    shown = {key: _shown(result, first[source], name) for key, source in (("value", "mean"), ("low", "low"), ("high", "high"))}
    return {"best": first["strategy"], "rivals": ", ".join(rivals) or "none", "measure": name, **shown}
