"""Rollouts take no memory of their own, and hardly more time than the kernel for the turns that they play out."""

from __future__ import annotations

import numpy as np
import pytest

from sim.core import jit, seam
from sim.experiment.lineup import parse_player, seated
from sim.games.advice import Position
from sim.games.cambio import GAME
from sim.games.cambio.decisions import CALL
from sim.games.cambio.rollouts import agree, enter, play_on
from sim.games.cambio.state import RECORD
from sim.games.cambio.worlds import KNOWN, WORLD, consider, draw_world
from tests.rollout_cost import cost_ratio, n_allocations, questions, rollouts

pytestmark = pytest.mark.skipif(jit.DISABLED, reason="is about compiled code")
RULES, POLICY = GAME.rules(4), "greedy"


def _count_turns(views, policy, n_worlds, games, knowns, worlds):
    view, game, known, world = views[0], games[0], knowns[0], worlds[0]
    agree(view, game)
    consider(view, known)
    n = 0
    for _ in range(n_worlds):
        draw_world(view, known, world)
        for choice in range(2):
            enter(view, known, seam.player_at(policy), world, game)
            play_on(view, game, CALL, choice)
            n += 1 + game.turn - view.turn
    return n


def n_turns(asked: list[Position], n_worlds: int) -> int:
    """The turns in the rollouts of questions whether to call: that of the question and those that follow."""
    count, player = jit.fresh(None)(_count_turns), seated(GAME, parse_player(POLICY, GAME)).ctypes.data
    total = 0
    for position in asked:
        views = seam.records(GAME.view)
        views[:] = position.views
        total += count(views, np.uint64(player), n_worlds, seam.records(RECORD), seam.records(KNOWN), seam.records(WORLD))
    return total


def test_no_rollout_takes_memory():
    asked = questions(RULES, POLICY, CALL, lambda view: view["turn"] < 9, 1)
    few, many = (n_allocations(rollouts(asked, POLICY, n_worlds)) for n_worlds in (1, 200))
    assert 0 < few == many  # a question has a game, what is known, and a world


@pytest.mark.slow
def test_a_rollout_costs_little_more_than_the_kernel():
    n_worlds = 40
    asked = questions(RULES, POLICY, CALL, lambda view: view["turn"] < 9, 20)
    ratio = cost_ratio(rollouts(asked, POLICY, n_worlds), n_turns(asked, n_worlds), RULES, POLICY)
    assert ratio < 1.6, ratio
