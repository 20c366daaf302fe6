"""Plays imagined worlds to the end of the deal and takes what brought most.

Idea: ways to lay the unseen cards that agree with all that it knows are drawn, each equally likely, and played on by a
fast policy at every seat, once for each choice. After a quarter of the worlds only the best `candidates` stay. (Flat
Monte Carlo.) Tried are all declarations, all leads, all single cards to follow with; of answers to pairs and tractors
those that would win, and the cheapest, lowest and richest; of burials eight: none, few, or as many points as there are,
by height alone or the shortest suits first.
Origin: determinised worlds over the moves of a rule player, far above the rule players in public ladders.
Weakness: takes others for its policy, who know nothing of its plan; learns nothing from what they declared and chose.
"""

from sim.core.trials import best_in_worlds
from sim.games.protocol import PolicyKnob
from sim.games.tractor.choices import (
    LEVELS,
    MARGIN,
    MOST_CHOICES,
    N_OUTCOMES,
    list_answers,
    list_burials,
    list_declarations,
    list_leads,
    set_of,
)
from sim.games.tractor.decisions import BURY, DECLARE, FOLLOW, LEAD
from sim.games.tractor.strategist import Knob, choose, np

KNOBS = (
    Knob("worlds", 40, 1, 10_000, "worlds that a decision is tried in"),
    Knob("candidates", 4, 2, 64, "choices that go into the last three quarters of them"),
    Knob("level", 80, 0, 10_000, "points that a level is worth"),
)
POLICIES = (PolicyKnob("policy", "memory", "who plays on at every seat"),)
WORLDS, CANDIDATES, LEVEL = range(3)


def declare(view):
    """Passing, or the declaration that brought most."""
    choices = np.empty(MOST_CHOICES, np.int64)
    return best_choice(view, DECLARE, choices, list_declarations(view, choices))


def bury(view):
    """The burial that brought most."""
    choices = np.empty(MOST_CHOICES, np.int64)
    return cards_of(view, best_choice(view, BURY, choices, list_burials(view, choices)))


def lead(view):
    """The lead that brought most."""
    choices = np.empty(MOST_CHOICES, np.int64)
    return cards_of(view, best_choice(view, LEAD, choices, list_leads(view, choices)))


def follow(view):
    """The answer that brought most."""
    choices = np.empty(MOST_CHOICES, np.int64)
    return cards_of(view, best_choice(view, FOLLOW, choices, list_answers(view, choices)))


def cards_of(view, choice):
    """Answers with the cards of a choice."""
    one, both = set_of(view.hand, view.pairs, choice)
    return choose(view, one, both)


def best_choice(view, decision, choices, n):
    """Of the first n choices the one that brought most over all worlds."""
    weights = np.zeros(N_OUTCOMES)
    weights[MARGIN], weights[LEVELS] = 1, view.parameters[LEVEL]
    return best_in_worlds(view, decision, choices[:n], np.int64(view.parameters[WORLDS]), np.int64(view.parameters[CANDIDATES]), weights)
