"""`tournament`: a balanced block, the payoffs of compare, results that depend on nothing but the seed."""

from __future__ import annotations

import os
import signal
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import sim
from sim import games as rooms
from sim.core.errors import InputError
from sim.experiment.lineup import parse_player
from sim.experiment.results import as_csv
from sim.experiment.resume import load_result, resume
from sim.experiment.run import Settings, Stopped, conduct
from sim.experiment.runner import Engine
from sim.experiment.standings import BATCHES, TournamentLedger
from sim.experiment.store import read_trail
from sim.experiment.tournament import plan_tournament, tournament_request

WORDS = ("average", "plain", "random", "steady", "linear")


def _plan(k: int, players: int):  # type: ignore[no-untyped-def]
    rules = rooms.load("wizard").rules(players)
    return plan_tournament(rules, [parse_player(word, rules.game) for word in WORDS[:k]])


@pytest.mark.parametrize("k", [2, 3, 4, 5])
@pytest.mark.parametrize("players", [3, 4, 6])
def test_mixed_tables_are_balanced(k: int, players: int) -> None:
    plan = _plan(k, players)
    mixed = plan.seatings[(plan.credits >= k * k).all(axis=1)]
    assert len(mixed) == k * (k - 1)
    for seat in range(players):
        assert set(Counter(mixed[:, seat]).values()) == {k - 1}, "every strategy equally often in every seat"
        if seat:
            pairs = Counter(map(tuple, mixed[:, [seat - 1, seat]]))
            assert set(pairs.values()) == {1} and len(pairs) == k * (k - 1), "every ordered pair of neighbours equally often"


@pytest.mark.parametrize("k", [2, 3])
def test_every_candidate_is_alone_in_every_field_on_every_seat(k: int) -> None:
    plan = _plan(k, 4)
    for c in range(k):
        for f in range(k):
            games = (plan.credits == c * k + f).any(axis=1)
            where = plan.credits[games] == c * k + f
            assert (plan.seatings[games][where] == c).all()
            assert (plan.seatings[games][~where] == f).all()
            assert where.sum(axis=0).tolist() == [1, 1, 1, 1]
            assert games.sum() == (1 if c == f else 4)


def test_where_there_are_two_sides_there_are_no_mixed_tables() -> None:
    rules = rooms.load("tractor").rules()
    plan = plan_tournament(rules, [parse_player(word, rules.game) for word in ("plain", "random")])
    assert plan.entrants == ("plain in plain", "plain in random", "random in plain", "random in random")
    assert plan.seatings.tolist() == [[0, 0, 0, 0], [0, 1, 0, 1], [1, 0, 1, 0], [1, 0, 1, 0], [0, 1, 0, 1], [1, 1, 1, 1]]
    assert plan.credits.tolist() == [[0, 0, 0, 0], [1, -1, 1, -1], [-1, 1, -1, 1], [2, -1, 2, -1], [-1, 2, -1, 2], [3, 3, 3, 3]]


def test_payoffs_are_those_of_compare_on_the_same_deals() -> None:
    played = sim.tournament("wizard", "average", "plain", "random", games=3000, seed=7)
    deals = played.totals.n_blocks
    compared = sim.compare("wizard", "plain", "average", "random", field="plain", games=deals * 9, seed=7)
    assert compared.totals.n_blocks == deals
    for word in ("average", "random"):
        (row,) = [r for r in played.rows if (r["strategy"], r["measure"], r["group"]) == (word, "score", "field=plain")]
        expected = compared.estimate(word, "score")
        assert (row["value"], row["se"]) == (expected.value, expected.se)
        (gap,) = [r for r in played.rows if (r["strategy"], r["measure"]) == (f"{word} - plain", "score")]
        (difference,) = [r for r in compared.rows if (r["strategy"], r["measure"], r["group"]) == (f"{word} - plain", "score", "")]
        assert (gap["value"], gap["low"]) == (difference["value"], difference["low"])


def test_nothing_depends_on_threads_and_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    request = tournament_request("wizard", WORDS[:3])
    one = conduct(request, Settings(games=20_000, seed=3, jobs=1))
    monkeypatch.setattr("sim.experiment.runner.SLICE_CELLS", 9000)
    two = conduct(request, Settings(games=20_000, seed=3, jobs=2, chunk_blocks=37))
    assert (one.totals.counts == two.totals.counts).all()
    assert as_csv(one.rows) == as_csv(two.rows)
    assert one.manifest["tournament"] == two.manifest["tournament"] and one.finding == two.finding


