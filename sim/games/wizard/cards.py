"""Wizard's 60 cards (W1): codes, names, and sets of cards.

A card's code is 16 * suit + rank, so that a set of cards is a 64-bit mask with one 16-bit lane a suit:

    bit in lane   15   14      13 .. 1     0
                   -   wizard  rank 13..1  jester

    lane          63..48   47..32   31..16   15..0
                  Y        R        G        B

Wizards and jesters belong to no suit; the four copies of each sit in the four lanes and are told apart by nothing
but their code. Text: `B1`..`B13`, `G…`, `R…`, `Y…`, `J`, `W`.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from sim.core.errors import InputError

SUITS = "BGRY"
SUIT_NAMES = ("blue", "green", "red", "yellow")
N_SUITS, N_RANKS = 4, 13
NO_TRUMP = 4  # takes the place of a suit
JESTER_RANK, WIZARD_RANK = 0, 14

PACK = np.array([16 * suit + rank for suit in range(N_SUITS) for rank in range(15)], np.uint8)
N_CARDS = len(PACK)

LANE = np.array([0x3FFE << 16 * suit for suit in range(N_SUITS)] + [0], np.uint64)  # the suit's cards; none for NO_TRUMP
JESTERS = np.uint64(0x0001_0001_0001_0001)
WIZARDS = np.uint64(0x4000_4000_4000_4000)
SPECIALS = np.uint64(0x4001_4001_4001_4001)
FULL_PACK = np.uint64(0x7FFF_7FFF_7FFF_7FFF)


def card_name(card: int) -> str:
    """`R13`, `J`, `W` for a code."""
    suit, rank = divmod(int(card), 16)
    if not 0 <= suit < N_SUITS or not 0 <= rank <= WIZARD_RANK:
        raise ValueError(f"{card} is no card code")
    return {JESTER_RANK: "J", WIZARD_RANK: "W"}.get(rank, f"{SUITS[suit]}{rank}")


def parse_card(text: str) -> int:
    """The code of `R13`; for `J` and `W` that of the copy in the lowest lane. Raises InputError."""
    name = str(text).strip().upper()
    if name in ("J", "W"):
        return JESTER_RANK if name == "J" else WIZARD_RANK
    if name[:1] in SUITS and name[1:].isascii() and name[1:].isdigit() and 1 <= int(name[1:]) <= N_RANKS and name[1] != "0":
        return 16 * SUITS.index(name[0]) + int(name[1:])
    raise InputError(f"'{text}' is no Wizard card; cards are B1..B13, G1..G13, R1..R13, Y1..Y13, J and W")


def parse_cards(texts: Iterable[str]) -> list[int]:
    """Codes in the given order; copies of `J` and `W` get the lanes upward. Raises InputError, also when a card
    stands there more often than the pack holds it."""
    codes: list[int] = []
    for text in texts:
        code = parse_card(text)
        if code in (JESTER_RANK, WIZARD_RANK):
            while code in codes:
                code += 16
        if code >= 64 or code in codes:
            most = "four times" if code >= 64 else "once"
            raise InputError(f"card {str(text).strip().upper()} stands there too often; the pack holds it {most}")
        codes.append(code)
    return codes


def parse_suit(text: str) -> int:
    """0..3 for `B G R Y`, NO_TRUMP for `NT`. Raises InputError."""
    name = str(text).strip().upper()
    if name == "NT":
        return NO_TRUMP
    if len(name) == 1 and name in SUITS:
        return SUITS.index(name)
    raise InputError(f"'{text}' is no trump; allowed: B, G, R, Y or NT (no trump)")


def suit_name(suit: int) -> str:
    """`B G R Y` or `NT`."""
    return "NT" if suit == NO_TRUMP else SUITS[suit]


def mask_of(cards: Iterable[int]) -> int:
    """The set of these cards as a mask."""
    mask = 0
    for card in cards:
        mask |= 1 << int(card)
    return mask


def cards_in(mask: int) -> list[int]:
    """Codes in a mask, ascending."""
    return [card for card in range(64) if int(mask) >> card & 1]
