"""What Intervenção leaves in the tables: the columns tallied per seat, and the cells and counts made of them.

Columns, each summed over the rounds that the seat was dealt cards in:

    GAMES ROUNDS POINTS BEST WORST COUNTED HAND_TOTAL | rounds ended: BY_J BY_HIGH BY_LOW BY_TIME BY_INANITION
    | whole rounds: BEATS ACTS EXPULSIONS DETERMINATE BEST_HAND WORST_HAND | OWN_ACTS OWN_EXPULSIONS ASKED
    | of the jogo: INANITION SURVIVED WIN OFFICIAL INDETERMINATE JOGO_ROUNDS
    | points in rounds ended by: POINTS_J POINTS_HIGH POINTS_LOW
    | role interventor: rounds, points, best, worst, counted, hand total, ended by the J | role other: the same
    | seat 0..9: rounds, points

POINTS, BEST, WORST, WIN and OFFICIAL are in 1/POINT_UNITS (I18), beats in thousandths with unit=round and in tenths
with unit=match, rounded to the nearest. These are the largest numbers: with ten players squares of beats leave room
for 1e9 deals of rounds, squares of points for 1e7 deals of jogos of 400 rounds (see core.gram).
"""

from __future__ import annotations

from functools import cache

import numpy as np

from sim.core import jit
from sim.core.bits import has, popcount
from sim.games.intervencao.decisions import MAX_SEATS, POINT_UNITS
from sim.games.intervencao.rules import BY_HIGH, BY_INANITION, BY_J, BY_LOW, INDETERMINATE, UNIT_MATCH
from sim.games.layout import Cell, Counts, Layout, Measure

MEASURES = (
    Measure("points", "points", "points a round (I18); with unit=round -1 for an inanition (I10)", 4, +1),
    Measure("best", "rounds", "share of rounds with the best hand; tied best hands share it (I18)", 4, +1, rate=True),
    Measure("worst", "rounds", "share of rounds with the worst hand; tied worst hands share it (I18)", 4, -1, rate=True),
    Measure("hand_total", "total", "own hand when it was counted (I16, I17)", 3, -1),
    Measure("ended_by_j", "rounds", "share of rounds ended by the J (I8)", 4, rate=True),
    Measure("ended_high", "rounds", "share of rounds ended by pressão alta (I13)", 4, rate=True),
    Measure("ended_low", "rounds", "share of rounds ended by pressão baixa (I14)", 4, rate=True),
    Measure("ended_time", "rounds", "share of rounds that ran to the time limit (I12)", 4, rate=True),
    Measure("ended_inanition", "rounds", "share of rounds made indeterminate by an inanition (I10)", 4, rate=True),
    Measure("beats", "beats", "length of a round (I5)", 3),
    Measure("acts", "acts", "acts of all players in a round", 3),
    Measure("expulsions", "cards", "cards expelled by all players in a round", 3),
    Measure("best_hand", "total", "the lowest hand of a determinate round", 3),
    Measure("worst_hand", "total", "the highest hand of a determinate round", 3),
    Measure("own_acts", "acts", "own acts in a round", 3),
    Measure("own_expulsions", "cards", "cards expelled by this player in a round", 3),
    Measure("eliminated_by_inanition", "games", "share of games that this player left by inanition (I10)", 4, -1, rate=True),
    Measure("win_share", "games", "share of jogos won; m moral champions count 1/m each (I23)", 4, +1, rate=True),
    Measure("official", "games", "share of jogos as official champion (I24)", 4, +1, rate=True),
    Measure("survived", "games", "share of jogos at whose end this player was left", 4, +1, rate=True),
    Measure("indeterminate", "games", "share of jogos that ended indeterminate (I10, I18)", 4, rate=True),
    Measure("jogo_rounds", "rounds", "rounds in a jogo", 3),
)

