"""What a game of Tractor leaves in the tables: the columns tallied per seat, and the cells and counts made of them.

Columns (all counted once for each seat of a team, so that ratios are the team's):

    GAMES DEALS CARDS ASKED ATTACKS POINTS NET WON RISE KITTY TAKEN BONUS NO_TRUMP TRICKS UNDECLARED KEPT MATCH_WON CUT_OFF
    FIRST_DEALT FIRST_WON
    | attacker, defender, dealer: deals, won, rise, kitty, taken, bonus
    | attackers' outcome: deals of 5 classes | dealer, by kitty factor (5): deals, kitty
    | by declaration (5): deals, points attacked for, attacks, won, rise, kitty, taken, bonus
    | by seat (4), level (13): deals, points attacked for, attacks, won, rise

NET is own points as attackers minus those conceded, RISE the own team's rise minus the other team's (T20).
"""

from __future__ import annotations

from functools import cache

from sim.core import jit
from sim.games.layout import Cell, Counts, Layout, Measure
from sim.games.tractor.cards import ACE, HAND_SIZE, N_RANKS, NO_TRUMP, RANKS
from sim.games.tractor.rules import DEAL, PER_LEVEL, REACH, STRENGTH, attackers_rise, defenders_rise
from sim.games.tractor.state import N_SEATS

MEASURES = (
    Measure("level_change", "levels", "own team's rise minus the other team's, per deal, not cut at A (T20)", 4, +1),
    Measure("deals_won", "deals", "share of deals won: attackers reach 80, or the dealer's team holds them below (T20)", 4, +1, rate=True),
    Measure("net_points", "points", "attackers' points while the own team attacks, minus those conceded, per deal", 3, +1),
    Measure("points", "points", "attackers' points while the own team attacks, per attack (T18, T19)", 3, +1),
    Measure("kitty_points", "points", "points buried in the kitty, per deal", 3),
    Measure("kitty_taken", "deals", "share of deals whose last trick the attackers win (T19)", 4, rate=True),
    Measure("kitty_bonus", "points", "points that the kitty brings the attackers, per deal (T19)", 3),
    Measure("no_trump", "deals", "share of deals played in no-trump (T5)", 4, rate=True),
    Measure("no_declaration", "deals", "share of deals in which nobody declares (T7)", 4, rate=True),
    Measure("initial_dealer", "games", "share of first deals that the initial dealer deals (T6)", 4, rate=True),
    Measure("tricks", "tricks", "tricks per deal", 3),
    Measure("share", "deals", "share of the own team's attacks with this outcome, or of the deals dealt oneself with this kitty factor (T19)", 4, rate=True),
    Measure("match_won", "matches", "share of matches won (T21)", 4, +1, rate=True),
    Measure("deals", "deals", "deals per match", 3),
    Measure("cut_off", "matches", "share of matches that nobody has won after max_deals deals (T21)", 4, rate=True),
)

(GAMES, DEALS, CARDS, ASKED, ATTACKS, POINTS, NET, WON, RISE, KITTY, TAKEN, BONUS) = range(12)
(NO_TRUMPS, TRICKS, UNDECLARED, KEPT, MATCH_WON, CUT_OFF, FIRST_DEALT, FIRST_WON, BY_ROLE) = range(12, 21)
SIDES = ("attacker", "defender")
ROLES, ROLE_WIDTH = (*SIDES, "dealer"), 6  # the dealer, who buries, is one of the defenders
DEALER = 2
BY_OUTCOME = BY_ROLE + len(ROLES) * ROLE_WIDTH
OUTCOMES = ("0", "5-35", "40-75", "80-115", "120+")
BY_FACTOR = BY_OUTCOME + len(OUTCOMES)
FACTORS, FACTOR_WIDTH = ("0", "2", "4", "8", "12+"), 2  # 0: the dealer's team won the last trick
BY_DECLARATION = BY_FACTOR + len(FACTORS) * FACTOR_WIDTH
DECLARATIONS, DECLARATION_WIDTH = ("none", "single", "pair", "black", "red"), 8
GROUP_WIDTH = 5
BY_SEAT = BY_DECLARATION + len(DECLARATIONS) * DECLARATION_WIDTH
BY_LEVEL = BY_SEAT + N_SEATS * GROUP_WIDTH
N_COLUMNS = BY_LEVEL + N_RANKS * GROUP_WIDTH

