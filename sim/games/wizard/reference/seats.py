"""Who sits at the table, and the trick that lies on it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from sim.core.errors import StrategyFault
from sim.core.rng import Stream
from sim.games.wizard.decisions import DECISIONS, PLAY, VIEW
from sim.games.wizard.reference.laws import NAMES, NOT_YET, NOTHING, strength, suit_to_follow, takes_over

if TYPE_CHECKING:
    from sim.games.protocol import Policy


def mask(numbers: Iterable[int]) -> int:
    """The set of these cards, suits or bids as bits."""
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits


class Seat:
    """A player at the table: the hand, the score sheet, and the View record that the policy is shown."""

    def __init__(self, number: int, policy: Policy, stream: Stream, agreed: tuple[int, ...]) -> None:
        self.number, self.policy = number, policy
        self.views = np.zeros(1, VIEW)
        self.views["rng"] = stream.state
        self.views["rules"] = agreed
        self.fields = {name: self.views[name].reshape(-1).data for name in VIEW.names or () if name != "rules"}
        self.hand: list[int] = []
        self.bids: list[int] = []
        self.won: list[int] = []
        self.points: list[int] = []
        self.n_named = 0

    def sees(self, **values: int) -> None:
        """Sets fields of the View."""
        for name, value in values.items():
            self.fields[name][0] = value

    def sees_of(self, field: str, numbers: Iterable[int]) -> None:
        """Sets the first entries of a field with one entry a seat."""
        for seat, number in enumerate(numbers):
            self.fields[field][seat] = number

    def ask(self, decision: int, legal: Iterable[int]) -> int:
        """The policy's answer. Raises StrategyFault when it is not legal."""
        bits = mask(legal)
        self.fields["legal"][0] = bits
        answer = int(self.policy(decision, self.views))
        if not (0 <= answer < 64 and bits >> answer & 1):
            allowed = ", ".join(f"{a} ({NAMES[a]})" if decision == PLAY else str(a) for a in sorted(legal))
            raise StrategyFault(f"answered {answer} in round {self.fields['round'][0]}; legal: {allowed} ({DECISIONS[decision].rule})")
        return answer


class Trick:
    """The cards of a trick as they come to the table, and who is winning it."""

    def __init__(self, order: list[Seat], trump: int) -> None:
        self.order, self.trump = order, trump
        self.cards: list[int] = []
        self.as_bytes = 0  # as a View holds it: byte i is the i-th card played
        self.suit = NOT_YET
        self.best = 0  # index of the winning play

    def add(self, card: int) -> None:
        """The next seat's card."""
        if self.cards and takes_over(card, self.cards[self.best], self.trump):
            self.best = len(self.cards)
        self.as_bytes |= card << 8 * len(self.cards)
        self.cards.append(card)
        self.suit = suit_to_follow(self.cards)

    def winning(self) -> tuple[int, int]:
        """Strength and seat of the winning card, NOTHING before the first."""
        if not self.cards:
            return NOTHING, NOTHING
        return strength(self.cards[self.best], self.trump), self.order[self.best].number
