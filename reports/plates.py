"""The catalogue of figures: which ones a result deserves by its command and by its game, and how each is drawn from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from reports.views import best_first, caption, entrants_table, points_of, trail_of
from sim.experiment.estimates import rate_bounds
from sim.experiment.results import Result
from sim.games.protocol import Measure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Sketch = Callable[[Result], "Figure | None"]  # None: nothing was observed for it


@dataclass(frozen=True)
class Plate:
    """A place in a gallery: the name of the file, what is drawn, and how."""

    name: str
    kind: str
    draw: Sketch


def _strengths(result: Result) -> Figure | None:
    from reports.figures import strengths

    there = set(result.table["measure"])
    measures = [measure for measure in result.plan.rules.headline if measure.name in there]
    measures = measures[:2] if len(best_first(result)) > 1 else measures[1:3]  # alone at the table everybody wins the fair share
    return strengths(entrants_table(result), measures, caption(result))


def _forest(result: Result) -> Figure | None:
    from reports.figures import as_differences, forest

    verdicts = result.manifest.get("verdicts")
    if not verdicts:
        return None
    game = result.plan.rules.game
    note = " Paired on the same deals; p adjusted by Holm; hollow: not told apart."
    measures = [game.measure(name) for name in dict.fromkeys(v["measure"] for v in verdicts)]
    return forest(as_differences(verdicts, measures[0].better or 1), measures, caption(result) + note, result.finding.split(", each alone")[0])


def _sweep(result: Result) -> Figure | None:
    from reports.figures import sweep_curve, sweep_map

    points = points_of(result)
    parameters = [text.partition("=")[0].strip() for text in result.manifest["request"]["vary"]]
    measure = result.plan.rules.game.measure(points["measure"].iloc[0])
    note = f"Strategy {result.manifest['request']['strategy']}. {caption(result)} Told apart: differences on the same deals, Holm over all points."
    if len(parameters) == 1:
        return sweep_curve(points.rename(columns={parameters[0]: "at"}), parameters[0], measure, note)
    return sweep_map(points.rename(columns=dict(zip(parameters, "xy", strict=True))), (parameters[0], parameters[1]), measure, note)


def _ranks(result: Result) -> Figure | None:
    import pandas as pd

    from reports.figures import rank_intervals

    return rank_intervals(pd.DataFrame(result.manifest["tournament"]["ranking"]), f"{caption(result)} Rank by the mean over all fields.")


def _invasion(result: Result) -> Figure | None:
    import pandas as pd

    from reports.figures import invasion

    place = {name: k for k, name in enumerate(best_first(result))}
    gains = pd.DataFrame(result.manifest["tournament"]["invasions"])
    gains = gains.rename(columns={"mutant": "invader", "residents": "field", "difference": "value"})
    gains = gains.sort_values(["invader", "field"], key=lambda names: names.map(place))
    return invasion(gains, result.plan.rules.headline[0], caption(result))


def _counts(result: Result, name: str, take: Callable[[np.ndarray], np.ndarray] = lambda c: c) -> dict[str, np.ndarray]:
    """A table of counts by strategy, the best first; strategies that nothing was counted for are left out."""
    counts = result.counts(name)
    return {entrant: part for entrant in best_first(result) if (part := take(counts[entrant])).sum()}


def _axis(result: Result, name: str, which: int) -> tuple[float, ...]:
    """The values along an axis of a table of counts."""
    layout = result.plan.rules.game.layout(result.plan.rules)
    return next(c for c in layout.counts if c.name == name).values[which]


def _distribution(name: str, quantity: str, lines: Sequence[tuple[float, str]] = (), row: int | None = None, along: int | None = None) -> Sketch:
    """A distribution of the counts `name`; of two axes the second, at one `row` of the first, or all of one `along`."""

    def part(counts: np.ndarray) -> np.ndarray:
        if along is not None:
            return counts.sum(axis=1 - along)
        return counts if row is None else counts[row]

    def draw(result: Result) -> Figure | None:
        from reports.figures import Line, distribution

        counts = _counts(result, name, part)
        if all((row > 0).sum() == 1 for row in counts.values()):  # it never varies
            return None
        values = _axis(result, name, along if along is not None else 0 if row is None else 1)
        return distribution(counts, values, quantity, caption(result), [Line(*line) for line in lines])

    return draw


def _joint(name: str, words: tuple[str, str]) -> Sketch:
    def draw(result: Result) -> Figure | None:
        from reports.figures import joint

        counts = _counts(result, name)
        return joint(counts, _axis(result, name, 0), words, caption(result)) if counts else None

    return draw


def _calibration(name: str, words: tuple[str, str]) -> Sketch:
    def draw(result: Result) -> Figure | None:
        from reports.figures import FEWEST, calibration

        counts = {strategy: part for strategy, part in _counts(result, name).items() if part.sum(axis=1).max() >= FEWEST}
        return calibration(counts, _axis(result, name, 0), words, caption(result)) if counts else None

    return draw


def _by_group(measure: str, group: str, has_fair_share: bool = False, title: Callable[[Result], str] = lambda result: "") -> Sketch:
    def draw(result: Result) -> Figure | None:
        from reports.figures import by_group, group_rows

        table = entrants_table(result)
        if group_rows(table, measure, group).empty:  # too few cases of each
            return None
        fair = 1 / result.plan.rules.players if has_fair_share else None
        return by_group(table, result.plan.rules.game.measure(measure), group, caption(result), title(result), fair)

    return draw


def _outcomes(cells: Sequence[tuple[str, str]], words: Sequence[str]) -> Sketch:
    """Shares of outcomes; cells: (measure, group) of each, words: what each is called."""

    def draw(result: Result) -> Figure | None:
        import pandas as pd

        from reports.figures import outcome_shares

        table = entrants_table(result)
        parts = [table[(table["measure"] == m) & (table["group"] == g)].assign(outcome=word) for (m, g), word in zip(cells, words, strict=True)]
        shares = pd.concat(parts)
        return outcome_shares(shares, words, caption(result)) if len(shares) else None

    return draw


def _survival(name: str) -> Sketch:
    """The counts `name` hold after which round players left; None when nobody ever did."""

    def draw(result: Result) -> Figure | None:
        from reports.figures import survival

        counts = _counts(result, name)
        return survival(counts, result.totals.n_blocks, caption(result)) if any(part[1:].any() for part in counts.values()) else None

    return draw


def _mean_course(name: str, words: tuple[str, str]) -> Sketch:
    """The mean of the second axis of the counts `name` along the first; None when nobody comes to a second step."""

    def draw(result: Result) -> Figure | None:
        from reports.figures import FEWEST, mean_course

        counts = {strategy: part for strategy, part in _counts(result, name).items() if part[:2].sum(axis=1).min() >= FEWEST}
        values = _axis(result, name, 0), _axis(result, name, 1)
        return mean_course(counts, values, words, result.totals.n_blocks, caption(result)) if counts else None

    return draw


def _game_ends(result: Result) -> Figure | None:
    """How Câmbio's games ended; None when all were called. (For the share of called ones a deal counts once.)"""
    import pandas as pd

    from reports.figures import outcome_shares

    table = entrants_table(result)
    others = [table[(table["measure"] == name) & (table["group"] == "")].assign(outcome=word) for name, word in _UNCALLED.items()]
    if not sum(part["value"].sum() for part in others):
        return None
    called = others[0].assign(outcome="called", value=1 - sum(part["value"].to_numpy() for part in others))
    called[["low", "high"]] = [rate_bounds(value * result.totals.n_blocks, result.totals.n_blocks) for value in called["value"]]
    return outcome_shares(pd.concat([called, *others]), ["called", *_UNCALLED.values()], caption(result))


