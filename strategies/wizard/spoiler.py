"""Plays for its bid, and once that is lost, against the leader's.

Idea: as long as the bid can be met, plays as `duck`. Once it is lost, ten points more or less are cheaper than the
leader's thirty to sixty: takes tricks that the leader needs, leaves tricks that the leader cannot use.
Origin: advice of experienced players in forums (do not fear a further -10 when it stops another's bid).
Weakness: pays its own points for everyone's gain; with more than three players the others profit more than it does.
"""

from sim.games.wizard.strategist import need, need_of, tricks_left
from strategies.wizard._tricks import play_as_wished

COMPANIONS = {"choose_trump": "longest", "bid": "steady"}


def play(view):
    """Own bid first; then the leader's."""
    if 0 <= need(view) <= tricks_left(view):
        return play_as_wished(view, need(view) > 0)
    return play_as_wished(view, need_of(view, leader(view)) > 0)


def leader(view):
    """The other seat with most points, the lowest of equals."""
    best = 1 if view.seat == 0 else 0
    for seat in range(view.players):
        if seat != view.seat and view.scores[seat] > view.scores[best]:
            best = seat
    return best
