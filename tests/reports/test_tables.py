"""The tidy table in every form, wide views, and rows by game."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest

import sim
from reports import tables
from sim.core.errors import InputError
from sim.experiment.results import Result
from sim.experiment.rows import write_rows


@pytest.fixture(scope="module")
def compared() -> Result:
    return sim.compare("wizard", "average", "linear", games=260, seed=3)


@pytest.fixture(scope="module")
def played() -> Result:
    return sim.run("wizard", "average*2,linear,random", games=400, seed=3)


@pytest.mark.parametrize("form", ["csv", "json", "parquet"])
def test_a_table_comes_back_to_the_last_bit(compared: Result, tmp_path: Path, form: str) -> None:
    path = tables.write_table(compared, tmp_path / f"t.{form}")
    readers = {
        "csv": lambda: pd.read_csv(path, dtype=str, keep_default_na=False),
        "json": lambda: pd.DataFrame(json.loads(path.read_text(encoding="utf-8"))["table"]),
        "parquet": lambda: pd.read_parquet(path),
    }
    pd.testing.assert_frame_equal(readers[form]().astype(compared.table.dtypes), compared.table, check_exact=True)


def test_markdown_has_a_line_for_each_row(compared: Result, tmp_path: Path) -> None:
    lines = tables.write_table(compared, tmp_path / "t.md").read_text().splitlines()
    assert len(lines) == 2 + len(compared.rows) and lines[0].startswith("| strategy | measure |")


def test_parquet_carries_its_manifest(compared: Result, tmp_path: Path) -> None:
    from pyarrow import parquet

    path = tables.write_table(compared, tmp_path / "t.parquet")
    assert json.loads(parquet.read_schema(path).metadata[b"carteado"])["seed"] == 3


def test_other_endings_and_places_are_refused(compared: Result, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"allowed: \.csv, \.json, \.parquet, \.md"):
        tables.write_table(compared, tmp_path / "t.xls")
    with pytest.raises(InputError, match="cannot be written"):
        tables.write_table(compared, tmp_path / "no" / "t.csv")


def test_a_notebook_shows_the_finding_and_the_table_with_names_as_text(tmp_path: Path) -> None:
    file = tmp_path / "<b>mine.py"
    file.write_text("def bid(view):\n    return 0\n")
    shown = sim.compare("wizard", "average", str(file), games=70, seed=3)._repr_html_()
    assert shown.startswith("<p><strong>") and shown.count("<table") == 1 and "seed 3" in shown
    assert "<b>" not in shown and "&lt;b&gt;mine.py" in shown


def test_wide_views(compared: Result) -> None:
    wide = tables.wide(compared)
    assert list(wide.index) == ["average", "linear"] and {"win", "score", "hit_rate"} <= set(wide.columns)
    assert wide.loc["linear", "win"] == compared.estimate("linear", "win").value
    assert tables.wide(compared, ("value", "low", "high"))[("score", "low")]["average"] == compared.estimate("average", "score").low
    rounds = tables.by_group(compared, "hit_rate", "round")
    assert list(rounds[rounds["strategy"] == "average"]["round"]) == [str(r) for r in range(1, 16)]
    assert list(tables.differences(compared)["b"]) == ["linear", "linear"]


def test_rows_have_one_line_for_each_game_and_seat_and_average_to_the_table(played: Result, tmp_path: Path) -> None:
    path, by_round = write_rows(played.plan, played.seed, played.totals.n_blocks, tmp_path / "rows.parquet", played.manifest)
    rows = pd.read_parquet(path)
    assert len(rows) == played.games * 4
    assert not rows.duplicated(["deal", "seating", "seat"]).any()
    means = rows.groupby("strategy", observed=True).mean(numeric_only=True)
    for strategy in played.entrants:
        for measure in ("win", "score", "place", "hit_rate"):
            assert means.loc[strategy, measure] == pytest.approx(played.estimate(strategy, measure).value, rel=1e-12)
    assert (rows.groupby(["deal", "seating"])["win"].sum() - 1 < 1e-12).all()
    rounds = pd.read_parquet(by_round)
    assert len(rounds) == len(rows) * 15
    totals = rounds.groupby(["deal", "seating", "seat"])["score"].sum()
    assert (totals.to_numpy() == rows.sort_values(["deal", "seating", "seat"])["score"].to_numpy()).all()


def test_wizards_rounds_hold_trump_bid_tricks_and_points(played: Result, tmp_path: Path) -> None:
    """As W4, W6, W17 and W18 have it, and as the reference writes the same game down."""
    rounds = pd.read_parquet(write_rows(played.plan, played.seed, 3, tmp_path / "rows.parquet")[1])
    assert list(rounds.columns) == ["deal", "seating", "seat", "strategy", "round", "trump", "bid", "tricks", "hit_rate", "score"]
    assert (rounds["hit_rate"] == (rounds["bid"] == rounds["tricks"])).all()
    off = (rounds["bid"] - rounds["tricks"]).abs()
    assert (rounds["score"] == (20 + 10 * rounds["bid"]).where(off == 0, -10 * off)).all()
    assert (rounds.groupby(["deal", "seating", "round"])["tricks"].sum() == rounds.groupby(["deal", "seating", "round"])["round"].first()).all()
    assert (rounds[rounds["round"] == 15]["trump"] == "none").all()  # W3: no card is left to be turned
    seated = [played.plan.players[p].word for p in played.plan.seatings[0]]
    events = sim.show("wizard", ",".join(seated), seed=played.seed, deal=2)["events"]
    game = rounds[(rounds["deal"] == 2) & (rounds["seating"] == 0)]
    for score in (event for event in events if event["event"] == "score"):
        sheet = game[game["round"] == score["round"]].sort_values("seat")
        assert sheet["bid"].tolist() == score["bids"] and sheet["tricks"].tolist() == score["won"] and sheet["score"].tolist() == score["points"]
    names = {"B": "blue", "G": "green", "R": "red", "Y": "yellow", "NT": "none"}
    turned = [event for event in events if event["event"] in ("turned", "trump")]
    trumps = [names[e.get("suit") or e["trump"]] for e, after in zip(turned, [*turned[1:], {"event": "turned"}], strict=True) if after["event"] == "turned"]
    assert game[game["seat"] == 0]["trump"].tolist() == trumps


def test_rows_that_fail_on_the_way_leave_no_file_open(played: Result, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from sim.experiment import rows

    opened, start = [], rows._open

    def fail(plan: object, chunk: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(rows, "_open", lambda *words: opened.append(start(*words)) or opened[-1])
    monkeypatch.setattr(rows, "round_table", fail)
    with pytest.raises(InputError, match="No space left on device"):
        write_rows(played.plan, played.seed, 3, tmp_path / "rows.parquet")
    assert [writer.is_open for writer in opened] == [False] and not list(tmp_path.iterdir())


def test_rows_do_not_depend_on_threads_or_chunks(played: Result, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from sim.experiment import rows

    frames = []
    for k, (jobs, numbers) in enumerate(((1, 2_000_000), (2, 9000), (3, 1))):
        monkeypatch.setattr(rows, "CHUNK_NUMBERS", numbers)
        frames.append(pd.read_parquet(write_rows(played.plan, played.seed, 20, tmp_path / f"{k}.parquet", jobs=jobs)[0]))
    pd.testing.assert_frame_equal(frames[0], frames[1])
    pd.testing.assert_frame_equal(frames[0], frames[2])


def test_rows_are_refused_where_they_cannot_go(played: Result, tmp_path: Path) -> None:
    for place, word in ((tmp_path / "rows.csv", r"must end in \.parquet"), (tmp_path / "no" / "rows.parquet", "does not exist")):
        with pytest.raises(InputError, match=word):
            write_rows(played.plan, played.seed, 1, place)
