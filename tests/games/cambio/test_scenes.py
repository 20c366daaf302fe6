"""Every scene of the project's rule book as a scripted game, played by kernel and reference to the same end.

Seats A B C D are 0..3, A begins. A hand is written by position: 0 and 1 are looked at before play. Source: the scenes
S01 to S32 that come with the rules.
"""

from __future__ import annotations

from sim.games.cambio.decisions import CALL, DRAW, EXCHANGE, SNAP, USE
from sim.games.cambio.strategist import own_pair, place_of
from tests.games.cambio.tables import A, B, C, D, refused, scene

PLAY, TOP = 16, 1
HANDS = ["9S JC 4D 6H", "2C 3C 8C QC", "AS AH 5C 10D", "KH KD 7S QH"]  # no two fives, no card twice but in copies
TWO = HANDS[:2]


def at(seat, position):
    """A place."""
    return place_of(seat, position)


def test_S01_C3_each_knows_the_own_front_cards():
    found = scene(HANDS, "6S", 1, {})
    for seat in (A, B, C, D):
        own = HANDS[seat].split()
        assert found.knows(seat) == {(seat, 0): own[0], (seat, 1): own[1]}


def test_S02_C4_the_empty_discard_pile_cannot_be_taken():
    found = scene(TWO, "6S", 1, {A: {"draw": [TOP]}})
    assert found.only("draw") and not found.only("take")
    assert found.record["views"][A]["notes"][0][3] == 0  # the question was never put


def test_S03_C9_C20_a_call_on_the_first_turn_leaves_one_turn_each():
    found = scene(HANDS, "6S 4S 3S", 400, {A: {"call": [1]}})
    assert [event["seat"] for event in found.only("turn")] == [A, B, C, D]
    assert found.events[-1]["outcome"] == "called"


def test_S04_C7_a_seven_looks_at_an_own_card():
    found = scene(["JC 4D 9S 6H", *HANDS[1:]], "7S", 1, {A: {"use": [PLAY], "peek_own": [2]}})
    assert found.pile == ["7S"] and len(found.cards(A)) == 4
    assert found.knows(A)[A, 2] == "9S"
    assert all((A, 2) not in found.knows(seat) for seat in (B, C, D))


def test_S05_C7_C10_a_seven_swapped_in_has_no_effect():
    found = scene(HANDS, "7D", 1, {A: {"use": [0]}})
    assert found.pile == ["9S"] and not found.only("look")
    assert found.knows(A)[A, 0] == "7D" and (A, 0) not in found.knows(B)


def test_S06_C7_a_nine_may_be_discarded_without_effect():
    found = scene(HANDS, "9D", 1, {})
    assert found.pile == ["9D"] and found.only("discard") and not found.only("look")


def test_S07_C8_C10_the_top_is_swapped_in_and_all_know_it():
    hands = ["2C 3C 8C QC", "9S JC KD 6H", *HANDS[2:]]
    found = scene(["9S JC JD 6H", *hands[:1], *HANDS[2:]], "3S 4S 4H 5D", 5, {D: {"use": [None]}, A: {"draw": [TOP], "use": [None, 2]}})
    assert found.only("take")[0]["card"] == "5D"
    assert found.pile[-1] == "JD" and not found.only("exchange")
    assert all(found.knows(seat)[A, 2] == "5D" for seat in (A, B, C, D))


def test_S08_C8_the_top_cannot_be_put_back():
    seat, decision, reason = refused(TWO, "3S 4S", 3, {A: {"draw": [TOP], "use": [None, 17]}})
    assert (seat, decision) == (A, USE) and "C8" in reason


def test_S09_C7_C23_a_queen_exchanges_and_knowledge_goes_along():
    found = scene(["9S 10C 4D 6H", *HANDS[1:]], "QS", 1, {A: {"use": [PLAY], "exchange": [own_pair(1, at(B, 3))]}})
    assert found.cards(A)[1] == "QC" and found.cards(B)[3] == "10C"
    assert found.knows(A)[B, 3] == "10C" and (A, 1) not in found.knows(A)
    assert (B, 3) not in found.knows(B)


