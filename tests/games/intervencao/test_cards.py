"""Codes, names and masks of Intervenção's pack."""

from __future__ import annotations

import numpy as np
import pytest

from sim.core.errors import InputError
from sim.games.intervencao.cards import PACKS, J, card_name, cards_in, mask_of, pack_of, parse_card, parse_cards
from sim.games.intervencao.rules import rank_sum


def test_I3_every_card_has_a_name_and_every_name_its_lowest_copy():
    for card in [J, *cards_in(pack_of(15))]:
        name = card_name(card)
        assert parse_card(name) == (J if name == "J" else 4 * int(name))
    for no_card in (1, 2, 3, 64):
        with pytest.raises(ValueError, match="is no card code"):
            card_name(no_card)


@pytest.mark.parametrize("text", ["0", "16", "07", "A", "", "1.0", "-1", "٣", None])
def test_what_is_no_card(text):
    with pytest.raises(InputError, match=r"is no card of Intervenção; cards are 1\.\.15 and J"):
        parse_card(text)


def test_equal_ranks_are_different_copies():
    assert parse_cards(["7", 7, "j", "7", "7"]) == [28, 29, 0, 30, 31]
    assert parse_cards(["7"], [28, 29]) == [30]
    with pytest.raises(InputError, match="card 7 stands there too often; the pack holds it four times"):
        parse_cards([7] * 5)
    with pytest.raises(InputError, match="card J stands there too often; the pack holds it once"):
        parse_cards(["J", "J"])


def test_masks():
    assert [int(pack).bit_count() for pack in PACKS] == [4 * ranks for ranks in range(16)]
    assert cards_in(mask_of([5, 60, 0])) == [0, 5, 60]


def test_I17_rank_sums():
    dice = np.random.default_rng(1)
    for _ in range(300):
        cards = dice.choice([J, *cards_in(pack_of(15))], dice.integers(0, 20), replace=False)
        assert int(rank_sum(np.uint64(mask_of(cards)))) == sum(int(card) // 4 for card in cards)
