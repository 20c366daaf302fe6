"""Tractor's decision chart: what it is worth to bury points, by the hand that buries them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sim.games.advice import Ask, Axis, Chart, Position
from sim.games.tractor.cards import KITTY_SIZE, NO_TRUMP, RED_JOKER, kinds_in, points_of
from sim.games.tractor.reference import laws

HIGHEST = 11  # rank of a side suit's best card
HIGHEST_WORTH, PAIR_WORTH, TRUMP_WORTH = 40, 25, 100  # in steps of rank, as rule players value the cards that they keep


def own_cards(view: np.void) -> list[int]:
    """The kinds of the own cards, in the order in which choices count them."""
    return kinds_in(view["hand"], view["pairs"], int(view["level"]), int(view["trump"]))


def cards_taken(view: np.void, choice: int) -> list[int]:
    """The kinds that a choice takes of the own cards."""
    return [kind for i, kind in enumerate(own_cards(view)) if choice >> i & 1]


def burial(view: np.void, n: int) -> int:
    """The burial, as a choice, of the n cards with points and the others without that are worth least; aces, pairs and trumps are kept."""
    own, order = own_cards(view), laws.order_of(int(view["level"]), int(view["trump"]))

    def worth(kind: int) -> int:
        if order.suits[kind] == laws.TRUMPS:
            return order.ranks[kind] + TRUMP_WORTH
        return order.ranks[kind] + HIGHEST_WORTH * (order.ranks[kind] == HIGHEST) + PAIR_WORTH * (own.count(kind) == 2)

    ranked = sorted(own, key=worth)
    rich, poor = ([kind for kind in ranked if bool(points_of([kind])) is has_points] for has_points in (True, False))
    return choice_that_takes(own, rich[:n] + poor[: KITTY_SIZE - n])


def choice_that_takes(own: Sequence[int], kinds: Sequence[int]) -> int:
    """The choice that takes these kinds: a single copy is the first one."""
    left, choice = list(kinds), 0
    for i, kind in enumerate(own):
        if kind in left:
            left.remove(kind)
            choice |= 1 << i
    return choice


def points_buried(view: np.void, choice: int) -> str:
    """`no points`, `5-10 points`, `15-20 points` or `25+ points`."""
    points = points_of(cards_taken(view, choice))
    return "no points" if points == 0 else "5-10 points" if points <= 10 else "15-20 points" if points <= 20 else "25+ points"


def points_order(label: str) -> int:
    """From none to many."""
    return ("no points", "5-10 points", "15-20 points", "25+ points").index(label)


def burials(position: Position, ask: Ask) -> Sequence[int]:
    """One burial for each class of points, with as few point cards as there must be for it."""
    view, by_class = position.views[0], dict[str, int]()
    for n in range(KITTY_SIZE + 1):
        choice = burial(view, n)
        if choice.bit_count() == KITTY_SIZE:
            by_class.setdefault(points_buried(view, choice), choice)
    return list(by_class.values())


def trumps(view: np.void) -> str:
    """Trumps among the 33 cards, two by two."""
    order = laws.order_of(int(view["level"]), int(view["trump"]))
    n = sum(order.suits[kind] == laws.TRUMPS for kind in own_cards(view))
    return "0-6" if n <= 6 else "15+" if n >= 15 else f"{n - (n + 1) % 2}-{n + n % 2}"


def trumps_order(label: str) -> int:
    """By the least number."""
    return int(label.rstrip("+").split("-")[0])


CHARTS = {
    "bury": Chart(
        (
            Axis("trumps", "trumps among the dealer's 33 cards", trumps, trumps_order),
            Axis("red_jokers", "Red Jokers among them", lambda view: str(own_cards(view).count(RED_JOKER)), int),
            Axis("trump", "whether there is a trump suit", lambda view: "none" if view["trump"] == NO_TRUMP else "suit"),
        ),
        ("trumps",),
        points_buried,
        points_order,
        choices=burials,
    )
}
