"""Flat Monte Carlo for strategies: which of several choices brings most in imagined worlds."""

from __future__ import annotations

import numpy as np

from sim.core import jit
from sim.core.bits import lowest, popcount
from sim.core.seam import play_on


@jit.helper
def best_in_worlds(view, decision, choices, n_worlds, n_kept, weights):
    """The choice that brings most in n_worlds worlds (at least 1), the first of equals; moves view.rng on.

    choices: (n,) int64, at least one, lawful, numbered as the room's rollouts.py has it; reordered in place. After a quarter
    of the worlds only the n_kept best stay. weights: (n_outcomes,) float64, what each outcome of a rollout counts.
    view.policies[0] plays the worlds on.
    """
    if choices.shape[0] == 1:
        return choices[0]
    n_first, n_kept = (n_worlds + 3) // 4, min(choices.shape[0], n_kept)
    brought = np.zeros(choices.shape[0])
    add_worlds(view, decision, choices, n_first, weights, brought)
    keep_best(choices, brought, n_kept)
    add_worlds(view, decision, choices[:n_kept], n_worlds - n_first, weights, brought)
    keep_best(choices[:n_kept], brought[:n_kept], 1)
    return choices[0]


@jit.helper
def add_worlds(view, decision, choices, n_worlds, weights, brought):
    """Adds to brought (n or more,) what the choices (n,) bring in so many new worlds, the same for all of them."""
    outcomes = np.empty((n_worlds, choices.shape[0], weights.shape[0]), np.int64)
    play_on(view, decision, choices, view.policies[0], outcomes)
    for w in range(n_worlds):
        for c in range(choices.shape[0]):
            for k in range(weights.shape[0]):
                brought[c] += weights[k] * outcomes[w, c, k]


@jit.helper
def keep_best(choices, brought, n_kept):
    """Brings the n_kept choices that brought most to the front, the best first, in place."""
    for i in range(n_kept):
        best = i
        for c in range(i + 1, brought.shape[0]):
            if brought[c] > brought[best]:
                best = c
        choices[i], choices[best] = choices[best], choices[i]
        brought[i], brought[best] = brought[best], brought[i]


@jit.helper
def listed(answers):
    """The answers of a mask, (n,) int64, the lowest first."""
    found = np.empty(popcount(answers), np.int64)
    for i in range(found.shape[0]):
        found[i] = lowest(answers)
        answers &= answers - np.uint64(1)
    return found
