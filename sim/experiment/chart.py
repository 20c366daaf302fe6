"""`chart`: what the choices of a decision are worth, by situation.

Games are played by a line-up. At sampled questions of the decision every choice is played out in the same worlds, as
for advice. A choice's *gain* is what it brings more than the answer that the line-up gave, in the same worlds; gains of
two choices differ by what one is worth more than the other. The sampling unit is the game: intervals are those of ratios
of sums over games.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from math import isfinite, nan
from pathlib import Path
from typing import Any

import numpy as np

from sim.core.errors import InputError, unknown
from sim.core.rng import Stream
from sim.core.seam import records
from sim.experiment.advise import parse_policy, parse_worlds
from sim.experiment.chart_result import ChartResult, Row, Situation
from sim.experiment.estimates import Estimate, all_pairs, contrast, p_value
from sim.experiment.lineup import Player, parse_lineup, seated
from sim.experiment.manifest import manifest_head
from sim.experiment.replay import Asked, replay_game, seat_policies
from sim.experiment.run import make_rules
from sim.experiment.runner import all_jobs, threads
from sim.experiment.seeds import parse_games, parse_seed
from sim.experiment.store import new_folder
from sim.games.advice import Axis, Chart, Outcome, Position
from sim.games.protocol import Policy, Rules

GAMES, WORLDS = 200, 20
QUESTIONS = 60  # of a game that are looked at
FEWEST_GAMES = 5  # that a situation must have come up in before its values get an interval
FIRST_STREAM = 1000  # of the worlds of a game's questions; the game's own streams lie below

VALUE, GAIN, TRIED = range(3)  # sums over the questions and worlds of a game
Progress = Callable[[int, int, str], None]  # games done, games in all, nothing


@dataclass
class _Tally:
    """What the questions told, by situation and choice: game, value, gain, worlds, one question after the other."""

    n_games: int
    told: dict[Situation, dict[str, array[int]]] = field(default_factory=dict)

    def add(self, game: int, found: Sequence[tuple[Situation, str, int, int, int]]) -> None:
        """Adds what a game's questions told: (situation, choice, value, gain, worlds) each."""
        for situation, choice, *numbers in found:
            self.told.setdefault(situation, {}).setdefault(choice, array("q")).extend((game, *numbers))

    def sums(self, situation: Situation) -> dict[str, tuple[np.ndarray, int]]:
        """By choice: sums by game (games, 3), and the number of questions."""
        found = {}
        for choice, numbers in self.told[situation].items():
            lines = np.array(numbers).reshape(-1, 4)
            by_game = np.zeros((self.n_games, 3), np.int64)
            np.add.at(by_game, lines[:, 0], lines[:, 1:])
            found[choice] = by_game, len(lines)
        return found


@dataclass(frozen=True)
class ChartRequest:
    """A chart as asked for: checked; `words` go into its manifest and can be built from again."""

    words: dict[str, Any]
    rules: Rules
    plan: Chart
    axes: tuple[Axis, ...]
    filters: tuple[tuple[Axis, str], ...]
    seats: Sequence[Player]
    policy: Player
    n_worlds: int

    @property
    def outcome(self) -> Outcome:
        """What choices are worth: the room's first outcome."""
        return self.rules.game.advice().outcomes[0]


def chart_request(
    game: str,
    decision: str,
    lineup: str | None = None,
    players: int | None = None,
    rules: Mapping[str, Any] | None = None,
    by: Sequence[str] = (),
    only: Mapping[str, str] | None = None,
    policy: str | None = None,
    worlds: str | int = WORLDS,
) -> ChartRequest:
    """The request of `chart`, with all that was left out. Raises InputError."""
    agreed, n_worlds = make_rules(game, players, rules), parse_worlds(worlds)
    room = agreed.game.advice()
    if decision not in room.charts:
        raise unknown(f"chart of {agreed.game.title}", decision, room.charts)
    plan = room.charts[decision]
    axes, filters = _axes(plan, by or plan.by), zip(_axes(plan, list(only or {})), (only or {}).values(), strict=True)
    player = parse_policy(policy or room.policy, agreed.game, "chart")
    line = lineup or f"{player.word}*{agreed.players}"
    words = {"command": "chart", "game": game, "decision": decision, "lineup": line, "players": agreed.players, "rules": agreed.changed()}
    words |= {"by": [axis.name for axis in axes], "only": dict(only or {}), "policy": player.word, "worlds": n_worlds}
    return ChartRequest(words, agreed, plan, axes, tuple(filters), parse_lineup(line, agreed), player, n_worlds)