def _share_by_value(name: str, which: int, measure: Measure, group: str) -> Sketch:
    """The share of the cases in column `which` at each value of the counts `name` (value, case).

    Intervals are exact ones of a share, a deal counted once at most: games of one deal are not independent.
    """

    def draw(result: Result) -> Figure | None:
        import pandas as pd

        from reports.figures import FEWEST, by_group

        rows = []
        for strategy, counts in _counts(result, name).items():
            for value, cases in zip(_axis(result, name, 0), counts, strict=True):
                n = int(cases.sum())
                share, once = cases[which] / max(n, 1), min(n, result.totals.n_blocks)
                low, high = rate_bounds(share * once, once)
                rows.append((strategy, measure.name, f"{group}={value:g}", share, low, high, n))
        table = pd.DataFrame(rows, columns=["strategy", "measure", "group", "value", "low", "high", "n"])
        return by_group(table, measure, group, caption(result)) if (table["n"] >= FEWEST).any() else None

    return draw


def _convergence(result: Result) -> Figure | None:
    """From the trail that the run folder keeps; None without a folder, with fewer than three chunks, or with nothing in doubt."""
    from reports.figures import convergence

    trail = trail_of(result)
    moving = {name: rows for name, rows in trail.items() if len(rows) >= 3 and (rows["high"] > rows["low"]).any()}
    if result.manifest["request"]["command"] == "sweep":  # neighbours would hide each other: the best point and the worst
        moving = dict([*moving.items()][:: max(1, len(moving) - 1)])
    return convergence(moving, result.plan.rules.headline[0], caption(result)) if moving else None


def _bid_sentence(result: Result) -> str:
    """How often Wizard's best strategy bids too high and too low."""
    name = best_first(result)[0]
    shares = {d: result.estimate(name, "share", f"bid_minus_tricks={d}").value for d in range(-4, 5)}
    high, low = (sum(v for d, v in shares.items() if d * sign > 0) for sign in (1, -1))
    return f"{name}: bids met in {shares[0]:.3f} of rounds, too high in {high:.3f}, too low in {low:.3f}"


STRENGTHS = Plate("strengths", "Mean and 95 % interval of each strategy, one panel a measure", _strengths)


FOREST = Plate("differences", "Paired differences between strategies with 95 % intervals and the line of no difference", _forest)


