"""Keeps count of its cards, swaps the dearest out, and calls at a threshold.

Idea: the estimate of the own cards is what is known, and the mean of the cards not seen yet for the rest. It calls at
`call_at` or less with at most `unknown_at_most` cards unknown, and takes a discard top of `take_at_most` or less.
Origin: the family that most public programs for this game belong to; its threshold is the first thing to sweep.
Weakness: does not look at what the others hold, so it calls too early against those who wait.
"""

from sim.games.cambio.strategist import Knob, mean_unseen, waits
from strategies.cambio._moves import (
    exchange_worst,
    give_worst,
    hand_value,
    look_and_exchange,
    n_unknown_own,
    peek_at_other,
    peek_at_own,
    swap_or_use,
    take_if_cheap,
    throw_known,
)

CALL_AT, UNKNOWN_AT_MOST, TAKE_AT_MOST, THROW_ABOVE, KEPT = range(5)
KNOBS = (
    Knob("call_at", 4, -8, 80, "calls when the estimate of the own cards is this or less"),
    Knob("unknown_at_most", 1, 0, 16, "and at most so many own cards are unknown"),
    Knob("take_at_most", 1, -2, 20, "takes a discard top that counts this or less (-2: never)"),
    Knob("throw_above", 0, -2, 21, "throws an own card that matches if it counts more than this (21: never)"),
    Knob("kept", 4.5, 0, 10, "what a card is taken to count that its owner has seen"),
)


def call(view):
    """At the threshold."""
    if n_unknown_own(view) > view.parameters[UNKNOWN_AT_MOST]:
        return 0
    return 1 if hand_value(view, mean_unseen(view)) <= view.parameters[CALL_AT] else 0


def draw(view):
    """The discard top if it is cheap."""
    return take_if_cheap(view, view.parameters[TAKE_AT_MOST], mean_unseen(view))


def use(view):
    """Swapped in if it helps, else for its effect."""
    return swap_or_use(view, mean_unseen(view), view.parameters[KEPT])


def peek_own(view):
    """The lowest unknown one."""
    return peek_at_own(view)


def peek_other(view):
    """An unknown one of whoever has the fewest."""
    return peek_at_other(view)


def exchange(view):
    """The dearest own one for the cheapest other one."""
    return exchange_worst(view, mean_unseen(view), view.parameters[KEPT])


def king(view):
    """The same two, exchanged if that gains."""
    return look_and_exchange(view, mean_unseen(view), view.parameters[KEPT])


@waits
def snap(view):
    """What is known to match."""
    return throw_known(view, view.parameters[THROW_ABOVE])


def give(view):
    """The dearest own one."""
    return give_worst(view, mean_unseen(view))
