"""`compare`: each candidate alone in a field, in every seat of the same deals; paired differences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import isfinite
from typing import Any

from sim.core.errors import InputError
from sim.experiment import estimates
from sim.experiment.controls import with_controls
from sim.experiment.estimates import Estimate
from sim.experiment.lineup import Player, parse_player, plan_candidates
from sim.experiment.results import Result, cell_index, difference_rows
from sim.experiment.run import Request, Settings, conduct, make_rules
from sim.experiment.sequential import parse_rule
from sim.games.protocol import Rules

ALL_PAIRS_UP_TO = 6  # candidates; beyond it each is compared with the first only


def parse_candidates(rules: Rules, candidates: Sequence[str], field: str | None, allow_unlawful: bool = False) -> tuple[list[Player], Player]:
    """The candidates and who sits in the field (default: the first). Raises InputError."""
    if len(candidates) < 2:
        raise InputError("compare needs two strategies or more; for a single line-up there is carteado run")
    if len(set(candidates)) < len(candidates):
        raise InputError(f"compare was given '{next(c for c in candidates if candidates.count(c) > 1)}' twice")
    parsed = [parse_player(word, rules.game) for word in candidates]
    field_player = parse_player(field, rules.game) if field else parsed[0]
    barred = [player.word for player in [*parsed, field_player] if not player.is_lawful]
    if barred and not allow_unlawful:
        raise InputError(f"strategy '{barred[0]}' sees hidden cards and takes no part in comparisons unless --unlawful is given")
    return parsed, field_player


def compare_request(
    game: str,
    candidates: Sequence[str],
    field: str | None = None,
    players: int | None = None,
    rules: Mapping[str, Any] | None = None,
    allow_unlawful: bool = False,
    until: str | None = None,
    decide: str | None = None,
    measure: str | None = None,
    controls: bool = False,
) -> Request:
    """The request of `compare`. Raises InputError."""
    agreed = make_rules(game, players, rules)
    parsed, field_player = parse_candidates(agreed, candidates, field, allow_unlawful)
    words = {
        "command": "compare",
        "game": game,
        "candidates": list(candidates),
        "field": field_player.word,
        "players": agreed.players,
        "rules": agreed.changed(),
    }
    words |= {"allow_unlawful": allow_unlawful, "controls": controls}
    words |= {"until": until, "decide": decide, "measure": measure} if until or decide else {}
    plan = plan_candidates(agreed, parsed, field_player)
    return Request(words, with_controls(plan) if controls else plan, say_compare, parse_rule(until, decide, plan, measure))


def compare(
    game: str,
    *candidates: str,
    field: str | None = None,
    players: int | None = None,
    rules: Mapping[str, Any] | None = None,
    allow_unlawful: bool = False,
    until: str | None = None,
    decide: str | None = None,
    measure: str | None = None,
    controls: bool = False,
    **settings: Any,
) -> Result:
    """Compares strategies on the same deals: each alone in a field of `field` (default: the first), in every seat.

    The result's table has the candidates' rows and, as `B - A`, the paired differences of every measure; see run for
    the settings. `result.verdicts` holds, per pair, the difference of the first headline measure with its
    Holm-adjusted p-value and the saving by pairing. until ("half_width=0.1") and decide ("0,0.05") stop early, see
    sequential; they watch `measure` (default: the first headline measure). controls: whether control variates narrow
    intervals where they can (see controls); differences on the same deals leave them little, so they are off.
    """
    return conduct(compare_request(game, candidates, field, players, rules, allow_unlawful, until, decide, measure, controls), Settings(**settings))


def pairs_of(n: int) -> list[tuple[int, int]]:
    """Which entrants are compared: all pairs when they are few, else each with the first."""
    return list(combinations(range(n), 2)) if n <= ALL_PAIRS_UP_TO else [(0, k) for k in range(1, n)]


def say_compare(result: Result) -> None:
    """Adds the differences to the rows, the verdicts, and the finding."""
    pairs = pairs_of(len(result.entrants))
    result.rows.extend(difference_rows(result, pairs))
    result.manifest["verdicts"] = judge_pairs(result, pairs)
    result.finding = best_sentence(result)


@dataclass(frozen=True)
class Lead:
    """Who does best by the first headline measure, and how sure that is."""

    best: str
    rival: str  # the next; where some cannot be told from the best, the first of these
    gap: Estimate  # best - rival
    equals: Sequence[str]  # who cannot be told from the best


def lead_of(result: Result) -> Lead:
    """Who leads a comparison that has its verdicts."""
    measure, names = result.plan.rules.headline[0], result.entrants
    values = [result.estimate(entrant, measure.name).value for entrant in names]
    best, *others = sorted(range(len(names)), key=lambda e: -values[e] * (measure.better or 1))
    gaps = {e: result.contrast(measure.name, [best], [e]) for e in others}
    equals = [e for e, p in zip(others, _against_best(result, best, gaps), strict=True) if p >= 1 - estimates.LEVEL]
    rival = [*equals, *others][0]
    return Lead(names[best], names[rival], gaps[rival], [names[e] for e in equals])


def _against_best(result: Result, best: int, gaps: Mapping[int, Estimate]) -> list[float]:
    """Adjusted p-values of differences from the best: those of the verdicts where they judge all, so that table and sentence agree."""
    names, measure = result.entrants, result.plan.rules.headline[0].name
    judged = {frozenset((v["a"], v["b"])): v["p_holm"] for v in result.manifest["verdicts"] if v["measure"] == measure}
    pairs = [frozenset((names[best], names[e])) for e in gaps]
    if all(pair in judged for pair in pairs):
        return [judged[pair] for pair in pairs]
    return estimates.all_pairs([estimates.p_value(gap, result.totals.n_blocks) for gap in gaps.values()])


def best_sentence(result: Result) -> str:
    """Who does best by the first headline measure and by how much before the next, or who cannot be told from whom."""
    measure, lead = result.plan.rules.headline[0], lead_of(result)
    size = f"{lead.gap.value:+.{measure.digits}f} {measure.name} ({lead.gap.interval(measure.digits, '+')})"
    told = f"{lead.best} cannot be told from {lead.rival}:" if lead.equals else f"{lead.best} does best, ahead of {lead.rival} by"
    more = lead.equals[1:]
    nor = f", nor from {more[0] if len(more) == 1 else f'{len(more)} others'}" if more else ""
    field = result.manifest["request"]["field"]
    return f"{told} {size}{nor}, each alone in a field of {field}; {result.plan.rules.describe()}, {result.games:,} games."


def games_of(result: Result, a: int, b: int) -> int:
    """Games that gave a result to either of two entrants."""
    counted = ((result.plan.credits == a) | (result.plan.credits == b)).any(axis=1)
    return int(counted.sum()) * result.totals.n_blocks


def single_variances(result: Result, measure: str) -> list[float]:
    """By entrant: the variance of a single game's result; nan where the sums do not tell it."""
    index = cell_index(result.plan, measure)
    seats = [i for i, cell in enumerate(result.plan.cells) if cell.measure == measure and cell.group.startswith("seat=")]
    grams, scale = result.totals.gram[:, :, seats], result.plan.cells[index].scale
    return [estimates.single_variance(grams, e) * scale**2 for e in range(len(result.entrants))]


def judge_pairs(result: Result, pairs: list[tuple[int, int]]) -> list[dict[str, Any]]:
    """Per headline measure and pair: difference, Holm-adjusted p over the measure's pairs, saving by pairing."""
    found = []
    for name in [measure.name for measure in result.plan.rules.headline[:2]]:
        estimated = [result.contrast(name, [b], [a]) for a, b in pairs]
        variances = single_variances(result, name)
        adjusted = estimates.adjusted_p(estimated, result.totals.n_blocks)
        for (a, b), e, p in zip(pairs, estimated, adjusted, strict=True):
            saved = estimates.saving(e, [variances[a], variances[b]], games_of(result, a, b))
            found.append(
                {
                    "measure": name,
                    "a": result.entrants[a],
                    "b": result.entrants[b],
                    "difference": e.value,
                    "low": e.low,
                    "high": e.high,
                    "p_holm": p,
                    "differ": p < 1 - estimates.LEVEL,
                    "saving": saved if isfinite(saved) else None,
                }
            )
    return found


__all__ = ["Player", "compare", "compare_request", "judge_pairs", "lead_of", "pairs_of"]
