"""The end of a jogo: moral and official champions."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from sim.core.errors import InputError
from sim.games.cases import fields, whole_number
from sim.games.intervencao import rules
from sim.games.intervencao.cards import mask_of
from sim.games.intervencao.decisions import MAX_SEATS, NOBODY, POINT_UNITS
from sim.games.intervencao.judge.reading import listed
from sim.games.intervencao.reference import laws


@dataclass(frozen=True)
class Standing:
    """The end of a jogo: points and vantagens by player, who is left, who allied, who left last."""

    points: list[Fraction]
    vantagens: list[int]
    left: list[int]
    allies: dict[int, int]  # of those that have one alone
    out_last: list[int]


def read_points(value: Any) -> Fraction:
    """Points: a whole number, or a fraction as text ("-1/2"). Raises InputError."""
    try:
        points = Fraction(value) if isinstance(value, str | int) and not isinstance(value, bool) else None
    except (ValueError, ZeroDivisionError):
        points = None
    if points is None or (points * POINT_UNITS).denominator != 1 or abs(points) > rules.HIGHEST_MAX_ROUNDS:
        raise InputError(f"points must be whole numbers or fractions such as '-1/2', not {value!r}")
    return points


def read_standing(case: Any) -> Standing:
    """{"points", "vantagens": by player, "left": players (all), "allies": pairs of players, "out_last": players}."""
    fields(case, ("points", "vantagens"), ("left", "allies", "out_last"))
    points = [read_points(value) for value in listed(case["points"], "points")]
    if not 1 <= len(points) <= MAX_SEATS:
        raise InputError(f"points must be those of 1 to {MAX_SEATS} players, not {len(points)}")
    most = len(points) - 1
    vantagens = [whole_number(v, "vantagens", 0, rules.HIGHEST_MAX_ROUNDS) for v in listed(case["vantagens"], "vantagens", len(points))]
    left = sorted({whole_number(p, "a player", 0, most) for p in listed(case.get("left", list(range(most + 1))), "left")})
    if not left:
        raise InputError("left must name at least one player")
    pairs = [[whole_number(p, "a player", 0, most) for p in listed(pair, "a pair of allies", 2)] for pair in listed(case.get("allies", []), "allies")]
    out_last = [whole_number(p, "a player", 0, most) for p in listed(case.get("out_last", []), "out_last")]
    moral = laws.moral_champions({player: points[player] for player in left}, vantagens)
    return Standing(points, vantagens, left, allies_of(pairs, moral), out_last)


def allies_of(pairs: list[list[int]], moral: list[int]) -> dict[int, int]:
    """The ally of each player that has just one; tied moral champions may share theirs (I24). Raises InputError."""
    partners: dict[int, set[int]] = {}
    for one, two in pairs:
        if one == two:
            raise InputError(f"allies {one} and {two}: nobody is the own ally (I22)")
        partners.setdefault(one, set()).add(two)
        partners.setdefault(two, set()).add(one)
    for player, found in partners.items():
        if len(found) > 1 and not found <= set(moral):
            raise InputError(f"player {player} has {len(found)} allies: one at most (I22), or tied moral champions who share it (I24)")
    return {player: min(found) for player, found in partners.items() if len(found) == 1}


def moral_mask(standing: Standing) -> Any:
    """I23 by the kernel's rules."""
    points = np.array([int(p * POINT_UNITS) for p in standing.points], np.int64)
    return rules.moral_champions(np.uint64(mask_of(standing.left)), points, np.array(standing.vantagens, np.int64))


def players_in(mask: Any) -> list[int]:
    """The players in a mask."""
    return [player for player in range(MAX_SEATS) if int(mask) >> player & 1]


def jogo_winner_by_rules(case: Any) -> list[int]:
    """I23: the moral champions."""
    return players_in(moral_mask(read_standing(case)))


def moral_of(standing: Standing) -> list[int]:
    """I23 by the slow twin."""
    return laws.moral_champions({player: standing.points[player] for player in standing.left}, standing.vantagens)


def jogo_winner_by_reference(case: Any) -> list[int]:
    """I23: the moral champions."""
    return moral_of(read_standing(case))


def official_by_rules(case: Any) -> list[int]:
    """I24: the official champions."""
    standing = read_standing(case)
    allies = np.array([standing.allies.get(player, NOBODY) for player in range(MAX_SEATS)], np.int64)
    return players_in(rules.official_champions(moral_mask(standing), allies, np.uint64(mask_of(standing.out_last))))


def official_by_reference(case: Any) -> list[int]:
    """I24: the official champions."""
    standing = read_standing(case)
    return laws.official_champions(moral_of(standing), standing.allies, standing.out_last)
