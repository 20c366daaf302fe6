"""One test at least for each rule of sim/games/intervencao/README.md, and one for each scene N01 to N24.

Scenes play in kernel and reference at once (scenes.py). The stated rules come from the source (S and a line), the
others are assumptions of this project. All of this also passes with NUMBA_DISABLE_JIT=1.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from sim.core import jit
from sim.core.errors import InputError
from sim.core.rng import Stream
from sim.games.intervencao import GAME, measures, rules
from sim.games.intervencao.cards import J, cards_in, pack_of, parse_cards
from sim.games.intervencao.decisions import ALLY, EXPEL, INTERVENE, LAWFUL, NOBODY, PASS, POINT_UNITS, REST, SEAT_STEP, UNLAWFUL
from sim.games.intervencao.reference.laws import waiting_time
from tests.games.intervencao import hostile
from tests.games.intervencao.scenes import Refused, Scene
from tests.games.intervencao.tables import MATCHES, hostile_players, only, seated, table

FOUR = ["J 2 3", "1 1 5", "4 5 6", "8 9 9"]
SIX = [*FOUR, "2 2 7", "3 6 10"]


def replays(players, options, functions=hostile.WILD, n_games=30, seed=5):
    """Events of games of hashing players, by the reference."""
    rules_of = table(players, options)
    policies = seated(hostile_players(functions), rules_of).policies(players)
    for block in range(4 if jit.DISABLED else n_games):
        yield GAME.replay(rules_of, policies, seed, block)["events"]


# Jogo and partida ----------------------------------------------------------------------------------------------------


def test_I1_points_are_kept_over_the_rounds():
    scene = Scene([*FOUR[:1], "1 1 5", "4 5 6", "8 9 10", "2 2 7"], points=[0, -1, 1, 0, 0], unit="match")
    scene.intervenes(0).counts()
    assert [int(p) // POINT_UNITS for p in scene.game["points"][:5]] == [1, -1, 1, -1, 0]
    assert GAME.rules().options["unit"] == "round"


def test_I2_four_to_ten_players():
    assert GAME.rules().players == 6
    for players in (3, 11):
        with pytest.raises(InputError, match="4 to 10 players, not"):
            GAME.rules(players)
    for events in replays(7, {"unit": "match"}, hostile.LASTING):
        assert len(only(events, "jogo")) == 1


def test_I3_three_cards_each_and_one_j():
    for events in replays(6, {}):
        hands = only(events, "deal")[0]["hands"]
        assert [len(hand) for hand in hands] == [3] * 6
        dealt = sorted(card for hand in hands for card in hand)
        assert dealt.count("J") == 1 and all(dealt.count(str(rank)) <= 4 for rank in range(1, 11))
    assert len(cards_in(pack_of(10))) == 40


def test_I3_too_few_ranks_for_the_players():
    assert GAME.rules(7, {"ranks": 5}).values["ranks"] == 5  # 21 cards
    with pytest.raises(InputError, match=r"ranks=4 has too few cards for 6 players; allowed: 5\.\.15"):
        GAME.rules(6, {"ranks": 4})


def test_I4_the_interventor_is_secret_until_revealed():
    scene = Scene(FOUR)
    scene.rests(1)
    assert scene.view(1)["interventor"] == NOBODY
    scene.reveals(0).rests(1)
    assert scene.view(1)["interventor"] == 0
    with pytest.raises(Refused):
        scene.reveals(1)
    with pytest.raises(Refused):
        scene.reveals(0)  # there is nothing left to reveal


# Acts ----------------------------------------------------------------------------------------------------------------


def test_I5_time_is_exponential_and_the_same_on_every_machine():
    stream = Stream(1, 2, 3)
    for _ in range(2000):
        word = stream.word()
        time = waiting_time(word)
        assert float(rules.waiting_time(np.uint64(word))) == time
        assert math.isclose(time, -math.log(((word >> 11) + 1) / 2**53), rel_tol=1e-8, abs_tol=1e-12)
    assert waiting_time(2**64 - 1) == 0 and waiting_time(0) == pytest.approx(53 * math.log(2))


@pytest.mark.skipif(jit.DISABLED, reason="statistics")
def test_I5_the_next_to_act_is_drawn_by_speed_and_the_wait_by_their_sum():
    """A race of exponential clocks: shares 1/6, 2/6, 0.5/6, 2.5/6, and 6 acts a beat."""
    agreed = GAME.rules(4, {"speed": "1;2;0.5;2.5", "high_exit": "off", "low_exit": "off", "grace": "100"})
    rows = seated(hostile_players(hostile.CAREFUL, 0), agreed).play(agreed, 3, 0, 200)
    acts = rows[:, :, measures.OWN_ACTS].sum(0)
    n = acts.sum()
    for seat, share in enumerate((1 / 6, 2 / 6, 0.5 / 6, 2.5 / 6)):
        assert abs(acts[seat] / n - share) < 4 * math.sqrt(share * (1 - share) / n)
    beats = rows[:, 0, measures.BEATS].sum() / 1000
    assert abs(n - 6 * beats) < 4 * math.sqrt(6 * beats)


def test_I5_speeds():
    assert GAME.new_game(GAME.rules(4, {"speed": "2"}))["rules"]["speeds"][0].tolist() == [2.0] * 4 + [0.0] * 6
    for speed in ("0", "-1", "nan", "fast", "1;0;1;1"):
        with pytest.raises(InputError, match=f"rule speed={speed} is not allowed; allowed: a number above 0"):
            GAME.rules(4, {"speed": speed})
    with pytest.raises(InputError, match="names 3 seats, not 4"):
        GAME.rules(4, {"speed": "1;1;2"})


def test_I6_expel():
    scene = Scene(FOUR)
    scene.expels(1, 5, 3)
    assert scene.hand(1) == ["1", "1"] and int(scene.game["waiting"][3]).bit_count() == 1
    scene.expels(3, 9, 1)  # with a card waiting in front of oneself
    assert scene.hand(3) == ["8", "9"]
    for card, to in ((5, 3), (1, 1), (1, 7)):  # not held, at oneself, at an empty seat
        with pytest.raises(Refused):
            scene.expels(1, card, to)


def test_I6_N03_the_j_may_never_be_expelled():
    for hands in (FOUR, ["J", "1 1 5", "4 5 6", "8 9 9"]):
        with pytest.raises(Refused, match=r"may not be expelled|cannot expel"):
            Scene(hands).expels(0, "J", 1)


def test_I6_N04_one_card_an_act():
    scene = Scene(FOUR).expels(1, 5, 3)
    assert len(scene.hand(1)) == 2
    assert len(scene.expels(1, 1, 3).hand(1)) == 1


def test_I6_N15_an_expulsion_is_public_and_nothing_else_is():
    scene = Scene(FOUR).wait(1.5)
    scene.expels(1, 5, 3).rests(2)
    view = scene.view(2)
    assert view["n_expelled"] == 1
    assert int(view["history"][0]) == 1 + 16 * 3 + 256 * parse_cards(["5"])[0] + 65536 * int(1.5 * 2**20)
    assert not view["known"].any() and not view["shown"].any() and view["sizes"][:4].tolist() == [3, 2, 3, 3]


def test_I7_absorb_takes_all():
    scene = Scene(FOUR, ["", "7 7 10"])
    scene.absorbs(1)
    assert scene.hand(1) == ["1", "1", "5", "7", "7", "10"] and not scene.game["waiting"][1]
    with pytest.raises(Refused, match="cannot absorb"):
        scene.absorbs(1)


def test_I8_the_interventor_lays_the_j_whatever_waits():
    scene = Scene(FOUR, ["9 9"]).absorbs(0)
    assert scene.intervenes(0).ended == "j"
    with pytest.raises(Refused, match="cannot intervene"):
        Scene(FOUR).intervenes(1)


def test_I8_grace():
    scene = Scene(FOUR, grace=2).wait(1.99)
    with pytest.raises(Refused, match="cannot intervene"):
        scene.intervenes(0)
    assert scene.wait(0.01).intervenes(0).ended == "j"
    low = Scene(["J", "1 1 5", "4 5 6", "8 9 9"], grace=2)
    assert low.exits_low(0).ended == "low"  # exits are not bound by it


def test_I9_N01_an_open_batch_may_not_be_expelled():
    scene = Scene(["1 1 5", "J 2 3", "9 9 4", "8 8 8"], ["7 7"]).absorbs(0)
    assert scene.debt(0) == 2 and scene.free(0) == ["1", "1", "5"]
    scene.expels(2, 9, 0).expels(2, 9, 0)
    assert scene.debt(0) == 2
    with pytest.raises(Refused, match="may not be expelled"):
        scene.expels(0, 7, 1)


def test_I9_N02_the_next_absorption_closes_the_batch():
    scene = Scene(["1 1 5", "J 2 3", "9 9 4", "8 8 8"], ["7 7"]).absorbs(0)
    scene.expels(2, 9, 0).expels(2, 9, 0).absorbs(0)
    assert scene.debt(0) == 4 and scene.free(0) == ["1", "1", "5", "7", "7"]
    scene.expels(0, 7, 1)
    with pytest.raises(Refused):
        scene.expels(0, 9, 1)


def test_I9_a_paid_debt_and_a_lawful_rest_close_the_batch():
    paid = Scene(["1 1 5", *FOUR[:1], "4 5 6", "8 9 9"], ["7 7"]).absorbs(0).expels(0, 5, 1).expels(0, 1, 1)
    assert paid.debt(0) == 0 and paid.free(0) == ["1", "7", "7"]
    rested = Scene(["1", *FOUR[:1], "4 5 6", "8 9 9"], ["7 7"]).absorbs(0)
    assert rested.debt(0) == 2 and rested.free(0) == ["1"]
    rested.rests(0)
    assert rested.debt(0) == 0 and rested.free(0) == ["1", "7", "7"]


def test_I10_N05_resting_with_three_cards_is_lawful():
    scene = Scene(FOUR).rests(1)
    assert not scene.ended and scene.left() == [0, 1, 2, 3]


def test_I10_N06_resting_with_a_card_waiting_eliminates():
    scene = Scene(SIX, ["", "7"], unit="match").rests(1)
    assert scene.left() == [0, 2, 3, 4, 5] and not scene.ended and not scene.game["hands"][1] and not scene.game["waiting"][1]


def test_I10_N07_resting_with_four_cards_eliminates():
    scene = Scene([*SIX[:5], "3 6 10 10"], unit="match").rests(5)
    assert scene.left() == [0, 1, 2, 3, 4]


def test_I10_I19_N08_an_inanition_that_would_end_the_jogo_makes_it_indeterminate():
    scene = Scene(FOUR, ["", "7"], points=[1, -1, 0, 0], unit="match").rests(1)
    assert scene.ended == "inanition"
    scene.counts()
    assert scene.jogo.result == "indeterminate" and not scene.game["moral"]
    assert [int(p) // POINT_UNITS for p in scene.game["points"][:4]] == [1, -1, 0, 0] and scene.points() == [0, 0, 0, 0]


def test_I10_the_eliminated_player_loses_a_point_in_a_single_round():
    scene = Scene(SIX, ["", "7"]).rests(1).intervenes(0).counts()
    assert scene.points() == [1, -1, 0, -1, 0, 0] and scene.totals()[1] == -1


def test_I10_the_j_leaves_with_its_holder():
    scene = Scene(SIX, ["7"], unit="match").rests(0)
    assert scene.ended == "inanition"
    scene.counts()
    assert scene.jogo.result == "ongoing" and scene.points() == [0] * 6 and not scene.game["vantagens"].any()


def test_I10_the_last_in_a_round_makes_it_indeterminate():
    scene = Scene(FOUR, ["", "7", "8", "10"]).rests(1).rests(2)
    assert not scene.ended
    assert scene.rests(3).ended == "inanition"


def test_I10_showing_and_revealing_are_free_once_where_resting_is_unlawful():
    scene = Scene(SIX, ["7", "7"]).reveals(0)
    assert scene.left() == [0, 1, 2, 3, 4, 5]
    assert scene.shows(0, 2).ended == "inanition"  # the second counts as an unlawful rest, of the holder of the J
    again = Scene(SIX, ["", "7"]).shows(1, 2).expels(1, 5, 3).shows(1, 2)  # an expulsion between
    assert 1 in again.left()
    assert 1 not in again.shows(1, 3).left()
    lawful = Scene(SIX).shows(1, 2).shows(1, 3).shows(1, 4)  # with three cards and none waiting any number
    assert 1 in lawful.left()
    assert 1 not in lawful.expels(2, 6, 1).shows(1, 5).left()  # they count once a card waits


def test_I10_I13_N22_a_debt_with_three_cards():
    scene = Scene(["1", *FOUR[:1], "4 5 6", "8 9 9"], ["7 7"]).absorbs(0)
    assert scene.debt(0) == 2 and scene.free(0) == ["1"] and len(scene.hand(0)) == 3
    with pytest.raises(Refused, match="cannot exit high"):
        scene.exits_high(0)
    assert scene.rests(0).debt(0) == 0


def stuck():
    """The J and three cards of the open batch, nothing waiting, debt 1."""
    scene = Scene(["J 2 2", "1 1 5", "4 5 6", "8 9 9"], ["7 8 10"]).absorbs(0)
    return scene.expels(0, 2, 1).expels(0, 2, 1)


def test_I10_I13_I8_N23_a_stuck_player_passes():
    scene = stuck()
    assert scene.debt(0) == 1 and scene.free(0) == []
    scene.rests(0)
    assert scene.debt(0) == 1 and scene.free(0) == [] and 0 in scene.left()
    assert stuck().exits_high(0).ended == "high"
    assert stuck().intervenes(0).ended == "j"


def test_I10_resting_by_the_rules():
    def resting(hand, waiting="", batch=""):
        parts = [parse_cards(text.split()) for text in (hand, waiting, batch)]
        return int(rules.resting(*(np.uint64(sum(1 << card for card in part)) for part in parts)))

    assert resting("1 2 3") == resting("") == LAWFUL
    assert resting("1 2 3", "4") == resting("1 2 3 4") == UNLAWFUL
    assert resting("J 7 8 9", "", "7 8 9") == PASS


def test_I11_I14_N21_waiting_cards_bar_the_low_exit():
    assert Scene(["J", *FOUR[1:]]).exits_low(0).ended == "low"
    with pytest.raises(Refused, match="cannot exit low"):
        Scene(["J", *FOUR[1:]], ["3"]).exits_low(0)


def test_I12_N16_a_round_that_nobody_ends_is_indeterminate():
    def sleeper(decision, views):
        return REST

    for limit in ("100", "7.5"):
        agreed = GAME.rules(5, {"time_limit": limit})
        played = GAME.replay(agreed, [sleeper] * 5, 1, 0)
        end = only(played["events"], "end")[0]
        assert end["how"] == "time" and end["beat"] == float(limit) and end["totals"] == [None] * 5 and end["points"] == [0] * 5


# Exits ---------------------------------------------------------------------------------------------------------------


def test_I13_N19_three_cards_are_no_emergency():
    scene = Scene(["7", "J 2 3", "4 5 6", "8 9 9"], ["9 9"])
    with pytest.raises(Refused, match="cannot exit high"):
        scene.exits_high(0)
    assert not scene.absorbs(0).rests(0).ended


def test_I13_I16_N20_pressao_alta():
    scene = Scene(["2 3 4", "J 2 3", "4 5 6", "8 9 9"], ["9 9 10 10"]).exits_high(0).counts()
    assert scene.ended == "high" and scene.totals()[0] == 9


def test_I13_absorbing_in_two_goes_relieves():
    """S45: the artifice; two cards taken up, and two more later, are two batches."""
    at_once = Scene(["1 1 5", "J 2 3", "4 5 6", "8 8 9"], ["7 7 9 9"])
    assert at_once.exits_high(0).ended == "high"
    in_two = Scene(["1 1 5", "J 2 3", "9 9 6", "8 8 9"], ["7 7"]).absorbs(0).expels(0, 1, 1).expels(0, 1, 1)
    in_two.expels(2, 9, 0).expels(2, 9, 0)
    with pytest.raises(Refused):
        in_two.exits_high(0)


def test_I13_claims_of_others():
    scene = Scene(["2 3 4", "J 2 3", "4 5 6", "8 9 9"], ["9 9 10 10"], exit_by="others")
    with pytest.raises(Refused):
        scene.exits_high(0)  # not the own emergency
    scene.exits_high(1, whose=2)  # wrong
    assert not scene.ended and scene.game["barred"][1] == 1
    assert scene.exits_high(3, whose=0).ended == "high"


def test_I13_a_wrong_claim_costs_the_next_act():
    for events in replays(5, {"exit_by": "others"}):
        owing: set[int] = set()
        for event in events:
            if event["event"] == "lost":
                owing.remove(event["seat"])
            elif "beat" in event and "seat" in event:
                assert event["seat"] not in owing
            if event["event"] == "claim" and not event["right"]:
                owing.add(event["seat"])


def test_I13_I14_exits_can_be_off():
    with pytest.raises(Refused):
        Scene(["2 3 4", "J 2 3", "4 5 6", "8 9 9"], ["9 9 10 10"], high_exit="off").exits_high(0)
    with pytest.raises(Refused):
        Scene(["J", *FOUR[1:]], low_exit="off").exits_low(0)


def test_I14_low_limit():
    assert Scene(["J 5 5", *FOUR[1:]], low_limit=3).exits_low(0).ended == "low"
    with pytest.raises(Refused):
        Scene(["J 5 5", *FOUR[1:]], low_limit=2).exits_low(0)


def test_I15_the_pressed_player_alone_is_worst():
    scene = Scene(["1 1 1", "J 2 3", "4 5 6", "8 9 9"], ["9 9 10 10"], exit_by="others", pressed="worst")
    scene.exits_high(1, whose=0).counts()
    assert scene.points() == [-1, 1, 0, 0] and (scene.facts["best_hand"], scene.facts["worst_hand"]) == (5, 3)
    with pytest.raises(InputError, match="pressed=worst needs exit_by=others"):
        GAME.rules(6, {"pressed": "worst"})


# Counting ------------------------------------------------------------------------------------------------------------


def test_I16_N09_the_j_counts_hand_and_waiting():
    scene = Scene(["J 2 3", "2 3 4", "4 5 6", "8 9 9"], ["", "9"]).intervenes(0).counts()
    assert scene.totals()[1] == 18


def test_I16_N10_an_exit_counts_the_hand_alone():
    scene = Scene(["J", "2 3 4", "4 5 6", "8 9 9"], ["", "9"]).exits_low(0).counts()
    assert scene.totals() == [0, 9, 15, 26]


def test_I17_measures():
    assert Scene(FOUR, j_value=11).intervenes(0).counts().totals() == [16, 7, 15, 26]
    scene = Scene(["J 2 3", "9", "4 5 6 6", "8 9 9"], ["1"], measure="cards").intervenes(0).counts()
    assert scene.totals() == [4, 1, 4, 3] and scene.points() == [-0.5, 1, -0.5, 0]


def test_I18_best_and_worst_share():
    scene = Scene(["J 2 3", "1 1 3", "10 8 8", "8 9 9"]).intervenes(0).counts()
    assert scene.points() == [0.5, 0.5, -0.5, -0.5]


def test_I18_points_of_all_rounds_add_up_to_nothing():
    agreed = table(8, {"j_value": "3"})
    rows = seated(hostile_players(hostile.LASTING), agreed).play(agreed, 8, 0, 2 if jit.DISABLED else 500)
    assert not rows[:, :, measures.POINTS].sum(1).any()
    is_shared = rows[:, :, measures.BEST].sum(1)
    assert set(is_shared.tolist()) <= {0, POINT_UNITS}


def test_I18_N18_all_hands_tie():
    hands = ["J 2 3", "1 4", "5", "1 1 3", "1 2 2"]
    for elimination in ("points", "worst"):
        scene = Scene(hands, unit="match", elimination=elimination).intervenes(0).counts()
        assert scene.points() == [0] * 5 and scene.left() == [0, 1, 2, 3, 4] and scene.game["vantagens"][0] == 1


def test_I18_N17_three_tied_for_the_worst_leave():
    hands = ["J 2 3", "1 4 2", "10 10", "10 9 1", "8 9 3"]
    scene = Scene(hands, unit="match", elimination="worst").intervenes(0).counts()
    assert scene.left() == [0, 1] and scene.jogo.result == "decided"


def test_I18_N24_the_limit():
    hands = ["J 2 3", "1 4 2", "10 10 10", "10 9 1", "8 7 3"]
    scene = Scene(hands, points=[0, 0, -1, 1, 0], unit="match").intervenes(0).counts()
    assert scene.left() == [0, 1, 3, 4] and scene.jogo.result == "ongoing"
    above = Scene(hands, points=[0, 0, -1, 1, 0], unit="match", limit=3).intervenes(0).counts()
    assert above.left() == [0, 1, 2, 3, 4]


def test_I18_nobody_leaves_when_all_would():
    scene = Scene(["J 2 3", "1 4 2", "10 10 10", "10 9 1"], points=[-4, -3, -5, -3], unit="match").intervenes(0).counts()
    assert scene.left() == [0, 1, 2, 3] and scene.jogo.result == "ongoing"


def test_I18_rounds_and_max_rounds():
    for events in replays(6, {"unit": "match", "elimination": "none", "rounds": "4"}, hostile.LASTING, 10):
        assert len(only(events, "deal")) == 4 and events[-1]["result"] == "decided"
    for events in replays(8, {"unit": "match", "limit": "9", "max_rounds": "3"}, hostile.LASTING, 10):
        assert len(only(events, "deal")) == 3 and events[-1]["result"] == "indeterminate" and events[-1]["moral"] == []
    with pytest.raises(InputError, match="rounds=20 is above max_rounds=15"):
        GAME.rules(6, {"elimination": "none", "rounds": 20, "max_rounds": 15})


def test_I19_an_indeterminate_round_changes_nothing():
    scene = Scene(SIX, points=[1, -1, 0, 0, 0, 0], unit="match").runs_out().counts()
    assert scene.points() == [0] * 6 and scene.left() == [0, 1, 2, 3, 4, 5] and not scene.game["vantagens"].any()


# Vantagens, alliances, champions -------------------------------------------------------------------------------------


def test_I20_the_interventor_of_a_determinate_round_gets_a_vantagem():
    hands = ["", "J 2 3", "4 5 6", "8 9 9", "1 1 7"]
    by_exit = Scene(hands, unit="match").exits_low(0).counts()
    assert by_exit.game["vantagens"][:5].tolist() == [0, 1, 0, 0, 0]


def test_I21_N13_no_offers_when_the_round_could_end_the_jogo():
    units = np.array([0, 0, 0, 0, 0, 0, 0, 0, 0, 0]) * POINT_UNITS
    agreed = GAME.new_game(GAME.rules(6, {"unit": "match"}))[0]["rules"]
    four, five, six = (np.uint64(2**n - 1) for n in (4, 5, 6))
    assert rules.could_end_jogo(agreed, four, units, 1)
    assert not rules.could_end_jogo(agreed, five, units, 1)
    near = units.copy()
    near[[0, 1]] = -POINT_UNITS
    assert rules.could_end_jogo(agreed, five, near, 1) and not rules.could_end_jogo(agreed, six, near, 1)


def test_I21_an_offer_that_is_not_allowed_is_one_sentence():
    def generous(decision, views):
        return 1 + SEAT_STEP * 2 if decision == ALLY else REST

    agreed = GAME.rules(4, {"unit": "match", "alliances": "on"})
    with pytest.raises(Exception, match=r"it offers 2 vantagens; allowed in this round: at most 0 \(I21\)"):
        GAME.replay(agreed, [generous] * 4, 1, 0)


def test_I22_allies_name_each_other_and_the_offers_change_hands():
    for events in replays(7, MATCHES[1], hostile.CAREFUL, 20):
        named: dict[int, tuple[int, int]] = {}
        for event in events:
            if event["event"] == "deal":
                named = {}
            elif event["event"] == "ally":
                named[event["seat"]] = (event["names"], event["offer"])
            elif event["event"] == "allied":
                one, two = event["seats"]
                assert named[one] == (two, event["offers"][0]) and named[two] == (one, event["offers"][1])


def test_I22_allies_see_each_other_and_nobody_else_does():
    seen: dict[int, list[int]] = {seat: [] for seat in range(5)}

    def pair(decision, views):
        view = views[0]
        if decision == ALLY:
            return {0: 1, 1: 0, 2: 3, 3: 4, 4: 3}[int(view["seat"])]
        others = [seat for seat in range(5) if view["shown"][seat]]
        seen[int(view["seat"])] += others
        return REST

    GAME.replay(GAME.rules(5, {"alliances": "on", "time_limit": 30}), [pair] * 5, 2, 0)
    assert {seat: set(others) for seat, others in seen.items()} == {0: {1}, 1: {0}, 2: set(), 3: {4}, 4: {3}}


def champions(points, vantagens, left):
    """The moral champions by the kernel's rules."""
    mask = np.uint64(sum(1 << seat for seat in left))
    return cards_in(rules.moral_champions(mask, np.array(points), np.array(vantagens)))


