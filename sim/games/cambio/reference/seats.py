"""A card in front of a player, and a player at the table with the View that it is shown."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.core.rng import Stream
from sim.games.cambio.decisions import MAX_SEATS, SNAP, VIEW
from sim.games.cambio.reference.laws import points

if TYPE_CHECKING:
    from sim.games.protocol import Policy


class Card:
    """A card in front of a player, with the seats that remember it and those that have seen it."""

    def __init__(self, code: int, knowers: Iterable[int] = ()) -> None:
        self.code = code
        self.remembered = set(knowers)
        self.seen = set(self.remembered)

    def show(self, seat: int) -> None:
        """The seat looks at it."""
        self.remembered.add(seat)
        self.seen.add(seat)


def mask(numbers: Iterable[int]) -> int:
    """The set of these numbers as bits."""
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits


class Seat:
    """A player at the table: the cards in front, the View record that the policy is shown, the sheet."""

    def __init__(self, number: int, policy: Policy, stream: Stream) -> None:
        self.number, self.policy = number, policy
        self.sees_all = bool(getattr(policy, "sees_all", False))
        self.waits = bool(getattr(policy, "waits", 0) >> SNAP & 1)
        self.views = np.zeros(1, VIEW)
        self.views["rng"] = stream.state
        self.fields: dict[str, Any] = {name: self.views[name].reshape(-1).data for name in VIEW.names or ()}
        self.cards: dict[int, Card] = {}
        self.opened = 4
        self.shown = -1  # the table's version that the View was last written from
        self.turns = self.asked = self.right = self.wrong = 0

    def sees(self, **values: int) -> None:
        """Sets fields of the View."""
        for name, value in values.items():
            self.fields[name][0] = value

    def forget_matches(self) -> None:
        """After a snap was asked for."""
        for number in range(MAX_SEATS):
            self.fields["matches"][number] = 0
        self.sees(n_matches=0)

    @property
    def points(self) -> int:
        """C20, C22."""
        return sum(points(card.code) for card in self.cards.values())
