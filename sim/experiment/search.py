"""The search of `tune`: which points are tried, and what each reaches on the deals of the search."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import floor
from typing import TYPE_CHECKING

from sim.core.errors import InputError
from sim.experiment.estimates import Estimate
from sim.experiment.lineup import Player, parse_player, with_parameters
from sim.experiment.results import Result
from sim.experiment.run import Executor, Request, Settings
from sim.experiment.runner import Chunk, Engine, Totals, all_jobs, noting_stops
from sim.experiment.seeds import parse_games, parse_seed
from sim.games.protocol import Rules

if TYPE_CHECKING:
    import optuna

RequestOf = Callable[[Sequence[str]], Request]
BATCH = 8  # trials that are asked for together
FIRST_AT_RANDOM = 16  # trials before the search starts to learn
STEPS = 20  # a neighbour is so many-th of the range away, where no step is given


@dataclass(frozen=True)
class Span:
    """A parameter and where to look for its best value."""

    name: str
    low: float
    high: float
    step: float | None  # None: any value

    @property
    def stride(self) -> float:
        """How far a neighbour is away."""
        return self.step or (self.high - self.low) / STEPS

    def has(self, value: float) -> bool:
        """Whether the search could try this value."""
        on_grid = self.step is None or abs((value - self.low) / self.step - round((value - self.low) / self.step)) < 1e-9
        return self.low <= value <= self.high and on_grid

    def neighbours(self, value: float) -> list[float]:
        """Values one step below and above, as far as they lie in the range."""
        return [round(v, 10) for v in (value - self.stride, value + self.stride) if self.low - 1e-9 <= v <= self.high + 1e-9]


def parse_param(text: str) -> Span:
    """`call_at=0:8` or `call_at=0:8:1`. Raises InputError."""
    name, equals, rest = text.partition("=")
    try:
        numbers = [float(piece) for piece in rest.split(":")]
    except ValueError:
        numbers = []
    fine = equals and name.strip() and len(numbers) in (2, 3) and all(abs(x) < float("inf") for x in numbers)
    if not fine or numbers[0] >= numbers[1] or (len(numbers) == 3 and not 0 < numbers[2] <= numbers[1] - numbers[0]):
        raise InputError(f"--param {text} is not understood; write NAME=LO:HI with LO below HI, or NAME=LO:HI:STEP, as in call_at=0:8:1")
    low, high, step = numbers[0], numbers[1], numbers[2] if len(numbers) == 3 else None
    return Span(name.strip(), low, round(low + floor((high - low) / step + 1e-9) * step, 10) if step else high, step)


@dataclass(frozen=True)
class Trial:
    """A point of the search: its parameters, the strategy word, and what it reached in the search."""

    parameters: Mapping[str, float]
    word: str
    value: float


def knob_value(player: Player, name: str) -> float:
    """The value of a player's parameter."""
    for part in player.parts:
        for knob, value in zip(part.strategy.knobs, part.parameters, strict=True):
            if knob.name == name:
                return value
    raise InputError(f"'{player.word}' has no parameter {name}")


def new_study(better: int, seed: int) -> optuna.Study:
    """Optuna's study. Raises InputError when the extra is not installed."""
    try:
        import optuna
    except ImportError:
        raise InputError("tune needs an extra that is not installed: pip install 'carteado[tune]'") from None
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    sampler = optuna.samplers.TPESampler(seed=seed % (1 << 32), n_startup_trials=FIRST_AT_RANDOM, multivariate=True, constant_liar=True)
    return optuna.create_study(direction="minimize" if better < 0 else "maximize", sampler=sampler)


class Search:
    """The search: batches of points on the same deals."""

    def __init__(self, rules: Rules, strategy: str, spans: Sequence[Span], field: Player, measure: str, how: Settings, request_of: RequestOf) -> None:
        self.rules, self.strategy, self.spans, self.field, self.measure, self.how = rules, strategy, spans, field, measure, how
        self.request_of = request_of  # of a batch: by its words a cluster builds the plan again
        self.seed, self.games = parse_seed(how.seed), parse_games(how.games)
        self.estimates: dict[str, Estimate] = {}  # by strategy word: points that come again are not played again

    def run(self, n_trials: int, execute_for: Callable[[Request], Executor]) -> list[Trial]:
        """All trials, in the order in which they were told; the first is the strategy as it was, as far as the ranges allow."""
        study = new_study(self.rules.game.measure(self.measure).better, self.seed)
        own = {span.name: knob_value(parse_player(self.strategy, self.rules.game), span.name) for span in self.spans}
        if all(span.has(own[span.name]) for span in self.spans):
            study.enqueue_trial(own)
        found: list[Trial] = []
        while len(found) < n_trials:
            asked = [study.ask() for _ in range(min(BATCH, n_trials - len(found)))]
            points = [{s.name: self._suggest(trial, s) for s in self.spans} for trial in asked]
            words = [with_parameters(self.strategy, point, self.rules.game) for point in points]
            self._play(words, execute_for)
            for trial, point, word in zip(asked, points, words, strict=True):
                value = self.estimates[word].value
                study.tell(trial, value)
                found.append(Trial(point, word, value))
            if self.how.progress:
                best = max(found, key=lambda t: t.value * (self.rules.game.measure(self.measure).better or 1))
                self.how.progress(len(found) * self.games, n_trials * self.games, f"trial {len(found)} of {n_trials}: {best.word} {best.value:.4g}")
        return found

    @staticmethod
    def _suggest(trial: optuna.Trial, span: Span) -> float:
        """A value, rounded as strategy words show it."""
        return float(f"{trial.suggest_float(span.name, span.low, span.high, step=span.step):g}")

    def _play(self, words: Sequence[str], execute_for: Callable[[Request], Executor]) -> None:
        """Plays the points that were not played yet, all on the deals 0, 1, ... of the search's seed."""
        new = [word for word in dict.fromkeys(words) if word not in self.estimates]
        if not new:
            return
        request = self.request_of(new)
        totals = self._total(request, execute_for, -(-self.games // len(self.rules.game.sides(self.rules.players))))
        result = Result(request.plan, self.seed, totals, {})
        for word in new:
            self.estimates[word] = result.estimate(word, self.measure)
            if not self.estimates[word].n:
                raise InputError(f"nothing was observed for {self.measure} of {word} in {self.games} games; give more --games")

    def _total(self, request: Request, execute_for: Callable[[Request], Executor], n_blocks: int) -> Totals:
        engine = Engine(request.plan, self.seed)
        totals = engine.empty()

        def hear(chunk: Chunk) -> None:
            totals.add(chunk.totals)

        with noting_stops() as stop:
            complete = execute_for(request)(engine, [(0, n_blocks)], self.how.jobs or all_jobs(), hear, stop, self.how.chunk_blocks, self.how.patience)
        if not complete:
            raise KeyboardInterrupt
        return totals