def test_I23_N11_vantagens_break_a_tie():
    assert champions([3, 3, 1], [2, 1, 9], [0, 1, 2]) == [0]


def test_I23_N12_tied_on_both_they_share():
    assert champions([3, 3, 1], [2, 2, 9], [0, 1, 2]) == [0, 1]
    assert champions([9, 3, 1], [2, 2, 9], [1, 2]) == [1]
    scene = Scene(["J 3", "3", "10 10 10", "1 5"], points=[0, 0, -1, 0], vantagens=[0, 1, 0, 0], unit="match").intervenes(0).counts()
    assert cards_in(scene.game["moral"]) == [0, 1]
    row, counts = np.zeros(measures.N_COLUMNS, np.int64), np.zeros(GAME.layout(scene.rules).n_counts, np.int64)
    measures.tally_game(scene.game, 0, row, counts)
    assert row[measures.WIN] == POINT_UNITS // 2


def test_I24_the_ally_is_official_champion():
    def official(moral, allies, out=()):
        by_seat = np.full(10, NOBODY)
        for one, two in allies:
            by_seat[one], by_seat[two] = two, one
        masks = [np.uint64(sum(1 << seat for seat in seats)) for seats in (moral, out)]
        return cards_in(rules.official_champions(masks[0], by_seat, masks[1]))

    assert official([0], [(0, 2)]) == [2]
    assert official([0], []) == [0]
    assert official([0], [(0, 2)], [2]) == [0]  # the last to be eliminated
    assert official([0, 1], [(0, 2)]) == [0, 1]
    assert official([0, 1], [(0, 1)]) == [0, 1]
    third = np.full(10, NOBODY)
    third[[0, 1]] = 2  # both with the same third, as the source imagines
    assert cards_in(rules.official_champions(np.uint64(3), third, np.uint64(0))) == [2]


