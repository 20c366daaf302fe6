"""Answers single questions about the rules, twice: by the kernel's rules and by the slow twin.

A case's input is a dict as it stands in a JSON file. Cards are ranks or "J"; options of counting stand beside them
under their own names. Input that cannot be read raises InputError in one sentence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from sim.core.errors import InputError, unknown
from sim.core.seam import records
from sim.games.intervencao import GAME, rules
from sim.games.intervencao.cards import mask_of, parse_cards
from sim.games.intervencao.decisions import LAWFUL, MAX_SEATS, NOBODY, PASS, POINT_UNITS, UNLAWFUL
from sim.games.intervencao.kernel.count import share_points
from sim.games.intervencao.reference import laws
from sim.games.intervencao.state import ROUND_FACTS
from sim.games.protocol import Answer

Case = Mapping[str, Any]

ENDS = {"j": rules.BY_J, "high": rules.BY_HIGH, "low": rules.BY_LOW}
REST_WORDS = {LAWFUL: "lawful", PASS: "pass", UNLAWFUL: "inanition"}
COUNTING = ("ended_by", "measure", "j_value")


# Reading a case ------------------------------------------------------------------------------------------------------


def fields(case: Any, needed: Sequence[str], optional: Sequence[str] = ()) -> Case:
    """The case, if it has the fields needed and no unknown one. Raises InputError."""
    if not isinstance(case, Mapping):
        raise InputError(f"a case's input must be an object with {', '.join(needed)}, not {case!r}")
    for name in needed:
        if name not in case:
            raise InputError(f"the field '{name}' is missing; needed: {', '.join(needed)}")
    for name in case:
        if name not in (*needed, *optional):
            raise unknown("field", str(name), [*needed, *optional])
    return case


def whole_number(value: Any, name: str, low: int, high: int) -> int:
    """The value, if it is a whole number low..high. Raises InputError."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise InputError(f"{name} must be a whole number {low}..{high}, not {value!r}")
    return value


def listed(value: Any, name: str, length: int | None = None) -> list[Any]:
    """The value, if it is a list (of this length). Raises InputError."""
    if not isinstance(value, list) or length not in (None, len(value)):
        raise InputError(f"{name} must be a list{'' if length is None else f' of {length}'}, not {value!r}")
    return value


def card_texts(value: Any, name: str) -> list[str | int]:
    """A list of cards as written. Raises InputError."""
    for text in listed(value, name):
        if isinstance(text, bool) or not isinstance(text, str | int):
            raise InputError(f"a card must be a rank or 'J', not {text!r}")
    return value


@dataclass(frozen=True)
class Counted:
    """What a case says about counting: hands and waiting cards by player, how the round ended, and the options."""

    hands: list[list[int]]
    waiting: list[list[int]]
    end: str
    measure: str
    j_value: int
    pressed: int  # the player whose hand is the worst whatever it counts, or NOBODY

    @property
    def totals_by_rules(self) -> list[int]:
        """I16, I17, by the kernel's rules."""
        measure = ("sum", "cards").index(self.measure)
        places = zip(self.hands, self.waiting, strict=True)
        counted = [rules.counted_cards(np.uint64(mask_of(hand)), np.uint64(mask_of(waiting)), ENDS[self.end]) for hand, waiting in places]
        return [int(rules.hand_total(cards, measure, self.j_value)) for cards in counted]

    @property
    def totals_by_reference(self) -> list[int]:
        """I16, I17, by the slow twin."""
        places = zip(self.hands, self.waiting, strict=True)
        return [laws.hand_total(hand + (waiting if self.end == "j" else []), self.measure, self.j_value) for hand, waiting in places]


def read_counting(case: Case, hands: list[Any], waiting: list[Any], pressed: int = NOBODY) -> Counted:
    """Hands and waiting cards (lists of card texts) of one pack, with the options of counting beside them."""
    taken: list[int] = []
    codes: list[list[int]] = []
    for texts in [*hands, *waiting]:
        codes.append(parse_cards(card_texts(texts, "a hand"), taken))
        taken += codes[-1]
    end = case.get("ended_by", "j")
    if end not in ENDS:
        raise InputError(f"ended_by must be j, high or low, not {end!r}")
    measure = case.get("measure", "sum")
    if measure not in ("sum", "cards"):
        raise InputError(f"measure must be sum or cards, not {measure!r}")
    return Counted(codes[: len(hands)], codes[len(hands) :], end, measure, whole_number(case.get("j_value", 0), "j_value", 0, 99), pressed)


def read_hand(case: Any) -> Counted:
    """{"hand": cards, "waiting": cards, "ended_by": "j" | "high" | "low", "measure", "j_value"}; all but the hand optional."""
    fields(case, ("hand",), ("waiting", *COUNTING))
    return read_counting(case, [case["hand"]], [case.get("waiting", [])])


