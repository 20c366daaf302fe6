"""One exactly defined strategy, for comparison with independent programs; every tie is fixed.

Idea: declares a suit in which it would hold nine trumps, buries low side cards without points, leads the longest
and highest lead, always follows as low as it can.
Origin: defined for carteado so that programs written from the rules alone must agree on its means.
Weakness: never tries to win a trick that another leads, never gives its partner points on purpose.
"""

from sim.games.tractor.strategist import (
    N_SUITS,
    PASS,
    SINGLE,
    bit,
    bury_least,
    follow_least,
    has,
    is_owed_in_suit,
    lead_of,
    lead_tops,
    longest_lead,
    lowest,
    place_value,
    points_of,
    position,
    suit_of,
    trumps_under,
)

ENOUGH_TRUMPS = 9


def declare(view):
    """One level card of the suit that makes the most trumps, if nothing stands and there are enough of them."""
    best, most = PASS, ENOUGH_TRUMPS - 1
    if view.n_declared:
        return PASS
    for suit in range(N_SUITS):
        if has(view.legal, SINGLE + suit) and trumps_under(view, suit) > most:
            best, most = SINGLE + suit, trumps_under(view, suit)
    return best


def worth(view, card):
    """The order of burying and discarding: side suits before trumps, then by points, position and suit."""
    suit = suit_of(card, view.trump)
    return ((suit == 4) << 20) + (points_of(view, card) << 12) + (position(view, card) << 4) + suit


def bury(view):
    """The eight cards of least worth."""
    return bury_least(view, worth)


def lead(view):
    """The most pairs; of those the highest position, then the first suit, then the first printed suit."""
    m = longest_lead(view)
    tops = lead_tops(view, m)
    best, most = 0, -1
    while tops:
        card = lowest(tops)
        tops ^= bit(card)
        rank = 8 * position(view, card) + 4 - suit_of(card, view.trump)
        if rank > most:
            best, most = card, rank
    return lead_of(view, best, m)


def follow(view):
    """As low as the rules allow; what is free to choose, by worth."""
    if is_owed_in_suit(view):
        return follow_least(view, place_value)
    return follow_least(view, worth)
