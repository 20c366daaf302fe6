"""The proof that hidden cards are hidden has teeth: a leak is found."""

from __future__ import annotations

import numpy as np
import pytest

from sim.games.intervencao import GAME
from sim.games.intervencao.reference.seats import mask
from sim.games.intervencao.reference.table import Table
from tests import conformance
from tests.games.intervencao.hidden import TABLES


@pytest.fixture
def dice():
    return np.random.default_rng(2)


def test_a_leaked_hand_is_noticed(monkeypatch, dice):
    show_table = Table.show_table

    def leaky(self, seat):
        show_table(self, seat)
        neighbour = self.seats[(seat.number + 1) % self.players]
        seat.fields["shown"][neighbour.number] = mask(neighbour.hand)

    monkeypatch.setattr(Table, "show_table", leaky)
    with pytest.raises(AssertionError, match=r"the View shows hidden cards in \['shown'\]"):
        conformance.check_hidden(GAME.rules(6), "random", (1, 0), 20, dice)


def test_a_leaked_interventor_is_noticed(monkeypatch, dice):
    show_table = Table.show_table

    def leaky(self, seat):
        show_table(self, seat)
        seat.fields["offer_limit"][0] = self.interventor

    monkeypatch.setattr(Table, "show_table", leaky)
    with pytest.raises(AssertionError, match=r"the View shows hidden cards in \['offer_limit'\]"):
        for block in range(5):
            conformance.check_hidden(GAME.rules(6), "random", (1, block), 20, dice)


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_twins_are_found_for_most_questions(players, options, dice):
    """Else the suite would prove nothing."""
    assert sum(conformance.check_hidden(GAME.rules(players, options), "random", (1, block), 10, dice) for block in range(3)) >= 15
