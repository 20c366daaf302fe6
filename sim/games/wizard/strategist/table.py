"""The round and the trick as one seat sees them: what is wanted, what is out, what wins."""

from __future__ import annotations

import math

import numpy as np

from sim.core import jit
from sim.core.bits import ONE, ZERO, bit, lowest
from sim.games.wizard.cards import FULL_PACK, JESTER_RANK, JESTERS, LANE, N_CARDS, WIZARD_RANK, WIZARDS
from sim.games.wizard.decisions import UNSEEN
from sim.games.wizard.rules import follow_after, strength
from sim.games.wizard.strategist.cards import higher_of_suit, rank_of, suit_of

CHOOSE = np.array([[math.comb(n, k) for k in range(N_CARDS + 1)] for n in range(N_CARDS + 1)], np.float64)


@jit.helper
def need(view):
    """Tricks still wanted: own bid minus tricks won (negative: too many already)."""
    return view.bids[view.seat] - view.won[view.seat]


@jit.helper
def need_of(view, seat):
    """Tricks that a seat still wants; 1 while its bid cannot be seen (W9, W10)."""
    return view.bids[seat] - view.won[seat] if view.bids[seat] != UNSEEN else 1


@jit.helper
def wants_more(view, seat):
    """Whether a seat still wants tricks (taken for granted while its bid cannot be seen)."""
    return need_of(view, seat) > 0


@jit.helper
def tricks_left(view):
    """Tricks of the round still to be won, the current one included."""
    return view.round - view.trick


@jit.helper
def unseen(view):
    """The mask of cards that this seat has not seen: in other hands or in the stock."""
    seen = view.hand | view.played
    if view.turned >= 0:
        seen |= bit(view.turned)
    for seat in range(view.players):
        seen |= view.others[seat]
    return FULL_PACK & ~seen


@jit.helper
def unseen_above(view, card, hidden):
    """The cards of `hidden` (a mask, say unseen(view)) that beat a suit card which was led: wizards, higher cards of
    its suit, trumps over a side suit. Nothing beats a wizard; everything but a jester beats a jester."""
    rank, hidden = rank_of(card), np.uint64(hidden)
    if rank == WIZARD_RANK:
        return ZERO
    if rank == JESTER_RANK:
        return hidden & ~JESTERS
    above = WIZARDS | higher_of_suit(card)
    return hidden & (above if suit_of(card) == view.trump else above | LANE[view.trump])


@jit.helper
def none_held(n_unseen, n_feared, n_held):
    """The chance that `n_held` cards drawn from `n_unseen` are none of the `n_feared`: C(u-f, h) / C(u, h).

    All from 0 to 60, n_held at most n_unseen and n_feared at most n_unseen (not checked).
    """
    return CHOOSE[n_unseen - n_feared, n_held] / CHOOSE[n_unseen, n_held]


@jit.helper
def none_held_between(n_unseen, n_feared, n_held):
    """none_held for a number of cards with a fraction, between its two neighbours; cut to n_unseen, which is at least 1."""
    n_held = min(n_held, 1.0 * n_unseen)
    whole = min(np.int64(n_held), n_unseen - 1)
    more = none_held(n_unseen, n_feared, whole + 1)
    return more + (whole + 1 - n_held) * (none_held(n_unseen, n_feared, whole) - more)


@jit.helper
def at_most_held(n_unseen, n_kind, n_held, most):
    """The chance that at most `most` of `n_held` cards drawn from `n_unseen` belong to `n_kind` of them."""
    ways = 0.0
    for k in range(max(n_held - (n_unseen - n_kind), 0), min(most, n_kind, n_held) + 1):
        ways += CHOOSE[n_kind, k] * CHOOSE[n_unseen - n_kind, n_held - k]
    return ways / CHOOSE[n_unseen, n_held]


@jit.helper
def trick_card(view, trick, i):
    """The i-th card played to a trick of this round (i below view.n_played in the current one)."""
    return np.int64(view.tricks[trick] >> np.uint64(8 * i)) & 255


@jit.helper
def strength_now(view, card):
    """The strength that a card would have if it were played now (0: it cannot win; see rules.strength)."""
    return strength(view.trump, follow_after(view.follow, card), card)


@jit.helper
def wins_now(view, card):
    """Whether the card would be winning the trick if it were played now."""
    return strength_now(view, card) > view.best


@jit.helper
def winners_now(view):
    """The mask of legal cards that would be winning the trick if they were played now."""
    winners, left = ZERO, view.legal
    while left:
        card = lowest(left)
        left &= left - ONE
        if wins_now(view, card):
            winners |= bit(card)
    return winners


@jit.helper
def losers_now(view):
    """The mask of legal cards that would not be winning the trick if they were played now."""
    return view.legal & ~winners_now(view)


@jit.helper
def n_behind(view):
    """How many seats play to the trick after this one."""
    return view.players - 1 - view.n_played


@jit.helper
def is_last(view):
    """Whether this seat plays the last card of the trick."""
    return view.n_played + 1 == view.players


@jit.helper
def seat_after(view, seat):
    """The next seat, clockwise."""
    return seat + 1 if seat + 1 < view.players else 0