def read_hands(case: Any) -> Counted:
    """{"hands": a list of cards a player, "waiting": the same, "pressed": a player (I15)} and the options of counting."""
    fields(case, ("hands",), ("waiting", "pressed", *COUNTING))
    hands = listed(case["hands"], "hands")
    if not 2 <= len(hands) <= MAX_SEATS:
        raise InputError(f"hands must be those of 2 to {MAX_SEATS} players, not {len(hands)}")
    waiting = listed(case.get("waiting", [[] for _ in hands]), "waiting", len(hands))
    pressed = whole_number(case["pressed"], "pressed", 0, len(hands) - 1) if "pressed" in case else NOBODY
    return read_counting(case, hands, waiting, pressed)


# The kinds -----------------------------------------------------------------------------------------------------------


def total_by_rules(case: Any) -> int:
    """I16, I17: what a hand counts."""
    return read_hand(case).totals_by_rules[0]


def total_by_reference(case: Any) -> int:
    """I16, I17: what a hand counts."""
    return read_hand(case).totals_by_reference[0]


def points_by_rules(counted: Counted) -> list[int]:
    """I18: the points of each player in 1/POINT_UNITS, by the kernel."""
    facts = records(ROUND_FACTS)
    totals = counted.totals_by_rules
    facts["totals"][0, : len(totals)] = totals
    share_points(facts[0], np.uint64((1 << len(totals)) - 1), counted.pressed)
    return [int(points) for points in facts["points"][0, : len(totals)]]


def points_by_reference(counted: Counted) -> list[Fraction]:
    """I18: the points of each player, by the slow twin."""
    return list(laws.shares(dict(enumerate(counted.totals_by_reference)), counted.pressed).values())


def best_by_rules(case: Any) -> list[int]:
    """I18: who wins points; nobody when all tie."""
    return [player for player, points in enumerate(points_by_rules(read_hands(case))) if points > 0]


def best_by_reference(case: Any) -> list[int]:
    """I18: who wins points; nobody when all tie."""
    return [player for player, points in enumerate(points_by_reference(read_hands(case))) if points > 0]


def worst_by_rules(case: Any) -> list[int]:
    """I18: who loses points; nobody when all tie."""
    return [player for player, points in enumerate(points_by_rules(read_hands(case))) if points < 0]


def worst_by_reference(case: Any) -> list[int]:
    """I18: who loses points; nobody when all tie."""
    return [player for player, points in enumerate(points_by_reference(read_hands(case))) if points < 0]


@dataclass(frozen=True)
class Standing:
    """The end of a jogo: points and vantagens by player, who is left, who allied, who left last."""

    points: list[Fraction]
    vantagens: list[int]
    left: list[int]
    allies: dict[int, int]
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
    allies: dict[int, int] = {}
    for pair in listed(case.get("allies", []), "allies"):
        one, two = (whole_number(p, "a player", 0, most) for p in listed(pair, "a pair of allies", 2))
        if one == two or one in allies or two in allies:
            raise InputError(f"allies {one} and {two}: each player has one ally at most, and not oneself (I22)")
        allies |= {one: two, two: one}
    out_last = [whole_number(p, "a player", 0, most) for p in listed(case.get("out_last", []), "out_last")]
    return Standing(points, vantagens, left, allies, out_last)


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


def read_place(case: Any) -> tuple[list[int], list[int], list[int], int, int]:
    """{"hand": cards, "waiting": cards, "batch": cards of the hand, "debt": n, "low_limit": n} -> codes, numbers."""
    fields(case, ("hand",), ("waiting", "batch", "debt", "low_limit"))
    hand = parse_cards(card_texts(case["hand"], "hand"))
    waiting = parse_cards(card_texts(case.get("waiting", []), "waiting"), hand)
    batch = parse_cards(card_texts(case.get("batch", []), "batch"))
    if not set(batch) <= set(hand):
        raise InputError("batch must be cards of the hand (I9)")
    return hand, waiting, batch, whole_number(case.get("debt", 0), "debt", 0, 60), whole_number(case.get("low_limit", 1), "low_limit", 1, 30)


def exits_by_rules(case: Any) -> list[str]:
    """I13, I14: the exits that are open to a player."""
    hand, waiting, batch, debt, low_limit = read_place(case)
    cards = [np.uint64(mask_of(part)) for part in (hand, waiting, batch)]
    is_open = {"low": rules.is_low(cards[0], cards[1], low_limit), "high": rules.is_high(*cards, debt)}
    return [name for name, open_now in is_open.items() if open_now]


