"""Intervenção: all at once, no turns, and one of them can end it. README.md holds the numbered rules; GAME is the door."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from sim.core.errors import InputError
from sim.core.seam import records
from sim.games.intervencao.cards import HAND_SIZE, MAX_RANKS, MIN_RANKS, N_COPIES
from sim.games.intervencao.decisions import DECISIONS, UNSEEN, VIEW
from sim.games.intervencao.measures import MEASURES, layout
from sim.games.intervencao.rules import DEFAULT_PLAYERS as USUAL_PLAYERS
from sim.games.intervencao.rules import HIGHEST_MAX_ROUNDS, MAX_PLAYERS, MIN_PLAYERS, OUT_NEVER, UNIT_MATCH
from sim.games.intervencao.state import RECORD
from sim.games.layout import Layout
from sim.games.options import Option
from sim.games.protocol import Controls, Game, Rules

FASTEST = 1000.0  # acts a beat


def _read_speeds(text: str) -> tuple[float, ...]:
    speeds = tuple(float(part) for part in text.split(";"))
    if not all(0 < speed <= FASTEST for speed in speeds):  # NaN fails too
        raise ValueError(text)
    return speeds


class Intervencao(Game):
    """See README.md."""

    name = "intervencao"
    title = "Intervenção"
    package = __name__
    caveat = "assumed base rules"
    unit = "game"
    step = "act"
    min_players, max_players, default_players = MIN_PLAYERS, MAX_PLAYERS, USUAL_PLAYERS  # I2
    options = (
        Option.choice("unit", "round", ("round", "match"), "I1", "what is played: one round, or a whole jogo"),
        Option.whole("ranks", 10, MIN_RANKS, MAX_RANKS, "I3", "ranks 1..N, four cards of each"),
        Option("speed", "1", f"a number above 0 up to {FASTEST:g}, or one for each seat: 1;1;2;1", "I5", "acts a beat, of all or by seat", _read_speeds),
        Option.real("grace", 0, 0, 1000, "I8", "beats that must pass before the J may be laid"),
        Option.real("time_limit", 100, 0.001, 1000, "I12", "beats after which a round is indeterminate"),
        Option.choice("exit_by", "pressed", ("pressed", "others"), "I13", "who takes an emergency exit: the pressed player, or anyone else"),
        Option.choice("high_exit", "on", ("off", "on"), "I13", "whether pressão alta ends the round"),
        Option.choice("low_exit", "on", ("off", "on"), "I14", "whether pressão baixa ends the round"),
        Option.whole("low_limit", 1, 1, 30, "I14", "pressão baixa: fewer cards than this, the J not counted"),
        Option.choice("pressed", "counted", ("counted", "worst"), "I15", "after an exit: all hands are counted, or the pressed player's is the worst"),
        Option.choice("measure", "sum", ("sum", "cards"), "I17", "what a hand counts: the sum of ranks, or the number of cards"),
        Option.whole("j_value", 0, 0, 99, "I17", "what the J counts with measure=sum"),
        Option.choice("elimination", "points", ("points", "worst", "none"), "I18", "who leaves: at limit points below zero, each round's worst hands, nobody"),
        Option.whole("limit", 2, 1, 100, "I18", "points below zero at which a player leaves"),
        Option.whole("rounds", 10, 1, HIGHEST_MAX_ROUNDS, "I18", "rounds of a jogo with elimination=none"),
        Option.whole("max_rounds", 500, 1, HIGHEST_MAX_ROUNDS, "I18", "rounds after which a jogo is indeterminate"),
        Option.choice("alliances", "off", ("off", "on"), "I22", "whether players may ally at the start of each round"),
    )
    # The assumptions that a conclusion may hang on, one at a time against the defaults; what else a value needs.
    robust_options = (
        ("exit_by", ("pressed", "others")),
        ("pressed", ("counted", "worst")),
        ("high_exit", ("on", "off")),
        ("low_exit", ("on", "off")),
        ("measure", ("sum", "cards")),
        ("j_value", ("0", "11")),
        ("elimination", ("points", "worst", "none")),
    )
    robust_needs: Mapping[tuple[str, str], Mapping[str, str]] = {
        ("pressed", "worst"): {"exit_by": "others"},
        ("elimination", "points"): {"unit": "match"},
        ("elimination", "worst"): {"unit": "match"},
        ("elimination", "none"): {"unit": "match"},
    }
    decisions = DECISIONS
    measures = MEASURES
    companions = {"act": "random", "ally": "plain"}
    view = VIEW
    record = RECORD

    def check(self, rules: Rules) -> None:
        """I3, I5, I15, I18."""
        players, values = rules.players, rules.values
        most = (N_COPIES * values["ranks"] + 1) // HAND_SIZE
        if players > most:
            least = math.ceil((HAND_SIZE * players - 1) / N_COPIES)
            raise InputError(f"rule ranks={values['ranks']} has too few cards for {players} players; allowed: {least}..{MAX_RANKS} (I3)")
        if len(values["speed"]) not in (1, players):
            raise InputError(
                f"rule speed={rules.options['speed']} names {len(values['speed'])} seats, not {players}; allowed: one number, or one for each seat (I5)"
            )
        if values["pressed"] and not values["exit_by"]:
            raise InputError("rule pressed=worst needs exit_by=others: nobody would take an exit in order to lose (I15)")
        if values["elimination"] == OUT_NEVER and values["rounds"] > values["max_rounds"]:
            raise InputError(f"rule rounds={values['rounds']} is above max_rounds={values['max_rounds']}; allowed: 1..{values['max_rounds']} (I18)")

    def in_force(self, rules: Rules) -> str:
        """One line: the assumed rules under which a result holds, every option with its value."""
        return f"{self.caveat}: " + ", ".join(f"{name}={value}" for name, value in rules.options.items())

    def controls(self, rules: Rules) -> Controls:
        strength = self._part("strength")
        return Controls(strength.mean_strength(rules.values["ranks"], rules.players), strength.tally_deals)

    def headline(self, rules: Rules) -> tuple[str, ...]:
        """A jogo is decided by who wins it (I23, I24), a round by its points (I18)."""
        if rules.values["unit"] == UNIT_MATCH:
            return "win_share", "official", "survived", "points"
        return "points", "best", "worst", "hand_total"

    def layout(self, rules: Rules) -> Layout:
        return layout(rules.players, rules.values["unit"])

    def new_game(self, rules: Rules) -> np.ndarray:
        game = records(self.record)
        agreed = agreed_rules(rules)
        for name in agreed.dtype.names or ():
            game["rules"][name] = agreed[name]
            game["views"]["rules"][name] = agreed[name]
        game["views"]["shown_at"] = UNSEEN
        return game


def agreed_rules(rules: Rules) -> np.ndarray:
    """The rules as a record (1,) of decisions.RULES."""
    agreed = np.zeros(1, RECORD["rules"])
    agreed["players"] = rules.players
    speeds = rules.values["speed"]
    agreed["speeds"][0, : rules.players] = speeds if len(speeds) > 1 else speeds * rules.players
    for name, value in rules.values.items():
        if name != "speed":
            agreed[name] = value
    return agreed


GAME = Intervencao()
