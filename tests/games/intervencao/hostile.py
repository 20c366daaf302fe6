"""Strategies whose every answer is a hash of all that their View holds: one wrong bit in a View changes the game.

`act` does anything that can be done, unlawful rests and wrong claims too; `careful_act` mostly throws and takes up
cards, so that rounds grow long; parameters[0] is a salt, parameters[1] the share in 256 of acts of any kind.
"""

from __future__ import annotations

import numpy as np

from sim.core import jit
from sim.core.bits import bit, has, nth_set_bit, popcount
from sim.core.rng import GOLDEN, mix, next_word
from sim.games.intervencao.decisions import ABSORB, CARD_STEP, EXIT_HIGH, EXIT_LOW, EXPEL, NOBODY, REST, RULES, SEAT_STEP, SHOW, UNLAWFUL, VIEW

SCALARS = ("legal", "hand", "expellable", "others", "seat", "n_in_round", "round", "resting", "free_word", "clock", "interventor", "ally", "offer_limit")
BY_SEAT = ("waiting", "batches", "known", "debts", "sizes", "points", "vantagens", "shown", "shown_at")
HISTORY = ("n_expelled", "history")
PRIVATE = ("rng", "parameters", "notes", "policies")
AGREED = tuple(RULES.names)


@jit.helper
def stir(total, value):
    """A new hash of a hash and one more word."""
    return mix((total + np.uint64(value)) * GOLDEN + np.uint64(1))


@jit.helper
def stir_time(total, beats):
    """A hash of a time down to 2**-40 of a beat."""
    return stir(total, np.int64(beats * 1099511627776.0))


@jit.helper
def hash_of_rules(view):
    """The rules agreed, every field."""
    rules = view.rules
    total = np.uint64(view.parameters[0])
    for value in (rules.players, rules.ranks, rules.exit_by, rules.high_exit, rules.low_exit, rules.low_limit, rules.pressed, rules.measure):
        total = stir(total, value)
    for value in (rules.j_value, rules.elimination, rules.limit, rules.rounds, rules.max_rounds, rules.alliances, rules.unit):
        total = stir(total, value)
    for i in range(10):
        total = stir_time(total, rules.speeds[i])
    return stir_time(stir_time(total, rules.grace), rules.time_limit)


@jit.helper
def hash_of_seats(view, total):
    """All that is kept by seat."""
    for i in range(10):
        for mask in (view.waiting[i], view.batches[i], view.known[i], view.shown[i]):
            total = stir(total, mask)
        for number in (view.debts[i], view.sizes[i], view.points[i], view.vantagens[i]):
            total = stir(total, number)
        total = stir_time(total, view.shown_at[i])
    return total


@jit.helper
def hash_of_view(view):
    """All fields, the notes of earlier answers, and now and then a draw; remembers the hash."""
    total = hash_of_seats(view, hash_of_rules(view))
    for mask in (view.legal, view.hand, view.expellable, view.others):
        total = stir(total, mask)
    for number in (view.seat, view.n_in_round, view.round, view.resting, view.free_word, view.interventor, view.ally, view.offer_limit, view.n_expelled):
        total = stir(total, number)
    for i in range(min(view.n_expelled, 1024)):
        total = stir(total, view.history[i])
    total = stir(stir_time(total, view.clock), view.notes[0])
    if total & np.uint64(3) == np.uint64(0):
        total = stir(total, next_word(view.rng))
    view.notes[0] = np.int64(total >> np.uint64(1))
    return total


@jit.helper
def choose(word, n):
    """A number below n by the top half of a word."""
    return np.int64((word >> np.uint64(32)) * np.uint64(n) >> np.uint64(32))


@jit.helper
def aimed(view, kind, word):
    """An act of this kind, its card and seat by a word."""
    act = kind
    other = nth_set_bit(view.others, choose(mix(word), popcount(view.others)))
    if kind == EXPEL:
        act += CARD_STEP * nth_set_bit(view.expellable, choose(word, popcount(view.expellable)))
    if kind in (EXPEL, SHOW) or (view.rules.exit_by and kind in (EXIT_LOW, EXIT_HIGH)):
        act += SEAT_STEP * other
    elif kind in (EXIT_LOW, EXIT_HIGH):
        act += SEAT_STEP * view.seat
    return act


def act(view):
    """Anything that can be done, each kind alike."""
    total = hash_of_view(view)
    kind = nth_set_bit(view.legal, choose(total, popcount(view.legal)))
    return aimed(view, kind, mix(total))


def careful_act(view):
    """Throws and absorbs, rests when it may; now and then anything."""
    total = hash_of_view(view)
    kinds = view.legal & (bit(EXPEL) | bit(ABSORB))
    if view.resting != UNLAWFUL:
        kinds |= bit(REST)
    if np.float64(total & np.uint64(255)) < view.parameters[1] or not kinds:
        kinds = view.legal
    return aimed(view, nth_set_bit(kinds, choose(total, popcount(kinds))), mix(total))


def lasting_act(view):
    """Never rests unlawfully, lays the J or leaves at once: rounds that end well, for long jogos."""
    total = hash_of_view(view)
    kinds = view.legal
    if view.resting == UNLAWFUL:
        kinds &= ~bit(REST)
        if not view.free_word:
            kinds &= ~(bit(SHOW) | bit(6))
    return aimed(view, nth_set_bit(kinds, choose(total, popcount(kinds))), mix(total))


def ally(view):
    """Names nobody once in four times; offers anything that may be offered."""
    total = hash_of_view(view)
    if total & np.uint64(3) == np.uint64(3):
        return NOBODY
    other = nth_set_bit(view.others, choose(total, popcount(view.others)))
    return other + SEAT_STEP * choose(mix(total), view.offer_limit + 1)


def clique_ally(view):
    """Names the neighbour that differs in the last digit of the seat, so that alliances come about."""
    total = hash_of_view(view)
    other = view.seat ^ 1
    return other + SEAT_STEP * choose(total, view.offer_limit + 1) if has(view.others, other) else NOBODY


WILD = (act, ally)
CAREFUL = (careful_act, clique_ally)
LASTING = (lasting_act, clique_ally)


def test_hash_knows_every_field():
    assert set(SCALARS + BY_SEAT + HISTORY + PRIVATE) | {"rules"} == set(VIEW.names)
    assert len(AGREED) == 18  # hash_of_rules: 15 numbers, speeds, grace, time_limit
