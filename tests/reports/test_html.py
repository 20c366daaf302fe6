"""The page: what it says, that names stay text, that it needs nothing from outside, and what is refused."""

from __future__ import annotations

import re
import shlex
import shutil
from html.parser import HTMLParser
from pathlib import Path

import pytest

import sim
from reports.chart_section import chart_command
from reports.html import page_of
from reports.sections import command_line, fingerprint, question_of, warnings_of
from sim.cli.main import main
from sim.experiment.chart_folder import load_chart
from sim.experiment.results import Result
from sim.experiment.resume import load_result, rebuild
from sim.experiment.run import Settings, conduct

HOSTILE = "<img src=x onerror=alert(1)>'\"&amp;{{7*7}}.py"


class Outline(HTMLParser):
    """Tags with their attributes, and all text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data + " "


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Result:
    """A comparison in which a strategy's name is an attack."""
    file = tmp_path_factory.mktemp("own") / HOSTILE
    file.write_text("def bid(view):\n    return 1\n")
    return sim.compare("wizard", "average", str(file), games=130, seed=5, out=tmp_path_factory.mktemp("run") / "run")


@pytest.fixture(scope="module")
def page_text(hostile: Result) -> str:
    return page_of([hostile], title=HOSTILE)


def test_the_page_says_what_a_reader_needs(hostile: Result, page_text: str) -> None:
    page = Outline(page_text)
    words = " ".join(page.text.split())
    for wanted in ("Which of these strategies plays Wizard best?", hostile.finding, "wizard_turned", "Paired differences", "seed 5", "numba"):
        assert wanted in words
    assert command_line(hostile) in page.text
    for player in hostile.manifest["strategies"]:
        assert all(part["digest"] in words for part in player["parts"])
    assert all(attributes.get("alt", "") for tag, attributes in page.tags if tag == "img")


def test_hostile_names_stay_text(page_text: str) -> None:
    page = Outline(page_text)
    assert page.text.count(HOSTILE) > 10
    assert not [attributes for tag, attributes in page.tags if "onerror" in attributes]
    assert {attributes["src"][:15] for tag, attributes in page.tags if tag == "img"} == {"data:image/svg+x"[:15]}
    assert "49.py" not in page.text


def test_nothing_is_loaded_from_outside(page_text: str) -> None:
    for tag, attributes in Outline(page_text).tags:
        for name in ("src", "href"):
            assert (attributes.get(name) or "data:").startswith(("data:", "#")), (tag, attributes)
    assert not re.search(r"@import|url\((?!data:)", page_text.partition("</style>")[0])
    assert "default-src 'none'" in page_text


def test_a_command_stands_on_the_page_once(hostile: Result) -> None:
    assert page_of([hostile]).count("<pre>") == 1
    assert page_of([hostile], reproduce=["carteado study mine.toml"]).count("<pre>") == 2


def test_two_runs_have_a_section_each(hostile: Result) -> None:
    other = sim.run("wizard", "average*3", players=3, games=30, seed=1)
    page = Outline(page_of([hostile, other], question="Which?"))
    assert [a["id"] for tag, a in page.tags if tag == "section"] == ["r1", "r2"]
    assert [a["href"] for tag, a in page.tags if tag == "a" and (a["href"] or "").startswith("#")] == ["#r1", "#r2"]


