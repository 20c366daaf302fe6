"""What a game of Wizard leaves in the tables: the columns tallied per seat, and the cells and counts made of them.

Columns, with R rounds:

    GAMES WIN SCORE PLACE HITS BID TRICKS DIFFERENCE MISS ROUNDS CARDS ASKED | seat 0..5: games, win, score
    | bid minus tricks -4..4 | round 1..R: hits, points | bid 0..R: rounds, hits | tricks 0..R: rounds
    | round 1..R: trump, bid, tricks

Win is kept in sixtieths (W19 splits a win among up to 6), place in halves (ties share the middle place).
"""

from __future__ import annotations

from functools import cache

from sim.core import jit
from sim.games.layout import Cell, Counts, Layout, Measure, Note
from sim.games.wizard.cards import SUIT_NAMES
from sim.games.wizard.rules import MAX_ROUNDS, WIN_UNITS
from sim.games.wizard.state import MAX_SEATS

MEASURES = (
    Measure("win", "games", "share of games won; a game tied by m players counts 1/m for each (W19)", 4, +1, rate=True),
    Measure("score", "points", "total score of a game", 2, +1),
    Measure("place", "place", "place in the game, 1 is best; ties share the middle place", 3, -1),
    Measure("hit_rate", "rounds", "share of rounds whose bid was met exactly (W17)", 4, +1, rate=True),
    Measure("bid", "tricks", "tricks bid per round", 3),
    Measure("tricks", "tricks", "tricks won per round", 3),
    Measure("bid_minus_tricks", "tricks", "bid minus tricks won per round; above 0: bids too high", 3),
    Measure("miss", "tricks", "absolute difference of bid and tricks per round (W18)", 3, -1),
    Measure("share", "rounds", "share of rounds with this bid, these tricks, or this difference", 4, rate=True),
)

GAMES, WIN, SCORE, PLACE, HITS, BID, TRICKS, DIFFERENCE, MISS, ROUNDS, CARDS, ASKED, BY_SEAT = range(13)
BY_DIFFERENCE = BY_SEAT + 3 * MAX_SEATS
WIDEST = 4  # bid minus tricks is clipped to -4..4
BY_ROUND = BY_DIFFERENCE + 2 * WIDEST + 1

LOWEST_SCORE, HIGHEST_SCORE = -2100, 2500  # possible totals of a game: three players, 20 rounds
N_SCORES = (HIGHEST_SCORE - LOWEST_SCORE) // 10 + 1
JOINT = N_SCORES  # counts: [score], then [bid, tricks]
MOST_TRICKS = MAX_ROUNDS + 1


@jit.helper
def tally_game(game, seat, row, counts):
    """Adds a finished game, as it went for one seat, to a row of columns and one of counts, both in place."""
    n_rounds = game.rules.rounds
    by_bid = BY_ROUND + 2 * n_rounds
    by_tricks = by_bid + 2 * (n_rounds + 1)
    hits, bids, tricks, misses = 0, 0, 0, 0
    for at in range(n_rounds):
        bid, won = game.bids[at, seat], game.won[at, seat]
        hit = 1 if bid == won else 0
        hits += hit
        bids += bid
        tricks += won
        misses += abs(bid - won)
        row[BY_ROUND + 2 * at] += hit
        row[BY_ROUND + 2 * at + 1] += game.points[at, seat]
        row[by_bid + 2 * bid] += 1
        row[by_bid + 2 * bid + 1] += hit
        row[by_tricks + won] += 1
        row[BY_DIFFERENCE + WIDEST + min(max(bid - won, -WIDEST), WIDEST)] += 1
        counts[JOINT + bid * MOST_TRICKS + won] += 1
    row[HITS] += hits
    row[BID] += bids
    row[TRICKS] += tricks
    row[DIFFERENCE] += bids - tricks
    row[MISS] += misses
    row[ROUNDS] += n_rounds
    row[CARDS] += n_rounds * (n_rounds + 1) // 2
    row[ASKED] += n_rounds * (n_rounds + 3) // 2 + game.named[seat]
    tally_result(game, seat, row, counts)


