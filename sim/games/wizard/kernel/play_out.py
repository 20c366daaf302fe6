"""Rollouts, compiled once: strategies call them by their address, advice and charts by play_out; who only plays games does not compile them."""

from __future__ import annotations

from pathlib import Path

from sim.core import jit, seam
from sim.games.wizard.decisions import VIEW
from sim.games.wizard.rollouts import value_choices

_CACHE = jit.cache_folder(Path(__file__).parent.parent)


@jit.cached(seam.rollouts_signature(VIEW), _CACHE)
def rollouts(view, decision, choices, policy, outcomes):
    """See rollouts.value_choices; policy is an address."""
    value_choices(view, decision, choices, seam.player_at(policy), outcomes)


ADDRESS = seam.rollouts_address(rollouts, VIEW)
play_out = seam.playing_out(ADDRESS, VIEW, _CACHE)
