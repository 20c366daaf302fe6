"""Names the suit that promises most tricks.

Idea: under each possible trump add up the chances that the cards take a trick when led; name the best suit.
Origin: "most expected winners", the better of the two usual rules for dealers.
Weakness: counts leads only, so it undervalues low trumps in a hand with voids.
"""

from sim.games.wizard.strategist import (
    LANE,
    N_SUITS,
    ONE,
    SPECIALS,
    WIZARDS,
    Knob,
    higher_of_suit,
    lowest,
    none_held,
    popcount,
    suit_of,
    unseen,
)

KNOBS = (Knob("length", 0.25, 0.0, 2.0, "tricks that each card of the suit counts in addition"),)
LENGTH = 0


def choose_trump(view):
    """The suit with the greatest sum, the lowest of equals."""
    best, most = 0, -1.0
    for suit in range(N_SUITS):
        promise = tricks_under(view, suit) + view.parameters[LENGTH] * popcount(view.hand & LANE[suit])
        if promise > most:
            best, most = suit, promise
    return best


def tricks_under(view, trump):
    """Expected tricks of the suit cards if each were led while `trump` is trump."""
    total, hidden = 0.0, unseen(view)
    left = view.hand & ~SPECIALS
    while left:
        card = lowest(left)
        left &= left - ONE
        above = WIZARDS | higher_of_suit(card)
        if suit_of(card) != trump:
            above |= LANE[trump]
        total += none_held(popcount(hidden), popcount(hidden & above), view.players - 1)
    return total
