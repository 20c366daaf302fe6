"""Câmbio's nine decisions, and all that a seat may know when it takes them (the View).

| decision | asked | answer |
|---|---|---|
| `call` | at the start of the own turn while nobody has called (C9) | 0 play on, 1 say Câmbio |
| `draw` | when the discard top could be taken (C7, C8) | STOCK 0 or TOP 1 |
| `use` | with a card in hand (`view.drawn`) | an own position 0..15: swap; PLAY 16; DISCARD 17 |
| `peek_own` | 7 or 8 played (C7) | an own position |
| `peek_other` | 9 or 10 played | a place: 16 * seat + position |
| `exchange` | jack or queen played | a pair: 128 * own position + place |
| `king` | black king played, twice | first a pair to look at (`view.pair` is -1), then 0 leave, 1 exchange |
| `snap` | a card comes to lie open (C13) | a place, own or another's; PASS -1 |
| `give` | another's card was snapped rightly | the own position that goes to `view.give_to` |

A seat is asked only where it has something to decide or carry out: not to call when somebody has, not where to draw
when the discard top cannot be taken, not to look where no lawful card lies, not to snap without cards, and not to
snap without a match when its strategy `waits` (see sim/games/protocol.py).
`view.legal` holds the legal answers as a mask wherever they are below 64 (bit a for answer a); for places see the
masks `view.occupied` and the seat `view.locked`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.core.seam import view_dtype
from sim.games.cambio.cards import MOST_CARDS
from sim.games.protocol import Decision

_NUMBERS: Any = np.arange(9)  # numpy's: for each of Python's a kernel's functions would be compiled anew
CALL, DRAW, USE, PEEK_OWN, PEEK_OTHER, EXCHANGE, KING_LOOK, SNAP, GIVE = _NUMBERS

DECISIONS = (
    Decision("call", "at the start of the own turn, while nobody has called", "0 play on, 1 say Câmbio", "C9"),
    Decision("draw", "stock or discard top, when both are possible", "0 stock, 1 discard top", "C7 C8"),
    Decision("use", "what becomes of the card in hand", "own position 0..15 to swap, 16 play, 17 discard", "C7 C8"),
    Decision("peek_own", "which own card a 7 or 8 looks at", "an own position", "C7"),
    Decision("peek_other", "which card of another a 9 or 10 looks at", "a place, 16 * seat + position", "C7"),
    Decision("exchange", "which two cards a jack or queen exchanges, unseen", "a pair, 128 * own position + place", "C7"),
    Decision("king", "which two cards a black king looks at; then, asked again, whether to exchange them", "a pair, then 0 or 1", "C7"),
    Decision("snap", "whether to throw a card on the open one", "a place, 16 * seat + position; -1 nothing", "C13"),
    Decision("give", "which own card goes to the place emptied by a snap", "an own position", "C13"),
)

MAX_SEATS = 8  # C2
MAX_POSITIONS = 16  # C18
STOCK, TOP = 0, 1
PLAY, DISCARD = 16, 17
PASS = -1
NOTHING = -1  # no pair, no place, nobody

VIEW = view_dtype(
    [
        ("legal", np.uint64),  # legal answers, bit a for answer a; not used by peek_other, exchange, king's first, snap
        ("occupied", np.uint64, (MAX_SEATS,)),  # of each seat, positions with a card
        ("known", np.uint64, (MAX_SEATS,)),  # of each seat, positions whose card this seat remembers (C23, C24)
        ("matches", np.uint64, (MAX_SEATS,)),  # in `snap`: remembered cards that match the open one; else empty
        ("cards", np.uint8, (MAX_SEATS, MAX_POSITIONS)),  # the remembered cards; NO_CARD elsewhere
        ("seen", np.uint8, (MAX_SEATS, MAX_POSITIONS)),  # seats that have lawfully seen the card lying there, bit s: public
        ("opened", np.int64, (MAX_SEATS,)),  # of each seat, positions ever opened: 0 .. opened - 1 (C16)
        ("pile", np.uint8, (MOST_CARDS,)),  # the discard pile, the top last: pile[0 : n_pile]
        ("n_matches", np.int64),  # cards in `matches`
        ("n_pile", np.int64),
        ("top", np.int64),  # top of the discard pile (in `snap`: the open card), NO_CARD if there is none
        ("stock", np.int64),  # cards left in the stock
        ("reshuffles", np.int64),  # how often the discard pile has become the stock (C12)
        ("n_cards", np.int64),  # cards of the pack: 106, 108 or 110
        ("players", np.int64),
        ("seat", np.int64),  # own seat
        ("first", np.int64),  # who took the first turn
        ("turn", np.int64),  # turns begun, of all players, from 1
        ("mover", np.int64),  # whose turn it is
        ("caller", np.int64),  # who has said Câmbio, -1 nobody
        ("locked", np.int64),  # whose cards may not be touched (C19, option caller_locked), -1 nobody
        ("drawn", np.int64),  # in `use`: the card in hand; else NO_CARD
        ("pair", np.int64),  # in `king`: the pair looked at, -1 before; else -1
        ("give_to", np.int64),  # in `give`: the place that the card goes to; else -1
        ("thrower", np.int64),  # in `snap`: who put the open card there; later left over
        ("by_points", np.int64),  # 1: cards of equal points match (option snap_match)
        ("chain", np.int64),  # 1: a snapped card may be snapped on (option snap_chain)
        ("own_wrong", np.int64),  # what a wrong own throw costs (C16): 0 abandon2, 1 return1, 2 return2
        ("max_turns", np.int64),  # C12
        ("discarder_first", np.int64),  # 1: who put the open card there is first (C14)
        ("caller_locked", np.int64),  # 1: nobody will touch a caller's cards (C19)
        ("speed", np.float64, (MAX_SEATS,)),  # of each seat, rate of the reaction time (C14)
        ("fading", np.float64, (MAX_SEATS,)),  # of each seat, chance to forget a card before an own turn (C24)
    ]
)
