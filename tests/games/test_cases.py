"""Every known case of every room through its judge, by the kernel's rules and by the reference."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from sim.games import load

CASES = {path.parent.name: json.loads(path.read_text(encoding="utf-8")) for path in sorted(Path(__file__).parent.glob("*/cases.json"))}
each_case = pytest.mark.parametrize(
    ("name", "case"), [(name, case) for name, cases in CASES.items() for case in cases], ids=[f"{name}-{case['id']}" for name in CASES for case in CASES[name]]
)


def question(name: str, case: dict[str, Any]) -> Any:
    """What the judge is asked."""
    return load(name).judge_input(case)


@each_case
@pytest.mark.parametrize("side", [0, 1], ids=["rules", "reference"])
def test_known_case(name, case, side):
    answer = load(name).judges()[case["kind"]][side](question(name, case))
    if case["kind"] == "error":
        assert case["expect"] in answer
    else:
        assert answer == case["expect"], case.get("note")
    json.dumps(answer)


@each_case
def test_every_answer_has_a_rule_number(name, case):
    game = load(name)
    answer = game.judges()[case["kind"]][0](question(name, case))
    assert re.search(r"\b[WTCI]\d+\b", game.judge_reason(case["kind"], question(name, case), answer))


@pytest.mark.parametrize("name", CASES)
def test_every_kind_has_a_case(name):
    assert {case["kind"] for case in CASES[name]} == set(load(name).judges())
