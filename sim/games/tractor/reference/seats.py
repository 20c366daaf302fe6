"""A seat of the slow twin: its hand, and the View record that its policy is shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from sim.core.errors import StrategyFault
from sim.core.rng import Stream
from sim.games.tractor.cards import names_of
from sim.games.tractor.decisions import CHOSEN, DECISIONS, VIEW
from sim.games.tractor.reference.laws import Order

if TYPE_CHECKING:
    from sim.games.protocol import Policy

Masks = tuple[int, int]  # a set of cards as Views hold it: the cards in it, the cards in it twice


class Seat:
    """A player at the table: the hand, and the View record that the policy is shown."""

    def __init__(self, number: int, policy: Policy, stream: Stream) -> None:
        self.number, self.policy = number, policy
        self.views = np.zeros(1, VIEW)
        self.views["rng"] = stream.state
        self.fields = {name: memoryview(self.views[name].reshape(-1)) for name in VIEW.names or ()}  # type: ignore[arg-type]
        self.hand: list[int] = []
        self.played: list[int] = []
        self.lying: Masks = (0, 0)  # what it has played to the trick
        self.gone: Masks = (0, 0)  # and in the deal
        self.n_asked = 0

    def sees(self, **values: int) -> None:
        """Sets fields of the View."""
        for name, value in values.items():
            self.fields[name][0] = value

    def sees_all(self, **values: Iterable[int]) -> None:
        """Sets the first entries of fields with several."""
        for name, numbers in values.items():
            field = self.fields[name]
            for i, number in enumerate(numbers):
                field[i] = number

    def sees_trick(self, t: int, plays: Sequence[Masks]) -> None:
        """Sets the entries of a trick: what each seat has played to it."""
        for i, (one, both) in enumerate(plays, 4 * t):
            self.fields["plays"][i], self.fields["play_pairs"][i] = one, both

    def sees_cards(self, name: str, twice: str, masks: Masks) -> None:
        """Sets the two fields of a set of cards."""
        self.fields[name][0], self.fields[twice][0] = masks

    def ask(self, decision: int, order: Order) -> list[int]:
        """The cards that the policy answers with; none if it names none."""
        self.n_asked += 1
        answer = int(self.policy(decision, self.views))
        if answer >> 108 == 1:  # as a transcript notes it: both masks in the number
            return order.kinds(answer & (1 << 54) - 1, answer >> 54 & (1 << 54) - 1)
        if answer == CHOSEN:
            return order.kinds(self.fields["chosen"][0], self.fields["chosen_pairs"][0])
        return order.kinds(1 << answer, 0) if 0 <= answer < 54 else []

    def fault(self, decision: int, cards: Sequence[int], reason: str) -> StrategyFault:
        """The fault of an unlawful answer, in words."""
        return StrategyFault(f"seat {self.number} answered {names_of(cards) or 'no card'} to {DECISIONS[decision].name}: {reason}")
