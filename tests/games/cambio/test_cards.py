"""Codes and names of cards, and what the whole pack is worth. Source of the constants: counted exactly, rules/cambio."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement
from math import comb, sqrt

import pytest

from sim.core.errors import InputError
from sim.games.cambio.cards import JOKERS, NO_CARD, PACK_POINTS, POINTS, card_name, pack_of, parse_card, parse_cards

KINDS = [0, *range(4, 56)]


def test_C1_names_and_codes_pair_up():
    assert [parse_card(card_name(code)) for code in KINDS] == KINDS
    assert len({card_name(code) for code in KINDS}) == 53
    assert card_name(NO_CARD) == "??"


@pytest.mark.parametrize("code", [-1, 1, 3, 56, 64])
def test_C1_codes_that_are_no_card(code):
    with pytest.raises(ValueError, match="no card code"):
        card_name(code)


@pytest.mark.parametrize("text", ["", "1S", "11H", "10", "SK", "JOKER", "AX", "??", "A S"])
def test_C1_texts_that_are_no_card(text):
    with pytest.raises(InputError, match="is no card; cards are A 2"):
        parse_card(text)


def test_C1_a_card_too_often():
    assert parse_cards(["ks", "KS", "jk"]) == [52, 52, 0]
    with pytest.raises(InputError, match="card KS stands there 3 times; the pack holds it 2 times"):
        parse_cards(["KS"] * 3)
    with pytest.raises(InputError, match="card JK stands there 5 times; the pack holds it 4 times"):
        parse_cards(["JK"] * 5, jokers=4)


@pytest.mark.parametrize("jokers", JOKERS)
def test_C1_the_pack(jokers):
    counts = Counter(pack_of(jokers).tolist())
    assert counts.pop(0) == jokers
    assert set(counts.values()) == {2} and len(counts) == 52


def test_C6_points():
    worth = {name: int(POINTS[parse_card(name)]) for name in ("JK", "KH", "KD", "AS", "2C", "10H", "JD", "QS", "KS", "KC")}
    assert worth == {"JK": 0, "KH": -1, "KD": -1, "AS": 1, "2C": 2, "10H": 10, "JD": 10, "QS": 10, "KS": 20, "KC": 20}


# jokers: mean and population SD of a card, mean of four, P(two cards <= 4), P(four cards <= 20)
EXACT = {2: (6.3774, 4.3142, 25.509, 0.0760, 0.2858), 4: (6.2593, 4.3597, 25.037, 0.0865, 0.3093), 6: (6.1455, 4.4001, 24.582, 0.0969, 0.3318)}


def chance_at_most(points: Counter, n: int, most: int) -> float:
    """P(n cards drawn without putting back count `most` or less)."""
    ways = 0
    for chosen in combinations_with_replacement(sorted(points), n):
        if sum(chosen) <= most:
            product = 1
            for value, count in Counter(chosen).items():
                product *= comb(points[value], count)
            ways += product
    return ways / comb(points.total(), n)


@pytest.mark.parametrize("jokers", JOKERS)
def test_C6_exact_constants_of_the_pack(jokers):
    points = Counter(POINTS[pack_of(jokers)].tolist())
    n, total = points.total(), sum(value * count for value, count in points.items())
    spread = sqrt(sum(value * value * count for value, count in points.items()) / n - (total / n) ** 2)
    mean, sd, four, pair_low, four_low = EXACT[jokers]
    assert (n, total) == (104 + jokers, PACK_POINTS)
    assert total / n == pytest.approx(mean, abs=5e-5) and spread == pytest.approx(sd, abs=5e-5)
    assert 4 * total / n == pytest.approx(four, abs=5e-4)
    assert chance_at_most(points, 2, 4) == pytest.approx(pair_low, abs=5e-5)
    assert chance_at_most(points, 4, 20) == pytest.approx(four_low, abs=5e-5)
