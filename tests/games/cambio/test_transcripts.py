"""Games written down once and checked by eye: the same bytes ever after."""

from __future__ import annotations

import json

import pytest

from sim.games.cambio import GAME
from tests.games.cambio.golden import FOLDER, GAMES, as_json, played


@pytest.mark.parametrize("name", GAMES)
def test_the_same_game_as_ever(name):
    written = (FOLDER / f"{name}.json").read_text(encoding="utf-8")
    assert as_json(played(name)) == written
    assert GAME.tell(json.loads(written)) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_told_without_strategy_words():
    transcript = json.loads((FOLDER / "2_players.json").read_text(encoding="utf-8"))
    del transcript["players"]
    told = GAME.tell(transcript)
    assert "Winner: A." in told or "Winner: B." in told
    assert "plain" not in told
