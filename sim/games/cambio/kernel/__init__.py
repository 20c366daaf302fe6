"""The game as a table of contents: deal, turns (call; draw, use, effect; snaps), count."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from sim.core import blocks, jit, rng
from sim.core.bits import bit, popcount
from sim.core.seam import SEES_ALL, asking
from sim.games.cambio.cards import NO_CARD, PACK_POINTS
from sim.games.cambio.decisions import CALL, DRAW, NOTHING, PLAY, STOCK, TOP, USE, VIEW
from sim.games.cambio.kernel.effects import carry_out
from sim.games.cambio.kernel.moves import draw_card, fade, lay, put_on_pile, remembered, take_top
from sim.games.cambio.kernel.seats import YES_OR_NO, consult
from sim.games.cambio.kernel.snaps import snap_all
from sim.games.cambio.kernel.start import clear_table, clear_view, deal_block
from sim.games.cambio.measures import tally_game
from sim.games.cambio.rules import CALLED, CUT_OFF, EXHAUSTED, PLAYING, effect_of, hand_points, is_legal, legal_uses, winner_mask
from sim.games.cambio.state import MOST_ROUNDS, RECORD


@jit.helper
def play_game(game):
    """One game; False on an unlawful answer (see core.blocks.play_blocks)."""
    begin_game(game)
    seat = game.first
    while game.outcome == PLAYING:
        if not play_turn(game, seat):
            return False
        seat = seat + 1 if seat + 1 < game.rules.players else 0
        end_turn(game, seat)
    count(game)
    return True


@jit.helper
def begin_game(game):
    """C3, C4: the first player is drawn, four cards to each; perhaps a card is turned up."""
    rules = game.rules
    clear_table(game)
    game.first = 0 if rules.stacked else rng.below(game.deal, rules.players)
    for seat in range(rules.players):
        clear_view(game, seat)
        if game.views[seat].parameters[0, SEES_ALL] != 0.0:
            game.all_seeing |= bit(seat)
    for seat in range(rules.players):
        deal_block(game, seat)
    if rules.open_discard:
        put_on_pile(game, draw_card(game))


@jit.inlined
def end_turn(game, next_seat):
    """C12, C20: the game ends when it comes back to the caller, or when it has gone on for too long."""
    if game.outcome == PLAYING:
        if game.caller == next_seat:
            game.outcome = CALLED
        elif game.caller == NOTHING and game.turn >= game.rules.max_turns:
            game.outcome = CUT_OFF


@jit.inlined
def play_turn(game, seat):
    """C7-C9: call; or take a card from stock or discard pile and use it."""
    begin_turn(game, seat)
    view = game.views[seat]
    if game.caller == NOTHING:
        view.legal = YES_OR_NO
        answer = consult(game, seat, CALL)
        if answer == 1:
            say_cambio(game, seat)
            return True
        if answer != 0:
            return blocks.unlawful(game, seat, CALL, answer)
    source = STOCK
    if game.n_pile and game.occupied[seat]:
        view.legal = YES_OR_NO
        source = consult(game, seat, DRAW)
        if source != STOCK and source != TOP:
            return blocks.unlawful(game, seat, DRAW, source)
    card = take_top(game) if source == TOP else draw_card(game)
    if card == NO_CARD:
        exhaust(game, seat)
        return True
    return use_card(game, seat, card, source == TOP)


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
def say_cambio(game, seat):
    """C9: the call; what the caller's cards are worth, and what the caller remembers of it."""
    game.caller = seat
    game.locked = seat if game.rules.caller_locked else NOTHING
    game.call_turn = game.turn
    game.points_at_call = hand_points(game.cards[seat], game.occupied[seat])
    known = remembered(game, seat, seat)
    unknown = popcount(game.occupied[seat] & ~known)
    game.estimate_at_call = hand_points(game.cards[seat], known) * game.rules.n_cards + unknown * PACK_POINTS
    for viewer in range(game.rules.players):
        view = game.views[viewer]
        view.caller = seat
        view.locked = game.locked


@jit.helper
def exhaust(game, seat):
    """C12: nothing was left to draw: the game ends, and this turn does not count."""
    game.outcome = EXHAUSTED
    game.turn -= 1
    game.turns[seat] -= 1


@jit.inlined
def use_card(game, seat, card, from_top):
    """C7, C8: swap it in, play it, or discard it; then whoever has the same may throw it."""
    view = game.views[seat]
    view.drawn = card
    legal = legal_uses(card, game.occupied[seat], from_top)
    view.legal = legal
    answer = consult(game, seat, USE)
    view.drawn = NO_CARD
    if not is_legal(legal, answer):
        return blocks.unlawful(game, seat, USE, answer)
    if answer < PLAY:
        replaced = np.int64(game.cards[seat, answer])
        lay(game, seat, answer, card, game.everyone if from_top else bit(seat), game.everyone if from_top else bit(seat))
        put_on_pile(game, replaced)
    else:
        put_on_pile(game, card)
        if answer == PLAY and not carry_out(game, seat, effect_of(card)):
            return False
    return snap_all(game, seat)


@jit.helper
def count(game):
    """C20-C22: points and winners; nobody wins a game that was cut off."""
    for seat in range(game.rules.players):
        game.points[seat] = hand_points(game.cards[seat], game.occupied[seat])
    caller = game.caller if game.outcome == CALLED else NOTHING
    game.winners = np.uint64(0) if game.outcome == CUT_OFF else winner_mask(game.points, game.rules.players, caller)


_CACHE = jit.cache_folder(Path(__file__).parent.parent)
_play_blocks = blocks.blocks_player(play_game, tally_game)

ask_once = asking(VIEW, _CACHE)


@jit.cached(blocks.signature(RECORD), _CACHE)
def play_many(games, plan, seed, first, n_blocks, sink):
    """The kernel that the experiment layer calls: see core.blocks.blocks_player."""
    return _play_blocks(games[0], plan, seed, first, n_blocks, sink)
