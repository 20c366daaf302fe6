"""Intervenção's pack (I3): ranks 1..R, four of each, and one J; codes, names, and sets of cards.

A card's code is 4 * rank + copy, so that a set of cards is a 64-bit mask with a lane of four bits a rank:

    bit    63 .. 60      ...     11 .. 8    7 .. 4    3 .. 1    0
           rank 15               rank 2     rank 1      -       J

The four copies of a rank stand for the suits: they lie open like the ranks, and no rule looks at them (S43). Masks
of ranks only (`rank_bits`) are read by a lane's bits; the sum of ranks of a set takes four population counts, one for
each binary digit of the rank. Text: `1`..`15` and `J`; a copy is told apart by nothing but its code.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from sim.core.errors import InputError

MIN_RANKS, MAX_RANKS = 1, 15
N_COPIES = 4  # of each rank
HAND_SIZE = 3  # I3: cards dealt to each
J = 0  # the J's code
J_BIT = np.uint64(1)

# cards whose rank has the binary digit 1, 2, 4, 8
RANK_DIGITS = tuple(np.uint64(sum(0xF << 4 * rank for rank in range(1, MAX_RANKS + 1) if rank & digit)) for digit in (1, 2, 4, 8))


def pack_of(ranks: int) -> int:
    """The mask of all cards but the J."""
    return (1 << 4 * (ranks + 1)) - 16


PACKS = np.array([pack_of(ranks) for ranks in range(MAX_RANKS + 1)], np.uint64)  # by number of ranks


def card_name(card: int) -> str:
    """`J` or the rank for a code."""
    rank = int(card) >> 2
    if card != J and not 1 <= rank <= MAX_RANKS:
        raise ValueError(f"{card} is no card code")
    return "J" if card == J else str(rank)


def parse_card(text: str | int) -> int:
    """The code of `7` (its lowest copy) or `J`. Raises InputError."""
    name = str(text).strip().upper()
    if name == "J":
        return J
    if name.isascii() and name.isdigit() and name[0] != "0" and 1 <= int(name) <= MAX_RANKS:
        return N_COPIES * int(name)
    raise InputError(f"'{text}' is no card of Intervenção; cards are 1..{MAX_RANKS} and J (I3)")


def parse_cards(texts: Iterable[str | int], taken: Iterable[int] = ()) -> list[int]:
    """Codes in the given order, equal ranks as different copies; `taken` are codes that lie elsewhere already.

    Raises InputError, also when a card stands there more often than the pack holds it.
    """
    used, codes = set(taken), []
    for text in texts:
        first = parse_card(text)
        copies = [J] if first == J else range(first, first + N_COPIES)
        free = [code for code in copies if code not in used]
        if not free:
            most = "once" if first == J else "four times"
            raise InputError(f"card {card_name(first)} stands there too often; the pack holds it {most} (I3)")
        used.add(free[0])
        codes.append(free[0])
    return codes


def mask_of(cards: Iterable[int]) -> int:
    """The set of these cards as a mask."""
    mask = 0
    for card in cards:
        mask |= 1 << int(card)
    return mask


def cards_in(mask: int) -> list[int]:
    """Codes in a mask, ascending."""
    return [card for card in range(64) if int(mask) >> card & 1]
