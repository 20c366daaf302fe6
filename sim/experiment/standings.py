"""Standings of a tournament: ranking with intervals, payoff table, who can invade whom; and what is kept for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from sim.experiment import estimates, ratings
from sim.experiment.estimates import Estimate
from sim.experiment.lineup import Plan
from sim.experiment.results import Result, Row, Sheet, cell_index, make_row
from sim.games.layout import Cell

BATCHES = 256
RESAMPLES = 2000
FEWEST_BATCHES = 20  # with fewer deals nothing is said about ranks


@dataclass(frozen=True)
class Design:
    """Which entrant is what: candidate c in field f is c * k + f, candidate c at mixed tables k * k + c."""

    words: tuple[str, ...]
    is_mixed: bool

    @property
    def k(self) -> int:
        """Strategies."""
        return len(self.words)

    def entrants(self) -> tuple[str, ...]:
        """Names of all entrants."""
        pairs = [f"{c} in {f}" for c in self.words for f in self.words]
        return tuple(pairs + [f"{c} mixed" for c in self.words] * self.is_mixed)

    def in_field(self, candidate: int, field: int) -> int:
        """The entrant."""
        return candidate * self.k + field

    def mixed(self, candidate: int) -> int:
        """The entrant."""
        return self.k * self.k + candidate


@dataclass(frozen=True)
class TournamentLedger:
    """Kept per entrant: top and bottom of one cell by batch; and, in row c < k, how often (in halves) c was ahead of each other.

    Ahead in a block: by the mean over all of a strategy's games at mixed tables, or without these in all fields.
    """

    design: Design
    cell: Cell
    better: int

    @property
    def width(self) -> int:
        """Numbers per entrant."""
        return 2 * BATCHES + self.design.k

    def note(self, rows: np.ndarray, seed: int, first: int) -> np.ndarray:
        """See Ledger."""
        pairs = rows[:, :, [self.cell.top, self.cell.bottom]]  # (blocks, entrants, 2)
        batches = np.zeros((BATCHES, *pairs.shape[1:]), np.int64)
        np.add.at(batches, np.arange(first, first + len(rows)) % BATCHES, pairs)
        noted = np.zeros((rows.shape[1], self.width), np.int64)
        noted[:, : 2 * BATCHES] = batches.transpose(1, 0, 2).reshape(rows.shape[1], -1)
        noted[: self.design.k, 2 * BATCHES :] = self._ahead(pairs)
        return noted

    def _ahead(self, pairs: np.ndarray) -> np.ndarray:
        k = self.design.k
        own = pairs[:, k * k :] if self.design.is_mixed else pairs.reshape(len(pairs), k, k, 2).sum(axis=2)
        top, bottom = own[:, :, 0] * (self.better or 1), own[:, :, 1]
        left, right = top[:, :, None] * bottom[:, None, :], top[:, None, :] * bottom[:, :, None]  # cross-multiplied: exact
        halves: np.ndarray = (2 * (left > right) + (left == right)).sum(axis=0)
        return halves


def say_tournament(result: Result) -> None:
    """Puts rows, standings and sheets into a result of a tournament, and its finding."""
    ledger = result.plan.ledger
    assert isinstance(ledger, TournamentLedger)
    result.rows = tournament_rows(result, ledger.design)
    standings = _standings(result, ledger)
    invasions = _invasions(result, ledger.design)
    result.manifest["tournament"] = {"ranking": standings, "invasions": invasions}
    result.finding = _sentence(result, standings, invasions)
    result.sheets = [_ranking_sheet(result, standings), _payoff_sheet(result, ledger.design), _invasion_sheet(result, invasions)]


def tournament_rows(result: Result, design: Design) -> list[Row]:
    """The tidy table."""
    plan, totals = result.plan, result.totals
    rows: list[Row] = []
    for c, word in enumerate(design.words):
        fields = [design.in_field(c, f) for f in range(design.k)]
        wanted: list[tuple[str, list[int], list[int]]] = [("", fields, [])]
        wanted += [(f"field={f}", [entrant], []) for f, entrant in zip(design.words, fields, strict=True)]
        wanted += [("lineup=mixed", [design.mixed(c)], [])] if design.is_mixed else []
        rows += _rows_of(plan, totals.gram, word, wanted)
        for f, other in enumerate(design.words):
            if f != c:
                rows += _rows_of(plan, totals.gram, f"{word} - {other}", [(f"field={other}", [design.in_field(c, f)], [design.in_field(f, f)])])
    return rows


def _rows_of(plan: Plan, gram: np.ndarray, name: str, wanted: Sequence[tuple[str, list[int], list[int]]]) -> list[Row]:
    """Rows of one name: (group, entrants that are averaged, entrants whose sum is taken off) for every measure."""
    rows: list[Row] = []
    game = plan.rules.game
    for group, plus, minus in wanted:
        for i, cell in enumerate(plan.cells):
            estimate = estimates.contrast(gram[:, :, i], plus, minus, cell.scale / len(plus))
            if estimate.n and not cell.group:
                rows.append(make_row(name, replace(cell, group=group), game.measure(cell.measure), estimate, int(gram[0, 0, 0]), bool(minus)))
    return rows


def _headline(result: Result) -> tuple[np.ndarray, float, int]:
    """The Gram matrix of the first headline measure, its scale, and which way is better."""
    measure = result.plan.rules.headline[0]
    index = cell_index(result.plan, measure.name)
    return result.totals.gram[:, :, index], result.plan.cells[index].scale, measure.better or 1


def payoffs(result: Result, design: Design) -> list[list[Estimate]]:
    """The payoff table: candidate in field, by the first headline measure."""
    gram, scale, _ = _headline(result)
    return [[estimates.contrast(gram, [design.in_field(c, f)], scale=scale) for f in range(design.k)] for c in range(design.k)]


def rank_intervals(result: Result, ledger: TournamentLedger) -> np.ndarray:
    """Lowest and highest rank of each strategy in 95 % of the resamples, (k, 2); the draw is seeded by the run's seed."""
    k, scale = ledger.design.k, ledger.cell.scale
    n_counts = result.plan.rules.game.layout(result.plan.rules).n_counts
    kept = result.totals.counts[: k * k, n_counts : n_counts + 2 * BATCHES].reshape(k * k, BATCHES, 2)
    used = min(BATCHES, result.totals.n_blocks)
    if used < FEWEST_BATCHES:
        return np.tile([1.0, float(k)], (k, 1))
    draws = np.random.default_rng(result.seed).multinomial(used, np.full(used, 1 / used), RESAMPLES).astype(float)
    with np.errstate(invalid="ignore", divide="ignore"):
        values = (draws @ kept[:, :used, 0].T) / (draws @ kept[:, :used, 1].T) * scale  # (resamples, k * k)
    means = np.nanmean(values.reshape(RESAMPLES, k, k), axis=2) * (ledger.better or 1)
    tail = (1 - estimates.LEVEL) / 2
    return np.quantile(ratings.rank_of(means), [tail, 1 - tail], axis=0, method="nearest").T


