"""Codes, names and masks of Wizard's cards go round."""

from __future__ import annotations

import pytest

from sim.core.errors import InputError
from sim.games.wizard.cards import (
    FULL_PACK,
    JESTERS,
    LANE,
    N_CARDS,
    NO_TRUMP,
    PACK,
    SPECIALS,
    SUITS,
    WIZARDS,
    card_name,
    cards_in,
    mask_of,
    parse_card,
    parse_cards,
    parse_suit,
    suit_name,
)

ALL_NAMES = [f"{suit}{rank}" for suit in SUITS for rank in range(1, 14)] + ["J"] * 4 + ["W"] * 4


def test_names_of_the_pack():
    assert sorted(card_name(card) for card in PACK) == sorted(ALL_NAMES)


def test_every_name_and_back():
    for name in set(ALL_NAMES):
        assert card_name(parse_card(name)) == name
        assert card_name(parse_card(f" {name.lower()} ")) == name


def test_the_whole_pack_and_back():
    codes = parse_cards(ALL_NAMES)
    assert sorted(codes) == sorted(int(card) for card in PACK)
    assert [card_name(code) for code in codes] == ALL_NAMES


def test_masks_and_back():
    assert cards_in(int(FULL_PACK)) == [int(card) for card in PACK]
    assert mask_of(PACK) == int(FULL_PACK)
    assert int(FULL_PACK).bit_count() == N_CARDS
    parts = [int(JESTERS), int(WIZARDS), *(int(lane) for lane in LANE[:4])]
    assert sum(parts) == int(FULL_PACK)  # no card in two of them
    assert int(SPECIALS) == int(JESTERS) | int(WIZARDS)


def test_every_suit_and_back():
    for suit in range(NO_TRUMP + 1):
        assert parse_suit(suit_name(suit)) == suit


@pytest.mark.parametrize("text", ["", "R", "R0", "R14", "X3", "R01", "R+1", "R٣", "JJ", "10", "W1", "♥5"])
def test_no_card(text):
    with pytest.raises(InputError, match=r"no Wizard card; cards are B1\.\.B13"):
        parse_card(text)


@pytest.mark.parametrize("text", ["", "N", "BG", "W", "X"])
def test_no_suit(text):
    with pytest.raises(InputError, match="allowed: B, G, R, Y or NT"):
        parse_suit(text)


@pytest.mark.parametrize(("texts", "most"), [(["R5", "R5"], "once"), (["W"] * 5, "four times"), (["J"] * 5, "four times"), (["b1", "B1"], "once")])
def test_a_card_too_often(texts, most):
    with pytest.raises(InputError, match=f"too often; the pack holds it {most}"):
        parse_cards(texts)


@pytest.mark.parametrize("code", [-1, 15, 31, 64])
def test_no_code(code):
    with pytest.raises(ValueError, match="no card code"):
        card_name(code)
