"""Wizard's three decisions, and all that a seat may know when it takes them (the View).

| decision | asked | answer |
|---|---|---|
| `choose_trump` | the dealer, when a wizard was turned up (W4) | a suit, 0..3 |
| `bid` | each seat once a round, left of the dealer first (W6) | 0..round |
| `play` | each seat once a trick (W13) | a card code |

`view.legal` holds the legal answers as a mask: bit a is set when a is legal.
"""

from __future__ import annotations

import numpy as np

from sim.core.seam import view_dtype
from sim.games.protocol import Decision

CHOOSE_TRUMP, BID, PLAY = range(3)

DECISIONS = (
    Decision("choose_trump", "the dealer names the trump suit when a wizard was turned up", "a suit 0..3 (B G R Y)", "W4"),
    Decision("bid", "each seat announces its tricks before the round is played", "a number of tricks 0..round", "W6"),
    Decision("play", "each seat plays one card to each trick", "a card code from view.legal", "W15"),
)

UNSEEN = -1  # a bid that this seat cannot see (yet)

# What was agreed before the game; every seat knows it.
RULES = np.dtype(
    [
        ("players", np.int64),  # 3..6 (W2)
        ("rounds", np.int64),  # 60 / players (W2)
        ("wizard_turned", np.int64),  # rules.DEALER_CHOOSES or NO_TRUMP_ON_WIZARD (W4)
        ("first_dealer", np.int64),  # a seat, or -1: drawn (W5)
        ("bids", np.int64),  # rules.OPEN, HIDDEN or SECRET (W7, W9, W10)
        ("plus_one", np.int64),  # 0 or 1 (W8)
        ("forehead", np.int64),  # 0 or 1 (W11)
    ],
    align=True,
)

VIEW = view_dtype(
    [
        ("legal", np.uint64),  # legal answers, bit a for answer a
        ("hand", np.uint64),  # own cards; empty in the forehead round until the card is played (W11)
        ("played", np.uint64),  # all cards played in this round, the current trick's included
        ("others", np.uint64, (6,)),  # cards of other seats that lie open: only in the forehead round (W11)
        ("tricks", np.uint64, (20,)),  # tricks of the round up to the current one; byte i: i-th card played
        ("leaders", np.int64, (20,)),  # who led each of them
        ("players", np.int64),
        ("rounds", np.int64),  # rounds of the game
        ("round", np.int64),  # 1..rounds: also the cards dealt to each
        ("seat", np.int64),  # own seat
        ("dealer", np.int64),
        ("trump", np.int64),  # 0..3, NO_TRUMP = 4
        ("turned", np.int64),  # the card turned up, -1 in the last round
        ("bids", np.int64, (6,)),  # of the round, UNSEEN = -1 where not (yet) visible (W7-W10)
        ("won", np.int64, (6,)),  # tricks won so far in the round
        ("scores", np.int64, (6,)),  # points before this round
        ("trick", np.int64),  # tricks finished in the round: index of the current one
        ("n_played", np.int64),  # cards already in the current trick
        ("follow", np.int64),  # suit to follow: 0..3, 4 none yet, 5 none in this trick (W14)
        ("best", np.int64),  # strength of the card that is winning the trick, -1 before the first card
        ("best_seat", np.int64),  # who is winning the trick, -1 before the first card
        ("rules", RULES),
    ]
)
