"""`tune`: searches for the best parameters of a strategy, and checks on fresh deals what was found.

The search (Optuna's tree-structured Parzen estimator) asks for BATCH points at a time; they and the strategy as it was
play the same deals, each alone in the field, and are told in the order in which they were asked: the answer depends
on the seed, not on the number of workers. All batches play the same deals, so that trials can be compared; the best
of many noisy numbers looks better than it is (the winner's curse), and it was fitted to these very deals. Therefore
the winner, the strategy as it was, and the winner's neighbours one step away in each parameter then play deals that
the search has not seen. That second run is an ordinary one, with run folder and resume.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim.core.errors import InputError
from sim.experiment import estimates
from sim.experiment.estimates import Estimate
from sim.experiment.lineup import Player, parse_player, plan_candidates, with_parameters
from sim.experiment.results import Result, Sheet, cell_index, difference_rows
from sim.experiment.run import Request, Settings, conduct, executor, make_rules
from sim.experiment.runner import Chunk, Engine, Totals, all_jobs, noting_stops
from sim.experiment.seeds import HIGHEST, parse_games, parse_seed
from sim.games.protocol import Knob, Rules

if TYPE_CHECKING:
    import optuna
    import pandas as pd

BATCH = 8  # trials that are asked for together
FIRST_AT_RANDOM = 16  # trials before the search starts to learn
STEPS = 20  # a neighbour is so many-th of the range away, where no step is given
FRESH = 0x9E3779B9  # between the seed of the search and that of the fresh deals


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
    return Span(name.strip(), numbers[0], numbers[1], numbers[2] if len(numbers) == 3 else None)


@dataclass(frozen=True)
class Trial:
    """A point of the search: its parameters, the strategy word, and what it reached in the search."""

    parameters: Mapping[str, float]
    word: str
    value: float


@dataclass
class Tuned:
    """What `tune` returns. `word` is the strategy to use; `result` is the run on fresh deals, its entrant 0 the winner."""

    word: str
    parameters: Mapping[str, float]
    in_search: Estimate
    fresh: Estimate
    gain: Estimate  # over the strategy as it was, on fresh deals
    trials: list[Trial]
    result: Result
    written: Path | None = None

    @property
    def table(self) -> pd.DataFrame:
        """The trials in the order in which they were told."""
        import pandas as pd

        return pd.DataFrame([{**t.parameters, "strategy": t.word, "value": t.value} for t in self.trials])


def tune(
    game: str,
    strategy: str,
    param: Mapping[str, str] | Sequence[str],
    measure: str | None = None,
    trials: int = 64,
    field: str | None = None,
    players: int | None = None,
    rules: Mapping[str, Any] | None = None,
    fresh_games: str | int = 200_000,
    write: str | Path | None = None,
    **settings: Any,
) -> Tuned:
    """Searches for the parameters of `strategy` that do best alone in a field of `field` (default: the strategy as it is).

    param: {"shade": "0.5:1.5"} or ["shade=0.5:1.5"], with a third number as the step. measure: what is to be best
    (default: the first headline measure). settings: see run; `games` are those of one trial (default 20,000), `out`
    is for the run on fresh deals. write: a new file for the strategy with its defaults replaced by what was found.
    Raises InputError, also when the extra is not installed.
    """
    agreed = make_rules(game, players, rules)
    spans = [parse_param(text) for text in ([f"{name}={span}" for name, span in param.items()] if isinstance(param, Mapping) else param)]
    base, field_player = _checked(agreed, strategy, spans, field, trials)
    if write is not None:
        check_target(agreed, base, spans, Path(write))
    how = Settings(**{"games": 20_000, **settings})
    how.seed = parse_seed(how.seed)
    measured = agreed.game.measure(measure or agreed.game.headline[0])
    search = _Search(agreed, strategy, spans, base, field_player, measured.name, how)
    done = search.run(trials)
    best = max(done, key=lambda t: t.value * (measured.better or 1))
    words = search.words(best, len(done))
    result = conduct(tuned_request(**words), replace(how, games=fresh_games, seed=(how.seed + FRESH) % HIGHEST))
    fresh = result.estimate(best.word, measured.name)
    index = cell_index(result.plan, measured.name)
    gain = estimates.contrast(result.totals.gram[:, :, index], [0], [1], result.plan.cells[index].scale)
    written = write_strategy(agreed, base, best.parameters, Path(write), f"carteado tune {game} {strategy}, seed {how.seed}") if write is not None else None
    return Tuned(best.word, best.parameters, search.estimate_of(best), fresh, gain, done, result, written)


def _checked(rules: Rules, strategy: str, spans: Sequence[Span], field: str | None, trials: int) -> tuple[Player, Player]:
    """The strategy and the field, after all ranges were tried. Raises InputError."""
    if not spans:
        raise InputError("tune needs a parameter to turn: give --param NAME=LO:HI")
    if len({span.name for span in spans}) < len(spans):
        raise InputError("tune was given the same parameter twice")
    if not 1 <= trials <= 100_000:
        raise InputError(f"--trials {trials} is not allowed; allowed: 1..100000")
    for values in ({s.name: s.low for s in spans}, {s.name: s.high for s in spans}):
        parse_player(with_parameters(strategy, values, rules.game), rules.game)
    return parse_player(strategy, rules.game), parse_player(field or strategy, rules.game)


def new_study(better: int, seed: int) -> optuna.Study:
    """Optuna's study. Raises InputError when the extra is not installed."""
    try:
        import optuna
    except ImportError:
        raise InputError("tune needs an extra that is not installed: pip install 'carteado[tune]'") from None
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    sampler = optuna.samplers.TPESampler(seed=seed % (1 << 32), n_startup_trials=FIRST_AT_RANDOM, multivariate=True, constant_liar=True)
    return optuna.create_study(direction="minimize" if better < 0 else "maximize", sampler=sampler)


