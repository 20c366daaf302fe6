"""Answers single questions about the rules, twice: by the kernel's rules and by the slow twin.

A case's input is a dict as it stands in a JSON file, with the case's `level` and `trump` beside it. Input that cannot be
read raises InputError in one sentence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from sim.core.bits import lowest
from sim.core.errors import InputError, unknown
from sim.games.protocol import Answer
from sim.games.tractor import reference, rules
from sim.games.tractor.cards import (
    ACE,
    HAND_SIZE,
    KITTY_SIZE,
    NO_TRUMP,
    card_name,
    level_name,
    masks_of,
    parse_cards,
    parse_level,
    parse_suit,
    suit_name,
)

Case = Mapping[str, Any]
Cards = list[int]

MOST_TRICK_POINTS, MOST_KITTY_POINTS = 200, 80  # T18; eight tens and kings


# Reading a case ------------------------------------------------------------------------------------------------------


def question_of(case: Case) -> Any:
    """A case's input with the case's level and trump beside it."""
    found = case["input"]
    if not isinstance(found, Mapping):
        return found
    return {**{name: case[name] for name in ("level", "trump") if name in case}, **found}


def fields(case: Any, needed: Sequence[str], optional: Sequence[str] = ()) -> Case:
    """The case, if it has the fields needed and no unknown one. Raises InputError."""
    if not isinstance(case, Mapping):
        raise InputError(f"a case's input must be an object with {', '.join(needed)}, not {case!r}")
    for name in needed:
        if name not in case:
            raise InputError(f"the field '{name}' is missing; needed: {', '.join(needed)}")
    for name in case:
        if name not in (*needed, *optional, "level", "trump"):
            raise unknown("field", str(name), [*needed, *optional])
    return case


def whole(value: Any, name: str, low: int, high: int) -> int:
    """The value, if it is a whole number low..high. Raises InputError."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise InputError(f"{name} must be a whole number {low}..{high}, not {value!r}")
    return value


def flag(value: Any, name: str) -> bool:
    """The value, if it is true or false. Raises InputError."""
    if not isinstance(value, bool):
        raise InputError(f"{name} must be true or false, not {value!r}")
    return value


def listed(value: Any, name: str, low: int, high: int) -> list[Any]:
    """The value, if it is a list of low..high entries. Raises InputError."""
    if not isinstance(value, list) or not low <= len(value) <= high:
        raise InputError(f"{name} must be a list of {low} to {high} entries, not {value!r}")
    return value


def cards_of_one_pack(*sets: Sequence[int]) -> None:
    """Raises InputError when these sets together hold a card three times."""
    for kind, count in Counter(kind for cards in sets for kind in cards).items():
        if count > 2:
            raise InputError(f"card {card_name(kind)} stands there {count} times; the pack holds it twice")


def some_cards(text: Any, name: str, low: int, high: int) -> Cards:
    """Cards of a text, low..high of them. Raises InputError."""
    cards = parse_cards(text)
    if not low <= len(cards) <= high:
        span = f"{low}" if low == high else f"{low} to {high}"
        raise InputError(f"{name} must be {span} cards, not {len(cards)}")
    return cards


def masks(cards: Iterable[int], level: int, trump: int) -> tuple[np.uint64, np.uint64]:
    """A set of cards as the kernel's rules take it."""
    one, both = masks_of(cards, level, trump)
    return np.uint64(one), np.uint64(both)


# Leads and follows ---------------------------------------------------------------------------------------------------


def read_lead(case: Any) -> tuple[Cards, int, int]:
    """{"cards": ...} -> cards, level, trump."""
    fields(case, ("cards", "level", "trump"))
    return some_cards(case["cards"], "cards", 1, HAND_SIZE), parse_level(case["level"]), parse_suit(case["trump"])


def shape_name(m: int | None) -> str | None:
    """`single`, `pair`, `tractor2`, ..., or None."""
    if m is None or m < 0:
        return None
    return f"tractor{m}" if m > 1 else ("single", "pair")[m]


