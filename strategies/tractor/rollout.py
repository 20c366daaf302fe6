"""Plays imagined worlds to the end of the deal and takes what brought most.

Idea: ways to lay the unseen cards that agree with all that it knows are drawn, each equally likely, and played on by a
fast policy at every seat, once for each choice. After a quarter of the worlds only the best `candidates` stay. (Flat
Monte Carlo.) Tried are all declarations, all leads, all single cards to follow with; of answers to pairs and tractors
those that would win, and the cheapest, lowest and richest; of burials eight: none, few, or as many points as there are,
by height alone or the shortest suits first.
Origin: determinised worlds over the moves of a rule player, far above the rule players in public ladders.
Weakness: takes others for its policy, who know nothing of its plan; learns nothing from what they declared and chose.
"""

from sim.core.seam import play_on
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
    """Of the first n choices the one that brought most over all worlds, the first of equals."""
    if n == 1:
        return choices[0]
    n_worlds, n_kept = np.int64(view.parameters[WORLDS]), min(n, np.int64(view.parameters[CANDIDATES]))
    brought = np.zeros(n)
    add_worlds(view, decision, choices[:n], (n_worlds + 3) // 4, brought)
    keep_best(choices, brought, n, n_kept)
    add_worlds(view, decision, choices[:n_kept], n_worlds - (n_worlds + 3) // 4, brought)
    keep_best(choices, brought, n_kept, 1)
    return choices[0]


def add_worlds(view, decision, choices, n_worlds, brought):
    """Adds what the choices bring in so many new worlds."""
    outcomes = np.empty((n_worlds, choices.shape[0], N_OUTCOMES), np.int64)
    play_on(view, decision, choices, view.policies[0], outcomes)
    for w in range(n_worlds):
        for c in range(choices.shape[0]):
            brought[c] += outcomes[w, c, MARGIN] + view.parameters[LEVEL] * outcomes[w, c, LEVELS]


def keep_best(choices, brought, n, n_kept):
    """Brings the n_kept of the first n choices that brought most to the front, the best first, in place."""
    for i in range(n_kept):
        best = i
        for c in range(i + 1, n):
            if brought[c] > brought[best]:
                best = c
        choices[i], choices[best] = choices[best], choices[i]
        brought[i], brought[best] = brought[best], brought[i]