# counts: [role, points / 5], then [role, level change], [factor, kitty points / 5], [deals of a match]
N_POINTS, N_CHANGES, MOST_CHANGE, N_BURIED, N_LENGTHS = 81, 13, 6, 17, 201
CHANGES_AT = len(SIDES) * N_POINTS
BURIED_AT = CHANGES_AT + len(SIDES) * N_CHANGES
LENGTHS_AT = BURIED_AT + len(FACTORS) * N_BURIED


@jit.helper
def tally_game(game, seat, row, counts):
    """Adds a finished game, as it went for one seat, to a row of columns and one of counts, both in place."""
    for at in range(game.n_deals):
        tally_deal(game, at, seat, row, counts)
    row[GAMES] += 1
    row[DEALS] += game.n_deals
    row[CARDS] += HAND_SIZE * game.n_deals
    row[ASKED] += game.asked[seat]
    row[KEPT] += game.kept[0]
    dealt = 1 - (seat ^ game.dealers[0]) & 1
    won = 1 if game.is_won and game.levels[seat & 1] > ACE else 0
    row[MATCH_WON] += won
    row[CUT_OFF] += 1 - game.is_won
    row[FIRST_DEALT] += dealt
    row[FIRST_WON] += dealt & won
    counts[LENGTHS_AT + min(game.n_deals, N_LENGTHS - 1)] += 1