def _axes(plan: Chart, names: Sequence[str]) -> tuple[Axis, ...]:
    """The axes of these names. Raises InputError."""
    known = {axis.name: axis for axis in plan.axes}
    for name in names:
        if name not in known:
            raise unknown("axis", name, known)
    return tuple(known[name] for name in names)


def chart(
    game: str,
    decision: str,
    lineup: str | None = None,
    players: int | None = None,
    rules: Mapping[str, Any] | None = None,
    by: Sequence[str] = (),
    only: Mapping[str, str] | None = None,
    policy: str | None = None,
    worlds: str | int = WORLDS,
    **settings: Any,
) -> ChartResult:
    """What the choices of a decision are worth by situation.

    lineup: who plays the games (the policy at every seat). by: names of axes. only: labels on axes, such as
    {"round": "1"}. policy: who plays worlds on. settings: games, seed, jobs, out, progress (see make_chart). Raises InputError.
    """
    return make_chart(chart_request(game, decision, lineup, players, rules, by, only, policy, worlds), **settings)


def make_chart(
    request: ChartRequest,
    games: str | int = GAMES,
    seed: str | int | None = None,
    jobs: int | None = None,
    out: str | Path | None = None,
    progress: Progress | None = None,
) -> ChartResult:
    """Plays a request: questions of so many games. out: its folder; None: keep nothing. Raises InputError."""
    from sim.experiment.chart_folder import save_chart

    n_games, found_seed = parse_games(games), parse_seed(seed)
    if not out:
        return _play(request, n_games, found_seed, jobs, progress)
    with new_folder(Path(out)) as folder:
        return save_chart(_play(request, n_games, found_seed, jobs, progress), folder)


def _play(request: ChartRequest, n_games: int, found_seed: int, jobs: int | None, progress: Progress | None) -> ChartResult:
    """The chart. Raises InputError."""
    asker, tally = _Asker(request, found_seed), _Tally(n_games)
    with threads(jobs or all_jobs()) as pool:
        for deal, told in enumerate(pool.map(asker.ask_in_game, range(n_games))):
            tally.add(deal, told)
            if progress:
                progress(deal + 1, n_games, "")
    if not tally.told:
        only = ", ".join(f"{axis.name}={label}" for axis, label in request.filters)
        raise InputError(f"no question of {request.words['decision']} met {only or 'what it charts'} in {n_games} games")
    manifest = manifest_head(request.rules, request.seats, request.words, found_seed, n_games) | {"blocks": n_games, "state": "done"}
    rows = tuple(_rows(tally, request.axes, request.outcome.scale))
    return ChartResult(request.rules, request.plan, request.axes, request.outcome, rows, manifest)


