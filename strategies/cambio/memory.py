"""Greedy with a leaking memory of its own.

Idea: before each own turn each card that is remembered, own or another's, is forgotten with chance `loss`. (The rule
option `fading` does the same to a seat; here the strategy does it to itself, so that both can sit at one table.)
Origin: simulators that model people by a loss for each turn, usually about a tenth.
Weakness: what it forgets it must look at again, and it cannot throw what it has forgotten.
"""

from sim.games.cambio.strategist import Knob, bit, chance, lowest, np
from strategies.cambio.greedy import KNOBS as GREEDY
from strategies.cambio.greedy import call as call_as_greedy
from strategies.cambio.greedy import draw, exchange, give, king, peek_other, peek_own, snap, use

__all__ = ["KNOBS", "call", "draw", "exchange", "give", "king", "peek_other", "peek_own", "snap", "use"]

LOSS = len(GREEDY)
KNOBS = (*GREEDY, Knob("loss", 0.1, 0, 1, "chance to forget each remembered card before an own turn"))
FORGOTTEN, KNOWN = 0, 8  # notes: by seat, forgotten positions; those known at the last own turn


def call(view):
    """At greedy's threshold, by what is left of the memory."""
    forget(view)
    return call_as_greedy(view)


def forget(view):
    """Forgets; a card known now and not at the last own turn is new and starts remembered."""
    for seat in range(view.players):
        known = view.known[seat]
        forgotten = np.uint64(view.notes[FORGOTTEN + seat]) & known & np.uint64(view.notes[KNOWN + seat])
        left = known & ~forgotten
        while left:
            place = bit(lowest(left))
            left ^= place
            if chance(view) < view.parameters[LOSS]:
                forgotten |= place
        view.notes[FORGOTTEN + seat] = np.int64(forgotten)
        view.notes[KNOWN + seat] = np.int64(known)