def _standings(result: Result, ledger: TournamentLedger) -> list[dict[str, Any]]:
    """One entry a strategy, the best first."""
    design, (gram, scale, sign) = ledger.design, _headline(result)
    table = np.array([[e.value for e in row] for row in payoffs(result, design)]) * sign
    means = [estimates.contrast(gram, [design.in_field(c, f) for f in range(design.k)], scale=scale / design.k) for c in range(design.k)]
    ranks, spans = ratings.rank_of([e.value * sign for e in means]), rank_intervals(result, ledger)
    n_counts = result.plan.rules.game.layout(result.plan.rules).n_counts
    halves = result.totals.counts[: design.k, n_counts + 2 * BATCHES :]
    strengths = ratings.elo(ratings.plackett_luce(halves / 2 * (1 - np.eye(design.k))))
    alpha, nash = ratings.alpha_rank(table), ratings.nash_average(table)
    found = []
    for c in sorted(range(design.k), key=lambda c: ranks[c]):
        mixed = estimates.contrast(gram, [design.mixed(c)], scale=scale) if design.is_mixed else None
        found.append(
            {
                "strategy": design.words[c],
                "rank": float(ranks[c]),
                "rank_low": float(spans[c, 0]),
                "rank_high": float(spans[c, 1]),
                "mean": means[c].value,
                "low": means[c].low,
                "high": means[c].high,
                "mixed": mixed.value if mixed else None,
                "mixed_low": mixed.low if mixed else None,
                "mixed_high": mixed.high if mixed else None,
                "plackett_luce_elo": float(strengths[c]),
                "alpha_rank": float(alpha.shares[c]),
                "alpha_intensity": alpha.intensity,
                "nash_share": float(nash.shares[c]),
                "nash_rating": float(nash.ratings[c]),
            }
        )
    return found


