"""Plays imagined worlds to the end of the game and does what brought most wins and fewest points.

Idea: tables that agree with all that it knows are drawn, each equally likely, and played on by a fast policy at every
seat, once for each choice: to call or not, to draw or to take, what to do with the card in hand, what to throw. After a
quarter of the worlds only the best `candidates` stay. Points count beside wins, for a win shows little of what a choice
did to it: with wins alone many more worlds are needed. Looks, exchanges and gifts are greedy's. (Flat Monte Carlo.)
Origin: flat Monte Carlo, which wins tournaments of games with hidden cards; the worlds are ours.
Weakness: takes others for its policy, who know nothing of its plan; learns nothing from what they keep or throw.
"""

from sim.core.trials import best_in_worlds, listed
from sim.games.cambio.decisions import CALL, DRAW, SNAP, USE
from sim.games.cambio.rollouts import N_OUTCOMES, POINTS, WIN
from sim.games.cambio.strategist import PASS, Knob, lowest, mean_unseen, np, place_of, waits
from sim.games.protocol import PolicyKnob
from strategies.cambio._moves import exchange_worst, give_worst, look_and_exchange, peek_at_other, peek_at_own

KNOBS = (
    Knob("worlds", 40, 1, 10_000, "worlds that a decision is tried in"),
    Knob("candidates", 3, 2, 18, "choices that go into the last three quarters of them"),
    Knob("point", 0.1, 0, 1, "wins that a point less at the end counts for"),
)
POLICIES = (PolicyKnob("policy", "greedy", "who plays on at every seat"),)
WORLDS, CANDIDATES, POINT = range(3)
KEPT = 4.5  # what a card is taken to count that its owner has seen, as greedy has it


def call(view):
    """What was worth more."""
    return best_choice(view, CALL, listed(view.legal))


def draw(view):
    """What was worth more."""
    return best_choice(view, DRAW, listed(view.legal))


def use(view):
    """What was worth most."""
    return best_choice(view, USE, listed(view.legal))


def peek_own(view):
    """The lowest unknown one."""
    return peek_at_own(view)


def peek_other(view):
    """An unknown one of whoever has the fewest."""
    return peek_at_other(view)


def exchange(view):
    """The dearest own one for the cheapest other one."""
    return exchange_worst(view, mean_unseen(view), KEPT)


def king(view):
    """The same two, exchanged if that gains."""
    return look_and_exchange(view, mean_unseen(view), KEPT)


@waits
def snap(view):
    """What was worth most: nothing, or one of the cards known to match."""
    return best_choice(view, SNAP, tries(view))


def give(view):
    """The dearest own one."""
    return give_worst(view, mean_unseen(view))


def tries(view):
    """Nothing, and each card remembered to match."""
    answers, n = np.empty(1 + view.n_matches, np.int64), 1
    answers[0] = PASS
    for seat in range(view.players):
        left = view.matches[seat]
        while left:
            answers[n] = place_of(seat, lowest(left))
            left &= left - np.uint64(1)
            n += 1
    return answers


def best_choice(view, decision, choices):
    """The choice worth most over all worlds."""
    weights = np.zeros(N_OUTCOMES)
    weights[WIN], weights[POINTS] = 1, -view.parameters[POINT]
    return best_in_worlds(view, decision, choices, np.int64(view.parameters[WORLDS]), np.int64(view.parameters[CANDIDATES]), weights)
