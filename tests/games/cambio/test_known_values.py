"""Numbers that are known without this program: from an independent C core of the same rules, by counting, by enumeration.

Source of the figures for `plain`: 1,000,000 games each, default rules; standard errors about .003 points, .0005 of a
share, .005 turns. Agreement is wanted within 4 standard errors, theirs and ours together.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import sqrt

import numpy as np
import pytest

from sim.core import gram, jit
from sim.experiment import runner
from sim.experiment.estimates import Estimate, contrast
from sim.experiment.lineup import parse_lineup, parse_player, plan_candidates, plan_rotations
from sim.experiment.strategies import load
from sim.games.cambio import GAME, measures
from sim.games.cambio.cards import PACK_POINTS, parse_card
from sim.games.cambio.reference import replay
from sim.games.cambio.strategist import estimate_sum
from tests.playing import Players

FIGURES = {  # players: measure -> value
    2: {"win": 0.5000, "points": 5.379, "won_when_calling": 0.7651, "points_at_call": 3.085, "call_turn": 12.02, "turns": 13.02,
        "cards_left": 2.840, "snaps_right": 2.320, "lost_tie": 0.0642},
    4: {"win": 0.2596, "points": 6.426, "won_when_calling": 0.4532, "points_at_call": 2.880, "call_turn": 16.63, "turns": 19.63,
        "cards_left": 2.672, "snaps_right": 5.313, "lost_tie": 0.1078},
    6: {"win": 0.1829, "points": 6.745, "won_when_calling": 0.2888, "points_at_call": 2.755, "call_turn": 20.62, "turns": 25.62,
        "cards_left": 2.564, "snaps_right": 8.615, "lost_tie": 0.1139},
}  # fmt: skip
SEATS_OF_FOUR = (0.2629, 0.2514, 0.2458, 0.2398)  # win share from the first player on
HALF_DIGIT = {"points": 0.0005, "points_at_call": 0.0005, "call_turn": 0.005, "turns": 0.005, "cards_left": 0.0005, "snaps_right": 0.0005}
N_THEIRS = 1_000_000


@cache
def results(lineup: str, players: int, n_games: int, **options: str) -> dict[tuple[str, str], Estimate]:
    """(measure, group) -> estimate for the first strategy of a line-up."""
    rules = GAME.rules(players, options)
    plan = plan_rotations(rules, parse_lineup(lineup, rules))
    totals = runner.play(runner.Engine(plan, 20261130), n_games // plan.games)
    cells = GAME.layout(rules).cells
    return {(cell.measure, cell.group): contrast(totals.gram[:, :, i], [0], scale=cell.scale) for i, cell in enumerate(cells)}


def differs(found: Estimate, theirs: float, n_ours: int, rounding: float = 0.00005) -> bool:
    """Whether two independent estimates of one number are more than 4 standard errors apart; the spread is ours."""
    error = found.se * sqrt(1 + n_ours / N_THEIRS)
    return abs(found.value - theirs) > 4 * error + rounding


@pytest.mark.parametrize("players", FIGURES)
def test_plain_against_an_independent_program(players):
    n_games = 200 if jit.DISABLED else 60_000
    found = results(f"plain*{players}", players, n_games)
    wrong = {m: (found[m, ""], v) for m, v in FIGURES[players].items() if differs(found[m, ""], v, n_games, HALF_DIGIT.get(m, 0.00005))}
    assert not wrong
    assert found["exhausted", ""].value == found["cut_off", ""].value == 0


@pytest.mark.slow
@pytest.mark.parametrize("players", FIGURES)
def test_plain_against_an_independent_program_long(players):
    found = results(f"plain*{players}", players, 1_000_000)
    wrong = {m: (found[m, ""], v) for m, v in FIGURES[players].items() if differs(found[m, ""], v, 1_000_000, HALF_DIGIT.get(m, 0.00005))}
    assert not wrong
    if players == 4:
        seats = [(found["win_share", f"seat={k}"], share) for k, share in enumerate(SEATS_OF_FOUR)]
        assert not [pair for pair in seats if differs(*pair, 1_000_000)]


@pytest.mark.parametrize("jokers", ["2", "4", "6"])
def test_a_call_at_once_has_the_four_cards_dealt(jokers):
    found = results("random:p_call=1*3", 3, 300 if jit.DISABLED else 30_000, jokers=jokers)
    at_call = found["points_at_call", ""]
    assert abs(at_call.value - 4 * PACK_POINTS / (104 + int(jokers))) < 4 * at_call.se
    assert found["turns", ""].value == 3 and found["call_turn", ""].value == 1
    assert found["won_when_calling", "estimate=15"].n + sum(found["won_when_calling", f"estimate={e}"].n for e in range(-3, 15)) == found["called", ""].n / 3


def test_the_estimate_at_the_call_is_right_on_average():
    """Unknown cards count the pack's mean; who has only looked at two cards and calls at once is right on average."""
    found = results("random:p_call=1*3", 3, 300 if jit.DISABLED else 30_000, jokers="4")
    points, estimate = found["points_at_call", ""], found["estimate_at_call", ""]
    assert abs(points.value - estimate.value) < 4 * sqrt(points.se**2 + estimate.se**2)


def test_never_call_ends_as_cut_off():
    """And is reported so: no game is called, nobody wins."""
    found = results("never_call*3", 3, 6 if jit.DISABLED else 3_000, max_turns="200")
    assert found["cut_off", ""].value + found["exhausted", ""].value == 1
    assert found["win", ""].n == 0 and found["points", "outcome=cut_off"].n > 0


