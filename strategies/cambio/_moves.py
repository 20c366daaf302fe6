"""Moves that several strategies share: what to swap, whom to look at, what to throw.

`unknown` is always the value of a card that is not remembered. A strategy that forgets on its own account keeps the
mask of forgotten positions of seat s in view.notes[s]; for all others these notes stay 0.
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
    effect_of,
    has,
    is_taken_from_top,
    lowest,
    match_key,
    next_seat,
    np,
    own_cards,
    own_pair,
    own_position,
    pair_place,
    place_of,
    points_at,
    points_of,
    popcount,
    position_of,
    seat_of,
    targets,
)

EVERYTHING_BAD = 1000.0  # an estimate that nothing exceeds


def recalled(view, seat):
    """The mask of a seat's cards that this strategy recalls."""
    return view.known[seat] & ~np.uint64(view.notes[seat])


def value_at(view, seat, position, unknown):
    """Points of a recalled card, else `unknown`."""
    return np.float64(points_at(view, seat, position)) if has(recalled(view, seat), position) else unknown


def hand_value(view, unknown):
    """The estimate of what lies in front of this seat."""
    total = unknown * n_unknown_own(view)
    left = recalled(view, view.seat)
    while left:
        total += points_at(view, view.seat, lowest(left))
        left &= left - np.uint64(1)
    return total


def unrecalled_own(view):
    """The mask of own cards that are not recalled."""
    return own_cards(view) & ~recalled(view, view.seat)


def n_unknown_own(view):
    """How many own cards are not recalled."""
    return popcount(unrecalled_own(view))


def worst_of_own(view, unknown):
    """(position, value) of the dearest own card, an unknown one before a known one of equal value; (-1, -9) without cards."""
    hidden, left = unrecalled_own(view), own_cards(view) & recalled(view, view.seat)
    worst, most = -1, -9.0
    if hidden:
        worst, most = lowest(hidden), unknown
    while left:
        position = lowest(left)
        left &= left - np.uint64(1)
        value = np.float64(points_at(view, view.seat, position))
        if value > most:
            worst, most = position, value
    return worst, most


def cheapest_of_others(view, unknown, kept):
    """(place, value) of the card of another that is likely worth least; (NOTHING, 1000) if there is none.

    kept: the value of a card that is not recalled but that its owner has seen, and left or put there.
    """
    best, least = NOTHING, EVERYTHING_BAD
    seat = next_seat(view, view.seat)
    while seat != view.seat:
        left = targets(view, seat)
        while left:
            position = lowest(left)
            left &= left - np.uint64(1)
            value = other_value(view, seat, position, unknown, kept)
            if value < least:
                best, least = place_of(seat, position), value
        seat = next_seat(view, seat)
    return best, least


def other_value(view, seat, position, unknown, kept):
    """The value of another's card; kept: see cheapest_of_others."""
    if has(recalled(view, seat), position):
        return np.float64(points_at(view, seat, position))
    return kept if has(view.seen[seat, position], seat) else unknown


def seat_value(view, seat, unknown, kept):
    """The estimate of what lies in front of another seat."""
    total = 0.0
    left = view.occupied[seat]
    while left:
        total += other_value(view, seat, lowest(left), unknown, kept)
        left &= left - np.uint64(1)
    return total


def best_of_others(view, unknown, kept):
    """The lowest estimate among the other seats."""
    least = EVERYTHING_BAD
    for seat in range(view.players):
        if seat != view.seat:
            least = min(least, seat_value(view, seat, unknown, kept))
    return least


def place_to_peek(view):
    """A card of another that is not recalled: of the caller, else of whoever has the fewest cards; NOTHING if none."""
    best, fewest = NOTHING, 99
    seat = next_seat(view, view.seat)
    while seat != view.seat:
        hidden = targets(view, seat) & ~recalled(view, seat)
        size = -1 if seat == view.caller else popcount(view.occupied[seat])
        if hidden and size < fewest:
            best, fewest = place_of(seat, lowest(hidden)), size
        seat = next_seat(view, seat)
    return best


# Whole decisions -----------------------------------------------------------------------------------------------------


