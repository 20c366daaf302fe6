"""Counts everything: the cards not seen, the others' hands, and what a throw would save. The strongest lawful player here.

Idea: each use of a drawn card is given its gain in points (the swap, the throw that it makes possible, the exchange, the
look) and the greatest is taken. It calls when its estimate, plus a margin for each unknown card, is below every other
seat's estimate less what a seat is likely to gain in its last turn, or is very low for certain.
Origin: written for this project; the margin that shrinks with knowledge is found in public engines.
Weakness: takes the others' unseen cards for average ones, and does not think a second turn ahead.
"""

from sim.games.cambio.strategist import (
    BLIND_EXCHANGE,
    DISCARD,
    LOOK_AND_EXCHANGE,
    LOOK_OTHER,
    LOOK_OWN,
    PLAY,
    STOCK,
    TOP,
    Knob,
    effect_of,
    has,
    is_taken_from_top,
    lowest,
    mean_unseen,
    np,
    own_cards,
    points_of,
    popcount,
    waits,
)
from strategies.cambio._moves import (
    EVERYTHING_BAD,
    NOTHING,
    best_of_others,
    cheapest_of_others,
    exchange_worst,
    give_worst,
    hand_value,
    look_and_exchange,
    n_unknown_own,
    peek_at_other,
    peek_at_own,
    place_to_peek,
    recalled,
    throw_gain,
    throw_known,
    unrecalled_own,
    value_at,
    worst_of_own,
)

MARGIN, PER_UNKNOWN, CALL_AT, TAKE_COST, LOOK_OWN_VALUE, LOOK_OTHER_VALUE, NEW_KNOWLEDGE, KEPT, UNKNOWN_AT_MOST = range(9)
KNOBS = (
    Knob("margin", 4, -20, 40, "calls when every other seat's estimate is at least so much higher"),
    Knob("per_unknown", 2, 0, 20, "and so much more for each unknown own card"),
    Knob("call_at", -1, -8, 80, "or when the estimate is this or less"),
    Knob("take_cost", 6, 0, 20, "what it costs that everyone knows a card taken from the discard pile"),
    Knob("look_own", 2, 0, 20, "worth of looking at an unknown own card"),
    Knob("look_other", 1, 0, 20, "worth of looking at a card of another"),
    Knob("new_knowledge", 2, 0, 20, "worth of swapping out an unknown card instead of a known one"),
    Knob("kept", 2, 0, 10, "what a card is taken to count that its owner has seen"),
    Knob("unknown_at_most", 0, 0, 16, "calls with at most so many own cards unknown"),
)


def call(view):
    """When ahead of everyone by a margin, or very low."""
    n_unknown = n_unknown_own(view)
    if n_unknown > view.parameters[UNKNOWN_AT_MOST]:
        return 0
    unknown = mean_unseen(view)
    own = hand_value(view, unknown) + n_unknown * view.parameters[PER_UNKNOWN]
    if own <= view.parameters[CALL_AT]:
        return 1
    return 1 if own + view.parameters[MARGIN] <= best_of_others(view, unknown, view.parameters[KEPT]) else 0


def draw(view):
    """The discard top if the best swap with it gains more than it costs, and more than a card from the stock is likely to."""
    gain, _ = best_swap(view, view.top, mean_unseen(view))
    return TOP if gain - view.parameters[TAKE_COST] > likely_gain(view) else STOCK


def likely_gain(view):
    """Roughly what a card from the stock brings: the worst own card against a mean one, never less than a little."""
    unknown = mean_unseen(view)
    _, worst = worst_of_own(view, unknown)
    return max(0.45 * (worst - 2.0), 0.5)


def best_swap(view, card, unknown):
    """(gain, position) of the best own card to swap `card` for, with the throw that the replaced card makes possible."""
    best, where = -99.0, -1
    left = own_cards(view)
    points = np.float64(points_of(card))
    while left:
        position = lowest(left)
        left &= left - np.uint64(1)
        gain = value_at(view, view.seat, position, unknown) - points
        if has(recalled(view, view.seat), position):
            gain += throw_gain(view, view.cards[view.seat, position], position, unknown)
        else:
            gain += view.parameters[NEW_KNOWLEDGE]
        if gain > best:
            best, where = gain, position
    return best, where


def use(view):
    """The use that gains most."""
    unknown = mean_unseen(view)
    gain, position = best_swap(view, view.drawn, unknown)
    if is_taken_from_top(view):
        return position
    thrown = throw_gain(view, view.drawn, -1, unknown)
    effect = effect_gain(view, effect_of(view.drawn), unknown)
    if position >= 0 and gain > thrown + max(effect, 0.0):
        return position
    return PLAY if effect > 0.0 else DISCARD


def effect_gain(view, effect, unknown):
    """What playing a card brings by its effect; 0 for nothing."""
    if effect == LOOK_OWN:
        return view.parameters[LOOK_OWN_VALUE] if unrecalled_own(view) else 0.0
    if effect == LOOK_OTHER:
        return view.parameters[LOOK_OTHER_VALUE] if place_to_peek(view) != NOTHING else 0.0
    if effect != BLIND_EXCHANGE and effect != LOOK_AND_EXCHANGE:
        return 0.0
    _, worst = worst_of_own(view, unknown)
    _, cheapest = cheapest_of_others(view, unknown, view.parameters[KEPT])
    if popcount(own_cards(view)) == 0 or cheapest >= EVERYTHING_BAD:
        return 0.0
    if effect == BLIND_EXCHANGE:
        return max(worst - cheapest, 0.0)
    return max(worst - cheapest, 0.0) + view.parameters[LOOK_OWN_VALUE]


def peek_own(view):
    """The lowest unknown one."""
    return peek_at_own(view)


def peek_other(view):
    """An unknown one of the caller, or of whoever has the fewest."""
    return peek_at_other(view)


def exchange(view):
    """The dearest own one for the cheapest other one."""
    return exchange_worst(view, mean_unseen(view), view.parameters[KEPT])


def king(view):
    """The same two, exchanged if that gains."""
    return look_and_exchange(view, mean_unseen(view), view.parameters[KEPT])


@waits
def snap(view):
    """What is known to match and counts more than nothing; else a card of another."""
    return throw_known(view, 0)


def give(view):
    """The dearest own one."""
    return give_worst(view, mean_unseen(view))
