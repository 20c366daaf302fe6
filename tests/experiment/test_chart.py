"""Charts: round 1 against its exact solution; the same whatever the threads; one sentence for bad input."""

from __future__ import annotations

from math import comb, isnan
from pathlib import Path

import numpy as np
import pytest

from sim.core import jit
from sim.core.errors import InputError
from sim.experiment.chart import FEWEST_GAMES, GAIN, _Asker, _ratio, _rows_of, _Tally, chart
from sim.experiment.chart_folder import load_chart
from sim.experiment.chart_result import Cell
from sim.experiment.estimates import p_value

SMALL = {"games": 6, "worlds": 4, "seed": 1}


def test_the_same_for_any_number_of_threads():
    one, three = (chart("wizard", "bid", only={"round": "4"}, **SMALL, jobs=jobs) for jobs in (1, 3))
    assert repr(one.lines) == repr(three.lines) and len(one.lines) > 10  # nan is not nan
    assert [axis.name for axis in one.axes] == ["round", "strength"] and set(one.table.columns) > {"round", "strength", "choice", "value", "behind"}


def test_the_best_choice_comes_first_and_the_others_are_behind():
    found = chart("wizard", "play", by=["wanted"], only={"round": "4"}, **SMALL)
    for situation in {row.situation for row in found.rows}:
        rows = [row for row in found.rows if row.situation == situation]
        behind = [row.behind for row in rows if not row.is_few]
        assert behind[:1] in ([], [0]) and behind == sorted(behind, reverse=True) and rows == sorted(rows, key=lambda row: row.is_few)


def tallied(n_games: int, gain: int) -> np.ndarray:
    """(50, 3): a choice that came up once in each of so many games, in 20 worlds, with about this gain in all."""
    sums = np.zeros((50, 3), np.int64)
    sums[:n_games] = [(30, gain + (gain + 3 * k) % 7, 20) for k in range(n_games)]
    return sums


def test_a_situation_of_few_games_has_no_interval():
    few, enough = (_ratio(tallied(n, -400), GAIN, tallied(n, 10)) for n in (FEWEST_GAMES - 1, FEWEST_GAMES))
    assert isnan(few.low) and few.value < -20 and enough.high < 0


def test_questions_of_one_game_are_one_sample():
    tally = _Tally(3)
    tally.add(0, [(("3",), "a", 5, 1, 20), (("3",), "a", 6, 2, 20), (("4",), "a", 9, 9, 20)])
    tally.add(2, [(("3",), "a", 7, 3, 20)])
    by_game, n_questions = tally.sums(("3",))["a"]
    assert by_game.tolist() == [[11, 3, 40], [0, 0, 0], [7, 3, 20]] and n_questions == 3


def test_what_too_few_games_tell_is_never_the_best():
    sums = {"a": tallied(21, 1), "b": tallied(21, -60), "c": tallied(21, 0), "rare": tallied(FEWEST_GAMES - 1, 900)}
    rows = _rows_of(("3",), {choice: (by_game, 20) for choice, by_game in sums.items()}, 1.0)
    assert [row.choice for row in rows] == ["a", "c", "b", "rare"] and rows[0].behind == 0 and rows[-1].is_few
    cell = Cell(("3",), rows)
    assert cell.equals == ["c"] and cell.verdict == "" and cell.next == rows[1]
    assert [row.p_all_pairs < 0.05 for row in rows] == [False, False, True, False]
    once = [p_value(_ratio(sums[choice], GAIN, sums["a"]), 21) for choice in "cb"]
    assert [row.p_all_pairs for row in rows[1:3]] == pytest.approx([min(1, 6 * p) for p in once]), "four choices are six pairs"
    assert Cell(("3",), [rows[0], rows[2]]).verdict == "a" and Cell(("3",), rows[-1:]).is_few


