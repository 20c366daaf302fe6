"""Rollouts, compiled once: strategies call them by their address, advice and charts by play_out; who only plays games compiles neither."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from sim.core import jit, seam
from sim.games.tractor.choices import MOST_CHOICES, list_choices
from sim.games.tractor.decisions import VIEW
from sim.games.tractor.rollouts import value_choices

_CACHE = jit.cache_folder(Path(__file__).parent.parent)


@jit.cached(seam.rollouts_signature(VIEW), _CACHE)
def rollouts(view, decision, choices, policy, outcomes):
    """See rollouts.value_choices; policy is an address."""
    value_choices(view, decision, choices, seam.player_at(policy), outcomes)


ADDRESS = seam.rollouts_address(rollouts, VIEW)
play_out = seam.playing_out(ADDRESS, VIEW, _CACHE)


@jit.cached(seam.listing_signature(VIEW), _CACHE)
def _list_choices(views, decision, choices):
    return list_choices(views[0], decision, choices)


def list_all(views: np.ndarray, decision: int) -> np.ndarray:
    """The numbers of the choices of a question (choices.py)."""
    asked, choices = seam.records(VIEW), np.zeros(MOST_CHOICES, np.int64)
    asked[:] = views
    return choices[: _list_choices(asked, decision, choices)]