def shape_by_rules(case: Any) -> str | None:
    """T11, T12: the shape of a lead, None if it is none."""
    cards, level, trump = read_lead(case)
    return shape_name(int(rules.pairs_led(*masks(cards, level, trump), trump)))


def shape_by_reference(case: Any) -> str | None:
    """T11, T12: the shape of a lead, None if it is none."""
    cards, level, trump = read_lead(case)
    return shape_name(reference.lead_shape(cards, reference.order_of(level, trump)))


def checked_lead(text: Any, level: int, trump: int) -> Cards:
    """The cards of a lawful lead. Raises InputError."""
    lead = some_cards(text, "the lead", 1, HAND_SIZE)
    if reference.lead_shape(lead, reference.order_of(level, trump)) is None:
        raise InputError(f"'{text}' cannot be led; allowed: a single, a pair, or a tractor (T11)")
    return lead


def read_follow(case: Any) -> tuple[Cards, Cards, Cards, int, int]:
    """{"lead": ..., "hand": ..., "play": ...} -> the three, level, trump."""
    fields(case, ("lead", "hand", "play", "level", "trump"))
    level, trump = parse_level(case["level"]), parse_suit(case["trump"])
    lead, hand = checked_lead(case["lead"], level, trump), some_cards(case["hand"], "hand", 1, HAND_SIZE)
    cards_of_one_pack(lead, hand)
    if len(hand) < len(lead):
        raise InputError(f"the hand has {len(hand)} cards, but {len(lead)} were led")
    return lead, hand, some_cards(case["play"], "play", 1, HAND_SIZE), level, trump


def follow_by_rules(case: Any) -> bool:
    """T13-T15: whether the play is a lawful answer to the lead."""
    lead, hand, play, level, trump = read_follow(case)
    one, both = masks(lead, level, trump)
    suit = np.uint64(rules.suit_mask(rules.suit_of(lowest(one), trump), trump))
    return bool(rules.is_legal_follow(*masks(play, level, trump), *masks(hand, level, trump), suit, len(lead), rules.pairs_led(one, both, trump)))


def follow_by_reference(case: Any) -> bool:
    """T13-T15: whether the play is a lawful answer to the lead."""
    lead, hand, play, level, trump = read_follow(case)
    return reference.follow_fault(play, hand, lead, reference.order_of(level, trump)) is None


# Tricks --------------------------------------------------------------------------------------------------------------


def read_trick(case: Any) -> tuple[list[Cards], int, int]:
    """{"plays": cards in order of play} -> plays, level, trump."""
    fields(case, ("plays", "level", "trump"))
    level, trump = parse_level(case["level"]), parse_suit(case["trump"])
    texts = listed(case["plays"], "plays", 1, 4)
    lead = checked_lead(texts[0], level, trump)
    plays = [lead, *(some_cards(text, "each play", len(lead), len(lead)) for text in texts[1:])]
    cards_of_one_pack(*plays)
    return plays, level, trump


def winner_by_rules(case: Any) -> int:
    """T10, T16: the index of the winning play."""
    plays, level, trump = read_trick(case)
    sets = [masks(play, level, trump) for play in plays]
    m = rules.pairs_led(*sets[0], trump)
    suit = np.uint64(rules.suit_mask(rules.suit_of(lowest(sets[0][0]), trump), trump))
    tops = [int(rules.top_if_matching(one, both, m, suit, trump)) for one, both in sets]
    return tops.index(max(tops))


def winner_by_reference(case: Any) -> int:
    """T10, T16: the index of the winning play."""
    plays, level, trump = read_trick(case)
    return reference.winning_play(plays, reference.order_of(level, trump))


def points_by_rules(case: Any) -> int:
    """T18: the points in a trick."""
    plays, level, trump = read_trick(case)
    return sum(int(rules.n_points(*masks(play, level, trump), level)) for play in plays)


def points_by_reference(case: Any) -> int:
    """T18: the points in a trick."""
    plays, _, _ = read_trick(case)
    return sum(5 if name.startswith("5") else 10 for play in plays for name in map(card_name, play) if name[0] in "5K" or name.startswith("10"))


# Results -------------------------------------------------------------------------------------------------------------


