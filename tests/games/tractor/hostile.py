"""A strategy whose every answer is a hash of all that its View holds: one wrong bit in a View changes the game."""

from __future__ import annotations

import numpy as np

from sim.core import jit
from sim.core.rng import GOLDEN, mix
from sim.games.tractor.decisions import VIEW
from sim.games.tractor.strategist import PASS, random_bury, random_declaration, random_follow, random_lead

MASKS = ("legal", "hand", "pairs", "suit", "chosen", "chosen_pairs", "kitty", "kitty_pairs", "buried", "buried_pairs", "trumps", "voids", "pairless")
NUMBERS = ("n_cards", "n_pairs", "best", "best_seat", "leader", "trick_points", "tricks", "cards_left", "seat", "dealer", "attacking")
MORE_NUMBERS = ("level", "trump", "is_first", "first_dealer", "deal", "n_declared")
BY_SEAT = ("trick", "trick_pairs", "played", "played_pairs", "declared", "declared_by")
BY_TEAM = ("points", "levels")
BY_TRICK = ("plays", "play_pairs", "leaders")
PRIVATE = ("rng", "parameters", "notes", "policies")


@jit.helper
def stir(total, value):
    """A new hash of a hash and one more word."""
    return mix((total + np.uint64(value)) * GOLDEN + np.uint64(1))


@jit.helper
def stir_in(view):
    """Mixes a hash of all fields into the notes and the seat's stream, which decides the answer."""
    total = stir(np.uint64(view.parameters[0]), view.notes[0])
    for value in (view.legal, view.hand, view.pairs, view.suit, view.chosen, view.chosen_pairs, view.kitty, view.kitty_pairs):
        total = stir(total, value)
    for value in (view.buried, view.buried_pairs, view.trumps, view.voids, view.pairless):
        total = stir(total, value)
    for value in (view.n_cards, view.n_pairs, view.best, view.best_seat, view.leader, view.trick_points, view.tricks, view.cards_left):
        total = stir(total, value)
    for value in (view.seat, view.dealer, view.attacking, view.level, view.trump, view.is_first, view.first_dealer, view.deal, view.n_declared):
        total = stir(total, value)
    for i in range(4):
        for value in (view.trick[i], view.trick_pairs[i], view.played[i], view.played_pairs[i]):
            total = stir(total, value)
        total = stir(total, view.declared[i])
        total = stir(total, view.declared_by[i])
    for t in range(25):
        total = stir(total, view.leaders[t])
        for i in range(4):
            total = stir(total, view.plays[t, i])
            total = stir(total, view.play_pairs[t, i])
    for i in range(2):
        total = stir(total, view.points[i])
        total = stir(total, view.levels[i])
    view.notes[0] = np.int64(total >> np.uint64(1))
    view.rng[1] ^= total


def declare(view):
    stir_in(view)
    return random_declaration(view)


def shy_declare(view):
    """Mostly passes, so that the kitty often has to be turned up."""
    stir_in(view)
    return random_declaration(view) if view.notes[0] & 7 == 0 else PASS


def bury(view):
    stir_in(view)
    return random_bury(view)


def lead(view):
    stir_in(view)
    return random_lead(view)


def follow(view):
    stir_in(view)
    return random_follow(view)


FUNCTIONS = (declare, bury, lead, follow)
SHY = (shy_declare, bury, lead, follow)


def test_hash_knows_every_field():
    assert set(MASKS + NUMBERS + MORE_NUMBERS + BY_SEAT + BY_TEAM + BY_TRICK + PRIVATE) == set(VIEW.names)