class _Search:
    """The search: batches of points on the same deals."""

    def __init__(self, rules: Rules, strategy: str, spans: Sequence[Span], base: Player, field: Player, measure: str, how: Settings) -> None:
        self.rules, self.strategy, self.spans, self.base, self.field, self.measure, self.how = rules, strategy, spans, base, field, measure, how
        self.seed, self.games = parse_seed(how.seed), parse_games(how.games)
        self.estimates: dict[str, Estimate] = {}  # by strategy word: points that come again are not played again

    def run(self, n_trials: int) -> list[Trial]:
        """All trials, in the order in which they were told; the first is the strategy as it was, as far as the ranges allow."""
        study = new_study(self.rules.game.measure(self.measure).better, self.seed)
        own = self._own_values()
        if all(span.low <= own[span.name] <= span.high for span in self.spans):
            study.enqueue_trial(own)
        found: list[Trial] = []
        while len(found) < n_trials:
            asked = [study.ask() for _ in range(min(BATCH, n_trials - len(found)))]
            points = [{s.name: self._suggest(trial, s) for s in self.spans} for trial in asked]
            words = [with_parameters(self.strategy, point, self.rules.game) for point in points]
            self._play(words)
            for trial, point, word in zip(asked, points, words, strict=True):
                value = self.estimates[word].value
                study.tell(trial, value)
                found.append(Trial(point, word, value))
            if self.how.progress:
                best = max(found, key=lambda t: t.value * (self.rules.game.measure(self.measure).better or 1))
                self.how.progress(len(found) * self.games, n_trials * self.games, f"trial {len(found)} of {n_trials}: {best.word} {best.value:.4g}")
        return found

    def _own_values(self) -> dict[str, float]:
        return {s.name: knob_value(self.base, s.name) for s in self.spans}

    @staticmethod
    def _suggest(trial: optuna.Trial, span: Span) -> float:
        """A value, rounded as strategy words show it."""
        return float(f"{trial.suggest_float(span.name, span.low, span.high, step=span.step):g}")

    def _play(self, words: Sequence[str]) -> None:
        """Plays the points that were not played yet, all on the deals 0, 1, ... of the search's seed."""
        new = [word for word in dict.fromkeys(words) if word not in self.estimates]
        if not new:
            return
        players = [parse_player(word, self.rules.game) for word in new]
        plan = plan_candidates(self.rules, players, self.field)
        n_sides = len(self.rules.game.sides(self.rules.players))
        engine = Engine(plan, self.seed)
        totals = self._total(Request(self._as_compare(new), plan), engine, -(-self.games // n_sides))
        result = Result(plan, self.seed, totals, {})
        for word in new:
            self.estimates[word] = result.estimate(word, self.measure)

    def _as_compare(self, candidates: Sequence[str]) -> dict[str, Any]:
        """The request words of a batch, by which a cluster builds it again."""
        return words_of(self.rules, self.strategy, candidates, self.field.word, self.measure, {})

    def _total(self, request: Request, engine: Engine, n_blocks: int) -> Totals:
        totals = engine.empty()

        def hear(chunk: Chunk) -> None:
            totals.add(chunk.totals)

        with noting_stops() as stop, executor(request, self.how) as execute:
            complete = execute(engine, [(0, n_blocks)], self.how.jobs or all_jobs(), hear, stop, self.how.chunk_blocks, self.how.patience)
        if not complete:
            raise KeyboardInterrupt
        return totals

    def estimate_of(self, trial: Trial) -> Estimate:
        """What a point reached in the search."""
        return self.estimates[trial.word]

    def words(self, best: Trial, n_trials: int) -> dict[str, Any]:
        """The request of the run on fresh deals: the winner, the strategy as it was, the winner's neighbours."""
        near = []
        for span in self.spans:
            near += [with_parameters(self.strategy, {**best.parameters, span.name: v}, self.rules.game) for v in span.neighbours(best.parameters[span.name])]
        found = self.estimates[best.word]
        search = {"seed": self.seed, "games": self.games, "trials": n_trials, "value": found.value, "low": found.low, "high": found.high}
        words = words_of(self.rules, self.strategy, _unlike([best.word, self.strategy, *near], self.rules), self.field.word, self.measure, search)
        del words["command"]
        return words


def knob_value(player: Player, name: str) -> float:
    """The value of a player's parameter."""
    for part in player.parts:
        for knob, value in zip(part.strategy.knobs, part.parameters, strict=True):
            if knob.name == name:
                return value
    raise InputError(f"'{player.word}' has no parameter {name}")


def _unlike(words: Sequence[str], rules: Rules) -> list[str]:
    """The words without those that play like an earlier one; the strategy as it was stays second even then."""
    kept: list[str] = []
    for i, word in enumerate(words):
        player = parse_player(word, rules.game)
        if (i == 1 and word != kept[0]) or not any(player.plays_like(parse_player(other, rules.game)) for other in kept):
            kept.append(word)
    return kept


def words_of(rules: Rules, strategy: str, candidates: Sequence[str], field: str, measure: str, search: Mapping[str, Any]) -> dict[str, Any]:
    """The words of a request of `tune`."""
    return {
        "command": "tune",
        "game": rules.game.name,
        "strategy": strategy,
        "candidates": list(candidates),
        "field": field,
        "measure": measure,
        "players": rules.players,
        "rules": rules.changed(),
        "search": dict(search),
    }


def tuned_request(
    game: str, strategy: str, candidates: Sequence[str], field: str, measure: str, players: int, rules: Mapping[str, Any], search: Mapping[str, Any]
) -> Request:
    """The request of the run on fresh deals. candidates: the winner, the strategy as it was, neighbours. Raises InputError."""
    agreed = make_rules(game, players, rules)
    parsed = [parse_player(word, agreed.game) for word in candidates]
    words = words_of(agreed, strategy, candidates, field, measure, search)
    return Request(words, plan_candidates(agreed, parsed, parse_player(field, agreed.game)), say_tuned)


def say_tuned(result: Result) -> None:
    """Adds differences, the sheet and the finding to the run on fresh deals."""
    words = result.manifest["request"]
    others = list(range(1, len(result.entrants)))
    result.rows.extend(difference_rows(result.plan, result.totals, [(0, e) for e in others]))
    index = cell_index(result.plan, words["measure"])
    gram, scale = result.totals.gram[:, :, index], result.plan.cells[index].scale
    measure = result.plan.rules.game.measure(words["measure"])
    sign, d = measure.better or 1, measure.digits
    gaps = [estimates.contrast(gram, [e], [0], scale) for e in others]
    adjusted = estimates.holm([estimates.p_value(gap, result.totals.n_blocks) for gap in gaps])
    fresh = estimates.contrast(gram, [0], scale=scale)
    promise = words["search"]
    lines = [
        [
            result.entrants[0],
            "in the search",
            f"{promise['value']:.{d}f}",
            f"{promise['low']:.{d}f} .. {promise['high']:.{d}f}",
            "",
            "",
            "the best of many looks better",
        ],
        ["", "on fresh deals", f"{fresh.value:.{d}f}", f"{fresh.low:.{d}f} .. {fresh.high:.{d}f}", "", "", ""],
    ]
    for e, gap, p in zip(others, gaps, adjusted, strict=True):
        own = estimates.contrast(gram, [e], scale=scale)
        verdict = "not told apart" if p >= 1 - estimates.LEVEL else "better" if gap.value * sign > 0 else "worse"
        role = "as it was" if result.entrants[e] == words["strategy"] else "one step away"
        interval, behind = f"{own.low:.{d}f} .. {own.high:.{d}f}", f"{gap.value:+.{d}f}"
        lines.append([result.entrants[e], role, f"{own.value:.{d}f}", interval, behind, f"{p:.2g}" if p >= 1e-4 else "< 0.0001", verdict])
    title = f"Found, and on fresh deals, each alone in a field of {words['field']}"
    headers = ("strategy", "", measure.name, "95 % interval", "more", "p (Holm)", "")
    result.sheets = [Sheet(title, headers, lines, (2, 3, 4, 5))]
    result.finding = _sentence(result, fresh, lines)


def _sentence(result: Result, fresh: Estimate, lines: Sequence[Sequence[str]]) -> str:
    """What to use, what the search promised and what is left of it, and whether a neighbour is better still."""
    words = result.manifest["request"]
    measure = result.plan.rules.game.measure(words["measure"])
    d, search = measure.digits, words["search"]
    verdicts = {line[0]: line[6] for line in lines if line[1] == "as it was"}
    first = {"better": "keep {0}, which is better than {1}", "worse": "use {1}, which is better than {0}"}
    advice = "use {1}, which is {0} as it was" if not verdicts else first.get(next(iter(verdicts.values())), "use {1} or {0}, which cannot be told apart")
    interval = f"95 % interval {fresh.low:.{d}f} to {fresh.high:.{d}f}"
    promise = f"{measure.name} {search['value']:.{d}f} in the search, {fresh.value:.{d}f} on fresh deals ({interval})"
    better = [line[0] for line in lines if line[1] == "one step away" and line[6] == "better"]
    tail = f"better still, one step away: {', '.join(better)}" if better else "no neighbour one step away is better for sure"
    return f"{advice.format(words['strategy'], result.entrants[0])}: {promise}; {tail}; {result.plan.rules.describe()}, {result.games} games."


def check_target(rules: Rules, base: Player, spans: Sequence[Span], target: Path) -> None:
    """Refuses to write where something lies, or what one file cannot hold. Raises InputError."""
    if target.suffix != ".py":
        raise InputError(f"--write '{target}' must end in .py")
    if target.exists():
        raise InputError(f"--write '{target}' exists already; choose another name")
    _edited(_owner(base, [span.name for span in spans]).path, {span.name: span.low for span in spans}, "")


def _owner(base: Player, names: Sequence[str]) -> Any:
    """The one strategy that has all these parameters. Raises InputError."""
    for part in base.parts:
        if set(names) <= {knob.name for knob in part.strategy.knobs}:
            return part.strategy
    raise InputError(f"--write needs parameters that all belong to one strategy of '{base.word}'")


def _edited(source: Path, values: Mapping[str, float], remark: str) -> str:
    """The text of a strategy file with other defaults in its KNOBS. Raises InputError when they are not written out there."""
    text = source.read_text(encoding="utf-8")
    lines = text.splitlines(keepends=True)
    knobs = next((node for node in ast.parse(text).body if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "KNOBS"), None)
    calls = [node for node in ast.walk(knobs) if isinstance(node, ast.Call)] if knobs else []
    places = {}
    for call in calls:
        given = dict(zip(Knob.__dataclass_fields__, call.args, strict=False)) | {str(k.arg): k.value for k in call.keywords}
        called = given.get("name")
        if isinstance(called, ast.Constant) and "default" in given:
            places[str(called.value)] = given["default"]
    if not set(values) <= set(places) or knobs is None:
        raise InputError(f"--write cannot find the defaults of {', '.join(values)} in KNOBS of '{source}'")
    for name, node in sorted(places.items(), key=lambda pair: (-pair[1].lineno, -pair[1].col_offset)):
        if name in values and node.lineno == node.end_lineno:
            raw = lines[node.lineno - 1].encode()
            lines[node.lineno - 1] = (raw[: node.col_offset] + repr(float(values[name])).encode() + raw[node.end_col_offset :]).decode()
    lines.insert(knobs.lineno - 1, f"# {remark}\n")
    return "".join(lines)


def write_strategy(rules: Rules, base: Player, values: Mapping[str, float], target: Path, origin: str) -> Path:
    """Writes the strategy's file with the found values as defaults; other parameters keep theirs. Raises InputError."""
    strategy = _owner(base, list(values))
    given = next(part.parameters for part in base.parts if part.strategy is strategy)
    changed = {knob.name: value for knob, value in zip(strategy.knobs, given, strict=True) if value != knob.default}
    text = _edited(strategy.path, {**changed, **values}, f"defaults found by {origin}")
    try:
        with open(target, "x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise InputError(f"--write '{target}' cannot be written: {error.strerror or error}") from None
    parse_player(str(target), rules.game)
    return target


__all__ = ["Span", "Trial", "Tuned", "parse_param", "tune", "tuned_request"]
