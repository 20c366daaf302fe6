"""`rollout` against scripted tables: what is sure it takes, and it is stronger than the policy that it imagines."""

from __future__ import annotations

import pytest

from sim.experiment.compare import compare
from sim.experiment.lineup import parse_player, seated
from sim.games.tractor import GAME
from sim.games.tractor.advice import cards_of, choice_of, read
from sim.games.tractor.cards import names_of

USUAL = {"level": "2", "trump": "H", "dealer": "1"}


def does(word: str = "rollout", **given: str) -> str:
    """What it answers to a position, in words."""
    position, player = read(GAME.rules(4), USUAL | given), seated(GAME, parse_player(word, GAME))
    views = position.views
    views["parameters"], views["policies"], views["rng"] = player["parameters"], player["policies"], [1, 2, 3, 4]
    answer = GAME.ask_once()(player["functions"][0, position.decision], views)
    return names_of(cards_of(views[0], position.decision, choice_of(position.decision, int(answer), views)))


def test_points_go_to_a_trick_that_is_the_partners():
    hand = "KS 3S AD QD JD 9D 8D 7D 3D AC KC QC 9C 6C 4C 2H 2S KH QH 10H 9H 8H 6H 5H 3H"
    assert does(hand=hand, trick="5S; RJ; 7S") == "KS"


def test_points_do_not_go_to_a_trick_that_is_lost():
    hand = "KS 3S AD QD JD 9D 8D 7D 3D AC KC QC 9C 6C 4C 2H 2S KH QH 10H 9H 8H 6H 5H 3H"
    assert does(hand=hand, trick="5S; 7S; RJ") == "3S"


@pytest.mark.parametrize("worlds", [1, 2, 5])
def test_few_worlds_are_enough_for_an_answer(worlds):
    hand = "KS 3S AD QD JD 9D 8D 7D 3D AC KC QC 9C 6C 4C 2H 2S KH QH 10H 9H 8H 6H 5H 3H"
    assert does(f"rollout:worlds={worlds}", hand=hand, trick="5S; 7S; RJ") in ("KS", "3S")


def test_rollout_is_stronger_than_the_policy_that_it_imagines():
    rows = compare("tractor", "basic", "rollout:worlds=10", games=900, seed=1).rows
    (gap,) = [row for row in rows if row["strategy"] == "rollout:worlds=10 - basic" and row["measure"] == "level_change" and row["group"] == ""]
    assert gap["low"] > 0
