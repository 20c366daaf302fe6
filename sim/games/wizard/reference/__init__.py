"""The slow twin: Wizard in plain Python, written from README.md and sharing only card codes and View fields.

It plays the same deals as the kernel, shows the seats the same Views and must come to the same tallies; it also
writes down everything that happens, so that a game can be read. Nothing here is fast, everything is meant to be
checked against the rules by eye. (A folder, for rules, seats and table together outgrow a file.)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sim.core.errors import telling
from sim.games.wizard.reference.table import MOST_SEATS, Table

if TYPE_CHECKING:
    from sim.games.protocol import Policy, Rules
    from sim.games.wizard.reference.seats import Seat


def tally(table: Table, seat: Seat) -> list[int]:
    """What the game left in the columns of one seat, in the order of README.md ("What is tallied")."""
    rounds, own = table.rounds, table.scores[seat.number]
    sheet = list(zip(seat.bids, seat.won, seat.points, strict=True))
    ahead = sum(total > own for total in table.scores)
    level = sum(total == own for total in table.scores)
    win = 0 if ahead else 60 // level
    misses = [bid - won for bid, won, _ in sheet]
    hits = [bid == won for bid, won, _ in sheet]
    cards = rounds * (rounds + 1) // 2
    columns = [1, win, own, 2 * ahead + level + 1, sum(hits), sum(seat.bids), sum(seat.won), sum(misses)]
    columns += [sum(map(abs, misses)), rounds, cards, rounds + cards + seat.n_named]
    for number in range(MOST_SEATS):
        columns += [1, win, own] if number == seat.number else [0, 0, 0]
    clipped = [max(-4, min(4, miss)) for miss in misses]
    columns += [clipped.count(miss) for miss in range(-4, 5)]
    for hit, points in zip(hits, seat.points, strict=True):
        columns += [int(hit), points]
    for bid in range(rounds + 1):
        columns += [seat.bids.count(bid), sum(b == bid == won for b, won, _ in sheet)]
    columns += [seat.won.count(won) for won in range(rounds + 1)]
    for trump, bid, won in zip(table.trumps, seat.bids, seat.won, strict=True):
        columns += [trump, bid, won]
    return columns


def replay(rules: Rules, policies: Sequence[Policy], seed: int, block: int) -> dict[str, Any]:
    """One game as a transcript: who may read it knows everything that happened (see README.md, "Transcripts").

    policies: one a seat, asked as policy(decision index, views (1,) of VIEW), the same record in the whole game: its
    `rng` and `notes` are the policy's to change, `parameters` its own to fill. Raises StrategyFault on an unlawful answer.
    """
    table = Table(rules, policies, seed, block)
    with telling(table.events):
        table.play_game()
    return {
        "game": "wizard",
        "seats": rules.players,
        "rules": dict(rules.options),
        "seed": int(seed),
        "deal": int(block),
        "events": table.events,
        "tallies": [tally(table, seat) for seat in table.seats],
    }
