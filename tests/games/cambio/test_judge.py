"""The judge: both sides agree, the reasons, and what is no case at all (the known cases: ../test_cases.py)."""

from __future__ import annotations

import re

import pytest

from sim.core.errors import InputError
from sim.games.cambio import GAME
from sim.games.cambio.judge import JUDGES


@pytest.mark.parametrize(
    ("kind", "case", "reason"),
    [
        ("winners", {"points": [5, 5, 9], "caller": 0}, "C21: the caller is among those tied"),
        ("winners", {"points": [5, 5, 9], "caller": 2}, "C21: all who tie"),
        ("winners", {"points": [5, 4, 9], "caller": None}, "C21: the fewest points"),
        ("snap_matches", {"discard": "5C", "card": "5H"}, "C13: equal ranks"),
        ("snap_matches", {"discard": "JC", "card": "QH", "snap_match": "points"}, "C13: equal points"),
        ("effect", {"card": "7S"}, "C7: 7S has an effect"),
        ("effect", {"card": "KH"}, "C7: KH has no effect"),
    ],
)
def test_reasons(kind, case, reason):
    answers = {judge(case) if not isinstance(judge(case), list) else tuple(judge(case)) for judge in JUDGES[kind]}
    assert len(answers) == 1
    assert GAME.judge_reason(kind, case, JUDGES[kind][0](case)).startswith(reason)


@pytest.mark.parametrize("side", [0, 1], ids=["rules", "reference"])
@pytest.mark.parametrize(
    ("kind", "case", "words"),
    [
        ("hand_points", ["KS"], "a case's input must be an object with cards"),
        ("hand_points", {"card": ["KS"]}, "the field 'cards' is missing"),
        ("hand_points", {"cards": "KS"}, "cards must be a list of at most 16 cards"),
        ("hand_points", {"cards": [5]}, "a card must be a text such as '10H', not 5"),
        ("hand_points", {"cards": ["KX"]}, "'KX' is no card"),
        ("hand_points", {"cards": ["KS", "KS", "KS"]}, "card KS stands there 3 times"),
        ("pack", {"jokers": 3}, "rule jokers=3 is not allowed; allowed: 2 | 4 | 6"),
        ("winners", {"points": [1], "caller": 0}, "points must be a list of 2 to 8 numbers"),
        ("winners", {"points": [1, 2], "caller": 2}, "caller must be a whole number 0..1, not 2"),
        ("winners", {"points": [1, True], "caller": 0}, "points must be a whole number"),
        ("snap_matches", {"discard": "5C", "card": "5H", "snap_match": "suit"}, "snap_match must be rank or points, not 'suit'"),
        ("snap_matches", {"discard": "5C", "cards": "5H"}, "the field 'card' is missing"),
        ("effect", {"card": None}, "a card must be a text"),
        ("effect", {"card": "7S", "suit": "S"}, "unknown field 'suit'"),
    ],
)
def test_no_case_at_all(kind, case, words, side):
    with pytest.raises(InputError, match=re.escape(words)):
        JUDGES[kind][side](case)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"players": 1}, "players must be a whole number 2..8, not 1"),
        ({"players": 9}, "players must be a whole number 2..8, not 9"),
        ({"jokers": 3}, "rule jokers=3"),
        ({"fading": 2}, "rule fading=2 is not allowed; allowed: 0..1 | perfect"),
        ({"fading": "0;0.1"}, "rule fading=0;0.1 has 2 values; allowed: one, or one for each of 4 seats"),
        ({"fading": "nan"}, "rule fading=nan"),
        ({"speed": "0"}, "rule speed=0 is not allowed; allowed: 0.001..1000"),
        ({"speed": "1;1;1;1;1"}, "rule speed=1;1;1;1;1 has 5 values"),
        ({"max_turns": 0}, "rule max_turns=0 is not allowed; allowed: 1..100000"),
        ({"snap_match": "suit"}, "rule snap_match=suit is not allowed; allowed: rank | points"),
        ({"own_wrong": "keep"}, "rule own_wrong=keep is not allowed; allowed: abandon2 | return1 | return2"),
        ({"caller_locked": "maybe"}, "rule caller_locked=maybe is not allowed; allowed: true | false"),
        ({"joker": 4}, "unknown rule of Câmbio 'joker'; did you mean jokers"),
    ],
)
def test_options_that_are_refused_by_both(options, words):
    said = JUDGES["error"][0](options)
    assert words in said
    assert JUDGES["error"][1](options) == said


@pytest.mark.parametrize(
    "options", [{}, {"jokers": 2, "players": 8}, {"fading": "perfect"}, {"fading": "0;1;0.5;perfect"}, {"speed": "1;2;3;4"}, {"snap_chain": True}]
)
def test_options_that_are_accepted_by_both(options):
    assert [judge(options) for judge in JUDGES["error"]] == [None, None]
