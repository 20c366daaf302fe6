"""Choices that are worth a thought, and how they are told: by a number.

Rollouts, advice and charts name a choice by one whole number: a declaration by its answer (decisions.py), a set of cards
by which of the own cards it takes: bit i is the i-th own card, the lowest place of the ladder first, two copies being two
cards of which a single one is the first.

    own cards    5S 9S 9S KS ...
    bit          0  1  2  3          0b1010: a nine and the king

Worth a thought are every declaration; every lead; every single card in answer to one. Of burials, and of answers to
pairs and tractors, there are too many: listed are those that rule players would consider (STYLES, and what would win).
"""

from __future__ import annotations

import numpy as np

from sim.core import jit
from sim.core.bits import ONE, ZERO, bit, has, lowest
from sim.games.tractor.cards import KITTY_SIZE
from sim.games.tractor.decisions import BURY, CHOSEN, DECLARE, LEAD
from sim.games.tractor.rules import suit_of
from sim.games.tractor.strategist.cards import n_in_suit, points_of, position
from sim.games.tractor.strategist.tricks import lead_of, lead_tops, longest_lead, winning_tops
from sim.games.tractor.strategist.values import least_answer, least_cards

MOST_CHOICES = 64
# What rollouts tell of a choice: own rise less the other side's; attackers' points beyond 80, for the own side; 1 if the deal is won
LEVELS, MARGIN, WON, N_OUTCOMES = range(4)
TRUMPS, ACE_POSITION = 4, 11

# What a card is worth beside its position, a row a style: a point; a card of its suit; a pair; the highest of a side suit; a trump
POINT, LENGTH, PAIRED, HIGHEST, TRUMP = range(5)
STYLES = np.array(
    [
        # of burying:
        [100.0, 0.0, 25.0, 40.0, 1000.0],  # no points if it can be helped
        [100.0, 16.0, 25.0, 40.0, 2000.0],  # none, the shortest suits first
        [2.5, 0.5, 25.0, 40.0, 100.0],  # few points
        [2.5, 16.0, 25.0, 40.0, 1000.0],  # few, the shortest suits first
        [0.0, 0.0, 25.0, 40.0, 100.0],  # points count for nothing
        [0.0, 16.0, 0.0, 0.0, 1000.0],  # nothing counts but the length of suits
        [-3.0, 0.0, 25.0, 40.0, 100.0],  # many points
        [-100.0, 0.0, 0.0, 0.0, 50.0],  # as many points as there are
        # of answering pairs:
        [6.0, 0.5, 8.0, 0.0, 100.0],  # gives away as little as possible
        [6.0, 4.0, 0.0, 0.0, 100.0],  # the same, short suits first
        [0.0, 0.0, 0.0, 0.0, 100.0],  # low cards
        [-6.0, 0.0, 8.0, 0.0, 8.0],  # feeds points
    ]
)
N_BURIALS = 8


@jit.helper
def list_choices(view, decision, choices):
    """Fills `choices` (MOST_CHOICES,) int64 from the front with the choices of a question; how many there are."""
    if decision == DECLARE:
        return list_declarations(view, choices)
    if decision == BURY:
        return list_burials(view, choices)
    if decision == LEAD:
        return list_leads(view, choices)
    return list_answers(view, choices)


@jit.helper
def list_declarations(view, choices):
    """Passing and all lawful declarations."""
    n, left = 0, view.legal
    while left:
        choices[n] = lowest(left)
        left &= left - ONE
        n += 1
    return n


@jit.helper
def list_burials(view, choices):
    """The eight cards of least worth, by style."""
    n = 0
    for style in range(N_BURIALS):
        one, both = least_cards((view, style), view.hand, view.pairs, KITTY_SIZE, worth)
        n = add_choice(view, choices, n, one, both)
    return n


@jit.helper
def list_leads(view, choices):
    """All leads: of equal level cards within a tractor one."""
    n = 0
    for m in range(longest_lead(view) + 1):
        n = add_headed(view, choices, n, lead_tops(view, m), m)
    return n


@jit.helper
def list_answers(view, choices):
    """All single cards; to pairs, what would win and what is of least worth, by style."""
    if view.n_pairs == 0:
        return add_headed(view, choices, 0, view.legal, 0)
    n = add_headed(view, choices, 0, winning_tops(view), view.n_pairs)
    for style in range(N_BURIALS, STYLES.shape[0]):
        one, both = least_answer(view, (view, style), worth)
        n = add_choice(view, choices, n, one, both)
    return n


@jit.helper
def add_headed(view, choices, n, tops, m):
    """Lists m pairs (0: the single) under each of these cards; the number of choices then."""
    while tops:
        top = lowest(tops)
        tops &= tops - ONE
        answer = lead_of(view, top, m)
        one, both = (view.chosen, view.chosen_pairs) if answer == CHOSEN else (bit(answer), ZERO)
        n = add_choice(view, choices, n, one, both)
    return n


@jit.helper
def worth(asked, card):
    """What a card is worth in a style: asked is (view, style)."""
    view, style = asked
    suit = suit_of(card, view.trump)
    value = position(view, card) + STYLES[style, POINT] * points_of(view, card)
    if has(view.pairs, card):
        value += STYLES[style, PAIRED]
    if suit == TRUMPS:
        return value + STYLES[style, TRUMP]
    return value + STYLES[style, LENGTH] * n_in_suit(view, suit) + (STYLES[style, HIGHEST] if position(view, card) == ACE_POSITION else 0.0)


# Numbers -------------------------------------------------------------------------------------------------------------


@jit.helper
def add_choice(view, choices, n, one, both):
    """Lists a set of own cards unless it is there; the number of choices then."""
    code = code_of(view.hand, view.pairs, one, both)
    for c in range(n):
        if choices[c] == code:
            return n
    choices[n] = code
    return n + 1


@jit.helper
def code_of(hand, pairs, one, both):
    """The number of a set of cards of a hand (which holds it: not checked)."""
    code, at = np.int64(0), 0
    while hand:
        card = hand & ~(hand - ONE)
        hand ^= card
        code |= ((1 if one & card else 0) | (2 if both & card else 0)) << at
        at += 2 if pairs & card else 1
    return code


@jit.helper
def set_of(hand, pairs, code):
    """(one, both): the cards of a hand that a number takes."""
    one, both = ZERO, ZERO
    while hand:
        card = hand & ~(hand - ONE)
        hand ^= card
        n = code & 1
        code >>= 1
        if pairs & card:
            n += code & 1
            code >>= 1
        one |= card if n else ZERO
        both |= card if n == 2 else ZERO
    return one, both
