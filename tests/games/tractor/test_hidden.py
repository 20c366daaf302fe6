"""The proof that hidden cards are hidden has teeth: a leak is found."""

from __future__ import annotations

import numpy as np
import pytest

from sim.games.tractor import GAME, reference
from tests import conformance
from tests.games.tractor.hidden import TABLES


def test_a_leaked_kitty_is_noticed(monkeypatch):
    bury = reference.Table.bury

    def leaky(self):
        bury(self)
        for seat in self.seats:
            seat.sees_cards("buried", "buried_pairs", self.order.masks(self.buried))

    monkeypatch.setattr(reference.Table, "bury", leaky)
    with pytest.raises(AssertionError, match="the View shows hidden cards in"):
        conformance.check_hidden(GAME.rules(4, {"level": "2"}), "random", (1, 0), 20, np.random.default_rng(2))


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_twins_are_found_for_most_questions(players, options):
    """Else the suite would prove nothing."""
    assert conformance.check_hidden(GAME.rules(players, options), "random", (1, 0), 30, np.random.default_rng(2)) >= 10