@jit.helper
def tally_deal(game, at, seat, row, counts):
    """Adds one deal of the game."""
    role = 1 - (seat ^ game.dealers[at]) & 1  # 0 attacker, 1 defender
    points, kitty, factor = game.attackers[at], game.kitty_points[at], game.factors[at]
    change = attackers_rise(points) - defenders_rise(points)
    won = 1 if points >= REACH else 0
    if role == 0:
        row[ATTACKS] += 1
        row[POINTS] += points
        row[NET] += points
        row[BY_OUTCOME + outcome_class(points)] += 1
    else:
        change, won = -change, 1 - won
        row[NET] -= points
    row[NO_TRUMPS] += 1 if game.trumps[at] == NO_TRUMP else 0
    row[TRICKS] += game.n_tricks[at]
    row[UNDECLARED] += 1 if game.declarations[at] == 0 else 0
    tally_result(row, WON, won, change)
    tally_kitty(row, KITTY, kitty, factor)
    tally_role(row, role, kitty, factor, won, change)
    if seat == game.dealers[at]:
        tally_role(row, DEALER, kitty, factor, won, change)
        tally_burial(row, counts, kitty, factor_class(factor))
    declaration = BY_DECLARATION + DECLARATION_WIDTH * STRENGTH[game.declarations[at]]
    tally_group(row, declaration, role, points, won, change)
    tally_kitty(row, declaration + GROUP_WIDTH, kitty, factor)
    tally_group(row, BY_SEAT + GROUP_WIDTH * seat, role, points, won, change)
    tally_group(row, BY_LEVEL + GROUP_WIDTH * game.deal_levels[at], role, points, won, change)
    counts[N_POINTS * role + min(points // 5, N_POINTS - 1)] += 1
    counts[CHANGES_AT + N_CHANGES * role + min(max(change, -MOST_CHANGE), MOST_CHANGE) + MOST_CHANGE] += 1


@jit.helper
def tally_burial(row, counts, kitty, factor):
    """What a dealer has buried, by what it counted (an index in FACTORS)."""
    first = BY_FACTOR + FACTOR_WIDTH * factor
    row[first] += 1
    row[first + 1] += kitty
    counts[BURIED_AT + N_BURIED * factor + kitty // 5] += 1


@jit.helper
def outcome_class(points):
    """The index in OUTCOMES of the attackers' points."""
    if points < REACH:
        return 0 if points == 0 else 1 if points < PER_LEVEL else 2
    return 3 if points < REACH + PER_LEVEL else 4


@jit.helper
def factor_class(factor):
    """The index in FACTORS of a kitty factor: 2 x cards per play, or 0."""
    if factor <= 4:
        return factor >> 1
    return 3 if factor == 8 else 4


@jit.helper
def tally_result(row, first, won, change):
    """Two columns: won, rise."""
    row[first] += won
    row[first + 1] += change


@jit.helper
def tally_kitty(row, first, kitty, factor):
    """Three columns: kitty, taken, bonus."""
    row[first] += kitty
    row[first + 1] += 1 if factor else 0
    row[first + 2] += factor * kitty


@jit.helper
def tally_role(row, role, kitty, factor, won, change):
    """The six columns of a role."""
    first = BY_ROLE + ROLE_WIDTH * role
    row[first] += 1
    tally_result(row, first + 1, won, change)
    tally_kitty(row, first + 3, kitty, factor)


@jit.helper
def tally_group(row, first, role, points, won, change):
    """The five columns of a group: deals, points, attacks, won, rise."""
    row[first] += 1
    if role == 0:
        row[first + 1] += points
        row[first + 2] += 1
    tally_result(row, first + 3, won, change)


def _kitty_cells(group: str, first: int, bottom: int) -> list[Cell]:
    return [Cell(name, group, first + k, bottom) for k, name in enumerate(("kitty_points", "kitty_taken", "kitty_bonus"))]


def _group_cells(group: str, first: int) -> list[Cell]:
    return [
        Cell("points", group, first + 1, first + 2),
        Cell("deals_won", group, first + 3, first),
        Cell("level_change", group, first + 4, first),
    ]


@cache
def layout(unit: int, has_levels: bool) -> Layout:
    """Columns, cells and counts; has_levels: deals are played at different levels."""
    cells = [
        Cell("level_change", "", RISE, DEALS),
        Cell("deals_won", "", WON, DEALS),
        Cell("net_points", "", NET, DEALS),
        Cell("points", "", POINTS, ATTACKS),
        *_kitty_cells("", KITTY, DEALS),
        Cell("no_trump", "", NO_TRUMPS, DEALS),
        Cell("no_declaration", "", UNDECLARED, DEALS),
        Cell("initial_dealer", "", KEPT, GAMES),
        Cell("tricks", "", TRICKS, DEALS),
    ]
    if unit != DEAL:
        cells += [Cell("match_won", "", MATCH_WON, GAMES), Cell("match_won", "role=first_dealer", FIRST_WON, FIRST_DEALT)]
        cells += [Cell("deals", "", DEALS, GAMES), Cell("cut_off", "", CUT_OFF, GAMES)]
    for i, role in enumerate(ROLES):
        first, group = BY_ROLE + ROLE_WIDTH * i, f"role={role}"
        cells += [Cell("deals_won", group, first + 1, first), Cell("level_change", group, first + 2, first)]
        cells += _kitty_cells(group, first + 3, first)
    cells += [Cell("share", f"outcome={outcome}", BY_OUTCOME + i, ATTACKS) for i, outcome in enumerate(OUTCOMES)]
    for i, factor in enumerate(FACTORS):
        first, group = BY_FACTOR + FACTOR_WIDTH * i, f"factor={factor}"
        cells += [Cell("share", group, first, BY_ROLE + ROLE_WIDTH * DEALER), Cell("kitty_points", group, first + 1, first)]
    for i, name in enumerate(DECLARATIONS):
        first, group = BY_DECLARATION + DECLARATION_WIDTH * i, f"declaration={name}"
        cells += [*_group_cells(group, first), *_kitty_cells(group, first + GROUP_WIDTH, first), Cell("share", group, first, DEALS)]
    for seat in range(N_SEATS):
        cells += _group_cells(f"seat={seat}", BY_SEAT + GROUP_WIDTH * seat)
    if has_levels:
        for level, rank in enumerate(RANKS):
            cells += _group_cells(f"level={rank}", BY_LEVEL + GROUP_WIDTH * level)
    roles, factors = (0.0, 1.0), (0.0, 2.0, 4.0, 8.0, 12.0)
    counts = (
        Counts("points", ("role", "points"), (roles, tuple(5.0 * i for i in range(N_POINTS))), 0),
        Counts("level_change", ("role", "levels"), (roles, tuple(float(c) for c in range(-MOST_CHANGE, MOST_CHANGE + 1))), CHANGES_AT),
        Counts("kitty", ("factor", "points"), (factors, tuple(5.0 * i for i in range(N_BURIED))), BURIED_AT),
        Counts("deals", ("deals",), (tuple(float(d) for d in range(N_LENGTHS)),), LENGTHS_AT),
    )
    return Layout(N_COLUMNS, tuple(cells), counts, CARDS, ASKED)
