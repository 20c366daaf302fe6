"""Plays imagined worlds to the end of the round and takes what brought most points.

Idea: deals that agree with all that it knows are drawn, each equally likely, and played on by a fast policy at every
seat, once for each choice. After a quarter of the worlds only the best `candidates` stay. (Flat Monte Carlo.)
Origin: flat Monte Carlo won large tournaments of Oh Hell, Wizard's relative; the worlds are ours.
Weakness: takes others for its policy, who know nothing of its plan; learns nothing of cards from their bids; thinks of
the points of this round only.
"""

from sim.core.seam import player_at
from sim.games.protocol import PolicyKnob
from sim.games.wizard.decisions import BID, CHOOSE_TRUMP, PLAY
from sim.games.wizard.rollouts import N_OUTCOMES, POINTS, listed, value_choices
from sim.games.wizard.strategist import JESTERS, WIZARDS, ZERO, Knob, bit, lowest, np, popcount

KNOBS = (
    Knob("worlds", 40, 1, 10_000, "worlds that a decision is tried in"),
    Knob("candidates", 4, 2, 21, "choices that go into the last three quarters of them"),
)
POLICIES = (PolicyKnob("policy", "steady", "who plays on at every seat"),)
WORLDS, CANDIDATES = range(2)


def choose_trump(view):
    """The suit that brought most points."""
    return best_choice(view, CHOOSE_TRUMP, view.legal)


def bid(view):
    """The bid that brought most points."""
    return best_choice(view, BID, view.legal)


def play(view):
    """The card that brought most points; of wizards and of jesters, which are all alike, one is tried."""
    return best_choice(view, PLAY, one_of(one_of(view.legal, WIZARDS), JESTERS))


def one_of(cards, alike):
    """The cards without those of `alike` but the lowest."""
    found = cards & alike
    return cards & ~found | bit(lowest(found)) if found else cards


def best_choice(view, decision, legal):
    """The choice of most points over all worlds, the lowest of equals."""
    if popcount(legal) == 1:
        return lowest(legal)
    n_worlds = np.int64(view.parameters[WORLDS])
    choices = listed(legal)
    points = np.zeros(choices.shape[0], np.int64)
    add_worlds(view, decision, choices, (n_worlds + 3) // 4, points)
    choices, points = best_of(choices, points, np.int64(view.parameters[CANDIDATES]))
    add_worlds(view, decision, choices, n_worlds - (n_worlds + 3) // 4, points)
    return choices[np.argmax(points)]


def add_worlds(view, decision, choices, n_worlds, points):
    """Adds the points that the choices bring in so many new worlds."""
    outcomes = np.empty((n_worlds, choices.shape[0], N_OUTCOMES), np.int64)
    value_choices(view, decision, choices, player_at(view.policies[0]), outcomes)
    for c in range(choices.shape[0]):
        for w in range(n_worlds):
            points[c] += outcomes[w, c, POINTS]


def best_of(choices, points, n_kept):
    """The n_kept choices of most points, in their order, and these points."""
    kept = ZERO
    for _ in range(min(n_kept, choices.shape[0])):
        best = -1
        for c in range(choices.shape[0]):
            if not kept & bit(c) and (best < 0 or points[c] > points[best]):
                best = c
        kept |= bit(best)
    places = listed(kept)
    return choices[places], points[places]
