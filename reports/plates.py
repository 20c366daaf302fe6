"""The catalogue of figures: which ones a result deserves by its command and by its game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from reports.sketches import (
    Sketch,
    calibration_of,
    distribution_of,
    draw_convergence,
    draw_forest,
    draw_invasion,
    draw_ranks,
    draw_strengths,
    draw_sweep,
    groups_of,
    joint_of,
    mean_course_of,
    outcomes_of,
    shares_of,
    survival_of,
)
from reports.views import best_first, caption, entrants_table
from sim.experiment.estimates import rate_bounds
from sim.experiment.results import Result
from sim.games.layout import Measure

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Plate:
    """A place in a gallery: the name of the file, what is drawn, and how."""

    name: str
    kind: str
    draw: Sketch


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


def _bid_sentence(result: Result) -> str:
    """How often Wizard's best strategy bids too high and too low."""
    name = best_first(result)[0]
    shares = {d: result.estimate(name, "share", f"bid_minus_tricks={d}").value for d in range(-4, 5)}
    high, low = (sum(v for d, v in shares.items() if d * sign > 0) for sign in (1, -1))
    return f"{name}: bids met in {shares[0]:.3f} of rounds, too high in {high:.3f}, too low in {low:.3f}"


STRENGTHS = Plate("strengths", "Mean and 95 % interval of each strategy, one panel a measure", draw_strengths)
FOREST = Plate("differences", "Paired differences between strategies with 95 % intervals and the line of no difference", draw_forest)
SWEEP = Plate("sweep", "A measure along the parameters of a strategy with 95 % intervals, the best point and its equals", draw_sweep)
RANKS = Plate("ranks", "Rank of each strategy with its 95 % interval", draw_ranks)
INVASION = Plate("invasion", "What each strategy gains alone in a field of each other one", draw_invasion)
CONVERGENCE = Plate("convergence", "Estimate and 95 % interval over the games played", draw_convergence)


BY_COMMAND: dict[str, tuple[Plate, ...]] = {
    "run": (STRENGTHS,),
    "compare": (FOREST, STRENGTHS),
    "sweep": (SWEEP,),
    "tournament": (RANKS, INVASION, STRENGTHS),
}


_LAID = Measure("won_by_the_J", "rounds", "share of rounds in which laying the J won points", 3, +1, rate=True)
_UNCALLED = {"exhausted": "nothing left to draw", "cut_off": "stopped at max_turns"}
_POINTS = {("share", f"outcome={points}"): points.replace("-", " to ").replace("+", " and more") for points in ("0", "5-35", "40-75", "80-115", "120+")}
_ENDS = {
    ("ended_by_j", ""): "by the J",
    ("ended_high", ""): "pressão alta",
    ("ended_low", ""): "pressão baixa",
    ("ended_time", ""): "time limit",
    ("ended_inanition", ""): "inanition",
}


BY_GAME: dict[str, tuple[Plate, ...]] = {
    "wizard": (
        Plate("scores", "Distribution of final scores by strategy", distribution_of("score", "total score of a game (points)")),
        Plate("hit_rate_by_round", "Share of bids met in each round with 95 % intervals", groups_of("hit_rate", "round")),
        Plate("bids_and_tricks", "Heat maps of bids against tricks won", joint_of("bid_tricks", ("bid", "tricks won"))),
        Plate(
            "bid_minus_tricks", "Share of rounds by bid minus tricks; the ends include all beyond", groups_of("share", "bid_minus_tricks", title=_bid_sentence)
        ),
        Plate("calibration", "Mean tricks won for each bid", calibration_of("bid_tricks", ("bid", "tricks won"))),
        Plate("seats", "Win share by seat with 95 % intervals", groups_of("win", "seat", has_fair_share=True)),
    ),
    "tractor": (
        Plate(
            "attackers_points",
            "Distribution of the attackers' points with the thresholds of the score",
            distribution_of(
                "points", "attackers' points in a deal, kitty included; from 80 on the attackers win", ((40.0, "40"), (80.0, "80"), (120.0, "120")), row=0
            ),
        ),
        Plate("outcomes", "Shares of the attackers' outcomes", outcomes_of(_POINTS)),
        Plate("level_changes", "Distribution of the own team's rise minus the other's", distribution_of("level_change", "levels gained in a deal", along=1)),
        Plate("buried", "Distribution of the points buried", distribution_of("kitty", "points in the buried kitty", along=1)),
        Plate(
            "kitty_by_multiplier",
            "Mean points buried, by how many times they counted (0: the dealer's team won the last trick)",
            groups_of("kitty_points", "factor"),
        ),
        Plate("match_length", "Distribution of the length of matches", distribution_of("deals", "deals in a match")),
        Plate("declarations", "Attackers' points by the standing declaration", groups_of("points", "declaration")),
        Plate("levels", "Attackers' points by level", groups_of("points", "level")),
        Plate("seats", "Share of deals won by seat", groups_of("deals_won", "seat")),
    ),
    "cambio": (
        Plate("points", "Distribution of points at the end of called games", distribution_of("points", "points at the end of a called game")),
        Plate("call_turns", "Distribution of the turn of the call", distribution_of("call_turn", "turn of the call (all players' turns)", along=0)),
        Plate("won_when_calling", "Share of calls won by the caller's estimate", groups_of("won_when_calling", "estimate")),
        Plate("calibration", "True points for each estimate at the call", calibration_of("at_call", ("estimate at the call", "true points"))),
        Plate("hand_size", "Mean number of cards in front at each own turn", mean_course_of("hand_size", ("own turn", "cards in front"))),
        Plate("ends", "How games ended", _game_ends),
        Plate("seats", "Win share by order of play", groups_of("win_share", "seat", has_fair_share=True)),
    ),
    "intervencao": (
        Plate("ends", "How rounds ended", outcomes_of(_ENDS)),
        Plate("outcome_points", "Points by how the round ended", groups_of("points", "outcome")),
        Plate(
            "hand_totals", "Distribution of the own hand when it was counted", distribution_of("hand_total", "hand when counted, interventor left out", row=0)
        ),
        Plate("lengths", "Distribution of the length of rounds", distribution_of("beats", "length of a round (beats)", along=1)),
        Plate("interventor", "Share of rounds in which laying the J won points, by the own total", shares_of("laid", 2, _LAID, "own_total")),
        Plate("survival", "Share of players still in the jogo after each round", survival_of("left_after")),
        Plate("roles", "Points by role", groups_of("points", "role")),
        Plate("seats", "Points by seat", groups_of("points", "seat")),
    ),
}
