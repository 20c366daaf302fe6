"""Everything by chance, from the seat's own random stream."""

from __future__ import annotations

import numpy as np

from sim.core import jit
from sim.core.bits import bit, nth_set_bit, popcount
from sim.core.draws import draw
from sim.games.tractor.cards import KITTY_SIZE, LEVEL_PLACE
from sim.games.tractor.rules import EQUALS, first_of, fold, longest_run, n_cards, pairs_owed, run_starts, unfold
from sim.games.tractor.strategist.cards import NOTHING
from sim.games.tractor.strategist.tricks import choose, lead_of


@jit.helper
def random_card(view, one, both):
    """A card of a set, two of a kind being two cards."""
    kinds = popcount(one)
    k = draw(view, kinds + popcount(both))
    return nth_set_bit(one if k < kinds else both, k if k < kinds else k - kinds)


@jit.helper
def random_cards(view, one, both, n):
    """(one, both): n cards of a set, each equally likely, two of a kind being two cards."""
    taken, twice = NOTHING, NOTHING
    for _ in range(n):
        card = bit(random_card(view, one, both))
        twice |= taken & card
        taken |= card
        one, both = one & ~card | both & card, both & ~card
    return taken, twice


@jit.helper
def random_declaration(view):
    """Passing and each distinct declaration, equally likely."""
    return nth_set_bit(view.legal, draw(view, popcount(view.legal)))


@jit.helper
def random_bury(view):
    """Eight of the cards, each set of cards equally likely."""
    one, both = random_cards(view, view.hand, view.pairs, KITTY_SIZE)
    return choose(view, one, both)


@jit.helper
def random_lead(view):
    """A shape held (single, pair, each length of tractor), then a distinct lead of that shape, each equally likely."""
    trump = view.trump
    folded = fold(view.pairs, trump)
    m = draw(view, longest_run(folded, trump) + 1)
    if m < 2:
        cards = view.pairs if m else view.hand
        return lead_of(view, nth_set_bit(cards, draw(view, popcount(cards))), m)
    starts = run_starts(folded, m, trump)
    through = starts & (bit(LEVEL_PLACE + 1) - bit(LEVEL_PLACE + 1 - m))
    levels = view.pairs & EQUALS[trump]
    spread = popcount(levels)
    k = draw(view, popcount(starts & ~through) + popcount(through) * spread)
    level = NOTHING
    if k < popcount(through) * spread:
        while k >= popcount(through):
            k -= popcount(through)
            levels &= levels - np.uint64(1)
        start, level = nth_set_bit(through, k), first_of(levels)
    else:
        start = nth_set_bit(starts & ~through, k - popcount(through) * spread)
    cards = unfold((bit(m) - np.uint64(1)) << np.uint64(start), level, trump)
    return choose(view, cards, cards)


@jit.helper
def random_follow(view):
    """A lawful answer: among the suit's cards, pairs owed, and cards to fill up with, each equally likely."""
    if view.n_pairs == 0:
        return random_card(view, view.legal, view.pairs & view.legal)
    suit = view.suit
    one, both = view.hand & suit, view.pairs & suit
    held = n_cards(one, both)
    if held < view.n_cards:
        more, twice = random_cards(view, view.hand & ~suit, view.pairs & ~suit, view.n_cards - held)
        return choose(view, one | more, both | twice)
    owed = pairs_owed(view.pairs, suit, view.n_pairs)
    pairs, _ = random_cards(view, both, NOTHING, owed)
    more, _ = random_cards(view, one & ~both, NOTHING, view.n_cards - 2 * owed)
    return choose(view, pairs | more, pairs)
