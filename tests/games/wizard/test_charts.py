"""The axes of the charts: what classes a View falls into."""

from __future__ import annotations

import pytest

from sim.games.wizard import GAME
from sim.games.wizard.advice import read
from sim.games.wizard.charts import CHARTS

RULES = GAME.rules(4)


def label(decision: str, axis: str, **given: str) -> str:
    """The label of a position on an axis."""
    (found,) = (a for a in CHARTS[decision].axes if a.name == axis)
    return found.label(read(RULES, given).views[0])


@pytest.mark.parametrize(
    ("hand", "strength", "best"),
    [
        ("W W R13", "3.0", "W"),  # 1 + 1 + 0.3 + 13 * 0.05 = 2.95
        ("R1 B1 J", "0.5", "trump 1"),  # 0.35 + 0.03
        ("J B2 B3", "0.0", "side 3"),
        ("J J J", "0.0", "J"),
        ("B13 G13 Y13", "1.0", "side 13"),  # 3 * 0.39 = 1.17
    ],
)
def test_strength_and_best_card(hand: str, strength: str, best: str):
    given = {"hand": hand, "trump": "R", "bids": "1,0"}
    assert label("bid", "strength", **given) == strength and label("bid", "best", **given) == best
    assert (label("bid", "round", **given), label("bid", "place", **given), label("bid", "trump", **given)) == ("3", "3", "suit")


def test_trick_and_wish():
    given = {"hand": "R3 B2", "trump": "NT", "round": "3", "bids": "1,0,1,2", "place": "2"}
    first = {**given, "tricks": "G5 G9 G2 J"}  # place 2 has won it
    assert label("play", "trick", **first) == "leads" and label("play", "wanted", **first) == "none"
    wishes = {**first, "bids": "1,1,1,2"}
    assert label("play", "wanted", **wishes) == "none" and label("play", "wanted", **{**wishes, "bids": "1,2,1,0"}) == "more"
    assert label("play", "trick", **{**first, "tricks": "G9 G5 G2 J", "trick": "Y2"}) == "middle"
    assert label("play", "trump", **first) == "none"


def test_cards_sort_from_jester_to_wizard():
    order, name = CHARTS["play"].order, CHARTS["play"].label
    view = read(RULES, {"hand": "W J B13 R2 R10", "trump": "R", "bids": "0,0,0,0", "place": "1", "decision": "play"}).views[0]
    names = sorted((name(view, card) for card in (0, 14, 13, 34, 42)), key=order)
    assert names == ["J", "side 13", "trump 2", "trump 10", "W"]
    assert sorted(("10", "9", "2"), key=CHARTS["bid"].order) == ["2", "9", "10"]
