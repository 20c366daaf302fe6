"""Stopping rules: play until the interval is narrow enough, or until a hypothesis is decided.

Looks are taken at fixed numbers of blocks, in index order, whatever the chunks and threads: the same seed stops at
the same block anywhere. The rules keep their promises at every look:

- `HalfWidth`: an asymptotic confidence sequence (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform
  central limit theory and asymptotic confidence sequences", Annals of Statistics 2024): all looks together miss the
  truth with at most 5 %.
- `Decide`: a generalised sequential probability ratio test of the effect per block in standard deviations, t0 against
  t1, in the scale-free form LLR = N/2 * ln((1 + (t - t0)^2) / (1 + (t - t1)^2)), alpha = beta = 5 % (M. Van den Bergh's
  notes on fishtest's mathematics).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, inf, isfinite, log, sqrt
from typing import Any, Protocol

import numpy as np

from sim.core.errors import InputError
from sim.experiment import estimates
from sim.experiment.estimates import Estimate
from sim.experiment.lineup import Plan
from sim.experiment.results import cell_index
from sim.experiment.runner import Totals

FIRST_LOOK, GROWTH = 64, 1.1
TUNED_FOR = 1000  # blocks at which a confidence sequence is narrowest
ALPHA = 0.05


def looks(n_blocks: int) -> list[int]:
    """Numbers of blocks after which a rule looks: from 64 on, a tenth more each time, and the end."""
    found, at = [], FIRST_LOOK
    while at < n_blocks:
        found.append(at)
        at = max(at + FIRST_LOOK, ceil(at * GROWTH))
    return [*found, n_blocks]


def sequence_factor(n_blocks: int, alpha: float = ALPHA) -> float:
    """Half width of the confidence sequence after n blocks, in standard deviations of a block."""
    tuned = (-2 * log(alpha) + log(-2 * log(alpha)) + 1) / TUNED_FOR
    spread = n_blocks * tuned + 1
    return sqrt(2 * spread / (n_blocks**2 * tuned) * log(sqrt(spread) / alpha))


def log_likelihood_ratio(n_blocks: int, t: float, t0: float, t1: float) -> float:
    """LLR for effect t1 against t0 when the mean per block is t standard deviations."""
    return n_blocks / 2 * log((1 + (t - t0) ** 2) / (1 + (t - t1) ** 2))


class Rule(Protocol):
    """A stopping rule; `decide` is asked at each look."""

    def decide(self, plan: Plan, totals: Totals) -> bool:
        """Whether to stop now."""

    def report(self, plan: Plan, totals: Totals) -> dict[str, Any]:
        """What stopped the run, for the manifest: "sentence" and the figures in it."""


@dataclass(frozen=True)
class Target:
    """What a rule watches: the difference of the last two entrants, or the only entrant's value."""

    measure: str

    def estimate(self, plan: Plan, totals: Totals) -> Estimate:
        """The estimate so far, with the fixed-sample interval."""
        index = cell_index(plan, self.measure)
        gram, scale = totals.gram[:, :, index], plan.cells[index].scale
        return estimates.contrast(gram, [len(plan.entrants) - 1], [0] if len(plan.entrants) > 1 else [], scale)

    def name(self, plan: Plan) -> str:
        """How it is called in sentences."""
        return f"{self.measure} of {plan.entrants[-1]}" + (f" - {plan.entrants[0]}" if len(plan.entrants) > 1 else "")


@dataclass(frozen=True)
class HalfWidth:
    """Stop when the interval, valid at all looks, is at most `width` to each side."""

    width: float
    target: Target

    def interval(self, plan: Plan, totals: Totals) -> Estimate:
        """The estimate with its anytime-valid interval."""
        e, n = self.target.estimate(plan, totals), totals.n_blocks
        half = e.se * sqrt(n) * sequence_factor(n) if isfinite(e.se) and n >= FIRST_LOOK else inf
        return Estimate(e.value, e.se, e.value - half, e.value + half, e.n)

    def decide(self, plan: Plan, totals: Totals) -> bool:
        """Whether the interval is narrow enough."""
        e = self.interval(plan, totals)
        return e.se > 0 and e.high - e.value <= self.width

    def report(self, plan: Plan, totals: Totals) -> dict[str, Any]:
        """The sentence and the interval."""
        e, met = self.interval(plan, totals), self.decide(plan, totals)
        why = f"half width {self.width:g} reached" if met else f"the games ran out before half width {self.width:g}"
        how_sure = "the same in every deal" if e.se == 0 else f"interval {e.low:.4g} to {e.high:.4g} (95 % at all looks together)"
        sentence = f"stopped: {why}; {self.target.name(plan)} {e.value:.4g}, {how_sure}, {totals.n_blocks * plan.games:,} games"
        return {"rule": "half_width", "width": self.width, "met": met, "value": e.value, "low": e.low, "high": e.high, "sentence": sentence}


