"""What a game of Câmbio leaves in the tables: the columns tallied per seat, and the cells and counts made of them.

    GAMES TABLES CALLED EXHAUSTED CUT_OFF | of called games: WIN WIN_SHARE POINTS CALLS WON_CALLING LOST_TIE
    POINTS_AT_CALL ESTIMATE_AT_CALL CALL_TURN | of all games: TURNS CARDS_LEFT RIGHT WRONG OWN_TURNS ASKED
    | of exhausted games: WIN_EXHAUSTED POINTS_EXHAUSTED | of cut-off games: POINTS_CUT_OFF
    | k-th to act, k = 0..7: called games, win, win share, points | estimate at the call -3..15: calls, won

WIN_SHARE is kept in 840ths (C21), ESTIMATE_AT_CALL times the pack's number of cards. TABLES counts a game once for an
entrant, however many seats it fills.
"""

from __future__ import annotations

from functools import cache

from sim.core import jit
from sim.core.bits import has, popcount
from sim.games.cambio.decisions import MAX_POSITIONS, MAX_SEATS
from sim.games.cambio.rules import CALLED as CALLED_GAME
from sim.games.cambio.rules import CUT_OFF as CUT_OFF_GAME
from sim.games.cambio.rules import EXHAUSTED as EXHAUSTED_GAME
from sim.games.cambio.rules import WIN_UNITS
from sim.games.cambio.state import MOST_ROUNDS
from sim.games.layout import Cell, Counts, Layout, Measure

MEASURES = (
    Measure("win_share", "games", "share of called games won; a game won by m players counts 1/m for each (C21)", 4, +1, rate=True),
    Measure("win", "games", "share of called games among the winners, each winner counting fully (C21)", 4, +1, rate=True),
    Measure("points", "points", "points at the end of called games (C20)", 3, -1),
    Measure("called", "games", "share of called games in which this seat said Câmbio (C9)", 4, rate=True),
    Measure("won_when_calling", "calls", "share of the own calls that won", 4, +1, rate=True),
    Measure("points_at_call", "points", "true points at the own call", 3, -1),
    Measure("estimate_at_call", "points", "the same by the caller's memory, a card not remembered counting the pack's mean", 3, -1),
    Measure("call_turn", "turn", "turn of the own call, counted over all players from 1", 2),
    Measure("turns", "turns", "turns of a game, the call counted as one", 2),
    Measure("cards_left", "cards", "cards in front at the end of a game", 3),
    Measure("snaps_right", "snaps", "snaps that counted, per game, of all seats of this strategy (C14)", 3, +1),
    Measure("snaps_wrong", "snaps", "snaps that were penalised, per game, of all seats of this strategy (C16, C17)", 3, -1),
    Measure("lost_tie", "calls", "share of the own calls lost by the tie rule (C21)", 4, -1, rate=True),
    Measure("exhausted", "games", "share of games that ended because nothing was left to draw (C12)", 4, rate=True),
    Measure("cut_off", "games", "share of games stopped after max_turns without a call (C12)", 4, rate=True),
)

(
    GAMES, TABLES, CALLED, EXHAUSTED, CUT_OFF,
    WIN, WIN_SHARE, POINTS, CALLS, WON_CALLING, LOST_TIE, POINTS_AT_CALL, ESTIMATE_AT_CALL, CALL_TURN,
    TURNS, CARDS_LEFT, RIGHT, WRONG, OWN_TURNS, ASKED,
    WIN_EXHAUSTED, POINTS_EXHAUSTED, POINTS_CUT_OFF,
    BY_ORDER,
) = range(24)  # fmt: skip
LOWEST_ESTIMATE, HIGHEST_ESTIMATE = -3, 15  # groups of won_when_calling, clipped
BY_ESTIMATE = BY_ORDER + 4 * MAX_SEATS
N_COLUMNS = BY_ESTIMATE + 2 * (HIGHEST_ESTIMATE - LOWEST_ESTIMATE + 1)

# axes of the counts; what lies outside is counted at the end of the axis
FEWEST_POINTS, MOST_POINTS = -8, 100
LEAST_AT_CALL, MOST_AT_CALL = -8, 60
LAST_TURN = 200
N_POINTS = MOST_POINTS - FEWEST_POINTS + 1
N_AT_CALL = MOST_AT_CALL - LEAST_AT_CALL + 1
AT_CALL = N_POINTS  # counts: [points], [estimate, points], [turn, won], [own turn, cards]
BY_TURN = AT_CALL + N_AT_CALL * N_AT_CALL
SIZES = BY_TURN + 2 * LAST_TURN
N_SIZES = MAX_POSITIONS + 1


@jit.helper
def clip(value, low, high):
    """The value, brought into low..high."""
    return min(max(value, low), high)


@jit.inlined
def tally_game(game, seat, row, counts):
    """Adds a finished game, as it went for one seat, to a row of columns and one of counts, both in place."""
    row[GAMES] += 1
    row[TABLES] += 1 if game.mates[seat] == 0 else 0
    row[TURNS] += game.turn
    row[CARDS_LEFT] += popcount(game.occupied[seat])
    row[RIGHT] += game.right[seat]
    row[WRONG] += game.wrong[seat]
    row[OWN_TURNS] += game.turns[seat]
    row[ASKED] += game.asked[seat]
    if game.outcome == CALLED_GAME:
        tally_called(game, seat, row, counts)
    elif game.outcome == EXHAUSTED_GAME:
        row[EXHAUSTED] += 1
        row[WIN_EXHAUSTED] += 1 if has(game.winners, seat) else 0
        row[POINTS_EXHAUSTED] += game.points[seat]
    elif game.outcome == CUT_OFF_GAME:
        row[CUT_OFF] += 1
        row[POINTS_CUT_OFF] += game.points[seat]
    for t in range(min(game.turns[seat], MOST_ROUNDS)):
        counts[SIZES + N_SIZES * t + game.sizes[seat, t]] += 1