def test_the_report_command_writes_page_tables_and_figures(hostile: Result, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(hostile.folder)
    assert main(["report", folder, "--out", str(tmp_path / "r.html"), "--table", str(tmp_path / "t.csv"), "--figures"]) == 0
    assert (tmp_path / "r.html").read_text().startswith("<!doctype html>") and (tmp_path / "t.csv").exists()
    assert {p.suffix for p in (Path(folder) / "figures").iterdir()} == {".png", ".svg"}


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda folder: None, "does not exist"),
        (lambda folder: folder.mkdir(), "is no run folder of carteado"),
        (lambda folder: (folder.mkdir(), (folder / "manifest.json").write_text("{")), "is damaged"),
        (lambda folder: (folder.mkdir(), (folder / "manifest.json").write_text('{"format": 99}')), "another version"),
    ],
)
def test_foreign_and_damaged_folders_are_refused(make, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make(tmp_path / "run")
    assert main(["report", str(tmp_path / "run")]) == 2
    assert sentence in capsys.readouterr().err


def test_damaged_sums_and_files_in_place_of_folders_are_refused(hostile: Result, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert hostile.folder
    shutil.copytree(hostile.folder, tmp_path / "run")
    (tmp_path / "run" / "sums.sqlite").write_bytes(b"no database" * 500)
    for place, sentence in ((tmp_path / "run", "is damaged: sums.sqlite"), (tmp_path / "run" / "table.csv", "does not exist")):
        assert main(["report", str(place)]) == 2
        assert sentence in capsys.readouterr().err
    assert not (tmp_path / "run" / "report.html").exists()


def test_a_long_list_of_changed_versions_is_cut(hostile: Result, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reports.sections.what_changed", lambda manifest, plan: [f"strategy {k} has changed" for k in range(30)])
    assert warnings_of(hostile)[0].endswith("strategy 3 has changed; and 26 changes more.")


def test_reports_of_several_runs_are_folded(hostile: Result) -> None:
    """One run: everything is open; several: a lead figure each, the rest a click away."""
    one, two = (Outline(page_of([hostile] * n)) for n in (1, 2))
    assert [("open" in a) for tag, a in one.tags if tag == "details"].count(True) >= 3
    assert not any("open" in a for tag, a in two.tags if tag == "details")
    assert sum(a.get("class") == "lead" for _, a in two.tags) == 2


def test_a_page_of_another_ending_is_refused(hostile: Result, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(hostile.folder), "--out", "page.pdf"]) == 2
    assert "must end in .html" in capsys.readouterr().err


def test_an_unfinished_run_is_marked(hostile: Result) -> None:
    from dataclasses import replace

    part = replace(hostile, manifest={**hostile.manifest, "state": "interrupted", "games": 10_000})
    assert any("130 of 10,000 games were played" in warning for warning in warnings_of(part))


def test_two_hundred_strategies_stay_usable() -> None:
    words = ["average", *(f"linear:shade={k / 100:g}" for k in range(199))]
    result = sim.compare("wizard", *words, games=800 * 3, seed=1)
    page = page_of([result])
    assert len(page) < 4_000_000
    assert page.count("linear:shade=1.5<") >= 2  # in the tables, though not in every figure
    assert "40 of 200 are shown" in page


ASKED = [  # requests as a manifest holds them: every command, and options that change which games are played
    {"command": "run", "lineup": "linear:shade=0.9,average*2", "players": 3, "rules": {"plus_one": "true"}, "controls": False},
    {"command": "run", "lineup": "steady*4", "until": "half_width=0.2", "measure": "win"},
    {"command": "compare", "candidates": ["linear", "average"], "field": "bid=ev,play=duck", "until": "half_width=5", "measure": "score"},
    {"command": "compare", "candidates": ["linear", "average"], "decide": "-0.5,0.5"},
    {"command": "compare", "candidates": ["linear", "average"], "controls": True, "allow_unlawful": True},
    {"command": "sweep", "strategy": "linear", "vary": ["shade=0.8;1"], "field": "average", "measure": "score"},
    {"command": "tournament", "strategies": ["linear", "average", "plain"], "players": 3, "allow_unlawful": True},
    {"command": "tune", "strategy": "linear", "candidates": ["linear:shade=0.9", "linear", "linear:shade=0.8"], "field": "average", "measure": "score",
     "players": 4, "rules": {"plus_one": "true"}, "search": {"seed": 1, "games": 4, "trials": 2, "value": 1.0, "low": 0.0, "high": 2.0}},
]  # fmt: skip


@pytest.mark.parametrize("words", ASKED, ids=lambda words: words["command"])
def test_the_command_of_a_section_plays_the_same_games(words: dict, tmp_path: Path) -> None:
    result = conduct(rebuild({**words, "game": "wizard"}), Settings(2100, 7))
    said = shlex.split(command_line(result))
    assert said[0] == "carteado" and main([*said[1:], "--out", str(tmp_path / "again"), "--no-figures", "-q"]) == 0
    again = load_result(tmp_path / "again")
    assert fingerprint(again) == fingerprint(result) and again.entrants == result.entrants
    if words["command"] != "tune":  # what it found is compared once more
        assert again.manifest["request"] == result.manifest["request"] and question_of(again) == question_of(result)


def test_the_command_of_a_chart_makes_it_again(tmp_path: Path) -> None:
    asked = {"by": ["strength", "round"], "only": {"round": "3"}, "players": 3, "rules": {"plus_one": "true"}, "worlds": 4, "policy": "duck"}
    found = sim.chart("wizard", "bid", "average*3", **asked, games=6, seed=3)
    assert main([*shlex.split(chart_command(found))[1:], "--out", str(tmp_path / "again"), "--no-figures", "-q"]) == 0
    again = load_chart(tmp_path / "again")
    assert again.request == found.request and repr(again.lines) == repr(found.lines)


def test_a_page_about_tuning_asks_for_the_parameters() -> None:
    result = conduct(rebuild({**ASKED[-1], "game": "wizard"}), Settings(100, 7))
    page = Outline(page_of([result]))
    assert "Which parameters of linear are best in Wizard?" in page.text and "Wizard: linear tuned, 4 players" in page.text
