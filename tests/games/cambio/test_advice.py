"""Advice: positions typed by hand, their choices by name, and what cannot be a position; what is sane is advised."""

from __future__ import annotations

import pytest

from sim import show
from sim.core import jit
from sim.core.errors import InputError
from sim.core.seam import records
from sim.experiment.advise import BUNDLE, Counsel, advise, moment
from sim.games.advice import Position
from sim.games.cambio import GAME
from sim.games.cambio.advice import choices, read
from sim.games.cambio.charts import estimate, unknown
from sim.games.cambio.decisions import CALL, SNAP
from tests.games.cambio.moments import TRIED, draw_worlds, fits, played

RULES = GAME.rules(3)
WORLDS = 8 * BUNDLE


def names(players: int = 3, rules: dict[str, str] | None = None, **given: str) -> list[str]:
    """The choices of a position."""
    return [choice.name for choice in choices(read(GAME.rules(players, rules), given))]


def test_choices_by_name():
    assert names(hand="KD ? 3S -") == ["go on", "call"]
    assert names(hand="KD ? 3S", caller="2", pile="4C AS") == ["stock", "take AS"]
    assert names(hand="KD ? - 3S", drawn="7D") == ["swap 0 (KD)", "swap 1 (?)", "swap 3 (3S)", "play 7D", "discard 7D"]
    assert names(hand="KD ?", drawn="2D") == ["swap 0 (KD)", "swap 1 (?)", "discard 2D"]
    assert names(hand="KD ?", taken="2D") == ["swap 0 (KD)", "swap 1 (?)"]
    given = {"hand": "7D ? 7C", "others": "? 7H; 4", "pile": "2S 7S", "thrower": "1"}
    assert names(**given) == ["nothing", "throw 0 (7D)", "throw 1 (?)", "throw 2 (7C)", "throw 1 (7H) of place 1"]
    assert names(**given, caller="1", rules={"caller_locked": "true"})[-1] == "throw 2 (7C)"
    assert "throw 0 (KD) of place 1" not in names(hand="? 10D", others="KD; 4", pile="JS", thrower="1")
    assert "throw 0 (QD) of place 1" in names(hand="? 10D", others="QD; 4", pile="JS", thrower="1", rules={"snap_match": "points"})


def test_a_position_holds_what_was_typed():
    position = read(RULES, {"hand": "KD ? 3S! -", "others": "?* 9H - 2C*; 5", "pile": "4C AS", "turn": "8"})
    view = position.views[0]
    assert (position.decision, view["stock"], view["turn"], view["mover"], view["first"]) == (CALL, 108 - 3 - 3 - 5 - 2, 8, 0, 2)
    assert view["occupied"].tolist()[:3] == [0b111, 0b1011, 0b11111] and view["opened"].tolist()[:3] == [4, 4, 5]
    assert view["known"].tolist()[:3] == [0b101, 0b1010, 0]
    assert view["seen"].tolist()[0][:4] == [1, 0, 7, 0] and view["seen"].tolist()[1][:4] == [2, 1, 0, 3] and view["seen"].tolist()[2][:3] == [4, 4, 0]
    position.views["rng"] = [1, 2, 3, 4]  # advise gives it a stream
    assert all(fits(view, world.cards, world.stock) for world in draw_worlds(position.views, 20))
    assert estimate(view) == pytest.approx(2 + (676 - 2 - 9 - 2 - 5) / (108 - 6)) and unknown(view) == 1


def test_the_choices_are_those_of_the_game():
    """At a game's questions: each lawful answer has a name of its own; others than four have no advice."""
    for asked in played(GAME.rules(3, {"max_turns": "60"}), 3, 1):
        kept = records(GAME.view)
        kept[:] = asked.views
        position = Position(RULES, asked.decision, kept)
        if asked.decision not in TRIED:
            with pytest.raises(InputError, match="advice is for call, draw, use, snap, not for"):
                choices(position)
            continue
        found = choices(position)
        assert len({choice.name for choice in found}) == len(found) >= 1
        if asked.decision != SNAP:
            assert sum(1 << choice.answer for choice in found) == kept[0]["legal"]


def best(**given: str) -> Counsel:
    """Advice on a position."""
    return advise("cambio", worlds=WORLDS, jobs=1, **given)


@pytest.mark.skipif(jit.DISABLED, reason="some thousand rollouts")
def test_sane_advice():
    """Two red kings win at once; who has much goes on; a black king goes when something matches it; a joker is kept."""
    low = best(players=2, hand="KD KH", others="4")
    assert next(worth for worth in low.worths if worth.choice == "call").values[0].value > 0.95
    high = best(players=2, hand="KS 10D 9C ?", others="2")
    assert high.worths[0].choice == "go on" and high.worths[1].values[0].value < 0.05
    thrown = best(players=3, hand="KS 2D 3C", pile="4D KC", thrower="1")
    assert thrown.worths[0].choice == "throw 0 (KS)"
    swapped = best(players=3, hand="KS JK 3C", drawn="JK")
    assert swapped.worths[0].choice == "swap 0 (KS)" and swapped.worths[-1].choice != "swap 0 (KS)"


BAD = [
    ({"hand": "KD XX"}, "'XX' is no card"),
    ({"hand": "KD KD KD"}, "card KD stands there 3 times; the pack holds it 2 times"),
    ({"hand": "KD KD", "pile": "KD"}, "card KD stands there 3 times"),
    ({"hand": "KD", "others": "4"}, "others 4 names 1 places; allowed: 2, one for each other player"),
    ({"hand": "17"}, r"'17' names 17 positions; allowed: up to 16 \(C18\)"),
    ({"hand": "?*"}, r"an own card that is not known cannot be marked '\*'"),
    ({"hand": "KD", "drawn": "2D", "taken": "3D"}, "drawn from the stock or taken from the discard pile, not both"),
    ({"hand": "KD", "drawn": "2D", "decision": "call"}, "the question 'use' goes with a card in hand"),
    ({"hand": "KD", "decision": "use"}, "the question 'use' goes with a card in hand"),
    ({"hand": "KD", "decision": "king"}, "unknown decision that advice is given for 'king'"),
    ({"hand": "KD", "caller": "1", "decision": "call"}, "nobody can call any more: place 1 has"),
    ({"hand": "KD", "caller": "3"}, r"caller 3 is not allowed; allowed: 0\.\.2"),
    ({"hand": "KD", "turn": "0"}, r"turn 0 is not allowed; allowed: 1\.\.400"),
    ({"hand": "KD", "decision": "draw"}, "there is nothing to choose: the discard top"),
    ({"hand": "-", "taken": "2D"}, "who has no cards cannot take the discard top"),
    ({"hand": "KD", "thrower": "1"}, "a snap needs an open card"),
    ({"hand": "-", "thrower": "1", "pile": "2D"}, "a snap needs an open card"),
]


@pytest.mark.parametrize(("given", "sentence"), BAD, ids=range(len(BAD)))
def test_what_is_no_position(given, sentence):
    with pytest.raises(InputError, match=sentence):
        read(RULES, given)


def test_questions_of_a_game_are_counted_as_show_counts_them():
    """Who waits is not asked to snap without a match: neither where a game is shown nor where one of its questions is looked for."""
    told = show("cambio", "greedy*3", players=3, seed=3)["answers"]
    for at in range(0, len(told), 7):
        position = moment(RULES, "greedy*3", 3, 0, at)
        assert [int(position.views[0]["seat"]), position.decision] == told[at][:2]
