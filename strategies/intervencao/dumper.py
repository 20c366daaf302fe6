"""Throws everything away, highest first, at whoever has the fewest cards waiting.

Idea: the lowest hand is an empty one. Throws before it takes up, lays the J at a small total, leaves by an exit when
its hand is small, and never rests on a card that it may throw.
Origin: the plain reading of the source's own example, where the player throws the highest cards he may.
Weakness: spreads its cards, so that nobody is hurt much; does not look at who is ahead.
"""

from sim.games.intervencao.strategist import nobody
from strategies.intervencao._play import KNOBS, fewest_waiting, play_to

__all__ = ["KNOBS", "act", "ally"]


def ally(view):
    """Never allies."""
    return nobody()


def act(view):
    """Plays to the seat with the fewest cards waiting."""
    return play_to(view, fewest_waiting(view))
