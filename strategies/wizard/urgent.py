"""Takes tricks only when they are needed soon.

Idea: the trick is wanted when the share of the remaining tricks that the bid still needs is above `hurry`; until then
middle cards are thrown away. Takes and leaves as `duck` does.
Origin: the urgency rule of a public language-model player, which used 0.5.
Weakness: waits with high side cards until they get trumped; every bit of patience was worse than none (`duck`).
"""

from sim.games.wizard.strategist import Knob, need, tricks_left
from strategies.wizard._tricks import play_as_wished

KNOBS = (Knob("hurry", 0.25, 0.0, 1.0, "needed share of the remaining tricks above which a trick is wanted"),)
COMPANIONS = {"choose_trump": "longest", "bid": "steady"}
HURRY = 0


def play(view):
    """A trick is wanted when it is urgent, or when every remaining one is needed."""
    wanted, left = need(view), tricks_left(view)
    return play_as_wished(view, wanted >= left or wanted > view.parameters[HURRY] * left)