# Always --------------------------------------------------------------------------------------------------------------


def test_N14_cards_are_conserved_and_the_j_stays():
    for options in ({}, {"exit_by": "others"}, {"alliances": "on", "low_limit": "2"}):
        for events in replays(6, options):
            hands = [list(hand) for hand in events[0]["hands"]]
            waiting: list[list[str]] = [[] for _ in hands]
            for event in events:
                seat = event.get("seat")
                if event["event"] == "expel":
                    assert event["card"] != "J"
                    hands[seat].remove(event["card"])
                    waiting[event["to"]].append(event["card"])
                elif event["event"] == "absorb":
                    assert sorted(event["cards"]) == sorted(waiting[seat])
                    hands[seat] += waiting[seat]
                    waiting[seat] = []
                elif event["event"] == "out":
                    hands[seat], waiting[seat] = [], []
                elif event["event"] == "show":
                    assert sorted(event["hand"]) == sorted(hands[seat])
                holder = events[0]["interventor"]
                assert all(("J" in hand) <= (seat == holder) for seat, hand in enumerate(hands))


def test_acts_that_do_not_exist_are_refused():
    for act in (-1, 8, 15, 1 << 14, INTERVENE + SEAT_STEP, REST + 256, EXPEL + SEAT_STEP * 2 + 256 * J, 2**40):
        with pytest.raises(Refused):
            Scene(FOUR).does(1, act)
