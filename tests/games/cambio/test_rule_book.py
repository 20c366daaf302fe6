"""One test at least for each rule of sim/games/cambio/README.md; the scenes (test_scenes.py) show the same rules at work.

Every scripted game is played by kernel and reference to the same end. All of this also passes with NUMBA_DISABLE_JIT=1.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from sim.core import jit
from sim.core.errors import InputError
from sim.games.cambio import GAME, rules
from sim.games.cambio.cards import POINTS, card_name, parse_card
from sim.games.cambio.decisions import PEEK_OTHER, SNAP, USE
from sim.games.cambio.measures import CALLED, CUT_OFF, EXHAUSTED, LOST_TIE, RIGHT, WIN, WIN_EXHAUSTED, WIN_SHARE
from sim.games.cambio.reference.table import Table
from sim.games.cambio.strategist import own_pair, place_of
from tests.games.cambio import scripted
from tests.games.cambio.tables import N_GAMES, A, B, C, D, hostile_players, only, refused, scene, scripted_players

PLAY, DISCARD, TOP = 16, 17, 1
HANDS = ["9S JC 4D 6H", "2C 3C 8C QC", "AS AH 5C 10D", "KH KD 7S QH"]
TWO = HANDS[:2]
at = place_of


def test_C2_two_to_eight_players():
    for players in range(2, 9):
        assert GAME.rules(players).players == players
    for players in (1, 9):
        with pytest.raises(InputError, match=f"Câmbio is for 2 to 8 players, not {players}"):
            GAME.rules(players)


def test_C3_four_cards_each_and_a_look_at_two():
    found = scene(HANDS, "6S", 1, {})
    assert [list(found.cards(seat).values()) for seat in (A, B, C, D)] == [hand.split() for hand in HANDS]
    assert found.record["seen"][B, :5].tolist() == [2, 2, 0, 0, 0]


def test_C4_a_card_turned_up_may_be_taken_and_is_not_snapped():
    found = scene(TWO, "9H 4S", 2, {A: {"draw": [TOP], "use": [0]}}, open_discard="true")
    assert found.only("deal")[0]["turned"] == "9H" and found.only("take")[0]["card"] == "9H"
    asked = scene(TWO, "9H 4S", 1, {A: {"snap": [at(A, 0)]}}, open_discard="true")
    assert asked.pile[0] == "9H" and asked.pile[-1] == "4S" and asked.record["wrong"][A] == 1  # asked only once 4S lay there


def test_C4_the_first_player_is_drawn():
    first = Counter()
    table = hostile_players()
    for block in range(120):
        first[GAME.replay(GAME.rules(3, {"max_turns": 1}), table.policies(3), 5, block)["events"][0]["first"]] += 1
    assert set(first) == {0, 1, 2} and min(first.values()) > 20


def test_C5_positions_stay_and_new_ones_go_on_from_the_highest():
    script = {A: {"snap": [at(A, 0), at(A, 2), at(A, 1)]}}  # wrong: 4 and 5 open; right: 2 empties; wrong: 6 and 7 open
    found = scene(["9S JC 5D 6H", *HANDS[1:]], "4S 3D 3H 5S 8S 2D 2H", 3, script)
    assert sorted(found.cards(A)) == [3, 4, 5, 6, 7]
    assert found.record["opened"][A] == 8


def test_C6_points_by_the_rules():
    assert [int(rules.points_of(parse_card(card))) for card in ("JK", "KD", "AC", "7H", "QD", "KC")] == [0, -1, 1, 7, 10, 20]
    hand = np.array([parse_card(card) for card in ["KH", "KS", "9D", "JK"]] + [0] * 12, np.uint8)
    assert rules.hand_points(hand, np.uint64(0b1111)) == 28 and rules.hand_points(hand, np.uint64(0b0101)) == 8


def test_C7_what_may_be_done_with_a_drawn_card():
    occupied = np.uint64(0b1011)
    for card in range(56):
        if card in (1, 2, 3):
            continue
        mask = int(rules.legal_uses(card, occupied, False))
        has_effect = (card and card_name(card)[:-1] in ("7", "8", "9", "10", "J", "Q")) or card_name(card) in ("KS", "KC")
        assert mask == 0b1011 | 1 << DISCARD | (1 << PLAY if has_effect else 0)
    assert refused(TWO, "9D", 1, {A: {"use": [PLAY], "peek_other": [at(A, 2)]}})[:2] == (A, PEEK_OTHER)
    assert refused(TWO, "6S", 1, {A: {"use": [4]}})[:2] == (A, USE)


def test_C8_a_taken_card_can_only_be_swapped_in():
    assert int(rules.legal_uses(parse_card("7S"), np.uint64(0b0110), True)) == 0b0110


def test_C9_one_call_a_game():
    for seed in range(30):
        events = GAME.replay(GAME.rules(4), hostile_players(3).policies(4), seed, 0)["events"]
        assert len(only(events, "call")) <= 1


def test_C10_a_replaced_card_has_no_effect():
    for card in ("7C", "9C", "JD", "KS"):
        found = scene([f"{card} AS 4D 6H", *HANDS[1:2]], "2D", 1, {A: {"use": [0]}})
        assert found.pile == [card] and not found.only("look") and not found.only("exchange")


def test_C11_no_card_stays_in_the_hand():
    """What is drawn lies on the table or on the pile when the next turn begins: a card more or less nowhere."""
    found = scene(TWO, "2D 3D 4S 6D", 4, {A: {"use": [1, DISCARD]}})
    assert len(found.pile) == 4 and all(len(found.cards(seat)) == 4 for seat in (A, B))
    assert found.record["views"]["drawn"][:2].tolist() == [255, 255]


def test_C12_an_empty_stock_ends_the_game_by_a_draw_only():
    """Eight cards dealt, one in the stock: A discards it; B and then A find nothing to reshuffle."""
    found = scene(TWO, "2D", 400, {}, exact=True)
    assert found.events[-1]["outcome"] == "exhausted" and found.record["turn"] == 1  # B's turn does not count
    assert found.tallies[:, EXHAUSTED].tolist() == [1, 1] and found.tallies[:, CALLED].sum() == 0
    assert found.events[-1]["winners"] == [B] and found.tallies[:, WIN_EXHAUSTED].tolist() == [0, 1]
    on = scene(TWO, "2D", 400, {B: {"draw": [TOP], "use": [0]}}, exact=True)  # the top can still be taken; then A must draw
    assert on.record["turn"] == 2 and on.only("take")[0]["seat"] == B


def test_C12_exhausted_after_a_call_knows_no_tie_rule():
    hands = ["2S 2H 4D 6H", "2C 2D 4C 6C"]
    found = scene(hands, "", 400, {A: {"call": [1]}}, exact=True)
    assert found.events[-1]["outcome"] == "exhausted" and found.events[-1]["winners"] == [A, B]
    assert found.tallies[:, LOST_TIE].sum() == 0


def test_C12_an_unpaid_penalty_ends_nothing():
    found = scene(TWO, "2D", 400, {A: {"snap": [at(A, 0)]}, B: {"draw": [TOP], "use": [0]}}, exact=True)
    assert found.record["turn"] == 2 and found.only("take")
    assert found.cards(A) == {1: "JC", 2: "4D", 3: "6H", 4: "9S"}  # its own card came back from the renewed stock, the second never came


def test_C12_cut_off_is_no_called_game():
    found = scene(TWO, "2D", 7, {})
    assert found.tallies[:, CUT_OFF].tolist() == [1, 1] and found.tallies[:, [WIN, WIN_SHARE, CALLED]].sum() == 0
    last = scene(TWO, "2D", 7, {A: {"call": [None, None, 1]}})  # a call as turn 5 of 7; the 6th ends it
    assert last.events[-1]["outcome"] == "called" and last.record["turn"] == 6
    at_the_end = scene(TWO, "2D", 5, {A: {"call": [None, None, 1]}})  # and one as the last turn is in time
    assert at_the_end.events[-1]["outcome"] == "called" and at_the_end.record["turn"] == 6


def test_C13_what_matches():
    by_rank, by_points = (lambda a, b, way=way: rules.match_key(parse_card(a), way) == rules.match_key(parse_card(b), way) for way in (0, 1))
    assert by_rank("5C", "5H") and by_rank("KC", "KH") and by_rank("JK", "JK") and not by_rank("JC", "QH")
    assert (by_points("JC", "QH") and by_points("10S", "KS") is np.False_) or not by_points("KC", "KH")
    assert by_points("JC", "10H") and not by_points("KC", "KH") and by_points("KD", "KH")
    keys = {way: {rules.match_key(card, way) for card in [0, *range(4, 56)]} for way in (0, 1)}
    assert all(0 <= key < rules.N_KEYS for way in keys for key in keys[way])


def test_C13_by_points_a_queen_goes_on_a_jack():
    hands = ["9S QC 4D 6H", *HANDS[1:]]
    tries = {A: {"snap": [at(A, 1)]}}
    assert 1 not in scene(hands, "JS", 1, tries, snap_match="points").cards(A)
    assert scene(hands, "JS 3D 3S", 1, tries).record["wrong"][A] == 1


def test_C14_the_faster_is_first():
    """The discarder has no try: A against C at speeds that leave no doubt."""
    hands, tries = ["9S JC 5D 6H", *HANDS[1:]], {A: {"snap": [None, at(A, 2)]}, C: {"snap": [None, at(C, 2)]}}
    assert 2 not in scene(hands, "4S 5S", 2, tries, speed="1000;1;0.001;1").cards(A)
    assert 2 in scene(hands, "4S 5S", 2, tries, speed="0.001;1;1000;1").cards(A)


def test_C14_speed_decides_in_proportion():
    """Both throw at everything: with rates 3 and 1 the first seat is first in three races of four, by the kernel."""
    script = scripted.parameters({"snap": [at(A, 2), None]}), scripted.parameters({"snap": [at(A, 2), None], "give": [0]})
    rules_, n_games = GAME.rules(3, {"max_turns": 1, "speed": "3;1;1", "discarder_first": "false", "own_wrong": "return1"}), 20 if jit.DISABLED else 4_000
    rows = scripted_players((*script, scripted.parameters({}))).play(rules_, 8, 0, n_games)
    raced = (rows[:, A, RIGHT] + rows[:, B, RIGHT]) > 0
    share = rows[raced][:, A, RIGHT].mean()
    assert abs(share - 0.75) < 4 * (0.75 * 0.25 / raced.sum()) ** 0.5


def test_C14_wrong_tries_are_penalised_wherever_they_stand():
    tries = {A: {"snap": [None, at(A, 0)]}, B: {"snap": [None, at(B, 1)]}, C: {"snap": [None, at(C, 2)]}}
    found = scene(["9S JC 5D 6H", *HANDS[1:]], "4S 5S", 2, tries)
    assert found.record["wrong"][:4].tolist() == [1, 1, 0, 0] and found.record["right"][:4].tolist() == [0, 0, 1, 0]


def test_C14_a_try_whose_card_has_gone_is_void():
    tries = {A: {"snap": [None, at(C, 2)], "give": [0]}, B: {"snap": [None, at(C, 2)], "give": [0]}, C: {"snap": [None, at(C, 2)]}}
    found = scene(HANDS, "4S 5S", 2, tries)
    assert found.record["right"][:4].sum() == 1 and found.record["wrong"].sum() == 0
    assert len(found.only("void")) == 2
    given = {A: {"snap": [at(C, 2)], "give": [0]}, B: {"snap": [at(A, 0)]}}  # A, first as discarder, gives away what B reaches for
    away = scene(HANDS, "5S", 1, given)
    assert away.only("void")[0]["seat"] == B and away.cards(C)[2] == "9S"


def test_C15_all_may_try_again_on_a_snapped_card():
    hands = ["5H 5D 4D 8H", *HANDS[1:]]
    tries = {A: {"snap": [at(A, 0), at(A, 1)]}}
    assert sorted(scene(hands, "5S", 1, tries).cards(A)) == [1, 2, 3]
    assert sorted(scene(hands, "5S", 1, tries, snap_chain="true").cards(A)) == [2, 3]


@pytest.mark.parametrize(("own_wrong", "left"), [("abandon2", [0, 2, 3, 4, 5]), ("return1", [0, 1, 2, 3, 4]), ("return2", [0, 1, 2, 3, 4, 5])])
def test_C16_an_own_card_thrown_wrongly(own_wrong, left):
    found = scene(HANDS, "5S 3D 3S", 1, {A: {"snap": [at(A, 1)]}}, own_wrong=own_wrong)
    assert sorted(found.cards(A)) == left
    assert found.pile == (["JC", "5S"] if own_wrong == "abandon2" else ["5S"])


def test_C17_anothers_card_thrown_wrongly_costs_one_card():
    found = scene(HANDS, "5S 3D", 1, {A: {"snap": [at(D, 3)]}})
    assert found.cards(D)[3] == "QH" and all(found.knows(seat)[D, 3] == "QH" for seat in (A, B, C, D))
    assert sorted(found.cards(A)) == [0, 1, 2, 3, 4] and (A, 4) not in found.knows(A)


def test_C18_an_effect_comes_before_the_snaps():
    """A plays a queen that takes B's queen away before B can throw it."""
    script = {A: {"use": [PLAY], "exchange": [own_pair(0, at(B, 3))], "snap": [at(A, 0)]}}
    found = scene(HANDS, "QS", 1, script)
    assert found.pile == ["QS", "QC"] and 0 not in found.cards(A) and found.cards(B)[3] == "9S"


