"""Takes tricks with the cheapest card, leaves them with the dearest.

Idea: a trick wanted: the cheapest card that wins now, else the weakest card. A trick not wanted: the dearest card that
still loses, so that dangerous cards go first. Leads: high trump, wizard, high side card; or jester, low card.
Origin: the cheapest-winner, dearest-loser rule that most rule-based Wizard players share.
Weakness: wants tricks at once and in any order, and does not count what is still out.
"""

from sim.games.wizard.strategist import need
from strategies.wizard._tricks import play_as_wished

COMPANIONS = {"choose_trump": "longest", "bid": "steady"}


def play(view):
    """A trick is wanted as long as the bid is not reached."""
    return play_as_wished(view, need(view) > 0)
