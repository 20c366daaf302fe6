"""`compare --best ZONE`: elimination among many candidates, spending games on the close ones.

Kim and Nelson's fully sequential procedure on common deals: after a first stage, a candidate leaves as soon as
another is ahead by more than chance allows; the rest go on. With probability 95 % the survivor is the best, or
within the indifference zone of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from threading import Event
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.core import gram as sums
from sim.core.errors import InputError, Interrupted
from sim.experiment import estimates
from sim.experiment.compare import parse_candidates
from sim.experiment.estimates import Estimate
from sim.experiment.lineup import Plan, plan_candidates
from sim.experiment.results import Row, cell_index
from sim.experiment.run import Settings, make_rules
from sim.experiment.runner import Engine, Totals, all_jobs, noting_stops, play_missing
from sim.experiment.seeds import parse_games, parse_seed
from sim.experiment.sequential import eliminate

if TYPE_CHECKING:
    import pandas as pd

FIRST_STAGE = 100  # blocks before the first screening
STAGE_GROWTH = 1.15


@dataclass(frozen=True)
class Candidate:
    """How far a candidate came."""

    strategy: str
    left_after: int | None  # deals after which it was eliminated; None: it is still in
    beaten_by: str
    estimate: Estimate  # over the deals that it played
    n_deals: int


@dataclass(frozen=True)
class BestResult:
    """The survivors and the way there."""

    measure: str
    zone: float
    candidates: list[Candidate]  # survivors first, then the later a candidate left the earlier it stands
    games: int
    seed: int
    finding: str

    @property
    def rows(self) -> list[Row]:
        """One a candidate."""
        return [
            {
                "strategy": c.strategy,
                "measure": self.measure,
                "value": c.estimate.value,
                "se": c.estimate.se,
                "low": c.estimate.low,
                "high": c.estimate.high,
                "n": c.estimate.n,
                "deals": c.n_deals,
                "left_after": c.left_after,
                "beaten_by": c.beaten_by,
            }
            for c in self.candidates
        ]

    @property
    def table(self) -> pd.DataFrame:
        """The rows as a frame; `left_after` is missing (NA) of those who are still in."""
        import pandas as pd

        return pd.DataFrame(self.rows).astype({"left_after": "Int64"})


class _Race:
    """The candidates' sums; entrants that left keep what they had."""

    def __init__(self, plan: Plan, measure: str) -> None:
        self.plan, self.measure = plan, measure
        index = cell_index(plan, measure)
        self.scale = plan.cells[index].scale
        self.better = plan.rules.game.measure(measure).better or 1
        k = len(plan.entrants)
        self.gram = np.zeros((sums.width(k), sums.width(k)), np.int64)
        self.alive = list(range(k))
        self.left: dict[int, tuple[int, int]] = {}  # entrant -> (blocks, by whom)
        self.frozen: dict[int, Estimate] = {}
        self.spreads = np.zeros((k, k))

    def add(self, part: np.ndarray) -> None:
        """Adds the Gram matrix of the measure for the candidates that are alive."""
        places = [0] + [1 + 2 * e + side for e in self.alive for side in (0, 1)]
        self.gram[np.ix_(places, places)] += part

    def estimate(self, entrant: int) -> Estimate:
        """Mean of a candidate so far."""
        return self.frozen.get(entrant) or estimates.contrast(self.gram, [entrant], scale=self.scale)

    def check_observed(self, n_blocks: int) -> None:
        """Raises InputError when a candidate has nothing by which it could win or lose."""
        for entrant in self.alive:
            if not self.estimate(entrant).n:
                word = self.plan.entrants[entrant]
                raise InputError(f"nothing was observed for {self.measure} of {word} in {n_blocks} deals; leave it out, or choose another --measure")

    def screen(self, n_blocks: int, n_first: int, zone: float) -> None:
        """Lets the beaten candidates go."""
        if not self.spreads.any():
            for i in self.alive:
                for j in self.alive:
                    if i != j:
                        self.spreads[i, j] = estimates.contrast(self.gram, [i], [j], self.scale).se ** 2 * n_blocks
        values = np.array([self.estimate(e).value * self.better for e in self.alive])
        beaten = eliminate(values, self.spreads[np.ix_(self.alive, self.alive)], n_blocks, n_first, zone, len(self.plan.entrants))
        winner = self.alive[int(values.argmax())]
        for entrant in [self.alive[i] for i in beaten]:
            self.frozen[entrant] = self.estimate(entrant)
            self.left[entrant] = (n_blocks, winner)
        self.alive = [e for e in self.alive if e not in self.left]


