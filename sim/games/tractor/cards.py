"""Tractor's 108 cards (T1): what is printed on them, their names, and the ladder that sets of cards are drawn on.

A *kind* is what is printed on a card; each kind is in the pack twice:

    kind   0..12    13..25    26..38      39..51   52            53
           S 2..A   H 2..A    D 2..A      C 2..A   Black Joker   Red Joker

A *card* of a deal is a place on the ladder of its level and trump (T9). Every effective suit is a run of neighbouring
places, the lowest card lowest, and the level rank stands above:

    trump suit   53  52  51              50 .. 48              47 .. 36    35 .. 24   23 .. 12   11 .. 0
                 RJ  BJ  trump's level   side suits' levels    trump suit  ------ side suits, C D H S -----
                 <---------------- trumps ----------------------------->
    no-trump     RJ  BJ  level cards of C D H S                C           D          H          S
                 <---------------- trumps ----------------->

Side suits (and their level cards) keep the order S H D C from the low end. While trumps are not yet known a hand is
drawn on the ladder of no-trump. A set of cards is two masks: *one* has the bits of the cards that are in it, *both*
those of the cards that are in it twice. Text: `AS`, `10H`, `2D`, `BJ`, `RJ`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

import numpy as np

from sim.core.errors import InputError

SUITS, RANKS = "SHDC", ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUIT_NAMES = ("spades", "hearts", "diamonds", "clubs")
N_SUITS, N_RANKS, N_KINDS = 4, 13, 54
NO_TRUMP = 4  # takes the place of a suit
BLACK_JOKER, RED_JOKER = 52, 53  # as kinds and as places
LANE_WIDTH, LEVEL_PLACE = 12, 48  # ranks in a lane; the lowest place of the level cards

N_CARDS, HAND_SIZE, KITTY_SIZE = 108, 25, 8  # T1
ACE = 12  # the highest level (T21); levels are ranks, 0..12 for 2..A
POINTS_OF_RANK = {3: 5, 8: 10, 11: 10}  # T18: fives, tens, kings


def card_name(kind: int) -> str:
    """`AS`, `10H`, `BJ` for a kind."""
    if not 0 <= kind < N_KINDS:
        raise ValueError(f"{kind} is no kind of card")
    if kind >= BLACK_JOKER:
        return ("BJ", "RJ")[kind - BLACK_JOKER]
    return RANKS[kind % N_RANKS] + SUITS[kind // N_RANKS]


KIND_OF_NAME = {card_name(kind): kind for kind in range(N_KINDS)}


def parse_card(text: str) -> int:
    """The kind of `AS`, `10H`, `BJ`. Raises InputError."""
    kind = KIND_OF_NAME.get(str(text).strip().upper())
    if kind is None:
        raise InputError(f"'{text}' is no Tractor card; cards are 2..10, J, Q, K, A with S, H, D or C behind them (10H), BJ and RJ")
    return kind


def parse_cards(text: str) -> list[int]:
    """Kinds of `2H 2H BJ` in the given order; empty for an empty text. Raises InputError, also for a third copy."""
    if not isinstance(text, str):
        raise InputError(f"cards are one text such as '2H 2H BJ', not {text!r}")
    kinds = [parse_card(word) for word in text.split()]
    for kind, count in Counter(kinds).items():
        if count > 2:
            raise InputError(f"card {card_name(kind)} stands there {count} times; the pack holds it twice")
    return kinds


def parse_level(text: object) -> int:
    """0..12 for the level `2`..`10`, `J`, `Q`, `K`, `A`. Raises InputError."""
    name = str(text).strip().upper()
    if name not in RANKS:
        raise InputError(f"'{text}' is no level; allowed: 2..10, J, Q, K, A")
    return RANKS.index(name)


def level_name(level: int) -> str:
    """`2`..`A` for a level; `>A` for one past the ace (T21)."""
    return RANKS[level] if level <= ACE else ">A"


def parse_suit(text: object) -> int:
    """0..3 for `S H D C`, NO_TRUMP for `NT`. Raises InputError."""
    name = str(text).strip().upper()
    if name == "NT":
        return NO_TRUMP
    if len(name) == 1 and name in SUITS:
        return SUITS.index(name)
    raise InputError(f"'{text}' is no trump; allowed: S, H, D, C or NT (no-trump)")


def suit_name(suit: int) -> str:
    """`S H D C` or `NT`."""
    return "NT" if suit == NO_TRUMP else SUITS[suit]


def place_of(kind: int, level: int, trump: int) -> int:
    """The place of a kind on the ladder of this level and trump."""
    if kind >= BLACK_JOKER:
        return kind
    suit, rank = divmod(kind, N_RANKS)
    lane = [s for s in range(N_SUITS) if s != trump] + [trump]
    if rank == level:
        return LEVEL_PLACE + lane.index(suit)
    return LANE_WIDTH * lane.index(suit) + rank - (rank > level)


# [level, trump, kind] -> place, and [level, trump, place] -> kind
LADDER = np.array([[[place_of(k, level, trump) for k in range(N_KINDS)] for trump in range(5)] for level in range(N_RANKS)], np.uint8)
KIND_AT = np.argsort(LADDER, axis=2).astype(np.uint8)
# [level] -> the pack in printed order (all kinds once, then once more) on the ladder of no-trump
PACK = np.array([[*LADDER[level, NO_TRUMP], *LADDER[level, NO_TRUMP]] for level in range(N_RANKS)], np.uint8)


def masks_of(kinds: Iterable[int], level: int, trump: int) -> tuple[int, int]:
    """(one, both): the set of these cards, a kind given twice being in it twice."""
    one = both = 0
    for kind in kinds:
        bit = 1 << int(LADDER[level, trump, kind])
        both |= one & bit
        one |= bit
    return one, both


def kinds_in(one: int, both: int, level: int, trump: int) -> list[int]:
    """The kinds of a set, the lowest place first."""
    found = []
    for place in range(N_KINDS):
        copies = (int(one) >> place & 1) + (int(both) >> place & 1)
        found += [int(KIND_AT[level, trump, place])] * copies
    return found


def names_of(kinds: Iterable[int]) -> str:
    """`2H 2H BJ` for kinds."""
    return " ".join(card_name(kind) for kind in kinds)


def points_of(kinds: Iterable[int]) -> int:
    """T18: points of these cards."""
    return sum(POINTS_OF_RANK.get(kind % N_RANKS, 0) for kind in kinds if kind < BLACK_JOKER)


def _point_masks(points: int) -> np.ndarray:
    """[level] -> the places of the cards worth so many points; the same for every trump, for lanes move as a whole."""
    masks: Mapping[int, list[int]] = {level: [] for level in range(N_RANKS)}
    for level in range(N_RANKS):
        masks[level].extend(int(LADDER[level, NO_TRUMP, k]) for k in range(BLACK_JOKER) if POINTS_OF_RANK.get(k % N_RANKS) == points)
    return np.array([sum(1 << place for place in masks[level]) for level in range(N_RANKS)], np.uint64)


FIVES, TENS = _point_masks(5), _point_masks(10)
