"""C3, C4: an empty table, and four cards in front of each player."""

from __future__ import annotations

import numpy as np

from sim.core import jit
from sim.core.bits import bit, has
from sim.games.cambio.cards import NO_CARD
from sim.games.cambio.decisions import MAX_POSITIONS, NOTHING
from sim.games.cambio.kernel.moves import note_fit, shuffle_four
from sim.games.cambio.kernel.seats import lock
from sim.games.cambio.rules import DEALT, LOOKED_AT, N_KEYS, PLAYING

FIRST_BLOCK = np.uint64((1 << DEALT) - 1)  # positions 0..3
FIRST_LOOK = np.uint64((1 << LOOKED_AT) - 1)  # positions 0 and 1


@jit.helper
def clear_table(game):
    """Nothing lies anywhere, nobody knows anything, nobody has called."""
    rules = game.rules
    game.has_half = 0
    game.reshuffles = 0
    game.n_pile = 0
    game.top = NO_CARD
    game.everyone = bit(rules.players) - np.uint64(1)
    game.all_seeing = np.uint64(0)
    game.turn = 0
    game.fours = (rules.players + 3) >> 2
    for four in range(game.fours):
        for half in range(game.fours):
            for key in range(N_KEYS):
                for viewer in range(4):
                    game.fits[four, half, key, viewer] = np.uint64(0)
    game.caller = NOTHING
    lock(game, NOTHING)
    game.outcome = PLAYING
    for seat in range(rules.players):
        game.turns[seat] = 0
        game.asked[seat] = 0
        game.right[seat] = 0
        game.wrong[seat] = 0
        for position in range(MAX_POSITIONS):
            game.cards[seat, position] = NO_CARD


@jit.helper
def stack_pack(game):
    """The pack is the stock."""
    rules = game.rules
    for i in range(rules.n_cards):
        game.stock[i] = rules.pack[i]
    game.n_stock = rules.n_cards
    game.next = 0
    game.shuffled = rules.n_cards if rules.stacked else 0


@jit.helper
def clear_view(game, viewer):
    """What a seat sees when nobody's own cards are known yet; who has looked where is (C3)."""
    rules, view = game.rules, game.views[viewer]
    view.seat = viewer
    view.players = rules.players
    view.n_cards = rules.n_cards
    view.first = game.first
    view.caller = NOTHING
    view.locked = NOTHING
    view.pair = NOTHING
    view.give_to = NOTHING
    view.thrower = NOTHING
    view.drawn = NO_CARD
    view.reshuffles = 0
    view.n_matches = 0
    for seat in range(rules.players):
        view.matches[seat] = np.uint64(0)
        view.known[seat] = np.uint64(0)
        view.occupied[seat] = FIRST_BLOCK
        view.opened[seat] = DEALT
        for position in range(MAX_POSITIONS):
            view.cards[seat, position] = NO_CARD
            view.seen[seat, position] = bit(seat) if position < LOOKED_AT else np.uint64(0)


@jit.helper
def deal_block(game, seat):
    """C3: four cards in front of a player, who looks at positions 0 and 1."""
    game.occupied[seat] = FIRST_BLOCK
    game.opened[seat] = DEALT
    if game.next == game.shuffled:
        shuffle_four(game, game.deal)
    for position in range(DEALT):
        card = np.int64(game.stock[game.next + position])
        looked_at = bit(seat) if position < LOOKED_AT else np.uint64(0)
        game.cards[seat, position] = card
        game.memory[seat, position] = looked_at | game.all_seeing
        game.seen[seat, position] = looked_at
        if position < LOOKED_AT and not has(game.all_seeing, seat):
            note_fit(game, card, seat, seat, position)
    game.next += DEALT
    view = game.views[seat]
    view.known[seat] = FIRST_LOOK
    for position in range(LOOKED_AT):
        view.cards[seat, position] = game.cards[seat, position]
    if game.all_seeing:
        show_block(game, seat)


@jit.helper
def show_block(game, seat):
    """A block as those see it whose strategies are not lawful."""
    for viewer in range(game.rules.players):
        if has(game.all_seeing, viewer):
            view = game.views[viewer]
            view.known[seat] = FIRST_BLOCK
            for position in range(DEALT):
                card = np.int64(game.cards[seat, position])
                view.cards[seat, position] = card
                note_fit(game, card, viewer, seat, position)
