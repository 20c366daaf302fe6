"""A strategy whose every answer is a hash of all that its View holds: one wrong bit in a View changes the game."""

from __future__ import annotations

import numpy as np

from sim.core import jit
from sim.core.bits import has, nth_set_bit, popcount
from sim.core.rng import GOLDEN, mix, next_word
from sim.games.cambio.decisions import PASS, PLAY, VIEW
from sim.games.cambio.strategist import n_targets, nth_target, own_cards, own_pair, place_of

SCALARS = (
    "n_matches", "n_pile", "top", "stock", "reshuffles", "n_cards", "players", "seat", "first", "turn", "mover", "caller",
    "locked", "drawn", "pair", "give_to", "thrower", "by_points", "chain", "own_wrong", "max_turns",
    "discarder_first", "caller_locked",
)  # fmt: skip
BY_SEAT = ("occupied", "known", "matches", "cards", "seen", "opened", "speed", "fading")
OTHERS = ("legal", "pile")  # legal where it is set, the pile up to n_pile
PRIVATE = ("rng", "parameters", "notes", "policies")


@jit.helper
def stir(total, value):
    """A new hash of a hash and one more word."""
    return mix((total + np.uint64(value)) * GOLDEN + np.uint64(1))


@jit.helper
def hash_of_table(view):
    """All fields but `legal` and the private places."""
    total = np.uint64(view.parameters[0])
    for value in (view.n_matches, view.n_pile, view.top, view.stock, view.reshuffles, view.n_cards, view.players):
        total = stir(total, value + 1)
    for value in (view.seat, view.first, view.turn, view.mover, view.caller, view.locked, view.drawn):
        total = stir(total, value + 1)
    for value in (view.pair, view.give_to, view.thrower, view.by_points, view.chain, view.own_wrong, view.max_turns):
        total = stir(total, value + 1)
    total = stir(total, 2 * view.discarder_first + view.caller_locked)
    for seat in range(8):
        total = stir(total, view.opened[seat] + np.int64(16_000 * view.speed[seat]) + np.int64(1e9 * view.fading[seat]))
        total = stir(stir(stir(total, view.occupied[seat]), view.known[seat]), view.matches[seat])
        for position in range(16):
            total = stir(total, np.int64(view.cards[seat, position]) * 256 + np.int64(view.seen[seat, position]))
    for i in range(view.n_pile):
        total = stir(total, view.pile[i])
    return total


@jit.helper
def word(view):
    """A hash of the View, the notes of earlier answers, and now and then a draw; remembers itself."""
    total = stir(hash_of_table(view), view.notes[0])
    if total & np.uint64(3) == np.uint64(0):
        total = stir(total, next_word(view.rng))
    view.notes[0] = np.int64(total >> np.uint64(1))
    return total


@jit.helper
def scaled(total, n):
    """0 .. n-1 by the hash's upper half."""
    return np.int64((total >> np.uint64(32)) * np.uint64(n) >> np.uint64(32))


@jit.helper
def any_legal(view):
    """A legal answer, also by the mask of legal ones."""
    total = stir(word(view), view.legal)
    return nth_set_bit(view.legal, scaled(total, popcount(view.legal)))


@jit.helper
def any_pair(view):
    total = word(view)
    own = nth_set_bit(own_cards(view), scaled(total, popcount(own_cards(view))))
    return own_pair(own, nth_target(view, scaled(stir(total, 1), n_targets(view))))


def call(view):
    """One turn in 32 or, by parameter 1, never."""
    return 1 if any_legal(view) and word(view) & np.uint64(15) < np.uint64(view.parameters[1]) else 0


def draw(view):
    return any_legal(view)


def use(view):
    """Effects are rare: played every other time."""
    if has(view.legal, PLAY) and word(view) & np.uint64(16):
        return PLAY
    return any_legal(view)


def peek_own(view):
    return any_legal(view)


def peek_other(view):
    return nth_target(view, scaled(word(view), n_targets(view)))


def exchange(view):
    return any_pair(view)


def king(view):
    return any_legal(view) if view.pair >= 0 else any_pair(view)


def snap(view):
    """Matching cards half the time; any card of anybody now and then, by parameter 2 of 16."""
    total = word(view)
    own, others = popcount(own_cards(view)), n_targets(view)
    kind = np.int64(total & np.uint64(15))
    if kind < view.parameters[2]:
        k = scaled(total, own + others)
        return place_of(view.seat, nth_set_bit(own_cards(view), k)) if k < own else nth_target(view, k - own)
    if kind >= 12 or not view.n_matches:
        return PASS
    k = scaled(total, view.n_matches)
    for seat in range(view.players):
        here = popcount(view.matches[seat])
        if k < here:
            return place_of(seat, nth_set_bit(view.matches[seat], k))
        k -= here
    return PASS


def give(view):
    return any_legal(view)


FUNCTIONS = (call, draw, use, peek_own, peek_other, exchange, king, snap, give)


def test_hash_knows_every_field():
    assert set(SCALARS + BY_SEAT + OTHERS + PRIVATE) == set(VIEW.names)