def test_S10_C23_who_knew_the_card_knows_where_it_went():
    hands = ["9S 10C 4D 6H", "3C 2C 8C QC", *HANDS[2:]]
    found = scene(hands, "QS", 1, {A: {"use": [PLAY], "exchange": [own_pair(1, at(B, 1))]}})
    assert found.knows(B)[A, 1] == "2C" and (B, 1) not in found.knows(B)


def test_S11_C7_one_of_the_exchanged_cards_is_ones_own():
    pair = 128 * 5 + at(C, 0)  # an own position that is none: there is no way to write two cards of others
    seat, decision, reason = refused(HANDS, "JS", 1, {A: {"use": [PLAY], "exchange": [pair]}})
    assert (seat, decision) == (A, EXCHANGE) and "own position" in reason
    assert refused(HANDS, "JS", 1, {A: {"use": [PLAY], "exchange": [own_pair(0, at(A, 1))]}})[1] == EXCHANGE


KING = {"use": [PLAY], "king": [own_pair(2, at(C, 2))]}
KING_HANDS = ["JC 4D 9S 6H", "3C 2D 8C QC", "AS AH 2C 10D", "KH KD 7S QH"]


def test_S12_C7_a_black_king_looks_and_declines():
    found = scene(KING_HANDS, "KS", 1, {A: {**KING, "king": [*KING["king"], 0]}})
    assert found.cards(A)[2] == "9S" and found.cards(C)[2] == "2C"
    assert found.knows(A)[A, 2] == "9S" and found.knows(A)[C, 2] == "2C"
    assert found.only("leave")


def test_S13_C7_C23_a_black_king_exchanges():
    script = {A: {**KING, "king": [*KING["king"], 1]}}
    found = scene(KING_HANDS, "KS", 1, script)
    assert found.cards(A)[2] == "2C" and found.cards(C)[2] == "9S"
    assert found.knows(A)[A, 2] == "2C" and found.knows(A)[C, 2] == "9S"
    assert (C, 2) not in found.knows(C) and (A, 2) not in found.knows(C)
    script[A]["king"][0] = own_pair(2, at(C, 1))  # a card that C has looked at
    assert scene(KING_HANDS, "KS", 1, script).knows(C)[A, 2] == "AH"


def test_S14_C7_a_red_king_has_no_effect():
    found = scene(HANDS, "KD", 1, {})
    assert found.pile == ["KD"]
    assert refused(HANDS, "KD", 1, {A: {"use": [PLAY]}})[:2] == (A, USE)


def test_S15_C13_C5_an_own_card_thrown_leaves_its_place_empty():
    found = scene(["9S JC 5D 6H", *HANDS[1:]], "4S 5S", 2, {A: {"snap": [None, at(A, 2)]}})
    assert sorted(found.cards(A)) == [0, 1, 3] and found.pile == ["4S", "5S", "5D"]
    assert found.record["right"][A] == 1


def test_S16_C14_the_second_right_card_is_taken_back_and_seen():
    tries = {A: {"snap": [None, at(A, 2)]}, C: {"snap": [None, at(C, 2)]}}
    found = scene(["9S JC 5D 6H", *HANDS[1:]], "4S 5S", 2, tries, speed="1000;1;0.001;1")
    assert sorted(found.cards(A)) == [0, 1, 3] and found.cards(C)[2] == "5C"
    assert all(found.knows(seat)[C, 2] == "5C" for seat in (A, B, C, D))
    assert found.record["wrong"].sum() == 0 and found.only("late")[0]["seat"] == C


def test_S17_C16_a_wrong_own_card_is_gone_and_two_are_drawn():
    found = scene(["9S 8H 4D 6H", *HANDS[1:]], "4S 5S 3D JS", 2, {A: {"snap": [None, at(A, 1)]}})
    assert found.pile == ["4S", "8H", "5S"]
    assert found.cards(A) == {0: "9S", 2: "4D", 3: "6H", 4: "3D", 5: "JS"}
    assert all((A, p) not in found.knows(seat) for p in (4, 5) for seat in (A, B, C, D))


