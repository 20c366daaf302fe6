"""What a deal brings (T18-T21)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sim.core.errors import InputError
from sim.games.cases import whole_number
from sim.games.tractor import reference, rules
from sim.games.tractor.cards import ACE, HAND_SIZE, level_name, parse_level
from sim.games.tractor.judge.reading import fields, flag, listed

MOST_TRICK_POINTS, MOST_KITTY_POINTS = 200, 80  # T18; eight tens and kings


def read_result(case: Any) -> tuple[int, int, bool, int]:
    """{"trick_points", "kitty_points", "attackers_won_last", "last_trick_cards"} -> the four."""
    fields(case, ("trick_points", "kitty_points", "attackers_won_last", "last_trick_cards"))
    points = [
        whole_number(case["trick_points"], "trick_points", 0, MOST_TRICK_POINTS),
        whole_number(case["kitty_points"], "kitty_points", 0, MOST_KITTY_POINTS),
    ]
    if points[0] % 5 or points[1] % 5 or sum(points) > MOST_TRICK_POINTS:
        raise InputError(f"trick_points and kitty_points must be multiples of 5 with a sum of at most 200 (T18), not {points[0]} and {points[1]}")
    n_last = whole_number(case["last_trick_cards"], "last_trick_cards", 1, HAND_SIZE - 1)
    if n_last > 1 and n_last % 2:
        raise InputError(f"last_trick_cards must be 1 or even (T11), not {n_last}")
    return points[0], points[1], flag(case["attackers_won_last"], "attackers_won_last"), n_last


def result(total: int, defence: int, attack: int) -> dict[str, Any]:
    """The answer: points, who deals next, and the levels won."""
    return {"total": total, "side": "attackers" if total >= rules.REACH else "defenders", "gain": defence + attack}


def total_by_rules(case: Any) -> dict[str, Any]:
    """T19, T20: the attackers' points, and what they bring to whom."""
    points, kitty, taken, n = read_result(case)
    total = points + (int(rules.kitty_bonus(kitty, n)) if taken else 0)
    return result(total, int(rules.defenders_rise(total)), int(rules.attackers_rise(total)))


def total_by_reference(case: Any) -> dict[str, Any]:
    """T19, T20: the attackers' points, and what they bring to whom."""
    total = reference.deal_total(*read_result(case))
    return result(total, *reference.rises(total))


def read_advance(case: Any) -> tuple[list[int], int, int, bool]:
    """{"levels": of both teams, "dealer", "attacker_total", "defend_ace": false} -> the four."""
    fields(case, ("levels", "dealer", "attacker_total"), ("defend_ace",))
    levels = [parse_level(level) for level in listed(case["levels"], "levels", 2, 2)]
    total = whole_number(case["attacker_total"], "attacker_total", 0, 10_000)
    if total % 5:
        raise InputError(f"attacker_total must be a multiple of 5 (T18), not {total}")
    return levels, whole_number(case["dealer"], "dealer", 0, 3), total, flag(case.get("defend_ace", False), "defend_ace")


def advanced(levels: Sequence[int], dealer: int) -> dict[str, Any]:
    """The answer: levels, who deals next, whether the match is over."""
    return {"levels": [level_name(level) for level in levels], "next_dealer": dealer, "match_over": max(levels) > ACE}


def advance_by_rules(case: Any) -> dict[str, Any]:
    """T20, T21: levels and dealer after a deal."""
    levels, dealer, total, defend_ace = read_advance(case)
    side = dealer & 1 if total < rules.REACH else 1 - (dealer & 1)
    rise = rules.defenders_rise(total) + rules.attackers_rise(total)
    levels[side] = int(rules.level_after(levels[side], rise, side == dealer & 1, defend_ace))
    return advanced(levels, int(rules.next_dealer(dealer, total)))


def advance_by_reference(case: Any) -> dict[str, Any]:
    """T20, T21: levels and dealer after a deal."""
    levels, dealer, total, defend_ace = read_advance(case)
    return advanced(reference.levels_after(levels, dealer, total, defend_ace), reference.dealer_after(dealer, total))
