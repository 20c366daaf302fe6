"""Advice: positions typed by hand, their choices by name, and what cannot be a position."""

from __future__ import annotations

import numpy as np
import pytest

from sim.core import jit
from sim.core.errors import InputError
from sim.core.seam import records
from sim.experiment.advise import advise
from sim.games.advice import Position
from sim.games.tractor import GAME
from sim.games.tractor.advice import choice_name, choices, read
from sim.games.tractor.cards import NO_TRUMP, kinds_in, level_name, names_of, suit_name
from sim.games.tractor.decisions import BURY, DECISIONS, DECLARE, FOLLOW, LEAD, VIEW
from sim.games.tractor.reference import laws
from tests.games.tractor.moments import Asked, asked_in

RULES = GAME.rules(4)
PAIRED = "AS AS KS KS 10S 9S KD KD JD 9D 8D 3D KC QC 9C 5C 5C 2H 2S KH QH 9H 6H 5H 3H"
HAND = "AS KS 10S 9S 8S 5S AD QD JD 9D 8D 7D 3D KC QC 9C 6C 4C 2H 2S KH QH 9H 6H 5H"  # 25 cards


def typed(asked: Asked) -> dict[str, str]:
    """A question of a game as its seat would type it in."""
    view, own = asked.views[0], asked.seat
    order = (int(view["level"]), NO_TRUMP if asked.decision == DECLARE else int(view["trump"]))
    given = {"hand": names_of(kinds_in(view["hand"], view["pairs"], *order)), "level": level_name(int(view["level"]))}
    given |= {"dealer": str((int(view["dealer"]) - own) % 4), "decision": DECISIONS[asked.decision].name}
    if asked.decision != DECLARE:
        given["trump"] = suit_name(int(view["trump"]))
    made = [(int(view["declared_by"][i]), laws.declarations(order[0])[view["declared"][i]]) for i in range(view["n_declared"])]
    given["declared"] = "; ".join(f"{(seat - own) % 4} {names_of(kinds)}" for seat, kinds in made)
    for name in ("buried", "kitty"):
        if view[name] and not (name == "kitty" and made):
            given[name] = names_of(kinds_in(view[name], view[f"{name}_pairs"], *order))
    plays = [plays_of(view, t, order) for t in range(view["tricks"] + 1)] if view["leader"] >= 0 else [""]
    given["tricks"] = " / ".join(plays[:-1])
    return given | ({"trick": plays[-1]} if asked.decision == FOLLOW else {})


def plays_of(view: np.void, t: int, order: tuple[int, int]) -> str:
    """The plays of a trick, in order."""
    seats = [(int(view["leaders"][t]) + i) % 4 for i in range(4)]
    return "; ".join(names_of(kinds_in(view["plays"][t, seat], view["play_pairs"][t, seat], *order)) for seat in seats if view["plays"][t, seat])


def turned(view: np.void, own: int) -> dict[str, np.ndarray]:
    """All that a View holds but what is private and what cannot be typed in, the own seat as place 0."""
    found = {name: view[name].copy() for name in VIEW.names or ()}
    for name in ("rng", "parameters", "notes", "policies", "chosen", "chosen_pairs", "levels", "deal", "is_first", "first_dealer"):
        del found[name]
    for name in ("trick", "trick_pairs", "played", "played_pairs"):
        found[name] = np.roll(found[name], -own)
    for name in ("plays", "play_pairs"):
        found[name] = np.roll(found[name], -own, axis=1)
    for name in ("voids", "pairless"):
        found[name] = np.uint64((int(found[name]) >> 5 * own | int(found[name]) << 5 * (4 - own)) & (1 << 20) - 1)
    for name in ("seat", "dealer", "leader", "best_seat", "leaders", "declared_by"):
        found[name] = np.where(found[name] >= 0, (found[name] - own) % 4, found[name])
    found["points"] = np.roll(found["points"], own % 2)
    return found