def take_if_cheap(view, at_most, unknown):
    """`draw`: the discard top if it counts `at_most` or less and improves on the worst own card by 1 or more."""
    points = points_of(view.top)
    if points > at_most:
        return STOCK
    _, worst = worst_of_own(view, unknown)
    return TOP if worst - points >= 1 else STOCK


def swap_or_use(view, unknown, kept):
    """`use`: swapped for the dearest own card if that counts more; else played if the effect is of use."""
    position, worst = worst_of_own(view, unknown)
    if is_taken_from_top(view):
        return position
    effect = effect_of(view.drawn)
    _, cheapest = cheapest_of_others(view, unknown, kept)
    if effect == BLIND_EXCHANGE and worst - cheapest > max(worst - points_of(view.drawn), 0.0):
        return PLAY
    if position >= 0 and worst > points_of(view.drawn):
        return position
    if effect == LOOK_OWN and unrecalled_own(view):
        return PLAY
    if effect == LOOK_OTHER and place_to_peek(view) != NOTHING:
        return PLAY
    return PLAY if effect == LOOK_AND_EXCHANGE and position >= 0 and cheapest < EVERYTHING_BAD else DISCARD


def peek_at_own(view):
    """`peek_own`: the lowest own card that is not recalled, else the lowest."""
    hidden = unrecalled_own(view)
    return lowest(hidden if hidden else own_cards(view))


def peek_at_other(view):
    """`peek_other`: see place_to_peek; without such a card the first of the next seat that has one."""
    place = place_to_peek(view)
    return place if place != NOTHING else first_target(view)


def first_target(view):
    """The lowest card of the next seat that has one."""
    seat = next_seat(view, view.seat)
    while not targets(view, seat):
        seat = next_seat(view, seat)
    return place_of(seat, lowest(targets(view, seat)))


def exchange_worst(view, unknown, kept):
    """`exchange`: the dearest own card for the cheapest of the others."""
    position, _ = worst_of_own(view, unknown)
    place, _ = cheapest_of_others(view, unknown, kept)
    return own_pair(position, place)


def look_and_exchange(view, unknown, kept):
    """`king`: looks at the dearest own and the cheapest other card; exchanges them if that gains."""
    if view.pair == NOTHING:
        return exchange_worst(view, unknown, kept)
    place = pair_place(view.pair)
    own = points_at(view, view.seat, own_position(view.pair))
    return 1 if own > points_at(view, seat_of(place), position_of(place)) else 0


def throw_known(view, above):
    """`snap`: the dearest own card recalled to match, if it counts more than `above`; else one of another; else nothing."""
    if view.n_matches == 0:
        return PASS
    position = dearest_match(view, above)
    if position >= 0:
        return place_of(view.seat, position)
    seat = next_seat(view, view.seat)
    while seat != view.seat:
        here = view.matches[seat] & recalled(view, seat)
        if here:
            return place_of(seat, lowest(here))
        seat = next_seat(view, seat)
    return PASS


def dearest_match(view, above):
    """The own position that matches and counts most, if it counts more than `above`; else -1."""
    best, most = -1, np.int64(above)
    left = view.matches[view.seat] & recalled(view, view.seat)
    while left:
        position = lowest(left)
        left &= left - np.uint64(1)
        if points_at(view, view.seat, position) > most:
            best, most = position, points_at(view, view.seat, position)
    return best


def give_worst(view, unknown):
    """`give`: the dearest own card."""
    position, _ = worst_of_own(view, unknown)
    return position


def throw_gain(view, card, besides, unknown):
    """Points that a snap would save this seat if `card` lay open: of an own card (but the one at `besides`) or a gift."""
    key, best = match_key(card, view.by_points), 0.0
    _, worst = worst_of_own(view, unknown)
    for seat in range(view.players):
        left = recalled(view, seat) if seat != view.locked else np.uint64(0)
        while left:
            position = lowest(left)
            left &= left - np.uint64(1)
            if match_key(view.cards[seat, position], view.by_points) == key and (seat != view.seat or position != besides):
                best = max(best, np.float64(points_at(view, seat, position)) if seat == view.seat else worst)
    return best
