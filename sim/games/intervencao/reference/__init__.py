"""The slow twin: Intervenção in plain Python, written from README.md and sharing only card codes and View fields.

It plays the same deals as the kernel, shows the seats the same Views and must come to the same tallies; it also
writes down everything that happens, so that a game can be read. Nothing here is fast, everything is meant to be
checked against the rules by eye.

(A folder: the rules, the seats, the table, the acts and the jogo together outgrow a file.)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sim.core.errors import telling
from sim.games.intervencao.decisions import MAX_SEATS, POINT_UNITS
from sim.games.intervencao.reference.jogo import Jogo

if TYPE_CHECKING:
    from sim.games.protocol import Policy, Rules

ENDS = ("j", "high", "low", "time", "inanition")


def tally(jogo: Jogo, number: int) -> list[int]:
    """What the game left in the columns of one seat, in the order of README.md ("What is tallied")."""
    played = [r for r in jogo.rounds if number in r["dealt"]]
    as_interventor = [r for r in played if r["interventor"] == number]
    as_other = [r for r in played if r["interventor"] != number]
    counted = [r for r in played if r["end"] in ("j", "high", "low")]
    ticks = 10 if jogo.is_match else 1000
    columns = [1, len(played), *hand_columns(played, number)]
    columns += [sum(r["end"] == end for r in played) for end in ENDS]
    columns += [sum(int(r["beats"] * ticks + 0.5) for r in played), sum(r["acts"] for r in played), sum(r["expulsions"] for r in played)]
    columns += [len(counted), sum(r["best"] for r in counted), sum(r["worst"] for r in counted)]
    columns += [sum(r["own"][number][i] for r in played) for i in range(3)]
    columns += [int(number in jogo.inanition), int(number in jogo.in_jogo)]
    columns += [POINT_UNITS // len(seats) if number in seats else 0 for seats in (jogo.moral, jogo.official)]
    columns += [int(jogo.result == "indeterminate"), len(jogo.rounds)]
    columns += [units(r["points"][number] for r in played if r["end"] == end) for end in ("j", "high", "low")]
    for rounds in (as_interventor, as_other):
        columns += [len(rounds), *hand_columns(rounds, number), sum(r["end"] == "j" for r in rounds)]
    for seat in range(MAX_SEATS):
        columns += [len(played), units(r["points"][number] for r in played)] if seat == number else [0, 0]
    return columns


def hand_columns(rounds: Sequence[Mapping[str, Any]], number: int) -> list[int]:
    """Points, best, worst, counted, sum of hands."""
    counted = [r for r in rounds if number in r["totals"]]
    best = units(max(r["points"][number], Fraction(0)) for r in counted)
    worst = units(max(-r["points"][number], Fraction(0)) for r in counted)
    return [units(r["points"][number] for r in rounds), best, worst, len(counted), sum(r["totals"][number] for r in counted)]


def units(points: Iterable[Fraction]) -> int:
    """A sum of points in 1/POINT_UNITS."""
    return int(sum(points, Fraction(0)) * POINT_UNITS)


def replay(rules: Rules, policies: Sequence[Policy], seed: int, block: int) -> dict[str, Any]:
    """One game as a transcript: who may read it knows everything that happened (see README.md, "Transcripts").

    policies: one a seat, asked as policy(decision index, views (1,) of VIEW), the same record in the whole game: its
    `rng` and `notes` are the policy's to change, `parameters` its own to fill. Raises StrategyFault on an unlawful answer.
    """
    jogo = Jogo(rules, policies, seed, block)
    with telling(jogo.events):
        jogo.play_game()
    return {
        "game": "intervencao",
        "seats": rules.players,
        "rules": dict(rules.options),
        "seed": int(seed),
        "deal": int(block),
        "events": jogo.events,
        "tallies": [tally(jogo, number) for number in range(rules.players)],
    }
