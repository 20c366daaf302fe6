"""`plain` is fixed to the last tie, so that independent programs can be compared with it."""

from __future__ import annotations

import pytest

from sim.games.cambio.decisions import STOCK, TOP
from sim.games.cambio.strategist import own_pair, place_of
from tests.strategies.cambio.seats import DISCARD, PASS, PLAY, ask, seat_at

OTHERS = ("? ? ? ?", "? ? ? ?", "? ? ? ?")


@pytest.mark.parametrize(
    ("own", "calls"),
    [
        ("2S 3S - -", 1),  # five
        ("2S 4S - -", 0),
        ("KH ? - -", 0),  # 5.25
        ("KH KD ? -", 1),  # 4.25
        ("? - - -", 0),
        ("- - - -", 1),
        ("JK AS AH 3S", 1),
    ],
)
def test_calls_at_five(own, calls):
    assert ask("plain", "call", seat_at(own, *OTHERS)) == calls


@pytest.mark.parametrize(
    ("own", "top", "source"),
    [
        ("9S ? ? ?", "AS", TOP),
        ("9S ? ? ?", "2S", STOCK),  # counts more than 1
        ("AS AH JK KH", "AD", STOCK),  # gains nothing
        ("AS AH JK KH", "JK", TOP),  # gains 1
        ("JK - - -", "KH", TOP),
        ("KH - - -", "KD", STOCK),
    ],
)
def test_takes_what_counts_one_or_less_and_gains_one(own, top, source):
    assert ask("plain", "draw", seat_at(own, *OTHERS, pile=top)) == source


@pytest.mark.parametrize(
    ("own", "drawn", "use"),
    [
        ("9S ? ? ?", "3S", 0),  # the worst
        ("3S ? ? ?", "4S", 1),  # an unknown one counts 6.25, the lowest of them
        ("9S 9H ? ?", "8S", 0),  # ties: the lowest
        ("3S 4S 5S 6S", "7S", DISCARD),  # nothing to look at
        ("3S 4S 5S ?", "7S", PLAY),
        ("3S 4S 5S 6S", "9S", PLAY),  # others' cards are unknown
        ("3S 4S ? ?", "JS", DISCARD),  # worst 6.25 is not above 6.25
        ("3S 4S ? 9S", "JS", PLAY),
        ("3S 4S ? JH", "QS", PLAY),  # 10 is no more than 10: no swap
        ("KC 4S ? JH", "QS", 0),
        ("3S 4S 5S 6S", "KS", PLAY),
        ("3S 4S 5S 6S", "6H", DISCARD),
        ("3S 4S 5S 6S", "KH", 3),
        ("- - - -", "KH", DISCARD),
        ("- - - -", "KS", DISCARD),
        ("- - - -", "7S", DISCARD),
        ("- - - -", "9S", PLAY),
        ("- - - -", "JS", DISCARD),
    ],
)
def test_uses_a_drawn_card(own, drawn, use):
    assert ask("plain", "use", seat_at(own, *OTHERS, pile="2S", drawn=drawn)) == use


def test_swaps_a_taken_card_for_the_worst():
    assert ask("plain", "use", seat_at("9S ? ? KC", *OTHERS, drawn="AS", from_top=True)) == 3


def test_nothing_to_look_at_in_front_of_others():
    assert ask("plain", "use", seat_at("3S 4S 5S 6S", "2H 2D", "- -", drawn="9S")) == DISCARD
    assert ask("plain", "use", seat_at("3S 4S 5S 6S", "? ?", drawn="9S", locked=1, caller=1)) == DISCARD
    assert ask("plain", "use", seat_at("3S 4S 5S 9S", "- -", drawn="JS")) == DISCARD


def test_looks_at_the_lowest_unknown_and_the_next_seat_first():
    assert ask("plain", "peek_own", seat_at("3S ? 5S ?", *OTHERS)) == 1
    assert ask("plain", "peek_other", seat_at("3S ? 5S ?", "2S - 3H", "4S ? ?", "? ?")) == place_of(2, 1)
    assert ask("plain", "peek_other", seat_at("3S ?", "? ?", "? ?", locked=1)) == place_of(2, 0)


def test_exchanges_the_worst_for_the_next_seats_lowest():
    assert ask("plain", "exchange", seat_at("3S KC ? ?", "- -", "- 2S ?")) == own_pair(1, place_of(2, 1))


def test_a_black_king():
    views = seat_at("3S ? 9S ?", "2S ? ?", "? ?")
    assert ask("plain", "king", views) == own_pair(1, place_of(1, 1))
    assert ask("plain", "king", seat_at("3S 4S 9S 5S", "2S 3H", "? ?")) == own_pair(2, place_of(1, 0))
    for own, other, exchanges in (("9S", "8S", 1), ("9S", "9H", 0), ("2S", "8S", 0)):
        views = seat_at(f"{own} ?", f"? {other}", pair=own_pair(0, place_of(1, 1)))
        assert ask("plain", "king", views) == exchanges


@pytest.mark.parametrize(
    ("blocks", "top", "place"),
    [
        (("9S 9H ? ?", "9D ?"), "9C", place_of(0, 0)),
        (("8S ? ? ?", "? ? 9D", "9H ?"), "9C", place_of(1, 2)),
        (("8S ? ? ?", "? ?", "? 9H"), "9C", place_of(2, 1)),
        (("KH KS ? ?", "? ?"), "KC", place_of(0, 1)),  # the red king counts less than nothing
        (("KH JK ? ?", "KD ?"), "KC", place_of(1, 0)),  # whatever it counts
        (("KH JK ? ?", "? ?"), "JK", PASS),
        (("- -", "? ?"), "9C", PASS),
        (("? ? ? ?", "? ?"), "9C", PASS),
    ],
)
def test_throws_what_it_knows(blocks, top, place):
    assert ask("plain", "snap", seat_at(*blocks, pile=top, snap=True)) == place


def test_gives_the_worst():
    assert ask("plain", "give", seat_at("3S ? 9S KC", "? - ?", give_to=17)) == 3
    assert ask("plain", "give", seat_at("3S ? 6S ?", "? - ?", give_to=17)) == 1
