"""The moves of cards: stock, discard pile, and what lies in front of the players.

Three things are written of every card that lies in front of a player: its code, the seats that remember it (`memory`)
and the seats that have lawfully seen it (`seen`, public). All three travel with the card, and every View is written
in the same move: so what a seat knows is right after any exchange, gift or snap (C23).
"""

from __future__ import annotations

import numpy as np

from sim.core import jit, rng
from sim.core.bits import bit, has, lowest
from sim.games.cambio.cards import NO_CARD
from sim.games.cambio.rules import match_key

# The stock and the discard pile --------------------------------------------------------------------------------------


@jit.helper
def shuffle_four(game, stream):
    """Brings four random cards of what is not in order yet to stock[shuffled], and on: rng.shuffle_front bit by bit."""
    accepted = False
    while not accepted:
        if game.has_half:
            half = game.half
            game.has_half = 0
        else:
            word = rng.next_word(stream)
            half = word >> np.uint64(32)
            game.half = word & np.uint64(0xFFFFFFFF)
            game.has_half = 1
        accepted, k0, k1, k2, k3 = rng.four_indices(half, game.n_stock - game.shuffled)
    here, n_stock = game.shuffled, game.n_stock
    for k in (k0, k1, k2, k3):
        if here < n_stock:
            there = here + np.int64(k)
            game.stock[here], game.stock[there] = game.stock[there], game.stock[here]
            here += 1
    game.shuffled = here


@jit.helper
def reshuffle(game):
    """C12: the discard pile without its top becomes the stock."""
    game.n_stock = max(game.n_pile - 1, 0)
    for i in range(game.n_stock):
        game.stock[i] = game.pile[i]
    game.next = 0
    game.shuffled = 0
    game.has_half = 0
    if game.n_stock == 0:
        return
    while game.shuffled < game.n_stock:
        shuffle_four(game, game.table)
    game.pile[0] = game.top
    game.n_pile = 1
    game.reshuffles += 1
    for viewer in range(game.rules.players):
        view = game.views[viewer]
        view.pile[0] = game.top
        view.reshuffles = game.reshuffles


@jit.inlined
def draw_card(game):
    """The stock's top card, NO_CARD when neither stock nor discard pile can give one (C12)."""
    if game.next == game.n_stock:
        reshuffle(game)
        if game.n_stock == 0:
            return NO_CARD
    if game.next == game.shuffled:
        shuffle_four(game, game.deal)
    game.next += 1
    return np.int64(game.stock[game.next - 1])


@jit.inlined
def put_on_pile(game, card):
    """The card comes to lie on top of the discard pile, open."""
    at = game.n_pile
    game.pile[at] = card
    game.n_pile = at + 1
    game.top = card
    for viewer in range(game.rules.players):
        game.views[viewer].pile[at] = card


@jit.helper
def slip_under_top(game, card):
    """C16: the card comes to lie directly under the top of the discard pile."""
    at = game.n_pile
    game.pile[at] = game.top
    game.pile[at - 1] = card
    game.n_pile = at + 1
    for viewer in range(game.rules.players):
        view = game.views[viewer]
        view.pile[at] = game.top
        view.pile[at - 1] = card


@jit.inlined
def take_top(game):
    """C8: the top leaves the discard pile (not empty: not checked)."""
    card = game.top
    game.n_pile -= 1
    game.top = np.int64(game.pile[game.n_pile - 1]) if game.n_pile else NO_CARD
    return card


# The cards in front of the players -----------------------------------------------------------------------------------


@jit.helper
def lying_at(game, seat, position):
    """(card, memory, seen) of a place."""
    return np.int64(game.cards[seat, position]), np.uint64(game.memory[seat, position]), np.uint64(game.seen[seat, position])


@jit.inlined
def turn_fit(game, card, memory, seat, position):
    """Notes in `fits`, for the seats of a mask, that a card they remember comes to the place, or leaves it."""
    key, place = match_key(card, game.rules.snap_match), 16 * seat + position
    turn_four(game, key, place, memory, 0)
    if game.fours == 2:  # (no loop: it would cost a tenth of the time of a game of four)
        turn_four(game, key, place, memory >> np.uint64(4), 1)


@jit.inlined
def turn_four(game, key, place, memory, four):
    """The part of turn_fit for four seats: a fixed number of steps becomes one wide store."""
    for viewer in range(4):
        knows = memory >> np.uint64(viewer) & np.uint64(1)
        game.fits[four, place >> 6, key, viewer] ^= knows << np.uint64(place & 63)


@jit.helper
def note_fit(game, card, viewer, seat, position):
    """The same for one seat that comes to remember the card that lies there, or forgets it."""
    key, place = match_key(card, game.rules.snap_match), 16 * seat + position
    game.fits[viewer >> 2, place >> 6, key, viewer & 3] ^= np.uint64(1) << np.uint64(place & 63)


