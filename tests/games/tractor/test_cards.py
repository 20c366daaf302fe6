"""Names, kinds and the ladder."""

from __future__ import annotations

import pytest

from sim.core.errors import InputError
from sim.games.tractor.cards import (
    FIVES,
    KIND_AT,
    LADDER,
    N_KINDS,
    N_RANKS,
    NO_TRUMP,
    PACK,
    RANKS,
    TENS,
    card_name,
    kinds_in,
    level_name,
    masks_of,
    parse_card,
    parse_cards,
    parse_level,
    parse_suit,
    points_of,
    suit_name,
)

LADDERS = [(level, trump) for level in range(N_RANKS) for trump in range(5)]


def test_names_round_trip():
    assert [parse_card(card_name(kind)) for kind in range(N_KINDS)] == list(range(N_KINDS))
    assert parse_card(" 10h ") == parse_card("10H")
    assert [parse_level(level_name(level)) for level in range(N_RANKS)] == list(range(N_RANKS))
    assert [parse_suit(suit_name(suit)) for suit in range(5)] == list(range(5))


@pytest.mark.parametrize("text", ["", "1S", "11S", "S10", "10", "JR", "2X", "AS AS"])
def test_what_is_no_card(text):
    with pytest.raises(InputError, match="is no Tractor card"):
        parse_card(text)


def test_a_third_copy_is_refused():
    assert parse_cards("2H 2H BJ") == [13, 13, 52]
    with pytest.raises(InputError, match="card 2H stands there 3 times"):
        parse_cards("2H 2H 2H")


@pytest.mark.parametrize(("level", "trump"), LADDERS)
def test_ladder_round_trips(level, trump):
    assert sorted(LADDER[level, trump].tolist()) == list(range(N_KINDS))
    assert [KIND_AT[level, trump, LADDER[level, trump, kind]] for kind in range(N_KINDS)] == list(range(N_KINDS))
    kinds = [0, 0, 13, 26, 26, 51, 52, 53, 53]
    assert sorted(kinds_in(*masks_of(kinds, level, trump), level, trump)) == kinds


def test_ladder_as_drawn():
    """Level 7, hearts trump: side suits S D C, hearts, level cards of S D C, of hearts, jokers."""
    names = [card_name(int(KIND_AT[5, 1, place])) for place in range(N_KINDS)]
    assert names[:12] == [f"{r}S" for r in RANKS if r != "7"]
    assert names[12:24] == [f"{r}D" for r in RANKS if r != "7"]
    assert names[24:36] == [f"{r}C" for r in RANKS if r != "7"]
    assert names[36:] == [*(f"{r}H" for r in RANKS if r != "7"), "7S", "7D", "7C", "7H", "BJ", "RJ"]
    assert [card_name(int(KIND_AT[5, NO_TRUMP, place])) for place in range(48, 54)] == ["7S", "7H", "7D", "7C", "BJ", "RJ"]


def test_pack_is_twice_every_kind():
    for level in range(N_RANKS):
        assert sorted(PACK[level].tolist()) == sorted([*range(N_KINDS), *range(N_KINDS)])


@pytest.mark.parametrize(("level", "trump"), LADDERS)
def test_points_stand_at_the_same_places_for_every_trump(level, trump):
    for place in range(N_KINDS):
        points = 5 * (int(FIVES[level]) >> place & 1) + 10 * (int(TENS[level]) >> place & 1)
        assert points == points_of([int(KIND_AT[level, trump, place])])
