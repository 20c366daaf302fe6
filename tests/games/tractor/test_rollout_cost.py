"""Rollouts take no memory of their own, and hardly more time than the kernel for the cards that they play out."""

from __future__ import annotations

import pytest

from sim.core import jit
from sim.games.tractor import GAME
from sim.games.tractor.decisions import LEAD
from tests.rollout_cost import cost_ratio, n_allocations, questions, rollouts

pytestmark = pytest.mark.skipif(jit.DISABLED, reason="is about compiled code")
RULES = GAME.rules(4)


def test_no_rollout_takes_memory():
    asked = questions(RULES, "basic", LEAD, lambda view: view["tricks"] == 5, 1)
    few, many = (n_allocations(rollouts(asked, "basic", n_worlds)) for n_worlds in (1, 200))
    assert 0 < few == many  # a question has a game, what is known, a world, and the ways to deal it


@pytest.mark.slow
def test_a_rollout_of_a_lead_costs_at_most_1_3_times_the_kernel():
    n_worlds = 40
    asked = questions(RULES, "basic", LEAD, lambda view: 2 <= view["tricks"] <= 12, 6)
    n_cards = n_worlds * sum(4 * position.views[0]["cards_left"] * len(GAME.advice().choices(position)) for position in asked)
    assert cost_ratio(rollouts(asked, "basic", n_worlds), n_cards, RULES, "basic") < 1.3
