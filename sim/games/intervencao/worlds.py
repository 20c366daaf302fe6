"""Worlds: hands that agree with all that a seat knows, each equally likely, drawn from its View alone.

What a seat knows of the others' hands: how many cards each holds; the cards absorbed in this round and not expelled
since (`known`); a hand that was shown to it, less what that player has expelled since: the deal's cards leave a hand by
an expulsion only, which all see; the revealed J, which never moves. What others chose to throw or to keep may tell more;
it is not used.

The rest of the others' cards is *hidden*: the J, unless the seat knows where it is, and cards of the pack that nobody
has expelled in this round and that are not in the own hand. Before the round each player was as likely to get the J and
every deal of the other cards as likely (I3). So the J is any of the hidden cards with equal chance, whoever has more of
them holds it more often, and the others are drawn from the pack without putting back. The cards that left with an
eliminated player are as unknown as those that were never dealt. (Of a round with more than N_HISTORY expulsions a View
keeps the last ones only.)
"""

from __future__ import annotations

import numpy as np

from sim.core import jit, rng
from sim.core.bits import ZERO, bit, has, popcount
from sim.games.intervencao.cards import J_BIT, PACKS
from sim.games.intervencao.decisions import MAX_SEATS, N_HISTORY, NOBODY
from sim.games.intervencao.state import N_DRAWN
from sim.games.intervencao.strategist.table import expelled_card, expulsion

# What a seat knows of the hands: the same for all worlds of a question
KNOWN = np.dtype(
    [
        ("unseen", np.uint64),  # cards but the J that may be in the others' hands
        ("certain", np.uint64, (MAX_SEATS,)),  # of a hand: its cards that are known, the J too
        ("n_hidden", np.int64, (MAX_SEATS,)),  # how many more it holds
        ("n_all_hidden", np.int64),
        ("j_is_hidden", np.int64),  # 1: any of the hidden cards may be the J
    ],
    align=True,
)

# One world
WORLD = np.dtype(
    [
        ("hands", np.uint64, (MAX_SEATS,)),
        ("table", np.uint64, (4,)),  # where the stream of clock and seats begins
        ("streams", np.uint64, (MAX_SEATS, 4)),  # and the seats' private streams
        ("drawn", np.uint64, (N_DRAWN,)),  # scratch
    ],
    align=True,
)


@jit.helper
def consider(view, known):
    """Fills `known` with what the seat knows."""
    expelled = expelled_cards(view)
    out = expelled | view.hand
    known.n_all_hidden = 0
    located = view.hand
    for seat in range(view.rules.players):
        known.certain[seat] = certain_cards(view, seat, expelled)
        known.n_hidden[seat] = view.sizes[seat] - popcount(known.certain[seat])
        known.n_all_hidden += known.n_hidden[seat]
        out |= known.certain[seat] | view.waiting[seat]
        located |= known.certain[seat]
    known.unseen = PACKS[view.rules.ranks] & ~out
    known.j_is_hidden = 0 if located & J_BIT else 1


@jit.helper
def expelled_cards(view):
    """The mask of all cards that were expelled in the round."""
    cards = ZERO
    for i in range(max(0, view.n_expelled - N_HISTORY), view.n_expelled):
        cards |= bit(expelled_card(expulsion(view, i)))
    return cards


@jit.helper
def certain_cards(view, seat, expelled):
    """The cards that a seat is known to hold; of no seat out of the round."""
    if seat == view.seat:
        return view.hand
    if not has(view.others, seat):
        return ZERO
    revealed = J_BIT if view.interventor == seat else ZERO
    return view.known[seat] | view.shown[seat] & ~expelled | revealed


@jit.helper
def draw_world(view, known, world):
    """Fills `world` with one of the worlds that agree with what the seat knows, each equally likely; moves view.rng on."""
    key = rng.next_word(view.rng)
    rng.open_from_word(world.table, key, 0)
    j_place = rng.below(view.rng, known.n_all_hidden) if known.j_is_hidden else NOBODY
    n_drawn = known.n_all_hidden - known.j_is_hidden
    if n_drawn > 0:
        rng.draw_bits(known.unseen, n_drawn, world.drawn, view.rng)
    place, at = 0, 0
    for seat in range(view.rules.players):
        rng.open_from_word(world.streams[seat], key, seat + 1)
        hand = known.certain[seat]
        for _ in range(known.n_hidden[seat]):
            if place == j_place:
                hand |= J_BIT
            else:
                hand |= world.drawn[at]
                at += 1
            place += 1
        world.hands[seat] = hand
