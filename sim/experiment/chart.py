"""`chart`: what the choices of a decision are worth, by situation.

Games are played by a line-up. At sampled questions of the decision every choice is played out in the same worlds, as
for advice. A choice's *gain* is what it brings more than the answer that the line-up gave, in the same worlds; gains of
two choices differ by what one is worth more than the other. The sampling unit is the game: intervals are those of ratios
of sums over games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from math import nan
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.core.errors import InputError, unknown
from sim.core.rng import Stream
from sim.core.seam import records
from sim.experiment.advise import parse_worlds
from sim.experiment.estimates import Estimate, contrast
from sim.experiment.lineup import Player, parse_lineup, parse_player, seated
from sim.experiment.replay import seat_policies
from sim.experiment.run import make_rules
from sim.experiment.runner import all_jobs
from sim.experiment.seeds import parse_games, parse_seed
from sim.games.advice import Axis, Chart, Position
from sim.games.protocol import Policy, Rules

if TYPE_CHECKING:
    import pandas as pd

GAMES, WORLDS = 200, 20
QUESTIONS = 12  # of a game that are looked at
FEWEST_GAMES = 5  # that a situation must have come up in before its values get an interval
FIRST_STREAM = 1000  # of the worlds of a game's questions; the game's own streams lie below

Situation = tuple[str, ...]
VALUE, GAIN, TRIED = range(3)  # sums over the questions and worlds of a game


@dataclass(frozen=True)
class Row:
    """What a choice is worth in a situation."""

    situation: Situation
    choice: str
    value: Estimate  # of the room's first outcome
    gain: Estimate  # over the line-up's answers
    behind: Estimate  # gain less that of the situation's best choice
    n: int  # questions

    @property
    def is_told_apart(self) -> bool:
        """Whether it can be told from the best choice."""
        return self.behind.high < 0


@dataclass(frozen=True)
class ChartResult:
    """A chart: rows by situation, the best choice first."""

    axes: tuple[Axis, ...]
    rows: tuple[Row, ...]
    games: int
    worlds: int
    seed: int
    unit: str

    @cached_property
    def table(self) -> pd.DataFrame:
        """A line a situation and choice."""
        import pandas as pd

        return pd.DataFrame(self.lines)

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The same as plain dictionaries."""
        return [
            {axis.name: label for axis, label in zip(self.axes, row.situation, strict=True)}
            | {"choice": row.choice, "value": row.value.value, "low": row.value.low, "high": row.value.high, "gain": row.gain.value}
            | {"behind": row.behind.value, "behind_low": row.behind.low, "behind_high": row.behind.high, "n": row.n}
            for row in self.rows
        ]


@dataclass
class _Tally:
    """Sums by game for each situation and choice."""

    n_games: int
    sums: dict[tuple[Situation, str], np.ndarray] = field(default_factory=dict)  # (games, 3)
    questions: dict[tuple[Situation, str], int] = field(default_factory=dict)

    def add(self, game: int, found: Sequence[tuple[Situation, str, int, int, int]]) -> None:
        """Adds what a game's questions told: (situation, choice, value, gain, worlds) each."""
        for situation, choice, *numbers in found:
            key = (situation, choice)
            if key not in self.sums:
                self.sums[key] = np.zeros((self.n_games, 3), np.int64)
            self.sums[key][game] += numbers
            self.questions[key] = self.questions.get(key, 0) + 1


def chart(
    game: str,
    decision: str,
    lineup: str | None = None,
    players: int | None = None,
    rules: Mapping[str, Any] | None = None,
    by: Sequence[str] = (),
    only: Mapping[str, str] | None = None,
    policy: str | None = None,
    games: str | int = GAMES,
    worlds: str | int = WORLDS,
    seed: str | int | None = None,
    jobs: int | None = None,
) -> ChartResult:
    """What the choices of a decision are worth by situation.

    lineup: who plays the games (the policy at every seat). by: names of axes. only: labels on axes, such as
    {"round": "1"}. policy: who plays worlds on. Raises InputError.
    """
    agreed, found_seed, n_games, n_worlds = make_rules(game, players, rules), parse_seed(seed), parse_games(games), parse_worlds(worlds)
    room = agreed.game.advice()
    if decision not in room.charts:
        raise unknown(f"chart of {agreed.game.title}", decision, room.charts)
    plan = room.charts[decision]
    axes = _axes(plan, by or plan.by)
    filters = [(axis, (only or {})[axis.name]) for axis in _axes(plan, list(only or {}))]
    seats = parse_lineup(lineup or f"{policy or room.policy}*{agreed.players}", agreed)
    asker = _Asker(agreed, plan, axes, filters, agreed.game.decision_index(decision), seats, policy or room.policy, n_worlds, found_seed)
    tally = _Tally(n_games)
    with ThreadPoolExecutor(jobs or all_jobs()) as pool:
        for deal, found in enumerate(pool.map(asker.ask_in_game, range(n_games))):
            tally.add(deal, found)
    if not tally.sums:
        raise InputError(f"no question of {decision} met {', '.join(f'{name}={label}' for name, label in (only or {}).items())} in {n_games} games")
    return ChartResult(axes, tuple(_rows(tally, axes, room.outcomes[0].scale)), n_games, n_worlds, found_seed, room.outcomes[0].unit)