(
    GAMES, ROUNDS, POINTS, BEST, WORST, COUNTED, HAND_TOTAL, ENDS, _, _, _, _, BEATS, ACTS, EXPULSIONS, DETERMINATE, BEST_HAND, WORST_HAND,
    OWN_ACTS, OWN_EXPULSIONS, ASKED, INANITION, SURVIVED, WIN, OFFICIAL, VOID, JOGO_ROUNDS, POINTS_BY_END, _, _, BY_ROLE,
) = range(31)  # fmt: skip
ROLE_ROUNDS, ROLE_POINTS, ROLE_BEST, ROLE_WORST, ROLE_COUNTED, ROLE_TOTAL, ROLE_BY_J, N_ROLE = range(8)
INTERVENTOR, OTHER = BY_ROLE, BY_ROLE + N_ROLE
BY_SEAT = BY_ROLE + 2 * N_ROLE
N_COLUMNS = BY_SEAT + 2 * MAX_SEATS

ENDS_NAMED = ("j", "high", "low", "time", "inanition")
TICKS_ROUND, TICKS_MATCH = 1000, 10  # of a beat

# Counts: [end, half beats], [role, hand total], [total when laying the J, points], [round left]
N_HALF_BEATS, N_TOTALS, N_LAID, N_LEFT = 100, 100, 41, 61
HAND_TOTALS = 5 * N_HALF_BEATS
LAID = HAND_TOTALS + 2 * N_TOTALS
LEFT = LAID + 3 * N_LAID


@jit.helper
def tally_game(game, seat, row, counts):
    """Adds a finished game, as it went for one seat, to a row of columns and one of counts, both in place."""
    ticks = TICKS_MATCH if game.rules.unit == UNIT_MATCH else TICKS_ROUND
    for at in range(game.n_rounds):
        facts = game.facts[at]
        if has(facts.dealt, seat):
            tally_course(facts, ticks, row, counts)
            tally_own(facts, seat, row, counts)
    tally_jogo(game, seat, row, counts)


@jit.helper
def tally_course(facts, ticks, row, counts):
    """How a round went, whoever looks at it."""
    row[ROUNDS] += 1
    row[ENDS + facts.end] += 1
    row[BEATS] += np.int64(facts.beats * ticks + 0.5)
    row[ACTS] += facts.acts
    row[EXPULSIONS] += facts.expulsions
    counts[facts.end * N_HALF_BEATS + min(np.int64(2.0 * facts.beats), N_HALF_BEATS - 1)] += 1


@jit.helper
def tally_own(facts, seat, row, counts):
    """How a round went for this seat."""
    points, is_interventor = facts.points[seat], facts.interventor == seat
    role = INTERVENTOR if is_interventor else OTHER
    row[POINTS] += points
    row[OWN_ACTS] += facts.own_acts[seat]
    row[OWN_EXPULSIONS] += facts.own_expulsions[seat]
    row[ASKED] += facts.asked[seat]
    row[BY_SEAT + 2 * seat] += 1
    row[BY_SEAT + 2 * seat + 1] += points
    row[role + ROLE_ROUNDS] += 1
    row[role + ROLE_POINTS] += points
    row[role + ROLE_BY_J] += 1 if facts.end == BY_J else 0
    if facts.end <= BY_LOW:
        row[DETERMINATE] += 1
        row[BEST_HAND] += facts.best_hand
        row[WORST_HAND] += facts.worst_hand
        row[POINTS_BY_END + facts.end] += points
    if facts.totals[seat] >= 0:
        tally_hand(facts, points, facts.totals[seat], is_interventor, row, counts)


@jit.helper
def tally_hand(facts, points, total, is_interventor, row, counts):
    """I16 to I18: a hand that was counted."""
    role = INTERVENTOR if is_interventor else OTHER
    best, worst = max(points, 0), max(-points, 0)
    row[BEST] += best
    row[WORST] += worst
    row[COUNTED] += 1
    row[HAND_TOTAL] += total
    row[role + ROLE_BEST] += best
    row[role + ROLE_WORST] += worst
    row[role + ROLE_COUNTED] += 1
    row[role + ROLE_TOTAL] += total
    counts[HAND_TOTALS + (N_TOTALS if is_interventor else 0) + min(total, N_TOTALS - 1)] += 1
    if is_interventor and facts.end == BY_J:
        counts[LAID + 3 * min(total, N_LAID - 1) + (0 if points < 0 else 1 if points == 0 else 2)] += 1


