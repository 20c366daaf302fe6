"""Intervenção's rules as small pure kernels; each constant carries its rule number (README.md)."""

from __future__ import annotations

import numpy as np

from sim.core import jit
from sim.core.bits import bit, highest, popcount
from sim.games.intervencao.cards import HAND_SIZE, J_BIT, RANK_DIGITS
from sim.games.intervencao.decisions import (
    ABSORB,
    EXIT_HIGH,
    EXIT_LOW,
    EXPEL,
    INTERVENE,
    LAWFUL,
    PASS,
    POINT_UNITS,
    REST,
    REVEAL,
    SHOW,
    UNLAWFUL,
)

MIN_PLAYERS, MAX_PLAYERS, DEFAULT_PLAYERS = 4, 10, 6  # I2
LAST_FEW = 3  # I2, I18: the jogo ends when so many are left
HIGHEST_MAX_ROUNDS = 1000  # of the option of this name (I18)

# Options, in the order of their words
EXIT_BY_PRESSED, EXIT_BY_OTHERS = 0, 1
PRESSED_COUNTED, PRESSED_WORST = 0, 1  # I15
MEASURE_SUM, MEASURE_CARDS = 0, 1  # I17
OUT_BY_POINTS, OUT_BY_WORST, OUT_NEVER = 0, 1, 2  # I18
UNIT_ROUND, UNIT_MATCH = 0, 1

# How a round ended: by the J, by an exit, at the time limit, or by an inanition that left nothing to decide
BY_J, BY_HIGH, BY_LOW, BY_TIME, BY_INANITION = range(5)
NOT_ENDED = -1

# What became of a jogo
ONGOING, DECIDED, INDETERMINATE = range(3)

_LN_2 = 0.6931471805599453
_SQRT_2 = 1.4142135623730951
_2_POW_MINUS_53 = 1.0 / (1 << 53)


@jit.helper
def waiting_time(word):
    """I5: an exponential time of mean 1 from 64 random bits: -log u with u = (top 53 bits + 1) / 2**53.

    The logarithm is good to eight digits and made of sums, products and one quotient in a fixed order: the same on
    every machine, which a library's logarithm is not.
    """
    whole = (word >> np.uint64(11)) + np.uint64(1)
    exponent = highest(whole)
    mantissa = np.float64(whole << np.uint64(53 - exponent)) * _2_POW_MINUS_53  # 1 <= mantissa < 2
    if mantissa > _SQRT_2:
        mantissa *= 0.5
        exponent += 1
    s = (mantissa - 1.0) / (mantissa + 1.0)
    q = s * s
    log_mantissa = 2.0 * s * (1.0 + q * (1.0 / 3.0 + q * (1.0 / 5.0 + q * (1.0 / 7.0 + q * (1.0 / 9.0)))))
    return (53 - exponent) * _LN_2 - log_mantissa


@jit.helper
def rank_sum(cards):
    """The sum of the ranks in a mask, the J counting 0."""
    ones, twos, fours, eights = RANK_DIGITS
    return popcount(cards & ones) + 2 * popcount(cards & twos) + 4 * popcount(cards & fours) + 8 * popcount(cards & eights)


@jit.helper
def hand_total(cards, measure, j_value):
    """I17: what a set of cards counts; lower is better."""
    if measure == MEASURE_CARDS:
        return popcount(cards)
    return rank_sum(cards) + (j_value if cards & J_BIT else 0)


@jit.helper
def counted_cards(hand, waiting, end):
    """I16: the cards that count when the round ended so."""
    return hand | waiting if end == BY_J else hand


@jit.helper
def expellable(hand, batch):
    """I6, I9: the cards that may be expelled: neither the J nor a card of the open batch."""
    return hand & ~batch & ~J_BIT


@jit.helper
def is_high(hand, waiting, batch, debt):
    """I13: pressão alta: more is owed than can be paid."""
    n_waiting = popcount(waiting)
    if popcount(hand) + n_waiting <= HAND_SIZE:
        return False
    if n_waiting:
        return debt + n_waiting > popcount(hand & ~J_BIT)
    return debt > popcount(expellable(hand, batch))


@jit.helper
def is_low(hand, waiting, low_limit):
    """I14, I11: pressão baixa: hardly a card left, the J not counted."""
    return popcount((hand | waiting) & ~J_BIT) < low_limit


@jit.helper
def resting(hand, waiting, batch):
    """I10: what resting would be: LAWFUL, PASS (stuck) or UNLAWFUL."""
    if waiting:
        return UNLAWFUL
    if popcount(hand) <= HAND_SIZE:
        return LAWFUL
    return UNLAWFUL if expellable(hand, batch) else PASS


@jit.helper
def legal_acts(rules, hand, waiting, batch, debt, clock, is_revealed):
    """The mask of kinds of act that can be done (I5-I15); resting always can, showing too."""
    legal = bit(REST) | bit(SHOW)
    if expellable(hand, batch):
        legal |= bit(EXPEL)
    if waiting:
        legal |= bit(ABSORB)
    if hand & J_BIT:
        if clock >= rules.grace:
            legal |= bit(INTERVENE)
        if not is_revealed:
            legal |= bit(REVEAL)
    is_claim = rules.exit_by == EXIT_BY_OTHERS  # whose truth is judged only when it is made
    if rules.low_exit and (is_claim or is_low(hand, waiting, rules.low_limit)):
        legal |= bit(EXIT_LOW)
    if rules.high_exit and (is_claim or is_high(hand, waiting, batch, debt)):
        legal |= bit(EXIT_HIGH)
    return legal


@jit.helper
def leaves(points, limit):
    """I18: whether a player with so many points (in units) leaves the jogo under elimination=points."""
    return points <= -limit * POINT_UNITS


@jit.helper
def could_end_jogo(rules, in_jogo, points, number):
    """I21: whether round `number` could end the jogo, so that no vantagens may be offered in it."""
    n_left = popcount(in_jogo)
    if n_left <= LAST_FEW + 1:
        return True
    if rules.elimination == OUT_NEVER:
        return number >= rules.rounds
    n_near = n_left
    if rules.elimination == OUT_BY_POINTS:
        n_near = 0
        for seat in range(rules.players):
            if in_jogo & bit(seat) and leaves(points[seat] - POINT_UNITS, rules.limit):
                n_near += 1
    return n_near > 0 and n_left - n_near <= LAST_FEW


@jit.helper
def moral_champions(in_jogo, points, vantagens):
    """I23: the mask of those who win: most points, then most vantagens."""
    champions, most, most_vantagens = np.uint64(0), 0, 0
    for seat in range(points.shape[0]):
        if not in_jogo & bit(seat):
            continue
        is_level = points[seat] == most and vantagens[seat] == most_vantagens
        is_ahead = points[seat] > most or (points[seat] == most and vantagens[seat] > most_vantagens)
        if not champions or is_ahead:
            champions, most, most_vantagens = bit(seat), points[seat], vantagens[seat]
        elif is_level:
            champions |= bit(seat)
    return champions


@jit.helper
def official_champions(champions, allies, out_last):
    """I24: the mask of official champions, given the moral ones, the allies of the last round and who left last.

    One ally of all the moral champions takes the title, unless he left last or is a moral champion himself.
    """
    common = -1
    for seat in range(allies.shape[0]):
        if champions & bit(seat):
            if allies[seat] < 0 or (common >= 0 and allies[seat] != common):
                return champions
            common = allies[seat]
    if (out_last | champions) & bit(common):
        return champions
    return bit(common)
