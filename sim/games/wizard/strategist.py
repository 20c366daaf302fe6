"""What a strategy for Wizard needs: `from sim.games.wizard.strategist import *` and write functions of a View.

Everything here may be called from a strategy's functions; nothing here reads more than the View holds.

    chance        draw, chance, normal_draw, random_legal
    cards         suit_of, rank_of, power, strongest, weakest
    the round     need, need_of, wants_more, tricks_left, unseen, unseen_above, none_held, none_held_between, at_most_held
    the trick     trick_card, strength_now, wins_now, winners_now, losers_now, is_last, n_behind, seat_after
    bids          nearest, legal_bid_near, bid_worth, best_bid, forehead_bid
"""

from __future__ import annotations

import math

import numpy as np

from sim.core import jit, rng
from sim.core.bits import ONE, ZERO, bit, has, highest, lowest, nth_set_bit, popcount
from sim.games.protocol import Knob
from sim.games.wizard.cards import FULL_PACK, JESTER_RANK, JESTERS, LANE, N_CARDS, N_SUITS, NO_TRUMP, SPECIALS, WIZARD_RANK, WIZARDS
from sim.games.wizard.decisions import UNSEEN
from sim.games.wizard.rules import MET_BONUS, NONE_YET, PER_MISS, PER_TRICK, follow_after, longest_suit, strength

__all__ = [
    "FULL_PACK",
    "JESTERS",
    "LANE",
    "NONE_YET",
    "NO_TRUMP",
    "N_SUITS",
    "ONE",
    "SPECIALS",
    "UNSEEN",
    "WIZARDS",
    "ZERO",
    "Knob",
    "at_most_held",
    "best_bid",
    "bid_worth",
    "bit",
    "chance",
    "draw",
    "follow_after",
    "forehead_bid",
    "has",
    "highest",
    "is_last",
    "legal_bid_near",
    "longest_suit",
    "losers_now",
    "lowest",
    "n_behind",
    "nearest",
    "need",
    "need_of",
    "none_held",
    "none_held_between",
    "normal_draw",
    "np",
    "nth_set_bit",
    "popcount",
    "power",
    "random_legal",
    "rank_of",
    "seat_after",
    "strength_now",
    "strongest",
    "suit_of",
    "trick_card",
    "tricks_left",
    "unseen",
    "unseen_above",
    "wants_more",
    "weakest",
    "winners_now",
    "wins_now",
]

WIZARD_POWER, TRUMP_POWER = 60, 32  # a jester has power 0, a side card its rank


def _power_table() -> np.ndarray:
    """[trump, card] -> how strong a card is before anything is led: jester < side suit by rank < trump < wizard."""
    table = np.zeros((N_SUITS + 1, 64), np.uint8)
    for trump in range(N_SUITS + 1):
        for card in range(64):
            suit, rank = divmod(card, 16)
            if rank == WIZARD_RANK:
                table[trump, card] = WIZARD_POWER
            elif rank != JESTER_RANK:
                table[trump, card] = rank + (TRUMP_POWER if suit == trump else 0)
    return table


POWER = _power_table()
CHOOSE = np.array([[math.comb(n, k) for k in range(N_CARDS + 1)] for n in range(N_CARDS + 1)], np.float64)


# --- chance -----------------------------------------------------------------------------------------------------------


@jit.helper
def draw(view, n):
    """A whole number 0..n-1 from the seat's own random stream."""
    return rng.below(view.rng, n)


@jit.helper
def chance(view):
    """A random number in [0, 1) from the seat's own stream."""
    return rng.uniform(view.rng)


@jit.helper
def normal_draw(view):
    """Nearly a standard normal number: twelve uniform ones summed, less six (no logarithm: the same on any machine)."""
    total = -6.0
    for _ in range(12):
        total += chance(view)
    return total


@jit.helper
def random_legal(view):
    """One of the legal answers, each equally likely."""
    return nth_set_bit(view.legal, draw(view, popcount(view.legal)))


# --- cards ------------------------------------------------------------------------------------------------------------


