"""Strategies that watch: they raise when their View shows what the rules forbid, or hides what the rules show.

An exception leaves the compiled kernel as it would leave a Python call, so these check the kernel itself.
"""

from __future__ import annotations

from sim.core import jit
from sim.games.tractor.strategist import n_cards, random_bury, random_declaration, random_follow, random_lead


def declare(view):
    """T5, T8: 25 cards, no kitty, no trump yet."""
    if n_cards(view.hand, view.pairs) != 25 or view.kitty or view.buried or view.trump != -1:
        raise AssertionError("T5, T8: what is seen while declaring")
    return random_declaration(view)


def bury(view):
    """T8: the dealer holds 33 cards and knows the kitty."""
    if n_cards(view.hand, view.pairs) != 33 or n_cards(view.kitty, view.kitty_pairs) != 8 or view.dealer != view.seat or view.attacking:
        raise AssertionError("T8: the dealer's cards")
    return random_bury(view)


@jit.helper
def check_secrets(view):
    """T7, T8: who may know the kitty and the buried cards, and nobody else."""
    is_dealer = view.seat == view.dealer
    if (view.kitty != 0) != (is_dealer or view.n_declared == 0) or (view.buried != 0) != is_dealer:
        raise AssertionError("T7, T8: the kitty")
    if n_cards(view.hand, view.pairs) != view.cards_left:
        raise AssertionError("T22: as many cards as are left")


def lead(view):
    check_secrets(view)
    if view.suit or view.n_cards or view.leader != view.seat:
        raise AssertionError("T11: nothing to follow")
    if view.tricks == 0 and view.seat != view.dealer:
        raise AssertionError("T8: the dealer leads first")
    return random_lead(view)


def follow(view):
    check_secrets(view)
    if view.n_cards != (2 * view.n_pairs if view.n_pairs else 1) or view.leader == view.seat:
        raise AssertionError("T13: a lead to follow")
    return random_follow(view)


FUNCTIONS = (declare, bury, lead, follow)
