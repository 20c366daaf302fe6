"""A player at the table, as the slow twin keeps it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.core.rng import Stream
from sim.games.intervencao.cards import card_name
from sim.games.intervencao.decisions import NOBODY, VIEW
from sim.games.intervencao.reference.laws import what_resting_is

if TYPE_CHECKING:
    from sim.games.protocol import Policy


def mask(numbers: Iterable[int]) -> int:
    """The set of these cards, seats or kinds as bits."""
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits


def names(cards: Iterable[int]) -> list[str]:
    """Cards as they are written down."""
    return [card_name(card) for card in sorted(cards)]


class Seat:
    """A player at the table: cards and debts, and the View record that the policy is shown."""

    def __init__(self, number: int, policy: Policy, stream: Stream, agreed: np.ndarray) -> None:
        self.number, self.policy = number, policy
        self.views = np.zeros(1, VIEW)
        self.views["rng"] = stream.state
        self.views["rules"] = agreed
        self.fields: dict[str, Any] = {name: self.views[name].reshape(-1).data for name in VIEW.names or () if name != "rules"}
        self.sit()

    def sit(self) -> None:
        """A new round: nothing at this place, nothing said, nothing shown to it."""
        self.clear()
        self.words, self.is_barred, self.ally = 0, False, NOBODY
        self.shown: dict[int, tuple[int, float]] = {}
        self.n_acts, self.n_expelled, self.n_asked = 0, 0, 0

    def clear(self) -> None:
        """No cards and no debt."""
        self.hand: set[int] = set()
        self.waiting: set[int] = set()
        self.batch: set[int] = set()
        self.known: set[int] = set()
        self.debt = 0

    def resting(self) -> int:
        """I10: what resting would be now."""
        return what_resting_is(self.hand, self.waiting, self.batch)

    def sees(self, **values: float) -> None:
        """Sets fields of the View."""
        for name, value in values.items():
            self.fields[name][0] = value
