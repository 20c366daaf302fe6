"""The judge: both sides agree, and what is no case at all (the known cases: ../test_cases.py)."""

from __future__ import annotations

import numpy as np
import pytest

from sim.core.errors import InputError
from sim.games.intervencao.cards import card_name, cards_in, pack_of
from sim.games.intervencao.judge import JUDGES


def both(kind, case):
    by_rules, by_reference = (judge(case) for judge in JUDGES[kind])
    assert by_rules == by_reference, (kind, case)
    return by_rules


def test_both_sides_agree_on_random_positions():
    dice = np.random.default_rng(4)
    pack = ["J", *(card_name(card) for card in cards_in(pack_of(10)))]
    for _ in range(400):
        cards = [pack[i] for i in dice.permutation(41)]
        n_hand, n_waiting, n_batch = int(dice.integers(0, 7)), int(dice.integers(0, 5)), int(dice.integers(0, 4))
        hand, waiting = cards[:n_hand], cards[n_hand : n_hand + n_waiting]
        place = {"hand": hand, "waiting": waiting, "debt": int(dice.integers(0, 6)), "low_limit": int(dice.integers(1, 4))}
        both("exits", place)
        both("resting", place)
        counting = {"ended_by": ["j", "high", "low"][dice.integers(3)], "measure": ["sum", "cards"][dice.integers(2)], "j_value": int(dice.integers(0, 12))}
        both("hand_total", {"hand": hand, "waiting": waiting, **counting})
        n = int(dice.integers(2, 8))
        hands = [cards[3 * i : 3 * i + int(dice.integers(1, 3))] for i in range(n)]
        extra = {"pressed": int(dice.integers(n))} if n_batch else {}
        both("best", {"hands": hands, **counting, **extra})
        both("worst", {"hands": hands, **counting, **extra})
        points = [int(p) for p in dice.integers(-2, 3, n)]
        standing = {"points": points, "vantagens": [int(v) for v in dice.integers(0, 3, n)], "left": list(range(0, n, 1 + n_batch % 2))}
        both("jogo_winner", standing)
        both("official", {**standing, "allies": [[0, n - 1]], "out_last": [n - 1] if n_batch == 1 else []})


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({}, None),
        ({"players": 10, "ranks": 8, "unit": "match", "elimination": "worst", "speed": "2"}, None),
        ({"exit_by": "others", "pressed": "worst"}, None),
        ({"players": True}, "players"),
        ({"players": "six"}, "players"),
        ({"grace": -1}, "grace"),
        ({"time_limit": 0}, "time_limit"),
        ({"time_limit": "nan"}, "time_limit"),
        ({"low_limit": 0}, "low_limit"),
        ({"speeds": 1}, "speeds"),
        ({"measure": "points"}, "measure"),
        ({"j_value": 1.5}, "j_value"),
        ({"players": 5, "speed": "1;1;1"}, "speed"),
    ],
)
def test_rules_that_no_table_can_play(options, named):
    message = both("error", options)
    assert (message is None) if named is None else named in message


BAD = [
    ("hand_total", {"hand": ["11x"]}, "'11X' is no card|'11x' is no card of Intervenção"),
    ("hand_total", {"hand": [7, 7, 7], "waiting": [7, 7]}, "card 7 stands there too often"),
    ("hand_total", {"hand": [True]}, "a card must be a rank or 'J', not True"),
    ("hand_total", {"hand": "7"}, "a hand must be a list, not '7'"),
    ("hand_total", {"waiting": [7]}, "the field 'hand' is missing; needed: hand"),
    ("hand_total", {"hand": [7], "wait": [7]}, "unknown field 'wait'; did you mean waiting"),
    ("hand_total", {"hand": [7], "ended_by": "time"}, "ended_by must be j, high or low, not 'time'"),
    ("hand_total", {"hand": [7], "j_value": 100}, r"j_value must be a whole number 0\.\.99, not 100"),
    ("best", {"hands": [[1]]}, "hands must be those of 2 to 10 players, not 1"),
    ("best", {"hands": [[1], [2]], "waiting": [[3]]}, "waiting must be a list of 2"),
    ("best", {"hands": [[1], [2]], "pressed": 2}, r"pressed must be a whole number 0\.\.1, not 2"),
    ("worst", [], "must be an object with hands"),
    ("jogo_winner", {"points": [1, "x"], "vantagens": [0, 0]}, "points must be whole numbers or fractions"),
    ("jogo_winner", {"points": [1, "1/0"], "vantagens": [0, 0]}, "points must be whole numbers or fractions"),
    ("jogo_winner", {"points": [1, 2], "vantagens": [0]}, "vantagens must be a list of 2"),
    ("jogo_winner", {"points": [1, 2], "vantagens": [0, 0], "left": []}, "left must name at least one player"),
    ("official", {"points": [1, 2, 3], "vantagens": [0, 0, 0], "allies": [[0, 1], [1, 2]]}, r"player 1 has 2 allies: one at most \(I22\), or tied moral"),
    ("official", {"points": [3, 3, 1], "vantagens": [1, 0, 0], "allies": [[0, 2], [1, 2]]}, "player 2 has 2 allies"),
    ("official", {"points": [1, 2, 3], "vantagens": [0, 0, 0], "allies": [[1, 1]]}, "nobody is the own ally"),
    ("exits", {"hand": [7], "batch": [8]}, r"batch must be cards of the hand"),
    ("resting", {"hand": [7], "debt": -1}, "debt must be a whole number"),
    ("error", 7, "must be an object"),
]


@pytest.mark.parametrize("side", [0, 1], ids=["rules", "reference"])
@pytest.mark.parametrize(("kind", "case", "sentence"), BAD, ids=[f"{kind}-{i}" for i, (kind, *_) in enumerate(BAD)])
def test_unreadable_case(kind, case, sentence, side):
    with pytest.raises(InputError, match=sentence) as caught:
        JUDGES[kind][side](case)
    assert "\n" not in str(caught.value)
