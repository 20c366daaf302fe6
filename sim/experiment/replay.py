"""One game, slowly: transcripts for `show`, and the place where a strategy went wrong."""

from __future__ import annotations

import shlex
import threading
import time
import traceback
from collections.abc import Sequence
from concurrent.futures import Future, wait
from functools import wraps
from typing import Any

import numpy as np

from sim.core.errors import EndlessStrategy, StrategyFault
from sim.core.rng import SEAT, Stream
from sim.experiment.lineup import Plan, Player, plan_rotations, seated
from sim.experiment.runner import PATIENCE
from sim.games.protocol import Game, Policy, Rules

REPLAY_SECONDS = 8.0  # that the search for an endless loop may take

Asked = list[tuple[int, int]]  # (seat, decision) of each question so far


def seat_policies(rules: Rules, players: Sequence[Player], seed: int, block: int, asked: Asked | None = None) -> list[Policy]:
    """Policies that ask the compiled strategies, as a reference wants them; `asked` gets each question.

    What is private to a seat is kept here and put into the View for each question.
    """
    game = rules.game
    ask_once = game.ask_once()

    def policy_of(seat: int, player: Player) -> Policy:
        record = seated(game, player)
        private = {"rng": np.array([Stream(seed, block, SEAT + seat).state], np.uint64), "notes": np.zeros(1, game.view)["notes"]}

        def policy(decision: int, views: np.ndarray) -> int:
            if asked is not None:
                asked.append((seat, decision))
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


def replay_game(rules: Rules, players: Sequence[Player], seed: int, block: int, policies: Sequence[Policy], asked: Asked) -> dict[str, Any]:
    """What the reference tells of a game. policies: those of these players, seat by seat, which note in `asked` what they are asked.

    Compiled code cannot be interrupted: the game is played in a thread of its own, so that Ctrl-C is heard. Raises what a
    policy raises, and EndlessStrategy when one takes longer than PATIENCE to answer: the thread is left behind.
    """
    playing = _start(rules, policies, seed, block)
    seen, since = 0, time.monotonic()
    while not wait([playing], min(1.0, PATIENCE / 4)).done:
        if len(asked) > seen:
            seen, since = len(asked), time.monotonic()
        elif time.monotonic() - since > PATIENCE:
            raise EndlessStrategy(endless_sentence(rules, players, seed, block, asked, PATIENCE))
    return playing.result()


def _start(rules: Rules, policies: Sequence[Policy], seed: int, block: int) -> Future[dict[str, Any]]:
    """Starts a game of the reference in a thread that does not outlive the program."""
    played: Future[dict[str, Any]] = Future()

    def play() -> None:
        try:
            played.set_result(rules.game.replay(rules, policies, seed, block))
        except BaseException as error:
            played.set_exception(error)

    threading.Thread(target=play, daemon=True).start()
    return played


def transcript(rules: Rules, players: Sequence[Player], seed: int, block: int) -> dict[str, Any]:
    """The game that these players, seat by seat, play on this deal. Raises StrategyFault."""
    asked: Asked = []
    answers: list[list[int]] = []
    seats = seat_policies(rules, players, seed, block, asked)
    policies = [_noting(policy, seat, answers, rules.game) for seat, policy in enumerate(seats)]
    try:
        played = replay_game(rules, players, seed, block, policies, asked)
    except EndlessStrategy:
        raise
    except Exception as error:
        raise StrategyFault(fault_sentence(rules, players, seed, block, asked, error), getattr(error, "events", ())) from None
    head = {
        "game": rules.game.name,
        "caveat": rules.game.in_force(rules),
        "seed": seed,
        "deal": block,
        "players": [p.word for p in players],
        "rules": rules.options,
        "waits": [policy.waits for policy in seats],  # type: ignore[attr-defined]
        "sees_all": [policy.sees_all for policy in seats],  # type: ignore[attr-defined]
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


def fault_sentence(rules: Rules, players: Sequence[Player], seed: int, block: int, asked: Asked, error: Exception) -> str:
    """Who did what where, and how to see it again."""
    if not asked:
        raise error
    seat, decision = asked[-1]
    name = rules.game.decisions[decision].name
    player = players[seat]
    part = player.parts[player.choice[decision]]
    what = str(error) if isinstance(error, StrategyFault) else f"raised {type(error).__name__}{f': {error}' if str(error) else ''}"
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
    asked: Asked = []
    playing = _start(rules, seat_policies(rules, players, seed, block, asked), seed, block)
    half = min(seconds, REPLAY_SECONDS) / 2
    wait([playing], half)
    before = len(asked)
    is_stuck = not wait([playing], half).done and len(asked) == before
    return EndlessStrategy(endless_sentence(rules, players, seed, block, asked if is_stuck else [], seconds))


def endless_sentence(rules: Rules, players: Sequence[Player], seed: int, block: int, asked: Asked, seconds: float) -> str:
    """Who does not answer the last question, or, if none was asked, that the game does not end; and how to see it again."""
    replay = f"replay: {show_command(rules, players, seed, block)}"
    if asked:
        seat, decision = asked[-1]
        name = players[seat].parts[players[seat].choice[decision]].strategy.name
        place = f"at seat {seat} of {rules.game.title}, deal {block}, decision {rules.game.decisions[decision].name}"
        return f"strategy '{name}' {place}, has not answered for {seconds:g} s: an endless loop; {replay}"
    words = ", ".join(dict.fromkeys(player.word for player in players))
    return f"deal {block} of {rules.game.title} has not ended for {seconds:g} s with {words} (--patience allows more); {replay}"


def show(rules: Rules, seats: Sequence[Player], seed: int, deal: int) -> dict[str, Any]:
    """The transcript of a line-up as it sits (no rotation) on one deal. Raises StrategyFault."""
    plan = plan_rotations(rules, seats)
    return transcript(rules, [plan.players[i] for i in plan.seatings[0]], seed, deal)
