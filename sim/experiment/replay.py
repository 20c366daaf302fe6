"""One game, slowly: transcripts for `show`, and the place where a strategy went wrong."""

from __future__ import annotations

import shlex
import threading
import traceback
from collections.abc import Sequence
from contextlib import suppress
from functools import wraps
from typing import Any

import numpy as np

from sim.core.errors import EndlessStrategy, StrategyFault
from sim.core.rng import SEAT, Stream
from sim.experiment.lineup import Plan, Player, plan_rotations, seated
from sim.games.protocol import Game, Policy, Rules

REPLAY_SECONDS = 8.0  # that the search for an endless loop may take


def seat_policies(rules: Rules, players: Sequence[Player], seed: int, block: int, last: list[tuple[int, int]] | None = None) -> list[Policy]:
    """Policies that ask the compiled strategies, as a reference wants them; `last` gets each (seat, decision) asked.

    What is private to a seat is kept here and put into the View for each question.
    """
    game = rules.game
    ask_once = game.ask_once()

    def policy_of(seat: int, player: Player) -> Policy:
        record = seated(game, player)
        private = {"rng": np.array([Stream(seed, block, SEAT + seat).state], np.uint64), "notes": np.zeros(1, game.view)["notes"]}

        def policy(decision: int, views: np.ndarray) -> int:
            if last is not None:
                last.append((seat, decision))
            for field, kept in private.items():
                views[field] = kept
            for field in ("parameters", "policies"):
                views[field] = record[field]
            answer = ask_once(record["functions"][0, decision], views)
            for field, kept in private.items():
                kept[:] = views[field]
            return int(answer)

        policy.sees_all = not player.is_lawful  # type: ignore[attr-defined]
        policy.waits = int(record["waits"][0])  # type: ignore[attr-defined]
        return policy

    return [policy_of(seat, player) for seat, player in enumerate(players)]


def transcript(rules: Rules, players: Sequence[Player], seed: int, block: int) -> dict[str, Any]:
    """The game that these players, seat by seat, play on this deal. Raises StrategyFault."""
    last: list[tuple[int, int]] = []
    answers: list[list[int]] = []
    asked = seat_policies(rules, players, seed, block, last)
    policies = [_noting(policy, seat, answers, rules.game) for seat, policy in enumerate(asked)]
    try:
        played = rules.game.replay(rules, policies, seed, block)
    except Exception as error:
        raise StrategyFault(fault_sentence(rules, players, seed, block, last, error)) from None
    head = {
        "game": rules.game.name,
        "caveat": rules.game.in_force(rules),
        "seed": seed,
        "deal": block,
        "players": [p.word for p in players],
        "rules": rules.options,
        "waits": [policy.waits for policy in asked],  # type: ignore[attr-defined]
        "sees_all": [policy.sees_all for policy in asked],  # type: ignore[attr-defined]
    }
    return {**head, **played, "answers": answers}


def _noting(policy: Policy, seat: int, answers: list[list[int]], game: Game) -> Policy:
    """The policy, with [seat, decision, answer] noted."""

    @wraps(policy)
    def asked(decision: int, views: np.ndarray) -> int:
        answer = policy(decision, views)
        answers.append([seat, decision, game.full_answer(answer, views)])
        return answer

    return asked


def fault_sentence(rules: Rules, players: Sequence[Player], seed: int, block: int, asked: list[tuple[int, int]], error: Exception) -> str:
    """Who did what where, and how to see it again."""
    if not asked:
        raise error
    seat, decision = asked[-1]
    name = rules.game.decisions[decision].name
    player = players[seat]
    part = player.parts[player.choice[decision]]
    what = str(error) if isinstance(error, StrategyFault) else f"raised {type(error).__name__}: {error}"
    file = part.strategy.path
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(file.resolve())]
    place = f" (line {lines[-1]} of {file.name})" if lines else ""
    return (
        f"strategy '{part.strategy.name}' at seat {seat} of {rules.game.title}, deal {block}, decision {name}, {what}{place}; "
        f"replay: {show_command(rules, players, seed, block)}"
    )


def show_command(rules: Rules, players: Sequence[Player], seed: int, block: int) -> str:
    """The command line that shows this game."""
    words = ["carteado", "show", rules.game.name, ",".join(p.word for p in players), "-p", str(rules.players)]
    for name, value in rules.changed().items():
        words += ["-r", f"{name}={value}"]
    return shlex.join([*words, "--seed", str(seed), "--deal", str(block)])


def describe_fault(plan: Plan, seed: int, block: int, seating: int, error: Exception | None) -> StrategyFault:
    """The fault that a kernel met in this game of a plan, found again by the slow reference."""
    players = [plan.players[i] for i in plan.seatings[seating]]
    try:
        transcript(plan.rules, players, seed, block)
    except StrategyFault as found:
        return found
    what = f"raised {type(error).__name__}: {error}" if error else "answered unlawfully"
    return StrategyFault(f"a strategy {what}; replay: {show_command(plan.rules, players, seed, block)}")


def describe_endless(plan: Plan, seed: int, block: int, seating: int, seconds: float) -> EndlessStrategy:
    """The error for a game that has not ended in so many seconds: replayed slowly to find who was asked and did not answer."""
    rules, players = plan.rules, [plan.players[i] for i in plan.seatings[seating]]
    last: list[tuple[int, int]] = []
    policies = seat_policies(rules, players, seed, block, last)

    def replay_game() -> None:
        with suppress(Exception):  # another fault than the one that is looked for
            rules.game.replay(rules, policies, seed, block)

    replaying = threading.Thread(target=replay_game, daemon=True)
    replaying.start()
    replaying.join(min(seconds, REPLAY_SECONDS) / 2)
    asked = len(last)
    replaying.join(min(seconds, REPLAY_SECONDS) / 2)
    replay = f"replay: {show_command(rules, players, seed, block)}"
    if replaying.is_alive() and last and len(last) == asked:
        seat, decision = last[-1]
        name = players[seat].parts[players[seat].choice[decision]].strategy.name
        place = f"at seat {seat} of {rules.game.title}, deal {block}, decision {rules.game.decisions[decision].name}"
        return EndlessStrategy(f"strategy '{name}' {place}, has not answered for {seconds:g} s: an endless loop; {replay}")
    words = ", ".join(dict.fromkeys(player.word for player in players))
    return EndlessStrategy(f"deal {block} of {rules.game.title} has not ended for {seconds:g} s with {words} (--patience allows more); {replay}")


def show(rules: Rules, seats: Sequence[Player], seed: int, deal: int) -> dict[str, Any]:
    """The transcript of a line-up as it sits (no rotation) on one deal."""
    plan = plan_rotations(rules, seats)
    return transcript(rules, [plan.players[i] for i in plan.seatings[0]], seed, deal)
