"""What the seats see, and their places at the table."""

from __future__ import annotations

import numpy as np

from sim.core import jit
from sim.core.bits import bit, has
from sim.games.intervencao.decisions import N_HISTORY, NOBODY, UNLAWFUL, UNSEEN
from sim.games.intervencao.rules import UNIT_MATCH, expellable, resting

NO_CARDS = np.uint64(0)
ALL_HISTORY = N_HISTORY - 1  # i & ALL_HISTORY is i % N_HISTORY


@jit.helper
def clear_place(game, seat):
    """No cards and no debt at this place."""
    game.hands[seat] = NO_CARDS
    game.waiting[seat] = NO_CARDS
    game.batches[seat] = NO_CARDS
    game.known[seat] = NO_CARDS
    game.debts[seat] = 0
    game.sizes[seat] = 0


@jit.helper
def begin_view(game, seat):
    """What does not change within a round, and nothing shown yet."""
    view = game.views[seat]
    view.round = game.n_rounds
    view.ally = NOBODY
    view.n_expelled = 0
    view.offer_limit = 0 if game.offers_locked else game.vantagens[seat]
    if game.rules.unit == UNIT_MATCH:  # in a single round all have 0
        for other in range(game.rules.players):
            view.points[other] = game.points[other]
            view.vantagens[other] = game.vantagens[other]
    if game.is_shown:
        for other in range(game.rules.players):
            view.shown[other] = NO_CARDS
            view.shown_at[other] = UNSEEN


@jit.helper
def set_clock(game):
    """I5: the seats in the round in order, and the sums of their speeds up to each."""
    n, total = 0, 0.0
    for seat in range(game.rules.players):
        if has(game.in_round, seat):
            total += game.rules.speeds[seat]
            game.seated[n] = seat
            game.reach[n] = total
            n += 1
    game.n_in_round = n
    game.total_speed = total


@jit.helper
def show_table(game, seat):
    """Brings the seat's View up to date."""
    view = game.views[seat]
    hand, waiting, batch = game.hands[seat], game.waiting[seat], game.batches[seat]
    view.hand = hand
    view.expellable = expellable(hand, batch)
    view.others = game.in_round & ~bit(seat)
    view.n_in_round = game.n_in_round
    view.resting = resting(hand, waiting, batch)
    view.free_word = 1 if game.words[seat] == 0 or view.resting != UNLAWFUL else 0
    view.clock = game.clock
    view.interventor = game.revealed
    for other in range(game.rules.players):
        view.waiting[other] = game.waiting[other]
        view.batches[other] = game.batches[other]
        view.known[other] = game.known[other]
        view.debts[other] = game.debts[other]
        view.sizes[other] = game.sizes[other]
    for i in range(view.n_expelled, game.n_expelled):
        view.history[i & ALL_HISTORY] = game.history[i & ALL_HISTORY]
    view.n_expelled = game.n_expelled
    if view.ally >= 0:
        game.is_shown = 1
        view.shown[view.ally] = game.hands[view.ally]
        view.shown_at[view.ally] = game.clock
