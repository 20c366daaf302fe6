"""What every room shows at its door. The experiment layer and the command line know this and no game in particular.

A room is a package with inner files of fixed names (kernel, reference, tell, judge): the door finds what it shows there.

A room's `GAME` is an instance of a subclass of `Game`. Its tables are declared as data: options (options.py), decisions,
measures and the layout of what its kernel tallies (layout.py).
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module, resources
from importlib.util import find_spec
from typing import Any

import numpy as np

from sim.core.errors import InputError, unknown
from sim.games.advice import Advice
from sim.games.layout import Layout, Measure
from sim.games.options import Option

Answer = Callable[[Any], Any]  # of a judge: a case's input -> the answer by the rules
# Policy(decision index, views (1,) of the room's VIEW) -> answer: how a reference asks a seat
Policy = Callable[[int, np.ndarray], int]


@dataclass(frozen=True)
class Decision:
    """A moment at which a seat is asked."""

    name: str  # also the name of a strategy's function
    when: str
    answer: str  # what the function returns
    rule: str


@dataclass(frozen=True)
class Knob:
    """A parameter of a strategy: its function reads `view.parameters[i]`, i being the knob's place in KNOBS."""

    name: str
    default: float
    low: float
    high: float
    help: str

    def read(self, text: str, strategy: str) -> float:
        """The value of `text`. Raises InputError when it is no number or out of range."""
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not self.low <= value <= self.high:
            raise InputError(
                f"parameter {self.name}={text} of strategy '{strategy}' is not allowed; allowed: {self.low:g}..{self.high:g} (default {self.default:g})"
            )
        return value


@dataclass(frozen=True)
class PolicyKnob:
    """A parameter of a strategy that is another strategy: its function reads `view.policies[i]` (see seam.player_at), i being the place in POLICIES."""

    name: str
    default: str  # a strategy word without parameters
    help: str


def waits(function: Callable) -> Callable:
    """Marks a strategy's function: it need not be asked where the room's decisions.py says there is nothing to act on."""
    function.waits = True  # type: ignore[attr-defined]
    return function


@dataclass(frozen=True)
class Rules:
    """A game's rules as one table of people agreed on them."""

    game: Game
    players: int
    options: dict[str, str]  # every option, as text
    values: dict[str, Any]  # every option, parsed

    @property
    def headline(self) -> tuple[Measure, ...]:
        """The measures shown first; the very first one decides comparisons."""
        return tuple(self.game.measure(name) for name in self.game.headline(self))

    def changed(self) -> dict[str, str]:
        """The options that differ from the default."""
        return {o.name: self.options[o.name] for o in self.game.options if self.options[o.name] != o.default}

    def describe(self) -> str:
        """One line: players and the options that differ from the default."""
        return ", ".join([f"{self.players} players", *(f"{k}={v}" for k, v in self.changed().items())])


@dataclass(frozen=True)
class Controls:
    """What control variates are made of: a whole number for each seat's hand, from the deal alone."""

    mean: Fraction  # exactly; the same for every seat
    tally: Callable  # compiled: tally(record (1,), seed, first, rows, columns, strengths, products), see core.deals


@dataclass(frozen=True)
class KnownValue:
    """What the first strategy of a line-up is known to reach, for the self-check."""

    name: str  # in words, with where it comes from
    players: int
    options: Mapping[str, str]
    lineup: str
    measure: str
    group: str
    value: float