@dataclass(frozen=True)
class Decide:
    """Stop when the effect per block is decided to be t0 or t1 (in standard deviations)."""

    t0: float
    t1: float
    target: Target

    @property
    def bound(self) -> float:
        """LLR at which either side is accepted."""
        return log((1 - ALPHA) / ALPHA)

    def ratio(self, plan: Plan, totals: Totals) -> float:
        """The LLR so far."""
        e, n = self.target.estimate(plan, totals), totals.n_blocks
        if n < FIRST_LOOK or not isfinite(e.se) or e.se == 0:
            return 0.0
        return log_likelihood_ratio(n, e.value / (e.se * sqrt(n)), self.t0, self.t1)

    def decide(self, plan: Plan, totals: Totals) -> bool:
        """Whether either bound is passed."""
        return abs(self.ratio(plan, totals)) >= self.bound

    def report(self, plan: Plan, totals: Totals) -> dict[str, Any]:
        """The sentence, LLR and bounds."""
        e, ratio = self.target.estimate(plan, totals), self.ratio(plan, totals)
        verdict = (
            f"t1 = {self.t1:g} accepted" if ratio >= self.bound else f"t0 = {self.t0:g} accepted" if ratio <= -self.bound else "undecided, the games ran out"
        )
        sentence = (
            f"stopped: {verdict}; LLR {ratio:.2f} (bounds {-self.bound:.2f}, {self.bound:.2f}), {self.target.name(plan)} {e.value:.4g} "
            f"(95 % interval of a fixed sample {e.low:.4g} to {e.high:.4g}), {totals.n_blocks * plan.games:,} games"
        )
        return {"rule": "decide", "t0": self.t0, "t1": self.t1, "llr": ratio, "bound": self.bound, "verdict": verdict, "sentence": sentence}


def parse_rule(until: str | None, decide: str | None, plan: Plan, measure: str | None = None) -> Rule | None:
    """The rule of `--until half_width=W` or `--decide T0,T1`. Raises InputError."""
    if until is None and decide is None:
        if measure is not None:
            raise InputError(f"--measure {measure} is what a stopping rule would watch: give --until half_width=W or, to compare two, --decide T0,T1")
        return None
    if until is not None and decide is not None:
        raise InputError("--until and --decide exclude each other")
    if len(plan.entrants) > 2:
        raise InputError(f"a stopping rule watches one strategy or the difference of two, not {len(plan.entrants)}")
    target = Target((plan.rules.game.measure(measure) if measure else plan.rules.headline[0]).name)
    if until is not None:
        name, _, text = until.partition("=")
        width = _number(text)
        if name.strip() != "half_width" or not 0 < width < inf:
            raise InputError(f"--until {until} is not understood; write --until half_width=0.1")
        return HalfWidth(width, target)
    pair = [_number(text) for text in str(decide).split(",")]
    if len(pair) != 2 or not all(isfinite(t) for t in pair) or pair[0] >= pair[1]:
        raise InputError(f"--decide {decide} is not understood; write --decide T0,T1 with T0 below T1, as in --decide 0,0.05")
    if len(plan.entrants) != 2:
        raise InputError("--decide compares exactly two strategies")
    return Decide(pair[0], pair[1], target)


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return float("nan")


Play = Callable[[list[tuple[int, int]]], bool]


def play_in_stages(rule: Rule, plan: Plan, totals: Totals, missing: list[tuple[int, int]], n_blocks: int, play: Play) -> bool:
    """Plays the missing ranges look by look until the rule is satisfied; False when interrupted.

    totals must grow by what `play` plays. The blocks below a look are complete when the rule is asked.
    """
    for look in looks(n_blocks):
        due = [(first, min(first + n, look) - first) for first, n in missing if first < look]
        missing = [(max(first, look), first + n - max(first, look)) for first, n in missing if first + n > look]
        if due and not play(due):
            return False
        if totals.n_blocks == look and rule.decide(plan, totals):
            return True
    return True


def eliminate(values: np.ndarray, spreads: np.ndarray, n_blocks: int, n_first: int, zone: float, k: int, alpha: float = ALPHA) -> list[int]:
    """Kim and Nelson's screening: indices that are beaten by another at this stage.

    values: (alive,) means so far, more is better. spreads: (alive, alive) variances of the paired differences per
    block, from the first n_first blocks. zone: the smallest difference that matters. k: candidates at the start.
    (S.-H. Kim and B. L. Nelson, "A fully sequential procedure for indifference-zone selection in simulation", 2001.)
    """
    eta = ((2 * alpha / (k - 1)) ** (-2 / (n_first - 1)) - 1) / 2
    slack = np.maximum(0.0, zone / (2 * n_blocks) * (2 * eta * (n_first - 1) * spreads / zone**2 - n_blocks))
    beaten = values[:, None] < values[None, :] - slack
    return [int(i) for i in np.flatnonzero(beaten.any(axis=1))]
