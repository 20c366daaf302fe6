"""Rollouts for Python: advice and charts call this; whoever only plays games does not compile it."""

from __future__ import annotations

from pathlib import Path

from sim.core import jit
from sim.core.seam import play_out_signature, player_at
from sim.games.intervencao.decisions import VIEW
from sim.games.intervencao.rollouts import value_choices


@jit.cached(play_out_signature(VIEW), jit.cache_folder(Path(__file__).parent.parent))
def play_out(views, decision, choices, policy, outcomes):
    """See sim.games.protocol.Game.play_out."""
    value_choices(views[0], decision, choices, player_at(policy), outcomes)
