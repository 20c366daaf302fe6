"""A sound rule player: counts trumps to declare, buries by value, leads singles, feeds its partner.

Idea: wins cheaply when the trick is the opponents', gives points to a trick that is safely the partner's, else gives
away as little as possible.
Origin: the order of rules that measured best for public rule players, without memory and with single leads only.
Weakness: never leads pairs, forgets what has been played.
"""

from sim.games.tractor.strategist import Knob, bury_least
from strategies.tractor._table import aces, declare_by_count, follow_by_rule, is_high, keep_value, lead_single

KNOBS = (
    Knob("declare_at", 7, 1, 40, "trumps in hand (and two for a level pair) from which a suit is declared"),
    Knob("no_trump_at", 3, 0, 9, "level cards beside a pair of jokers from which no-trump is declared; 9 for never"),
    Knob("ruff_from", 10, 0, 100, "points in a trick from which it is ruffed"),
    Knob("point_weight", 2.5, -20, 20, "value of a point when burying, in steps of rank; below 0: points are buried"),
)
DECLARE_AT, NO_TRUMP_AT, RUFF_FROM, POINT_WEIGHT = range(4)


def declare(view):
    """The suit with the most trumps, if they are enough."""
    return declare_by_count(view, view.parameters[DECLARE_AT], view.parameters[NO_TRUMP_AT])


def worth(view, card):
    """The value of a card to keep."""
    return keep_value(view, card, view.parameters[POINT_WEIGHT])


def bury(view):
    """The eight cards of least value."""
    return bury_least(view, worth)


def lead(view):
    """An ace, else high from the longest side suit."""
    return lead_single(view, aces(view))


def follow(view):
    """Feed, win, or give away little."""
    return follow_by_rule(view, is_high(view), view.parameters[RUFF_FROM])
