"""C13-C18: everyone may throw a matching card on the open one."""

from __future__ import annotations

import numpy as np

from sim.core import blocks, jit, rng
from sim.core.bits import bit, has, lowest
from sim.games.cambio.cards import NO_CARD
from sim.games.cambio.decisions import GIVE, MAX_POSITIONS, NOTHING, PASS, SNAP
from sim.games.cambio.kernel.moves import draw_card, give_card, lay, occupy, put_on_pile, show_to_all, slip_under_top, vacate
from sim.games.cambio.kernel.seats import consult, is_locked, is_target
from sim.games.cambio.rules import ABANDON2, is_legal, match_key, n_penalty

UNLAWFUL = -2  # of settle: a strategy answered unlawfully


@jit.inlined
def snap_all(game, thrower):
    """C13-C15: everyone may throw on the card that `thrower` has put on the discard pile."""
    while True:
        n_tries = ask_snaps(game, thrower)
        if n_tries <= 0:
            return n_tries == 0
        thrower = settle(game, thrower, n_tries)
        if thrower == UNLAWFUL:
            return False
        if thrower == NOTHING or not game.rules.snap_chain:
            return True


@jit.inlined
def ask_snaps(game, thrower):
    """C14: all decide without seeing each other's tries; the number of tries, -1 on an unlawful answer."""
    n_tries = 0
    key = match_key(game.top, game.rules.snap_match)
    n_matches = show_matches(game, key)
    for seat in range(game.rules.players):
        if game.occupied[seat] and not is_locked(game, seat):
            game.views[seat].thrower = thrower
            place = consult(game, seat, SNAP)
            if place != PASS:
                if not is_throwable(game, seat, place):
                    blocks.unlawful(game, seat, SNAP, place)
                    return -1
                game.tries[seat] = place
                n_tries += 1
    if n_matches:
        hide_matches(game)
    return n_tries


@jit.helper
def is_throwable(game, seat, place):
    """C13: whether an own card lies at the place (any number), or one of another that may be touched."""
    if place >> 4 == seat:
        return has(game.occupied[seat], place & 15)
    return is_target(game, seat, place)


@jit.inlined
def show_matches(game, key):
    """Writes into each View which remembered cards match the key; how many cards match."""
    n_matches = 0
    for word in range(1 + (game.rules.players > 4)):
        left = game.where[key, word]
        while left:
            place = 64 * word + lowest(left)
            left &= left - np.uint64(1)
            if not is_locked(game, place >> 4):
                n_matches += 1
                show_match(game, place >> 4, place & 15)
    return n_matches


@jit.inlined
def show_match(game, seat, position):
    """Into the Views of those who remember the card."""
    knowers = np.uint64(game.memory[seat, position])
    while knowers:
        view = game.views[lowest(knowers)]
        knowers &= knowers - np.uint64(1)
        view.matches[seat] |= bit(position)
        view.n_matches += 1


@jit.inlined
def hide_matches(game):
    """Wipes them out again."""
    for viewer in range(game.rules.players):
        view = game.views[viewer]
        if view.n_matches:
            view.n_matches = 0
            for seat in range(game.rules.players):
                view.matches[seat] = np.uint64(0)


@jit.inlined
def settle(game, thrower, n_tries):
    """C14, C16, C17: the tries in the order of reaction; who snapped rightly, NOTHING, or UNLAWFUL."""
    key = match_key(game.top, game.rules.snap_match)
    snapper = NOTHING
    for seat in range(game.rules.players):
        game.gone[seat] = np.uint64(0)
    for left in range(n_tries, 0, -1):
        seat = next_try(game, thrower, left)
        place = game.tries[seat]
        game.tries[seat] = PASS
        owner, position = place >> 4, place & 15
        if has(game.gone[owner], position) or not game.occupied[seat]:
            continue  # void
        if match_key(game.cards[owner, position], game.rules.snap_match) != key:
            penalise(game, seat, owner, position)
        elif snapper != NOTHING:
            show_to_all(game, owner, position)
        else:
            snapper = seat
            if not throw_rightly(game, seat, owner, position):
                return UNLAWFUL
    return snapper


@jit.inlined
def next_try(game, thrower, n_left):
    """C14: who of those with a try is next: the thrower, if that is a rule; else drawn in proportion to speed.

    (Of exponential times with these rates one is the least with a chance in proportion to its rate, and afterwards
    the same holds for the others.)
    """
    if game.rules.discarder_first and game.tries[thrower] != PASS:
        return thrower
    ahead = 0.0
    if n_left > 1:
        for seat in range(game.rules.players):
            ahead += game.rules.speed[seat] if game.tries[seat] != PASS else 0.0
        ahead *= rng.uniform(game.table)
    chosen = thrower
    for seat in range(game.rules.players):
        if game.tries[seat] != PASS and ahead >= 0.0:
            ahead -= game.rules.speed[seat]
            chosen = seat
    return chosen


@jit.helper
def throw_rightly(game, seat, owner, position):
    """C13: the card is thrown; for another's card an own one is given. False on an unlawful answer."""
    put_on_pile(game, vacate(game, owner, position))
    game.right[seat] += 1
    game.gone[owner] |= bit(position)
    if owner == seat:
        return True
    view = game.views[seat]
    view.legal = game.occupied[seat]
    view.give_to = 16 * owner + position
    gift = consult(game, seat, GIVE)
    view.give_to = NOTHING
    if not is_legal(game.occupied[seat], gift):
        return blocks.unlawful(game, seat, GIVE, gift)
    give_card(game, seat, gift, owner, position)
    game.gone[seat] |= bit(gift)
    return True


@jit.helper
def penalise(game, seat, owner, position):
    """C16-C18: a wrong card goes back, or stays thrown away; then the thrower draws."""
    game.wrong[seat] += 1
    wanted = n_penalty(game.rules.own_wrong) if owner == seat else 1
    room = MAX_POSITIONS - game.opened[seat]
    if owner == seat and game.rules.own_wrong == ABANDON2 and room >= wanted:
        slip_under_top(game, vacate(game, owner, position))
        game.gone[owner] |= bit(position)
    else:
        show_to_all(game, owner, position)
    for _ in range(min(wanted, room)):
        card = draw_card(game)
        if card != NO_CARD:
            occupy(game, seat, game.opened[seat])
            lay(game, seat, game.opened[seat], card, np.uint64(0), np.uint64(0))
            game.opened[seat] += 1
