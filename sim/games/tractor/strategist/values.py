"""Choosing cards by what they are worth: a *value* is a function value(view, card); least first, of equals the lowest place."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sim.core import jit
from sim.core.bits import bit, lowest, popcount
from sim.games.tractor.cards import KITTY_SIZE
from sim.games.tractor.rules import n_cards
from sim.games.tractor.strategist.cards import NOTHING
from sim.games.tractor.strategist.tricks import choose, forced_cards, is_owed_in_suit


@jit.helper
def place_value(view, card):
    """The plainest value: a card's place on the ladder."""
    return card


@jit.inlined
def least_card(view, cards, value):
    """The card of least value in a mask (not empty), of equals the lowest place."""
    best = lowest(cards)
    least = value(view, best)
    left = cards & (cards - np.uint64(1))
    while left:
        card = lowest(left)
        left &= left - np.uint64(1)
        worth = value(view, card)
        if worth < least:
            best, least = card, worth
    return best


@jit.inlined
def least_cards(view, one, both, n, value):
    """(one, both): the n cards of least value of a set (which has as many: not checked)."""
    taken, twice = NOTHING, NOTHING
    for _ in range(n):
        card = bit(least_card(view, one, value))
        twice |= taken & card
        taken |= card
        one, both = one & ~card | both & card, both & ~card
    return taken, twice


@jit.inlined
def bury_least(view, value):
    """Buries the eight cards of least value."""
    one, both = least_cards(view, view.hand, view.pairs, KITTY_SIZE, value)
    return choose(view, one, both)


@jit.inlined
def least_answer(view, asked, value):
    """(one, both): the lawful answer of least value to a lead of pairs: owed pairs first, the pair of the least card before others (T14, T15).

    asked: what `value` is given in place of a View, the View itself if that is all it wants.
    """
    one, both = forced_cards(view)
    n = view.n_cards - n_cards(one, both)
    pairs = view.pairs & view.suit
    is_owed = is_owed_in_suit(view)
    is_by_pairs = is_owed and popcount(pairs) > view.n_pairs
    if is_by_pairs:
        free, free_twice, n = pairs, NOTHING, view.n_pairs
    elif is_owed:
        free, free_twice = view.hand & view.suit & ~one, NOTHING
    else:
        free, free_twice = view.hand & ~view.suit, view.pairs & ~view.suit
    more, twice = least_cards(asked, free, free_twice, n, value)
    return one | more, both | (more if is_by_pairs else twice)


@jit.inlined
def follow_least(view, value):
    """The lawful answer of least value (T13-T15)."""
    if view.n_pairs == 0:
        return least_card(view, view.legal, value)
    one, both = least_answer(view, view, value)
    return choose(view, one, both)


def _bury_by(value: Callable) -> Callable:
    """The decision `bury` made of a value."""

    def bury(view):
        return bury_least(view, value)

    return bury


def _lead_by(value: Callable) -> Callable:
    """The decision `lead` made of a value: the single of least value."""

    def lead(view):
        return least_card(view, view.hand, value)

    return lead


def _follow_by(value: Callable) -> Callable:
    """The decision `follow` made of a value."""

    def follow(view):
        return follow_least(view, value)

    return follow


BY_VALUE = {"bury_value": ("bury", _bury_by), "lead_value": ("lead", _lead_by), "follow_value": ("follow", _follow_by)}


def decision_by(name: str, value: Callable) -> tuple[str, Callable]:
    """The decision that a file's function `bury_value`, `lead_value` or `follow_value` stands for, and how it is taken.

    The value is compiled with every index checked, like all of a user's own functions; `written` keeps it as it was
    written, for messages that speak of its lines.
    """
    decision, build = BY_VALUE[name]
    function = build(jit.checked_helper(value))
    function.written = value  # type: ignore[attr-defined]
    return decision, function
