"""Tractor's rules as small pure kernels; each constant carries its rule number (README.md).

Cards are places on the ladder (cards.py), sets of cards two masks: `one` (in it) and `both` (in it twice).
"""

from __future__ import annotations

import numpy as np

from sim.core import jit
from sim.core.bits import bit, highest, lowest, popcount
from sim.games.tractor.cards import ACE, FIVES, LANE_WIDTH, LEVEL_PLACE, N_KINDS, N_SUITS, NO_TRUMP, TENS

# T6: whose declaration makes the first dealer
FIRST_DECLARER, STANDING = 0, 1
# units
DEAL, MATCH = 0, 1

REACH = 80  # T20: attackers take over
PER_LEVEL = 40  # T20
KITTY_FACTOR = 2  # T19: times the cards per play of the last trick

# Answers to `declare` (T5): pass; a level card of suit s; two of them; two Black Jokers; two Red Jokers
PASS, SINGLE, PAIR, BLACK_PAIR, RED_PAIR = 0, 1, 5, 9, 10
STRENGTH = np.array([0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 4], np.int64)  # T5, of each answer
STRONGER = np.array([sum(1 << a for a in range(1, 11) if STRENGTH[a] > s) for s in range(5)], np.uint64)  # [strength standing]
TRUMP_OF = np.array([-1, 0, 1, 2, 3, 0, 1, 2, 3, NO_TRUMP, NO_TRUMP], np.int64)  # of each answer

