"""`compare --robust`: the comparison again under each other reading of the rules, one at a time.

Where a game's rules had to be assumed, a conclusion is worth little unless it holds under the other readings too. The
room says which options those are (Game.robust_options) and what else a value needs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim.core.errors import InputError
from sim.experiment.compare import compare_request, lead_of
from sim.experiment.estimates import Estimate
from sim.experiment.results import Result, Row
from sim.experiment.run import Settings, conduct, make_rules
from sim.experiment.seeds import parse_seed
from sim.games.protocol import Rules

if TYPE_CHECKING:
    import pandas as pd

AS_GIVEN = "as given"


@dataclass(frozen=True)
class Reading:
    """The comparison under one reading of the rules."""

    reading: str  # "measure=cards", or AS_GIVEN
    best: str
    next_best: str  # or the first of those that cannot be told from the best
    measure: str  # the first headline measure under this reading
    gap: Estimate  # best - next best
    told_apart: bool  # the best from all others
    same_best: bool  # as under the rules as given
    result: Result


@dataclass(frozen=True)
class RobustResult:
    """All readings; `finding` says whether the conclusion holds under every one."""

    readings: list[Reading]
    finding: str

    @property
    def rows(self) -> list[Row]:
        """One a reading."""
        return [
            {
                "reading": r.reading,
                "best": r.best,
                "next_best": r.next_best,
                "measure": r.measure,
                "difference": r.gap.value,
                "low": r.gap.low,
                "high": r.gap.high,
                "told_apart": r.told_apart,
                "same_best": r.same_best,
            }
            for r in self.readings
        ]

    @property
    def table(self) -> pd.DataFrame:
        """The rows as a frame."""
        import pandas as pd

        return pd.DataFrame(self.rows)


def readings_of(rules: Rules) -> list[tuple[str, dict[str, str]]]:
    """(name, options) of each reading, the rules as given first. Raises InputError when the room names none."""
    game = rules.game
    if not game.robust_options:
        raise InputError(f"{game.title} has no assumed rules to vary; --robust is for games that have")
    found = [(AS_GIVEN, rules.changed())]
    for name, values in game.robust_options:
        for value in values:
            needs = dict(game.robust_needs.get((name, value), {}))
            options = {**rules.changed(), **needs, name: value}
            if value != rules.options[name] or any(rules.options[k] != v for k, v in needs.items()):
                found.append((", ".join(f"{k}={v}" for k, v in {name: value, **needs}.items()), options))
    return found


def robust(
    game: str,
    *candidates: str,
    field: str | None = None,
    players: int | None = None,
    rules: Mapping[str, Any] | None = None,
    allow_unlawful: bool = False,
    **settings: Any,
) -> RobustResult:
    """Compares strategies under each reading of the assumed rules, one at a time, with the same seed.

    settings as for run; `out` becomes a folder with one run folder a reading. Raises InputError, StrategyFault.
    """
    how = Settings(**settings)
    agreed = make_rules(game, players, rules)
    how = replace(how, seed=parse_seed(how.seed))
    found: list[Reading] = []
    for name, options in readings_of(agreed):
        request = compare_request(game, candidates, field, agreed.players, options, allow_unlawful)
        out = Path(how.out) / name.replace(", ", "+") if how.out else None
        found.append(_reading(name, conduct(request, replace(how, out=out)), found[0].best if found else None))
    return RobustResult(found, _say(found))


def _reading(name: str, result: Result, best_as_given: str | None) -> Reading:
    lead, measure = lead_of(result), result.plan.rules.headline[0].name
    return Reading(name, lead.best, lead.rival, measure, lead.gap, not lead.equals, lead.best == (best_as_given or lead.best), result)


def _say(readings: Sequence[Reading]) -> str:
    """Who is best as given, which assumptions change that, which do not, and where deals were too few to tell."""
    given, others = readings[0], readings[1:]
    open_ = [r for r in others if not r.told_apart]
    changed = [r for r in others if r.told_apart and r.best != _base(r, readings).best]
    kept = dict.fromkeys(_option(r) for r in others if r.told_apart and r not in changed)
    found = [f"{given.best} is best under the rules as given"]
    found += ["what matters: " + "; ".join(f"under {r.reading} {r.best} is best" for r in changed)] if changed else []
    found += [f"what does not{'' if changed else ' matter'}: {', '.join(kept)}"] if kept else []
    found += [f"undecided: {'; '.join(r.reading for r in open_)}"] if open_ else []
    return ". ".join(part[0].upper() + part[1:] if k else part for k, part in enumerate(found)) + "."


def _option(reading: Reading) -> str:
    """The assumption that a reading is about."""
    return reading.reading.partition("=")[0]


def _base(reading: Reading, readings: Sequence[Reading]) -> Reading:
    """What a reading is measured against: the one of just what its value needs, if that was tried, else the rules as given."""
    needs = reading.reading.partition(", ")[2]
    return next((r for r in readings if r.reading == needs), readings[0])
