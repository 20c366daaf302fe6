"""One exactly defined player, for comparison with independent programs.

Idea: keep a rough count of the own cards, swap the worst one out, snap what is known, call at 5.
Origin: defined for this project, so that programs written from the rules alone can be compared by their means.
Weakness: calls early, looks in a fixed order, never minds what the others hold. Nothing here may be improved.
"""

from sim.games.cambio.strategist import (
    BLIND_EXCHANGE,
    DISCARD,
    LOOK_AND_EXCHANGE,
    LOOK_OTHER,
    LOOK_OWN,
    NOTHING,
    PASS,
    PLAY,
    STOCK,
    TOP,
    any_target,
    effect_of,
    estimate_sum,
    is_taken_from_top,
    lowest,
    matching_own,
    next_seat,
    others_match,
    own_cards,
    own_pair,
    own_position,
    pair_place,
    place_of,
    points_at,
    points_of,
    position_of,
    seat_of,
    targets,
    unknown_own,
    unknown_target,
    waits,
    worst_own,
)

UNKNOWN = 6.25  # an own card that is not known
CALL_AT = 5.0


def call(view):
    """When the estimates add up to 5 or less."""
    return 1 if estimate_sum(view, view.seat, UNKNOWN) <= CALL_AT else 0


def draw(view):
    """The discard top if it counts 1 or less and improves on the worst own card by 1 or more."""
    points = points_of(view.top)
    if points > 1:
        return STOCK
    _, worst = worst_own(view, UNKNOWN)
    return TOP if worst - points >= 1 else STOCK


def use(view):
    """Swapped for the worst own card if that is worse; else for its effect, if that is of use."""
    position, worst = worst_own(view, UNKNOWN)
    if is_taken_from_top(view) or (position >= 0 and worst > points_of(view.drawn)):
        return position
    return PLAY if is_useful(view, effect_of(view.drawn), worst) else DISCARD


def is_useful(view, effect, worst):
    """Whether a drawn card is played."""
    if effect == LOOK_OWN:
        return unknown_own(view) != 0
    if effect == LOOK_OTHER:
        return unknown_target(view) != NOTHING
    has_both = own_cards(view) != 0 and any_target(view) != NOTHING
    if effect == BLIND_EXCHANGE:
        return has_both and worst > UNKNOWN
    return effect == LOOK_AND_EXCHANGE and has_both


def peek_own(view):
    """The lowest unknown position."""
    return lowest(unknown_own(view))


def peek_other(view):
    """The first unknown card, left neighbour first."""
    return unknown_target(view)


def exchange(view):
    """The worst own card for the lowest one of the next player who has cards."""
    position, _ = worst_own(view, UNKNOWN)
    return own_pair(position, any_target(view))


def king(view):
    """Looks at unknown cards; exchanges if the own one counts more."""
    if view.pair != NOTHING:
        place = pair_place(view.pair)
        own = points_at(view, view.seat, own_position(view.pair))
        return 1 if own > points_at(view, seat_of(place), position_of(place)) else 0
    position, _ = worst_own(view, UNKNOWN)
    if unknown_own(view):
        position = lowest(unknown_own(view))
    return own_pair(position, place_to_look(view))


def place_to_look(view):
    """Of the next player who has cards: the lowest unknown one, else the lowest."""
    seat = next_seat(view, view.seat)
    while not targets(view, seat):
        seat = next_seat(view, seat)
    unknown = targets(view, seat) & ~view.known[seat]
    return place_of(seat, lowest(unknown if unknown else targets(view, seat)))


@waits
def snap(view):
    """A known own card that counts more than 0; else any known card of another."""
    if view.n_matches == 0:
        return PASS
    position = matching_own(view, 0)
    if position >= 0:
        return place_of(view.seat, position)
    return others_match(view)


def give(view):
    """The worst own card."""
    position, _ = worst_own(view, UNKNOWN)
    return position
