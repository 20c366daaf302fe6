"""What a strategy for Wizard needs: `from sim.games.wizard.strategist import *` and write functions of a View.

Everything here may be called from a strategy's functions; nothing here reads more than the View holds.
"""

from __future__ import annotations

import numpy as np

from sim.core import jit, rng
from sim.core.bits import bit, has, highest, lowest, nth_set_bit, popcount
from sim.games.protocol import Knob
from sim.games.wizard.cards import FULL_PACK, JESTERS, LANE, NO_TRUMP, SPECIALS, WIZARDS
from sim.games.wizard.rules import follow_after, longest_suit, strength

__all__ = [
    "FULL_PACK",
    "JESTERS",
    "Knob",
    "LANE",
    "NO_TRUMP",
    "SPECIALS",
    "WIZARDS",
    "bit",
    "chance",
    "draw",
    "has",
    "highest",
    "legal_bid_near",
    "longest_suit",
    "lowest",
    "need",
    "np",
    "nth_set_bit",
    "popcount",
    "random_legal",
    "rank_of",
    "strength_now",
    "suit_of",
    "trick_card",
    "tricks_left",
    "unseen",
    "wins_now",
]


@jit.helper
def draw(view, n):
    """A whole number 0..n-1 from the seat's own random stream."""
    return rng.below(view.rng, n)


@jit.helper
def chance(view):
    """A random number in [0, 1) from the seat's own stream."""
    return rng.uniform(view.rng)


@jit.helper
def random_legal(view):
    """One of the legal answers, each equally likely."""
    return nth_set_bit(view.legal, draw(view, popcount(view.legal)))


@jit.helper
def suit_of(card):
    """0..3 (B G R Y), for wizards and jesters the lane of their copy."""
    return card >> 4


@jit.helper
def rank_of(card):
    """1..13; 0 a jester, 14 a wizard."""
    return card & 15


@jit.helper
def need(view):
    """Tricks still wanted: own bid minus tricks won (negative: too many already)."""
    return view.bids[view.seat] - view.won[view.seat]


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
def legal_bid_near(view, bid):
    """The bid cut to 0..round; where it is illegal (W8), one more if that is legal, else one less."""
    bid = min(max(np.int64(bid), 0), view.round)
    if has(view.legal, bid):
        return bid
    return bid + 1 if has(view.legal, bid + 1) else bid - 1
