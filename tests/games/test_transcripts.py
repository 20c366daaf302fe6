"""Games written down once and checked by eye: the same bytes ever after."""

from __future__ import annotations

import json

import pytest

from tests.games.golden import GOLDEN, as_json

FIRST = {golden.game: golden for golden in reversed(GOLDEN)}


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: f"{golden.game}-{golden.name}")
def test_the_same_game_as_ever(golden):
    written = golden.file("json").read_text(encoding="utf-8")
    assert as_json(golden.played()) == written
    assert golden.told(json.loads(written)) == golden.file("txt").read_text(encoding="utf-8")


def test_no_file_is_left_over():
    folders = {golden.file("json").parent for golden in GOLDEN}
    assert {path for folder in folders for path in folder.iterdir()} == {golden.file(ending) for golden in GOLDEN for ending in ("json", "txt")}


@pytest.mark.parametrize(
    ("game", "words"),
    [("wizard", "Dealer: seat "), ("tractor", "seat 0  "), ("cambio", "Winner: "), ("intervencao", "The J lies with seat ")],
)
def test_told_without_strategy_words(game, words):
    transcript = json.loads(FIRST[game].file("json").read_text(encoding="utf-8"))
    del transcript["players"]
    told = FIRST[game].told(transcript)
    assert words in told and "plain" not in told


def test_a_match_is_told_with_its_sheet():
    match = next(golden for golden in GOLDEN if golden.name == "match_of_three_deals")
    told = match.file("txt").read_text(encoding="utf-8")
    assert "Score sheet: levels after each deal" in told and "Nobody has won: the match is cut off (T21)." in told
