"""Tractor's four decisions, and all that a seat may know when it takes them (the View).

| decision | asked | answer |
|---|---|---|
| `declare` | a seat at its turn that holds a declaration stronger than the standing one (T4, T5) | 0 to 10, below |
| `bury` | the dealer, holding 33 cards (T8) | 8 cards |
| `lead` | the leader of a trick (T11) | a single, a pair or a tractor |
| `follow` | every other seat (T13-T15) | as many cards as were led |

Declarations: 0 pass, 1..4 a level card of S H D C, 5..8 two of them, 9 two Black Jokers, 10 two Red Jokers.

An answer of one card is its place on the ladder, 0..53. An answer of several cards is written into `view.chosen` and
`view.chosen_pairs` (the two masks of a set, see cards.py) and told by the answer CHOSEN; a strategy does both with
`return choose(view, one, both)`. One card may be given either way.
"""

from __future__ import annotations

import numpy as np

from sim.core.seam import view_dtype
from sim.games.protocol import Decision

DECLARE, BURY, LEAD, FOLLOW = range(4)

DECISIONS = (
    Decision("declare", "a seat may make trumps", "0 pass, 1-4 a level card of S H D C, 5-8 two of them, 9 two Black Jokers, 10 two Red Jokers", "T5"),
    Decision("bury", "the dealer puts away eight of 33 cards", "choose(view, one, both): eight cards", "T8"),
    Decision("lead", "the leader of a trick plays a single, a pair or a tractor", "a card, or choose(view, one, both)", "T11"),
    Decision("follow", "the others play as many cards as were led", "a card, or choose(view, one, both)", "T13"),
)

CHOSEN = 64  # the answer "the cards stand in view.chosen and view.chosen_pairs"
UNKNOWN = -1  # trump and role before they are settled; a declaration that was not made

VIEW = view_dtype(
    [
        ("legal", np.uint64),  # declare: bit a for answer a; else the own cards that some lawful answer contains
        ("hand", np.uint64),  # own cards (while declaring, on the ladder of no-trump)
        ("pairs", np.uint64),  # those of them held twice
        ("suit", np.uint64),  # all cards of the led effective suit; empty when not following
        ("chosen", np.uint64),  # the answer's cards, see above
        ("chosen_pairs", np.uint64),
        ("trick", np.uint64, (4,)),  # the current trick: what each seat has played to it
        ("trick_pairs", np.uint64, (4,)),
        ("played", np.uint64, (4,)),  # what each seat has played in this deal, the current trick included
        ("played_pairs", np.uint64, (4,)),
        ("plays", np.uint64, (25, 4)),  # by trick of this deal, the current one included: what each seat has played to it
        ("play_pairs", np.uint64, (25, 4)),
        ("kitty", np.uint64),  # the eight cards taken up: for the dealer, and for all if they were turned up (T7)
        ("kitty_pairs", np.uint64),
        ("buried", np.uint64),  # the eight cards put away: for the dealer alone (T8)
        ("buried_pairs", np.uint64),
        ("trumps", np.uint64),  # all trumps of the deal; empty while declaring
        ("voids", np.uint64),  # bit 5 * seat + suit: the seat has shown that it holds no card of that effective suit
        ("pairless", np.uint64),  # the same bits: the seat has shown that it holds no pair of it (T14)
        ("n_cards", np.int64),  # cards to play: as many as were led, 8 when burying, 0 when leading or declaring
        ("n_pairs", np.int64),  # pairs led: 0 a single, 1 a pair, from 2 on a tractor
        ("best", np.int64),  # folded place (see rules.fold) of the top card that is winning the trick, -1 when leading
        ("best_seat", np.int64),  # who is winning the trick, -1 when leading
        ("leader", np.int64),  # who leads or led the trick
        ("leaders", np.int64, (25,)),  # who led each trick of this deal, the current one included; -1 beyond
        ("trick_points", np.int64),  # points in the trick so far
        ("points", np.int64, (2,)),  # points taken in tricks of this deal by each team
        ("tricks", np.int64),  # tricks finished in this deal
        ("cards_left", np.int64),  # cards that each seat held when the trick began
        ("seat", np.int64),  # own seat; the team is seat & 1, the partner seat ^ 2
        ("dealer", np.int64),  # while declaring in a first deal: the initial dealer, who may lose the deal (T6)
        ("attacking", np.int64),  # 1 the own team attacks, 0 it defends, -1 not settled yet
        ("level", np.int64),  # the level rank of the deal, 0..12 for 2..A
        ("trump", np.int64),  # 0..3 the printed suit, 4 no-trump, -1 while declaring
        ("levels", np.int64, (2,)),  # of both teams
        ("is_first", np.int64),  # 1 if declaring also decides who deals (T6)
        ("first_dealer", np.int64),  # and how: rules.FIRST_DECLARER or STANDING
        ("deal", np.int64),  # deals finished in the match
        ("n_declared", np.int64),  # declarations made in this deal
        ("declared", np.int64, (4,)),  # the declarations in order, as answers; UNKNOWN from n_declared on
        ("declared_by", np.int64, (4,)),  # and who made them
    ]
)
