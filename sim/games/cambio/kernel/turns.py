"""One turn, from its beginning or from a question in it on; and the count at the end of the game."""

from __future__ import annotations

import numpy as np

from sim.core import blocks, jit
from sim.core.bits import bit, has, popcount
from sim.games.cambio.cards import NO_CARD, PACK_POINTS
from sim.games.cambio.decisions import CALL, DISCARD, DRAW, NOTHING, PLAY, SNAP, STOCK, TOP, USE
from sim.games.cambio.kernel.effects import carry_out
from sim.games.cambio.kernel.moves import draw_card, fade, lay, put_on_pile, remembered, take_top
from sim.games.cambio.kernel.seats import YES_OR_NO, consult, lock
from sim.games.cambio.kernel.snaps import snap_all
from sim.games.cambio.rules import CALLED, CUT_OFF, EXHAUSTED, PLAYING, effect_of, hand_points, is_legal, legal_uses, winner_mask
from sim.games.cambio.state import MOST_ROUNDS


@jit.inlined
def play_turn(game, mover, asked, seat, answer):
    """C7-C9: call; or take a card from stock or discard pile, use it, and see who snaps; False on an unlawful answer.

    asked: NOTHING when the turn begins; else its question (CALL, DRAW, USE or SNAP) to which `seat` gives `answer`: what
    comes before it has happened. (Constants where whole games are played: they cost nothing there.)
    """
    if asked == NOTHING:
        begin_turn(game, mover)
    if asked <= CALL and game.caller == NOTHING:
        said = answer if asked == CALL else ask_yes_or_no(game, mover, CALL)
        if said == 1:
            say_cambio(game, mover)
            return True
        if said != 0:
            return blocks.unlawful(game, mover, CALL, said)
    if asked <= DRAW:
        source = answer if asked == DRAW else choose_source(game, mover)
        if source != STOCK and source != TOP:
            return blocks.unlawful(game, mover, DRAW, source)
        if not take_card(game, mover, source):
            exhaust(game, mover)
            return True
    if asked <= USE and not use_card(game, mover, asked, answer):
        return False
    thrower = game.views[seat].thrower if asked == SNAP else mover
    return snap_all(game, thrower, seat if asked == SNAP else NOTHING, answer)


@jit.inlined
def begin_turn(game, seat):
    """C24: what fades; then the turn is counted."""
    fade(game, seat)
    game.turn += 1
    game.mover = seat
    t = game.turns[seat]
    game.turns[seat] = t + 1
    if t < MOST_ROUNDS:
        game.sizes[seat, t] = popcount(game.occupied[seat])


@jit.helper
def ask_yes_or_no(game, seat, decision):
    """The answer to a question of which 0 and 1 are legal answers."""
    game.views[seat].legal = YES_OR_NO
    return consult(game, seat, decision)


@jit.helper
def say_cambio(game, seat):
    """C9: the call; what the caller's cards are worth, and what the caller remembers of it."""
    game.caller = seat
    if game.rules.caller_locked:
        lock(game, seat)
    game.call_turn = game.turn
    game.points_at_call = hand_points(game.cards[seat], game.occupied[seat])
    known = remembered(game, seat, seat)
    unknown = popcount(game.occupied[seat] & ~known)
    game.estimate_at_call = hand_points(game.cards[seat], known) * game.rules.n_cards + unknown * PACK_POINTS
    for viewer in range(game.rules.players):
        view = game.views[viewer]
        view.caller = seat
        view.locked = game.locked


@jit.inlined
def choose_source(game, seat):
    """C7, C8: stock or discard top, where both are possible; else the stock."""
    if game.n_pile and game.occupied[seat]:
        return ask_yes_or_no(game, seat, DRAW)
    return np.int64(STOCK)


@jit.inlined
def take_card(game, seat, source):
    """C7, C8: a card into the hand, its legal uses into the View; False when there is none."""
    card = take_top(game) if source == TOP else draw_card(game)
    if card == NO_CARD:
        return False
    view = game.views[seat]
    view.drawn = card
    view.legal = legal_uses(card, game.occupied[seat], source == TOP)
    return True


@jit.helper
def exhaust(game, seat):
    """C12: nothing was left to draw: the game ends, and this turn does not count."""
    game.outcome = EXHAUSTED
    game.turn -= 1
    game.turns[seat] -= 1


@jit.inlined
def use_card(game, seat, asked, answer):
    """C7, C8: the card in hand is swapped in, played, or discarded. For asked, answer see play_turn."""
    view = game.views[seat]
    card, legal = view.drawn, view.legal
    if asked != USE:
        answer = consult(game, seat, USE)
    view.drawn = NO_CARD
    if not is_legal(legal, answer):
        return blocks.unlawful(game, seat, USE, answer)
    if answer < PLAY:
        knowers = bit(seat) if has(legal, DISCARD) else game.everyone  # (the discard's top can only be swapped in)
        replaced = np.int64(game.cards[seat, answer])
        lay(game, seat, answer, card, knowers, knowers)
        put_on_pile(game, replaced)
        return True
    put_on_pile(game, card)
    return answer != PLAY or carry_out(game, seat, effect_of(card))


@jit.helper
def next_seat(game, seat):
    """The seat to the left, clockwise."""
    return seat + 1 if seat + 1 < game.rules.players else 0


@jit.inlined
def end_turn(game, following):
    """C12, C20: the game ends when it comes back to the caller, or when it has gone on for too long."""
    if game.outcome == PLAYING:
        if game.caller == following:
            game.outcome = CALLED
        elif game.caller == NOTHING and game.turn >= game.rules.max_turns:
            game.outcome = CUT_OFF


@jit.helper
def count(game):
    """C20-C22: points and winners; nobody wins a game that was cut off."""
    for seat in range(game.rules.players):
        game.points[seat] = hand_points(game.cards[seat], game.occupied[seat])
    caller = game.caller if game.outcome == CALLED else NOTHING
    game.winners = np.uint64(0) if game.outcome == CUT_OFF else winner_mask(game.points, game.rules.players, caller)
