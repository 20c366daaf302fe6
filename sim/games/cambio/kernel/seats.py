"""Asking a seat, and whose cards it may touch."""

from __future__ import annotations

import numpy as np

from sim.core import jit
from sim.core.bits import has
from sim.core.seam import ask
from sim.games.cambio.decisions import MAX_POSITIONS, NOTHING

YES_OR_NO = np.uint64(3)  # legal answers 0 and 1
ALL_POSITIONS = np.uint64((1 << MAX_POSITIONS) - 1)


@jit.helper
def consult(game, seat, decision):
    """Asks a seat, its View brought up to date with the numbers that all can see."""
    view = game.views[seat]
    view.turn = game.turn
    view.mover = game.mover
    view.stock = game.n_stock - game.next
    view.n_pile = game.n_pile
    view.top = game.top
    game.asked[seat] += 1
    return ask(game.functions[seat, decision], view)


@jit.helper
def lock(game, seat):
    """C19, option caller_locked: nobody may touch this seat's cards; NOTHING: all may be touched."""
    game.locked = seat
    for half in range(game.fours):
        game.touchable[half] = ~np.uint64(0)
    if seat != NOTHING:
        game.touchable[seat >> 2] ^= ALL_POSITIONS << np.uint64(16 * (seat & 3))


@jit.helper
def is_locked(game, seat):
    """C19, option caller_locked: the caller's cards may not be touched."""
    return seat == game.locked


@jit.helper
def is_target(game, seat, place):
    """Whether the place (any number) holds a card of another player that `seat` may touch."""
    owner, position = place >> 4, place & 15
    if place < 0 or owner >= game.rules.players or owner == seat or is_locked(game, owner):
        return False
    return has(game.occupied[owner], position)


@jit.helper
def has_target(game, seat):
    """Whether another player has a card that `seat` may touch."""
    for other in range(game.rules.players):  # noqa: SIM110 (any() of a generator does not compile)
        if other != seat and game.occupied[other] and not is_locked(game, other):
            return True
    return False
