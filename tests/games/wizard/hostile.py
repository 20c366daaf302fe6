"""A strategy whose every answer is a hash of all that its View holds: one wrong bit in a View changes the game."""

from __future__ import annotations

import numpy as np

from sim.core import jit
from sim.core.bits import lowest, nth_set_bit, popcount
from sim.core.rng import GOLDEN, mix, next_word
from sim.games.wizard.decisions import RULES, VIEW

SCALARS = ("legal", "hand", "played", "players", "rounds", "round", "seat", "dealer", "trump", "turned", "trick", "n_played", "follow", "best", "best_seat")
BY_SEAT = ("others", "bids", "won", "scores")
BY_TRICK = ("tricks", "leaders")  # valid up to view.trick when a card is asked for
PRIVATE = ("rng", "parameters", "notes", "policies")


@jit.helper
def stir(total, value):
    """A new hash of a hash and one more word."""
    return mix((total + np.uint64(value)) * GOLDEN + np.uint64(1))


@jit.helper
def hash_of_table(view):
    """All fields but the lists of tricks and the private places."""
    total = np.uint64(view.parameters[0])
    for value in (view.legal, view.hand, view.played):
        total = stir(total, value)
    for value in (view.players, view.rounds, view.round, view.seat, view.dealer, view.trump, view.turned):
        total = stir(total, value)
    for value in (view.trick, view.n_played, view.follow, view.best, view.best_seat):
        total = stir(total, value)
    for value in (view.rules.players, view.rules.rounds, view.rules.wizard_turned, view.rules.first_dealer, view.rules.bids, view.rules.plus_one):
        total = stir(total, value)
    total = stir(total, view.rules.forehead)
    for i in range(6):
        total = stir(total, view.others[i])
        total = stir(total, view.bids[i])
        total = stir(total, view.won[i])
        total = stir(total, view.scores[i])
    return total


@jit.helper
def answer(view, total):
    """A legal answer by the hash, the notes of earlier answers, and now and then a draw; remembers the hash."""
    total = stir(total, view.notes[0])
    if total & np.uint64(3) == np.uint64(0):
        total = stir(total, next_word(view.rng))
    view.notes[0] = np.int64(total >> np.uint64(1))
    return nth_set_bit(view.legal, np.int64((total >> np.uint64(32)) * np.uint64(popcount(view.legal)) >> np.uint64(32)))


def choose_trump(view):
    return answer(view, hash_of_table(view))


def bid(view):
    return answer(view, hash_of_table(view))


def play(view):
    total = hash_of_table(view)
    for trick in range(view.trick + 1):
        total = stir(total, view.tricks[trick])
        total = stir(total, view.leaders[trick])
    return answer(view, total)


def careful_bid(view):
    """Bids at most one: low numbers, so that many bids are met."""
    total = hash_of_table(view)
    return lowest(view.legal & ~np.uint64(1)) if total & np.uint64(1) and view.legal > np.uint64(1) else lowest(view.legal)


FUNCTIONS = (choose_trump, bid, play)
CAREFUL = (choose_trump, careful_bid, play)


def test_hash_knows_every_field():
    assert {*SCALARS, *BY_SEAT, *BY_TRICK, *PRIVATE, "rules"} == set(VIEW.names)
    assert len(RULES) == 7  # hash_of_table: all of them