@jit.helper
def tally_result(game, seat, row, counts):
    """W19: win, score and place of one seat."""
    own = game.scores[seat]
    ahead, level = 0, 0
    for other in range(game.rules.players):
        ahead += 1 if game.scores[other] > own else 0
        level += 1 if game.scores[other] == own else 0
    win = 0 if ahead else WIN_UNITS // level
    row[GAMES] += 1
    row[WIN] += win
    row[SCORE] += own
    row[PLACE] += 2 * ahead + level + 1
    row[BY_SEAT + 3 * seat] += 1
    row[BY_SEAT + 3 * seat + 1] += win
    row[BY_SEAT + 3 * seat + 2] += own
    counts[(own - LOWEST_SCORE) // 10] += 1


@jit.helper
def note_game(game, seat, row):
    """What rows hold of each round (Layout.notes): trump, bid, tricks."""
    noted = first_note(game.rules.rounds)
    for at in range(game.rules.rounds):
        row[noted + 3 * at] += game.trumps[at]
        row[noted + 3 * at + 1] += game.bids[at, seat]
        row[noted + 3 * at + 2] += game.won[at, seat]


@jit.helper
def first_note(n_rounds):
    """Where the columns of notes begin."""
    return BY_ROUND + 2 * n_rounds + 3 * (n_rounds + 1)


@cache
def layout(players: int, n_rounds: int) -> Layout:
    """Columns, cells and counts for this many players and rounds."""
    by_bid = BY_ROUND + 2 * n_rounds
    by_tricks = by_bid + 2 * (n_rounds + 1)
    cells = [
        Cell("win", "", WIN, GAMES, 1 / WIN_UNITS),
        Cell("score", "", SCORE, GAMES),
        Cell("place", "", PLACE, GAMES, 1 / 2),
        Cell("hit_rate", "", HITS, ROUNDS),
        Cell("bid", "", BID, ROUNDS),
        Cell("tricks", "", TRICKS, ROUNDS),
        Cell("bid_minus_tricks", "", DIFFERENCE, ROUNDS),
        Cell("miss", "", MISS, ROUNDS),
    ]
    for seat in range(players):
        cells.append(Cell("win", f"seat={seat}", BY_SEAT + 3 * seat + 1, BY_SEAT + 3 * seat, 1 / WIN_UNITS))
        cells.append(Cell("score", f"seat={seat}", BY_SEAT + 3 * seat + 2, BY_SEAT + 3 * seat))
    for at in range(n_rounds):
        cells.append(Cell("hit_rate", f"round={at + 1}", BY_ROUND + 2 * at, GAMES))
        cells.append(Cell("score", f"round={at + 1}", BY_ROUND + 2 * at + 1, GAMES))
    for bid in range(n_rounds + 1):
        cells.append(Cell("hit_rate", f"bid={bid}", by_bid + 2 * bid + 1, by_bid + 2 * bid))
        cells.append(Cell("share", f"bid={bid}", by_bid + 2 * bid, ROUNDS))
    for won in range(n_rounds + 1):
        cells.append(Cell("share", f"tricks={won}", by_tricks + won, ROUNDS))
    for difference in range(-WIDEST, WIDEST + 1):
        cells.append(Cell("share", f"bid_minus_tricks={difference}", BY_DIFFERENCE + WIDEST + difference, ROUNDS))
    noted = by_tricks + n_rounds + 1
    columns: tuple[tuple[str, tuple[str, ...]], ...] = (("trump", (*SUIT_NAMES, "none")), ("bid", ()), ("tricks", ()))
    notes = [Note(name, f"round={at + 1}", noted + 3 * at + i, words) for at in range(n_rounds) for i, (name, words) in enumerate(columns)]
    scores = tuple(float(s) for s in range(LOWEST_SCORE, HIGHEST_SCORE + 1, 10))
    tricks = tuple(float(t) for t in range(MOST_TRICKS))
    counts = (
        Counts("score", ("score",), (scores,), 0),
        Counts("bid_tricks", ("bid", "tricks"), (tricks, tricks), JOINT),
    )
    return Layout(noted + len(notes), tuple(cells), counts, CARDS, ASKED, tuple(notes))