@pytest.mark.parametrize("silent", [False, True], ids=["declared", "turned_up"])
@pytest.mark.parametrize("options", [{"dealer": "1"}, {"level": "10"}, {"level": "A", "dealer": "0"}], ids=str)
def test_a_question_typed_in_is_the_question(options, silent):
    rules = GAME.rules(4, options)
    for block in range(1 if jit.DISABLED else 4):
        for asked in asked_in(block, options, silent=silent)[:: 9 if jit.DISABLED else 1]:
            position = read(rules, {name: text for name, text in typed(asked).items() if text})
            wanted, found = turned(asked.views[0], asked.seat), turned(position.views[0], 0)
            kitty_is_own = asked.seat == asked.views[0]["dealer"] and asked.views[0]["n_declared"]
            for name in set(wanted) - ({"kitty", "kitty_pairs"} if kitty_is_own else set()):
                assert np.array_equal(wanted[name], found[name]), (name, block, asked.decision, wanted[name], found[name])


def names(**given: str) -> list[str]:
    """The choices of a position."""
    return [choice.name for choice in choices(read(RULES, given))]


def test_choices_by_name():
    assert names(hand=HAND, level="2", dealer="1", decision="declare") == ["pass", "2S", "2H"]
    leads = names(hand=PAIRED, level="2", trump="H", dealer="0", buried="3D 4D 6D 7D 3C 4C 6C 7C")
    assert {"AS", "3D", "AS AS", "KS KS", "KS KS AS AS"} <= set(leads) and "KS KS KD KD" not in leads
    assert set(names(hand=PAIRED, level="2", trump="H", dealer="3", trick="QS QS")) == {"AS AS", "KS KS"}
    assert len(names(hand=f"{HAND} 4S 4S 7S 3C 3C 5D 5D 7C", level="2", trump="H")) >= 4


def test_choices_are_named_in_every_question():
    for asked in asked_in(2, {"level": "3"}):
        kept = records(VIEW)
        kept[:] = asked.views
        found = choices(Position(RULES, asked.decision, kept))
        assert found and len({choice.name for choice in found}) == len(found) and all(0 <= choice.answer < 1 << 33 for choice in found)
        if asked.decision in (BURY, LEAD):
            assert all(choice_name(kept[0], asked.decision, choice.answer) == choice.name for choice in found)


def test_a_king_is_fed_to_the_partner_who_wins():
    """Last to play, the partner has trumped with a Red Joker: points come home."""
    hand = "KS 3S AD QD JD 9D 8D 7D 3D AC KC QC 9C 6C 4C 2H 2S KH QH 10H 9H 8H 6H 5H 3H"
    counsel = advise("tractor", worlds=500, jobs=1, hand=hand, level="2", trump="H", dealer="1", trick="5S; RJ; 7S")
    values = {worth.choice: worth.values[1].value for worth in counsel.worths}
    assert set(values) == {"KS", "3S"} and values["KS"] > values["3S"] + 3


BAD = [
    ({"hand": "AS AS AS"}, "card AS stands there 3 times"),
    ({"level": "1"}, "'1' is no level"),
    ({"dealer": "4"}, "dealer 4 is no place; allowed: 0 oneself"),
    ({"decision": "pass"}, "unknown decision of Tractor 'pass'"),
    ({"hand": "AS KS", "trick": "AC; KC; QC"}, "hand has 2 cards; at this question it has 25"),
    ({"trick": "AH AD"}, "AH AD is no lead; leads are a single, a pair or a tractor"),
    ({"trick": "AC; JC JC"}, "JC JC has 2 cards, not 1"),
    ({"trick": "AC; KC"}, "after these cards it is place 3 that plays, not place 0"),
    ({"trick": "AC; KC; QC", "buried": "3S"}, "buried has 1 cards, not 8"),
    ({"declared": "1 3S"}, "declared '1 3S' is no declaration"),
    ({"declared": "1 2D"}, "the last declaration, 2D, does not make this trump"),
    ({"kitty": "3C 3C 4C 4C 5C 5C 7C 7C", "declared": "1 2H"}, "the kitty is turned up only if nobody declares"),
    ({"tricks": "AC; KC; QC"}, "trick 1 has 3 plays, not 4"),
    ({"decision": "follow", "dealer": "0"}, "who follows has a lead before him"),
    ({"decision": "bury", "trick": "AC"}, "no card has been played when a seat is asked to bury"),
]


@pytest.mark.parametrize(("given", "sentence"), BAD, ids=range(len(BAD)))
def test_what_is_no_position(given, sentence):
    usual = {"hand": HAND, "level": "2", "trump": "H", "dealer": "1"}
    with pytest.raises(InputError, match=sentence):
        read(RULES, usual | given)
