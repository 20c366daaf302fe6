"""`carteado advise`: pieces as options, in a file, or asked for at the terminal; a question of a game."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from tests.program import carteado

HAND = ("advise", "wizard", "--hand", "W R13 R7 B2 J", "--trump=R", "--bids", "1,0", "--worlds", "500")


def test_a_position_in_options_and_in_a_file(tmp_path: Path):
    by_hand = carteado(*HAND, "--format", "json", "-q")
    assert by_hand.code == 0 and not by_hand.err
    (tmp_path / "position.toml").write_text('hand = "W R13 R7 B2 J"\ntrump = "R"\nbids = "1,0"\nplayers = 4\nrules = { plus_one = "false" }\n')
    by_file = carteado("advise", "wizard", "--file", tmp_path / "position.toml", "--worlds", "500", "--format", "json", "-q")
    assert by_file.out == by_hand.out
    told = json.loads(by_hand.out)
    assert told["run"]["worlds"] == 500 and len(told["table"]) == 12 and told["run"]["finding"].startswith("bid ")
    table = carteado(*HAND)
    assert told["run"]["finding"] in table.out and "told apart" in table.out and "500 worlds, played on by steady, seed 1" in table.err


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('players = "4"', "players must be a whole number"),
        ("players = true", "players must be a whole number"),
        ('rules = "x"', "rules must be a table"),
        ('hand = ["W", "R13"]', "hand must be a text or a number"),
    ],
)
def test_a_file_with_values_of_another_kind(line: str, sentence: str, tmp_path: Path):
    (tmp_path / "position.toml").write_text(line)
    said = carteado("advise", "wizard", "--file", tmp_path / "position.toml")
    assert said.code == 2 and f"position.toml': {sentence}" in said.sentence


def test_csv_and_markdown():
    assert carteado(*HAND, "--format", "csv", "-q").out.startswith("choice,outcome,value,se,low,high,n,behind")
    assert carteado(*HAND, "--format", "markdown", "-q").out.startswith("| choice | outcome |")


def test_a_question_of_a_game():
    said = carteado("advise", "wizard", "--lineup", "plain*4", "--seed", "4", "--deal", "2", "--at", "30", "--worlds", "250")
    assert said.code == 0 and ("is best with" in said.out or "Only" in said.out)


def test_missing_pieces_are_asked_for_at_a_terminal(monkeypatch: pytest.MonkeyPatch):
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "stdin", Terminal("R\n3\n"))
    said = carteado("advise", "wizard", "--hand", "W R13 R7 B2 J", "--bids", "-,-", "-r", "bids=hidden", "--worlds", "250")
    assert said.code == 0 and "trump suit B G R Y, or NT (such as R): " in said.out and "place in the order of bidding" in said.out


def test_pieces_are_listed():
    said = carteado("advise", "wizard", "--pieces")
    assert said.code == 0 and all(f"--{name}" in said.out for name in ("hand", "trump", "tricks", "place"))


@pytest.mark.parametrize(
    "words, sentence",
    [
        (("--hand", "W"), "the position lacks --trump: trump suit B G R Y, or NT, such as --trump 'R'"),
        (("--hand",), "--hand has no value"),
        (("--hand", "W", "--hand", "J"), "--hand is given twice"),
        (("--hand", "W", "R"), "'R' is not understood"),
        (("--hnd", "W"), "unknown piece of a position of wizard 'hnd'; did you mean hand"),
        (("--file", "none.toml"), "file 'none.toml' does not exist"),
        (("--file", "none.toml", "--hand", "W"), "--file none.toml holds the whole position"),
        (("--hand", "W", "--trump", "R", "--bids", "0", "--worlds", "0"), "--worlds 0 is not allowed"),
        (("--hand", "W", "--trump", "R", "--bids", "0", "--policy", "nobody"), "unknown strategy for Wizard 'nobody'"),
    ],
)
def test_bad_input(words: tuple[str, ...], sentence: str):
    said = carteado("advise", "wizard", *words)
    assert said.code == 2 and sentence in said.sentence and not said.out
