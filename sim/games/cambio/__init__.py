"""Câmbio: few points in front of you, and the courage to call. README.md holds the numbered rules; GAME is the door."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from sim.core.errors import InputError
from sim.core.seam import records
from sim.games.cambio.cards import JOKERS, PACK_POINTS, pack_of
from sim.games.cambio.decisions import DECISIONS, VIEW
from sim.games.cambio.measures import MEASURES, layout
from sim.games.cambio.state import RECORD
from sim.games.layout import Layout
from sim.games.options import Option
from sim.games.protocol import Game, KnownValue, Rules

BY_SEAT = ("speed", "fading")  # options with one value for all or one a seat
# what a View shows of the options, by field
AGREED = {
    "by_points": "snap_match", "chain": "snap_chain", "own_wrong": "own_wrong", "max_turns": "max_turns",
    "discarder_first": "discarder_first", "caller_locked": "caller_locked", "speed": "speed", "fading": "fading",
}  # fmt: skip


def _numbers(name: str, default: str, low: float, high: float, rule: str, help: str, words: Mapping[str, float] | None = None) -> Option:
    """An option with a number for all seats or a list `1;1;2` by seat; parsed to a tuple."""
    words = words or {}

    def parse(text: str) -> tuple[float, ...]:
        values = tuple(words[item.strip()] if item.strip() in words else float(item) for item in text.split(";"))
        if not all(low <= value <= high for value in values) or any(map(math.isnan, values)):
            raise ValueError(text)
        return values

    allowed = " | ".join([f"{low:g}..{high:g}", *words]) + ", for all seats or as a list by seat as in 1;0.5"
    return Option(name, default, allowed, rule, help, parse)


class Cambio(Game):
    """See README.md."""

    name = "cambio"
    title = "Câmbio"
    package = __name__
    step = "turn"
    min_players, max_players, default_players = 2, 8, 4  # C2
    options = (
        Option.choice("jokers", "4", [str(n) for n in JOKERS], "C1", "jokers in the pack"),
        Option.flag("open_discard", False, "C4", "one card is turned up before the first turn"),
        Option.whole("max_turns", 400, 1, 100_000, "C12", "turns of all players after which a game without a call stops"),
        Option.choice("snap_match", "rank", ("rank", "points"), "C13", "what makes a card fit the open one"),
        Option.flag("discarder_first", True, "C14", "who put the open card there is first if it tries at all"),
        _numbers("speed", "1", 0.001, 1000.0, "C14", "rate of a seat's reaction time"),
        Option.flag("snap_chain", False, "C15", "a snapped card may be snapped on"),
        Option.choice("own_wrong", "abandon2", ("abandon2", "return1", "return2"), "C16", "what an own card thrown wrongly costs"),
        Option.flag("caller_locked", False, "C19", "nobody touches the caller's cards, and the caller does not snap"),
        _numbers("fading", "perfect", 0.0, 1.0, "C24", "chance to forget each remembered card before an own turn", {"perfect": 0.0}),
    )
    decisions = DECISIONS
    measures = MEASURES
    companions = {decision.name: "greedy" for decision in DECISIONS}
    view = VIEW
    record = RECORD

    def check(self, rules: Rules) -> None:
        """C14, C24: lists have one value a seat."""
        for name in BY_SEAT:
            n = len(rules.values[name])
            if n not in (1, rules.players):
                raise InputError(f"rule {name}={rules.options[name]} has {n} values; allowed: one, or one for each of {rules.players} seats")

    def known_values(self) -> Sequence[KnownValue]:
        found = []
        for jokers in JOKERS:
            about = f"four cards from a pack with {jokers} jokers (C6)"  # who calls at once has the four cards dealt
            found.append(KnownValue(about, 4, {"jokers": str(jokers)}, "random:p_call=1*4", "points_at_call", "", 4 * PACK_POINTS / (104 + jokers)))
        for players in (2, 4, 8):
            about = f"a call at once leaves one turn to each of the other {players - 1} (C20)"
            found.append(KnownValue(about, players, {}, f"random:p_call=1*{players}", "turns", "", players))
        return found

    def headline(self, rules: Rules) -> tuple[str, ...]:
        return "win_share", "win", "points", "won_when_calling", "called", "turns", "exhausted", "cut_off"

    def layout(self, rules: Rules) -> Layout:
        return layout(rules.players, 104 + JOKERS[rules.values["jokers"]])

    def new_game(self, rules: Rules) -> np.ndarray:
        game = records(self.record)
        agreed = game["rules"]
        pack = pack_of(JOKERS[rules.values["jokers"]])
        agreed["players"] = rules.players
        agreed["n_cards"] = len(pack)
        agreed["pack"][0, : len(pack)] = pack
        for option in self.options:
            if option.name in BY_SEAT:
                agreed[option.name][0, : rules.players] = rules.values[option.name]
            elif option.name != "jokers":
                agreed[option.name] = rules.values[option.name]
        for field, name in AGREED.items():
            game["views"][field] = agreed[name][:, None]
        return game


GAME = Cambio()
