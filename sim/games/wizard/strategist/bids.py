"""Bids: near a number, of greatest expected points, and in the forehead round."""

from __future__ import annotations

import numpy as np

from sim.core import jit
from sim.core.bits import ONE, has, lowest
from sim.games.wizard.rules import MET_BONUS, NOBODY, NONE_YET, PER_MISS, PER_TRICK, after_card
from sim.games.wizard.strategist.table import seat_after, unseen


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
    follow, best, winner = NONE_YET, -1, NOBODY
    seat = view.dealer
    for _ in range(view.players):
        seat = seat_after(view, seat)
        follow, best, winner = after_card(view.trump, follow, best, winner, seat, _card_beside(view, seat, own))
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