SWEEP = Plate("sweep", "A measure along the parameters of a strategy with 95 % intervals, the best point and its equals", _sweep)


RANKS = Plate("ranks", "Rank of each strategy with its 95 % interval", _ranks)


INVASION = Plate("invasion", "What each strategy gains alone in a field of each other one", _invasion)


CONVERGENCE = Plate("convergence", "Estimate and 95 % interval over the games played", _convergence)


BY_COMMAND: dict[str, tuple[Plate, ...]] = {
    "run": (STRENGTHS,),
    "compare": (FOREST, STRENGTHS),
    "sweep": (SWEEP,),
    "tournament": (RANKS, INVASION, STRENGTHS),
}


_LAID = Measure("won_by_the_J", "rounds", "share of rounds in which laying the J won points", 3, +1, rate=True)
_UNCALLED = {"exhausted": "nothing left to draw", "cut_off": "stopped at max_turns"}
_ENDS = ("ended_by_j", "ended_high", "ended_low", "ended_time", "ended_inanition")


BY_GAME: dict[str, tuple[Plate, ...]] = {
    "wizard": (
        Plate("scores", "Distribution of final scores by strategy", _distribution("score", "total score of a game (points)")),
        Plate("hit_rate_by_round", "Share of bids met in each round with 95 % intervals", _by_group("hit_rate", "round")),
        Plate("bids_and_tricks", "Heat maps of bids against tricks won", _joint("bid_tricks", ("bid", "tricks won"))),
        Plate(
            "bid_minus_tricks", "Share of rounds by bid minus tricks; the ends include all beyond", _by_group("share", "bid_minus_tricks", title=_bid_sentence)
        ),
        Plate("calibration", "Mean tricks won for each bid", _calibration("bid_tricks", ("bid", "tricks won"))),
        Plate("seats", "Win share by seat with 95 % intervals", _by_group("win", "seat", has_fair_share=True)),
    ),
    "tractor": (
        Plate(
            "attackers_points",
            "Distribution of the attackers' points with the thresholds of the score",
            _distribution(
                "points", "attackers' points in a deal, kitty included; from 80 on the attackers win", ((40.0, "40"), (80.0, "80"), (120.0, "120")), row=0
            ),
        ),
        Plate(
            "outcomes",
            "Shares of the attackers' outcomes",
            _outcomes([("share", f"outcome={o}") for o in ("0", "5-35", "40-75", "80-115", "120+")], ["0", "5 to 35", "40 to 75", "80 to 115", "120 and more"]),
        ),
        Plate("level_changes", "Distribution of the own team's rise minus the other's", _distribution("level_change", "levels gained in a deal", along=1)),
        Plate("buried", "Distribution of the points buried", _distribution("kitty", "points in the buried kitty", along=1)),
        Plate(
            "kitty_by_multiplier",
            "Mean points buried, by how many times they counted (0: the dealer's team won the last trick)",
            _by_group("kitty_points", "factor"),
        ),
        Plate("match_length", "Distribution of the length of matches", _distribution("deals", "deals in a match")),
        Plate("declarations", "Attackers' points by the standing declaration", _by_group("points", "declaration")),
        Plate("levels", "Attackers' points by level", _by_group("points", "level")),
        Plate("seats", "Share of deals won by seat", _by_group("deals_won", "seat")),
    ),
    "cambio": (
        Plate("points", "Distribution of points at the end of called games", _distribution("points", "points at the end of a called game")),
        Plate("call_turns", "Distribution of the turn of the call", _distribution("call_turn", "turn of the call (all players' turns)", along=0)),
        Plate("won_when_calling", "Share of calls won by the caller's estimate", _by_group("won_when_calling", "estimate")),
        Plate("calibration", "True points for each estimate at the call", _calibration("at_call", ("estimate at the call", "true points"))),
        Plate("hand_size", "Mean number of cards in front at each own turn", _mean_course("hand_size", ("own turn", "cards in front"))),
        Plate("ends", "How games ended", _game_ends),
        Plate("seats", "Win share by order of play", _by_group("win_share", "seat", has_fair_share=True)),
    ),
    "intervencao": (
        Plate("ends", "How rounds ended", _outcomes([(name, "") for name in _ENDS], ["by the J", "pressão alta", "pressão baixa", "time limit", "inanition"])),
        Plate("outcome_points", "Points by how the round ended", _by_group("points", "outcome")),
        Plate("hand_totals", "Distribution of the own hand when it was counted", _distribution("hand_total", "hand when counted, interventor left out", row=0)),
        Plate("lengths", "Distribution of the length of rounds", _distribution("beats", "length of a round (beats)", along=1)),
        Plate("interventor", "Share of rounds in which laying the J won points, by the own total", _share_by_value("laid", 2, _LAID, "own_total")),
        Plate("survival", "Share of players still in the jogo after each round", _survival("left_after")),
        Plate("roles", "Points by role", _by_group("points", "role")),
        Plate("seats", "Points by seat", _by_group("points", "seat")),
    ),
}
