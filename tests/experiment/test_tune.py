"""`tune`: the same answer for any number of workers, honest on fresh deals, a strategy file that plays what was found."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import sim
from sim.core.errors import InputError
from sim.experiment.resume import load_result
from sim.experiment.search import Search, Span, parse_param
from sim.experiment.strategies import load
from sim.games import load as load_game

pytest.importorskip("optuna")

OWN = '''"""Bids a share of the tricks; takes them as they come."""
from sim.games.wizard.strategist import Knob, legal_bid_near, np

KNOBS = (
    Knob("share", 0.9, 0.0, 1.0, "of the tricks"),
    Knob(name="é", default=0.25, low=0.0, high=1.0, help="not used"),
)


def bid(view):
    return legal_bid_near(view, np.int64(view.parameters[0] * view.round))
'''
FEW = {"measure": "score", "trials": 12, "games": 400, "fresh_games": 1500, "seed": 5}


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "own.py").write_text(OWN, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return "own.py"


def test_the_same_answer_for_any_number_of_workers(own: str) -> None:
    one = sim.tune("wizard", own, {"share": "0:1"}, field="average", jobs=1, **FEW)
    two = sim.tune("wizard", own, ["share=0:1"], field="average", jobs=2, chunk_blocks=7, **FEW)
    assert one.trials == two.trials and one.word == two.word
    assert repr(one.result.rows) == repr(two.result.rows) and one.result.finding == two.result.finding


def test_it_finds_the_fair_share_and_checks_it_on_fresh_deals(own: str) -> None:
    found = sim.tune("wizard", own, {"share": "0:1:0.05"}, field="average", **{**FEW, "trials": 24})
    assert 0.05 <= found.parameters["share"] <= 0.35  # random play takes a quarter of the tricks
    assert found.word == f"own.py:share={found.parameters['share']:g}"
    assert found.result.seed != FEW["seed"], "fresh deals"
    assert found.result.entrants[:2] == (found.word, "own.py")
    assert found.gain.low > 0 and found.fresh.n >= 1500 // 24
    assert f"use {found.word}, which is better than own.py" in found.result.finding
    assert "in the search" in found.result.finding and "on fresh deals" in found.result.finding
    share = found.parameters["share"]
    assert {f"own.py:share={share - 0.05:g}", f"own.py:share={share + 0.05:g}"} >= set(found.result.entrants[2:])
    assert len(found.table) == 24 and found.trials[0].parameters == {"share": 0.9}, "the strategy as it was is tried first"


def test_a_file_with_the_found_defaults(own: str, tmp_path: Path) -> None:
    found = sim.tune("wizard", own, {"share": "0:1", "é": "0:1"}, field="average", write="better.py", **FEW)
    written = load(load_game("wizard"), "better.py")
    assert {knob.name: knob.default for knob in written.knobs} == pytest.approx(dict(found.parameters))
    assert "# defaults found by carteado tune wizard own.py, seed 5" in (tmp_path / "better.py").read_text(encoding="utf-8")


def test_a_file_that_imports_another_stays_beside_it(own: str, tmp_path: Path) -> None:
    (tmp_path / "helping.py").write_text("def wish(view):\n    return 0\n")
    Path(own).write_text(
        OWN.replace("import Knob", "import helping\nfrom sim.games.wizard.strategist import Knob", 1).replace(
            "from sim.games.wizard.strategist import helping", "import helping"
        )
    )
    (tmp_path / "away").mkdir()
    with pytest.raises(InputError, match=r"must name a file beside 'own\.py', which imports helping\.py"):
        sim.tune("wizard", own, {"share": "0:1"}, write="away/better.py", **FEW)


@pytest.mark.parametrize("knobs", ["KNOBS = tuple(Knob(n, 0.5, 0, 1, '') for n in ('share',))", "KNOBS = (Knob('share', (\n    0.5\n    + 0.1), 0, 1, ''),)"])
def test_a_file_whose_defaults_are_not_written_out_is_refused_at_once(own: str, knobs: str) -> None:
    text = OWN[: OWN.index("KNOBS")] + knobs + "\n\n\n" + OWN[OWN.index("def bid") :]
    Path(own).write_text(text)
    with pytest.raises(InputError, match=r"--write cannot find the defaults of share in KNOBS|must end"):
        sim.tune("wizard", own, {"share": "0:1"}, write="better.py", **FEW)


def test_the_run_on_fresh_deals_can_be_loaded_again(own: str) -> None:
    found = sim.tune("wizard", own, {"share": "0:1"}, field="average", out="kept", **FEW)
    again = load_result("kept")
    assert again.finding == found.result.finding and again.sheets == found.result.sheets


def test_spans() -> None:
    assert parse_param("a=0:8:2") == Span("a", 0.0, 8.0, 2.0)
    assert parse_param("a=0:9:2").high == 8.0
    assert Span("a", 0.0, 8.0, 2.0).neighbours(8.0) == [6.0]
    assert Span("a", 0.0, 8.0, 2.0).has(6.0) and not Span("a", 0.0, 8.0, 2.0).has(5.0) and not Span("a", 0.0, 8.0, None).has(9.0)
    assert Span("a", 0.0, 1.0, None).neighbours(0.5) == [0.45, 0.55]


@pytest.mark.parametrize("text", ["a", "a=1", "a=2:1", "a=1:1", "a=x:1", "a=0:inf", "=0:1", "a=0:1:0", "a=0:1:2", "a=0:1:0.1:3"])
def test_a_span_that_is_none(text: str) -> None:
    with pytest.raises(InputError, match="is not understood; write NAME=LO:HI"):
        parse_param(text)


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"param": []}, "give --param NAME=LO:HI"),
        ({"param": ["shade=0:1", "shade=0:2"]}, "the same parameter twice"),
        ({"param": ["shade=0:9"]}, r"parameter shade=9 of strategy 'linear' is not allowed; allowed: 0\.\.2"),
        ({"param": ["shadow=0:1"]}, "did you mean shade"),
        ({"trials": 0}, "--trials 0 is not allowed"),
        ({"measure": "scor"}, "did you mean score"),
        ({"write": "x.txt"}, "must end in .py"),
        ({"fresh_games": "20kk"}, "--fresh 20kk is not allowed"),
        ({"out": Path(__file__).parent}, "is not empty and holds no run"),
        ({"write": __file__}, "exists already"),
    ],
)
def test_bad_input_is_refused_before_anything_is_played(more: dict, sentence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Search, "run", lambda *_: pytest.fail("it was played"))
    with pytest.raises(InputError, match=sentence):
        sim.tune("wizard", "linear", **{"param": ["shade=0:1"], "games": 100, **more})


def test_the_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "optuna", None)
    with pytest.raises(InputError, match=r"pip install 'carteado\[tune\]'"):
        sim.tune("wizard", "linear", ["shade=0:1"])
