"""`plain` is fixed to the last tie, so that independent programs can be compared with it."""

import numpy as np
import pytest

from tests.strategies.wizard.seats import bid_of, card_of, seat_at, trump_of


@pytest.mark.parametrize(
    "hand, suit",
    [
        ("B1 G2 G3 R4 R5 R6", "R"),
        ("B13 G1 G2", "G"),
        ("B1 G1", "B"),  # ties: the lowest in the order B, G, R, Y
        ("G1 Y13", "G"),
        ("R1 Y2 R3 Y4", "R"),
        ("Y9", "Y"),
        ("W J W", "B"),  # no suit cards
        ("W J Y1", "Y"),
        ("", "B"),
    ],
)
def test_names_the_suit_held_most_often(hand, suit):
    assert trump_of("plain", seat_at(hand, turned="W")) == suit


@pytest.mark.parametrize(
    "hand, trump, bid",
    [
        ("W W J", "R", 2),
        ("R8 R9 R10", "R", 2),  # trumps from 9 up
        ("R9 R10 R11 R12 R13", "R", 5),
        ("B12 G12 Y12", "R", 0),
        ("B13 G13 Y13 R13", "R", 4),  # thirteens of any suit
        ("B13 G9 R9 Y9", "NT", 1),  # no trump: thirteens and wizards only
        ("W J B1 B2", "NT", 1),
        ("J", "B", 0),
        ("W", "NT", 1),
    ],
)
def test_counts_winners(hand, trump, bid):
    assert bid_of("plain", seat_at(hand, trump)) == bid


def test_forbidden_bid_becomes_one_more_if_possible_else_one_less():
    assert bid_of("plain", seat_at("W B1", "R"), forbidden=1) == 2
    assert bid_of("plain", seat_at("W W", "R"), forbidden=2) == 1
    assert bid_of("plain", seat_at("B1 B2", "R"), forbidden=0) == 1
    assert bid_of("plain", seat_at("W W", "R"), forbidden=0) == 2


def test_bids_nothing_without_seeing_its_card():
    assert bid_of("plain", seat_at("", "R", n_tricks=1, others=("", "R1", "R2", "R3"))) == 0


def test_plays_each_legal_card_equally_often():
    views = seat_at("B1 B2 J J G5", "R", trick="B9")
    n = 4000
    counts = dict.fromkeys(("B1", "B2", "J"), 0)
    for _ in range(n):
        counts[card_of("plain", views)] += 1
    expected = {"B1": 0.25, "B2": 0.25, "J": 0.5}  # both jesters count, G5 is not legal
    for card, share in expected.items():
        assert abs(counts[card] / n - share) < 4 * np.sqrt(share * (1 - share) / n)