@jit.helper
def tally_jogo(game, seat, row, counts):
    """I10, I18, I23, I24: what the game left the seat with."""
    row[GAMES] += 1
    row[INANITION] += 1 if has(game.inanition, seat) else 0
    row[SURVIVED] += 1 if has(game.in_jogo, seat) else 0
    row[VOID] += 1 if game.result == INDETERMINATE else 0
    row[JOGO_ROUNDS] += game.n_rounds
    row[WIN] += POINT_UNITS // popcount(game.moral) if has(game.moral, seat) else 0
    row[OFFICIAL] += POINT_UNITS // popcount(game.official) if has(game.official, seat) else 0
    counts[LEFT + min(game.left_after[seat], N_LEFT - 1)] += 1


def _cells_of_role(group: str, first: int) -> list[Cell]:
    unit, rounds = 1 / POINT_UNITS, first + ROLE_ROUNDS
    return [
        Cell("points", group, first + ROLE_POINTS, rounds, unit),
        Cell("best", group, first + ROLE_BEST, rounds, unit),
        Cell("worst", group, first + ROLE_WORST, rounds, unit),
        Cell("hand_total", group, first + ROLE_TOTAL, first + ROLE_COUNTED),
        Cell("ended_by_j", group, first + ROLE_BY_J, rounds),
    ]


def _cells_of_match() -> list[Cell]:
    unit = 1 / POINT_UNITS
    return [
        Cell("win_share", "", WIN, GAMES, unit),
        Cell("official", "", OFFICIAL, GAMES, unit),
        Cell("survived", "", SURVIVED, GAMES),
        Cell("indeterminate", "", VOID, GAMES),
        Cell("jogo_rounds", "", JOGO_ROUNDS, GAMES),
    ]


@cache
def layout(players: int, unit: int) -> Layout:
    """Columns, cells and counts for this many players and this unit."""
    part = 1 / POINT_UNITS
    ticks = TICKS_MATCH if unit == UNIT_MATCH else TICKS_ROUND
    cells = [
        Cell("points", "", POINTS, ROUNDS, part),
        Cell("best", "", BEST, ROUNDS, part),
        Cell("worst", "", WORST, ROUNDS, part),
        Cell("hand_total", "", HAND_TOTAL, COUNTED),
        *(Cell(name, "", ENDS + i, ROUNDS) for i, name in enumerate(("ended_by_j", "ended_high", "ended_low", "ended_time", "ended_inanition"))),
        Cell("beats", "", BEATS, ROUNDS, 1 / ticks),
        Cell("acts", "", ACTS, ROUNDS),
        Cell("expulsions", "", EXPULSIONS, ROUNDS),
        Cell("best_hand", "", BEST_HAND, DETERMINATE),
        Cell("worst_hand", "", WORST_HAND, DETERMINATE),
        Cell("own_acts", "", OWN_ACTS, ROUNDS),
        Cell("own_expulsions", "", OWN_EXPULSIONS, ROUNDS),
        Cell("eliminated_by_inanition", "", INANITION, GAMES),
        *(_cells_of_match() if unit == UNIT_MATCH else []),
        *_cells_of_role("role=interventor", INTERVENTOR),
        *_cells_of_role("role=other", OTHER),
        *(Cell("points", f"outcome={ENDS_NAMED[end]}", POINTS_BY_END + end, ENDS + end, part) for end in (BY_J, BY_HIGH, BY_LOW)),
        *(Cell("points", f"seat={seat}", BY_SEAT + 2 * seat + 1, BY_SEAT + 2 * seat, part) for seat in range(players)),
    ]
    numbers = [tuple(float(i) for i in range(n)) for n in (N_TOTALS, N_LAID, N_LEFT, BY_INANITION + 1)]
    counts = (
        Counts("beats", ("end", "beats"), (numbers[3], tuple(i / 2 for i in range(N_HALF_BEATS))), 0),
        Counts("hand_total", ("interventor", "total"), ((0.0, 1.0), numbers[0]), HAND_TOTALS),
        Counts("laid", ("total", "sign"), (numbers[1], (-1.0, 0.0, 1.0)), LAID),
        Counts("left_after", ("round",), (numbers[2],), LEFT),
    )
    return Layout(N_COLUMNS, tuple(cells), counts, OWN_ACTS, ASKED)
