"""Câmbio's cards (C1): two packs of 52 and 2, 4 or 6 jokers; codes, names, points.

A card's code is 4 * rank + suit; the copies of a card are told apart by nothing, jokers have no suit:

    rank   0      1    2 .. 10   11   12   13          suit   0   1   2   3
           joker  ace            J    Q    K                  S   H   D   C

    code   0      4 .. 7   8 .. 43   44 .. 47   48 .. 51   52 .. 55
           JK     aces     2 .. 10   jacks      queens     kings

Text: `AS`, `10H`, `KD`, `JK`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np

from sim.core.errors import InputError

SUITS = "SHDC"
RANKS = ("JK", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
JOKER, ACE, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING = 0, 1, 7, 8, 9, 10, 11, 12, 13
N_KINDS = 56  # codes are below this
NO_CARD = 255  # no card, or one that is not known
JOKERS = (2, 4, 6)  # C1
MOST_CARDS = 2 * 52 + max(JOKERS)
PACK_POINTS = 676  # of the whole pack, jokers count nothing


def is_red(suit: int) -> bool:
    """Hearts and diamonds."""
    return suit in (1, 2)


def _points(rank: int, suit: int) -> int:
    """C6."""
    if rank == KING:
        return -1 if is_red(suit) else 20
    return min(rank, 10)


POINTS = np.array([_points(*divmod(code, 4)) for code in range(N_KINDS)], np.int64)


def pack_of(jokers: int) -> np.ndarray:
    """All cards in the order of their codes, uint8."""
    return np.array([0] * jokers + [code for code in range(4, N_KINDS) for _ in range(2)], np.uint8)


def card_name(card: int) -> str:
    """`10H`, `JK` for a code; `??` for NO_CARD."""
    card = int(card)
    if card == NO_CARD:
        return "??"
    rank, suit = divmod(card, 4)
    if not 0 <= card < N_KINDS or (rank == JOKER and suit):
        raise ValueError(f"{card} is no card code")
    return RANKS[rank] + (SUITS[suit] if rank else "")


_CODES = {card_name(code): code for code in [0, *range(4, N_KINDS)]}


def parse_card(text: str) -> int:
    """The code of `10H`. Raises InputError."""
    name = str(text).strip().upper()
    if name not in _CODES:
        raise InputError(f"'{text}' is no card; cards are A 2..10 J Q K with a suit S H D C (as in 10H), and JK")
    return _CODES[name]


def parse_cards(texts: Iterable[str], jokers: int = max(JOKERS)) -> list[int]:
    """Codes in the given order. Raises InputError, also when a card stands there more often than the pack holds it."""
    codes = [parse_card(text) for text in texts]
    for code, count in Counter(codes).items():
        most = 2 if code else jokers
        if count > most:
            raise InputError(f"card {card_name(code)} stands there {count} times; the pack holds it {most} times")
    return codes