@jit.inlined
def tally_called(game, seat, row, counts):
    """C20, C21: a game that ended by a call."""
    won = 1 if has(game.winners, seat) else 0
    share = won * (WIN_UNITS // popcount(game.winners))
    points = game.points[seat]
    row[CALLED] += 1
    row[WIN] += won
    row[WIN_SHARE] += share
    row[POINTS] += points
    order = seat - game.first if seat >= game.first else seat - game.first + game.rules.players
    row[BY_ORDER + 4 * order] += 1
    row[BY_ORDER + 4 * order + 1] += won
    row[BY_ORDER + 4 * order + 2] += share
    row[BY_ORDER + 4 * order + 3] += points
    counts[clip(points, FEWEST_POINTS, MOST_POINTS) - FEWEST_POINTS] += 1
    if seat == game.caller:
        tally_call(game, won, row, counts)


@jit.inlined
def tally_call(game, won, row, counts):
    """The caller's side: what it knew, when it called, what came of it."""
    n_cards = game.rules.n_cards
    estimate = (2 * game.estimate_at_call + n_cards) // (2 * n_cards)  # rounded to whole points, halves up
    row[CALLS] += 1
    row[WON_CALLING] += won
    row[LOST_TIE] += 1 if is_lost_tie(game) else 0
    row[POINTS_AT_CALL] += game.points_at_call
    row[ESTIMATE_AT_CALL] += game.estimate_at_call
    row[CALL_TURN] += game.call_turn
    group = BY_ESTIMATE + 2 * (clip(estimate, LOWEST_ESTIMATE, HIGHEST_ESTIMATE) - LOWEST_ESTIMATE)
    row[group] += 1
    row[group + 1] += won
    guessed = clip(estimate, LEAST_AT_CALL, MOST_AT_CALL) - LEAST_AT_CALL
    true = clip(game.points_at_call, LEAST_AT_CALL, MOST_AT_CALL) - LEAST_AT_CALL
    counts[AT_CALL + N_AT_CALL * guessed + true] += 1
    counts[BY_TURN + 2 * (min(game.call_turn, LAST_TURN) - 1) + won] += 1


@jit.helper
def is_lost_tie(game):
    """C21: the caller is among those tied for the fewest points, and so loses."""
    if has(game.winners, game.caller):
        return False
    for seat in range(game.rules.players):
        if has(game.winners, seat):
            return game.points[seat] == game.points[game.caller]
    return False


@cache
def layout(players: int, n_cards: int) -> Layout:
    """Columns, cells and counts for this many players and cards."""
    cells = [
        Cell("win_share", "", WIN_SHARE, CALLED, 1 / WIN_UNITS),
        Cell("win", "", WIN, CALLED),
        Cell("points", "", POINTS, CALLED),
        Cell("called", "", CALLS, CALLED),
        Cell("won_when_calling", "", WON_CALLING, CALLS),
        Cell("points_at_call", "", POINTS_AT_CALL, CALLS),
        Cell("estimate_at_call", "", ESTIMATE_AT_CALL, CALLS, 1 / n_cards),
        Cell("call_turn", "", CALL_TURN, CALLS),
        Cell("turns", "", TURNS, GAMES),
        Cell("cards_left", "", CARDS_LEFT, GAMES),
        Cell("snaps_right", "", RIGHT, TABLES),
        Cell("snaps_wrong", "", WRONG, TABLES),
        Cell("lost_tie", "", LOST_TIE, CALLS),
        Cell("exhausted", "", EXHAUSTED, GAMES),
        Cell("cut_off", "", CUT_OFF, GAMES),
        Cell("win", "outcome=exhausted", WIN_EXHAUSTED, EXHAUSTED),
        Cell("points", "outcome=exhausted", POINTS_EXHAUSTED, EXHAUSTED),
        Cell("points", "outcome=cut_off", POINTS_CUT_OFF, CUT_OFF),
    ]
    for order in range(players):
        at = BY_ORDER + 4 * order
        cells.append(Cell("win_share", f"seat={order}", at + 2, at, 1 / WIN_UNITS))
        cells.append(Cell("win", f"seat={order}", at + 1, at))
        cells.append(Cell("points", f"seat={order}", at + 3, at))
    for estimate in range(LOWEST_ESTIMATE, HIGHEST_ESTIMATE + 1):
        at = BY_ESTIMATE + 2 * (estimate - LOWEST_ESTIMATE)
        cells.append(Cell("won_when_calling", f"estimate={estimate}", at + 1, at))
    return Layout(N_COLUMNS, tuple(cells), _counts(), OWN_TURNS, ASKED)


def _counts() -> tuple[Counts, ...]:
    """The tables for figures."""

    def axis(low: int, high: int) -> tuple[float, ...]:
        return tuple(float(value) for value in range(low, high + 1))

    at_call = axis(LEAST_AT_CALL, MOST_AT_CALL)
    return (
        Counts("points", ("points",), (axis(FEWEST_POINTS, MOST_POINTS),), 0),
        Counts("at_call", ("estimate", "points"), (at_call, at_call), AT_CALL),
        Counts("call_turn", ("turn", "won"), (axis(1, LAST_TURN), axis(0, 1)), BY_TURN),
        Counts("hand_size", ("own_turn", "cards"), (axis(1, MOST_ROUNDS), axis(0, MAX_POSITIONS)), SIZES),
    )
