"""The judge: both sides agree, the reasons, and what is no case at all (the known cases: ../test_cases.py)."""

from __future__ import annotations

import numpy as np
import pytest

from sim.core.errors import InputError
from sim.games.wizard import GAME
from sim.games.wizard.cards import PACK, card_name
from sim.games.wizard.judge import JUDGES


@pytest.mark.parametrize(
    ("kind", "case", "reason"),
    [
        ("trick_winner", {"plays": ["R1", "W", "W"], "trump": "R"}, "W16: the first wizard"),
        ("trick_winner", {"plays": ["J", "J"], "trump": "R"}, "W16: nothing but jesters"),
        ("trick_winner", {"plays": ["B13", "R1"], "trump": "R"}, "W16: the highest trump"),
        ("trick_winner", {"plays": ["B13", "Y1"], "trump": "R"}, "W14 W16: the highest card of the suit"),
        ("legal_plays", {"played": ["R4"], "hand": ["B1"]}, "W15: red is to be followed"),
        ("legal_plays", {"played": ["W", "R4"], "hand": ["B1"]}, "W14 W15: a wizard came first"),
        ("legal_plays", {"played": ["J"], "hand": ["B1"]}, "W14 W15: nothing is to be followed yet"),
        ("legal_bids", {"players": 3, "round": 2, "bids": [1, 0], "plus_one": True}, "W8: the bids may not add up to 2"),
        ("legal_bids", {"players": 3, "round": 2, "bids": [2, 1], "plus_one": True}, "W6: 0 to 2"),
        ("score", {"bid": 2, "won": 4}, "W18: missed by 2"),
    ],
)
def test_reasons(kind, case, reason):
    assert GAME.judge_reason(kind, case, both(kind, case)).startswith(reason)


def both(kind, case):
    by_rules, by_reference = (judge(case) for judge in JUDGES[kind])
    assert by_rules == by_reference
    return by_rules


def test_both_sides_agree_on_random_tricks_and_hands():
    dice = np.random.default_rng(4)
    names = [card_name(card) for card in PACK]
    for _ in range(3000):
        cards = [names[i] for i in dice.permutation(60)[: dice.integers(7, 27)]]
        n_played = int(dice.integers(0, 6))
        both("legal_plays", {"played": cards[:n_played], "hand": cards[n_played:][:20]})
        both("trick_winner", {"plays": cards[: n_played + 1], "trump": "BGRYN"[dice.integers(5)].replace("N", "NT")})


def test_both_sides_agree_on_all_sheets_and_biddings():
    for bid in range(21):
        for won in range(21):
            both("score", {"bid": bid, "won": won})
    for players in (3, 4, 5, 6):
        both("rounds", {"players": players})
        for k in (1, 2, 60 // players):
            for last in range(k + 1):
                for before in ([], [0] * (players - 2), [k] * (players - 2)):
                    for plus_one in (False, True):
                        both("legal_bids", {"players": players, "round": k, "bids": [*before, last], "plus_one": plus_one})


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"players": 3}, None),
        ({"players": 5, "bids": "hidden", "forehead": True, "first_dealer": 4}, None),
        ({}, None),
        ({"players": "four"}, "players"),
        ({"players": True}, "players"),
        ({"players": 4.5}, "players"),
        ({"players": 4, "bid": "open"}, "bid"),
        ({"bids": "loud"}, "bids"),
        ({"players": 3, "first_dealer": 3}, "first_dealer"),
        ({"plus_one": "maybe"}, "plus_one"),
        ({"plus_one": "yes", "bids": "hidden"}, "plus_one"),
        ({"wizard_turned": ""}, "wizard_turned"),
    ],
)
def test_rules_that_no_table_can_play(options, named):
    message = both("error", options)
    assert (message is None) if named is None else named in message


BAD = [
    ("trick_winner", {"plays": ["R5", "R14"], "trump": "G"}, "'R14' is no Wizard card; cards are B1"),
    ("trick_winner", {"plays": ["R5", "R5"], "trump": "G"}, "card R5 stands there too often; the pack holds it once"),
    ("trick_winner", {"plays": ["W"] * 5, "trump": "G"}, "card W stands there too often"),
    ("trick_winner", {"plays": [], "trump": "G"}, "plays must be 1 to 6 cards, not 0"),
    ("trick_winner", {"plays": ["R1", "R2", "R3", "R4", "R5", "R6", "R7"], "trump": "G"}, "plays must be 1 to 6 cards, not 7"),
    ("trick_winner", {"plays": ["R5"], "trump": "X"}, "'X' is no trump; allowed: B, G, R, Y or NT"),
    ("trick_winner", {"plays": ["R5"], "trump": 2}, "trump must be B, G, R, Y or NT, not 2"),
    ("trick_winner", {"plays": ["R5"]}, "field 'trump' is missing; needed: plays, trump"),
    ("trick_winner", {"plays": "R5", "trump": "G"}, "plays must be a list, not 'R5'"),
    ("trick_winner", {"plays": [5], "trump": "G"}, "a card must be a text such as 'R13', not 5"),
    ("trick_winner", {"plays": ["R5"], "trumps": "G", "trump": "G"}, "unknown field 'trumps'; did you mean trump"),
    ("trick_winner", ["R5"], "must be an object with plays, trump"),
    ("legal_plays", {"played": ["R5"], "hand": ["R5"]}, "card R5 stands there too often"),
    ("legal_plays", {"played": ["R1", "R2", "R3", "R4", "R5", "R6"], "hand": ["B5"]}, "played must be at most 5 cards"),
    ("legal_plays", {"played": [], "hand": []}, "hand must be 1 to 20 cards, not 0"),
    ("legal_bids", {"players": 7, "round": 1, "bids": []}, r"players must be a whole number 3\.\.6, not 7"),
    ("legal_bids", {"players": 6, "round": 11, "bids": []}, r"round must be a whole number 1\.\.10, not 11"),
    ("legal_bids", {"players": 3, "round": 2, "bids": [3]}, r"a bid must be a whole number 0\.\.2, not 3"),
    ("legal_bids", {"players": 3, "round": 2, "bids": [0, 0, 0]}, "bids must be at most 2 before one's own"),
    ("legal_bids", {"players": 3, "round": 2, "bids": [], "plus_one": 1}, "plus_one must be true or false, not 1"),
    ("score", {"bid": "2", "won": 2}, r"bid must be a whole number 0\.\.20, not '2'"),
    ("score", {"bid": 2, "won": -1}, r"won must be a whole number 0\.\.20, not -1"),
    ("score", {"bid": True, "won": 1}, "bid must be a whole number"),
    ("score", {"won": 1}, "field 'bid' is missing"),
    ("winners", {"totals": []}, "totals must be those of 1 to 6 players, not 0"),
    ("winners", {"totals": [1.5]}, "a total must be a whole number"),
    ("winners", {"totals": [10**9]}, "a total must be a whole number"),
    ("rounds", {"players": 2}, r"players must be a whole number 3\.\.6, not 2"),
    ("error", 7, "must be an object"),
]


@pytest.mark.parametrize("side", [0, 1], ids=["rules", "reference"])
@pytest.mark.parametrize(("kind", "case", "sentence"), BAD, ids=[f"{kind}-{i}" for i, (kind, *_) in enumerate(BAD)])
def test_unreadable_case(kind, case, sentence, side):
    with pytest.raises(InputError, match=sentence) as caught:
        JUDGES[kind][side](case)
    assert "\n" not in str(caught.value)