def read_result(case: Any) -> tuple[int, int, bool, int]:
    """{"trick_points", "kitty_points", "attackers_won_last", "last_trick_cards"} -> the four."""
    fields(case, ("trick_points", "kitty_points", "attackers_won_last", "last_trick_cards"))
    points = [whole(case["trick_points"], "trick_points", 0, MOST_TRICK_POINTS), whole(case["kitty_points"], "kitty_points", 0, MOST_KITTY_POINTS)]
    if points[0] % 5 or points[1] % 5 or sum(points) > MOST_TRICK_POINTS:
        raise InputError(f"trick_points and kitty_points must be multiples of 5 with a sum of at most 200 (T18), not {points[0]} and {points[1]}")
    n_last = whole(case["last_trick_cards"], "last_trick_cards", 1, HAND_SIZE - 1)
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
    total = whole(case["attacker_total"], "attacker_total", 0, 10_000)
    if total % 5:
        raise InputError(f"attacker_total must be a multiple of 5 (T18), not {total}")
    return levels, whole(case["dealer"], "dealer", 0, 3), total, flag(case.get("defend_ace", False), "defend_ace")


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


# Declaring -----------------------------------------------------------------------------------------------------------


def answer_of(cards: Sequence[int], level: int) -> int:
    """The answer to `declare` that these cards are, found in what a hand of just them may declare; PASS if they are none."""
    if not cards:
        return rules.PASS
    legal = int(rules.legal_declarations(*masks(cards, level, NO_TRUMP), 0))
    answer = legal.bit_length() - 1
    n_needed = 1 if answer < rules.PAIR else 2
    return answer if len(cards) == n_needed else rules.PASS


def strength_by_rules(case: Any) -> int:
    """T5: the strength of a declaration, 0 if the cards are none."""
    fields(case, ("cards", "level"))
    return int(rules.STRENGTH[answer_of(some_cards(case["cards"], "cards", 1, HAND_SIZE), parse_level(case["level"]))])


def strength_by_reference(case: Any) -> int:
    """T5: the strength of a declaration, 0 if the cards are none."""
    fields(case, ("cards", "level"))
    return reference.strength(some_cards(case["cards"], "cards", 1, HAND_SIZE), parse_level(case["level"]))


def read_overcall(case: Any) -> tuple[Cards, Cards, int]:
    """{"current": cards or "", "new": cards} -> both, level."""
    fields(case, ("current", "new", "level"))
    return some_cards(case["current"], "current", 0, 2), some_cards(case["new"], "new", 1, HAND_SIZE), parse_level(case["level"])


def overcall_by_rules(case: Any) -> bool:
    """T5: whether the new declaration may be made over the current one."""
    current, new, level = read_overcall(case)
    standing = rules.STRENGTH[answer_of(current, level)]
    return bool(int(rules.STRONGER[standing]) >> answer_of(new, level) & 1)


def overcall_by_reference(case: Any) -> bool:
    """T5: whether the new declaration may be made over the current one."""
    current, new, level = read_overcall(case)
    return reference.strength(new, level) > reference.strength(current, level)


def read_auction(case: Any) -> dict[str, Any]:
    """{"first_seat", "bids": cards or "" in order, "kitty", "initial_dealer", "first_hand", "first_dealer"} -> the same, read."""
    fields(case, ("first_seat", "bids", "kitty", "initial_dealer", "first_hand", "level"), ("first_dealer",))
    if case.get("first_dealer", "first_declarer") not in ("first_declarer", "standing"):
        raise InputError(f"first_dealer={case['first_dealer']} is not allowed; allowed: first_declarer | standing (T6)")
    read = {
        "level": parse_level(case["level"]),
        "seat": whole(case["first_seat"], "first_seat", 0, 3),
        "dealer": whole(case["initial_dealer"], "initial_dealer", 0, 3),
        "is_first": flag(case["first_hand"], "first_hand"),
        "by_standing": case.get("first_dealer") == "standing",
        "kitty": some_cards(case["kitty"], "the kitty", KITTY_SIZE, KITTY_SIZE),
        "bids": [some_cards(bid, "a declaration", 0, 2) for bid in listed(case["bids"], "bids", 3, 25)],
    }
    check_bids(read["bids"], read["level"])
    return read


