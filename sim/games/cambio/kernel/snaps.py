"""C13-C18: everyone may throw a matching card on the open one."""

from __future__ import annotations

import numpy as np

from sim.core import blocks, jit, rng
from sim.core.bits import bit, has, lowest, popcount
from sim.games.cambio.cards import NO_CARD
from sim.games.cambio.decisions import GIVE, MAX_POSITIONS, MAX_SEATS, NOTHING, PASS, SNAP
from sim.games.cambio.kernel.moves import draw_card, give_card, lay, open_position, put_on_pile, show_to_all, slip_under_top, vacate
from sim.games.cambio.kernel.seats import ALL_POSITIONS, consult, is_locked, is_target
from sim.games.cambio.rules import ABANDON2, is_legal, match_key, n_penalty

UNLAWFUL = -2  # of settle: a strategy answered unlawfully


@jit.inlined
def snap_all(game, thrower, answering, answer):
    """C13-C15: everyone may throw on the card that `thrower` has put on the discard pile; False on an unlawful answer.

    answering: NOTHING, or a seat that gives `answer` without being asked for it (not again in a chain).
    """
    is_lawful = ask_snaps(game, thrower, answering, answer)
    while is_lawful and game.trying:
        thrower = settle(game, thrower)
        if thrower == UNLAWFUL:
            return False
        if thrower == NOTHING or not game.rules.snap_chain:
            return True
        is_lawful = ask_snaps(game, thrower, NOTHING, NOTHING)
    return is_lawful


@jit.inlined
def ask_snaps(game, thrower, answering, answer):
    """C14: all decide without seeing each other's tries; False on an unlawful answer. For answering see snap_all."""
    key = match_key(game.top, game.rules.snap_match)
    game.trying = np.uint64(0)
    for seat in range(game.rules.players):
        if seat == answering or may_try(game, seat, key):
            place = answer if seat == answering else ask_snap(game, seat, key, thrower)
            if place != PASS:
                if not is_throwable(game, seat, place):
                    return blocks.unlawful(game, seat, SNAP, place)
                game.tries[seat] = place
                game.trying |= bit(seat)
    return True


@jit.inlined
def may_try(game, seat, key):
    """Whether a seat is asked: with cards, not the locked caller, and, if it waits, with a match to throw."""
    if has(game.waits[seat], SNAP) and not fitting(game, seat, key, 0) and (game.fours == 1 or not fitting(game, seat, key, 1)):
        return False
    return game.occupied[seat] != np.uint64(0) and not is_locked(game, seat)


@jit.helper
def fitting(game, seat, key, half):
    """The cards that match and that a seat remembers and may throw: bit p for place 64 * half + p."""
    return game.fits[seat >> 2, half, key, seat & 3] & game.touchable[half]


@jit.inlined
def ask_snap(game, seat, key, thrower):
    """C13: one seat's answer; its View shows for this question which remembered cards match."""
    view = game.views[seat]
    view.thrower = thrower
    view.n_matches = 0
    for half in range(game.fours):
        places = fitting(game, seat, key, half)
        view.n_matches += popcount(places)
        for owner in range(4):
            view.matches[4 * half + owner] = places >> np.uint64(16 * owner) & ALL_POSITIONS
    place = consult(game, seat, SNAP)
    view.n_matches = 0
    for owner in range(MAX_SEATS):
        view.matches[owner] = np.uint64(0)
    return place


@jit.helper
def is_throwable(game, seat, place):
    """C13: whether an own card lies at the place (any number), or one of another that may be touched."""
    if place >> 4 == seat:
        return has(game.occupied[seat], place & 15)
    return is_target(game, seat, place)


@jit.inlined
def settle(game, thrower):
    """C14, C16, C17: the tries in the order of reaction; who snapped rightly, NOTHING, or UNLAWFUL."""
    key = match_key(game.top, game.rules.snap_match)
    snapper = NOTHING
    for seat in range(game.rules.players):
        game.gone[seat] = np.uint64(0)
    while game.trying:
        seat = next_try(game, thrower)
        game.trying ^= bit(seat)
        owner, position = game.tries[seat] >> 4, game.tries[seat] & 15
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
def next_try(game, thrower):
    """C14: who of those with a try is next: the thrower, if that is a rule; else drawn in proportion to speed.

    (Of exponential times with these rates one is the least with a chance in proportion to its rate, and afterwards
    the same holds for the others.)
    """
    if game.rules.discarder_first and has(game.trying, thrower):
        return thrower
    if game.trying & (game.trying - np.uint64(1)):
        return draw_fastest(game)
    return lowest(game.trying)


@jit.helper
def draw_fastest(game):
    """One of several with a try, drawn in proportion to speed."""
    total = 0.0
    for seat in range(game.rules.players):
        total += game.rules.speed[seat] if has(game.trying, seat) else 0.0
    ahead = total * rng.uniform(game.table)
    left = game.trying
    while True:
        seat = lowest(left)
        left &= left - np.uint64(1)
        ahead -= game.rules.speed[seat]
        if ahead < 0.0 or not left:
            return seat


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
            position = open_position(game, seat)
            lay(game, seat, position, card, np.uint64(0), np.uint64(0))
