"""Rollouts take no memory of their own, and hardly more time than the kernel for the cards that they play out."""

from __future__ import annotations

import pytest

from sim.core import jit
from sim.games.wizard import GAME
from sim.games.wizard.decisions import PLAY
from tests.rollout_cost import cost_ratio, n_allocations, questions, rollouts

pytestmark = pytest.mark.skipif(jit.DISABLED, reason="is about compiled code")
RULES = GAME.rules(4)


def test_no_rollout_takes_memory():
    asked = questions(RULES, "steady", PLAY, lambda view: view["round"] == 8 and view["trick"] == 2, 1)
    few, many = (n_allocations(rollouts(asked, "steady", n_worlds)) for n_worlds in (1, 200))
    assert 0 < few == many  # a question has a game, what is known, and a world


@pytest.mark.slow
def test_a_rollout_of_round_8_costs_at_most_1_3_times_the_kernel():
    """0.73 was measured: a game in the kernel is also dealt, bid and tallied."""
    n_worlds = 40
    asked = questions(RULES, "steady", PLAY, lambda view: view["round"] == 8, 10)
    n_choices = [len(GAME.advice().choices(position)) for position in asked]
    n_left = [4 * 8 - int(position.views[0]["played"]).bit_count() for position in asked]
    n_cards = n_worlds * sum(left * n for left, n in zip(n_left, n_choices, strict=True))
    assert cost_ratio(rollouts(asked, "steady", n_worlds), n_cards, RULES, "steady") < 1.3