class Game(ABC):
    """The only door of a room."""

    name: str
    title: str
    package: str  # the room's Python package
    caveat: str = ""  # said wherever results are shown
    unit: str = "game"  # what is played once: game, deal, round
    step: str = "card"  # what speed is counted in
    min_players: int
    max_players: int
    default_players: int
    options: tuple[Option, ...]
    decisions: tuple[Decision, ...]
    measures: tuple[Measure, ...]
    bench_word: str = "plain"  # the strategy that speed is measured with, and a first opponent
    companions: Mapping[str, str]  # decision -> the strategy that takes it when nobody says so
    robust_options: tuple[tuple[str, tuple[str, ...]], ...] = ()  # assumed rules: option and values, for compare --robust
    robust_needs: Mapping[tuple[str, str], Mapping[str, str]] = {}  # what else an option's value needs
    view: np.dtype  # the kernel's View
    record: np.dtype  # the kernel's game record (see core.blocks.game_dtype)

    def rules(self, players: int | None = None, options: Mapping[str, Any] | None = None) -> Rules:
        """Checks and completes the rules. Raises InputError in one sentence that names the allowed."""
        players = self.default_players if players is None else players
        if not self.min_players <= players <= self.max_players:
            span = f"{self.min_players}" if self.min_players == self.max_players else f"{self.min_players} to {self.max_players}"
            raise InputError(f"{self.title} is for {span} players, not {players}")
        known = {o.name: o for o in self.options}
        for name in options or {}:
            if name not in known:
                raise unknown(f"rule of {self.title}", name, known)
        given = {name: str((options or {}).get(name, option.default)) for name, option in known.items()}
        values = {name: option.read(given[name]) for name, option in known.items()}
        texts = {name: option.words[values[name]] if option.words else given[name].strip().lower() for name, option in known.items()}  # `on` is written true
        rules = Rules(self, players, texts, values)
        self.check(rules)
        return rules

    def in_force(self, rules: Rules) -> str:
        """What must be said wherever results are shown: the caveat, and the assumed rules with their values."""
        return self.caveat

    def check(self, rules: Rules) -> None:  # noqa: B027 (most rooms need it, not all)
        """Raises InputError for options that exclude each other."""

    def measure(self, name: str) -> Measure:
        """The measure of this name. Raises InputError with near names."""
        for measure in self.measures:
            if measure.name == name:
                return measure
        raise unknown(f"measure of {self.title}", name, [m.name for m in self.measures])

    def decision_index(self, name: str) -> int:
        """The place of a decision in `decisions`. Raises InputError with near names."""
        names = [d.name for d in self.decisions]
        if name not in names:
            raise unknown(f"decision of {self.title}", name, names)
        return names.index(name)

    def function_names(self) -> tuple[str, ...]:
        """Names of functions that a strategy file may define: the decisions (and what `adapt` makes decisions of)."""
        return tuple(d.name for d in self.decisions)

    def adapt(self, functions: Mapping[str, Callable]) -> Mapping[str, Callable]:
        """Decisions from a strategy file's functions; a room may accept other forms, such as valuations."""
        return functions

    def sides(self, players: int) -> tuple[tuple[int, ...], ...]:
        """The sets of seats that a candidate of a comparison takes, one after the other: each seat, or each team."""
        return tuple((seat,) for seat in range(players))

    def controls(self, rules: Rules) -> Controls | None:
        """The strengths of the hands as they are dealt; None where they explain too little of the results."""
        return None

    def known_values(self) -> Sequence[KnownValue]:
        """Results that are known exactly from elsewhere: `selfcheck` wants them met."""
        return ()

    def starter(self) -> str:
        """A commented strategy file to start from."""
        return resources.files(self.package).joinpath("starter.txt").read_text(encoding="utf-8")

    def judge_input(self, case: Mapping[str, Any]) -> Any:
        """What a judge is asked about a case of a file: its input."""
        return case["input"]

    def full_answer(self, answer: int, views: np.ndarray) -> int:
        """An answer as a transcript notes it: with what the strategy wrote into its View beside it."""
        return answer

    def rule_text(self) -> str:
        """The room's README: the numbered rules."""
        return resources.files(self.package).joinpath("README.md").read_text(encoding="utf-8")

    @abstractmethod
    def headline(self, rules: Rules) -> tuple[str, ...]:
        """Names of the measures shown first, each with a cell under these rules; the very first one decides comparisons."""

    @abstractmethod
    def layout(self, rules: Rules) -> Layout:
        """What the kernel tallies under these rules."""

    @abstractmethod
    def new_game(self, rules: Rules) -> np.ndarray:
        """A fresh game record (1,) with its rules set."""

    def _part(self, name: str) -> Any:
        """One of the room's inner files, loaded when first used: kernels bring numba with them."""
        return import_module(f"{self.package}.{name}")

    def play_blocks(self) -> Callable:
        """The compiled kernel: play_blocks(record (1,), plan, seed, first, n_blocks, sink), see core.blocks."""
        return self._part("kernel").play_many

    def ask_once(self) -> Callable:
        """Compiled: ask_once(address, views (1,) of VIEW) -> answer of one strategy function."""
        return self._part("kernel").ask_once

    def rollouts_address(self) -> int:
        """Where strategies with policies find the room's compiled rollouts (seam.play_on)."""
        return int(self._part("kernel.play_out").ADDRESS)

    def replay(self, rules: Rules, policies: Sequence[Policy], seed: int, block: int) -> dict[str, Any]:
        """One game by the slow reference, as a transcript (a JSON-able dict with "events" and "tallies").

        "tallies" holds one list of n_columns integers per seat: what the kernel must have tallied.
        Raises StrategyFault on an unlawful answer.
        """
        return self._part("reference").replay(rules, policies, seed, block)

    def tell(self, transcript: Mapping[str, Any]) -> str:
        """A transcript as a player would write it down."""
        return self._part("tell").tell(transcript)

    def judges(self) -> Mapping[str, tuple[Answer, Answer]]:
        """Kinds of cases -> (by the kernels' rules, by the reference)."""
        return self._part("judge").JUDGES

    def advice(self) -> Advice:
        """The room's part of advice and charts. Raises InputError where it has none."""
        if find_spec(f"{self.package}.advice") is None:
            raise InputError(f"{self.title} gives no advice and has no charts")
        return self._part("advice").ADVICE

    def judge_reason(self, kind: str, case: Any, answer: Any) -> str:
        """Why a judged case has this answer: the rule numbers and a few words."""
        return self._part("judge").reason(kind, case, answer)
