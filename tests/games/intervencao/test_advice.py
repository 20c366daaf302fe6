"""Advice: positions typed by hand, their acts by name, and what cannot be a position."""

from __future__ import annotations

import numpy as np
import pytest

from sim.core.errors import InputError
from sim.core.seam import records
from sim.experiment.advise import advise
from sim.games.advice import Position
from sim.games.intervencao import GAME
from sim.games.intervencao.advice import choices, read
from sim.games.intervencao.decisions import ACT, ALLY
from tests.games.intervencao.moments import draw_worlds, played

RULES = GAME.rules(4)


def position_of(view: np.void, decision: int = ACT) -> Position:
    """A question of a game as a position."""
    kept = records(GAME.view)
    kept[:] = view
    return Position(RULES, decision, kept)


def names(**given: str) -> list[str]:
    """The acts of a position."""
    return [choice.name for choice in choices(read(RULES, given))]


def test_acts_by_name():
    assert names(hand="J 2 7") == ["lay the J", "rest", *(f"{rank} to place {place}" for rank in (7, 2) for place in (1, 2, 3))]
    assert names(hand="J") == ["lay the J", "rest", "leave by pressão baixa"]
    assert names(hand="7 7 1", batch="7 7", debts="2 0 0 0", waiting="9")[:2] == ["take up", "1 to place 1"]
    assert names(hand="2 3 4", waiting="9 9 10 10")[:2] == ["take up", "leave by pressão alta"]
    claims = choices(read(GAME.rules(4, {"exit_by": "others", "high_exit": "off"}), {"hand": "2 3 4"}))
    assert [choice.name for choice in claims][1:4] == [f"claim pressão baixa of place {place}" for place in (1, 2, 3)]


def test_the_acts_are_those_of_the_game():
    """By hand as in a game: the kinds that can be done, what may be expelled, what resting would be."""
    game = played(RULES, 3, 1)
    for at in game.acts()[::4]:
        view = game.asked[at].views[0]
        assert choices(position_of(view)), view
    with pytest.raises(InputError, match="advice is for acts"):
        choices(position_of(game.asked[0].views[0], ALLY))


def test_worlds_of_a_position_hold_what_was_typed():
    position = read(RULES, {"hand": "2 7", "known": "9; ; 10 10", "sizes": "2 3 4", "waiting": "; 5", "interventor": "3"})
    position.views["rng"] = [1, 2, 3, 4]  # advise gives it a stream
    hands, _, _ = draw_worlds(position.views, 20)
    for world in hands:
        assert [int(hand).bit_count() for hand in world[:4]] == [2, 2, 3, 4] and int(world[3]) & 1
        assert int(world[1]) >> 36 & 1 and int(world[3]) >> 40 & 3 == 3 and not any(int(hand) >> 20 & 1 for hand in world)


def test_sure_points_are_advised():
    counsel = advise("intervencao", players=4, worlds=200, jobs=1, hand="J 1", sizes="3 3 3", clock="2")
    assert counsel.worths[0].choice == "lay the J" and counsel.worths[0].values[0].value > 0.9


BAD = [
    ({"hand": "J 2 X"}, "is no card of Intervenção"),
    ({"hand": "11"}, r"card 11 is not in this pack; allowed: 1\.\.10 and J"),
    ({"hand": "7 7 7", "waiting": "7 7"}, "card 7 stands there too often"),
    ({"hand": "2", "waiting": "; J"}, "the J never leaves the hand"),
    ({"hand": "2", "waiting": "1;2;3;4;5"}, "waiting 1;2;3;4;5 names 5 places; allowed: up to 4"),
    ({"hand": "2", "sizes": "3 3"}, r"sizes 3 3 is not allowed; allowed: 3 whole numbers 0\.\.60"),
    ({"hand": "2", "sizes": "0 3 3", "known": "9"}, "place 1 holds 0 cards, fewer than the 1 that are known"),
    ({"hand": "2", "interventor": "4"}, r"interventor 4 is not allowed; allowed: 1 whole number 0\.\.3"),
    ({"hand": "2", "interventor": "0"}, "the place that has revealed the J holds it"),
    ({"hand": "2", "sizes": "0 0 0"}, "nobody can hold the J"),
    ({"hand": "2", "batch": "3"}, "batch must be cards of the hand"),
    ({"hand": "2", "clock": "100"}, "clock 100 is not allowed; allowed: 0 up to time_limit=100"),
]


@pytest.mark.parametrize(("given", "sentence"), BAD, ids=range(len(BAD)))
def test_what_is_no_position(given, sentence):
    with pytest.raises(InputError, match=sentence):
        read(RULES, given)
