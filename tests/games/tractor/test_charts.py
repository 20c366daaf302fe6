"""The chart of burials: what is tried, and what situations are called."""

from __future__ import annotations

import pytest

from sim.experiment.chart import chart
from sim.games.advice import Position
from sim.games.tractor import GAME
from sim.games.tractor.advice import read
from sim.games.tractor.cards import names_of, points_of
from sim.games.tractor.charts import CHARTS, burials, cards_taken, points_buried, trumps, trumps_order

RICH = "RJ 2H 2S AH KH QH 10H 9H 8H AS AS KS 9S 8S KD 10D 5D 9D 8D 7D 6D 4D 3D KC QC JC 9C 8C 7C 6C 5C 4C 3C"


def position(hand: str, trump: str = "H") -> Position:
    """The question what to bury."""
    return read(GAME.rules(4), {"hand": hand, "level": "2", "trump": trump})


def tried(hand: str) -> dict[str, list[int]]:
    """The burials that are tried, as kinds, by class."""
    view = position(hand).views[0]
    return {points_buried(view, choice): cards_taken(view, choice) for choice in burials(position(hand), lambda views: 0)}


def test_a_burial_of_each_class_of_points_is_tried():
    found = tried(RICH)
    assert list(found) == ["no points", "5-10 points", "15-20 points", "25+ points"]
    for label, kinds in found.items():
        low, high = {"no points": (0, 0), "5-10 points": (5, 10), "15-20 points": (15, 20), "25+ points": (25, 200)}[label]
        assert len(kinds) == 8 and low <= points_of(kinds) <= high
        assert "AS" not in names_of(kinds).split(), "aces are kept"


def test_who_has_few_cards_without_points_has_few_burials():
    kings = "KS KS KD KD KC KC 10S 10S 10D 10D 10C 10C 5S 5S 5D 5D 5C 5C 10H 10H 5H 5H KH KH RJ RJ BJ BJ AH AH QH QH JH"
    found = tried(kings)
    assert all(len(kinds) == 8 for kinds in found.values()) and points_of(found["5-10 points"]) == 5


@pytest.mark.parametrize(("hand", "label"), [(RICH, "9-10"), (RICH.replace("8H", "8S").replace("9H", "9S"), "7-8")])
def test_situations_are_called_by_their_trumps(hand, label):
    assert trumps(position(hand).views[0]) == label


def test_situations_sort_by_number():
    assert sorted(["15+", "9-10", "0-6", "11-12"], key=trumps_order) == ["0-6", "9-10", "11-12", "15+"]


def test_many_points_are_not_buried_with_few_trumps():
    """The chart itself: with at most ten trumps 25 points and more lose levels against none, in the same worlds."""
    found = chart("tractor", "bury", games=60, worlds=40, seed=3, jobs=1)
    (row,) = [row for row in found.rows if row.situation == ("9-10",) and row.choice == "25+ points"]
    best = next(row for row in found.rows if row.situation == ("9-10",))
    assert best.choice in ("no points", "5-10 points") and row.behind_high < 0
    assert [axis.name for axis in CHARTS["bury"].axes] == ["trumps", "red_jokers", "trump"]
