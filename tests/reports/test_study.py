"""Studies: the shipped ones read and play, faults are told with their line, an interrupted study goes on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from reports import study
from reports.study_file import load_study, names, parse_study
from sim.cli.main import main
from sim.core.errors import InputError

SMALL = """\
question = "Which of two?"
games = 4000
quick = 40

[[run]]
command = "compare"
game = "wizard"
candidates = ["average", "noisy"]
players = [3, 4]
answer = "{best} is {verdict} {second}: {gap} ({gap_low} to {gap_high})."

[[run]]
command = "sweep"
game = "wizard"
strategy = "noisy"
vary = ["spread=0:1:0.5"]
answer = "{best}; equal: {equals}; {value} ({low} to {high})."

[[run]]
command = "run"
game = "wizard"
lineup = "average*3"
players = 3
rules = { plus_one = true }
"""


def test_the_four_studies_are_there_and_every_line_of_them_is_understood() -> None:
    assert names() == ["how-to-bid", "what-to-bury", "when-to-call", "when-to-intervene"]
    for name in names():
        for is_quick in (False, True):
            found = load_study(name, is_quick)
            assert found.question.endswith("?") and len(found.steps) >= 3
            assert all(step.answer for step in found.steps)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["how-to-bid", "what-to-bury", "when-to-call", "when-to-intervene"])
def test_every_study_answers_its_question(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["study", name, "--quick", "--out", str(tmp_path / "s"), "-q"]) == 0
    said = capsys.readouterr().out
    assert len(said.splitlines()) == len(load_study(name).steps) + 2
    assert (tmp_path / "s" / "report.html").stat().st_size > 200_000


def test_a_study_plays_its_runs_and_answers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.toml").write_text(SMALL)
    assert main(["study", str(tmp_path / "mine.toml"), "--quick", "--out", str(tmp_path / "s"), "-q"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "Which of two?"
    assert re.match(r"Wizard, 3 players, [\d,]+ games, seed 1: ", said[1]) and re.match(r"Wizard, 4 players, [\d,]+ games, seed 1: ", said[2])
    assert said[4].startswith("Wizard, 3 players, plus_one=true, ")
    assert sorted(p.name for p in (tmp_path / "s").iterdir()) == ["01-compare", "02-compare", "03-sweep", "04-run", "report.html"]
    page = (tmp_path / "s" / "report.html").read_text()
    assert "Which of two?" in page and page.count("<section") == 4


CHARTED = """\
question = "What to bid?"

