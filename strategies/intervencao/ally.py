"""Seeks an ally, pays for it, and spares it.

Idea: the seats in the round pair off in order (first with second, third with fourth); each offers part of its
vantagens, and no ally ever throws at the other: cards go to the likely leader among the rest. Without an ally, or with
alliances=off, it plays like `leader_hitter`.
Origin: the source's trade in vantagens (S11); its page on alliances is lost.
Weakness: two allies at a table of strangers still face all the others; the offer is lost on a partner who plays badly.
"""

from sim.games.intervencao.strategist import NOBODY, Knob, bit, guessed_total, lowest, name_ally, next_other, nobody, np, popcount
from strategies.intervencao._play import KNOBS as SHARED
from strategies.intervencao._play import OWN, PER_CARD, play_to

GENEROSITY = OWN
KNOBS = (*SHARED, Knob("generosity", 0.5, 0, 1, "share of the own vantagens that is offered, rounded down"))


def ally(view):
    """Names the partner of its pair, if there is one."""
    place = popcount(view.others & (bit(view.seat) - np.uint64(1)))
    partner = next_other(view, view.seat)
    if place & 1:
        partner = previous_other(view)
    elif place == view.n_in_round - 1:
        return nobody()
    return name_ally(partner, np.int64(view.parameters[GENEROSITY] * view.offer_limit))


def act(view):
    """Plays to the likely leader among those who are no ally."""
    return play_to(view, leader_but_ally(view))


def previous_other(view):
    """The seat before this one in the order of seats (one exists: not checked)."""
    earlier = view.others & (bit(view.seat) - np.uint64(1))
    while earlier & (earlier - np.uint64(1)):
        earlier &= earlier - np.uint64(1)
    return lowest(earlier)


def leader_but_ally(view):
    """The other seat with the lowest guessed total, the ally passed over unless alone."""
    best, least = NOBODY, 0.0
    seat = view.seat
    for _ in range(view.n_in_round - 1):
        seat = next_other(view, seat)
        total = guessed_total(view, seat, PER_CARD)
        if seat != view.ally and (best == NOBODY or total < least):
            best, least = seat, total
    return best if best != NOBODY else view.ally