def _axes(plan: Chart, names: Sequence[str]) -> tuple[Axis, ...]:
    """The axes of these names. Raises InputError."""
    known = {axis.name: axis for axis in plan.axes}
    for name in names:
        if name not in known:
            raise unknown("axis", name, known)
    return tuple(known[name] for name in names)


@dataclass(frozen=True)
class _Asker:
    """Plays a game and tries all choices at some of its questions."""

    rules: Rules
    plan: Chart
    axes: tuple[Axis, ...]
    filters: list[tuple[Axis, str]]
    decision: int
    seats: list[Player]
    policy: str
    n_worlds: int
    seed: int

    def ask_in_game(self, deal: int) -> list[tuple[Situation, str, int, int, int]]:
        """What the questions of a game told."""
        asked = self.questions(deal)
        dice = np.random.default_rng([self.seed, deal])
        taken = sorted(dice.choice(len(asked), min(QUESTIONS, len(asked)), replace=False))
        return [line for at in taken for line in self.ask(asked[at], Stream(self.seed, deal, FIRST_STREAM + int(at)))]

    def questions(self, deal: int) -> list[tuple[np.ndarray, int]]:
        """The game's questions of the decision that the filters let pass: Views (1,) and the answer given."""
        found: list[tuple[np.ndarray, int]] = []

        def noted(policy: Policy) -> Policy:
            def answer(decision: int, views: np.ndarray) -> int:
                kept = records(self.rules.game.view)
                kept[:] = views
                given = policy(decision, views)
                if decision == self.decision and all(axis.label(kept[0]) == label for axis, label in self.filters):
                    found.append((kept, given))
                return given

            answer.sees_all = getattr(policy, "sees_all", False)  # type: ignore[attr-defined]
            return answer

        policies = [noted(policy) for policy in seat_policies(self.rules, self.seats, self.seed, deal)]
        self.rules.game.replay(self.rules, policies, self.seed, deal)
        return found

    def ask(self, question: tuple[np.ndarray, int], stream: Stream) -> list[tuple[Situation, str, int, int, int]]:
        """All choices of a question in common worlds."""
        (views, given), game = question, self.rules.game
        room = game.advice()
        answers = [choice.answer for choice in room.choices(Position(self.rules, self.decision, views))]
        answers += [] if given in answers else [given]
        views["rng"] = stream.state
        found = np.zeros((self.n_worlds, len(answers), len(room.outcomes)), np.int64)
        policy = seated(game, parse_player(self.policy, game, "chart"))
        room.play_out()(views, self.decision, np.array(answers, np.int64), policy.ctypes.data, found)
        sums = [int(total) for total in found[:, :, 0].sum(axis=0)]
        situation = tuple(axis.label(views[0]) for axis in self.axes)
        base = sums[answers.index(given)]
        return [(situation, self.plan.label(views[0], answer), total, total - base, self.n_worlds) for answer, total in zip(answers, sums, strict=True)]


def _rows(tally: _Tally, axes: Sequence[Axis], scale: float) -> list[Row]:
    """The estimates, situations in the order of their axes, the best choice of each first."""
    rows: list[Row] = []
    situations = {situation for situation, _ in tally.sums}
    for situation in sorted(situations, key=lambda s: tuple(axis.order(label) for axis, label in zip(axes, s, strict=True))):
        sums = {choice: found for (other, choice), found in tally.sums.items() if other == situation}
        gains = {choice: _ratio(found, GAIN, scale=scale) for choice, found in sums.items()}
        best = max(gains, key=lambda choice: gains[choice].value)
        for choice in sorted(sums, key=lambda choice: -gains[choice].value):
            behind = _ratio(sums[choice], GAIN, sums[best], scale) if choice != best else Estimate(0.0, 0.0, 0.0, 0.0, gains[best].n)
            rows.append(Row(situation, choice, _ratio(sums[choice], VALUE, scale=scale), gains[choice], behind, tally.questions[situation, choice]))
    return rows


def _ratio(sums: np.ndarray, top: int, other: np.ndarray | None = None, scale: float = 1.0) -> Estimate:
    """Sum of a column over that of the worlds tried, over games that met the situation; less that of another choice there."""
    columns = [np.ones(len(sums), np.int64), sums[:, top], sums[:, TRIED]]
    if other is not None:
        columns += [other[:, top], other[:, TRIED]]
    rows = np.array(columns)[:, sums[:, TRIED] > 0]  # games without it tell nothing, and must not count as independent evidence
    found = contrast(rows @ rows.T, [0], [] if other is None else [1], scale)
    return found if rows.shape[1] >= FEWEST_GAMES else Estimate(found.value, nan, nan, nan, found.n)