def test_C18_sixteen_positions_at_most():
    """Six wrong throws open positions up to 15; the seventh card comes back, seen by all, and nothing is drawn."""
    tries = {A: {"snap": [at(A, 0), at(A, 1), at(A, 2), at(A, 3), at(A, 4), at(A, 5), at(A, 6)]}}
    stock = "5S 2D 2H 5H 2S 3D 6S 3H 3S 6D 4H 4S 7D 7H 7C 8S 8H 8D 9H 9D"
    found = scene(["9S JC 4C 10H", *HANDS[1:2]], stock, 14, tries)
    assert found.record["opened"][A] == 16
    last = found.only("wrong")[-1]
    assert last["returned"] and found.cards(A)[6] == last["card"] and found.knows(B)[A, 6] == last["card"]


def test_C18_a_card_stays_away_when_only_the_stock_cannot_pay():
    found = scene(TWO, "2D", 1, {A: {"snap": [at(A, 0)]}}, exact=True)
    assert 0 not in found.cards(A) and found.only("wrong")[0]["returned"] is False


def test_C19_a_locked_caller_is_left_alone():
    script = {A: {"call": [1], "snap": [at(A, 0)]}, B: {"use": [PLAY]}}
    look = {**script, B: {"use": [PLAY], "peek_other": [at(A, 2)]}}
    assert scene(HANDS, "9D 4S 3S", 400, look).knows(B)[A, 2] == "4D"
    assert refused(HANDS, "9D 4S 3S", 400, look, caller_locked="true")[:2] == (B, PEEK_OTHER)
    throw = {**script, B: {"snap": [at(A, 0)], "give": [3]}}
    assert scene(HANDS, "9D 4S 3S", 400, throw).cards(A)[0] in ("QC", "9S")
    assert refused(HANDS, "9D 4S 3S", 400, throw, caller_locked="true")[:2] == (B, SNAP)
    free = scene(HANDS, "9D 4S 3S", 400, script)
    assert free.record["right"][A] == 1  # the caller snaps
    assert scene(HANDS, "9D 4S 3S", 400, {**script, B: {}}, caller_locked="true").record["right"][A] == 0
    alone = scene(TWO, "9D", 400, {A: {"call": [1]}, B: {"use": [PLAY]}}, caller_locked="true")
    assert not alone.only("look")  # the only other player is locked: nothing happens


