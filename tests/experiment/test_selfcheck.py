"""`selfcheck`: all is well here, and it would notice if it were not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from sim import games as rooms
from sim.cli.main import main
from sim.core.rng import DEAL, Stream
from sim.experiment import selfcheck as module
from sim.experiment.selfcheck import Check, selfcheck, uniform_p


def test_wizard_is_well() -> None:
    checks = list(selfcheck("wizard"))
    assert [c for c in checks if not c.fine] == []
    assert len({c.what for c in checks}) == len(checks) > 15


def test_a_known_value_that_is_missed_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = rooms.load("wizard")
    wrong = [replace(known, value=known.value + 0.01) for known in game.known_values()[:1]]
    monkeypatch.setattr(type(game), "known_values", lambda self: wrong)
    assert [check.fine for check in module.check_known_values(game)] == [False]


def test_a_twin_that_plays_otherwise_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = rooms.load("wizard")
    honest = type(game).replay
    monkeypatch.setattr(type(game), "replay", lambda self, rules, policies, seed, block: honest(self, rules, policies, seed, block + 1))
    assert not any(check.fine for check in module.check_twin(game))


def test_what_a_check_raises_is_a_failed_line() -> None:
    def broken(game):  # type: ignore[no-untyped-def]
        raise AssertionError("no")
        yield

    assert [(c.fine, c.found) for c in module._guarded(rooms.load("wizard"), broken)] == [(False, "no")]


def test_uniform_p_is_usual_for_fair_shuffles_and_tiny_for_biased_ones() -> None:
    fair, biased = np.zeros((10, 10), np.int64), np.zeros((10, 10), np.int64)
    stream = Stream(1, 0, DEAL)
    for _ in range(4000):
        pack = list(range(10))
        stream.shuffle_front(pack, 10)
        fair[pack, range(10)] += 1
        pack = list(range(10))
        for i in range(10):  # the well-known wrong shuffle
            other = stream.below(10)
            pack[i], pack[other] = pack[other], pack[i]
        biased[pack, range(10)] += 1
    assert 0.01 < uniform_p(fair, 400) < 0.99
    assert uniform_p(biased, 400) < 1e-6


def test_exit_code_1_when_something_is_off(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(module, "selfcheck", lambda game: iter([Check("wizard", "a", "1", "2", False), Check("wizard", "b", "1", "1", True)]))
    assert main(["selfcheck"]) == 1
    assert "1 of 2 checks failed" in capsys.readouterr().out
    monkeypatch.setattr(module, "selfcheck", lambda game: iter([Check("wizard", "b", "1", "1", True)]))
    assert main(["selfcheck", "--format", "json"]) == 0
    assert '"fine": true' in capsys.readouterr().out


def test_an_unknown_game_is_bad_input() -> None:
    assert main(["selfcheck", "wizzard"]) == 2
