"""Aims every card of a round at one player.

Idea: one player buried in cards is the worst hand, and that is not oneself. The victim is drawn once a round; with
aim=1 it is the next player clockwise. Uses exits as soon as its own hand is small; with exit_by=others it claims them.
Origin: the source's emergency exits, which a flood provokes.
Weakness: with exit_by=pressed the flood opens pressão alta to its victim, who leaves by it.
"""

from sim.games.intervencao.strategist import Knob, has, next_other, nobody, random_other
from strategies.intervencao._play import KNOBS as SHARED
from strategies.intervencao._play import OWN, play_to

AIM = OWN
KNOBS = (*SHARED, Knob("aim", 0, 0, 1, "whom to flood: 0 a player drawn for the round, 1 the next one clockwise"))

VICTIM, ROUND = 0, 1  # notes: the victim of the round + 1


def ally(view):
    """Never allies."""
    return nobody()


def act(view):
    """Plays to the victim; another one is chosen when that one is gone."""
    victim = view.notes[VICTIM] - 1
    if view.notes[ROUND] != view.round or not has(view.others, victim):
        victim = next_other(view, view.seat) if view.parameters[AIM] == 1 else random_other(view)
        view.notes[ROUND], view.notes[VICTIM] = view.round, victim + 1
    return play_to(view, victim)
