"""A strategy that answers by a script: the k-th answer to each decision stands in its parameters, NaN for the usual one.

The usual answers: play on, draw from the stock, discard, look at the lowest card, exchange nothing, throw nothing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from sim.core import jit
from sim.games.cambio.decisions import DISCARD, NOTHING, PASS, STOCK
from sim.games.cambio.strategist import any_target, lowest, np, own_cards, own_pair

# decision -> first parameter, number of answers
SLOTS = {
    "call": (0, 3), "draw": (3, 3), "use": (6, 4), "peek_own": (10, 2), "peek_other": (12, 2), "exchange": (14, 2), "king": (16, 4), "snap": (20, 8),
    "give": (28, 2),
}  # fmt: skip
LAST = 29


def parameters(script: Mapping[str, Sequence[float]]) -> tuple[float, ...]:
    """The script as a strategy's parameters; None for the usual answer."""
    values = [math.nan] * (LAST + 1)
    for decision, answers in script.items():
        first, n = SLOTS[decision]
        assert len(answers) <= n, f"at most {n} answers to {decision}"
        for k, answer in enumerate(answers):
            values[first + k] = math.nan if answer is None else answer
    return tuple(values)


@jit.helper
def next_answer(view, first, n, usual):
    """The next answer of a slot, or the usual one."""
    k = view.notes[first]
    view.notes[first] += 1
    if k < n and not np.isnan(view.parameters[first + k]):
        return np.int64(view.parameters[first + k])
    return usual


def call(view):
    return next_answer(view, 0, 3, 0)


def draw(view):
    return next_answer(view, 3, 3, STOCK)


def use(view):
    return next_answer(view, 6, 4, DISCARD)


def peek_own(view):
    return next_answer(view, 10, 2, lowest(own_cards(view)))


def peek_other(view):
    return next_answer(view, 12, 2, any_target(view))


def exchange(view):
    return next_answer(view, 14, 2, own_pair(lowest(own_cards(view)), any_target(view)))


def king(view):
    return next_answer(view, 16, 4, own_pair(lowest(own_cards(view)), any_target(view)) if view.pair == NOTHING else 0)


def snap(view):
    return next_answer(view, 20, 8, PASS)


def give(view):
    return next_answer(view, 28, 2, lowest(own_cards(view)))


FUNCTIONS = (call, draw, use, peek_own, peek_other, exchange, king, snap, give)
