"""Flat Monte Carlo: who goes on after a quarter of the worlds, and who is taken."""

from __future__ import annotations

import numpy as np
import pytest

from sim.core import trials

best_in_worlds = getattr(trials.best_in_worlds, "py_func", trials.best_in_worlds)


class Bandit:
    """In place of worlds: choice c brings gains[c] a world, and late[c] more from the second batch of worlds on."""

    def __init__(self, gains: list[float], late: dict[int, float] | None = None) -> None:
        self.gains, self.late, self.batches = gains, late or {}, []

    def add_worlds(self, view, decision, choices, n_worlds, weights, brought) -> None:
        for c, choice in enumerate(choices):
            brought[c] += n_worlds * (self.gains[choice] + (self.late.get(choice, 0) if self.batches else 0))
        self.batches.append((list(map(int, choices)), n_worlds))


def taken(monkeypatch: pytest.MonkeyPatch, bandit: Bandit, n_worlds: int, n_kept: int) -> int:
    monkeypatch.setattr(trials, "add_worlds", bandit.add_worlds)
    return best_in_worlds(None, 0, np.arange(len(bandit.gains)), n_worlds, n_kept, np.ones(1))


def test_a_quarter_of_the_worlds_for_all_the_rest_for_the_best(monkeypatch: pytest.MonkeyPatch):
    bandit = Bandit([1, 5, 3, 4], late={2: 100, 3: 2})
    assert taken(monkeypatch, bandit, 42, 2) == 3, "the third would have won, but had gone"
    assert bandit.batches == [([0, 1, 2, 3], 11), ([1, 3], 31)]


def test_of_equals_the_first(monkeypatch: pytest.MonkeyPatch):
    assert taken(monkeypatch, Bandit([2, 7, 7, 7]), 8, 3) == 1


def test_all_stay_where_more_may_stay_than_there_are(monkeypatch: pytest.MonkeyPatch):
    bandit = Bandit([1, 2], late={0: 9})
    assert taken(monkeypatch, bandit, 4, 5) == 0
    assert bandit.batches == [([0, 1], 1), ([1, 0], 3)]


def test_a_single_choice_is_not_tried(monkeypatch: pytest.MonkeyPatch):
    bandit = Bandit([1])
    assert taken(monkeypatch, bandit, 40, 4) == 0 and bandit.batches == []


def test_one_world(monkeypatch: pytest.MonkeyPatch):
    bandit = Bandit([1, 3, 2])
    assert taken(monkeypatch, bandit, 1, 2) == 1
    assert [n for _, n in bandit.batches] == [1, 0]


def test_answers_of_a_mask():
    assert trials.listed(np.uint64(0b1000_0101)).tolist() == [0, 2, 7]
    assert trials.listed(np.uint64(1 << 63)).tolist() == [63]
    assert trials.listed(np.uint64(0)).size == 0
