"""The slow twin: Tractor in plain Python, written from README.md and sharing only card names and View fields.

It plays the same deals as the kernel, shows the seats the same Views and must come to the same tallies; it also
writes down everything that happens. Cards are kinds here (cards.py), sets of cards lists of kinds; masks are only made
for the Views. Nothing is fast, everything is meant to be checked against the rules by eye. (A folder, for rules, seats and table together outgrow a file.)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sim.core.errors import telling
from sim.games.tractor.cards import names_of
from sim.games.tractor.reference.laws import (
    Order,
    deal_total,
    dealer_after,
    declarations,
    follow_fault,
    lead_shape,
    levels_after,
    order_of,
    rises,
    strength,
    trump_declared,
    trump_turned,
    winning_play,
)
from sim.games.tractor.reference.seats import Seat
from sim.games.tractor.reference.table import Table

if TYPE_CHECKING:
    from sim.games.protocol import Policy, Rules

__all__ = [
    "Order",
    "Seat",
    "Table",
    "deal_total",
    "dealer_after",
    "declarations",
    "follow_fault",
    "lead_shape",
    "levels_after",
    "names_of",
    "order_of",
    "replay",
    "rises",
    "strength",
    "tally",
    "trump_declared",
    "trump_turned",
    "winning_play",
]


def group(deals: Sequence[dict[str, Any]]) -> list[int]:
    """Five columns: deals, points as attackers, attacks, deals won, levels won."""
    attacks = [d for d in deals if d["attacks"]]
    return [len(deals), sum(d["points"] for d in attacks), len(attacks), sum(d["won"] for d in deals), sum(d["change"] for d in deals)]


def kitties(deals: Sequence[dict[str, Any]]) -> list[int]:
    """Three columns: points buried, kitties taken, their bonus."""
    return [sum(d["kitty"] for d in deals), sum(d["factor"] > 0 for d in deals), sum(d["factor"] * d["kitty"] for d in deals)]


def results(deals: Sequence[dict[str, Any]]) -> list[int]:
    """Five columns: deals won, levels won, and those of the kitties."""
    return [sum(d["won"] for d in deals), sum(d["change"] for d in deals), *kitties(deals)]


def tally(table: Table, seat: Seat) -> list[int]:
    """What the game left in the columns of one seat, in the order of README.md ("What is tallied")."""
    deals = []
    for d in table.sheet:
        attacks = (seat.number - d["dealer"]) % 2 == 1
        defence, attack = rises(d["points"])
        deals.append(d | {"attacks": attacks, "won": (d["points"] >= 80) == attacks, "change": attack - defence if attacks else defence - attack})
    attacks, defences = [d for d in deals if d["attacks"]], [d for d in deals if not d["attacks"]]
    points, conceded = sum(d["points"] for d in attacks), sum(d["points"] for d in defences)
    columns = [1, len(deals), 25 * len(deals), seat.n_asked, len(attacks), points, points - conceded, *results(deals)]
    columns += [sum(d["no_trump"] for d in deals), sum(d["tricks"] for d in deals), sum(d["declared"] == 0 for d in deals)]
    has_won, dealt_first = table.winner == seat.number % 2, not deals[0]["attacks"]
    columns += [int(deals[0]["kept"]), int(has_won), int(table.winner is None), int(dealt_first), int(dealt_first and has_won)]
    dealt = [d for d in deals if d["dealer"] == seat.number]
    for part in (attacks, defences, dealt):
        columns += [len(part), *results(part)]
    for low, high in ((0, 0), (5, 35), (40, 75), (80, 115), (120, 10**9)):
        columns.append(sum(low <= d["points"] <= high for d in attacks))
    for low, high in ((0, 0), (2, 2), (4, 4), (8, 8), (12, 10**9)):
        counted = [d["kitty"] for d in dealt if low <= d["factor"] <= high]
        columns += [len(counted), sum(counted)]
    kinds = [(0,), (1, 2, 3, 4), (5, 6, 7, 8), (9,), (10,)]
    for answers in kinds:
        declared = [d for d in deals if d["declared"] in answers]
        columns += [*group(declared), *kitties(declared)]
    groups = [deals if number == seat.number else [] for number in range(4)]
    groups += [[d for d in deals if d["level"] == level] for level in range(13)]
    return columns + [number for part in groups for number in group(part)]


def replay(rules: Rules, policies: Sequence[Policy], seed: int, block: int) -> dict[str, Any]:
    """One deal or match as a transcript: who may read it knows everything that happened (see README.md, "Transcripts").

    policies: one a seat, asked as policy(decision index, views (1,) of VIEW), the same record in the whole game: its
    `rng` and `notes` are the policy's to change, `parameters` its own to fill. Raises StrategyFault on an unlawful answer.
    """
    table = Table(rules, policies, seed, block)
    with telling(table.events):
        table.play_game()
    return {
        "game": "tractor",
        "seats": 4,
        "rules": dict(rules.options),
        "seed": int(seed),
        "deal": int(block),
        "events": table.events,
        "tallies": [tally(table, seat) for seat in table.seats],
    }
