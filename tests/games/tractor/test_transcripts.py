"""Games written down once and checked by eye: the same bytes ever after."""

from __future__ import annotations

import json

import pytest

from sim.games.tractor import GAME
from tests.games.tractor.golden import FOLDER, GAMES, as_json, played


@pytest.mark.parametrize("name", GAMES)
def test_the_same_game_as_ever(name):
    written = (FOLDER / f"{name}.json").read_text(encoding="utf-8")
    assert as_json(played(name)) == written
    assert GAME.tell(json.loads(written)) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_told_without_strategy_words():
    transcript = json.loads((FOLDER / "deal_at_level_2.json").read_text(encoding="utf-8"))
    del transcript["players"]
    told = GAME.tell(transcript)
    assert "seat 0  " in told and "plain" not in told


def test_a_match_is_told_with_its_sheet():
    told = (FOLDER / "match_of_three_deals.txt").read_text(encoding="utf-8")
    assert "Score sheet: levels after each deal" in told and "Nobody has won: the match is cut off (T21)." in told
