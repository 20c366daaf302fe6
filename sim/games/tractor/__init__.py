"""Tractor: declare trumps, bury eight cards, win fives, tens and kings. README.md holds the numbered rules; GAME is the door."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from sim.core.errors import InputError
from sim.core.seam import records
from sim.games.layout import Layout
from sim.games.options import Option
from sim.games.protocol import Controls, Game, Rules
from sim.games.tractor.cards import N_KINDS, RANKS
from sim.games.tractor.decisions import CHOSEN, DECISIONS, VIEW
from sim.games.tractor.measures import MEASURES, layout
from sim.games.tractor.rules import DEAL
from sim.games.tractor.state import MAX_DEALS, RECORD


def _read_level(text: str) -> int:
    word = text.strip().upper()
    return -1 if word == "DRAWN" else RANKS.index(word)


class Tractor(Game):
    """See README.md."""

    name = "tractor"
    title = "Tractor"
    package = __name__
    unit = "deal"
    min_players, max_players, default_players = 4, 4, 4  # T2
    options = (
        Option.choice("unit", "deal", ("deal", "match"), "T21 T22", "what a game is: one deal, or a match from level 2 until a team passes A"),
        Option("level", "drawn", "drawn | 2..10 | J | Q | K | A", "T3", "the level rank of a deal, or drawn for each (unit=deal)", _read_level),
        Option.whole("dealer", "first", 0, 3, "T4 T6", "first: declaring decides who deals, as on a first deal; or a seat (unit=deal)", {"first": -1}),
        Option.choice(
            "first_dealer", "first_declarer", ("first_declarer", "standing"), "T6", "who deals first: who declares first, or whose declaration stands"
        ),
        Option.flag("defend_ace", False, "T21", "only a successful defence at level A wins a match"),
        Option.whole("max_deals", 200, 1, MAX_DEALS, "T21", "a match that nobody has won after so many deals is undecided"),
    )
    decisions = DECISIONS
    measures = MEASURES
    companions = {"declare": "basic", "bury": "basic", "lead": "basic", "follow": "basic"}
    view = VIEW
    record = RECORD

    def check(self, rules: Rules) -> None:
        """T3, T4: a match has its own levels and dealers."""
        if rules.values["unit"] == DEAL:
            return
        reasons = {"level": "a match starts at level 2 (T3)", "dealer": "its first deal settles the dealer (T6)"}
        for option in self.options:
            given = rules.options[option.name]
            if option.name in reasons and given != option.default:
                raise InputError(f"rule {option.name}={given} cannot be combined with unit=match: {reasons[option.name]}; allowed: {option.default}")

    def function_names(self) -> tuple[str, ...]:
        return (*super().function_names(), "bury_value", "lead_value", "follow_value")

    def adapt(self, functions: Mapping[str, Callable]) -> Mapping[str, Callable]:
        """A valuation takes the place of a decision that the file leaves out."""
        from sim.games.tractor.strategist import BY_VALUE, decision_by

        decisions = {name: function for name, function in functions.items() if name not in BY_VALUE}
        for name in BY_VALUE:
            if name in functions:
                decision, function = decision_by(name, functions[name])
                decisions.setdefault(decision, function)
        return decisions

    def sides(self, players: int) -> tuple[tuple[int, ...], ...]:
        """T2: the two teams."""
        return (0, 2), (1, 3)

    def controls(self, rules: Rules) -> Controls:
        strength = self._part("strength")
        return Controls(strength.mean_strength(), strength.tally_deals)

    def headline(self, rules: Rules) -> tuple[str, ...]:
        """A match is decided by who wins it, a deal by the levels gained."""
        of_deals = ("level_change", "deals_won", "net_points", "points")
        return of_deals if rules.values["unit"] == DEAL else ("match_won", *of_deals)

    def layout(self, rules: Rules) -> Layout:
        return layout(rules.values["unit"], rules.values["unit"] != DEAL or rules.values["level"] < 0)

    def new_game(self, rules: Rules) -> np.ndarray:
        game = records(self.record)
        for option in self.options:
            game["rules"][option.name] = rules.values[option.name]
        return game

    def judge_input(self, case: Mapping[str, Any]) -> Any:
        from sim.games.tractor.judge import question_of

        return question_of(case)

    def full_answer(self, answer: int, views: np.ndarray) -> int:
        """A set of cards as one number: bit 108, then the masks of cards in it twice and of cards in it."""
        if answer != CHOSEN:
            return answer
        return 1 << 2 * N_KINDS | int(views["chosen_pairs"][0]) << N_KINDS | int(views["chosen"][0])


GAME = Tractor()