def test_C20_everybody_else_has_one_more_turn():
    for seed in range(20):
        events = GAME.replay(GAME.rules(5), hostile_players(3).policies(5), seed, 0)["events"]
        turns = [event["seat"] for event in only(events, "turn")]
        if events[-1]["outcome"] == "called":
            caller = events[-1]["caller"]
            assert turns[-5:] == [(caller + i) % 5 for i in range(5)]


@pytest.mark.parametrize(
    ("points", "caller", "winners"),
    [([5, 5, 9, 7], 0, [1]), ([6, 4, 4, 9], 0, [1, 2]), ([3, 4, 5, 6], 0, [0]), ([4, 4, 6], -1, [0, 1]), ([4, 4, 4], 1, [0, 2]), ([-4, 80], 0, [0])],
)
def test_C21_fewest_points_win_and_a_tied_caller_loses(points, caller, winners):
    mask = int(rules.winner_mask(np.array(points), len(points), caller))
    assert [seat for seat in range(len(points)) if mask >> seat & 1] == winners


def test_C21_win_and_win_share():
    found = scene(["2S 2H 4D 6H", "2C 2D 4C 6C"], "9D", 400, {A: {"call": [1]}})
    assert found.tallies[:, WIN].tolist() == [0, 1] and found.tallies[:, WIN_SHARE].tolist() == [0, 840]
    assert found.tallies[:, LOST_TIE].tolist() == [1, 0]


