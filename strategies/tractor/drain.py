"""Like `basic`, but leads its top trumps first.

Idea: draws the trumps of everybody while its own are the highest.
Origin: "drain trumps", folk advice that lost about 4 points a deal in paired runs of public rule players.
Weakness: draws the partner's trumps as well, and has none left for the last trick.
"""

from sim.games.tractor.strategist import Knob, highest, n_in_suit
from strategies.tractor._table import aces, lead_single

KNOBS = (Knob("keep", 0, 0, 25, "trumps that it keeps back"),)
COMPANIONS = {"declare": "basic", "bury": "basic", "follow": "basic"}
KEEP = 0


def lead(view):
    """The highest trump while there is one to spare, else as `basic`."""
    if n_in_suit(view, 4) > view.parameters[KEEP]:
        return highest(view.hand & view.trumps)
    return lead_single(view, aces(view))