# Settled: `greedy` at its defaults, 200,000 games each --------------------------------------------------------------

SETTLED = {2: (0.7142, 0.5146), 4: (0.4117, 0.2618), 6: (0.2684, 0.1742)}  # the caller wins; win share of the first to act


@pytest.mark.slow
@pytest.mark.parametrize("players", SETTLED)
def test_how_often_greedy_wins_when_calling(players):
    """A throw-away simulator had 76, 47 and 33 % with less use of looks and exchanges, and .514 for the first of two."""
    found = results(f"greedy*{players}", players, 200_000)
    caller, first = SETTLED[players]
    assert abs(found["won_when_calling", ""].value - caller) < 0.006
    assert abs(found["win_share", "seat=0"].value - first) < 0.006


# (candidate, field, players, win share gained over the field's fair share), see "What is worth knowing" in the room's README
GAINS = (
    ("greedy:call_at=0", "greedy:call_at=8", 2, 0.1094),
    ("greedy:call_at=0", "greedy:call_at=8", 4, 0.0704),
    ("greedy:throw_above=21", "greedy", 4, -0.1518),
    ("memory:loss=0.1", "greedy", 2, -0.0877),
    ("memory:loss=0.1", "greedy", 4, -0.0414),
    ("king_dumper", "greedy", 2, -0.0078),
    ("king_dumper", "greedy", 4, -0.0076),
)


@pytest.mark.slow
@pytest.mark.parametrize("gain", GAINS, ids=lambda gain: f"{gain[0]} among {gain[1]}*{gain[2] - 1}")
def test_what_is_worth_how_much(gain):
    """Each alone in its field on the same deals: what the README says, within 5 standard errors."""
    candidate, field, players, settled = gain
    rules = GAME.rules(players)
    plan = plan_candidates(rules, [parse_player(word, GAME) for word in (field, candidate)], parse_player(field, GAME))
    totals = runner.play(runner.Engine(plan, 20261201), 10_000 // players)
    cells = GAME.layout(rules).cells
    i = next(i for i, cell in enumerate(cells) if (cell.measure, cell.group) == ("win_share", ""))
    found = contrast(totals.gram[:, :, i], [1], [0], scale=cells[i].scale)
    assert abs(found.value - settled) < 5 * found.se, found


# A shrunken pack, every deal ---------------------------------------------------------------------------------------

SMALL = {"AS": 4, "7H": 3, "KS": 3}  # ten cards: eight dealt, two in the stock, two turns
COLUMNS = (measures.CALLED, measures.CUT_OFF, measures.WIN, measures.POINTS, measures.POINTS_CUT_OFF, measures.RIGHT, measures.CALLS, measures.CARDS_LEFT)


def arrangements(pack: dict[str, int]) -> Iterator[list[int]]:
    """Every order of the pack, equal cards not told apart."""
    (first, n), *rest = pack.items()
    if not rest:
        yield [parse_card(first)] * n
        return
    total = sum(pack.values())
    for places in combinations(range(total), n):
        for others in arrangements(dict(rest)):
            order, left = [0] * total, iter(others)
            for place in range(total):
                order[place] = parse_card(first) if place in places else next(left)
            yield order


def bold_call(view):
    """So that there are calls in two turns: with two aces known."""
    return 1 if estimate_sum(view, view.seat, 6.25) <= 14.5 else 0


def bold_players() -> Players:
    plain = load(GAME, "plain")
    functions = {**plain.functions, "call": bold_call}
    return Players(GAME, [[functions[decision.name] for decision in GAME.decisions]] * 2)


def simulated(table: Players, n_games: int) -> np.ndarray:
    """Tallies (games, seats, COLUMNS) of the shuffled small pack by the kernel."""
    record, layout = GAME.new_game(GAME.rules(2, {"max_turns": 2})), GAME.layout(GAME.rules(2))
    pack = [parse_card(card) for card, n in SMALL.items() for _ in range(n)]
    record["rules"]["pack"][0, : len(pack)] = pack
    record["rules"]["n_cards"] = len(pack)
    seats, place = np.arange(2)[None, :], np.zeros(1, np.int64)
    rows, counts = np.zeros((n_games, 2, layout.n_columns), np.int64), np.zeros((2, layout.n_counts), np.int64)
    sink = (counts, layout.n_columns, place, place, gram.zeros(1, 2), rows)
    assert GAME.play_blocks()(record, (table.records(), seats, seats), np.uint64(3), 0, n_games, sink)
    return rows[:, :, COLUMNS]


def test_every_deal_of_a_shrunken_pack():
    """4,200 deals by the reference, all equally likely, against the kernel's shuffle: means of both seats together."""
    table = bold_players()
    orders = list(arrangements(SMALL))
    assert len(orders) == 4_200
    rules, policies = GAME.rules(2, {"max_turns": 2}), table.policies(2)
    if jit.DISABLED:
        orders = orders[::60]
    exact = np.array([replay(rules, policies, 1, 0, order)["tallies"] for order in orders])[:, :, COLUMNS].sum(axis=1).mean(axis=0)
    rows = simulated(table, 60 if jit.DISABLED else 60_000)
    sums = rows.sum(axis=1)
    error = sums.std(axis=0, ddof=1) / sqrt(len(sums))
    assert (np.abs(sums.mean(axis=0) - exact) <= 4 * error + (1 if jit.DISABLED else 1e-9)).all(), (exact, sums.mean(axis=0), error)
    assert exact[0] > 0 and exact[1] > 0 and exact[5] > 0  # called and cut-off games, and snaps, all happen
