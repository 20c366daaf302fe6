"""Counts the tricks that nobody can take away, and ducks while they are enough.

Idea: wizards, the top trumps once no wizard is out, the top side cards once no trump and no wizard is out, are sure.
While the bid needs no more than these, every trick is left to others, and the sure cards are not thrown away.
Origin: sure-trick accounting of a public trick-taking player (Trickster).
Weakness: a wizard is counted as sure although an earlier one beats it; waits so long that sure tricks can collide.
"""

from sim.games.wizard.strategist import (
    LANE,
    N_SUITS,
    WIZARDS,
    higher_of_suit,
    highest,
    losers_now,
    need,
    popcount,
    strongest,
    tricks_left,
    unseen,
    weakest,
)
from strategies.wizard._tricks import lead_to_leave, leave, play_as_wished

COMPANIONS = {"choose_trump": "longest", "bid": "steady"}


def play(view):
    """Takes the trick while more than the sure tricks are needed, or all that are left."""
    wanted, sure = need(view), sure_cards(view)
    if wanted >= tricks_left(view) or wanted > popcount(sure):
        return play_as_wished(view, True)
    return keep(view, sure) if wanted > 0 else play_as_wished(view, False)


def keep(view, sure):
    """Leaves the trick to others without spending a sure card, if possible."""
    if view.n_played == 0:
        others = view.legal & ~sure
        return weakest(view, others) if others else lead_to_leave(view)
    losers = losers_now(view) & ~sure
    return strongest(view, losers) if losers else leave(view)


def sure_cards(view):
    """The mask of own cards that nobody can beat when they are led."""
    hidden = unseen(view)
    sure = view.hand & WIZARDS
    if hidden & WIZARDS:
        return sure
    sure |= top_cards(view, view.trump, hidden)
    if hidden & LANE[view.trump]:
        return sure
    for suit in range(N_SUITS):
        sure |= top_cards(view, suit, hidden)
    return sure


def top_cards(view, suit, hidden):
    """The mask of own cards of a suit above all unseen ones of it."""
    out = hidden & LANE[suit]
    return view.hand & (higher_of_suit(highest(out)) if out else LANE[suit])
