"""Throws its highest card at whoever seems to have the lowest hand.

Idea: only the best hand wins, so the card goes to the player believed best: the known cards by their ranks, each
unseen one at a guess.
Origin: the "hit the leader" rule of many table games.
Weakness: the guess is coarse, and several hitters drive one victim into pressão alta, by which the victim leaves.
"""

from sim.games.intervencao.strategist import nobody
from strategies.intervencao._play import KNOBS, likely_leader, play_to

__all__ = ["KNOBS", "act", "ally"]


def ally(view):
    """Never allies."""
    return nobody()


def act(view):
    """Plays to the likely leader."""
    return play_to(view, likely_leader(view))
