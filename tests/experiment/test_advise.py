"""Advice: positions by hand and from games, paired differences, the same whatever the threads, one sentence for bad input."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import sim
from sim.core import jit
from sim.core.errors import InputError
from sim.experiment.advise import BUNDLE, advise, moment, read_file
from sim.experiment.estimates import all_pairs, p_value
from sim.games.wizard import GAME
from sim.games.wizard.cards import cards_in, parse_cards
from sim.games.wizard.decisions import BID, CHOOSE_TRUMP, PLAY, UNSEEN

HAND = {"hand": "W R13 R7 B2 J", "trump": "R", "bids": "1,0"}
FEW = BUNDLE if jit.DISABLED else 4 * BUNDLE


def view_of(players: int = 4, rules: dict[str, str] | None = None, **pieces: str) -> np.void:
    """The View of a position by hand."""
    return GAME.advice().read(GAME.rules(players, rules), pieces).views[0]


def test_a_bid_by_hand():
    view = view_of(**HAND)
    assert cards_in(view["hand"]) == sorted(parse_cards(["W", "R13", "R7", "B2", "J"]))
    assert (view["round"], view["seat"], view["dealer"], view["trump"], view["turned"]) == (5, 2, 3, 2, -1)
    assert list(view["bids"]) == [1, 0, UNSEEN, UNSEEN, UNSEEN, UNSEEN] and cards_in(view["legal"]) == list(range(6))
    assert cards_in(view_of(hand="W J", trump="R", bids="1,0,0", rules={"plus_one": "true"})["legal"]) == [0, 2], "W8"


def test_a_card_by_hand():
    view = view_of(hand="R13 B7", turned="R4", bids="1,2,0,1", place="3", tricks="R5 B9 R11 R9; Y1 Y4 W B2", trick="B5 B13")
    assert (view["trick"], view["n_played"], view["trump"], view["seat"], view["best_seat"], view["follow"]) == (2, 2, 2, 2, 1, 0)
    assert list(view["won"][:4]) == [1, 0, 1, 0] and list(view["leaders"][:3]) == [0, 2, 0]
    assert cards_in(view["legal"]) == parse_cards(["B7"]), "W15"


def test_a_trump_to_name():
    position = GAME.advice().read(GAME.rules(4), {"hand": "R13 B7 W", "turned": "W", "decision": "choose_trump"})
    assert position.decision == CHOOSE_TRUMP
    assert [choice.name for choice in GAME.advice().choices(position)] == ["B", "G", "R", "Y"]


def test_alike_cards_are_one_choice():
    position = GAME.advice().read(GAME.rules(4), {"hand": "W W J J J B1", "trump": "R", "bids": "1,2,0,1", "place": "1", "decision": "play"})
    assert position.decision == PLAY
    assert sorted(choice.name for choice in GAME.advice().choices(position)) == ["B1", "J", "W"]


@pytest.mark.parametrize(
    "pieces, words",
    [
        ({}, "lacks --hand: own cards, such as --hand 'W R13 R7 B2 J'"),
        ({"hand": "W"}, "lacks --trump"),
        ({"hand": "W", "trump": "R"}, "lacks --place"),
        ({**HAND, "hnd": "W"}, "unknown piece of a position of wizard 'hnd'; did you mean hand"),
        ({**HAND, "hand": "W X1"}, "'X1' is no Wizard card"),
        ({**HAND, "hand": "W R13 R13 B2 J"}, "card R13 stands there too often"),
        ({**HAND, "turned": "R13"}, "card R13 stands there too often"),
        ({**HAND, "turned": "B5"}, "trump R does not go with the turned card B5"),
        ({**HAND, "trump": "purple"}, "'purple' is no trump"),
        ({**HAND, "round": "4"}, "hand has 5 cards; in round 4 after 0 tricks it has 4"),
        ({**HAND, "round": "16"}, "round 16 is not allowed; allowed: 1..15"),
        ({**HAND, "bids": "1,9"}, "bids 9 is not allowed; allowed: 0..5"),
        ({**HAND, "bids": "1,-", "place": "3"}, "every bid is heard"),
        ({**HAND, "place": "2"}, "bids has 2 entries, but 1 seats have bid"),
        ({**HAND, "place": "5"}, "place 5 is not allowed; allowed: 1..4"),
        ({**HAND, "trick": "R1 R2 R3 R4", "place": "1"}, "bids has 2 entries, but 4 seats"),
        ({"hand": "B1", "trump": "R", "bids": "0,0,0,0", "place": "2", "trick": "R1 R2"}, "it is place 3 that plays, not place 2"),
        ({"hand": "B1", "trump": "R", "bids": "0,0,0,0", "place": "1", "tricks": "R1 B2 R3"}, "trick 1 has 3 cards, not 4"),
        ({"hand": "B1", "trump": "R", "bids": "0,0,0,0", "place": "3", "tricks": "B2 R2 R3 B4", "trick": ""}, "place 3 did not follow B and yet has B1"),
        ({**HAND, "decision": "fold"}, "unknown decision of Wizard 'fold'"),
        ({**HAND, "decision": "choose_trump"}, "give --turned W"),
    ],
)
def test_bad_positions(pieces: dict[str, str], words: str):
    with pytest.raises(InputError, match=words):
        advise("wizard", worlds=BUNDLE, **pieces)


def test_other_bad_input(tmp_path: Path):
    with pytest.raises(InputError, match="imagines worlds itself"):
        advise("wizard", policy="rollout", worlds=BUNDLE, **HAND)
    with pytest.raises(InputError, match="not both"):
        advise("wizard", at=3, **HAND)
    with pytest.raises(InputError, match="--at 100000: the game has only"):
        advise("wizard", at=100_000)
    (tmp_path / "broken.toml").write_text("hand = ")
    with pytest.raises(InputError, match="is no TOML"):
        read_file(tmp_path / "broken.toml")
    with pytest.raises(InputError, match="does not exist"):
        read_file(tmp_path / "none.toml")


def test_the_same_for_any_number_of_threads():
    one, two = (advise("wizard", worlds=FEW, jobs=jobs, **HAND) for jobs in (1, 3))
    assert one.rows == two.rows and one.n_worlds == FEW


def test_differences_are_paired_and_the_sentence_says_what_cannot_be_told_apart():
    found = sim.advise("wizard", worlds=FEW, **HAND)
    best, second = found.worths[0], found.worths[1]
    assert best.behind.value == 0 and found.worths[-1].choice == "bid 5"
    assert second.behind.value == pytest.approx(second.values[0].value - best.values[0].value)
    assert found.sentence.startswith(f"{best.choice} is best with")
    assert all(0 <= worth.values[1].value <= 1 for worth in found.worths)
    assert [w.p for w in found.worths[1:]] == all_pairs([p_value(w.behind, found.n_worlds) for w in found.worths[1:]])
    assert set(found.table.outcome) == {"points", "met"} and len(found.table) == 2 * 6
    same = sim.advise("wizard", worlds=BUNDLE, hand="G1", trump="R", bids="0,0", rules={"plus_one": "false"})
    assert {worth.choice for worth in same.worths} == {"bid 0", "bid 1"}


def test_certain_choices():
    """The last card of the last seat: what it brings is certain; two cards that change nothing cannot be told apart."""
    known = {"trump": "R", "bids": "0,1,0,0", "place": "4"}
    one = advise("wizard", worlds=BUNDLE, hand="B1", trick="R1 G2 G3", **known)
    assert one.sentence == "Only B1 is possible." and one.worths[0].values[0].value == 20 and one.worths[0].values[0].se == 0
    two = advise("wizard", worlds=BUNDLE, hand="B1 W", tricks="", trick="W W W", **known)
    assert len(two.worths) == 2


def test_a_question_of_a_game_is_the_one_that_was_asked():
    rules = GAME.rules(4)
    told = sim.show("wizard", "steady*4", seed=3)
    for at in (0, 57, 200):
        position = moment(rules, "steady*4", 3, 0, at)
        seat, decision, answer = told["answers"][at]
        assert (position.views[0]["seat"], position.decision) == (seat, decision)
        assert answer in cards_in(position.views[0]["legal"])
    assert position.decision in (BID, PLAY)
