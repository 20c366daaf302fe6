"""What a seat can read off the table: cards, places, the history, estimates."""

from __future__ import annotations

import numpy as np

from sim.core import jit
from sim.core.bits import bit, highest, lowest, popcount
from sim.games.intervencao.cards import HAND_SIZE, J_BIT
from sim.games.intervencao.decisions import CLOCK_STEPS, N_HISTORY, UNLAWFUL
from sim.games.intervencao.rules import rank_sum


@jit.helper
def rank_of(card):
    """1..ranks; 0 for the J."""
    return card >> 2


@jit.helper
def highest_card(cards):
    """The card of highest rank in a mask, -1 for the empty mask."""
    return highest(cards)


@jit.helper
def lowest_card(cards):
    """The card of lowest rank in a mask, the J below all; 64 for the empty mask."""
    return lowest(cards)


@jit.helper
def holds_j(view):
    """Whether this seat is the interventor (I4)."""
    return view.hand & J_BIT != np.uint64(0)


@jit.helper
def owes(view):
    """Expulsions that this seat owes (I9)."""
    return view.debts[view.seat]


@jit.helper
def may_rest(view):
    """Whether resting is lawful or a pass (I10)."""
    return view.resting != UNLAWFUL


@jit.helper
def next_other(view, seat):
    """The first seat in the round clockwise from `seat`, this seat passed over."""
    later = view.others & ~((bit(seat) << np.uint64(1)) - np.uint64(1))
    return lowest(later) if later else lowest(view.others)


@jit.helper
def cards_before(view, seat):
    """Cards in a seat's hand and in front of it."""
    return view.sizes[seat] + popcount(view.waiting[seat])


@jit.helper
def fewest_cards(view):
    """The other seat with the fewest cards, hand and waiting together; of equals the first clockwise."""
    best = next_other(view, view.seat)
    seat, least = best, cards_before(view, best)
    for _ in range(view.n_in_round - 2):
        seat = next_other(view, seat)
        n_cards = cards_before(view, seat)
        if n_cards < least:
            best, least = seat, n_cards
    return best


@jit.helper
def is_surely_high(view, seat):
    """Whether another seat is open to pressão alta (I13), by what lies open: as if it did not hold the J unless revealed."""
    n_waiting = popcount(view.waiting[seat])
    n_own = view.sizes[seat] - (1 if view.interventor == seat else 0)
    if view.sizes[seat] + n_waiting <= HAND_SIZE:
        return False
    if n_waiting:
        return view.debts[seat] + n_waiting > n_own
    return view.debts[seat] > n_own - popcount(view.batches[seat])


@jit.helper
def is_surely_low(view, seat):
    """Whether another seat is open to pressão baixa (I14), by what lies open: the J counted unless revealed."""
    return cards_before(view, seat) - (1 if view.interventor == seat else 0) < view.rules.low_limit


@jit.helper
def expulsion(view, i):
    """The i-th expulsion of the round (0 .. view.n_expelled - 1; the latest 1024 are kept), to be read by the next four."""
    return view.history[i & (N_HISTORY - 1)]


@jit.helper
def expelled_by(word):
    """The seat that expelled."""
    return np.int64(word) & 15


@jit.helper
def expelled_to(word):
    """The seat it was put in front of."""
    return np.int64(word >> np.uint64(4)) & 15


@jit.helper
def expelled_card(word):
    """The card's code."""
    return np.int64(word >> np.uint64(8)) & 63


@jit.helper
def expelled_at(word):
    """The moment, in beats since the deal."""
    return np.float64(word >> np.uint64(16)) / CLOCK_STEPS


@jit.helper
def known_total(view, seat):
    """The ranks of the cards that all know a seat to have, in hand and waiting."""
    return rank_sum(view.known[seat] | view.waiting[seat])


@jit.helper
def guessed_total(view, seat, per_card):
    """A guess of a seat's total: the known ranks, and `per_card` for each card in hand that nobody has seen."""
    return known_total(view, seat) + per_card * (view.sizes[seat] - popcount(view.known[seat]))
