"""T4-T8: declaring, who deals under which trumps, and the kitty."""

from __future__ import annotations

import numpy as np

from sim.core import blocks, jit
from sim.games.tractor.cards import HAND_SIZE, KITTY_SIZE
from sim.games.tractor.decisions import BURY, DECLARE
from sim.games.tractor.kernel.seats import NOBODY, cards_answered, consult
from sim.games.tractor.kernel.start import is_first_deal
from sim.games.tractor.rules import (
    FIRST_DECLARER,
    PASS,
    STRENGTH,
    TRUMP_OF,
    TRUMPS,
    add_cards,
    is_within,
    legal_declarations,
    n_cards,
    relabel,
    remove_cards,
    turned_suit,
)
from sim.games.tractor.state import N_SEATS


@jit.helper
def declare_all(game):
    """T4-T6: turns to declare, until three pass after a declaration or all four without one; False on an unlawful answer."""
    while game.passes < (4 if game.standing == PASS else 3):
        answer = declaration_of(game, game.turn)
        if answer < 0:
            return False
        put_declaration(game, answer)
    return True


@jit.helper
def declaration_of(game, seat):
    """T5: what a seat wants to declare at its turn, or PASS; -1 on an unlawful answer. Who can only pass is not asked."""
    legal = legal_declarations(game.hands[seat], game.pairs[seat], STRENGTH[game.standing])
    if legal == np.uint64(1):
        return PASS
    game.views[seat].legal = legal
    answer = consult(game, seat, DECLARE)
    if answer < 0 or answer > 63 or not legal >> np.uint64(answer) & np.uint64(1):
        blocks.unlawful(game, seat, DECLARE, answer)
        return NOBODY
    return answer


@jit.helper
def put_declaration(game, answer):
    """T4: who is at turn has passed, or a declaration stands; the next is at turn."""
    if answer == PASS:
        game.passes += 1
    else:
        game.passes = 0
        record_declaration(game, game.turn, answer)
    game.turn = (game.turn + 1) & 3


@jit.helper
def record_declaration(game, seat, answer):
    """A declaration stands, for all to see."""
    if game.standing == PASS:
        game.first_declarer = seat
    game.standing = answer
    game.standing_by = seat
    for other in range(N_SEATS):
        view = game.views[other]
        view.declared[view.n_declared] = answer
        view.declared_by[view.n_declared] = seat
        view.n_declared += 1


@jit.helper
def settle_trumps(game):
    """T6, T7: trump and dealer; all sets of cards are redrawn on the ladder of this trump (T9)."""
    if game.standing == PASS:
        game.trump = trump_of_kitty(game)
    else:
        game.trump = TRUMP_OF[game.standing]
        if is_first_deal(game):
            game.dealer = game.first_declarer if game.rules.first_dealer == FIRST_DECLARER else game.standing_by
    for seat in range(N_SEATS):
        game.hands[seat] = relabel(game.hands[seat], game.trump)
        game.pairs[seat] = relabel(game.pairs[seat], game.trump)
    game.kitty = relabel(game.kitty, game.trump)
    game.kitty_pairs = relabel(game.kitty_pairs, game.trump)
    for seat in range(N_SEATS):
        view = game.views[seat]
        view.hand = game.hands[seat]
        view.pairs = game.pairs[seat]
        view.trump = game.trump
        view.trumps = TRUMPS[game.trump]
        view.dealer = game.dealer
        view.attacking = (seat ^ game.dealer) & 1
        if seat == game.dealer or game.standing == PASS:
            view.kitty = game.kitty
            view.kitty_pairs = game.kitty_pairs


@jit.helper
def trump_of_kitty(game):
    """T7: the suit of the first kitty card that is no joker; there is one, for the pack holds four jokers."""
    at = N_SEATS * HAND_SIZE
    while turned_suit(np.int64(game.pack[at])) < 0:
        at += 1
    return turned_suit(np.int64(game.pack[at]))


@jit.helper
def bury(game):
    """T8: the dealer takes up the kitty, puts eight cards away and leads first; False on an unlawful answer."""
    seat = game.dealer
    view = game.views[seat]
    hand, pairs = add_cards(game.hands[seat], game.pairs[seat], game.kitty, game.kitty_pairs)
    view.hand = hand
    view.pairs = pairs
    view.legal = hand
    view.n_cards = KITTY_SIZE
    answer = consult(game, seat, BURY)
    one, both = cards_answered(view, answer)
    if not is_within(one, both, hand, pairs) or n_cards(one, both) != KITTY_SIZE:
        return blocks.unlawful(game, seat, BURY, answer)
    put_burial(game, hand, pairs, one, both)
    return True


@jit.helper
def put_burial(game, hand, pairs, one, both):
    """T8: the dealer has buried this set of the 33 cards and leads to the first trick."""
    seat = game.dealer
    view = game.views[seat]
    game.buried = one
    game.buried_pairs = both
    view.buried = one
    view.buried_pairs = both
    game.hands[seat], game.pairs[seat] = remove_cards(hand, pairs, one, both)
    game.leader = seat