def test_the_ledger_is_what_the_rows_say() -> None:
    plan = _plan(3, 4)
    ledger = plan.ledger
    assert isinstance(ledger, TournamentLedger)
    n, first = 600, 100
    totals = Engine(plan, 5).play(first, n).totals
    rows = Engine(_without_ledger(plan), 5, with_rows=True).play(first, n).totals.rows
    assert rows is not None and totals.rows is None
    kept = totals.counts[:, plan.rules.game.layout(plan.rules).n_counts :]
    tops = np.zeros((len(plan.entrants), BATCHES), np.int64)
    ahead = np.zeros((3, 3))
    for index in range(n):
        tops[:, (first + index) % BATCHES] += rows[index, :, ledger.cell.top]
        means = rows[index, 9:, ledger.cell.top] / rows[index, 9:, ledger.cell.bottom]
        ahead += (means[:, None] > means[None, :]) + (means[:, None] == means[None, :]) / 2
    assert (kept[:, : 2 * BATCHES].reshape(-1, BATCHES, 2)[:, :, 0] == tops).all()
    assert (kept[:3, 2 * BATCHES :] == 2 * ahead).all()


def _without_ledger(plan):  # type: ignore[no-untyped-def]
    from dataclasses import replace

    return replace(plan, ledger=None, _kernel=[])


def test_a_tournament_that_was_interrupted_comes_out_the_same(tmp_path: Path) -> None:
    request = tournament_request("wizard", WORDS[:2])
    whole = conduct(request, Settings(games=8000, seed=11, jobs=1, out=tmp_path / "whole"))
    assert read_trail(tmp_path / "whole", 0) == []
    told = []

    def interrupt(done: int, total: int, leading: str) -> None:
        told.append(done)
        if len(told) == 1:
            os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(Stopped):
        conduct(request, Settings(games=8000, seed=11, jobs=1, out=tmp_path / "torn", chunk_blocks=20, progress=interrupt))
    again = resume(tmp_path / "torn", jobs=2)
    assert (tmp_path / "torn" / "table.csv").read_bytes() == (tmp_path / "whole" / "table.csv").read_bytes()
    assert again.manifest["tournament"] == whole.manifest["tournament"]
    assert [sheet.title for sheet in load_result(tmp_path / "torn").sheets] == [sheet.title for sheet in whole.sheets]


def test_the_order_is_the_known_one_and_ranks_have_intervals() -> None:
    result = sim.tournament("wizard", "random", "average", "steady", games=20_000, seed=1)
    ranking = result.manifest["tournament"]["ranking"]
    assert [entry["strategy"] for entry in ranking] == ["steady", "average", "random"]
    assert all(entry["rank_low"] <= entry["rank"] <= entry["rank_high"] for entry in ranking)
    assert ranking[0]["alpha_rank"] > 0.99 and ranking[0]["nash_share"] > 0.99
    verdicts = {(i["mutant"], i["residents"]): i["verdict"] for i in result.manifest["tournament"]["invasions"]}
    assert verdicts["steady", "random"] == "invades" and verdicts["random", "steady"] == "is kept out"
    assert "no other strategy can invade steady" in result.finding


def test_rank_intervals_are_wide_among_equals() -> None:
    result = sim.tournament("wizard", "linear:shade=1", "linear:shade=1.0001", "linear:shade=0.9999", games=3000, seed=1)
    spans = [(e["rank_low"], e["rank_high"]) for e in result.manifest["tournament"]["ranking"]]
    assert all(high > low or low == 2.0 for low, high in spans)


def test_few_deals_say_nothing_about_ranks() -> None:
    result = sim.tournament("wizard", "random", "steady", games=100, seed=1)
    assert result.totals.n_blocks < 20
    assert {(e["rank_low"], e["rank_high"]) for e in result.manifest["tournament"]["ranking"]} == {(1.0, 2.0)}
    assert "not to be told from random" in result.finding


def test_a_payoff_of_nothing_at_all_has_an_interval_all_the_same() -> None:
    result = sim.tournament("wizard", "random", "steady", games=600, seed=1)
    (row,) = [r for r in result.rows if (r["strategy"], r["measure"], r["group"]) == ("random", "win", "field=steady")]
    assert row["value"] == 0.0 and row["high"] > 0.01
    assert result.sheets[1].lines[0][2] == f"0.0000 ± {row['high']:.4f}"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("plain",), "tournament needs 2 to 24 strategies, not 1"),
        (("plain", "average", "plain"), "tournament was given 'plain' twice"),
        (("plain", "plian"), "did you mean plain"),
    ],
)
def test_bad_input(words: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        tournament_request("wizard", words)