LANES = (1 << LEVEL_PLACE) - 1
_ALL = (1 << N_KINDS) - 1
FULL_LADDER = np.uint64(_ALL)
LANE = np.array([0xFFF << LANE_WIDTH * lane for lane in range(N_SUITS)], np.uint64)
TRUMPS = np.array([_ALL & ~0xFFFFFFFFF] * N_SUITS + [_ALL & ~LANES], np.uint64)  # [trump]: lane 3 and what is above; only what is above
EQUALS = np.array([7 << LEVEL_PLACE] * N_SUITS + [15 << LEVEL_PLACE], np.uint64)  # [trump] -> the level cards that are equal (T9)
SUIT_AT = np.array([min(place // LANE_WIDTH, 4) for place in range(64)], np.int64)  # [place] -> lane, 4 above the lanes

# [trump]: folded places whose next higher one is of the same effective suit
JOINS = np.array([_ALL & ~(1 << 11 | 1 << 23 | 1 << 35 | (1 << 47 if t == NO_TRUMP else 0)) for t in range(5)], np.uint64)

_LANES, _LEVEL_BIT = np.uint64(LANES), np.uint64(1 << LEVEL_PLACE)
_ABOVE = np.array([_ALL & ~LANES & ~int(e) for e in EQUALS], np.uint64)  # [trump] -> the cards above the equal level cards
_DOWN = np.array([2, 2, 2, 2, 3], np.uint64)  # [trump] -> how far they move when those become one
# [trump, place] -> the place when those have become one (see fold)
HEIGHT = np.array([[p if p < LEVEL_PLACE else LEVEL_PLACE if int(EQUALS[t]) >> p & 1 else p - int(_DOWN[t]) for p in range(64)] for t in range(5)], np.int64)
# for `relabel`: masks of the lanes and level cards below and above the trump suit's
_BELOW = np.array([((1 << LANE_WIDTH * t) - 1) | ((1 << t) - 1) << LEVEL_PLACE for t in range(N_SUITS)], np.uint64)
_LANES_OVER = np.array([LANES & ~((1 << LANE_WIDTH * (t + 1)) - 1) for t in range(N_SUITS)], np.uint64)
_LEVELS_OVER = np.array([(15 & ~((1 << t + 1) - 1)) << LEVEL_PLACE for t in range(N_SUITS)], np.uint64)
_JOKERS = np.uint64(3 << 52)
_U1, _U12, _U36, _U48 = (np.uint64(k) for k in (1, 12, 36, 48))


@jit.helper
def relabel(mask, trump):
    """A mask drawn on the ladder of no-trump, redrawn on that of `trump` (T9)."""
    if trump == NO_TRUMP:
        return mask
    own = np.uint64(trump)
    kept = mask & (_BELOW[trump] | _JOKERS)
    moved = (mask & _LANES_OVER[trump]) >> _U12 | (mask & _LEVELS_OVER[trump]) >> _U1
    lane = (mask & LANE[trump]) >> (own * _U12) << _U36
    level = (mask >> (_U48 + own) & _U1) << np.uint64(51)
    return kept | moved | lane | level


@jit.helper
def fold(mask, trump):
    """The mask with the equal level cards as one place (T9, T12): neighbouring bits are consecutive ranks.

    Places below 48 stay, 48 is any equal level card, what is above comes down to 49, 50 and 51. A higher place is a
    stronger card, of the same suit or a trump.
    """
    folded = mask & _LANES | (mask & _ABOVE[trump]) >> _DOWN[trump]
    return folded | _LEVEL_BIT if mask & EQUALS[trump] else folded


@jit.helper
def first_of(mask):
    """The lowest card of a mask, as a mask; empty if it is empty."""
    return bit(lowest(mask)) if mask else mask


@jit.helper
def suit_of(card, trump):
    """The effective suit of a card: 0..3 the lane, 4 trumps."""
    lane = SUIT_AT[card]
    return 4 if lane == 3 and trump != NO_TRUMP else lane


@jit.helper
def suit_mask(suit, trump):
    """All cards of an effective suit (0..3 the lane, 4 trumps)."""
    return TRUMPS[trump] if suit == 4 else LANE[suit]


@jit.helper
def n_cards(one, both):
    """Cards in a set."""
    return popcount(one) + popcount(both)


@jit.helper
def n_points(one, both, level):
    """T18: points of a set."""
    points = 5 * popcount(one & FIVES[level]) + 10 * popcount(one & TENS[level])
    if both:
        points += 5 * popcount(both & FIVES[level]) + 10 * popcount(both & TENS[level])
    return points


@jit.helper
def is_within(one, both, hand, pairs):
    """Whether `hand` (twice: `pairs`) holds all cards of the set, and the set is one."""
    return one & ~hand | both & ~pairs | both & ~one == np.uint64(0)


@jit.helper
def add_cards(one, both, more, more_both):
    """The union of two sets, copies counted (no more than two of a kind: not checked)."""
    return one | more, both | more_both | (one & more)


@jit.helper
def remove_cards(hand, pairs, one, both):
    """What is left of a hand (which holds the set: not checked)."""
    return hand & ~one | pairs & one & ~both, pairs & ~one


@jit.helper
def is_run(folded, m):
    """T12: whether a folded mask is m consecutive ranks and nothing else."""
    return folded >> np.uint64(lowest(folded)) == bit(m) - _U1


@jit.helper
def run_starts(folded, m, trump):
    """T12: of a folded mask of pairs, the lowest place of each run of m consecutive ranks (m at least 1)."""
    steps = folded & folded >> _U1 & JOINS[trump]
    starts = folded
    for _ in range(m - 1):
        starts = steps & starts >> _U1
    return starts


@jit.helper
def longest_run(folded, trump):
    """T12: the number of ranks of the longest run; 0 for no pair."""
    steps = folded & folded >> _U1 & JOINS[trump]
    m = 0
    while folded:
        folded = steps & folded >> _U1
        m += 1
    return m


@jit.helper
def unfold(folded, level_card, trump):
    """The cards of a folded mask; `level_card` (a mask) stands for the equal level cards."""
    cards = folded & _LANES | (folded & ~_LANES & ~_LEVEL_BIT) << _DOWN[trump]
    return cards | level_card if folded & _LEVEL_BIT else cards


@jit.helper
def pairs_led(one, both, trump):
    """T11, T12: the shape of a lead: 0 a single, m pairs (1 a pair, from 2 on a tractor); -1 no lead."""
    if both == np.uint64(0):
        return 0 if popcount(one) == 1 else -1
    m = popcount(one)
    if one != both or one & ~suit_mask(suit_of(lowest(one), trump), trump):
        return -1
    return m if is_run(fold(one, trump), m) else -1


@jit.inlined
def top_if_matching(one, both, m, suit, trump):
    """T16: the folded place of the play's top card if it has the shape of the lead; -1 if it cannot win.

    m: pairs led, 0 for a single. suit: the mask of the led effective suit.
    """
    if m == 0:
        return HEIGHT[np.uint64(trump), np.uint64(lowest(one))] if one & (suit | TRUMPS[trump]) else -1
    if one != both or (one & ~suit and one & ~TRUMPS[trump]):
        return -1
    folded = fold(one, trump)
    return highest(folded) if is_run(folded, m) else -1


@jit.helper
def pairs_owed(pairs, suit, m):
    """T14: pairs of the led suit that must be played when the suit is not short."""
    return min(m, popcount(pairs & suit))


@jit.helper
def cards_for_follow(hand, pairs, suit, n, m):
    """The mask of cards that some lawful follow contains."""
    if m == 0:
        return hand & suit if hand & suit else hand
    held = n_cards(hand & suit, pairs & suit)
    in_suit = pairs & suit if popcount(pairs & suit) >= m else hand & suit
    return hand if held < n else in_suit


@jit.helper
def is_legal_follow(one, both, hand, pairs, suit, n, m):
    """T13-T15: whether the set is a lawful answer to a lead of n cards (m pairs) of the suit with this mask."""
    if m == 0:
        return popcount(one) == 1 and both == np.uint64(0) and one & cards_for_follow(hand, pairs, suit, n, m) != np.uint64(0)
    held = n_cards(hand & suit, pairs & suit)
    is_full = is_within(one, both, hand, pairs) & (n_cards(one, both) == n)
    follows = n_cards(one & suit, both & suit) == min(n, held)
    return is_full & follows & ((held < n) | (popcount(both & suit) == pairs_owed(pairs, suit, m)))


@jit.helper
def legal_declarations(hand, pairs, standing):
    """T5: the mask of lawful answers (bit a: answer a) of a hand on the ladder of no-trump; standing: strength to beat."""
    held = (hand >> _U48 & np.uint64(15)) << np.uint64(SINGLE) | (pairs >> _U48 & np.uint64(63)) << np.uint64(PAIR)
    return held & STRONGER[standing] | _U1


@jit.helper
def turned_suit(card):
    """T7: the printed suit of a kitty card on the ladder of no-trump; -1 for a joker."""
    if card >= LEVEL_PLACE:
        return card - LEVEL_PLACE if card < LEVEL_PLACE + N_SUITS else -1
    return SUIT_AT[card]


@jit.helper
def kitty_bonus(kitty_points, n):
    """T19: what the buried points are worth to attackers who win a last trick of n cards a play."""
    return KITTY_FACTOR * n * kitty_points


@jit.helper
def defenders_rise(points):
    """T20: levels that the dealer's side goes up."""
    if points >= REACH:
        return 0
    if points == 0:
        return 3
    return 2 if points < PER_LEVEL else 1


@jit.helper
def attackers_rise(points):
    """T20: levels that the attackers go up: one for each full 40 above 80."""
    return (points - REACH) // PER_LEVEL if points >= REACH else 0


@jit.helper
def next_dealer(dealer, points):
    """T20: the dealer's partner if the deal was defended, else the player after the dealer."""
    return (dealer + (1 if points >= REACH else 2)) & 3


@jit.helper
def level_after(level, rise, is_defence, defend_ace):
    """T21: a team's level after a rise; above ACE the match is won."""
    if defend_ace and not (is_defence and level == ACE):
        return min(level + rise, ACE)
    return level + rise