def test_S18_C17_anothers_wrong_card_goes_back_and_is_seen():
    found = scene(["9S JC 4D 6H", "2C 3C QC 8C", *HANDS[2:]], "5S 3D", 1, {A: {"snap": [at(B, 2)]}})
    assert found.cards(B)[2] == "QC" and all(found.knows(seat)[B, 2] == "QC" for seat in (A, B, C, D))
    assert found.cards(A)[4] == "3D" and (A, 4) not in found.knows(A) and len(found.cards(A)) == 5


def test_S19_C13_another_card_thrown_and_one_given():
    hands = ["9S 10C 4D 6H", "2C 3C 8C QC", "AS AH 5C JD", "5D KD 7S QH"]
    found = scene(hands, "4S 5S", 2, {A: {"snap": [None, at(D, 0)], "give": [1]}})
    assert found.cards(D) == {0: "10C", 1: "KD", 2: "7S", 3: "QH"} and sorted(found.cards(A)) == [0, 2, 3]
    assert found.knows(A)[D, 0] == "10C" and (D, 0) not in found.knows(D)


def test_S20_C13_C22_the_last_card_given_away():
    hands = ["5S 5H 5D 6H", "2C 3C 8C QC", "AS AH 4C 10D", "5C KD 7S QH"]
    own = {A: {"snap": [at(A, 0), at(A, 1), at(A, 2), at(D, 0)]}}
    found = scene(hands, "5S 5H 5D 5C", 4, own)
    assert found.cards(A) == {} and found.record["points"][A] == 0
    assert found.cards(D)[0] == "6H"


def test_S21_C13_who_has_no_card_throws_nothing():
    hands = ["5S 5H 5D 6H", "2C 3C 8C QC", "AS AH 4C 10D", "5C KD 7S QH"]
    own = {A: {"snap": [at(A, 0), at(A, 1), at(A, 2), at(D, 0), at(D, 1)]}}
    found = scene(hands, "5S 5H 5D 5C KH", 5, own)
    assert found.cards(D)[1] == "KD" and found.record["right"][A] == 4
    assert found.record["views"][A]["notes"][0][20] == 4  # not asked again


def test_S22_C14_the_discarder_comes_first():
    hands = ["9S 6C 4D 8H", "2C 3C 6H QC"]
    tries = {A: {"snap": [at(A, 1)]}, B: {"snap": [at(B, 2)]}}
    found = scene(hands, "6D", 1, tries, speed="0.001;1000")
    assert sorted(found.cards(A)) == [0, 2, 3] and found.cards(B)[2] == "6H"
    late = scene(hands, "6D", 1, tries, speed="0.001;1000", discarder_first="false")
    assert late.cards(A)[1] == "6C" and 2 not in late.cards(B)


def test_S23_C13_the_replaced_card_may_be_thrown_upon():
    found = scene(["6S 6C 4D 8H", *HANDS[1:]], "2D", 1, {A: {"use": [1], "snap": [at(A, 0)]}})
    assert found.cards(A) == {1: "2D", 2: "4D", 3: "8H"} and found.pile == ["6C", "6S"]


def test_S24_C15_one_snap_a_card_unless_chained():
    hands = ["9S 5H 4D 8H", "2C 3C 6H QC", "AS 5D 4C 10D", "KH KD 7S QH"]
    tries = {A: {"snap": [at(A, 1)]}, C: {"snap": [None, at(C, 1)]}}
    assert scene(hands, "5C 4S", 1, tries).cards(C)[1] == "5D"
    chained = scene(hands, "5C 4S", 1, tries, snap_chain="true")
    assert 1 not in chained.cards(C) and chained.pile == ["5C", "5H", "5D"]


