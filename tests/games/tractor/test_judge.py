"""What the judge refuses (the cases themselves, from public implementations and the printed rules: ../test_cases.py)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sim.core.errors import InputError
from sim.games.tractor import GAME

CASES = json.loads((Path(__file__).parent / "cases.json").read_text())


def case_of(kind):
    return GAME.judge_input(next(case for case in CASES if case["kind"] == kind))


@pytest.mark.parametrize(
    ("kind", "change", "words"),
    [
        ("lead_shape", {"level": "1"}, "'1' is no level; allowed: 2..10, J, Q, K, A"),
        ("lead_shape", {"level": "Z"}, "'Z' is no level"),
        ("lead_shape", {"trump": "X"}, "'X' is no trump; allowed: S, H, D, C or NT"),
        ("lead_shape", {"cards": "5H 5H 5H"}, "card 5H stands there 3 times"),
        ("lead_shape", {"cards": "1H"}, "'1H' is no Tractor card"),
        ("lead_shape", {"cards": 5}, "cards are one text"),
        ("lead_shape", {"card": "5H"}, "unknown field 'card'; did you mean cards"),
        ("follow_legal", {"lead": "10H JH"}, "cannot be led"),
        ("follow_legal", {"hand": "9H"}, "the hand has 1 cards, but 2 were led"),
        ("trick_winner", {"plays": ["5H", "KH KH"]}, "each play must be 1 cards, not 2"),
        ("trick_winner", {"plays": []}, "plays must be a list of 1 to 4 entries"),
        ("trick_winner", {"plays": ["5H", "5H", "5H"]}, "card 5H stands there 3 times"),
        ("round_total", {"trick_points": 73}, "multiples of 5"),
        ("round_total", {"last_trick_cards": 3}, "must be 1 or even"),
        ("advance", {"dealer": 4}, "dealer must be a whole number 0..3, not 4"),
        ("advance", {"levels": ["2"]}, "levels must be a list of 2 to 2 entries"),
        ("auction", {"kitty": "3H 4D 5C 6S 7H 8D 9C"}, "the kitty must be 8 cards, not 7"),
        ("auction", {"bids": ["", "2H", "2S", "", "", ""]}, "no declaration stronger"),
        ("auction", {"bids": ["", "2H", "", ""]}, "not over after 4 turns"),
        ("auction", {"bids": ["", "2H", "", "", "", ""]}, "was over after turn 5"),
    ],
)
def test_unreadable_input_is_named(kind, change, words):
    for answer in GAME.judges()[kind]:
        with pytest.raises(InputError, match=words):
            answer({**case_of(kind), **change})


def test_missing_field_is_named():
    for answer in GAME.judges()["bid_strength"]:
        with pytest.raises(InputError, match="the field 'level' is missing"):
            answer({"cards": "2S"})
        with pytest.raises(InputError, match="must be an object"):
            answer("2S")
