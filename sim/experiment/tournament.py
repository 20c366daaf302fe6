"""`tournament`: every strategy alone among every other one and itself, and mixed tables, all on the same deals.

One block holds, on one deal,

* for each candidate C and each field F the games of C alone among F: once on each side (seat or team); for C = F one
  game, in which all seats count. This is the payoff table.
* mixed tables, when a game has more than two sides (with two, C against F is already all there is): side p is taken
  by strategy (i + d p) mod k, for every start i and every stride d = 1 .. k - 1. Each strategy sits on each side
  equally often, whether k divides the sides or not, and between neighbouring sides every ordered pair of different
  strategies occurs equally often. A strategy's seats at a mixed table count to it alike.

Strategies are ranked by the mean of their row of the payoff table: each field counts the same. Intervals of ranks
come from a bootstrap over batches of blocks (standings.py): block b belongs to batch b mod BATCHES, so that batches depend neither
on chunks, workers and interruptions nor on how many games are played, and memory stays flat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sim.core.errors import InputError
from sim.experiment.lineup import Plan, Player, parse_player
from sim.experiment.results import Result
from sim.experiment.run import Request, Settings, conduct, make_rules
from sim.experiment.standings import Design, TournamentLedger, say_tournament
from sim.games.protocol import Rules

MOST_STRATEGIES = 24


def plan_tournament(rules: Rules, players: Sequence[Player]) -> Plan:
    """The block of a tournament: see the top of this file."""
    game, k = rules.game, len(players)
    sides = game.sides(rules.players)
    design = Design(tuple(player.word for player in players), len(sides) > 2)
    seatings: list[list[int]] = []
    credits: list[list[int]] = []
    for c in range(k):
        for f in range(k):
            for side in sides[:1] if c == f else sides:
                seatings.append([c if seat in side else f for seat in range(rules.players)])
                credits.append([design.in_field(c, f) if seat in side or c == f else -1 for seat in range(rules.players)])
    if design.is_mixed:
        place = {seat: p for p, side in enumerate(sides) for seat in side}
        for d in range(1, k):
            for i in range(k):
                table = [(i + d * place[seat]) % k for seat in range(rules.players)]
                seatings.append(table)
                credits.append([design.mixed(c) for c in table])
    measure = rules.headline[0]
    cell = next(c for c in rules.game.layout(rules).cells if c.measure == measure.name and not c.group)
    ledger = TournamentLedger(design, cell, measure.better)
    return Plan(rules, tuple(players), np.array(seatings, np.int64), np.array(credits, np.int64), design.entrants(), ledger)


def tournament_request(
    game: str,
    strategies: Sequence[str],
    players: int | None = None,
    rules: Mapping[str, Any] | None = None,
    allow_unlawful: bool = False,
) -> Request:
    """The request of `tournament`. Raises InputError."""
    agreed = make_rules(game, players, rules)
    if not 2 <= len(strategies) <= MOST_STRATEGIES:
        raise InputError(f"tournament needs 2 to {MOST_STRATEGIES} strategies, not {len(strategies)}")
    parsed = [parse_player(word, agreed.game) for word in strategies]
    for i, player in enumerate(parsed):
        if not player.is_lawful and not allow_unlawful:
            raise InputError(f"strategy '{player.word}' sees hidden cards and takes no part in tournaments unless --unlawful is given")
        if any(player.plays_like(other) for other in parsed[:i]):
            raise InputError(f"tournament was given '{player.word}' twice")
    words = {
        "command": "tournament",
        "game": game,
        "strategies": list(strategies),
        "players": agreed.players,
        "rules": agreed.changed(),
        "allow_unlawful": allow_unlawful,
    }
    return Request(words, plan_tournament(agreed, parsed), say_tournament, has_trail=False)  # entrants are too many for it to be drawn


def tournament(
    game: str,
    *strategies: str,
    players: int | None = None,
    rules: Mapping[str, Any] | None = None,
    allow_unlawful: bool = False,
    **settings: Any,
) -> Result:
    """Plays every strategy alone among every other one and itself, and mixed tables, all on the same deals.

    The result's table has a row per strategy, measure and group `field=F`, `lineup=mixed`, or no group for the mean
    over the fields, and rows `C - F` with group `field=F`: what C alone among F has over F among itself. Its manifest
    holds "tournament": the ranking with rank intervals, invasions, and ratings (see ratings). settings: see run.
    """
    return conduct(tournament_request(game, strategies, players, rules, allow_unlawful), Settings(**settings))


__all__ = ["plan_tournament", "tournament", "tournament_request"]
