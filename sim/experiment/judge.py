"""`judge`: cases and transcripts, answered by the kernels' rules and by the reference; the two must agree."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from sim.core.errors import CarteadoError, InputError, StrategyFault, unknown
from sim.games.protocol import Game, Policy


@dataclass(frozen=True)
class Verdict:
    """One case: the answer by the rules, and whether it is the expected one."""

    id: str
    kind: str
    answer: Any
    expect: Any
    agrees: bool | None  # None: nothing was expected
    reason: str


def read_cases(file: Path) -> list[dict[str, Any]] | dict[str, Any]:
    """A list of cases, or a transcript. Raises InputError."""
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InputError(f"file '{file}' does not exist") from None
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"file '{file}' cannot be read: {getattr(error, 'strerror', '') or error}") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"file '{file}' is no JSON: {error}") from None
    if isinstance(found, list) and all(isinstance(case, dict) for case in found):
        return found
    if isinstance(found, dict) and "events" in found:
        return found
    raise InputError(f"file '{file}' holds neither a list of cases nor a transcript")


def judge(game: Game, file: str | Path) -> list[Verdict]:
    """Verdicts on all cases of a file, or one on a transcript. Raises InputError naming the case at fault."""
    found = read_cases(Path(file))
    if isinstance(found, dict):
        return [judge_transcript(game, found)]
    return [judge_case(game, case, f"case {case.get('id', index)}") for index, case in enumerate(found)]


def judge_case(game: Game, case: Mapping[str, Any], name: str) -> Verdict:
    """One case. Raises InputError; AssertionError when kernel and reference disagree (our defect)."""
    for key in ("kind", "input"):
        if key not in case:
            raise InputError(f"{name} has no '{key}'")
    judges = game.judges()
    if not isinstance(case["kind"], str) or case["kind"] not in judges:
        raise unknown(f"kind of case for {game.title} ({name})", str(case["kind"]), judges)
    by_kernel, by_reference = judges[case["kind"]]
    try:
        question = game.judge_input(case)
        answer, twin = by_kernel(question), by_reference(question)
    except InputError as error:
        raise InputError(f"{name}: {error}") from None
    if case["kind"] != "error" and answer != twin:
        raise AssertionError(f"internal error: {name}: the kernel's rules answer {answer}, the reference {twin}; please report this")
    agrees: bool | None
    if case["kind"] == "error":
        agrees = answer is not None and twin is not None and str(case.get("expect", "")) in str(answer)
    else:
        agrees = answer == case["expect"] if "expect" in case else None
    reason = game.judge_reason(case["kind"], question, answer)
    note = f"{reason}; {case['note']}" if case.get("note") and reason else case.get("note") or reason
    return Verdict(str(case.get("id", name)), case["kind"], answer, case.get("expect"), agrees if "expect" in case else None, str(note))


def scripted(told: Mapping[str, Any], left: Iterator[list[int]]) -> list[Policy]:
    """Policies that give what is left of a transcript's answers, each at its seat, and are asked as in the game told."""
    n = len(told["players"])
    policies = [_scripted(seat, left) for seat in range(n)]
    for seat, policy in enumerate(policies):
        policy.waits = told.get("waits", [0] * n)[seat]  # type: ignore[attr-defined]
        policy.sees_all = told.get("sees_all", [False] * n)[seat]  # type: ignore[attr-defined]
    return policies


def _scripted(seat: int, left: Iterator[list[int]]) -> Policy:
    def policy(decision: int, views: np.ndarray) -> int:
        due = next(left, None)
        if due is None:
            raise StrategyFault("the transcript ends before the game does")
        if due[:2] != [seat, decision]:
            raise StrategyFault(f"the transcript answers decision {due[1]} of seat {due[0]} where decision {decision} of seat {seat} is due")
        return due[2]

    return policy


_TOLD = {"seed": int, "deal": int, "players": list, "rules": dict, "answers": list, "events": list, "tallies": list}


def judge_transcript(game: Game, told: Mapping[str, Any]) -> Verdict:
    """Plays a transcript's answers again on its deal; every event must come out the same. Raises InputError."""
    for key, kind in _TOLD.items():
        if not isinstance(told.get(key), kind):
            raise InputError(f"the transcript has no proper '{key}'")
    if told.get("game", game.name) != game.name:
        raise InputError(f"the transcript tells a game of {told['game']}, not of {game.name}")
    if not all(isinstance(a, list) and len(a) == 3 and all(type(x) is int for x in a) for a in told["answers"]):
        raise InputError("the transcript's 'answers' must be a list of [seat, decision, answer], three whole numbers each")
    for key, kind in (("waits", int), ("sees_all", bool)):
        by_seat = told.get(key, [kind()] * len(told["players"]))
        if not isinstance(by_seat, list) or [type(one) for one in by_seat] != [kind] * len(told["players"]):
            raise InputError(f"the transcript's '{key}' must be a list with one {'whole number' if kind is int else 'true or false'} for each player")
    rules = game.rules(len(told["players"]), told["rules"])
    left = iter(told["answers"])
    try:
        again = json.loads(json.dumps(game.replay(rules, scripted(told, left), told["seed"], told["deal"])))
    except CarteadoError as error:
        return Verdict("transcript", "transcript", str(error), None, False, "an answer is against the rules")
    for index, (one, other) in enumerate(zip(told["events"], again["events"], strict=False)):
        if one != other:
            return Verdict("transcript", "transcript", other, one, False, f"event {index} comes out differently")
    same = told["events"] == again["events"] and told["tallies"] == again["tallies"] and next(left, None) is None
    return Verdict("transcript", "transcript", "as told" if same else "longer or shorter than told", None, same, f"{len(again['events'])} events played again")
