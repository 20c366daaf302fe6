"""Plays imagined worlds to the end of the round and takes what brought most points.

Idea: deals that agree with all that it knows are drawn, each equally likely, and played on by a fast policy at every
seat, once for each choice. After a quarter of the worlds only the best `candidates` stay. (Flat Monte Carlo.)
Origin: flat Monte Carlo won large tournaments of Oh Hell, Wizard's relative; the worlds are ours.
Weakness: takes others for its policy, who know nothing of its plan; learns nothing of cards from their bids; thinks of
the points of this round only.
"""

from sim.core.trials import best_in_worlds, listed
from sim.games.protocol import PolicyKnob
from sim.games.wizard.decisions import BID, CHOOSE_TRUMP, PLAY
from sim.games.wizard.rollouts import N_OUTCOMES, POINTS
from sim.games.wizard.strategist import JESTERS, WIZARDS, Knob, bit, lowest, np

KNOBS = (
    Knob("worlds", 40, 1, 10_000, "worlds that a decision is tried in"),
    Knob("candidates", 4, 2, 21, "choices that go into the last three quarters of them"),
)
POLICIES = (PolicyKnob("policy", "steady", "who plays on at every seat"),)
WORLDS, CANDIDATES = range(2)


def choose_trump(view):
    """The suit that brought most points."""
    return best_answer(view, CHOOSE_TRUMP, view.legal)


def bid(view):
    """The bid that brought most points."""
    return best_answer(view, BID, view.legal)


def play(view):
    """The card that brought most points; of wizards and of jesters, which are all alike, one is tried."""
    return best_answer(view, PLAY, one_of(one_of(view.legal, WIZARDS), JESTERS))


def one_of(cards, alike):
    """The cards without those of `alike` but the lowest."""
    found = cards & alike
    return cards & ~found | bit(lowest(found)) if found else cards


def best_answer(view, decision, legal):
    """The answer of most points over all worlds."""
    weights = np.zeros(N_OUTCOMES)
    weights[POINTS] = 1
    return best_in_worlds(view, decision, listed(legal), np.int64(view.parameters[WORLDS]), np.int64(view.parameters[CANDIDATES]), weights)
