"""Answers single questions about the rules, twice: by the kernel's rules and by the slow twin.

A case's input is a dict as it stands in a JSON file. Input that cannot be read raises InputError in one sentence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sim.core.bits import has
from sim.core.errors import InputError
from sim.games.cambio import GAME, rules
from sim.games.cambio.cards import JOKERS, PACK_POINTS, card_name, pack_of, parse_card, parse_cards
from sim.games.cambio.decisions import MAX_POSITIONS
from sim.games.cambio.reference import laws
from sim.games.cases import any_fields, fields, whole_number
from sim.games.protocol import Answer

EFFECTS = {
    rules.NO_EFFECT: None,
    rules.LOOK_OWN: "peek_own",
    rules.LOOK_OTHER: "peek_other",
    rules.BLIND_EXCHANGE: "exchange",
    rules.LOOK_AND_EXCHANGE: "king",
}
WAYS = ("rank", "points")  # of snap_match
MOST_POINTS = 16 * 20  # C18: in front of one player


# Reading a case ------------------------------------------------------------------------------------------------------


def card(value: Any) -> int:
    """The code of a card's name. Raises InputError."""
    if not isinstance(value, str):
        raise InputError(f"a card must be a text such as '10H', not {value!r}")
    return parse_card(value)


# The kinds -----------------------------------------------------------------------------------------------------------


def read_hand(case: Any) -> list[int]:
    """{"cards": what lies in front of a player} -> codes."""
    cards = fields(case, ("cards",))["cards"]
    if not isinstance(cards, list) or len(cards) > MAX_POSITIONS:
        raise InputError(f"cards must be a list of at most {MAX_POSITIONS} cards, not {cards!r}")
    for name in cards:
        card(name)
    return parse_cards(cards)


def points_by_rules(case: Any) -> int:
    """C6, C20."""
    hand = read_hand(case)
    cards = np.array(hand + [0] * (MAX_POSITIONS - len(hand)), np.uint8)
    return int(rules.hand_points(cards, np.uint64((1 << len(hand)) - 1)))


def points_by_reference(case: Any) -> int:
    """C6, C20."""
    return sum(laws.points(code) for code in read_hand(case))


def read_jokers(case: Any) -> int:
    """{"jokers": 2, 4 or 6} -> the number."""
    jokers = fields(case, ("jokers",))["jokers"]
    GAME.rules(None, {"jokers": jokers})
    return int(jokers)


def pack_by_rules(case: Any) -> dict[str, int]:
    """C1, C6: number and points of the cards."""
    pack = pack_of(read_jokers(case))
    return {"cards": len(pack), "points": int(rules.POINTS[pack].sum())}


def pack_by_reference(case: Any) -> dict[str, int]:
    """C1, C6: number and points of the cards."""
    jokers = read_jokers(case)
    codes = [4 * rank + suit for rank in range(1, 14) for suit in range(4)] * 2 + [0] * jokers
    return {"cards": len(codes), "points": sum(map(laws.points, codes))}


def read_count(case: Any) -> tuple[list[int], int | None]:
    """{"points": by seat, "caller": a seat or null} -> the same."""
    fields(case, ("points", "caller"))
    if not isinstance(case["points"], list) or not rules.MIN_PLAYERS <= len(case["points"]) <= rules.MAX_PLAYERS:
        raise InputError(f"points must be a list of {rules.MIN_PLAYERS} to {rules.MAX_PLAYERS} numbers, not {case['points']!r}")
    points = [whole_number(value, "points", -MAX_POSITIONS, MOST_POINTS) for value in case["points"]]
    if case["caller"] is None:
        return points, None
    return points, whole_number(case["caller"], "caller", 0, len(points) - 1)


def winners_by_rules(case: Any) -> list[int]:
    """C21: the winners' seats."""
    points, caller = read_count(case)
    mask = rules.winner_mask(np.array(points), len(points), -1 if caller is None else caller)
    return [seat for seat in range(len(points)) if has(mask, seat)]