@dataclass(frozen=True)
class _Asker:
    """Plays a game and tries all choices at some of its questions."""

    request: ChartRequest
    seed: int

    @property
    def decision(self) -> int:
        """The index of the decision."""
        return self.request.rules.game.decision_index(self.request.words["decision"])

    def ask_in_game(self, deal: int) -> list[tuple[Situation, str, int, int, int]]:
        """What the questions of a game told."""
        asked = self.questions(deal)
        dice = np.random.default_rng([self.seed, deal])
        taken = sorted(dice.choice(len(asked), min(QUESTIONS, len(asked)), replace=False))
        return [line for at in taken for line in self.ask(asked[at], Stream(self.seed, deal, FIRST_STREAM + int(at)))]

    def questions(self, deal: int) -> list[tuple[np.ndarray, int]]:
        """The game's questions that are charted: Views (1,) and the answer given."""
        rules, seats, charted, asked = self.request.rules, self.request.seats, self.decision, Asked()
        found: list[tuple[np.ndarray, int]] = []

        def noted(policy: Policy) -> Policy:
            @wraps(policy)  # who sees all, or waits, is told by attributes
            def answer(decision: int, views: np.ndarray) -> int:
                if decision != charted or not self.is_charted(views[0]):
                    return policy(decision, views)
                kept = records(rules.game.view)
                kept[:] = views
                given = policy(decision, views)
                found.append((kept, rules.game.advice().choice_of(decision, given, views)))
                return given

            return answer

        policies = [noted(policy) for policy in seat_policies(rules, seats, self.seed, deal, asked)]
        replay_game(rules, seats, self.seed, deal, policies, asked)
        return found

    def is_charted(self, view: np.void) -> bool:
        """Whether a question of the decision is one that the chart and the filters let pass."""
        return self.request.plan.concerns(view) and all(axis.label(view) == label for axis, label in self.request.filters)

    def ask(self, question: tuple[np.ndarray, int], stream: Stream) -> list[tuple[Situation, str, int, int, int]]:
        """All choices of a question in common worlds."""
        (views, given), plan, game = question, self.request.plan, self.request.rules.game
        room, n_worlds = game.advice(), self.request.n_worlds
        tried = self.choices(Position(self.request.rules, self.decision, views))
        answers = tried if given in tried else [*tried, given]
        views["rng"] = stream.state
        found = np.zeros((n_worlds, len(answers), len(room.outcomes)), np.int64)
        room.play_out()(views, self.decision, np.array(answers, np.int64), seated(game, self.request.policy).ctypes.data, found)
        sums = [int(total) for total in found[:, :, 0].sum(axis=0)]
        situation = tuple(axis.label(views[0]) for axis in self.request.axes)
        base, shown = sums[answers.index(given)], tried if plan.choices else answers
        return [(situation, plan.label(views[0], answer), sums[k], sums[k] - base, n_worlds) for k, answer in enumerate(shown)]

    def choices(self, position: Position) -> list[int]:
        """The answers that are tried."""
        if self.request.plan.choices:
            return list(self.request.plan.choices(position, self.ask_policy))
        return [choice.answer for choice in position.rules.game.advice().choices(position)]

    def ask_policy(self, views: np.ndarray) -> int:
        """What the policy that plays on answers at Views (1,)."""
        game, asked = self.request.rules.game, records(self.request.rules.game.view)
        asked[:] = views
        player = seated(game, self.request.policy)
        asked["parameters"], asked["policies"] = player["parameters"], player["policies"]
        asked["notes"] = 0
        answer = int(game.ask_once()(player["functions"][0, self.decision], asked))
        return game.advice().choice_of(self.decision, answer, asked)


def _rows(tally: _Tally, axes: Sequence[Axis], scale: float) -> list[Row]:
    """The estimates, situations in the order of their axes, the best choice of each first."""
    situations = sorted(tally.told, key=lambda s: tuple(axis.order(label) for axis, label in zip(axes, s, strict=True)))
    return [row for situation in situations for row in _rows_of(situation, tally.sums(situation), scale)]


def _rows_of(situation: Situation, found: Mapping[str, tuple[np.ndarray, int]], scale: float) -> list[Row]:
    """The rows of one situation; of choices with intervals the best comes first."""
    sums = {choice: by_game for choice, (by_game, _) in found.items()}
    gains = {choice: _ratio(by_game, GAIN, scale=scale) for choice, by_game in sums.items()}
    ranked = sorted(sums, key=lambda choice: (not isfinite(gains[choice].se), -gains[choice].value))
    best, others = ranked[0], ranked[1:]
    behind = {choice: _ratio(sums[choice], GAIN, sums[best], scale) for choice in others}
    p = all_pairs([p_value(gap, _n_games(sums[choice])) for choice, gap in behind.items()])
    same = Estimate(0.0, 0.0, 0.0, 0.0, gains[best].n)
    rows = []
    for choice, gap, p_pairs in zip(ranked, [same, *behind.values()], [1.0, *p], strict=True):
        value, gain = _ratio(sums[choice], VALUE, scale=scale), gains[choice]
        numbers = (value.value, value.low, value.high, gain.value, gain.low, gain.high, gap.value, gap.low, gap.high)
        rows.append(Row(situation, choice, *numbers, p_pairs, found[choice][1]))
    return rows


def _n_games(sums: np.ndarray) -> int:
    """Games in which the choice was tried."""
    return int((sums[:, TRIED] > 0).sum())


def _ratio(sums: np.ndarray, top: int, other: np.ndarray | None = None, scale: float = 1.0) -> Estimate:
    """Sum of a column over that of the worlds tried, over games that met the situation; less that of another choice there."""
    columns, is_met = [np.ones(len(sums), np.int64), sums[:, top], sums[:, TRIED]], sums[:, TRIED] > 0
    if other is not None:
        columns += [other[:, top], other[:, TRIED]]
        is_met |= other[:, TRIED] > 0
    rows = np.array(columns)[:, is_met]  # games without it tell nothing, and must not count as independent evidence
    found = contrast(rows @ rows.T, [0], [] if other is None else [1], scale)
    return found if _n_games(sums) >= FEWEST_GAMES else Estimate(found.value, nan, nan, nan, found.n)