@jit.helper
def suit_of(card):
    """0..3 (B G R Y), for wizards and jesters the lane of their copy."""
    return card >> 4


@jit.helper
def rank_of(card):
    """1..13; 0 a jester, 14 a wizard."""
    return card & 15


@jit.helper
def power(view, card):
    """How strong a card is by itself: 0 a jester, 1..13 a side suit, 33..45 a trump, 60 a wizard."""
    return np.int64(POWER[view.trump, card])


@jit.helper
def strongest(view, cards):
    """The card of greatest power in a mask, the lowest code of equals; -1 for the empty mask."""
    best, most = -1, -1
    while cards:
        card = lowest(cards)
        cards &= cards - ONE
        if power(view, card) > most:
            best, most = card, power(view, card)
    return best


@jit.helper
def weakest(view, cards):
    """The card of least power in a mask, the lowest code of equals; -1 for the empty mask."""
    best, least = -1, WIZARD_POWER + 1
    while cards:
        card = lowest(cards)
        cards &= cards - ONE
        if power(view, card) < least:
            best, least = card, power(view, card)
    return best


# --- the round --------------------------------------------------------------------------------------------------------


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
    rank, suit = rank_of(card), suit_of(card)
    if rank == WIZARD_RANK:
        return ZERO
    if rank == JESTER_RANK:
        return hidden & ~JESTERS
    higher = hidden & LANE[suit] & ~(bit(card) - ONE)
    if suit != view.trump:
        higher |= hidden & LANE[view.trump]
    return higher | (hidden & WIZARDS)


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


# --- the trick --------------------------------------------------------------------------------------------------------


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


# --- bids -------------------------------------------------------------------------------------------------------------


@jit.helper
def nearest(number):
    """The nearest whole number, halves upward."""
    return np.int64(np.floor(number + 0.5))


@jit.helper
def legal_bid_near(view, bid):
    """The bid cut to 0..round; where it is illegal (W8), one more if that is legal, else one less."""
    bid = min(max(np.int64(bid), 0), view.round)
    if has(view.legal, bid):
        return bid
    return bid + 1 if has(view.legal, bid + 1) else bid - 1


@jit.helper
def bid_worth(bid, odds):
    """Expected points of a bid (W17, W18) when odds[k] is the chance of exactly k tricks, k = 0..len(odds)-1."""
    points = (MET_BONUS + PER_TRICK * bid) * odds[bid]
    for tricks in range(odds.shape[0]):
        points -= PER_MISS * abs(tricks - bid) * odds[tricks]
    return points


@jit.helper
def best_bid(view, odds):
    """The legal bid of greatest expected points when odds[k] is the chance of k tricks (round + 1 entries), the
    lowest of equals."""
    best, most = 0, -np.inf
    for bid in range(view.round + 1):
        if has(view.legal, bid):
            worth = bid_worth(bid, odds)
            if worth > most:
                best, most = bid, worth
    return best


@jit.helper
def _card_beside(view, seat, own):
    """The card that a seat holds in the forehead round, `own` being a guess of this seat's."""
    return own if seat == view.seat else lowest(view.others[seat])


@jit.helper
def _wins_forehead(view, own):
    """Whether `own` would win the only trick of the forehead round."""
    follow, best, winner = NONE_YET, -1, -1
    seat = view.dealer
    for _ in range(view.players):
        seat = seat_after(view, seat)
        card = _card_beside(view, seat, own)
        follow = follow_after(follow, card)
        value = strength(view.trump, follow, card)
        if value > best:
            best, winner = value, seat
    return winner == view.seat


@jit.helper
def forehead_bid(view):
    """The bid of greatest expected points in the forehead round (W11), where only the others' cards are seen: every
    unseen card may be the own one, each equally likely."""
    n_wins, n_cards = 0, 0
    left = unseen(view)
    while left:
        card = lowest(left)
        left &= left - ONE
        n_cards += 1
        n_wins += 1 if _wins_forehead(view, card) else 0
    pays = 7 * n_wins > 3 * n_cards  # bid 1: 40p - 10 points, bid 0: 20 - 30p
    return legal_bid_near(view, 1 if pays else 0)
