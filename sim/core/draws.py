"""A seat's own luck: draws from the stream in its View, which no other seat's draws move on."""

from __future__ import annotations

from sim.core import jit, rng


@jit.helper
def draw(view, n):
    """A whole number 0..n-1 from the seat's own random stream."""
    return rng.below(view.rng, n)


@jit.helper
def chance(view):
    """A random number in [0, 1) from the seat's own stream."""
    return rng.uniform(view.rng)