def _invasions(result: Result, design: Design) -> list[dict[str, Any]]:
    """Per ordered pair: what a lone mutant has over the residents among themselves; Holm over all pairs."""
    gram, scale, sign = _headline(result)
    pairs = [(c, f) for f in range(design.k) for c in range(design.k) if c != f]
    gaps = [estimates.contrast(gram, [design.in_field(c, f)], [design.in_field(f, f)], scale) for c, f in pairs]
    adjusted = estimates.adjusted_p(gaps, result.totals.n_blocks)
    return [
        {
            "mutant": design.words[c],
            "residents": design.words[f],
            "difference": gap.value,
            "low": gap.low,
            "high": gap.high,
            "p_holm": p,
            "verdict": "open" if p >= 1 - estimates.LEVEL else "invades" if gap.value * sign > 0 else "is kept out",
        }
        for (c, f), gap, p in zip(pairs, gaps, adjusted, strict=True)
    ]


def _sentence(result: Result, standings: list[dict[str, Any]], invasions: list[dict[str, Any]]) -> str:
    """Who leads, how sure that is, and who cannot be invaded."""
    measure = result.plan.rules.headline[0]
    first = standings[0]
    rivals = [s["strategy"] for s in standings[1:] if s["rank_low"] <= first["rank_high"]]
    sure = f"not to be told from {', '.join(rivals)}" if rivals else "first in 95 % of the resamples"
    safe = [s["strategy"] for s in standings if all(i["verdict"] == "is kept out" for i in invasions if i["residents"] == s["strategy"])]
    tail = f"no other strategy can invade {' or '.join(safe)}" if safe else "none is safe from all others for sure"
    size = f"{measure.name} {first['mean']:.{measure.digits}f} (95 % interval {first['low']:.{measure.digits}f} to {first['high']:.{measure.digits}f})"
    return f"{first['strategy']} leads with a mean {size} over the fields, {sure}; {tail}; {result.plan.rules.describe()}, {result.games:,} games."


def _ranking_sheet(result: Result, standings: list[dict[str, Any]]) -> Sheet:
    measure = result.plan.rules.headline[0]
    d = measure.digits
    lines = []
    for s in standings:
        mixed = "-" if s["mixed"] is None else f"{s['mixed']:.{d}f} ± {s['mixed_high'] - s['mixed']:.{d}f}"
        lines.append(
            [
                f"{s['rank']:g}",
                f"{s['rank_low']:g}..{s['rank_high']:g}",
                s["strategy"],
                f"{s['mean']:.{d}f} ± {s['high'] - s['mean']:.{d}f}",
                mixed,
                f"{s['plackett_luce_elo']:+.0f}",
                f"{s['alpha_rank']:.3f}",
                f"{s['nash_share']:.3f}",
            ]
        )
    headers = ("rank", "95 %", "strategy", f"mean {measure.name}", "mixed tables", "Plackett-Luce (Elo)", "alpha-rank", "Nash share")
    return Sheet(f"Ranking by the mean {measure.name} over all fields, {result.plan.rules.describe()}", headers, lines, (0, 1, 3, 4, 5, 6, 7))


def _payoff_sheet(result: Result, design: Design) -> Sheet:
    measure = result.plan.rules.headline[0]
    d = measure.digits
    found = {(row["strategy"], row["group"]): row for row in result.rows if row["measure"] == measure.name}
    lines = []
    for word in design.words:
        rows = [found.get((word, f"field={other}")) for other in design.words]
        lines.append([word, *(f"{r['value']:.{d}f} ± {max(r['high'] - r['value'], r['value'] - r['low']):.{d}f}" if r else "-" for r in rows)])
    title = f"Payoffs: {measure.name} of the strategy at the left, alone among the one above"
    return Sheet(title, ("alone", *(f"in {word}" for word in design.words)), lines, tuple(range(1, design.k + 1)))


def _invasion_sheet(result: Result, invasions: list[dict[str, Any]]) -> Sheet:
    measure = result.plan.rules.headline[0].name
    lines = [
        [i["mutant"], i["residents"], f"{i['difference']:+.4g}", f"{i['low']:+.4g} .. {i['high']:+.4g}", estimates.p_words(i["p_holm"]), i["verdict"]]
        for i in sorted(invasions, key=lambda i: (i["verdict"] != "invades", i["verdict"] != "open"))
    ]
    headers = ("mutant", "among", f"{measure} more", "95 % interval", "p (Holm)", "")
    return Sheet("Who can invade whom: a lone mutant against what the residents have among themselves", headers, lines, (2, 3, 4))


__all__ = ["Design", "TournamentLedger", "payoffs", "rank_intervals", "say_tournament"]