@jit.helper
def lay(game, seat, position, card, memory, seen):
    """The card lies at an occupied position now, whatever lay there before; memory, seen: masks of seats."""
    place = bit(position)
    before = np.int64(game.cards[seat, position])
    if before != NO_CARD:
        turn_fit(game, before, np.uint64(game.memory[seat, position]), seat, position)
    memory |= game.all_seeing
    turn_fit(game, card, memory, seat, position)
    game.cards[seat, position] = card
    game.memory[seat, position] = memory
    game.seen[seat, position] = seen
    for viewer in range(game.rules.players):
        view = game.views[viewer]
        view.seen[seat, position] = seen
        knows = memory >> np.uint64(viewer) & np.uint64(1)
        view.cards[seat, position] = card if knows else NO_CARD
        view.known[seat] = view.known[seat] & ~place | knows << np.uint64(position)


@jit.helper
def occupy(game, seat, position):
    """An empty position will hold a card; `lay` follows."""
    game.occupied[seat] |= bit(position)
    for viewer in range(game.rules.players):
        game.views[viewer].occupied[seat] = game.occupied[seat]


@jit.helper
def open_position(game, seat):
    """C16: a new position, numbered on from the highest; it will hold a card (`lay` follows)."""
    position = game.opened[seat]
    occupy(game, seat, position)
    game.opened[seat] = position + 1
    for viewer in range(game.rules.players):
        game.views[viewer].opened[seat] = position + 1
    return position


@jit.helper
def vacate(game, seat, position):
    """The position is empty now; the card that lay there."""
    place = bit(position)
    card = np.int64(game.cards[seat, position])
    turn_fit(game, card, np.uint64(game.memory[seat, position]), seat, position)
    game.cards[seat, position] = NO_CARD
    game.memory[seat, position] = 0
    game.seen[seat, position] = 0
    game.occupied[seat] ^= place
    for viewer in range(game.rules.players):
        view = game.views[viewer]
        view.occupied[seat] = game.occupied[seat]
        view.cards[seat, position] = NO_CARD
        view.seen[seat, position] = 0
        view.known[seat] &= ~place
    return card


@jit.helper
def exchange_cards(game, seat, position, other, there):
    """Two cards change places; what is known of them goes along (C23)."""
    card, memory, seen = lying_at(game, seat, position)
    there_card, there_memory, there_seen = lying_at(game, other, there)
    lay(game, seat, position, there_card, there_memory, there_seen)
    lay(game, other, there, card, memory, seen)


@jit.helper
def give_card(game, seat, position, other, there):
    """C13: the card goes to another player's empty position; what is known of it goes along."""
    card, memory, seen = lying_at(game, seat, position)
    vacate(game, seat, position)
    occupy(game, other, there)
    lay(game, other, there, card, memory, seen)


@jit.helper
def look(game, seat, position, viewer):
    """The viewer looks at a card; all see that it looks."""
    card = np.int64(game.cards[seat, position])
    if not has(np.uint64(game.memory[seat, position]), viewer):
        note_fit(game, card, viewer, seat, position)
    game.memory[seat, position] |= bit(viewer)
    game.seen[seat, position] |= bit(viewer)
    view = game.views[viewer]
    view.cards[seat, position] = card
    view.known[seat] |= bit(position)
    for other in range(game.rules.players):
        game.views[other].seen[seat, position] = game.seen[seat, position]


@jit.helper
def show_to_all(game, seat, position):
    """C14, C17: a thrown card goes back; everyone has seen it."""
    card = np.int64(game.cards[seat, position])
    turn_fit(game, card, game.everyone & ~np.uint64(game.memory[seat, position]), seat, position)
    game.memory[seat, position] = game.everyone
    game.seen[seat, position] = game.everyone
    for viewer in range(game.rules.players):
        view = game.views[viewer]
        view.cards[seat, position] = card
        view.known[seat] |= bit(position)
        view.seen[seat, position] = game.everyone


@jit.helper
def remembered(game, viewer, seat):
    """The mask of a seat's cards that the viewer remembers: by the game's own books, for a View is in its strategy's hands."""
    mask, left = np.uint64(0), game.occupied[seat]
    while left:
        position = lowest(left)
        left &= left - np.uint64(1)
        mask |= (np.uint64(game.memory[seat, position]) >> np.uint64(viewer) & np.uint64(1)) << np.uint64(position)
    return mask


@jit.helper
def fade(game, viewer):
    """C24: before an own turn each remembered card is forgotten with the seat's chance; by seat, then position."""
    chance = game.rules.fading[viewer]
    if chance == 0.0 or has(game.all_seeing, viewer):
        return
    view = game.views[viewer]
    for seat in range(game.rules.players):
        left = remembered(game, viewer, seat)
        while left:
            position = lowest(left)
            left &= left - np.uint64(1)
            if rng.uniform(game.table) < chance:
                note_fit(game, np.int64(game.cards[seat, position]), viewer, seat, position)
                game.memory[seat, position] &= ~bit(viewer)
                view.cards[seat, position] = NO_CARD
                view.known[seat] &= ~bit(position)
