"""Games that kernel and reference have both played, and short ways to write cards down."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from sim.core import jit
from sim.core.bits import lowest
from sim.games.protocol import Rules
from sim.games.tractor import GAME, rules
from sim.games.tractor.cards import BLACK_JOKER, N_RANKS, masks_of, parse_cards, parse_level, parse_suit
from sim.games.tractor.decisions import CHOSEN, DECLARE
from tests.games.tractor import hostile
from tests.playing import Players

OPTIONS: list[dict[str, str]] = [
    {"level": "drawn"},
    {"level": "2", "first_dealer": "standing"},
    {"level": "10", "dealer": "1"},
    {"level": "A"},
    {"unit": "match", "max_deals": "4"},
    {"unit": "match", "max_deals": "60", "defend_ace": "true"},
]
N_GAMES = 1 if jit.DISABLED else 12  # at each of the options


@dataclass(frozen=True)
class Played:
    """A deal of a game that kernel and reference have both played."""

    rules: Rules
    events: list[dict[str, Any]]

    def all(self, name: str) -> list[dict[str, Any]]:
        """The events of this name."""
        return [event for event in self.events if event["event"] == name]

    def one(self, name: str) -> dict[str, Any]:
        """The only event of this name."""
        (event,) = self.all(name)
        return event

    @property
    def order(self) -> tuple[int, int]:
        """Level and trump."""
        return parse_level(self.one("deal")["level"]), parse_suit(self.one("trump")["trump"])

    @property
    def tricks(self) -> list[list[dict[str, Any]]]:
        """The plays of each trick."""
        plays = self.all("play")
        return [plays[i : i + 4] for i in range(0, len(plays), 4)]


@cache
def hostile_players() -> Players:
    """Two kinds of hash, each seat with its own salt."""
    return Players(GAME, [hostile.FUNCTIONS, hostile.SHY] * 2, [[seat + 1] for seat in range(4)])


@cache
def games() -> list[tuple[Rules, list[dict[str, Any]]]]:
    """Whole games at all options, the kernel's tallies checked against each."""
    found = []
    for at, options in enumerate(OPTIONS):
        agreed = GAME.rules(4, options)
        n_games = N_GAMES if "max_deals" not in options or N_GAMES == 1 else N_GAMES // 3
        rows = hostile_players().play(agreed, 70 + at, 0, n_games)
        for block in range(n_games):
            transcript = GAME.replay(agreed, hostile_players().policies(4), 70 + at, block)
            assert rows[block].tolist() == transcript["tallies"]
            found.append((agreed, transcript["events"]))
    return found


@cache
def book() -> list[Played]:
    """All deals of these games."""
    deals = []
    for agreed, events in games():
        starts = [i for i, event in enumerate(events) if event["event"] == "deal"]
        ends = [*starts[1:], len(events) - (events[-1]["event"] == "end")]
        deals += [Played(agreed, events[a:b]) for a, b in zip(starts, ends, strict=True)]
    return deals


def sets(text: str, level: str, trump: str) -> tuple[np.uint64, np.uint64]:
    """Cards as the kernel's rules take them."""
    one, both = masks_of(parse_cards(text), parse_level(level), parse_suit(trump))
    return np.uint64(one), np.uint64(both)


def shape(text: str, level: str = "2", trump: str = "S") -> int:
    """The kernel's shape of a lead."""
    return int(rules.pairs_led(*sets(text, level, trump), parse_suit(trump)))


def is_lawful(lead: str, hand: str, play: str, level: str = "2", trump: str = "S") -> bool:
    """The kernel's word on a follow."""
    one, both = sets(lead, level, trump)
    suit = np.uint64(rules.suit_mask(rules.suit_of(lowest(one), parse_suit(trump)), parse_suit(trump)))
    m = rules.pairs_led(one, both, parse_suit(trump))
    return bool(rules.is_legal_follow(*sets(play, level, trump), *sets(hand, level, trump), suit, len(lead.split()), m))


def winner(plays: list[str], level: str = "2", trump: str = "S") -> int:
    """The kernel's winner of a trick."""
    first, suit_trump = sets(plays[0], level, trump), parse_suit(trump)
    m, suit = rules.pairs_led(*first, suit_trump), np.uint64(rules.suit_mask(rules.suit_of(lowest(first[0]), suit_trump), suit_trump))
    tops = [int(rules.top_if_matching(*sets(play, level, trump), m, suit, suit_trump)) for play in plays]
    return tops.index(max(tops))


def scripted(hands: list[str], kitty: str) -> list[int]:
    """A pack in the order in which it is to be dealt; texts may be short: the rest of the pack fills up, twos and jokers last."""
    wanted = [parse_cards(text) for text in (*hands, kitty)]
    left = [kind for kind in (*range(54), *range(54))]
    for cards in wanted:
        for kind in cards:
            left.remove(kind)
    left.sort(key=lambda kind: (kind >= BLACK_JOKER or kind % N_RANKS == 0, -kind))
    pack: list[int] = []
    for cards, size in zip(wanted, (25, 25, 25, 25, 8), strict=True):
        pack += cards + [left.pop(0) for _ in range(size - len(cards))]
    return pack


def passing(decision: int, views: np.ndarray) -> int:
    """A policy that passes, buries and plays the lowest lawful cards."""
    if decision == DECLARE:
        return 0
    view = views[0]
    if view["n_cards"] < 2 and int(view["n_pairs"]) == 0:
        return lowest(np.uint64(view["legal"]))
    one = both = 0
    for card in range(54):
        for mask in (int(view["hand"]), int(view["pairs"])):
            if mask >> card & 1 and bin(one).count("1") + bin(both).count("1") < view["n_cards"]:
                both |= one & 1 << card
                one |= 1 << card
    views["chosen"], views["chosen_pairs"] = one, both
    return CHOSEN
