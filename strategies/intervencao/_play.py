"""What the players of Intervenção share: when to end the round, what to throw, when to take up, when to rest.

The four knobs below stand first in the KNOBS of every strategy that plays by `play_to`; its own follow from OWN on.
"""

from sim.games.intervencao.strategist import (
    ABSORB,
    EXIT_HIGH,
    EXIT_LOW,
    EXPEL,
    INTERVENE,
    NOBODY,
    Knob,
    absorb,
    can,
    exit_high,
    exit_low,
    expel,
    guessed_total,
    highest_card,
    intervene,
    is_surely_high,
    is_surely_low,
    next_other,
    owes,
    popcount,
    rank_of,
    rank_sum,
    rest,
)

THRESHOLD, LEAST, LATE, EXIT_AT, OWN = range(5)

KNOBS = (
    Knob("threshold", 8, 0, 60, "the interventor lays the J when hand and waiting cards total at most this"),
    Knob("least", 1, 1, 16, "lowest rank that is thrown without need; lower cards are rested on"),
    Knob("late", 1, 0, 1, "1: takes waiting cards up only when there is nothing to throw; 0: at once"),
    Knob("exit_at", 2, 0, 99, "takes an exit when the hand totals at most this"),
)

PER_CARD = 4.0  # a guess at the rank of a card that nobody has seen: high ones are thrown first


def play_to(view, to):
    """The first that applies of: lay the J, leave by an exit, take up early, throw to seat `to`, take up, rest."""
    if can(view, INTERVENE) and rank_sum(view.hand | view.waiting[view.seat]) <= view.parameters[THRESHOLD]:
        return intervene()
    leaving = exit_at(view, view.parameters[EXIT_AT])
    if leaving != NOBODY:
        return leaving
    return throw_to(view, to)


def throw_to(view, to):
    """Takes up early or late, throws the highest card to seat `to`, rests on low ones."""
    if can(view, ABSORB) and view.parameters[LATE] == 0:
        return absorb()
    if can(view, EXPEL) and wants_to_throw(view):
        return expel(highest_card(view.expellable), to)
    return absorb() if can(view, ABSORB) else rest()


def wants_to_throw(view):
    """Whether the highest card is worth throwing, or one must be."""
    is_free = not can(view, ABSORB) and view.sizes[view.seat] <= 3 and owes(view) == 0
    return not is_free or rank_of(highest_card(view.expellable)) >= view.parameters[LEAST]


def exit_at(view, most):
    """The act that ends the round by an exit when the hand totals at most `most`; NOBODY when there is none.

    With exit_by=others: a claim that what lies open makes certain.
    """
    if rank_sum(view.hand) > most:
        return NOBODY
    if view.rules.exit_by:
        return certain_claim(view)
    if can(view, EXIT_LOW):
        return exit_low(view.seat)
    if can(view, EXIT_HIGH):
        return exit_high(view.seat)
    return NOBODY


def certain_claim(view):
    """With exit_by=others: a claim against the first seat clockwise that is surely in an emergency, NOBODY without."""
    seat = view.seat
    for _ in range(view.n_in_round - 1):
        seat = next_other(view, seat)
        if can(view, EXIT_HIGH) and is_surely_high(view, seat):
            return exit_high(seat)
        if can(view, EXIT_LOW) and is_surely_low(view, seat):
            return exit_low(seat)
    return NOBODY


def fewest_waiting(view):
    """The other seat with the fewest cards waiting; of equals the first clockwise."""
    seat = next_other(view, view.seat)
    best, least = seat, popcount(view.waiting[seat])
    for _ in range(view.n_in_round - 2):
        seat = next_other(view, seat)
        if popcount(view.waiting[seat]) < least:
            best, least = seat, popcount(view.waiting[seat])
    return best


def likely_leader(view):
    """The other seat believed to have the lowest total, hand and waiting; of equals the first clockwise."""
    seat = next_other(view, view.seat)
    best, least = seat, guessed_total(view, seat, PER_CARD)
    for _ in range(view.n_in_round - 2):
        seat = next_other(view, seat)
        total = guessed_total(view, seat, PER_CARD)
        if total < least:
            best, least = seat, total
    return best
