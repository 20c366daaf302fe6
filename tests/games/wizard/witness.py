"""Strategies that watch: they raise when their View shows what the rules forbid, or hides what the rules show.

An exception leaves the compiled kernel as it would leave a Python call, so these check the kernel itself.
"""

from __future__ import annotations

from sim.games.wizard.strategist import bit, popcount, random_legal, seat_after


def any_answer(view):
    return random_legal(view)


def open_bid(view):
    """W6, W7: exactly those who sit between the dealer and oneself have bid, and are heard."""
    seat = seat_after(view, view.dealer)
    has_bid = True
    for _ in range(view.players):
        if seat == view.seat:
            has_bid = False
        if (view.bids[seat] >= 0) != has_bid:
            raise AssertionError("W7: a bid unheard, or heard too early")
        seat = seat_after(view, seat)
    return random_legal(view)


def deaf_bid(view):
    """W9, W10: no bid is heard while bidding."""
    for seat in range(view.players):
        if view.bids[seat] != -1:
            raise AssertionError("W9, W10: a bid is heard before all have bid")
    return random_legal(view)


def all_bids_shown(view):
    """W7, W9: all bids are known while playing."""
    for seat in range(view.players):
        if view.bids[seat] < 0:
            raise AssertionError("W7, W9: a bid stays unseen")
    return random_legal(view)


def own_bid_only(view):
    """W10: nobody else's bid is known while playing."""
    for seat in range(view.players):
        if (view.bids[seat] >= 0) != (seat == view.seat):
            raise AssertionError("W10: a secret bid is seen, or the own one forgotten")
    return random_legal(view)


def own_hand_bid(view):
    """W6: one sees the own hand and nobody else's; any number of tricks up to the round's may be bid."""
    if popcount(view.hand) != view.round or view.legal != bit(view.round + 1) - 1:
        raise AssertionError("W6: hand or legal bids")
    for seat in range(view.players):
        if view.others[seat]:
            raise AssertionError("W6: another hand is seen")
    return random_legal(view)


def forehead_bid(view):
    """W11: in round 1 all hands but the own one, later the own hand only."""
    if popcount(view.hand) != (0 if view.round == 1 else view.round):
        raise AssertionError("W11: own hand")
    for seat in range(view.players):
        if popcount(view.others[seat]) != (1 if view.round == 1 and seat != view.seat else 0):
            raise AssertionError("W11: other hands")
    return random_legal(view)


def unplayed_card(view):
    """W13: everybody has played once a trick, nobody's card comes twice, and the leader is who he should be."""
    if popcount(view.played) != view.trick * view.players + view.n_played or view.hand & view.played:
        raise AssertionError("W13: cards played")
    leader = view.leaders[view.trick]
    seat = leader
    for _ in range(view.n_played):
        seat = seat_after(view, seat)
    if seat != view.seat or (view.trick == 0 and leader != seat_after(view, view.dealer)):
        raise AssertionError("W13: order of play")
    return random_legal(view)
