"""What strategies are given to work with."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from sim.games.tractor import GAME, strategist
from sim.games.tractor.cards import masks_of, parse_cards
from tests.games.tractor.test_legality import all_leads
from tests.strategies.tractor.views import answer, cards_of, trick_view, view_of


def mask(cards: str, level: int = 0, trump: int = 0) -> int:
    return masks_of(parse_cards(cards), level, trump)[0]


def top_cards(view):
    return np.int64(strategist.lead_tops(view, view.notes[0]))


def bosses(view):
    return np.int64(strategist.boss_cards(view))


def boss_pairs(view):
    return np.int64(strategist.boss_pairs(view))


def winners(view):
    return np.int64(strategist.winning_tops(view))


def unseen_singles(view):
    return np.int64(strategist.unseen(view)[0])


def unseen_pairs(view):
    return np.int64(strategist.unseen(view)[1])


def random_lead(view):
    return strategist.random_lead(view)


def random_follow(view):
    return strategist.random_follow(view)


def random_bury(view):
    return strategist.random_bury(view)


def noted_lead(view):
    return strategist.lead_of(view, view.notes[0], view.notes[1])


def cheapest_follow(view):
    return strategist.follow_least(view, strategist.place_value)


def ask(function, views):
    return answer(function, views)


@pytest.mark.parametrize(
    ("hand", "m", "tops"),
    [("AH AH KH KH QD QD 2S", 0, "AH KH QD 2S"), ("AH AH KH KH QD QD", 1, "AH KH QD"), ("AH AH KH KH QH QH", 2, "AH KH"), ("AS AS 2H 2H 2D 2D", 2, "2H 2D")],
)
def test_tops_of_leads(hand, m, tops):
    views = view_of(hand)
    views["notes"][0, 0, 0] = m
    assert ask(top_cards, views) == mask(tops)


def test_leads_by_top_and_length():
    views = view_of("AS AS 2H 2H 2D 2D 2S 2S")
    views["notes"][0, 0, :2] = 51, 3
    assert cards_of(noted_lead, views) == "AS AS 2H 2H 2S 2S"
    views["notes"][0, 0, :2] = 49, 2  # headed by the second off-suit level pair
    assert cards_of(noted_lead, views) == "AS AS 2D 2D"
    views["notes"][0, 0, :2] = 47, 0
    assert cards_of(noted_lead, views) == "AS"


def test_unseen_cards_and_bosses():
    views = trick_view("KH KH QD AD 2H", ["AH AH"])
    assert ask(unseen_singles, views) == (1 << 54) - 1 & ~mask("KH AH")
    assert ask(unseen_pairs, views) == (1 << 54) - 1 & ~mask("KH AH QD AD 2H")
    assert ask(bosses, views) == mask("KH AD")
    assert ask(boss_pairs, views) == mask("KH")


@pytest.mark.parametrize(
    ("plays", "hand", "tops"),
    [
        (["QH"], "AH KH 3H 2S", "KH AH"),
        (["QH"], "3H 2S", ""),  # must follow suit
        (["QH"], "3S 2S AD", "3S 2S"),
        (["QH", "3S"], "3S 4S AD", "4S"),
        (["QH QH"], "AH AH 3H 3H", "AH"),
        (["QH QH"], "3S 3S 5S", "3S"),
        (["QH QH"], "3H 3S 3S", ""),  # short: no win
        (["QH QH KH KH"], "3S 3S 4S 4S 6S 6S", "4S"),
        (["2H"], "2D 2C 2S", "2S"),
    ],
)
def test_winning_answers(plays, hand, tops):
    assert ask(winners, trick_view(hand, plays)) == mask(tops)


def test_cheapest_follow_keeps_the_rules():
    assert cards_of(cheapest_follow, trick_view("AH AH KH KH 3H 4H", ["JH JH QH QH"])) == "KH KH AH AH"
    assert cards_of(cheapest_follow, trick_view("AH AH 3H 4H 5H", ["QH QH"])) == "AH AH"
    assert cards_of(cheapest_follow, trick_view("AH 3D 3S", ["QH QH"])) == "AH 3D"


def test_random_leads_are_all_leads_each_shape_alike():
    hand = "AS AS 2H 2H 2D 2D 2S 2S 3C 3C 4C 4C 7D"
    views, seen = view_of(hand), Counter()
    for _ in range(6000):
        seen[tuple(sorted(parse_cards(cards_of(random_lead, views))))] += 1
    assert set(seen) == all_leads(parse_cards(hand), 0, 0)
    by_size = Counter()
    for cards, count in seen.items():
        by_size[len(cards)] += count
    assert all(abs(count - 1500) < 4 * 34 for count in by_size.values()) and len(by_size) == 4
    for cards, count in seen.items():
        alike = sum(len(other) == len(cards) for other in seen)
        share = 6000 / 4 / alike
        assert abs(count - share) < 5 * share**0.5


def test_random_follow_draws_cards_not_kinds():
    seen = Counter(cards_of(random_follow, views) for views in [trick_view("AH AH KH", ["QH"])] for _ in range(3000))
    assert abs(seen["AH"] - 2000) < 4 * 26


def test_random_follow_of_pairs():
    seen = Counter()
    views = trick_view("AH AH KH KH 3H 4H", ["QH QH"])
    for _ in range(1000):
        seen[cards_of(random_follow, views)] += 1
    assert set(seen) == {"AH AH", "KH KH"} and abs(seen["AH AH"] - 500) < 4 * 16


def test_random_bury_reaches_every_card():
    views, seen = view_of("AS AS KS QS JS 10S 9S 8S 7S 6S", n_cards=8), Counter()
    for _ in range(2000):
        seen.update(cards_of(random_bury, views).split())
    assert abs(seen["AS"] - 3200) < 4 * 24 and abs(seen["6S"] - 1600) < 4 * 18


def test_valuations_take_the_place_of_decisions():
    def bury_value(view, card):
        return -card

    made = GAME.adapt({"bury_value": bury_value})
    assert set(made) == {"bury"}
    assert cards_of(made["bury"], view_of("AS AS KS QS JS 10S 9S 8S 7S 6S", n_cards=8)) == "8S 9S 10S JS QS KS AS AS"
    assert set(GAME.function_names()) == {"declare", "bury", "lead", "follow", "bury_value", "lead_value", "follow_value"}