def check_bids(bids: Sequence[Cards], level: int) -> None:
    """T5, T6: each declaration stronger than the one before, and the end where it must be. Raises InputError."""
    standing, passes = 0, 0
    for i, bid in enumerate(bids):
        if passes == (3 if standing else 4):
            raise InputError(f"the declaring was over after turn {i} (T6), but bids has {len(bids)}")
        strength = reference.strength(bid, level)
        if bid and strength <= standing:
            raise InputError(f"'{reference.names_of(bid)}' at turn {i + 1} is no declaration stronger than the one standing (T5)")
        standing, passes = (strength, 0) if bid else (standing, passes + 1)
    if passes != (3 if standing else 4):
        raise InputError(f"the declaring is not over after {len(bids)} turns: it ends with three passes after a declaration, or four without one (T6, T7)")


def auction_by_rules(case: Any) -> dict[str, Any]:
    """T4-T7: trump, dealer, and turns."""
    read = read_auction(case)
    made = [((read["seat"] + i) & 3, answer_of(bid, read["level"])) for i, bid in enumerate(read["bids"]) if bid]
    if made:
        trump = int(rules.TRUMP_OF[made[-1][1]])
    else:
        places = [lowest(masks([kind], read["level"], NO_TRUMP)[0]) for kind in read["kitty"]]
        trump = next(int(rules.turned_suit(place)) for place in places if rules.turned_suit(place) >= 0)
    dealer = made[-1 if read["by_standing"] else 0][0] if made and read["is_first"] else read["dealer"]
    return auction_result(trump, dealer, len(read["bids"]))


def auction_by_reference(case: Any) -> dict[str, Any]:
    """T4-T7: trump, dealer, and turns."""
    read = read_auction(case)
    seats = [(read["seat"] + i) % 4 for i in range(len(read["bids"]))]
    bids = [(seat, bid) for seat, bid in zip(seats, read["bids"], strict=True) if bid]
    trump = reference.trump_declared(bids[-1][1]) if bids else reference.trump_turned(read["kitty"])
    dealer = read["dealer"]
    if bids and read["is_first"]:
        dealer = bids[-1][0] if read["by_standing"] else bids[0][0]
    return auction_result(trump, dealer, len(seats))


def auction_result(trump: int, dealer: int, turns: int) -> dict[str, Any]:
    """The answer; trump is null in no-trump."""
    return {"trump": None if trump == NO_TRUMP else suit_name(trump), "dealer": dealer, "turns": turns}


JUDGES: Mapping[str, tuple[Answer, Answer]] = {
    "lead_shape": (shape_by_rules, shape_by_reference),
    "follow_legal": (follow_by_rules, follow_by_reference),
    "trick_winner": (winner_by_rules, winner_by_reference),
    "trick_points": (points_by_rules, points_by_reference),
    "round_total": (total_by_rules, total_by_reference),
    "advance": (advance_by_rules, advance_by_reference),
    "bid_strength": (strength_by_rules, strength_by_reference),
    "overcall": (overcall_by_rules, overcall_by_reference),
    "auction": (auction_by_rules, auction_by_reference),
}

RULES_OF = {
    "lead_shape": "T11, T12",
    "trick_winner": "T10, T16",
    "trick_points": "T18",
    "round_total": "T19, T20",
    "advance": "T20, T21",
    "bid_strength": "T5",
    "overcall": "T5",
    "auction": "T4-T7",
}


def reason(kind: str, case: Any, answer: Any) -> str:
    """Rule numbers, and a few words where an answer needs them."""
    if kind == "follow_legal":
        lead, hand, play, level, trump = read_follow(case)
        return reference.follow_fault(play, hand, lead, reference.order_of(level, trump)) or "lawful (T13-T15)"
    if kind == "lead_shape" and answer is None:
        return "neither a single, nor a pair, nor pairs on consecutive steps of one suit (T11, T12)"
    return RULES_OF[kind]
