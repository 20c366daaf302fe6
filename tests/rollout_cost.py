"""What rollouts cost: in time against the kernel's own, and in memory."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import thread_time

import numpy as np
from numba.core.runtime import _nrt_python, rtsys

from sim.core.rng import SEAT, Stream
from sim.core.seam import records
from sim.experiment.lineup import parse_lineup, parse_player, plan_rotations, seated
from sim.experiment.replay import seat_policies
from sim.experiment.runner import Engine
from sim.games.advice import Position
from sim.games.protocol import Policy, Rules

PAIRS = 9  # of measurements in turn
KERNEL_GAMES = 4000


def questions(rules: Rules, policy: str, decision: int, wanted: Callable[[np.void], bool], n_deals: int) -> list[Position]:
    """Questions of games that the policy plays at every seat."""
    found: list[Position] = []

    def noted(player: Policy) -> Policy:
        def answer(asked: int, views: np.ndarray) -> int:
            if asked == decision and wanted(views[0]):
                kept = records(rules.game.view)
                kept[:] = views
                kept["rng"] = Stream(1, len(found), SEAT).state
                found.append(Position(rules, decision, kept))
            return player(asked, views)

        return answer

    players = parse_lineup(f"{policy}*{rules.players}", rules)
    for deal in range(n_deals):
        rules.game.replay(rules, [noted(player) for player in seat_policies(rules, players, 1, deal)], 1, deal)
    return found


def rollouts(asked: list[Position], policy: str, n_worlds: int) -> Callable[[], None]:
    """A function that plays all choices of the questions out, in so many worlds each."""
    game = asked[0].rules.game
    room, play_out = game.advice(), game.advice().play_out()
    player = seated(game, parse_player(policy, game)).ctypes.data
    work = []
    for position in asked:
        answers = np.array([choice.answer for choice in room.choices(position)], np.int64)
        work.append((position.views, position.decision, answers, np.zeros((n_worlds, len(answers), len(room.outcomes)), np.int64)))

    def roll_out() -> None:
        for views, decision, answers, outcomes in work:
            play_out(views, decision, answers, player, outcomes)

    return roll_out


def cost_ratio(roll_out: Callable[[], None], n_steps: float, rules: Rules, policy: str) -> float:
    """What roll_out() takes for each of n_steps steps (cards, acts) played out, in units of what the kernel takes for one.

    The kernel plays whole games of the policy at every seat. Both are measured in turn on one thread; the median counts.
    """
    engine = Engine(plan_rotations(rules, parse_lineup(f"{policy}*{rules.players}", rules)), seed=1)
    rows = Engine(engine.plan, 1, with_rows=True).play(0, 500).totals.rows
    assert rows is not None
    n_blocks = -(-KERNEL_GAMES // engine.plan.games)
    n_kernel_steps = rows[:, :, engine.layout.steps].sum() / len(rows) * n_blocks
    ratios = []
    for k in range(PAIRS):
        start = thread_time()
        engine.play(k * n_blocks, n_blocks)
        between = thread_time()
        roll_out()
        ratios.append((thread_time() - between) / n_steps / ((between - start) / n_kernel_steps))
    return median(ratios)


def n_allocations(act: Callable[[], None]) -> int:
    """How often compiled code asks for memory while act() runs."""
    act()  # nothing is compiled afterwards
    _nrt_python.memsys_enable_stats()
    try:
        before = rtsys.get_allocation_stats().alloc
        act()
        return int(rtsys.get_allocation_stats().alloc - before)
    finally:
        _nrt_python.memsys_disable_stats()