def exits_by_reference(case: Any) -> list[str]:
    """I13, I14: the exits that are open to a player."""
    hand, waiting, batch, debt, low_limit = read_place(case)
    is_open = {"low": laws.has_low_pressure(hand, waiting, low_limit), "high": laws.has_high_pressure(hand, waiting, batch, debt)}
    return [name for name, open_now in is_open.items() if open_now]


def resting_by_rules(case: Any) -> str:
    """I10: what resting would be."""
    hand, waiting, batch, _, _ = read_place(case)
    return REST_WORDS[int(rules.resting(*(np.uint64(mask_of(part)) for part in (hand, waiting, batch))))]


def resting_by_reference(case: Any) -> str:
    """I10: what resting would be."""
    hand, waiting, batch, _, _ = read_place(case)
    return laws.RESTS[laws.what_resting_is(hand, waiting, batch)]


# Rules that a table cannot agree on ----------------------------------------------------------------------------------


def error_by_rules(case: Any) -> str | None:
    """What GAME.rules says against {"players": n, option: value ...}; None when nothing is wrong."""
    options = dict(fields(case, (), list(case) if isinstance(case, Mapping) else []))
    players = options.pop("players", GAME.default_players)
    try:
        GAME.rules(whole_number(players, "players", -(10**9), 10**9), options)
    except InputError as error:
        return str(error)
    return None


def error_by_reference(case: Any) -> str | None:
    """The same sentence if the rules of README.md find the same fault, else the fault that they find."""
    said, fault = error_by_rules(case), fault_of(case)
    agreed = fault in said if fault and said else fault == said
    return said if agreed else fault


WORDS = {
    "unit": ("round", "match"),
    "exit_by": ("pressed", "others"),
    "high_exit": ("on", "off"),
    "low_exit": ("on", "off"),
    "pressed": ("counted", "worst"),
    "measure": ("sum", "cards"),
    "elimination": ("points", "worst", "none"),
    "alliances": ("on", "off"),
}
WHOLE_NUMBERS = {"ranks": (1, 15), "low_limit": (1, 30), "j_value": (0, 99), "limit": (1, 100), "rounds": (1, 1000), "max_rounds": (1, 1000)}
TIMES = {"grace": (0.0, 1000.0), "time_limit": (0.001, 1000.0)}


def is_allowed(name: str, text: str) -> bool:
    """Whether an option may have this value, by itself."""
    try:
        if name in WORDS:
            return text in WORDS[name]
        if name in WHOLE_NUMBERS:
            return WHOLE_NUMBERS[name][0] <= int(text) <= WHOLE_NUMBERS[name][1]
        if name in TIMES:
            return TIMES[name][0] <= float(text) <= TIMES[name][1]
        return name == "speed" and all(0 < float(part) <= 1000 for part in text.split(";"))
    except ValueError:
        return False


def fault_of(case: Case) -> str | None:
    """The name of the first thing wrong with these rules, by README.md; None when nothing is."""
    players = case.get("players", 6)
    if isinstance(players, bool) or players not in range(4, 11):
        return "players"  # I2
    texts = {name: str(value).strip().lower() for name, value in case.items() if name != "players"}
    for name, text in texts.items():
        if not is_allowed(name, text):
            return name
    if 3 * players > 4 * int(texts.get("ranks", "10")) + 1:
        return "ranks"  # I3
    if texts.get("speed", "1").count(";") not in (0, players - 1):
        return "speed"  # I5
    if texts.get("pressed") == "worst" and texts.get("exit_by") != "others":
        return "pressed"  # I15
    if texts.get("elimination") == "none" and int(texts.get("rounds", "10")) > int(texts.get("max_rounds", "500")):
        return "rounds"  # I18
    return None


JUDGES: dict[str, tuple[Answer, Answer]] = {
    "hand_total": (total_by_rules, total_by_reference),
    "best": (best_by_rules, best_by_reference),
    "worst": (worst_by_rules, worst_by_reference),
    "jogo_winner": (jogo_winner_by_rules, jogo_winner_by_reference),
    "official": (official_by_rules, official_by_reference),
    "exits": (exits_by_rules, exits_by_reference),
    "resting": (resting_by_rules, resting_by_reference),
    "error": (error_by_rules, error_by_reference),
}

REASONS = {
    "hand_total": "I16, I17: after the J hand and waiting cards count, after an exit the hand alone",
    "best": "I18: the lowest hand; nobody when all tie",
    "worst": "I18: the highest hand; nobody when all tie",
    "jogo_winner": "I23: most points among those left, then most vantagens",
    "official": "I24: the ally of the moral champion, unless he left last",
    "exits": "I13, I14",
    "resting": "I10: lawful with at most 3 cards and none waiting; a pass when stuck",
    "error": "I2, I3, I5, I15, I18: options that no table can play",
}


def reason(kind: str, case: Any, answer: Any) -> str:
    """The rule numbers and a few words."""
    return REASONS[kind]
