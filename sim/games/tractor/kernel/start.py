"""T1-T4: levels, dealer, an empty table, and the cards."""

from __future__ import annotations

import numpy as np

from sim.core import jit, rng
from sim.core.bits import bit
from sim.games.tractor.cards import HAND_SIZE, KITTY_SIZE, N_CARDS, N_RANKS, PACK
from sim.games.tractor.decisions import UNKNOWN
from sim.games.tractor.kernel.seats import NOBODY, open_trick, show_no_lead
from sim.games.tractor.rules import DEAL, PASS
from sim.games.tractor.state import N_SEATS


@jit.helper
def begin_game(game):
    """T2-T4: levels and the dealer. Both are always drawn, so that an option that fixes one leaves the cards alone."""
    rules = game.rules
    level = rng.below(game.deal, N_RANKS)
    dealer = rng.below(game.deal, N_SEATS)
    if rules.unit != DEAL:
        level = 0
    elif rules.level >= 0:
        level = rules.level
    game.dealer = rules.dealer if rules.dealer >= 0 else dealer
    game.levels[0] = level
    game.levels[1] = level
    game.n_deals = 0
    game.is_won = 0
    for seat in range(N_SEATS):
        game.asked[seat] = 0


@jit.helper
def is_first_deal(game):
    """T6: whether declaring also decides who deals."""
    return game.n_deals == 0 and game.rules.dealer < 0


@jit.helper
def begin_deal(game):
    """Nothing declared, nothing played, the level of the dealer's team (T3)."""
    game.level = game.levels[game.dealer & 1]
    game.opener = game.dealer
    game.turn = game.dealer
    game.passes = 0
    game.standing = PASS
    game.first_declarer = NOBODY
    game.standing_by = NOBODY
    game.tricks = 0
    game.voids = np.uint64(0)
    game.pairless = np.uint64(0)
    game.leader = NOBODY
    game.cards_left = HAND_SIZE
    game.points[0] = 0
    game.points[1] = 0
    open_trick(game)
    for seat in range(N_SEATS):
        game.played[seat] = np.uint64(0)
        game.played_pairs[seat] = np.uint64(0)
    for seat in range(N_SEATS):
        begin_view(game, seat, game.views[seat])


@jit.helper
def begin_view(game, seat, view):
    """What a seat knows before the first declaration, but for its cards."""
    is_first = is_first_deal(game)
    view.seat = seat
    view.dealer = game.dealer
    view.attacking = UNKNOWN if is_first else (seat ^ game.dealer) & 1
    view.level = game.level
    view.trump = UNKNOWN
    view.levels[0] = game.levels[0]
    view.levels[1] = game.levels[1]
    view.is_first = 1 if is_first else 0
    view.first_dealer = game.rules.first_dealer
    view.deal = game.n_deals
    view.n_declared = 0
    for i in range(4):
        view.declared[i] = UNKNOWN
        view.declared_by[i] = UNKNOWN
    view.kitty = np.uint64(0)
    view.kitty_pairs = np.uint64(0)
    view.buried = np.uint64(0)
    view.buried_pairs = np.uint64(0)
    view.trumps = np.uint64(0)
    view.chosen = np.uint64(0)
    view.chosen_pairs = np.uint64(0)
    view.voids = np.uint64(0)
    view.pairless = np.uint64(0)
    for t in range(HAND_SIZE):
        view.leaders[t] = NOBODY
        for other in range(N_SEATS):
            view.plays[t, other] = np.uint64(0)
            view.play_pairs[t, other] = np.uint64(0)
    for other in range(N_SEATS):
        view.played[other] = np.uint64(0)
        view.played_pairs[other] = np.uint64(0)
    show_no_lead(view)


@jit.helper
def deal(game):
    """T1: shuffles the pack; 25 cards to each seat, the last eight are the kitty."""
    for i in range(N_CARDS):
        game.pack[i] = PACK[game.level, i]
    rng.shuffle_front(game.pack, N_CARDS, game.deal)
    for seat in range(N_SEATS):
        game.hands[seat], game.pairs[seat] = gather(game.pack, seat * HAND_SIZE, HAND_SIZE)
        game.views[seat].hand = game.hands[seat]
        game.views[seat].pairs = game.pairs[seat]
    game.kitty, game.kitty_pairs = gather(game.pack, N_SEATS * HAND_SIZE, KITTY_SIZE)


@jit.helper
def gather(pack, first, n):
    """The set of n cards of the pack."""
    one, both = np.uint64(0), np.uint64(0)
    for i in range(first, first + n):
        card = bit(pack[i])
        both |= one & card
        one |= card
    return one, both
