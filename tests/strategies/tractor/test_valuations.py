"""A user's `bury_value`, `lead_value`, `follow_value`: what is wrong with one is told in the words of the file, with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim.core import jit
from sim.core.errors import InputError, StrategyFault
from sim.experiment.lineup import parse_lineup, plan_rotations
from sim.experiment.runner import Engine
from sim.games.tractor import GAME

pytestmark = pytest.mark.skipif(jit.DISABLED, reason="nothing is compiled")

FAULTS = {
    "unknown field": ("def bury_value(view, card):\n    x = 1\n    return x + view.handd\n", 3, "bury_value", "'handd'; did you mean hand?"),
    "unknown name": ("def follow_value(view, card):\n    x = 1\n    return x + wurth(card)\n", 3, "follow_value", "'wurth' is not defined"),
    "text and number": ("WORD = 'a'\ndef lead_value(view, card):\n    return WORD + card\n", 3, "lead_value", "'+' cannot be done with a text"),
    "no card": ("\ndef follow_value(view):\n    return 1\n", 2, "follow_value", "wrong arguments"),
    "of a variant": ("def bold_bury_value(view, card):\n    return view.handd\n", 2, "bold_bury_value", "'handd'"),
}


def play(tmp_path: Path, text: str, word: str = "mine.py") -> None:
    """Plays a few deals with the file's strategy."""
    (tmp_path / "mine.py").write_text(text, encoding="utf-8")
    rules = GAME.rules(4)
    Engine(plan_rotations(rules, parse_lineup(f"{tmp_path}/{word}*2,random*2", rules)), seed=1).play(0, 4)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_valuation_that_does_not_compile(fault: str, tmp_path: Path):
    text, line, name, words = FAULTS[fault]
    with pytest.raises(InputError) as raised:
        play(tmp_path, text, "mine.py:bold" if "bold" in name else "mine.py")
    assert f"line {line}: {name} cannot be compiled" in str(raised.value) and words in str(raised.value)


def test_an_index_past_the_view_is_the_strategys_fault(tmp_path: Path):
    with pytest.raises(StrategyFault, match="bury"):
        play(tmp_path, "def bury_value(view, card):\n    return view.played[card + 100]\n")
