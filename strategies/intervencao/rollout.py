"""Plays imagined worlds to the end of the round and does what brought most points.

Idea: hands that agree with all that it knows are drawn, each equally likely, and played on by a fast policy at every
seat, once for each act. Tried are what ends the round, taking up, a lawful rest, and the highest cards (one a rank) at
each other seat; after a quarter of the worlds only the best `candidates` stay. (Flat Monte Carlo.)
Origin: flat Monte Carlo, which wins tournaments of games with hidden cards; the worlds are ours.
Weakness: takes others for its policy; learns nothing from what they keep; thinks of the points of this round only.
"""

from sim.core.trials import best_in_worlds
from sim.games.intervencao.decisions import ACT
from sim.games.intervencao.rollouts import N_OUTCOMES, POINTS
from sim.games.intervencao.strategist import (
    ABSORB,
    EXPEL,
    INTERVENE,
    NOBODY,
    Knob,
    absorb,
    bit,
    can,
    expel,
    highest_card,
    intervene,
    may_rest,
    next_other,
    nobody,
    np,
    rank_of,
    rest,
)
from sim.games.protocol import PolicyKnob
from strategies.intervencao._play import exit_at

KNOBS = (
    Knob("worlds", 40, 1, 10_000, "worlds that a decision is tried in"),
    Knob("candidates", 4, 2, 40, "acts that go into the last three quarters of them"),
    Knob("ranks", 1, 1, 4, "so many of the highest ranks are tried at each seat"),
)
POLICIES = (PolicyKnob("policy", "dumper", "who plays on at every seat"),)
WORLDS, CANDIDATES, RANKS = range(3)

MOST_ACTS = 64
ANY_TOTAL = 1000.0


def ally(view):
    """Never allies."""
    return nobody()


def act(view):
    """The act of most points over all worlds, the first of equals in the order in which they are listed."""
    weights = np.zeros(N_OUTCOMES)
    weights[POINTS] = 1
    return best_in_worlds(view, ACT, listed_acts(view), np.int64(view.parameters[WORLDS]), np.int64(view.parameters[CANDIDATES]), weights)


def listed_acts(view):
    """The acts that are tried; one at least."""
    acts, n = np.empty(MOST_ACTS, np.int64), 0
    leaving = exit_at(view, ANY_TOTAL)
    if leaving != NOBODY:
        acts[n] = leaving
        n += 1
    if can(view, INTERVENE):
        acts[n] = intervene()
        n += 1
    if can(view, EXPEL):
        n = list_expulsions(view, acts, n)
    if can(view, ABSORB):
        acts[n] = absorb()
        n += 1
    if may_rest(view) or n == 0:
        acts[n] = rest()
        n += 1
    return acts[:n]


def list_expulsions(view, acts, n):
    """Adds the highest card of each of the highest ranks, at each other seat; the new length."""
    cards = view.expellable
    for _ in range(np.int64(view.parameters[RANKS])):
        if cards:
            card = highest_card(cards)
            seat = view.seat
            for _ in range(view.n_in_round - 1):
                seat = next_other(view, seat)
                acts[n] = expel(card, seat)
                n += 1
            cards &= bit(4 * rank_of(card)) - np.uint64(1)
    return n
