"""Games written down once and checked by eye: the same bytes ever after."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sim.core.errors import InputError
from sim.experiment.judge import judge_transcript
from sim.experiment.lineup import parse_lineup
from sim.experiment.replay import transcript
from sim.games import load
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


def shown(game: str, lineup: str, **options: str) -> dict[str, Any]:
    """What `carteado show --format json` writes of deal 0 of seed 4."""
    rules = load(game).rules(lineup.count(",") + 1, options)
    return json.loads(json.dumps(transcript(rules, parse_lineup(lineup, rules), 4, 0)))


@pytest.mark.parametrize(
    ("game", "lineup", "options"),
    [
        ("wizard", "plain,random,steady", {}),
        ("tractor", "plain,random,basic,memory", {}),
        ("cambio", "plain,greedy,counting", {}),
        ("cambio", "random,snapper,smart,memory", {"snap_chain": "true"}),
        ("cambio", "oracle,random,king_dumper", {"fading": "0.3"}),
        ("intervencao", "plain,random,sharp,dumper", {}),
    ],
)
def test_what_is_shown_is_judged_as_told(game, lineup, options):
    """Also where seats wait to be asked, or see more than is lawful."""
    told = shown(game, lineup, **options)
    assert judge_transcript(load(game), told).answer == "as told"


def test_answers_of_another_seat_or_left_over_are_noticed():
    game, told = load("cambio"), shown("cambio", "random,random,random")
    seat, *question = told["answers"][0]
    assert not judge_transcript(game, {**told, "answers": [[(seat + 1) % 3, *question], *told["answers"][1:]]}).agrees
    assert not judge_transcript(game, {**told, "answers": [*told["answers"], told["answers"][-1]]}).agrees
    assert judge_transcript(game, told).agrees


@pytest.mark.parametrize(("key", "wrong"), [("waits", [0, 0]), ("waits", [0, 0, True]), ("waits", 0), ("sees_all", [0, 1, 0]), ("sees_all", {})])
def test_how_seats_are_asked_is_told_properly(key, wrong):
    with pytest.raises(InputError, match=f"'{key}' must be a list"):
        judge_transcript(load("cambio"), {**shown("cambio", "random,random,random"), key: wrong})


def test_a_cambio_turn_is_told_in_one_line():
    """Also where a new stock comes in between, or nothing is left to draw."""
    events = [
        {"event": "deal", "first": 0, "hands": [[], []], "turned": None},
        {"event": "turn", "seat": 0, "turn": 1, "cards": 4, "forgotten": []},
        {"event": "reshuffle", "cards": 76},
        {"event": "draw", "seat": 0, "card": "JD"},
        {"event": "discard", "seat": 0, "card": "JD"},
        {"event": "turn", "seat": 1, "turn": 2, "cards": 4, "forgotten": []},
        {"event": "end", "outcome": "exhausted", "points": [0, 0], "winners": [0, 1], "caller": -1, "hands": [[], []], "remembers": [[], []]},
    ]
    lines = load("cambio").tell({"seats": 2, "seed": 4, "deal": 0, "rules": {}, "events": events}).splitlines()
    assert "  1  A draws JD, discards it" in lines and "      the pile is shuffled: 76 cards in the new stock" in lines
    assert "  2  B finds nothing to draw; this turn does not count" in lines
