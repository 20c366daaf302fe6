"""From exact sums over blocks to numbers with standard errors and intervals.

Every cell is a ratio of two block totals, sum(top) / sum(bottom). Its standard error is that of a ratio of means over
independent blocks (linearised residuals top - ratio * bottom), and that of a difference of two entrants' ratios
follows from the same Gram matrix, covariance included: pairing on common deals costs nothing extra. All sums are
whole numbers and are combined exactly before the one division that makes a float.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import inf, isfinite, nan, sqrt

import numpy as np

LEVEL = 0.95
FEW_BLOCKS = 30  # with fewer, intervals promise more than they keep


@dataclass(frozen=True)
class Estimate:
    """A number and how sure it is. `n` counts what was averaged over (games, rounds, …)."""

    value: float
    se: float
    low: float
    high: float
    n: int

    def interval(self, digits: int, sign: str = "") -> str:
        """The interval in words."""
        if isfinite(self.low):
            return f"95 % interval {self.low:{sign}.{digits}f} to {self.high:{sign}.{digits}f}"
        return "the same in every deal" if self.se == 0 else "no interval"


@lru_cache(maxsize=4096)
def student(level: float, n_blocks: int) -> float:
    """Half width of a two-sided interval in standard errors; the blocks are the sample."""
    from scipy.special import stdtrit

    return float(stdtrit(n_blocks - 1, 0.5 + level / 2)) if n_blocks > 1 else inf


def linear_variance(weights: Mapping[int, int], gram: np.ndarray) -> int:
    """Sum over blocks of (weights . v)^2, exactly. gram: (width, width) of one cell, lower triangle."""
    total = 0
    items = [(i, w) for i, w in weights.items() if w]
    for a, (i, wi) in enumerate(items):
        for j, wj in items[: a + 1]:
            entry = int(gram[max(i, j), min(i, j)])
            total += wi * wj * entry * (1 if i == j else 2)
    return total


def contrast(gram: np.ndarray, plus: Sequence[int], minus: Sequence[int] = (), scale: float = 1.0, level: float = LEVEL) -> Estimate:
    """Sum of the ratios of entrants `plus` minus that of `minus`, for one cell's Gram matrix (width, width).

    A difference that is the same in every block has se 0 and no interval (nan): what never showed may still happen.
    """
    n_blocks = int(gram[0, 0])
    signs = [(e, 1) for e in plus] + [(e, -1) for e in minus]
    tops = {e: int(gram[1 + 2 * e, 0]) for e, _ in signs}
    bottoms = {e: int(gram[2 + 2 * e, 0]) for e, _ in signs}
    n = min(bottoms.values())
    if n == 0:
        return Estimate(nan, nan, nan, nan, 0)
    value = sum(sign * tops[e] / bottoms[e] for e, sign in signs) * scale
    if n_blocks < 2:
        return Estimate(value, nan, nan, nan, n)
    common = 1  # brings all residuals (top - ratio * bottom) / bottom onto one denominator
    for e in bottoms:
        common *= bottoms[e] ** 2
    weights: dict[int, int] = {}
    for e, sign in signs:
        share = sign * common // bottoms[e] ** 2
        weights[1 + 2 * e] = weights.get(1 + 2 * e, 0) + share * bottoms[e]
        weights[2 + 2 * e] = weights.get(2 + 2 * e, 0) - share * tops[e]
    squares = linear_variance(weights, gram)
    se = _ratio_root(squares * n_blocks, common * common * (n_blocks - 1)) * scale
    half = nan if minus and se == 0 else student(level, n_blocks) * se
    return Estimate(value, se, value - half, value + half, n)


def _ratio_root(top: int, bottom: int) -> float:
    """sqrt(top / bottom) of two large whole numbers."""
    shift = max(0, top.bit_length() - 1000, bottom.bit_length() - 1000)
    shift += shift & 1
    return sqrt(max(0, top >> shift) / (bottom >> shift)) if bottom >> shift else 0.0


def rate_bounds(hits: float, n: int, level: float = LEVEL) -> tuple[float, float]:
    """Clopper-Pearson bounds of a share: used when the sample shows no spread at all (0 of n, or n of n)."""
    from scipy.special import betaincinv

    tail = (1 - level) / 2
    low = float(betaincinv(hits, n - hits + 1, tail)) if hits > 0 else 0.0
    high = float(betaincinv(hits + 1, n - hits, 1 - tail)) if hits < n else 1.0
    return low, high


def p_value(estimate: Estimate, n_blocks: int) -> float:
    """Two-sided p-value of the hypothesis that the value is 0; that of the sign test when all blocks are alike."""
    from scipy.special import stdtr

    if not isfinite(estimate.se):
        return 1.0
    if estimate.se == 0:
        return 1.0 if estimate.value == 0 else 2.0 ** (1 - n_blocks)
    return float(2 * stdtr(n_blocks - 1, -abs(estimate.value) / estimate.se))


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's adjusted p-values, in the given order: family-wise error whatever the dependence."""
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    adjusted, running = [0.0] * len(p_values), 0.0
    for rank, i in enumerate(order):
        running = max(running, min(1.0, (len(p_values) - rank) * p_values[i]))
        adjusted[i] = running
    return adjusted


def all_pairs(p_values: Sequence[float]) -> list[float]:
    """p-values of how far k - 1 others are behind the best as seen, adjusted for all k (k - 1) / 2 pairs (Bonferroni).

    Who is best was chosen by the same numbers, so that any pair might have been looked at: Holm's method over the
    k - 1 differences would call some of 20 equals behind in every fifth run. Family-wise error whatever the dependence.
    """
    n_pairs = len(p_values) * (len(p_values) + 1) // 2
    return [min(1.0, n_pairs * p) for p in p_values]


def adjusted_p(found: Sequence[Estimate], n_blocks: int) -> list[float]:
    """Holm's adjusted p-values of the hypotheses that the values are 0."""
    return holm([p_value(estimate, n_blocks) for estimate in found])


def p_words(p: float) -> str:
    """A p-value to two digits, the smallest as such."""
    return f"{p:.2g}" if p >= 1e-4 else "< 0.0001"


def single_variance(seats: np.ndarray, entrant: int) -> float:
    """Variance of a single game's result, from the Gram matrices (width, width, seats) of a measure's cells by seat (unscaled).

    Where an entrant sits on each seat at most once a block, a block's total by seat is one result; nan where it is not.
    """
    top, bottom = 1 + 2 * entrant, 2 + 2 * entrant
    n = int(seats[bottom, 0].sum())
    if n == 0 or (seats[bottom, bottom] != seats[bottom, 0]).any():  # a bottom that is not 0 or 1
        return nan
    return int(seats[top, top].sum()) / n - (int(seats[top, 0].sum()) / n) ** 2


def saving(paired: Estimate, variances: Sequence[float], n_games: int) -> float:
    """How many times the games a plain comparison of two entrants would need for the same interval; nan where unknown.

    Plain is: every game on a deal of its own, half of the n_games with each entrant, one result a game. variances: of
    the two entrants' single results, in the unit of the paired difference.
    """
    return sum(variances) / (n_games / 2) / paired.se**2 if paired.se > 0 else nan
