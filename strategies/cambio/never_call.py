"""Plays on for ever.

Idea: as greedy, but never says Câmbio: it shows what a call is worth, and that games without one end at max_turns.
Origin: the ablation of every study of when to call.
Weakness: never calls; among its like no game ends by a call.
"""

from strategies.cambio.greedy import KNOBS, draw, exchange, give, king, peek_other, peek_own, snap, use

__all__ = ["KNOBS", "call", "draw", "exchange", "give", "king", "peek_other", "peek_own", "snap", "use"]


def call(view):
    """Never."""
    return 0
