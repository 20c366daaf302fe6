"""Counts tricks by classes of cards, fewer in long rounds.

Idea: wizards .86 the first and .77 the next; trumps .9 to .25 by rank, 4 % more for each further trump; side cards .75
to .12; the sum times 1, .92, .82 or .72 as the round grows; rounded.
Origin: the tiers of a public language-model player for six players.
Weakness: nothing depends on the number of players or on the suits' lengths.
"""

from sim.games.wizard.strategist import (
    LANE,
    ONE,
    SPECIALS,
    WIZARDS,
    Knob,
    forehead_bid,
    legal_bid_near,
    lowest,
    nearest,
    popcount,
    rank_of,
)

KNOBS = (
    Knob("shade", 1.0, 0.0, 2.0, "multiplies the sum"),
    Knob("first_wizard", 0.86, 0.0, 1.0, "tricks that the first wizard counts"),
    Knob("next_wizard", 0.77, 0.0, 1.0, "tricks that each further wizard counts"),
    Knob("company", 0.04, 0.0, 0.5, "what each further trump adds to the trumps, as a part"),
)
COMPANIONS = {"choose_trump": "longest", "play": "duck"}
SHADE, FIRST_WIZARD, NEXT_WIZARD, COMPANY = range(4)


def bid(view):
    """The rounded sum, shaded by the length of the round."""
    if not view.hand:
        return forehead_bid(view)
    total = wizard_tricks(view) + trump_tricks(view) + side_tricks(view)
    return legal_bid_near(view, nearest(view.parameters[SHADE] * fading(view.round) * total))


def wizard_tricks(view):
    """What the wizards count."""
    n = popcount(view.hand & WIZARDS)
    return view.parameters[FIRST_WIZARD] + (n - 1) * view.parameters[NEXT_WIZARD] if n else 0.0


def trump_tricks(view):
    """What the trumps count, each more in company."""
    total = 0.0
    left = view.hand & LANE[view.trump]
    company = 1.0 + view.parameters[COMPANY] * (popcount(left) - 1)
    while left:
        total += trump_tier(rank_of(lowest(left)))
        left &= left - ONE
    return total * company


def side_tricks(view):
    """What the side cards count."""
    total = 0.0
    left = view.hand & ~LANE[view.trump] & ~SPECIALS
    while left:
        total += side_tier(rank_of(lowest(left)))
        left &= left - ONE
    return total


def trump_tier(rank):
    """Tricks of a trump."""
    if rank >= 12:
        return 0.9 if rank == 13 else 0.75
    if rank >= 10:
        return 0.6
    return 0.45 if rank >= 8 else 0.25


def side_tier(rank):
    """Tricks of a side card."""
    if rank >= 12:
        return 0.75 if rank == 13 else 0.55
    if rank >= 10:
        return 0.4 if rank == 11 else 0.25
    return 0.12


def fading(n_tricks):
    """What is left of the sum in a round of this many tricks."""
    if n_tricks <= 6:
        return 1.0 if n_tricks <= 3 else 0.92
    return 0.82 if n_tricks <= 8 else 0.72