def best(
    game: str,
    *candidates: str,
    zone: float,
    measure: str | None = None,
    field: str | None = None,
    players: int | None = None,
    rules: Mapping[str, Any] | None = None,
    allow_unlawful: bool = False,
    **settings: Any,
) -> BestResult:
    """Finds the best of many candidates, each alone in `field` (default: the first), on common deals.

    zone: the smallest difference of `measure` (default: the first headline measure) that matters. settings as for
    run, but for out and cluster; games is the most that may be played. Raises InputError, StrategyFault, Interrupted.
    """
    agreed = make_rules(game, players, rules)
    parsed, field_player = parse_candidates(agreed, candidates, field, allow_unlawful)
    measured = (agreed.game.measure(measure) if measure else agreed.headline[0]).name
    if not 0 < zone < float("inf"):
        raise InputError(f"--best {zone:g} is not allowed; it is the smallest difference of {measured} that matters, above 0")
    how = Settings(**settings)
    for name, given in (("--out", how.out), ("--cluster", how.cluster)):
        if given:
            raise InputError(f"--best and {name} {given} exclude each other: candidates leave on the way, so that there is no run to share out or to keep")
    seed, most = parse_seed(how.seed), parse_games(how.games)
    race = _Race(plan_candidates(agreed, parsed, field_player), measured)
    n_blocks = played = 0
    with noting_stops() as stop:
        while len(race.alive) > 1 and played < most:
            plan = plan_candidates(agreed, [parsed[e] for e in race.alive], field_player)
            goal = max(FIRST_STAGE, int(n_blocks * STAGE_GROWTH) + 1)
            goal = min(goal, n_blocks + max(1, -(-(most - played) // plan.games)))
            totals = _stage(Engine(plan, seed), how, (n_blocks, goal - n_blocks), stop)
            if totals is None:
                raise Interrupted(f"stopped after {played} games; still in: {', '.join(plan.entrants)}")
            race.add(totals.gram[:, :, cell_index(plan, measured)])
            race.check_observed(goal)
            played += (goal - n_blocks) * plan.games
            n_blocks = goal
            if n_blocks >= FIRST_STAGE:
                race.screen(n_blocks, FIRST_STAGE, zone)
            if how.progress:
                how.progress(played, most, f"{len(race.alive)} of {len(parsed)} still in")
    return _told(race, parsed[0].word if field is None else field, zone, n_blocks, played, seed)


def _stage(engine: Engine, how: Settings, blocks: tuple[int, int], stop: Event) -> Totals | None:
    """Sums over a range of blocks; None when interrupted."""
    totals = engine.empty()
    complete = play_missing(engine, [blocks], how.jobs or all_jobs(), lambda chunk: totals.add(chunk.totals), stop, how.chunk_blocks, how.patience)
    return totals if complete else None


def _told(race: _Race, field: str, zone: float, n_blocks: int, played: int, seed: int) -> BestResult:
    names = race.plan.entrants
    order = sorted(range(len(names)), key=lambda e: (-race.left.get(e, (n_blocks + 1, 0))[0], -race.estimate(e).value * race.better))
    found = []
    for e in order:
        after, by = race.left.get(e, (None, None))
        found.append(Candidate(names[e], after, names[by] if by is not None else "", race.estimate(e), after or n_blocks))
    top = found[0]
    rest = [c.strategy for c in found[1:] if c.left_after is None]
    verdict = (
        f"the games ran out; still in: {', '.join([top.strategy, *rest])}"
        if rest
        else f"{top.strategy} is the best, or within {zone:g} {race.measure} of it (95 %)"
    )
    finding = f"{verdict}; field {field}, {race.plan.rules.describe()}, {played:,} games."
    return BestResult(race.measure, zone, found, played, seed, finding)
