"""Legal and without a plan; it reaches the penalties, limits and reshuffles that good play never does.

Idea: any lawful answer; calls one turn in twenty, throws one card in four, right or wrong.
Origin: defined for this project, so that programs written from the rules alone can be compared by their means.
Weakness: everything.
"""

from sim.games.cambio.strategist import (
    NOTHING,
    PASS,
    Knob,
    chance,
    own_cards,
    own_pair,
    place_of,
    random_legal,
    random_position,
    random_target,
)
from sim.games.cambio.strategist import draw as drawn_below

P_CALL, P_SNAP = range(2)
KNOBS = (
    Knob("p_call", 0.05, 0, 1, "chance to call at the start of an own turn"),
    Knob("p_snap", 0.25, 0, 1, "chance to throw some own card on each open one"),
)


def call(view):
    """Now and then."""
    return 1 if chance(view) < view.parameters[P_CALL] else 0


def draw(view):
    """Stock or discard top."""
    return drawn_below(view, 2)


def use(view):
    """Any lawful use."""
    return random_legal(view)


def peek_own(view):
    """Any own card."""
    return random_legal(view)


def peek_other(view):
    """Any card of the others."""
    return random_target(view)


def exchange(view):
    """Any two cards."""
    return own_pair(random_position(view, own_cards(view)), random_target(view))


def king(view):
    """Any two cards, exchanged or not."""
    if view.pair != NOTHING:
        return drawn_below(view, 2)
    return own_pair(random_position(view, own_cards(view)), random_target(view))


def snap(view):
    """Some own card, right or wrong; never another's."""
    if chance(view) >= view.parameters[P_SNAP]:
        return PASS
    return place_of(view.seat, random_position(view, own_cards(view)))


def give(view):
    """Any own card."""
    return random_legal(view)
