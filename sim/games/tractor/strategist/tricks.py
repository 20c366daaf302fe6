"""Leads, and answers to leads: what is lawful, what would win."""

from __future__ import annotations

import numpy as np

from sim.core import jit
from sim.core.bits import bit, has, highest, popcount
from sim.games.tractor.decisions import CHOSEN
from sim.games.tractor.rules import EQUALS, first_of, fold, longest_run, n_cards, run_starts, top_if_matching, unfold
from sim.games.tractor.strategist.cards import NOTHING


@jit.helper
def choose(view, one, both):
    """Answers with a set of cards: writes it into the View."""
    view.chosen = one
    view.chosen_pairs = both
    return CHOSEN


@jit.helper
def longest_lead(view):
    """Pairs of the longest lead held: 0 only singles, 1 a pair, from 2 on a tractor."""
    return longest_run(fold(view.pairs, view.trump), view.trump)


@jit.helper
def lead_tops(view, m):
    """The mask of own cards that head a lawful lead of m pairs (0: a single). Lead it with `lead_of(view, card, m)`."""
    return tops_of_runs(view, view.pairs, m) if m else view.hand


@jit.helper
def tops_of_runs(view, pairs, m):
    """The mask of cards that head m consecutive pairs among these."""
    folded = run_starts(fold(pairs, view.trump), m, view.trump) << np.uint64(m - 1)
    return unfold(folded, pairs & EQUALS[view.trump], view.trump)


@jit.helper
def lead_of(view, top, m):
    """Leads m pairs headed by the card `top` (0: the single); of equal level pairs further down takes the first."""
    if m == 0:
        return top
    run = bit(highest(fold(bit(top), view.trump)) + 1) - bit(highest(fold(bit(top), view.trump)) + 1 - m)
    levels = view.pairs & EQUALS[view.trump]
    level = bit(top) if has(EQUALS[view.trump], top) else first_of(levels)
    cards = unfold(run, level, view.trump)
    return choose(view, cards, cards)


@jit.helper
def is_owed_in_suit(view):
    """Whether the whole answer must be of the led suit; else all cards of it go, and any others with them (T15)."""
    return n_cards(view.hand & view.suit, view.pairs & view.suit) >= view.n_cards


@jit.helper
def forced_cards(view):
    """(one, both) that every lawful answer contains: all of the suit if it is short (T15), else pairs owed with no choice (T14)."""
    if not is_owed_in_suit(view):
        return view.hand & view.suit, view.pairs & view.suit
    pairs = view.pairs & view.suit
    if popcount(pairs) <= view.n_pairs:
        return pairs, pairs
    return NOTHING, NOTHING


@jit.helper
def winning_top(view, one, both):
    """The folded place of the top card of this answer to the trick if it would be winning, else -1."""
    top = top_if_matching(one, both, view.n_pairs, view.suit, view.trump)
    return top if top > view.best else -1


@jit.helper
def cards_above(view, height):
    """All cards whose folded place is above a height such as view.best."""
    return unfold(~(bit(height + 1) - np.uint64(1)), EQUALS[view.trump], view.trump)


@jit.helper
def is_last(view):
    """Whether three seats have played to the trick already."""
    return (view.seat - view.leader) & 3 == 3


@jit.helper
def winning_tops(view):
    """The mask of own cards that head a lawful answer which would be winning. Play it with `lead_of(view, card, view.n_pairs)`."""
    if is_owed_in_suit(view):
        allowed = view.suit
    elif view.hand & view.suit:
        return NOTHING
    else:
        allowed = view.trumps
    above = cards_above(view, view.best) & allowed
    if view.n_pairs == 0:
        return view.hand & above
    return tops_of_runs(view, view.pairs & allowed, view.n_pairs) & above