[[run]]
command = "chart"
game = "wizard"
decision = "bid"
by = ["strength"]
only = { round = "3" }
worlds = 4
games = 12
quick = 6
players = [3, 4]
answer = "{spans} ({told} of {situations})."
"""


def test_a_study_holds_charts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.toml").write_text(CHARTED)
    words = ["study", str(tmp_path / "mine.toml"), "--out", str(tmp_path / "s"), "-q"]
    assert main(words) == 0
    said = capsys.readouterr().out
    assert said.splitlines()[1].startswith("Wizard, 3 players, ") and " of " in said.splitlines()[2]
    page = (tmp_path / "s" / "report.html").read_text()
    assert page.count("<section") == 2 and "Best choices" in page and "12 games" in page
    assert main(words) == 0  # both charts are there already
    assert capsys.readouterr().out == said
    for other in (CHARTED.replace('"3"', '"4"'), CHARTED.replace("games = 12", "games = 13")):
        with pytest.raises(InputError, match="holds another run than step 1"):
            study.play_study(parse_study("mine", other), tmp_path / "s")


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('"bid"', '"bit"', "line 6: unknown chart of Wizard 'bit'; did you mean bid"),
        ('["strength"]', '["strenght"]', "line 7: unknown axis 'strenght'; did you mean strength"),
        ("worlds = 4", "worlds = 0", "line 9: --worlds 0 is not allowed"),
        ('["strength"]', '"strength"', "line 7: by must be a list of texts"),
        ('{ round = "3" }', "{ round = 3 }", "line 8: only must be a table of texts"),
        ('game = "wizard"\n', "", "line 3: a chart needs game"),
        ("worlds = 4", "wrlds = 4", "line 9: unknown key of a chart 'wrlds'; did you mean worlds?"),
        ("{spans}", "{span}", "line 13: unknown word in the answer of a chart 'span'; did you mean spans"),
    ],
)
def test_faults_of_charts_are_told_with_their_line(old: str, new: str, sentence: str) -> None:
    assert old in CHARTED
    with pytest.raises(InputError, match=sentence):
        parse_study("mine", CHARTED.replace(old, new, 1))


def test_an_interrupted_study_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from sim.core.errors import Interrupted
    from sim.experiment import run as runs

    found = parse_study("my studies/small.toml", SMALL, is_quick=True)
    whole = study.play_study(found, tmp_path / "whole")
    play, played = runs.conduct, []

    def stop_at_the_third(request, settings):
        played.append(request.words["command"])
        if len(played) == 3:
            raise Interrupted("stopped")
        return play(request, settings)

    monkeypatch.setattr(runs, "conduct", stop_at_the_third)
    with pytest.raises(Interrupted, match=r"in run 3 of 4; go on with: carteado study 'my studies/small.toml' --quick --out /"):
        study.play_study(found, tmp_path / "part")
    played.clear()
    again = study.play_study(found, tmp_path / "part")
    assert played == ["sweep", "run"]
    assert repr([r.rows for r in again]) == repr([r.rows for r in whole])  # nan is not nan


@pytest.mark.parametrize(("old", "new"), [('"noisy"]', '"linear"]'), ("quick = 40", "quick = 4000")])
def test_another_study_in_the_folder_is_refused(old: str, new: str, tmp_path: Path) -> None:
    study.play_study(parse_study("small", SMALL, is_quick=True), tmp_path)
    with pytest.raises(InputError, match="holds another run than step 1"):
        study.play_study(parse_study("small", SMALL.replace(old, new), is_quick=True), tmp_path)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('question = "Which of two?"', "", 'line 1: a study needs a question = "…"'),
        ("games = 4000", "gamse = 4000", "line 2: unknown key of a study 'gamse'; did you mean games?"),
        ("games = 4000", "games = -4", r"line 5: --games -4 is not allowed"),
        ('command = "compare"', 'command = "compair"', "line 6: command must be one of run, compare, sweep, tournament, chart"),
        ('game = "wizard"\ncandidates', 'game = "wizzard"\ncandidates', "line 7: unknown game 'wizzard'; did you mean wizard?"),
        ('"noisy"]', '"nosy"]', "line 8: unknown strategy for Wizard 'nosy'; did you mean noisy"),
        ("players = [3, 4]", "players = [3, 9]", "line 9: Wizard is for 3 to 6 players, not 9"),
        ("players = [3, 4]", 'players = "all"', "line 9: players must be a whole number or a list of them"),
        ("{gap}", "{gapp}", "line 10: unknown word in the answer of a compare 'gapp'; did you mean gap"),
        ('answer = "{best} is', 'answer = "{best is', "line 10: answer: "),
        ('strategy = "noisy"', 'strateggy = "noisy"', "line 15: unknown key of a sweep 'strateggy'; did you mean strategy?"),
        ("spread=0:1:0.5", "spred=0:1:0.5", "line 16: .*spred"),
        ("plus_one = true", "plus_two = true", "line 24: unknown rule of Wizard 'plus_two'"),
        ('question = "Which of two?"', "question = 2", 'line 1: a study needs a question = "…"'),
        ("games = 4000", "games = 4000\ntitle = 3", "line 3: title must be a text"),
        ('candidates = ["average", "noisy"]', 'candidates = "average"', "line 8: candidates must be a list of texts"),
        ('candidates = ["average", "noisy"]', "", "line 5: a compare needs candidates"),
        ("players = [3, 4]", "players = [3, 4]\nuntil = 5", "line 10: until must be a text"),
        ("players = [3, 4]", "players = []", "line 9: players must be a whole number or a list of them"),
        ("players = [3, 4]", 'players = 3\nallow_unlawful = "no"', "line 10: allow_unlawful must be true or false"),
        ("rules = { plus_one = true }", "rules = 3", "line 24: rules must be a table"),
        (SMALL, 'question = "Which?"\nrun = [{command = "ran"}]', "line 1: command must be one of run"),
        ("players = 3\n", "players = 3\nplayers = 4\n", "is no TOML: .*line 24"),
    ],
)
def test_faults_are_told_with_their_line(old: str, new: str, sentence: str) -> None:
    assert old in SMALL
    with pytest.raises(InputError, match=sentence):
        parse_study("small", SMALL.replace(old, new, 1))


def test_unknown_studies_and_files_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["study", "when-to-cal"]) == 2
    assert "unknown study 'when-to-cal'; did you mean when-to-call" in capsys.readouterr().err
    assert main(["study", "no/such.toml"]) == 2
    assert "study 'no/such.toml' cannot be read" in capsys.readouterr().err
