"""`tune`: searches for the best parameters of a strategy, and checks on fresh deals what was found.

The search (Optuna's tree-structured Parzen estimator) asks for BATCH points at a time; they and the strategy as it was
play the same deals, each alone in the field, and are told in the order in which they were asked: the answer depends
on the seed, not on the number of workers. All batches play the same deals, so that trials can be compared; the best
of many noisy numbers looks better than it is (the winner's curse), and it was fitted to these very deals. Therefore
the winner, the strategy as it was, and the winner's neighbours one step away in each parameter then play deals that
the search has not seen. That second run is an ordinary one, with run folder and resume.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim.core.errors import InputError
from sim.experiment import estimates
from sim.experiment.estimates import Estimate
from sim.experiment.lineup import Player, parse_player, plan_candidates, with_parameters
from sim.experiment.results import Result, Sheet, difference_rows
from sim.experiment.run import Request, Settings, conduct, executor, make_rules
from sim.experiment.search import Search, Span, Trial, parse_param
from sim.experiment.seeds import HIGHEST, parse_games, parse_seed
from sim.experiment.store import new_folder
from sim.experiment.tuned_file import check_target, write_strategy
from sim.games.protocol import Rules

if TYPE_CHECKING:
    import pandas as pd

FRESH = 0x9E3779B9  # between the seed of the search and that of the fresh deals


@dataclass
class Tuned:
    """What `tune` returns. `word` is the strategy to use; `result` is the run on fresh deals, its entrant 0 the winner."""

    word: str
    parameters: Mapping[str, float]
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
        check_target(agreed.game, base, [span.name for span in spans], Path(write))
    n_fresh, how = _parse_fresh(fresh_games), Settings(**{"games": 20_000, **settings})
    how.seed = parse_seed(how.seed)
    measured = agreed.game.measure(measure) if measure else agreed.headline[0]

    def batch(candidates: Sequence[str]) -> Request:
        return tuned_request(**words_of(agreed, strategy, candidates, field_player.word, measured.name, {}))

    search = Search(agreed, strategy, spans, field_player, measured.name, how, batch)
    with new_folder(Path(how.out)) if how.out else nullcontext():
        with executor(how) as execute_for:
            done = search.run(trials, execute_for)
        best = max(done, key=lambda t: t.value * (measured.better or 1))
        request = tuned_request(**fresh_words(search, best, len(done)))
        result = conduct(request, replace(how, games=n_fresh, seed=(how.seed + FRESH) % HIGHEST))
    fresh = result.estimate(best.word, measured.name)
    gain = result.contrast(measured.name, [0], [result.entrants.index(strategy)])
    origin = f"carteado tune {game} {strategy}, seed {how.seed}"
    written = write_strategy(agreed.game, base, best.parameters, Path(write), origin) if write is not None else None
    return Tuned(best.word, best.parameters, fresh, gain, done, result, written)


def _parse_fresh(games: str | int) -> int:
    """The games on fresh deals. Raises InputError."""
    try:
        return parse_games(games)
    except InputError:
        raise InputError(f"--fresh {games} is not allowed; allowed: a whole number from 1 on, such as 200000 or 200k") from None


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


def fresh_words(search: Search, best: Trial, n_trials: int) -> dict[str, Any]:
    """The request of the run on fresh deals: the winner, the strategy as it was, the winner's neighbours."""
    near = []
    for span in search.spans:
        points = [{**best.parameters, span.name: value} for value in span.neighbours(best.parameters[span.name])]
        near += [with_parameters(search.strategy, point, search.rules.game) for point in points]
    found = search.estimates[best.word]
    told = {"seed": search.seed, "games": search.games, "trials": n_trials, "value": found.value, "low": found.low, "high": found.high}
    candidates = _unlike([best.word, search.strategy, *near], search.rules)
    return words_of(search.rules, search.strategy, candidates, search.field.word, search.measure, told)


def _unlike(words: Sequence[str], rules: Rules) -> list[str]:
    """The words without those that play like an earlier one; the strategy as it was stays second even then."""
    kept: list[str] = []
    for i, word in enumerate(words):
        player = parse_player(word, rules.game)
        if (i == 1 and word != kept[0]) or not any(player.plays_like(parse_player(other, rules.game)) for other in kept):
            kept.append(word)
    return kept


def words_of(rules: Rules, strategy: str, candidates: Sequence[str], field: str, measure: str, search: Mapping[str, Any]) -> dict[str, Any]:
    """The words of a request of `tune`, but for the command's name."""
    return {
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
    words = {"command": "tune", **words_of(agreed, strategy, candidates, field, measure, search)}
    return Request(words, plan_candidates(agreed, parsed, parse_player(field, agreed.game)), say_tuned)


def say_tuned(result: Result) -> None:
    """Adds differences, the sheet and the finding to the run on fresh deals."""
    words = result.manifest["request"]
    others = list(range(1, len(result.entrants)))
    result.rows.extend(difference_rows(result, [(0, e) for e in others]))
    measure = result.plan.rules.game.measure(words["measure"])
    sign, d = measure.better or 1, measure.digits
    gaps = [result.contrast(measure.name, [e], [0]) for e in others]
    adjusted = estimates.adjusted_p(gaps, result.totals.n_blocks)
    fresh = result.contrast(measure.name, [0])
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
        own = result.contrast(measure.name, [e])
        verdict = "not told apart" if p >= 1 - estimates.LEVEL else "better" if gap.value * sign > 0 else "worse"
        role = "as it was" if result.entrants[e] == words["strategy"] else "one step away"
        interval, behind = f"{own.low:.{d}f} .. {own.high:.{d}f}", f"{gap.value:+.{d}f}"
        lines.append([result.entrants[e], role, f"{own.value:.{d}f}", interval, behind, estimates.p_words(p), verdict])
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
    return f"{advice.format(words['strategy'], result.entrants[0])}: {promise}; {tail}; {result.plan.rules.describe()}, {result.games:,} games."


__all__ = ["Tuned", "tune", "tuned_request"]
