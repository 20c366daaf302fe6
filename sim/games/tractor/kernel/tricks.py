"""T11-T17, T22: tricks until the hands are empty."""

from __future__ import annotations

import numpy as np

from sim.core import blocks, jit
from sim.core.bits import bit, lowest, popcount
from sim.games.tractor.decisions import FOLLOW, LEAD
from sim.games.tractor.kernel.seats import NOBODY, cards_answered, consult, open_trick, show_no_lead, show_play
from sim.games.tractor.rules import (
    cards_for_follow,
    is_legal_follow,
    is_within,
    n_points,
    pairs_led,
    remove_cards,
    suit_mask,
    suit_of,
    top_if_matching,
)
from sim.games.tractor.state import N_SEATS


@jit.helper
def play_all(game):
    """T8, T17, T22: tricks until the hands are empty; False on an unlawful answer."""
    while game.cards_left:
        if not play_trick(game):
            return False
        take_trick(game)
    return True


@jit.inlined
def play_trick(game):
    """T11-T16: a lead and three follows, or those that are still to come; False on an unlawful answer."""
    if game.n_played == 0 and not lead(game, game.leader):
        return False
    while game.n_played < N_SEATS:
        if not follow(game, (game.leader + game.n_played) & 3):
            return False
    return True


@jit.helper
def take_trick(game):
    """T17, T18: the winner takes the points and leads next."""
    game.leader = game.best_seat
    game.points[game.leader & 1] += game.trick_points
    game.cards_left -= game.n_cards
    game.tricks += 1
    game.n_played = 0


@jit.helper
def lead(game, seat):
    """T11: the leader plays a single, a pair or a tractor; False on an unlawful answer."""
    open_trick(game)
    view = game.views[seat]
    hand, pairs = game.hands[seat], game.pairs[seat]
    view.hand = hand
    view.pairs = pairs
    view.legal = hand
    view.voids = game.voids
    view.pairless = game.pairless
    show_no_lead(view)
    answer = consult(game, seat, LEAD)
    one, both = cards_answered(view, answer)
    m = pairs_led(one, both, game.trump) if is_within(one, both, hand, pairs) else NOBODY
    if m < 0:
        return blocks.unlawful(game, seat, LEAD, answer)
    put_lead(game, seat, one, both, m)
    return True


@jit.helper
def put_lead(game, seat, one, both, m):
    """T11: a lead of m pairs (0: a single) lies on the table."""
    game.led = suit_of(lowest(one), game.trump)
    game.suit = suit_mask(game.led, game.trump)
    game.n_pairs = m
    game.n_cards = 2 * m if m else 1
    game.best = top_if_matching(one, both, m, game.suit, game.trump)
    game.best_seat = seat
    put_down(game, seat, one, both)


@jit.inlined
def follow(game, seat):
    """T13-T16: a seat answers the lead; False on an unlawful answer."""
    view = game.views[seat]
    hand, pairs = game.hands[seat], game.pairs[seat]
    suit, n, m = game.suit, game.n_cards, game.n_pairs
    best, best_seat = game.best, game.best_seat
    view.hand = hand
    view.pairs = pairs
    view.legal = cards_for_follow(hand, pairs, suit, n, m)
    view.suit = suit
    view.n_cards = n
    view.n_pairs = m
    view.best = best
    view.best_seat = best_seat
    view.trick_points = game.trick_points
    view.voids = game.voids
    view.pairless = game.pairless
    answer = consult(game, seat, FOLLOW)
    one, both = cards_answered(view, answer)
    if not is_legal_follow(one, both, hand, pairs, suit, n, m):
        return blocks.unlawful(game, seat, FOLLOW, answer)
    put_follow(game, seat, one, both, best, best_seat)
    return True


@jit.inlined
def put_follow(game, seat, one, both, best, best_seat):
    """T10, T16: an answer lies on the table; what has been winning the trick (best, best_seat) may be so no more."""
    note_wants(game, seat, one, both)
    top = top_if_matching(one, both, game.n_pairs, game.suit, game.trump)
    game.best_seat = seat if top > best else best_seat  # T10: of equals the earlier stands
    game.best = max(top, best)
    put_down(game, seat, one, both)


@jit.helper
def note_wants(game, seat, one, both):
    """T14, T15: who does not follow to the full has no more of the suit, who plays fewer pairs no more pairs of it."""
    mark = bit(5 * seat + game.led)
    game.voids |= mark if one & ~game.suit else np.uint64(0)
    if game.n_pairs:
        game.pairless |= mark if popcount(both & game.suit) < game.n_pairs else np.uint64(0)


@jit.inlined
def put_down(game, seat, one, both):
    """Moves cards from a hand to the trick."""
    game.hands[seat], game.pairs[seat] = remove_cards(game.hands[seat], game.pairs[seat], one, both)
    show_play(game, seat, one, both)
    game.trick_points += n_points(one, both, game.level)
    game.n_played += 1
