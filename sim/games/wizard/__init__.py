"""Wizard: bid your tricks, then take exactly so many. README.md holds the numbered rules; GAME is the door."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sim.core.errors import InputError
from sim.core.seam import records
from sim.games.layout import Layout
from sim.games.options import Option
from sim.games.protocol import Game, KnownValue, Rules
from sim.games.wizard.decisions import DECISIONS, VIEW
from sim.games.wizard.measures import MEASURES, layout
from sim.games.wizard.rules import n_rounds
from sim.games.wizard.state import RECORD


class Wizard(Game):
    """See README.md."""

    name = "wizard"
    title = "Wizard"
    package = __name__
    min_players, max_players, default_players = 3, 6, 4  # W2
    options = (
        Option.choice("wizard_turned", "dealer-chooses", ("dealer-chooses", "no-trump"), "W4", "a wizard turned up: the dealer names trump, or no trump"),
        Option.whole("first_dealer", "drawn", 0, 5, "W5", "the first dealer's seat, or drawn for each game", {"drawn": -1}),
        Option.choice("bids", "open", ("open", "hidden", "secret"), "W7 W9 W10", "who sees bids: all at once, all after the last bid, nobody till scored"),
        Option.flag("plus_one", False, "W8", "the bids may not add up to the number of tricks"),
        Option.flag("forehead", False, "W11", "in round 1 each sees all cards but the own one"),
    )
    decisions = DECISIONS
    measures = MEASURES
    bench_word = "average"
    companions = {"choose_trump": "longest", "bid": "steady", "play": "steady"}
    view = VIEW
    record = RECORD

    def check(self, rules: Rules) -> None:
        """W5, W12."""
        if rules.values["first_dealer"] >= rules.players:
            raise InputError(
                f"rule first_dealer={rules.options['first_dealer']} is no seat of {rules.players} players; allowed: 0..{rules.players - 1} | drawn (W5)"
            )
        if rules.values["plus_one"] and rules.options["bids"] != "open":
            raise InputError(f"rule plus_one cannot be combined with bids={rules.options['bids']}: nobody could know the sum of the bids (W12)")

    def known_values(self) -> Sequence[KnownValue]:
        found = []
        for n in range(self.min_players, self.max_players + 1):
            lineup = f"bid=average,play=random*{n}"  # bids 0 in round 1, and one of n takes the trick
            found.append(KnownValue(f"round-1 hits of {n} random players who bid 0: 1 - 1/n", n, {}, lineup, "hit_rate", "round=1", 1 - 1 / n))
            found.append(KnownValue(f"tricks a round with {n} players: (rounds + 1) / 2n (W2)", n, {}, lineup, "tricks", "", (n_rounds(n) + 1) / (2 * n)))
        return found

    def headline(self, rules: Rules) -> tuple[str, ...]:
        return "win", "score", "hit_rate", "place"

    def layout(self, rules: Rules) -> Layout:
        return layout(rules.players, n_rounds(rules.players))

    def new_game(self, rules: Rules) -> np.ndarray:
        game = records(self.record)
        agreed = game["rules"]
        agreed["players"] = rules.players
        agreed["rounds"] = n_rounds(rules.players)
        for option in self.options:
            agreed[option.name] = rules.values[option.name]
        game["views"]["rules"] = agreed[:, None]
        return game


GAME = Wizard()