def test_S25_C19_the_caller_is_fair_game_unless_locked():
    script = {A: {"call": [1]}, B: {"use": [PLAY], "exchange": [own_pair(0, at(A, 0))]}}
    assert scene(HANDS, "JS 4S 3S", 400, script).cards(A)[0] == "2C"
    seat, decision, _ = refused(HANDS, "JS", 400, script, caller_locked="true")
    assert (seat, decision) == (B, EXCHANGE)


def test_S26_C9_nobody_calls_after_a_call():
    found = scene(HANDS, "6S 4S 3S", 400, {A: {"call": [1]}, B: {"call": [1]}})
    assert [event["seat"] for event in found.only("call")] == [A]
    assert found.record["views"][B]["notes"][0][0] == 0  # the question was never put


def test_S27_C18_a_player_without_cards():
    hands = ["5S 5H 5D 5C", "2C 3C 8C QC"]
    own = {A: {"snap": [at(A, 0), at(A, 1), at(A, 2), at(A, 3)], "use": [None, None, PLAY], "draw": [None, TOP, TOP], "peek_other": [at(B, 2)]}}
    found = scene(hands, "5S 5H 5D 5C 9D", 5, own)
    assert found.cards(A) == {} and found.knows(A) == {(B, 2): "8C"}
    assert found.record["views"][A]["notes"][0][3] == 1  # asked where to draw only while there was a card to swap
    for card in ("7D", "8D", "JD", "QD", "KC"):
        nothing = scene(hands, f"5S 5H 5D 5C {card}", 5, own)
        assert nothing.pile[-1] == card and not nothing.only("look") and not nothing.only("exchange")
    assert refused(hands, "5S 5H 5D 5C 9D", 5, {A: {**own[A], "use": [None, None, 0]}})[:2] == (A, USE)


def test_S28_C12_the_stock_is_renewed_when_a_card_must_be_drawn():
    stock = "2S 2H 2D 3S 3H 3D 4S 4H 4C 6S 6C 6D 7H 7D 7C 8S 8H 8D 9H 9D 9C 10S 10C 10H JS JH JD QS QD KS"
    found = scene(TWO, stock, 31, {}, exact=True)
    assert len(stock.split()) == 30
    assert found.only("reshuffle") == [{"event": "reshuffle", "cards": 29}]
    assert found.pile[0] == "KS" and found.record["n_pile"] == 2  # the old top, and what A discarded then
    assert found.record["n_stock"] - found.record["next"] == 28
    before = scene(TWO, stock, 30, {}, exact=True)
    assert not before.only("reshuffle") and before.record["n_pile"] == 30


def test_S29_C12_without_a_call_the_game_is_cut_off():
    found = scene(TWO, "2S", 400, {})
    assert found.events[-1]["outcome"] == "cut_off" and found.events[-1]["winners"] == []
    assert found.record["turn"] == 400 and found.tallies[:, 2].sum() == 0


def test_S30_C16_return1_takes_the_card_back():
    found = scene(["9S 8H 4D 6H", *HANDS[1:]], "4S 5S 3D JS", 2, {A: {"snap": [None, at(A, 1)]}}, own_wrong="return1")
    assert found.cards(A) == {0: "9S", 1: "8H", 2: "4D", 3: "6H", 4: "3D"}
    assert all(found.knows(seat)[A, 1] == "8H" for seat in (A, B, C, D))


def test_S31_C8_a_top_that_came_from_a_snap_may_be_taken():
    found = scene(["9S JC 5D 6H", *HANDS[1:]], "4S 5S", 3, {A: {"snap": [None, at(A, 2)]}, C: {"draw": [TOP], "use": [3]}})
    assert found.only("take")[0]["card"] == "5D" and found.cards(C)[3] == "5D"


def test_S32_C24_everything_is_forgotten_before_the_first_turn():
    found = scene(HANDS, "6S", 1, {}, fading="1")
    assert found.knows(A) == {} and found.only("turn")[0]["forgotten"] == [(A, 0), (A, 1)]
    assert len(found.knows(B)) == 2


def test_decisions_named_here_exist():
    assert [int(d) for d in (CALL, DRAW, USE, EXCHANGE, SNAP)] == [0, 1, 2, 5, 7]
