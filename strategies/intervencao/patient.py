"""Waits some beats before it lays the J.

Idea: early in the round the others still hold high cards that they will throw; later the own total is lower. So the
interventor lays the J at a small total, and only after `wait` beats. Plays like `dumper` otherwise.
Origin: the source's remark that a round lasts as long as its interventor lets it (S7).
Weakness: whoever waits gives the others time to reach an exit.
"""

from sim.games.intervencao.strategist import INTERVENE, NOBODY, Knob, can, nobody
from strategies.intervencao._play import EXIT_AT, OWN, exit_at, fewest_waiting, play_to, throw_to
from strategies.intervencao._play import KNOBS as SHARED

WAIT = OWN
KNOBS = (*SHARED, Knob("wait", 2, 0, 100, "beats before the J is laid"))


def ally(view):
    """Never allies."""
    return nobody()


def act(view):
    """As if it did not hold the J before its time."""
    if can(view, INTERVENE) and view.clock < view.parameters[WAIT]:
        leaving = exit_at(view, view.parameters[EXIT_AT])
        return leaving if leaving != NOBODY else throw_to(view, fewest_waiting(view))
    return play_to(view, fewest_waiting(view))
