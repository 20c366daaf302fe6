"""Plays imagined worlds to the end of the round and does what brought most points.

Idea: hands that agree with all that it knows are drawn, each equally likely, and played on by a fast policy at every
seat, once for each act. Tried are what ends the round, taking up, a lawful rest, and the highest cards (one a rank) at
each other seat; after a quarter of the worlds only the best `candidates` stay. (Flat Monte Carlo.)
Origin: flat Monte Carlo, which wins tournaments of games with hidden cards; the worlds are ours.
Weakness: takes others for its policy; learns nothing from what they keep; thinks of the points of this round only.
"""

from sim.core.seam import player_at
from sim.games.intervencao.rollouts import N_OUTCOMES, POINTS, value_choices
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
    acts = listed_acts(view)
    if acts.shape[0] == 1:
        return acts[0]
    n_worlds = np.int64(view.parameters[WORLDS])
    points = np.zeros(acts.shape[0], np.int64)
    add_worlds(view, acts, (n_worlds + 3) // 4, points)
    keep_best(acts, points, np.int64(view.parameters[CANDIDATES]))
    n_kept = min(acts.shape[0], np.int64(view.parameters[CANDIDATES]))
    acts, points = acts[:n_kept], points[:n_kept]
    add_worlds(view, acts, n_worlds - (n_worlds + 3) // 4, points)
    return acts[np.argmax(points)]


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


def add_worlds(view, acts, n_worlds, points):
    """Adds the points that the acts bring in so many new worlds."""
    outcomes = np.empty((n_worlds, acts.shape[0], N_OUTCOMES), np.int64)
    value_choices(view, 0, acts, player_at(view.policies[0]), outcomes)
    for c in range(acts.shape[0]):
        for w in range(n_worlds):
            points[c] += outcomes[w, c, POINTS]


def keep_best(acts, points, n_kept):
    """Brings the n_kept acts of most points to the front, the rest behind them, in place."""
    for i in range(min(n_kept, acts.shape[0])):
        best = i
        for c in range(i + 1, acts.shape[0]):
            if points[c] > points[best]:
                best = c
        acts[i], acts[best] = acts[best], acts[i]
        points[i], points[best] = points[best], points[i]
