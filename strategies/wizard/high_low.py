"""Highest card while a trick is wanted, lowest card otherwise.

Idea: need a trick: the strongest legal card; enough tricks: the weakest.
Origin: the "win high, duck low" player of public Wizard engines; with a high bid it lost to everyone there.
Weakness: spends a wizard where a nine would do, and keeps its dangerous middle cards to the end.
"""

from sim.games.wizard.strategist import need, strongest, weakest

COMPANIONS = {"choose_trump": "longest", "bid": "steady"}


def play(view):
    """By power alone: jester, side suits by rank, trumps, wizard."""
    return strongest(view, view.legal) if need(view) > 0 else weakest(view, view.legal)
