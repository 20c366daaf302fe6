"""What a seat can answer, and its own chance."""

from __future__ import annotations

from sim.core import jit
from sim.core.bits import has, nth_set_bit, popcount
from sim.core.draws import draw
from sim.games.intervencao.decisions import ABSORB, CARD_STEP, EXIT_HIGH, EXIT_LOW, EXPEL, INTERVENE, NOBODY, REST, REVEAL, SEAT_STEP, SHOW


@jit.helper
def can(view, kind):
    """Whether an act of this kind can be done (EXPEL, ABSORB, INTERVENE, EXIT_LOW, EXIT_HIGH, REVEAL, SHOW, REST)."""
    return has(view.legal, kind)


@jit.helper
def rest():
    """The act of doing nothing (I10): see may_rest."""
    return REST


@jit.helper
def absorb():
    """The act of taking all waiting cards up (I7)."""
    return ABSORB


@jit.helper
def intervene():
    """The act of laying the J (I8)."""
    return INTERVENE


@jit.helper
def reveal():
    """The act of showing the J to all (I4)."""
    return REVEAL


@jit.helper
def expel(card, to):
    """The act of putting a card (of view.expellable) in front of another seat in the round (I6)."""
    return EXPEL + SEAT_STEP * to + CARD_STEP * card


@jit.helper
def show_to(seat):
    """The act of showing the own hand to another seat in the round (S33)."""
    return SHOW + SEAT_STEP * seat


@jit.helper
def exit_low(seat):
    """The act of ending the round by pressão baixa of `seat`: the own one, or with exit_by=others another's (I14)."""
    return EXIT_LOW + SEAT_STEP * seat


@jit.helper
def exit_high(seat):
    """The act of ending the round by pressão alta of `seat`: the own one, or with exit_by=others another's (I13)."""
    return EXIT_HIGH + SEAT_STEP * seat


@jit.helper
def nobody():
    """The answer to `ally` that names nobody (I22)."""
    return NOBODY


@jit.helper
def name_ally(seat, offer):
    """The answer to `ally` that names a seat and offers it vantagens, at most view.offer_limit (I21, I22)."""
    return seat + SEAT_STEP * offer


@jit.helper
def random_card(view, cards):
    """One card of a mask, each equally likely (at least one: not checked)."""
    return nth_set_bit(cards, draw(view, popcount(cards)))


@jit.helper
def random_other(view):
    """One of the other seats in the round, each equally likely."""
    return nth_set_bit(view.others, draw(view, popcount(view.others)))
