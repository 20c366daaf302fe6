"""Like `basic`, but leads tractors and pairs first.

Idea: a tractor or a pair is hard to beat and draws the owed pairs of everybody; the longest and highest go first.
Origin: the single change that gained most in paired runs of public rule players (about 5 points a deal).
Weakness: shows its pairs early, forgets what has been played.
"""

from sim.games.tractor.strategist import Knob
from strategies.tractor._table import aces, follow_by_rule, is_high, lead_pairs_first

KNOBS = (Knob("ruff_from", 10, 0, 100, "points in a trick from which it is ruffed"),)
COMPANIONS = {"declare": "basic", "bury": "basic"}
RUFF_FROM = 0


def lead(view):
    """The longest tractor, the highest pair, an ace, else high from the longest side suit."""
    return lead_pairs_first(view, aces(view))


def follow(view):
    """Feed, win, or give away little."""
    return follow_by_rule(view, is_high(view), view.parameters[RUFF_FROM])
