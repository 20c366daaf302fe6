"""One exactly defined player, for comparison with independent programs.

Idea: leaves by an exit when one is open, absorbs at once, lays the J at a total of 6, throws the highest card it may
to whoever has the fewest, and rests otherwise. Every choice and every tie is fixed: nothing here may be improved.
Origin: defined for this project, so that programs written from the rules alone can be compared by their means.
Weakness: hands high cards to those who can count least, takes an exit also with the worst hand, keeps small cards.
"""

from sim.games.intervencao.strategist import (
    ABSORB,
    EXIT_HIGH,
    EXIT_LOW,
    EXPEL,
    HAND_SIZE,
    INTERVENE,
    NOBODY,
    absorb,
    can,
    exit_high,
    exit_low,
    expel,
    fewest_cards,
    highest_card,
    intervene,
    is_surely_high,
    is_surely_low,
    next_other,
    nobody,
    owes,
    rank_of,
    rank_sum,
    rest,
)

MOST_TO_INTERVENE = 6
LEAST_TO_EXPEL = 6


def ally(view):
    """Never allies."""
    return nobody()


def act(view):
    """The first that applies of: exit, absorb, intervene, expel, rest."""
    leaving = exit_open(view)
    if leaving != NOBODY:
        return leaving
    if can(view, ABSORB):
        return absorb()
    if can(view, INTERVENE) and rank_sum(view.hand) <= MOST_TO_INTERVENE:
        return intervene()
    if can(view, EXPEL) and wants_to_expel(view):
        return expel(highest_card(view.expellable), fewest_cards(view))
    return rest()


def wants_to_expel(view):
    """Owing, holding more than three, or able to throw a 6 or more."""
    return owes(view) > 0 or view.sizes[view.seat] > HAND_SIZE or rank_of(highest_card(view.expellable)) >= LEAST_TO_EXPEL


def exit_open(view):
    """The act by which the round can be left, NOBODY when there is none."""
    if view.rules.exit_by:
        return certain_claim(view)
    if can(view, EXIT_LOW):
        return exit_low(view.seat)
    if can(view, EXIT_HIGH):
        return exit_high(view.seat)
    return NOBODY


def certain_claim(view):
    """With exit_by=others: a claim that what lies open makes certain, high before low, clockwise from this seat."""
    seat = view.seat
    if can(view, EXIT_HIGH):
        for _ in range(view.n_in_round - 1):
            seat = next_other(view, seat)
            if is_surely_high(view, seat):
                return exit_high(seat)
    seat = view.seat
    if can(view, EXIT_LOW):
        for _ in range(view.n_in_round - 1):
            seat = next_other(view, seat)
            if is_surely_low(view, seat):
                return exit_low(seat)
    return NOBODY
