"""The slow twin: Câmbio in plain Python, written from README.md and sharing only card codes and View fields.

It plays the same deals as the kernel, shows the seats the same Views and must come to the same tallies; it also
writes down everything that happens, so that a game can be read. Nothing here is fast, everything is meant to be
checked against the rules by eye. (A folder, for the table with its effects and snaps fills a file.)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sim.core.errors import telling
from sim.games.cambio.decisions import MAX_SEATS
from sim.games.cambio.reference.game import Game
from sim.games.cambio.reference.laws import effect, matches, points, winning_seats
from sim.games.cambio.reference.seats import Seat

if TYPE_CHECKING:
    from sim.games.protocol import Policy, Rules

__all__ = ["effect", "matches", "points", "replay", "tally", "winning_seats"]


def tally(table: Game, seat: Seat) -> list[int]:
    """What the game left in the columns of one seat, in the order of README.md ("What is tallied")."""
    outcome, total = table.outcome, seat.points
    was_called = outcome == "called"
    won = int(seat.number in table.winners)
    share = 840 // len(table.winners) if won else 0
    called = was_called and table.caller == seat.number
    lost_tie = called and not won and total == min(other.points for other in table.seats)
    columns = [1, 1, int(was_called), int(outcome == "exhausted"), int(outcome == "cut_off")]
    columns += [won, share, total, int(called), int(called and won), int(lost_tie)] if was_called else [0] * 6
    columns += [table.points_at_call, table.estimate_at_call, table.call_turn] if called else [0] * 3
    columns += [table.turn, len(seat.cards), seat.right, seat.wrong, seat.turns, seat.asked]
    columns += [won, total] if outcome == "exhausted" else [0, 0]
    columns += [total] if outcome == "cut_off" else [0]
    for order in range(MAX_SEATS):
        is_here = was_called and order == (seat.number - table.first) % table.players
        columns += [1, won, share, total] if is_here else [0] * 4
    estimate = max(-3, min(15, (2 * table.estimate_at_call + table.n_cards) // (2 * table.n_cards)))
    for group in range(-3, 16):
        columns += [1, won] if called and group == estimate else [0, 0]
    return columns


def replay(rules: Rules, policies: Sequence[Policy], seed: int, block: int, stacked: Sequence[int] | None = None) -> dict[str, Any]:
    """One game as a transcript: who may read it knows everything that happened (see README.md, "Transcripts").

    policies: one a seat, asked as policy(decision index, views (1,) of VIEW), the same record in the whole game: its
    `rng` and `notes` are the policy's to change, `parameters` its own to fill; a policy with an attribute `sees_all`
    that is true is shown every card, one with bit d of `waits` set waits at decision d. stacked: a pack dealt as it lies, seat 0 beginning.
    Raises StrategyFault on an unlawful answer.
    """
    table = Game(rules, policies, seed, block, stacked)
    with telling(table.events):
        table.play_game()
    return {
        "game": "cambio",
        "seats": rules.players,
        "rules": dict(rules.options),
        "seed": int(seed),
        "deal": int(block),
        "events": table.events,
        "tallies": [tally(table, seat) for seat in table.seats],
    }