def test_C22_two_red_kings_beat_no_cards():
    assert int(rules.winner_mask(np.array([0, -2]), 2, 1)) == 0b10
    assert rules.hand_points(np.zeros(16, np.uint8), np.uint64(0)) == 0 and POINTS[parse_card("KH")] == -1


def test_C23_nothing_known_is_wrong():
    """Knowledge is sound: what a View says lies somewhere lies there, at every question of hostile games."""
    checked = Counter()

    def look(table, seat):
        for owner in table.seats:
            for position in range(16):
                known = seat.fields["cards"][16 * owner.number + position]
                if known != 255:
                    assert owner.cards[position].code == known
                    checked["known"] += 1
                elif position in owner.cards:
                    assert not seat.fields["known"][owner.number] >> position & 1
                    checked["unknown"] += 1

    show = Table.show
    Table.show = lambda self, seat: (show(self, seat), look(self, seat))[0]
    try:
        for seed in range(8):
            GAME.replay(GAME.rules(4, {"fading": "0.1", "max_turns": "40"}), hostile_players(seed % 4).policies(4), seed, 0)
    finally:
        Table.show = show
    assert checked["known"] > 1000 and checked["unknown"] > 1000


def test_C24_fading_by_seat():
    """Seat 1 forgets everything before its own turn, seat 0 nothing."""
    found = scene(TWO, "6S 6D", 2, {}, fading="0;1")
    assert sorted(found.knows(A)) == [(A, 0), (A, 1)] and found.knows(B) == {}
    assert found.record["seen"][B, 0] == 2  # that B once saw it stays known to all


def test_C24_public_cards_fade_too():
    script = {A: {"use": [0]}, B: {"draw": [TOP], "use": [2]}}
    found = scene(TWO, "6S 3S", 2, script)
    assert found.knows(A)[B, 2] == "9S" and found.knows(B)[B, 2] == "9S"
    forgot = scene(TWO, "6S 3S", 3, script, fading="1")
    assert (B, 2) not in forgot.knows(A) and (B, 2) in forgot.knows(B)


def test_kernel_games_hold_together():
    """Every called game has a caller and a winner; shares add up to one game."""
    rows = hostile_players(3).play(GAME.rules(4), 9, 0, N_GAMES)
    called = rows[:, 0, CALLED] == 1
    assert (rows[called][:, :, WIN_SHARE].sum(axis=1) == 840).all() and (rows[~called][:, :, WIN].sum() == 0)
