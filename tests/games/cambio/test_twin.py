"""Kernel against reference: two programs from one rule text must come to the same game, tally by tally.

The strategies are hashes of their whole View (hostile.py), so that a View which differs in one bit at any question of a
game makes another game of it. The reference works in spawned workers, for it is slow.
"""

from __future__ import annotations

import multiprocessing
import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from random import Random

import numpy as np
import pytest

from sim.core.errors import StrategyFault
from sim.games.cambio import GAME, measures
from sim.games.cambio.reference.table import Table
from tests.games.cambio import hostile
from tests.games.cambio.hostile import test_hash_knows_every_field  # noqa: F401  (part of this proof)
from tests.games.cambio.tables import TEMPERS, drawn_rules, hostile_players, only
from tests.playing import Players

GAMES_A_RULE = 25
N_RULES = 800  # times 25: 20,000 games
PARTS, RULES_A_PART = 40, 1000  # times 25: a million


def differing(seed: int, max_turns: tuple[int, ...], n_games: int = GAMES_A_RULE) -> list[str]:
    """Games in which kernel and reference do not agree, told by how to see them again."""
    rules, temper = drawn_rules(Random(seed), max_turns), seed % len(TEMPERS)
    table = hostile_players(temper)
    rows = table.play(rules, seed, 0, n_games)
    policies = table.policies(rules.players)
    told = (GAME.replay(rules, policies, seed, block)["tallies"] for block in range(n_games))
    return [f"{rules.describe()}, temper {temper}, seed {seed}, deal {block}" for block, t in enumerate(told) if not np.array_equal(rows[block], t)]


def differing_in_all(seeds: range, max_turns: tuple[int, ...]) -> list[str]:
    """The same for many rules, by all cores."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(os.cpu_count(), context) as workers:
        found = workers.map(differing, seeds, [max_turns] * len(seeds), chunksize=10)
        return [line for lines in found for line in lines]


def test_20000_short_games_under_any_options():
    assert GAMES_A_RULE * N_RULES == 20_000
    assert differing_in_all(range(N_RULES), (1, 4, 9, 14)) == []


def test_games_that_go_on():
    """Long enough for limits, reshuffles and empty stocks."""
    assert [line for seed in range(5000, 5012) for line in differing(seed, (150, 400), 2)] == []


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_a_million_games(part):
    """In parts, that a run of an hour (`-n 2 -v`) tells how far it is and which part failed."""
    assert GAMES_A_RULE * RULES_A_PART * PARTS == 1_000_000
    first = 10_000 + part * RULES_A_PART
    assert [line for seed in range(first, first + RULES_A_PART) for line in differing(seed, (5, 20, 60, 400))] == []


def test_everything_happens_in_these_games():
    """Else the twins would prove little."""
    seen: Counter = Counter()
    for seed in range(60):
        rules, temper = drawn_rules(Random(seed), (60, 400)), seed % len(TEMPERS)
        events = GAME.replay(rules, hostile_players(temper).policies(rules.players), seed, 0)["events"]
        seen.update(event["event"] for event in events)
        seen.update([events[-1]["outcome"], *(f"wrong, returned {event['returned']}" for event in only(events, "wrong"))])
    rare = ("reshuffle", "leave", "exchange", "void", "late", "give", "call", "called", "cut_off", "wrong, returned True", "wrong, returned False")
    assert all(seen[word] >= 5 for word in rare), seen


def test_a_different_view_is_noticed():
    """The proof's own proof: one bit of one View at one question, and the tallies differ."""
    rules, table = GAME.rules(4, {"max_turns": 60}), hostile_players(1)
    kernel = table.play(rules, 1, 0, 1)[0]
    for field, spoilt in (("mover", 7), ("seen", 1), ("known", 3), ("stock", 1), ("by_points", 7)):
        policies = table.policies(4)

        def spoil(decision, views, ask=policies[2], field=field, spoilt=spoilt):
            before = views[field].copy()
            if views[0]["turn"] == 3:
                views[field] = spoilt
            answer = ask(decision, views)
            views[field] = before
            return answer

        policies[2] = spoil
        try:
            tallies = GAME.replay(rules, policies, 1, 0)["tallies"]
        except StrategyFault:
            continue  # the spoilt View led to an unlawful answer
        assert not np.array_equal(tallies, kernel), field


def test_counts_for_figures():
    """Points, calls and hand sizes, counted again from what the reference wrote down."""
    rules, table, n_games = GAME.rules(3, {"max_turns": 60}), hostile_players(0), 60
    chairs = np.arange(3)[None, :]
    _, counts = table.play_credited(rules, 3, 0, n_games, chairs, chairs)
    expected = np.zeros_like(counts)
    for block in range(n_games):
        events = GAME.replay(rules, table.policies(3), 3, block)["events"]
        end, own_turns = events[-1], Counter()
        for turn in only(events, "turn"):
            if own_turns[turn["seat"]] < measures.MOST_ROUNDS:
                expected[turn["seat"], measures.SIZES + measures.N_SIZES * own_turns[turn["seat"]] + turn["cards"]] += 1
            own_turns[turn["seat"]] += 1
        if end["outcome"] == "called":
            for seat, total in enumerate(end["points"]):
                expected[seat, min(max(total, -8), 100) + 8] += 1
            turn = [event["turn"] for event in only(events, "turn") if event["seat"] == end["caller"]][-1]
            expected[end["caller"], measures.BY_TURN + 2 * (turn - 1) + (end["caller"] in end["winners"])] += 1
    for first, last in ((0, measures.AT_CALL), (measures.BY_TURN, counts.shape[1])):
        assert np.array_equal(counts[:, first:last], expected[:, first:last])
    assert counts[:, measures.AT_CALL : measures.BY_TURN].sum() == expected[:, measures.BY_TURN : measures.SIZES].sum()


def test_every_card_is_in_one_place_after_each_event(monkeypatch):
    """Conservation: stock, pile, hand and table hold the pack, always."""
    write, steady = Table.write, ("swap", "play", "discard", "wrong", "penalty", "give", "exchange", "end", "turn")

    def counted(self, event, **facts):
        held = len(self.stock) + len(self.pile) + sum(len(seat.cards) for seat in self.seats)
        if event in steady:
            assert held == self.n_cards, event
        elif event in ("draw", "take"):
            assert held == self.n_cards - 1, event
        write(self, event, **facts)

    monkeypatch.setattr(Table, "write", counted)
    for seed in range(30):
        rules = drawn_rules(Random(seed), (60,))
        assert GAME.replay(rules, hostile_players(seed % 4).policies(rules.players), seed, 0)["events"][-1]["event"] == "end"


def scribbling_use(view):
    """Writes what suits it into its View, then answers what is not legal."""
    view.legal = ~np.uint64(0)
    view.known[view.seat] = ~np.uint64(0)
    view.occupied[view.seat] = ~np.uint64(0)
    return 9


def test_a_view_is_no_way_to_change_the_rules():
    functions = tuple(scribbling_use if function is hostile.use else function for function in hostile.FUNCTIONS)
    table = Players(GAME, [functions] * 2, [[1.0, 0.0, 0.0]] * 2)
    with pytest.raises(AssertionError, match="unlawful answer"):
        table.play(GAME.rules(2), 1, 0, 1)
