"""Draws a kind of lawful act by weight, then the details evenly.

Idea: the floor of the ladder. Expelling, absorbing and resting weigh 1, the J .05, an own exit .1 (the low one when
both are open); with exit_by=others each claim .02, on anyone, right or wrong. Cards in hand and targets are drawn evenly.
Origin: defined for this project beside `plain`, to reach what sound players never do.
Weakness: all of them; but it never rests unlawfully.
"""

from sim.games.intervencao.strategist import (
    ABSORB,
    EXIT_HIGH,
    EXIT_LOW,
    EXPEL,
    INTERVENE,
    absorb,
    can,
    chance,
    exit_high,
    exit_low,
    expel,
    intervene,
    may_rest,
    nobody,
    random_card,
    random_other,
    rest,
)

EXPEL_WEIGHT, ABSORB_WEIGHT, REST_WEIGHT, J_WEIGHT, EXIT_WEIGHT, CLAIM_WEIGHT = 1.0, 1.0, 1.0, 0.05, 0.1, 0.02


def ally(view):
    """Never allies."""
    return nobody()


def act(view):
    """One kind by weight: the kinds take their weights off a random number one after the other."""
    expelling = EXPEL_WEIGHT if can(view, EXPEL) else 0.0
    absorbing = ABSORB_WEIGHT if can(view, ABSORB) else 0.0
    resting = REST_WEIGHT if may_rest(view) else 0.0
    laying = J_WEIGHT if can(view, INTERVENE) else 0.0
    low, high = exit_weights(view)
    left = chance(view) * (expelling + absorbing + resting + laying + low + high)
    if left < expelling:
        return expel(random_card(view, view.expellable), random_other(view))
    left -= expelling
    if left < absorbing:
        return absorb()
    left -= absorbing
    if left < resting:
        return rest()
    left -= resting
    if left < laying:
        return intervene()
    left -= laying
    is_claim = view.rules.exit_by != 0
    seat = random_other(view) if is_claim else view.seat
    return exit_low(seat) if left < low else exit_high(seat)


def exit_weights(view):
    """Weights of the low and of the high exit."""
    low, high = can(view, EXIT_LOW), can(view, EXIT_HIGH)
    if view.rules.exit_by:
        return CLAIM_WEIGHT if low else 0.0, CLAIM_WEIGHT if high else 0.0
    return EXIT_WEIGHT if low else 0.0, EXIT_WEIGHT if high and not low else 0.0
