"""`plain`, choice by choice and tie by tie: programs written elsewhere must do exactly the same."""

from __future__ import annotations

import pytest

from tests.strategies.tractor.views import BURY, DECLARE, FOLLOW, LEAD, ask, trick_view, view_of


@pytest.mark.parametrize(
    ("hand", "declared", "expect"),
    [
        ("2H 3H 3H 4H 5H 6H 7H 8H 9H AS", 0, 2),  # 1 level card and 8 hearts: 9
        ("2H 3H 4H 5H 6H 7H 8H 9H AS", 0, 0),  # 8 are not enough
        ("2H 3H 4H 5H 6H 7H 8H 9H BJ", 0, 2),  # a joker counts
        ("2H 2S 3H 4H 5H 6H 7H 3S 4S 5S 6S 7S BJ RJ", 0, 1),  # equal counts: spades first
        ("2D 3H 3H 4H 4H 5H 6H 7H 8H 9H", 0, 0),  # no level card of hearts
        ("2H 2H 3H 4H 5H 6H 7H 8H 9H", 0, 2),  # the single, not the pair
        ("2H 3H 3H 4H 5H 6H 7H 8H 9H AS", 1, 0),  # never overcalls
    ],
)
def test_declares_nine_trumps(hand, declared, expect):
    views = view_of(hand, trump="NT", n_declared=declared)
    one, both = int(views["hand"][0]), int(views["pairs"][0])
    views["legal"] = 1 | (one >> 48 & 15) << 1 | (both >> 48 & 63) << 5
    assert ask("plain", DECLARE, views) == expect


def test_buries_low_side_cards_without_points():
    hand = "AS 3S 4S 5H 10H KH 3H 4H 6H 3D 4D 5D 3C 4C 6C 2H BJ"
    assert sorted(ask("plain", BURY, view_of(hand, n_cards=8)).split()) == sorted(["3H", "3D", "3C", "4H", "4D", "4C", "6H", "6C"])


def test_buries_points_before_trumps():
    hand = "3S 4S 6S 7S 8S 9S JS QS AS 2H KH 10H 5H 5D AD QC"
    assert sorted(ask("plain", BURY, view_of(hand, n_cards=8)).split()) == sorted(["QC", "AD", "5H", "5D", "10H", "KH", "3S", "4S"])


@pytest.mark.parametrize(
    ("hand", "level", "trump", "expect"),
    [
        ("AH AH 3D 3D 4D 4D KC", "2", "S", "3D 3D 4D 4D"),
        ("3H 3H 4H 4H 3D 3D 4D 4D", "2", "S", "3H 3H 4H 4H"),  # equal: the first suit
        ("3H 3H 4H 4H 5D 5D 6D 6D", "2", "S", "5D 5D 6D 6D"),
        ("AH AH AD AD 3S 3S", "2", "S", "AH AH"),
        ("AH 2S 2H KC", "2", "S", "2S"),
        ("AH 2D 2H KC", "2", "S", "2H"),  # equal level cards: the first printed suit
        ("AS AS 2D 2D 2C 2C 2S 2S", "2", "S", "AS AS 2D 2D 2S 2S"),  # the first level pair in a run
        ("6H 6H 8H 8H AS AS", "7", "S", "6H 6H 8H 8H"),
        ("AH AH BJ BJ 2D 2D", "2", "NT", "2D 2D BJ BJ"),
    ],
)
def test_leads_the_most_and_highest(hand, level, trump, expect):
    assert ask("plain", LEAD, view_of(hand, level, trump)) == expect


@pytest.mark.parametrize(
    ("plays", "hand", "expect"),
    [
        (["KH"], "AH 3H 5C", "3H"),
        (["KH KH"], "AH AH 3H 4H 5C", "AH AH"),  # the owed pair
        (["KH KH"], "AH AH 3H 3H 4H", "3H 3H"),
        (["KH KH"], "AH 3H 4H 5C", "3H 4H"),
        (["QH QH KH KH"], "AH AH 3H 4H 6H 5C", "3H 4H AH AH"),
        (["KH KH"], "AH 5C 3C 3S", "AH 3C"),
        (["KH"], "5C 6D 3S", "6D"),  # no points before low
        (["KH"], "5C KD 3S", "5C"),
        (["KH"], "6C 6D 3S", "6D"),  # equal: the first suit
        (["3S"], "2H 2D BJ", "2H"),
    ],
)
def test_follows_as_low_as_it_can(plays, hand, expect):
    assert ask("plain", FOLLOW, trick_view(hand, plays)) == expect
