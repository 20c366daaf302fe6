"""The other strategies: what makes each of them what it says it is."""

from __future__ import annotations

import pytest

from sim.experiment.compare import compare
from tests.games.intervencao.scenes import Scene
from tests.strategies.intervencao.seats import does, names

FIVE = ["J 2 3", "1 1 5", "4 5 6", "8 9 9", "2 2 7"]
THROWERS = ["dumper", "avenger", "leader_hitter", "flooder", "patient", "detective", "ally", "sharp"]


@pytest.mark.parametrize("word", THROWERS)
def test_what_all_share(word):
    assert does(word, Scene(FIVE, ["", "7"]), 1).startswith("5 to ")  # throws before it takes up
    assert does(word, Scene(["J 2 3", "", *FIVE[2:]], ["", "7"]), 1) == "absorb"
    assert does(word, Scene(["J 2 3", "1", *FIVE[2:]], ["", "7 7 7"]), 1) == "exit high"  # with a hand of 1
    assert does(word, Scene(["J 2 3", "", *FIVE[2:]]), 1) == "exit low"
    assert does(f"{word}:late=0", Scene(FIVE, ["", "7"]), 1) == "absorb"
    assert does(f"{word}:least=8", Scene(FIVE), 4) == "rest"
    assert does(word, Scene(["2 3", "J 1", *FIVE[2:]]).wait(3), 1) == "intervene"


def test_patient_waits():
    scene = Scene(["1 1", "J 2 5", *FIVE[2:]])
    assert does("patient", scene, 1) == "5 to 2"
    assert does("patient", scene.wait(2.5), 1) == "intervene"
    assert does("patient:wait=0", Scene(["1 1", "J 2 5", *FIVE[2:]]), 1) == "intervene"


def test_dumper_spreads():
    assert does("dumper", Scene(FIVE, ["10", "", "10 10"]), 4) == "7 to 1"


def test_avenger_answers_the_last_attack():
    scene = Scene(FIVE, ["10", "", "10"]).expels(3, 9, 4).expels(1, 5, 4)
    assert does("avenger", scene, 4) == "7 to 1"
    assert does("avenger", scene.expels(3, 9, 4), 4) == "7 to 3"
    assert does("avenger", Scene(FIVE, ["10", "", "10"]), 4) == "7 to 1"  # nobody has: like dumper


def test_leader_hitter_sees_known_cards():
    scene = Scene(["J 2 3", "1", "4 5 6", "8 9 9", "2 2 7"], ["", "10"]).absorbs(1)
    assert does("leader_hitter", scene, 4) == "7 to 0"  # a 10 and an unseen card are more than three unseen ones
    assert does("leader_hitter", Scene(["J 2 3", "1", *FIVE[2:]]), 4) == "7 to 1"


def test_flooder_keeps_its_victim():
    assert does("flooder:aim=1", Scene(FIVE), 4) == "7 to 0"
    assert does("flooder:aim=1", Scene(FIVE), 1) == "5 to 2"
    assert does("flooder", Scene(FIVE), 4).startswith("7 to ")


def test_detective_suspects_the_one_with_fewest_unseen_cards():
    scene = Scene(FIVE).expels(0, 3, 1)
    assert does("detective", scene, 4) == "7 to 0"  # two unseen cards, the others three
    cleared = Scene(FIVE).expels(1, 5, 0).expels(1, 1, 0).expels(1, 1, 0).expels(0, 3, 2)
    assert does("detective", cleared, 4) == "7 to 0"  # seat 1 has thrown three cards of the deal: it has no J
    assert does("detective", Scene(FIVE).reveals(0), 2) == "6 to 0"


def test_sharp_lays_the_j_when_ahead():
    hands = ["J 6", "1 1 5", "4 5 6", "8 9 9", "2 2 7"]
    assert does("sharp", Scene(hands), 0) == "intervene"  # 6 against guesses of 9
    assert does("sharp:per_card=2", Scene(hands), 0) != "intervene"
    assert does("sharp:margin=-4", Scene(hands), 0) != "intervene"


def test_ally_pairs_off_and_spares_its_partner():
    scene = Scene(FIVE, vantagens=[2, 5, 0, 0, 0], points=[0] * 5, unit="match", alliances="on")
    assert [names("ally", scene, seat) for seat in range(5)] == [(1, 1), (0, 2), (3, 0), (2, 0), None]
    assert names("ally:generosity=1", scene, 1) == (0, 5)
    scene = Scene(["J 2 3", "1", *FIVE[2:]], alliances="on")
    assert does("ally", scene, 4) == "7 to 1"
    scene.jogo.seats[4].ally = 1
    assert does("ally", scene, 4) == "7 to 0"
    assert does("leader_hitter", scene, 4) == "7 to 1"


def test_rollout_takes_what_is_sure():
    assert does("rollout", Scene(["J 1", "9 9 10", "8 8 10", "7 7 9"]), 0) == "intervene"  # a point in every world
    assert does("rollout", Scene(["2 2 3", "J 9 9", "8 8 10", "7 7 9"], ["10 10 10 9"]), 0) == "exit high"  # else it holds them at the end
    assert does("rollout", Scene(["10", "J 1", "2 3", "1 2"]), 0).startswith("10 to ")  # the worst hand if it is kept


def test_the_ladder():
    """Each alone among others, on the same deals; margins far beyond the error."""
    points = {
        row["strategy"]: row["value"]
        for row in compare("intervencao", "plain", "random", "dumper", "sharp", players=6, games=40_000, seed=1).rows
        if row["measure"] == "points" and row["group"] == ""
    }
    assert points["random"] < points["plain"] < points["dumper"] < points["sharp"]


@pytest.mark.slow
def test_rollout_is_stronger_than_the_policy_that_it_imagines():
    rows = compare("intervencao", "dumper", "rollout", players=6, games=4_200, seed=1).rows
    (gap,) = [row for row in rows if row["strategy"] == "rollout - dumper" and row["measure"] == "points" and row["group"] == ""]
    assert gap["value"] > 4 * gap["se"]
