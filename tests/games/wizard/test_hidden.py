"""The proof that hidden cards are hidden has teeth: a leak is found."""

from __future__ import annotations

import numpy as np
import pytest

from sim.games.wizard import GAME
from sim.games.wizard.reference import table
from tests import conformance
from tests.games.wizard.hidden import TABLES


@pytest.fixture
def dice():
    return np.random.default_rng(2)


def test_a_leaked_hand_is_noticed(monkeypatch, dice):
    deal = table.Table.deal

    def leaky(self, n_tricks):
        deal(self, n_tricks)
        for seat in self.seats:
            seat.fields["others"][5] = table.mask(self.seats[seat.number - 1].hand)

    monkeypatch.setattr(table.Table, "deal", leaky)
    with pytest.raises(AssertionError, match=r"the View shows hidden cards in \['others'\]"):
        conformance.check_hidden(GAME.rules(4), "random", (1, 0), 10, dice)


def test_a_leaked_secret_bid_is_noticed(monkeypatch, dice):
    bid_all = table.Table.bid_all

    def leaky(self, n_tricks):
        bid_all(self, n_tricks)
        for seat in self.seats:
            seat.sees_of("bids", [other.bids[-1] for other in self.seats])

    monkeypatch.setattr(table.Table, "bid_all", leaky)
    with pytest.raises(AssertionError, match=r"the View shows hidden cards in \['bids'\]"):
        conformance.check_hidden(GAME.rules(4, {"bids": "secret"}), "random", (1, 0), 20, dice)


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_twins_are_found_for_most_questions(players, options, dice):
    """Else the suite would prove nothing."""
    assert conformance.check_hidden(GAME.rules(players, options), "random", (1, 0), 30, dice) >= 15


def test_all_cards_of_a_game_come_from_the_deal_stream():
    """Whatever is played, the same hands are dealt in every round."""
    for players, options in TABLES:
        rules = GAME.rules(players, options)
        hands = []
        for word in ("random", "plain"):
            _, dealt = conformance.play(rules, word, 5, 3)
            hands.append(dealt)
        assert hands[0] == hands[1] and len(hands[0]) == 60 // players
