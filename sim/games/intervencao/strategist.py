"""What a strategy for Intervenção needs: `from sim.games.intervencao.strategist import *` and write functions of a View.

Everything here may be called from a strategy's functions; nothing here reads more than the View holds.

    acts          rest, absorb, intervene, reveal, expel, show_to, exit_low, exit_high, can
    ally          nobody, name_ally
    chance        draw, chance, random_card, random_other
    cards         rank_of, highest_card, lowest_card, rank_sum, popcount, bit, has
    the table     next_other, cards_before, fewest_cards, holds_j, owes, may_rest, is_surely_high, is_surely_low
    the history   expulsion, expelled_by, expelled_card, expelled_to, expelled_at
    estimates     known_total, guessed_total
"""

from __future__ import annotations

import numpy as np

from sim.core import jit, rng
from sim.core.bits import bit, has, highest, lowest, nth_set_bit, popcount
from sim.games.intervencao.cards import HAND_SIZE, J_BIT
from sim.games.intervencao.decisions import (
    ABSORB,
    CARD_STEP,
    CLOCK_STEPS,
    EXIT_HIGH,
    EXIT_LOW,
    EXPEL,
    INTERVENE,
    LAWFUL,
    MAX_SEATS,
    N_HISTORY,
    NOBODY,
    PASS,
    POINT_UNITS,
    REST,
    REVEAL,
    SEAT_STEP,
    SHOW,
    UNLAWFUL,
)
from sim.games.intervencao.rules import rank_sum
from sim.games.protocol import Knob

__all__ = [
    "ABSORB",
    "EXIT_HIGH",
    "EXIT_LOW",
    "EXPEL",
    "HAND_SIZE",
    "INTERVENE",
    "J_BIT",
    "LAWFUL",
    "MAX_SEATS",
    "NOBODY",
    "PASS",
    "POINT_UNITS",
    "REST",
    "REVEAL",
    "SHOW",
    "UNLAWFUL",
    "Knob",
    "absorb",
    "bit",
    "can",
    "cards_before",
    "chance",
    "draw",
    "exit_high",
    "exit_low",
    "expel",
    "expelled_at",
    "expelled_by",
    "expelled_card",
    "expelled_to",
    "expulsion",
    "fewest_cards",
    "guessed_total",
    "has",
    "highest",
    "highest_card",
    "holds_j",
    "intervene",
    "is_surely_high",
    "is_surely_low",
    "known_total",
    "lowest",
    "lowest_card",
    "may_rest",
    "name_ally",
    "next_other",
    "nobody",
    "np",
    "nth_set_bit",
    "owes",
    "popcount",
    "random_card",
    "random_other",
    "rank_of",
    "rank_sum",
    "rest",
    "reveal",
    "show_to",
]

# --- acts -------------------------------------------------------------------------------------------------------------


@jit.helper
def can(view, kind):
    """Whether an act of this kind can be done (EXPEL, ABSORB, INTERVENE, EXIT_LOW, EXIT_HIGH, REVEAL, SHOW, REST)."""
    return has(view.legal, kind)


@jit.helper
def rest():
    """The act of doing nothing (I10): see may_rest."""
    return REST


@jit.helper
def absorb():
    """The act of taking all waiting cards up (I7)."""
    return ABSORB


@jit.helper
def intervene():
    """The act of laying the J (I8)."""
    return INTERVENE


@jit.helper
def reveal():
    """The act of showing the J to all (I4)."""
    return REVEAL


@jit.helper
def expel(card, to):
    """The act of putting a card (of view.expellable) in front of another seat in the round (I6)."""
    return EXPEL + SEAT_STEP * to + CARD_STEP * card


@jit.helper
def show_to(seat):
    """The act of showing the own hand to another seat in the round (S33)."""
    return SHOW + SEAT_STEP * seat


@jit.helper
def exit_low(seat):
    """The act of ending the round by pressão baixa of `seat`: the own one, or with exit_by=others another's (I14)."""
    return EXIT_LOW + SEAT_STEP * seat


@jit.helper
def exit_high(seat):
    """The act of ending the round by pressão alta of `seat`: the own one, or with exit_by=others another's (I13)."""
    return EXIT_HIGH + SEAT_STEP * seat


@jit.helper
def nobody():
    """The answer to `ally` that names nobody (I22)."""
    return NOBODY


@jit.helper
def name_ally(seat, offer):
    """The answer to `ally` that names a seat and offers it vantagens, at most view.offer_limit (I21, I22)."""
    return seat + SEAT_STEP * offer


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
def random_card(view, cards):
    """One card of a mask, each equally likely (at least one: not checked)."""
    return nth_set_bit(cards, draw(view, popcount(cards)))


@jit.helper
def random_other(view):
    """One of the other seats in the round, each equally likely."""
    return nth_set_bit(view.others, draw(view, popcount(view.others)))


# --- cards ------------------------------------------------------------------------------------------------------------


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


# --- the table --------------------------------------------------------------------------------------------------------


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


# --- the history ------------------------------------------------------------------------------------------------------


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


# --- estimates --------------------------------------------------------------------------------------------------------


@jit.helper
def known_total(view, seat):
    """The ranks of the cards that all know a seat to have, in hand and waiting."""
    return rank_sum(view.known[seat] | view.waiting[seat])


@jit.helper
def guessed_total(view, seat, per_card):
    """A guess of a seat's total: the known ranks, and `per_card` for each card in hand that nobody has seen."""
    return known_total(view, seat) + per_card * (view.sizes[seat] - popcount(view.known[seat]))
