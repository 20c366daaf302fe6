"""`carteado chart`: the table, the tidy forms, bad input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.program import carteado

FEW = ("-n", "3", "--worlds", "2", "--seed", "1", "--only", "round=4", "--no-save")


def test_forms():
    table = carteado("chart", "wizard", "bid", "--by", "strength", *FEW)
    assert table.code == 0 and "not told apart" in table.out and "questions of 3 games, 2 worlds each, seed 1" in table.err
    told = json.loads(carteado("chart", "wizard", "bid", "--by", "round,place", *FEW, "--format", "json", "-q").out)
    assert (
        {row["round"] for row in told["table"]} == {"4"}
        and told["run"]["request"]["decision"] == "bid"
        and told["run"]["finding"].startswith("bid by round and place")
    )
    assert carteado("chart", "wizard", "bid", "--by", "place", *FEW, "--format", "csv", "-q").out.startswith("place,choice,value,low,high,gain")


def test_a_chart_is_saved_drawn_and_reported(tmp_path: Path):
    said = carteado("chart", "wizard", "bid", "-n", "6", "--worlds", "4", "--seed", "1", "--out", str(tmp_path / "kept"))
    assert said.code == 0 and f"saved in {tmp_path / 'kept'}" in said.err
    assert sorted(path.name for path in (tmp_path / "kept").rglob("*.*")) == ["best.png", "best.svg", "manifest.json", "table.csv"]
    told = carteado("report", str(tmp_path / "kept"), "--table", str(tmp_path / "all.md"))
    page = (tmp_path / "kept" / "report.html").read_text()
    assert told.code == 0 and "What is each choice of bid worth in Wizard" in page and "carteado chart wizard bid --lineup" in page
    assert (tmp_path / "all.md").read_text().startswith("| round | strength | choice |")
    assert "the run folder holds a chart" in carteado("resume", str(tmp_path / "kept")).err


@pytest.mark.parametrize(
    "words, sentence",
    [
        (("--by", "rond"), "unknown axis 'rond'; did you mean round"),
        (("--only", "round"), "--only round has no label"),
        (("-n", "0"), "--games 0"),
        (("--no-save", "--out", "x"), "--no-save and --out x exclude each other"),
    ],
)
def test_bad_input(words: tuple[str, ...], sentence: str):
    said = carteado("chart", "wizard", "bid", "--seed", "1", *words)
    assert said.code == 2 and sentence in said.sentence and not said.out
