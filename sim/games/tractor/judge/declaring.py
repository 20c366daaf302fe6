"""Declarations, and a whole round of declaring (T4-T7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sim.core.bits import lowest
from sim.core.errors import InputError
from sim.games.cases import whole_number
from sim.games.tractor import reference, rules
from sim.games.tractor.cards import HAND_SIZE, KITTY_SIZE, NO_TRUMP, parse_level, suit_name
from sim.games.tractor.judge.reading import Cards, fields, flag, listed, masks, some_cards


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
        "seat": whole_number(case["first_seat"], "first_seat", 0, 3),
        "dealer": whole_number(case["initial_dealer"], "initial_dealer", 0, 3),
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