def test_a_chart_is_kept_and_read_back(tmp_path: Path):
    found = chart("wizard", "bid", by=["place"], only={"round": "4"}, **SMALL, out=tmp_path / "kept")
    again = load_chart(tmp_path / "kept")
    assert repr(again.lines) == repr(found.lines) and again.finding == found.finding and again.request == found.request
    assert found.finding.startswith("bid by place, round=4: ")
    assert found.finding in found._repr_html_() and "questions of 6 games, 4 worlds each, seed 1; 4 players" in found._repr_html_()
    with pytest.raises(InputError, match="already holds a run"):
        chart("wizard", "bid", **SMALL, out=tmp_path / "kept")
    (tmp_path / "kept" / "table.csv").write_text("place,choice\n1,2\n")
    with pytest.raises(InputError, match="is damaged: table"):
        load_chart(tmp_path / "kept")
    manifest = tmp_path / "kept" / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"policy"', '"police"'))
    with pytest.raises(InputError, match=r"is damaged: its request is none of a chart: .*police"):
        load_chart(tmp_path / "kept")


def test_filters():
    found = chart("wizard", "bid", by=["round", "place"], only={"round": "3", "place": "1"}, **SMALL)
    assert {row.situation for row in found.rows} == {("3", "1")}


@pytest.mark.skipif(jit.DISABLED, reason="some thousand rollouts")
def test_round_1_agrees_with_its_exact_solution():
    """The leader of round 1 bids 1 iff p > 3/7, p = C(58 - b, n - 1) / C(58, n - 1) for b cards that beat the own one."""
    found = chart("wizard", "bid", by=["best"], only={"round": "1", "place": "1", "trump": "suit"}, games=1500, worlds=40, seed=2)
    told = [situation for situation, rows in _by_situation(found).items() if rows[1].is_told_apart]
    assert len(told) > 15
    for (card,) in told:
        word, _, rank = card.partition(" ")
        if word == "side":  # higher of the suit, all trumps but the turned one, wizards
            n_beating = 13 - int(rank) + 12 + 4
        elif word == "trump":
            n_beating = None  # depends on the turned card
        else:
            n_beating = 0 if card == "W" else 55
        if n_beating is not None:
            p = comb(58 - n_beating, 3) / comb(58, 3)
            assert _by_situation(found)[card,][0].choice == ("1" if p > 3 / 7 else "0"), card


def _by_situation(found):
    return {s: [row for row in found.rows if row.situation == s] for s in {row.situation for row in found.rows}}


@pytest.mark.parametrize(
    "decision, words, sentence",
    [
        ("bit", {}, "unknown chart of Wizard 'bit'; did you mean bid"),
        ("bid", {"by": ["rond"]}, "unknown axis 'rond'; did you mean round"),
        ("bid", {"only": {"rond": "1"}}, "unknown axis 'rond'"),
        ("bid", {"only": {"round": "99"}}, "no question of bid met round=99 in 2 games"),
        ("bid", {"worlds": 0}, "--worlds 0"),
        ("bid", {"policy": "rollout"}, "imagines worlds itself"),
        ("bid", {"lineup": "steady*3"}, "fills 3 seats, but 4 play"),
    ],
)
def test_bad_input(decision: str, words: dict, sentence: str):
    with pytest.raises(InputError, match=sentence):
        chart("wizard", decision, **{"games": 2, "worlds": 1, "seed": 1, **words})


def test_a_taken_place_is_told_before_anything_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "mine.txt").write_text("mine")
    monkeypatch.setattr(_Asker, "ask_in_game", lambda *_: pytest.fail("a game was played"))
    with pytest.raises(InputError, match="is not empty and holds no run"):
        chart("wizard", "bid", games=1, seed=1, out=tmp_path)


def test_a_chart_that_fails_leaves_no_folder(tmp_path: Path):
    with pytest.raises(InputError, match="no question of bid met round=99"):
        chart("wizard", "bid", only={"round": "99"}, games=1, worlds=1, seed=1, out=tmp_path / "kept")
    assert list(tmp_path.iterdir()) == []
