"""The words that strategies are written in, against counting by hand and by brute force."""

from itertools import combinations
from math import comb

import numpy as np
import pytest

from sim.games.wizard import strategist as s
from sim.games.wizard.cards import card_name, cards_in, mask_of, parse_card, parse_cards
from tests.strategies.wizard.seats import seat_at


def names(mask):
    return " ".join(card_name(card) for card in cards_in(int(mask)))


def code(name):
    return parse_card(name)


def test_power_orders_jester_side_trump_wizard():
    view = seat_at("W", "R")[0]
    powers = [s.power(view, code(name)) for name in ("J", "B1", "Y13", "R1", "R13", "W")]
    assert powers == [0, 1, 13, 33, 45, 60]


def test_strongest_and_weakest_of_a_mask():
    view = seat_at("W", "R")[0]
    cards = np.uint64(mask_of(parse_cards(["B9", "G9", "R2", "J", "W"])))
    assert (s.strongest(view, cards), s.weakest(view, cards)) == (code("W"), code("J"))
    nines = np.uint64(mask_of(parse_cards(["G9", "B9"])))
    assert s.strongest(view, nines) == s.weakest(view, nines) == code("B9")  # the lowest code of equals
    assert s.strongest(view, np.uint64(0)) == s.weakest(view, np.uint64(0)) == -1


def test_need_and_what_others_want():
    view = seat_at("W W", "R", bids=(2, 1, 3, -1), won=(1, 2, 0, 0))[0]
    assert s.need(view) == 1
    assert [s.need_of(view, seat) for seat in range(4)] == [1, -1, 3, 1]
    assert [bool(s.wants_more(view, seat)) for seat in range(4)] == [True, False, True, True]


def test_tricks_left_counts_the_current_one():
    assert s.tricks_left(seat_at("B1 B2", "R", before=("B5 B6 B7 B8",), leaders=(0,))[0]) == 2


def test_unseen_leaves_out_all_that_was_seen():
    view = seat_at("B1 W", "R", turned="R8", before=("B5 B6 B7 J",), leaders=(0,), trick="G3")[0]
    hidden = s.unseen(view)
    assert s.popcount(hidden) == 60 - 2 - 1 - 4 - 1
    forehead = seat_at("", "R", turned="R8", n_tricks=1, others=("", "B1", "B2", "B3"))[0]
    assert s.popcount(s.unseen(forehead)) == 60 - 4


def test_higher_of_suit():
    assert names(s.higher_of_suit(code("G11"))) == "G12 G13"
    assert [s.popcount(s.higher_of_suit(code(name))) for name in ("R13", "W", "J", "R1")] == [0, 0, 13, 12]


def test_unseen_above():
    view = seat_at("B11", "R", turned="R8")[0]
    hidden = s.unseen(view)
    assert names(int(s.unseen_above(view, code("B11"), hidden)) & ~int(s.LANE[2])) == "B12 B13 W W W W"
    assert s.popcount(np.uint64(s.unseen_above(view, code("B11"), hidden))) == 2 + 4 + 12
    assert s.popcount(np.uint64(s.unseen_above(view, code("R11"), hidden))) == 2 + 4
    assert s.popcount(s.unseen_above(view, code("W"), hidden)) == 0
    assert s.popcount(np.uint64(s.unseen_above(view, code("J"), hidden))) == 58 - 4


@pytest.mark.parametrize("u, f, h", [(58, 6, 3), (5, 2, 2), (5, 5, 1), (10, 0, 4), (4, 3, 2), (60, 30, 30)])
def test_none_held(u, f, h):
    assert s.none_held(u, f, h) == pytest.approx(comb(u - f, h) / comb(u, h), abs=1e-15)


def test_none_held_between_its_neighbours():
    assert s.none_held_between(20, 5, 3.0) == s.none_held(20, 5, 3)
    assert s.none_held_between(20, 5, 3.25) == pytest.approx(0.75 * s.none_held(20, 5, 3) + 0.25 * s.none_held(20, 5, 4))
    assert s.none_held_between(20, 5, 99.0) == s.none_held(20, 5, 20) == 0.0


@pytest.mark.parametrize("most", range(4))
def test_at_most_held_against_all_hands(most):
    u, kind, held = 8, 5, 4
    hands = list(combinations(range(u), held))
    share = sum(sum(card < kind for card in hand) <= most for hand in hands) / len(hands)
    assert s.at_most_held(u, kind, held, most) == pytest.approx(share, abs=1e-15)


def test_winners_and_losers_now():
    views = seat_at("B2 B9 R3 W J", "R", turned="R8", trick="B5")
    views["legal"] = views["hand"] & ~np.uint64(mask_of([code("R3")]))
    assert names(s.winners_now(views[0])) == names(mask_of([code("B9"), code("W")]))
    assert names(s.losers_now(views[0])) == names(mask_of([code("B2"), code("J")]))


def test_place_in_the_trick():
    third = seat_at("B2", "R", seat=1, trick="B5 B6")[0]
    assert (s.n_behind(third), bool(s.is_last(third)), s.seat_after(third, 3)) == (1, False, 0)
    assert s.is_last(seat_at("B2", "R", trick="B5 B6 B7")[0])


@pytest.mark.parametrize("number, whole", [(0.49, 0), (0.5, 1), (1.5, 2), (2.5, 3), (-0.4, 0), (-0.6, -1)])
def test_nearest(number, whole):
    assert s.nearest(number) == whole


def test_normal_draw_is_nearly_normal():
    view = seat_at("B2")[0]
    draws = np.array([s.normal_draw(view) for _ in range(4000)])
    assert abs(draws.mean()) < 4 / np.sqrt(4000)
    assert abs(draws.var() - 1) < 4 * np.sqrt(2 / 4000)


def test_forehead_bid_against_counting():
    """Others hold trump 5, 6 and 7; the own card is one of 56: wins with 5 trumps above (8 lies turned up) or a wizard."""
    views = seat_at("", "R", turned="R8", n_tricks=1, others=("", "R5", "R6", "R7"))
    views["legal"] = 3
    assert s.forehead_bid(views[0]) == 0  # 9 of 56
    views = seat_at("", "R", turned="R8", n_tricks=1, others=("", "B1", "J", "J"))
    views["legal"] = 3
    assert s.forehead_bid(views[0]) == 1  # leads: any card but a jester stops B1 unless it is another suit's
    views["legal"] = 1
    assert s.forehead_bid(views[0]) == 0
