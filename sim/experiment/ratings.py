"""Secondary views of a tournament: ratings that summarise who beats whom. None replaces the mean of the measure.

* Plackett-Luce strengths from pairs of a ranking (all pairs of it: consistent for Plackett-Luce; Azari Soufiani et
  al. 2013), by the minorisation-maximisation of Hunter (2004).
* alpha-rank (Omidshafiei et al. 2019): how much time a population spends at each strategy when single mutants come in
  and take over or die out.
* Nash averaging (Balduzzi et al. 2018): the maximum-entropy equilibrium of "who does better against whom"; clones and
  weak opponents do not move it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

POPULATION = 50  # alpha-rank: individuals
INTENSITIES = tuple(10.0 ** (k / 2) for k in range(-4, 9))  # alpha-rank: 0.01 to 10,000, in spreads of the payoffs
LEAST = 1e-150  # alpha-rank: chance of taking over that is never gone below, so that there is one law
SETTLED = 1e-3  # alpha-rank: the intensity is high enough when a step changes no share by more


def plackett_luce(ahead: np.ndarray, rounds: int = 10_000, tolerance: float = 1e-10) -> np.ndarray:
    """Log strengths, their mean 0. ahead: (k, k), how often i stood before j; half a win each way is added to every pair.

    The half win keeps strengths finite when somebody never loses.
    """
    wins = ahead + 0.5
    np.fill_diagonal(wins, 0.0)
    met, won = wins + wins.T, wins.sum(axis=1)
    strength = np.ones(len(wins))
    for _ in range(rounds):
        together = strength[:, None] + strength[None, :]
        moved = won / (met / together).sum(axis=1)
        moved /= np.exp(np.log(moved).mean())
        done = np.abs(np.log(moved / strength)).max() < tolerance
        strength = moved
        if done:
            break
    return np.log(strength)


def elo(log_strengths: np.ndarray) -> np.ndarray:
    """Log strengths on the Elo scale: 400 points are odds of 10 to 1, the mean is 0."""
    return log_strengths * 400 / np.log(10)


def fixation(advantage: float, intensity: float, population: int = POPULATION) -> float:
    """The chance that a single mutant with this payoff advantage takes a population over."""
    u = intensity * advantage
    if abs(u) < 1e-12:
        return 1 / population
    if u < 0:  # the same number, written so that nothing overflows
        return float(np.exp((population - 1) * u) * np.expm1(u) / np.expm1(population * u)) if population * u > -700 else 0.0
    return float(np.expm1(-u) / np.expm1(-population * u))


def stationary(chain: np.ndarray) -> np.ndarray:
    """The stationary law of a Markov chain, by state reduction (Grassmann, Taksar and Heyman 1985): it only adds, multiplies
    and divides, so that chances of 1e-200 keep their meaning. chain: (k, k), the way from row to column; the diagonal is not read.
    """
    moves, k = chain.astype(float), len(chain)
    for last in range(k - 1, 0, -1):
        moves[:last, last] /= moves[last, :last].sum()
        moves[:last, :last] += np.outer(moves[:last, last], moves[last, :last])
    law = np.ones(k)
    for state in range(1, k):
        law[state] = law[:state] @ moves[:state, state]
        law[: state + 1] /= law[: state + 1].max()
    return law / law.sum()


def alpha_rank_at(advantages: np.ndarray, intensity: float) -> np.ndarray:
    """Shares of time. advantages: (k, k), what a mutant i has over the residents j among whom it is alone."""
    k = len(advantages)
    chain = np.zeros((k, k))
    for resident in range(k):
        for mutant in range(k):
            if mutant != resident:
                chain[resident, mutant] = max(fixation(advantages[mutant, resident], intensity), LEAST) / (k - 1)
    return stationary(chain)


@dataclass(frozen=True)
class AlphaRank:
    """Shares of time, and the selection intensity (per spread of the payoffs) at which they were read."""

    shares: np.ndarray
    intensity: float


def alpha_rank(payoffs: np.ndarray) -> AlphaRank:
    """payoffs: (k, k), of a candidate i alone in a field of j, more is better; the intensity rises until shares settle."""
    advantages = payoffs - np.diag(payoffs)[None, :]
    spread = float(np.abs(advantages).max()) or 1.0
    before = alpha_rank_at(advantages / spread, INTENSITIES[0])
    for intensity in INTENSITIES[1:]:
        shares = alpha_rank_at(advantages / spread, intensity)
        if intensity >= 1 and np.abs(shares - before).max() < SETTLED:
            return AlphaRank(shares, intensity)
        before = shares
    return AlphaRank(before, INTENSITIES[-1])


@dataclass(frozen=True)
class NashAverage:
    """The equilibrium mixture, and what each strategy gains against it (0 inside the mixture, else below)."""

    shares: np.ndarray
    ratings: np.ndarray


def nash_average(payoffs: np.ndarray) -> NashAverage:
    """The maximum-entropy symmetric equilibrium of the antisymmetric game payoffs[i, j] - payoffs[j, i]."""
    from scipy.optimize import linprog, minimize

    edge = payoffs - payoffs.T
    k = len(edge)
    spread = float(np.abs(edge).max())
    if spread == 0:
        return NashAverage(np.full(k, 1 / k), np.zeros(k))
    edge = edge / spread
    start = np.asarray(linprog(np.zeros(k), A_ub=edge, b_ub=np.full(k, 1e-9), A_eq=np.ones((1, k)), b_eq=[1.0], bounds=(0, 1)).x, float)
    constraints: Any = [
        {"type": "eq", "fun": lambda p: p.sum() - 1, "jac": lambda p: np.ones(k)},
        {"type": "ineq", "fun": lambda p: -(edge @ p), "jac": lambda p: -edge},
    ]

    def entropy(p: np.ndarray) -> float:
        return float((p * np.log(p + 1e-12)).sum())

    def slope(p: np.ndarray) -> np.ndarray:
        return np.log(p + 1e-12) + p / (p + 1e-12)

    bounds: Any = [(0.0, 1.0)] * k
    found: Any = minimize(entropy, start, jac=slope, bounds=bounds, constraints=constraints, method="SLSQP", tol=1e-12)
    shares = np.where(found.x > 1e-6, found.x, 0.0) if found.success and (edge @ found.x).max() < 1e-6 else start
    shares = shares / shares.sum()
    return NashAverage(shares, (edge * spread) @ shares)


def rank_of(values: Sequence[float] | np.ndarray) -> np.ndarray:
    """Ranks from 1 (highest value); equal values share the mean of their ranks. (..., k) gives (..., k)."""
    array = np.asarray(values, float)
    above = (array[..., None, :] > array[..., :, None]).sum(axis=-1)
    level = (array[..., None, :] == array[..., :, None]).sum(axis=-1)
    return above + (level + 1) / 2
