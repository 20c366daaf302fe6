"""`sweep`: one or two parameters on a grid, all points on the same deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from math import floor
from typing import Any

from sim.core.errors import InputError
from sim.experiment import estimates
from sim.experiment.lineup import parse_player, plan_candidates, with_parameters
from sim.experiment.results import Result
from sim.experiment.run import Request, Settings, conduct, make_rules

MOST_POINTS = 400
NAMED_UP_TO = 3  # points that a sentence lists


def parse_span(text: str) -> tuple[str, list[float]]:
    """Name and values of a span. Raises InputError.

    >>> parse_span("call_at=0:8:4"), parse_span("wait=0;2;10")
    (('call_at', [0.0, 4.0, 8.0]), ('wait', [0.0, 2.0, 10.0]))
    """
    name, equals, span = text.partition("=")
    pieces = span.split(":") if ":" in span else span.split(";")
    try:
        numbers = [float(piece) for piece in pieces]
    except ValueError:
        numbers = []
    if not equals or not name.strip() or not numbers or any(x != x or abs(x) == float("inf") for x in numbers):
        raise InputError(f"--vary {text} is not understood; write NAME=LO:HI:STEP, as in call_at=0:8:1, or NAME=V1;V2;V3")
    if ":" not in span:
        return name.strip(), numbers
    if len(numbers) != 3 or numbers[2] <= 0 or numbers[1] < numbers[0]:
        raise InputError(f"--vary {text}: write NAME=LO:HI:STEP with LO up to HI and a step above 0")
    low, high, step = numbers
    if (high - low) / step > MOST_POINTS:
        raise InputError(f"--vary {text} has more than {MOST_POINTS} points, the most that are possible: take a wider step")
    return name.strip(), [round(low + i * step, 10) for i in range(floor((high - low) / step + 1e-9) + 1)]


def sweep_request(
    game: str,
    strategy: str,
    vary: Sequence[str],
    field: str | None = None,
    players: int | None = None,
    rules: Mapping[str, Any] | None = None,
    measure: str | None = None,
) -> Request:
    """The request of `sweep`. Raises InputError."""
    agreed = make_rules(game, players, rules)
    if not 1 <= len(vary) <= 2:
        raise InputError("sweep varies one parameter or two: give --vary once or twice")
    spans = dict(parse_span(text) for text in vary)
    if len(spans) < len(vary):
        raise InputError("sweep was given the same parameter twice")
    points = [dict(zip(spans, values, strict=True)) for values in product(*spans.values())]
    if len(points) > MOST_POINTS:
        raise InputError(f"sweep would have {len(points)} points; at most {MOST_POINTS} are possible: take a wider step")
    measured = (agreed.game.measure(measure) if measure else agreed.headline[0]).name
    candidates = [parse_player(with_parameters(strategy, point, agreed.game), agreed.game) for point in points]
    field_player = parse_player(field or strategy, agreed.game)
    words = {
        "command": "sweep",
        "game": game,
        "strategy": strategy,
        "vary": list(vary),
        "field": field_player.word,
        "players": agreed.players,
        "rules": agreed.changed(),
        "measure": measured,
    }

    def finish(result: Result) -> None:
        say_sweep(result, measured, points)

    return Request(words, plan_candidates(agreed, candidates, field_player), finish)


def sweep(
    game: str,
    strategy: str,
    vary: Mapping[str, str] | Sequence[str],
    field: str | None = None,
    players: int | None = None,
    rules: Mapping[str, Any] | None = None,
    measure: str | None = None,
    **settings: Any,
) -> Result:
    """Plays a strategy with one or two parameters on a grid, all points on the same deals, each alone in `field`.

    vary: {"call_at": "0:8:1"} or ["call_at=0:8:1"]. measure: decides which point is best (default: the first
    headline measure). The result's manifest holds "points": per point at which that was observed its parameters,
    estimate, whether it is the best, and whether it can be told from the best (adjusted for all pairs of points).
    """
    spans = [f"{name}={span}" for name, span in vary.items()] if isinstance(vary, Mapping) else list(vary)
    return conduct(sweep_request(game, strategy, spans, field, players, rules, measure), Settings(**settings))


def say_sweep(result: Result, measured: str, points: Sequence[Mapping[str, float]]) -> None:
    """Adds the finding and the points; those at which nothing was observed have no part in it and are named."""
    seen = [e for e in range(len(points)) if result.contrast(measured, [e]).n]
    unseen = [result.entrants[e] for e in range(len(points)) if e not in seen]
    result.manifest["points"] = judge_points(result, measured, points, seen) if seen else []
    told = [_best_words(result, measured) + _edge_words(result, points)] if seen else []
    told += [_equals(result, list(points[0]))] if len(seen) > 1 else []
    told += [f"nothing was observed for {measured} of {_named(unseen)}"] if unseen else []
    told += [f"field {result.manifest['request']['field']}, {result.plan.rules.describe()}, {result.games:,} games."]
    result.finding = "; ".join(told)


def judge_points(result: Result, measured: str, points: Sequence[Mapping[str, float]], seen: Sequence[int]) -> list[dict[str, Any]]:
    """Per point seen: parameters, estimate, and how it stands to the best as seen (p-values adjusted for all pairs)."""
    better = result.plan.rules.game.measure(measured).better or 1
    found = {e: result.contrast(measured, [e]) for e in seen}
    best = max(seen, key=lambda e: found[e].value * better)
    behind = {e: result.contrast(measured, [e], [best]) for e in seen if e != best}
    p_values = [estimates.p_value(gap, result.totals.n_blocks) for gap in behind.values()]
    adjusted = {best: 1.0, **dict(zip(behind, estimates.all_pairs(p_values), strict=True))}
    return [
        {
            "strategy": result.entrants[e],
            **points[e],
            "measure": measured,
            "value": estimate.value,
            "low": estimate.low,
            "high": estimate.high,
            "behind": behind[e].value if e != best else 0.0,
            "p_all_pairs": adjusted[e],
            "best": e == best,
            "not_told_from_best": adjusted[e] >= 1 - estimates.LEVEL,
        }
        for e, estimate in found.items()
    ]


def _best_words(result: Result, measured: str) -> str:
    """`best is linear:shade=0.8 with win 0.2764 (95 % interval …)`."""
    best, digits = next(p["strategy"] for p in result.manifest["points"] if p["best"]), result.plan.rules.game.measure(measured).digits
    top = result.estimate(best, measured)
    return f"best is {best} with {measured} {top.value:.{digits}f} ({top.interval(digits)})"


def _edge_words(result: Result, points: Sequence[Mapping[str, float]]) -> str:
    """Which parameters of the best point are at an end of three values or more: a better one may lie beyond."""
    best = next(p for p in result.manifest["points"] if p["best"])
    tried = {name: sorted({point[name] for point in points}) for name in points[0]}
    ends = [f"{name}={best[name]:g}" for name, values in tried.items() if len(values) > 2 and best[name] in (values[0], values[-1])]
    return f", at the edge of what was tried ({', '.join(ends)})" if ends else ""


def _equals(result: Result, parameters: Sequence[str]) -> str:
    """Which points cannot be told from the best: by name when they are few, else how many, and between what values."""
    among = [p for p in result.manifest["points"] if p["not_told_from_best"]]
    near = [p["strategy"] for p in among if not p["best"]]
    if not near:
        return "all other points are behind"
    if len(near) <= NAMED_UP_TO:
        return f"not to be told from it: {', '.join(near)}"
    spans = [f"{name} {min(p[name] for p in among):g} to {max(p[name] for p in among):g}" for name in parameters]
    return f"{len(near)} of the {len(result.manifest['points']) - 1} other points cannot be told from it ({', '.join(spans)})"


def _named(words: Sequence[str]) -> str:
    """The words, of many the first few and how many more."""
    more = f" and {len(words) - NAMED_UP_TO} other points" if len(words) > NAMED_UP_TO else ""
    return ", ".join(words[:NAMED_UP_TO]) + more
