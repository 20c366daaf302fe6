"""`carteado chart`: the table, the tidy forms, bad input."""

from __future__ import annotations

import json

import pytest

from tests.program import carteado

FEW = ("-n", "3", "--worlds", "2", "--seed", "1", "--only", "round=4")


def test_forms():
    table = carteado("chart", "wizard", "bid", "--by", "strength", *FEW)
    assert table.code == 0 and "not told apart" in table.out and "questions of 3 games, 2 worlds each, seed 1" in table.err
    told = json.loads(carteado("chart", "wizard", "bid", "--by", "round,place", *FEW, "--format", "json", "-q").out)
    assert {row["round"] for row in told["table"]} == {"4"} and told["run"]["decision"] == "bid"
    assert carteado("chart", "wizard", "bid", "--by", "place", *FEW, "--format", "csv", "-q").out.startswith("place,choice,value,low,high,gain")


@pytest.mark.parametrize(
    "words, sentence",
    [
        (("--by", "rond"), "unknown axis 'rond'; did you mean round"),
        (("--only", "round"), "--only round has no label"),
        (("-n", "0"), "--games 0"),
    ],
)
def test_bad_input(words: tuple[str, ...], sentence: str):
    said = carteado("chart", "wizard", "bid", "--seed", "1", *words)
    assert said.code == 2 and sentence in said.sentence and not said.out
