"""Results on a terminal: aligned, intervals in text, 80 columns, piped, names as they are."""

from __future__ import annotations

import io
import json
import math
import re

import pytest
from rich.console import Console

import sim
from sim.cli import tables
from sim.cli.bars import PLAIN, Bar, draw_bars
from sim.cli.options import Format
from sim.experiment.results import Result, Sheet


@pytest.fixture(scope="module")
def compared() -> Result:
    return sim.compare("wizard", "average", "linear:shade=0.9", "bid=ev,play=duck", games=1000, seed=1)


@pytest.fixture(scope="module")
def swept() -> Result:
    return sim.sweep("wizard", "linear", {"shade": "0.6:1:0.2", "wizard": "0.5;1"}, games=2000, seed=1)


def shown(result: Result, monkeypatch: pytest.MonkeyPatch, width: int = 80) -> list[str]:
    """What a terminal of this width shows, without its colours."""
    out = io.StringIO()
    console = Console(file=out, width=width, force_terminal=True, highlight=False, markup=False, emoji=False)
    monkeypatch.setattr(tables, "new_console", lambda: console)
    monkeypatch.setattr("builtins.print", lambda text: out.write(f"{text}\n"))
    tables.show_tables(result)
    return re.sub(r"\x1b\[[0-9;]*m", "", out.getvalue()).splitlines()


def test_bars_share_a_scale_and_mark_zero() -> None:
    bars = [Bar(1, 2, 3), Bar(-1, 0, 1, is_sure=False), Bar(-1, -1, -1)]
    assert draw_bars(bars, 9, has_zero=True) == ["  ┊ ├─●─┤"[0:9], "├─○─┤    ", "● ┊      "]
    assert draw_bars(bars, 9, has_zero=True, signs=PLAIN)[1] == "|-o-|    "


def test_bars_of_what_is_not_known() -> None:
    assert draw_bars([Bar(math.nan, math.nan, math.nan), Bar(math.nan, 1, math.nan)], 5) == ["     ", "●    "]
    assert draw_bars([Bar(math.nan, math.nan, math.nan)], 5) == ["     "]
    assert draw_bars([], 5) == []


@pytest.mark.parametrize("seed", range(20))
def test_a_bar_reaches_from_bound_to_bound(seed: int) -> None:
    import random

    numbers = random.Random(seed)
    bars = [Bar(*sorted(numbers.uniform(-5, 5) for _ in range(3))) for _ in range(6)]
    drawn = draw_bars(bars, 30)
    low, high = min(bar.low for bar in bars), max(bar.high for bar in bars)
    for bar, text in zip(bars, drawn, strict=True):
        cells = [k for k, sign in enumerate(text) if sign != " "]
        assert abs(cells[0] - (bar.low - low) / (high - low) * 29) <= 0.5 and abs(cells[-1] - (bar.high - low) / (high - low) * 29) <= 0.5
        assert abs(text.index("●") - (bar.value - low) / (high - low) * 29) <= 0.5


@pytest.mark.parametrize("which", ["compared", "swept"])
def test_eighty_columns_are_enough(which: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    result = request.getfixturevalue(which)
    lines = shown(result, monkeypatch)
    assert max(map(len, lines)) <= 80
    assert " ".join(lines).replace("  ", " ").startswith(result.finding.split(";")[0][:60])  # on top
    assert any("●" in line for line in lines) and "…" not in "".join(lines)


def test_the_best_and_its_equals_are_marked(swept: Result, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = shown(swept, monkeypatch, width=120)
    marked = [line.split()[1:4] for line in lines if line.strip().startswith("*")]
    best = next(p for p in swept.manifest["points"] if p["best"])
    assert marked == [[f"{best['shade']:g}", f"{best['wizard']:g}", f"{best['value']:.4f}"]]
    equals = [line for line in lines if line.strip().startswith("=")]
    assert len(equals) == sum(p["not_told_from_best"] for p in swept.manifest["points"] if not p["best"]) > 0
    assert [line for line in lines if "○" in line] == equals and any("hollow: not told apart" in line for line in lines)


def test_numbers_stand_below_each_other(compared: Result, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [line for line in shown(compared, monkeypatch, width=140) if " .. " in line]
    assert len(lines) == 2 * 3 + 3 * 8
    for part in (lines[:6], lines[6:]):
        assert len({line.index(" .. ") for line in part}) <= 3  # by the digits of the measure
        assert len({line.rstrip()[-1].isspace() for line in part}) == 1


def test_piped_it_is_plain_and_complete(compared: Result, capsys: pytest.CaptureFixture[str]) -> None:
    tables.show_tables(compared)
    said = capsys.readouterr().out
    assert "\x1b" not in said
    assert said.splitlines()[0] == compared.finding
    assert all(word in said for word in ("p (Holm)", "told apart", "pairing worth", " se ", "linear:shade=0.9 - average"))


def test_names_stay_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    name = "[red]x[/red]/mine.py:heart:a"
    tables.print_sheet(Sheet(f"of {name}", ("who", name), [[name, "1"]], (1,)))
    assert capsys.readouterr().out.count(name) == 3


def test_a_wide_sheet_is_folded_and_not_cut(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(tables, "PIPED_WIDTH", 80)
    tables.print_sheet(Sheet("wide", tuple("abcdefgh"), [[f"0.{k}234 ± 0.0001" for k in range(8)]], tuple(range(8))))
    said = capsys.readouterr().out
    assert max(map(len, said.splitlines())) <= 80 and all(f"0.{k}234" in said for k in range(8)) and "…" not in said


def test_a_single_strategy_has_a_line_a_measure(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = shown(sim.run("wizard", "average*4", games=40, seed=1), monkeypatch)
    assert any(line.strip().startswith("hit_rate") for line in lines) and not any("●" in line for line in lines)
    assert max(map(len, lines)) <= 80


def test_rows_of_any_shape_in_every_format(capsys: pytest.CaptureFixture[str]) -> None:
    rows = [{"strategy": "a", "value": 0.5, "left_after": None}, {"strategy": "b|c", "value": math.nan, "left_after": 7}]
    tables.print_rows(rows, Format.csv, {})
    assert capsys.readouterr().out == "strategy,value,left_after\na,0.5,\nb|c,nan,7\n"
    tables.print_rows(rows, Format.json, {"seed": 1})
    assert json.loads(capsys.readouterr().out) == {"run": {"seed": 1}, "table": [rows[0], rows[1] | {"value": None}]}
    tables.print_rows(rows, Format.markdown, {})
    assert capsys.readouterr().out.splitlines()[2:] == ["| a | 0.5 | - |", "| b\\|c | nan | 7 |"]
