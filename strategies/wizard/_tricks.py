"""Taking a trick cheaply and leaving it dearly: what several play policies share."""

from sim.games.wizard.strategist import (
    JESTERS,
    LANE,
    WIZARDS,
    is_last,
    losers_now,
    lowest,
    need,
    strongest,
    tricks_left,
    weakest,
    winners_now,
)


def play_as_wished(view, is_wanted):
    """A card that tries to take the trick, or to leave it to others."""
    if view.n_played == 0:
        return lead_to_take(view) if is_wanted else lead_to_leave(view)
    return take(view) if is_wanted else leave(view)


def take(view):
    """The cheapest card that wins as things stand; if none does, the weakest."""
    winners = winners_now(view)
    return weakest(view, winners) if winners else weakest(view, view.legal)


def leave(view):
    """The dearest card that still loses; if all win, the weakest, or the dearest when nobody plays behind."""
    losers = losers_now(view)
    if losers:
        return strongest(view, losers)
    return strongest(view, view.legal) if is_last(view) else weakest(view, view.legal)


def lead_to_take(view):
    """Every trick needed: from the top. Else the highest trump, a wizard, or the highest side card, in this order."""
    if need(view) >= tricks_left(view):
        return strongest(view, view.legal)
    trumps = view.legal & LANE[view.trump]
    if trumps:
        return strongest(view, trumps)
    wizards = view.legal & WIZARDS
    return lowest(wizards) if wizards else strongest(view, view.legal)


def lead_to_leave(view):
    """A jester, else the lowest card."""
    jesters = view.legal & JESTERS
    return lowest(jesters) if jesters else weakest(view, view.legal)
