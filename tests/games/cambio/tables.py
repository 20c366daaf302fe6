"""Tables to test at: Câmbio's options combined, hostile players, and games that are dealt from a stacked pack."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import numpy as np

from sim.core import gram, jit, seam
from sim.core.errors import StrategyFault
from sim.games.cambio import GAME
from sim.games.cambio.cards import card_name, pack_of, parse_card
from sim.games.cambio.decisions import MAX_POSITIONS, SNAP
from sim.games.cambio.reference import replay
from sim.games.protocol import Rules
from tests.games.cambio import hostile, scripted
from tests.playing import Players

PLAYERS = range(2, 9)
N_GAMES = 2 if jit.DISABLED else 200  # of a test that plays the kernel
# parameters of the hash players: chance to call (of 16), wild throws (of 16)
TEMPERS = ((4, 1), (2, 5), (0, 3), (6, 0))


@cache
def hostile_players(temper: int = 0) -> Players:
    """Eight seats full of hashes, each with its own salt; two of three are asked to snap only with a match."""
    waits = [(seat % 3 > 0) << SNAP for seat in range(8)]
    return Players(GAME, [hostile.FUNCTIONS] * 8, [[seat + 1, *TEMPERS[temper]] for seat in range(8)], waits)


def drawn_rules(dice: Random, max_turns: tuple[int, ...] = (1, 7, 30, 90)) -> Rules:
    """Any number of players and any combination of options."""
    players = dice.choice(PLAYERS)

    def by_seat(*values: str) -> str:
        return dice.choice(values) if dice.random() < 0.5 else ";".join(dice.choice(values) for _ in range(players))

    return GAME.rules(
        players,
        {
            "jokers": dice.choice("246"),
            "open_discard": dice.choice(("true", "false")),
            "max_turns": dice.choice(max_turns),
            "snap_match": dice.choice(("rank", "points")),
            "discarder_first": dice.choice(("true", "false")),
            "speed": by_seat("0.5", "1", "2.5"),
            "snap_chain": dice.choice(("true", "false")),
            "own_wrong": dice.choice(("abandon2", "return1", "return2")),
            "caller_locked": dice.choice(("true", "false")),
            "fading": by_seat("0", "0", "0.1", "1"),
        },
    )


def only(events: list[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    """The events of this name."""
    return [event for event in events if event["event"] == name]


# Stacked packs -------------------------------------------------------------------------------------------------------

A, B, C, D = range(4)
FILLER = ("2S", "2H", "3S", "3H", "4S", "4H", "5S", "5H")


@dataclass
class Scene:
    """A game from a stacked pack as kernel and reference have both played it, to the same end."""

    record: np.void  # the kernel's, at the end
    events: list[dict[str, Any]]
    tallies: np.ndarray

    def cards(self, seat: int) -> dict[int, str]:
        """Position -> card in front of a seat."""
        return {p: card_name(c) for p, c in enumerate(self.record["cards"][seat].tolist()) if self.record["occupied"][seat] >> np.uint64(p) & np.uint64(1)}

    def knows(self, seat: int) -> dict[tuple[int, int], str]:
        """(owner, position) -> card as the seat's View holds it."""
        cards = self.record["views"][seat]["cards"]
        return {(o, p): card_name(cards[o, p]) for o in range(self.players) for p in range(MAX_POSITIONS) if cards[o, p] != 255}

    @property
    def players(self) -> int:
        return int(self.record["rules"]["players"])

    @property
    def pile(self) -> list[str]:
        """The discard pile, the top last."""
        return [card_name(c) for c in self.record["pile"][: self.record["n_pile"]]]

    def only(self, name: str) -> list[dict[str, Any]]:
        """The reference's events of this name."""
        return only(self.events, name)


@cache
def scripted_players(scripts: tuple[tuple[float, ...], ...]) -> Players:
    return Players(GAME, [scripted.FUNCTIONS] * len(scripts), scripts)


def stacked_record(rules: Rules, pack: list[int]) -> np.ndarray:
    """A fresh game record that deals this pack as it lies."""
    record = GAME.new_game(rules)
    record["rules"]["pack"][0, : len(pack)] = pack
    record["rules"]["n_cards"] = len(pack)
    record["rules"]["stacked"] = 1
    return record


def kernel_scene(rules: Rules, pack: list[int], table: Players) -> tuple[bool, np.ndarray, np.ndarray]:
    """(lawful, record, tallies) by the kernel."""
    layout, record, seats = GAME.layout(rules), stacked_record(rules, pack), np.arange(rules.players)[None, :]
    place = np.zeros(1, np.int64)
    rows = np.zeros((1, rules.players, layout.n_columns), np.int64)
    counts = np.zeros((rules.players, layout.n_counts), np.int64)
    sink = (counts, layout.n_columns, place, place, gram.zeros(1, rules.players), rows)
    return bool(GAME.play_blocks()(record, (table.records(), seats, seats), np.uint64(1), 0, 1, sink)), record, rows[0]


def prepare(hands: list[str], stock: str, turns: int, scripts: dict[int, dict[str, list[float]]], options: dict[str, Any], exact: bool):
    """Rules, pack and players of a scene; without `exact` the stock goes on with what is left of the pack."""
    rules = GAME.rules(len(hands), {"max_turns": turns, **options})
    pack = [parse_card(card) for hand in hands for card in hand.split()] + [parse_card(card) for card in stock.split()]
    if not exact:
        rest = pack_of(4).tolist()
        for card in pack:
            rest.remove(card)
        pack += sorted(rest, key=lambda card: (card * 37) % 101)
    return rules, pack, scripted_players(tuple(scripted.parameters(scripts.get(seat, {})) for seat in range(len(hands))))


def scene(hands: list[str], stock: str, turns: int, scripts: dict[int, dict[str, list[float]]], exact: bool = False, **options: Any) -> Scene:
    """Plays a scripted game, seat A first, by kernel and reference; both must come to the same end.

    hands: four cards a seat by position; stock: the next cards; turns: the game is cut off after so many without a call.
    """
    rules, pack, table = prepare(hands, stock, turns, scripts, options, exact)
    is_lawful, record, rows = kernel_scene(rules, pack, table)
    assert is_lawful, record["fault"]
    told = replay(rules, table.policies(rules.players), 1, 0, pack)
    assert np.array_equal(rows, told["tallies"])
    found, end = Scene(record[0], told["events"], rows), told["events"][-1]
    for seat in range(rules.players):
        assert found.cards(seat) == dict(end["hands"][seat])
        assert sorted(found.knows(seat)) == sorted(end["remembers"][seat])
        for (owner, position), card in found.knows(seat).items():
            assert dict(end["hands"][owner])[position] == card
    return found


def refused(hands: list[str], stock: str, turns: int, scripts: dict[int, dict[str, list[float]]], **options: Any) -> tuple[int, int, str]:
    """(seat, decision, the reference's sentence) of a scripted game that neither kernel nor reference lets pass."""
    rules, pack, table = prepare(hands, stock, turns, scripts, options, exact=False)
    is_lawful, record, _ = kernel_scene(rules, pack, table)
    assert not is_lawful
    fault = record["fault"][0]
    try:
        replay(rules, table.policies(rules.players), 1, 0, pack)
    except StrategyFault as error:
        assert f"seat {fault[2]} answered {fault[4]} to {GAME.decisions[fault[3]].name}" in str(error)
        return int(fault[2]), int(fault[3]), str(error)
    raise AssertionError("the reference let it pass")


assert scripted.LAST < seam.SEES_ALL
