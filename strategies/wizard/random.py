"""Takes any legal answer, each equally likely.

Idea: the floor of the ladder. Bids, names trump and plays uniformly at random among what is legal.
Origin: the usual null player of every engine.
Weakness: all of them; in late rounds its bids miss by several tricks.
"""

from sim.games.wizard.strategist import random_legal


def choose_trump(view):
    """Any suit."""
    return random_legal(view)


def bid(view):
    """Any legal bid."""
    return random_legal(view)


def play(view):
    """Any legal card; equal jesters and wizards count one by one."""
    return random_legal(view)