def winners_by_reference(case: Any) -> list[int]:
    """C21: the winners' seats."""
    return laws.winning_seats(*read_count(case))


def read_match(case: Any) -> tuple[int, int, bool]:
    """{"discard": the open card, "card": the one thrown, "snap_match": "rank" | "points"} -> codes, whether by points."""
    fields(case, ("discard", "card"), ("snap_match",))
    way = case.get("snap_match", "rank")
    if way not in WAYS:
        raise InputError(f"snap_match must be {' or '.join(WAYS)}, not {way!r}")
    return card(case["discard"]), card(case["card"]), way == "points"


def match_by_rules(case: Any) -> bool:
    """C13: whether the card may be thrown."""
    open_card, thrown, by_points = read_match(case)
    return bool(rules.match_key(thrown, int(by_points)) == rules.match_key(open_card, int(by_points)))


def match_by_reference(case: Any) -> bool:
    """C13: whether the card may be thrown."""
    open_card, thrown, by_points = read_match(case)
    return laws.matches(thrown, open_card, by_points)


def effect_by_rules(case: Any) -> str | None:
    """C7: what the card does when it is played."""
    return EFFECTS[int(rules.effect_of(card(fields(case, ("card",))["card"])))]


def effect_by_reference(case: Any) -> str | None:
    """C7: what the card does when it is played."""
    return laws.effect(card(fields(case, ("card",))["card"]))


# Rules that a table cannot agree on ----------------------------------------------------------------------------------


def error_by_rules(case: Any) -> str | None:
    """What GAME.rules says against {"players": n, option: value ...}; None when nothing is wrong."""
    options = dict(any_fields(case))
    players = options.pop("players", GAME.default_players)
    try:
        GAME.rules(whole_number(players, "players", rules.MIN_PLAYERS, rules.MAX_PLAYERS), options)
    except InputError as error:
        return str(error)
    return None


def error_by_reference(case: Any) -> str | None:
    """The same sentence if the rules of README.md find a fault in the same option, else the name of that option."""
    said = error_by_rules(case)
    fault = laws.fault_of(case)
    agreed = fault in said if fault and said else fault == said
    return said if agreed else fault


def reason(kind: str, case: Any, answer: Any) -> str:
    """The rule numbers, and a few words on why the answer is this one."""
    if kind == "winners":
        return winners_reason(*read_count(case))
    if kind == "snap_matches":
        way = "points" if case.get("snap_match") == "points" else "rank"
        return f"C13: {'equal' if answer else 'different'} {way}{'' if way == 'points' else 's'}"
    if kind == "effect":
        return f"C7: {card_name(card(case['card']))} has {'an' if answer else 'no'} effect"
    return {
        "hand_points": "C6 C20 C22: the points of the cards added up",
        "pack": f"C1 C6: jokers {' or '.join(map(str, JOKERS))}, always {PACK_POINTS} points",
        "error": "C1 C2 C4 C12-C16 C19 C24: the options",
    }[kind]


def winners_reason(points: Sequence[int], caller: int | None) -> str:
    """Whether the caller's tie rule came in."""
    least = min(points)
    if caller is not None and points[caller] == least and list(points).count(least) > 1:
        return "C21: the caller is among those tied for the fewest points and loses"
    return "C21: the fewest points" if list(points).count(least) == 1 else "C21: all who tie for the fewest points"


JUDGES: Mapping[str, tuple[Answer, Answer]] = {
    "hand_points": (points_by_rules, points_by_reference),
    "pack": (pack_by_rules, pack_by_reference),
    "winners": (winners_by_rules, winners_by_reference),
    "snap_matches": (match_by_rules, match_by_reference),
    "effect": (effect_by_rules, effect_by_reference),
    "error": (error_by_rules, error_by_reference),
}
