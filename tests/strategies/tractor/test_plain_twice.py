"""`plain` a second time, in plain Python on printed cards, from its definition alone; every decision of whole deals is the same."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from sim.core import jit
from sim.experiment.strategies import load
from sim.games.tractor import GAME
from sim.games.tractor.cards import kinds_in
from sim.games.tractor.decisions import BURY, CHOSEN, DECLARE, LEAD
from tests.playing import Players

N_DEALS = 3 if jit.DISABLED else 150
POINTS = {3: 5, 8: 10, 11: 10}


class Order:
    """Effective suits and positions as the definition counts them."""

    def __init__(self, level: int, trump: int) -> None:
        self.level, self.trump = level, trump

    def is_trump(self, kind: int) -> bool:
        return kind >= 52 or kind % 13 == self.level or kind // 13 == self.trump

    def suit(self, kind: int) -> int:
        return 4 if self.is_trump(kind) else kind // 13

    def position(self, kind: int) -> int:
        if kind >= 52:
            return kind - 52 + 14
        if kind % 13 == self.level:
            return 13 if kind // 13 == self.trump else 12
        return kind % 13 - (kind % 13 > self.level)

    def points(self, kind: int) -> int:
        return POINTS.get(kind % 13, 0) if kind < 52 else 0

    def printed(self, kind: int) -> int:
        return kind // 13

    def by_worth(self, kind: int) -> tuple:
        return self.is_trump(kind), self.points(kind), self.position(kind), self.suit(kind), self.printed(kind)

    def by_height(self, kind: int) -> tuple:
        return self.position(kind), self.printed(kind)

    def is_step(self, low: int, high: int) -> bool:
        """Whether two cards of one suit are neighbours with nothing between them."""
        between = {self.position(k) for k in range(54) if self.suit(k) == self.suit(low)}
        a, b = self.position(low), self.position(high)
        return a < b and not any(a < position < b for position in between)


def declare(hand: list[int], order: Order, n_declared: int) -> int:
    if n_declared:
        return 0
    best = (8, 0, 0)
    for suit in range(4):
        if 13 * suit + order.level in hand:
            count = sum(kind >= 52 or kind % 13 == order.level or kind // 13 == suit for kind in hand)
            best = max(best, (count, -suit, suit + 1))
    return best[2] if best[0] >= 9 else 0


def lead(hand: list[int], order: Order) -> list[int]:
    """Every candidate, the greatest by (pairs, top position, -suit, printed suits first in order)."""
    pairs = sorted((kind for kind, n in Counter(hand).items() if n == 2), key=order.by_height)
    runs = [[kind] for kind in pairs]
    candidates = [(0, order.position(k), -order.suit(k), -order.printed(k), [k]) for k in hand]
    while runs:
        for run in runs:
            top, levels = run[-1], [-order.printed(k) for k in run if k < 52 and k % 13 == order.level]
            candidates.append((len(run), order.position(top), -order.suit(top), sum(levels), run * 2))
        runs = [[*run, k] for run in runs for k in pairs if order.suit(k) == order.suit(run[-1]) and order.is_step(run[-1], k)]
    return max(candidates, key=lambda c: c[:4])[4]


def follow(hand: list[int], led: list[int], order: Order) -> list[int]:
    n, suit = len(led), order.suit(led[0])
    own = sorted((k for k in hand if order.suit(k) == suit), key=order.by_height)
    if len(own) < n:
        others = sorted((k for k in hand if order.suit(k) != suit), key=order.by_worth)
        return own + others[: n - len(own)]
    if n == 1:
        return own[:1]
    pairs = sorted((kind for kind, count in Counter(own).items() if count == 2), key=order.by_height)[: n // 2]
    rest = list((Counter(own) - Counter(pairs * 2)).elements())
    return pairs * 2 + sorted(rest, key=order.by_height)[: n - 2 * len(pairs)]


def expected(decision: int, view) -> object:
    level, trump = int(view["level"]), int(view["trump"])
    order = Order(level, trump if trump >= 0 else 4)
    hand = kinds_in(view["hand"], view["pairs"], level, trump if trump >= 0 else 4)
    if decision == DECLARE:
        return declare(hand, order, int(view["n_declared"]))
    if decision == BURY:
        return sorted(sorted(hand, key=order.by_worth)[:8])
    if decision == LEAD:
        return sorted(lead(hand, order))
    leader = int(view["leader"])
    return sorted(follow(hand, kinds_in(view["trick"][leader], view["trick_pairs"][leader], level, trump), order))


@pytest.mark.parametrize("word", ["plain"])
@pytest.mark.parametrize("level", ["2", "drawn"])
def test_every_decision_is_the_same(word, level):
    functions = [[load(GAME, name).functions[decision.name] for decision in GAME.decisions] for name in (word, "random")]
    for partner in (0, 1):  # `plain` four times, and beside `random`, which brings no-trump and long leads
        table = Players(GAME, [functions[0], functions[partner]] * 2)
        for block in range(N_DEALS):
            policies = table.policies(4)

            def checked(seat: int, ask, partner=partner):
                def answer(decision, views):
                    view = views[0].copy()
                    said = ask(decision, views)
                    if seat % 2 == 0 or partner == 0:
                        one, both = (views["chosen"][0], views["chosen_pairs"][0]) if said == CHOSEN else (1 << said, 0)
                        mine = said if decision == DECLARE else sorted(kinds_in(one, both, int(view["level"]), int(view["trump"])))
                        assert mine == expected(decision, view), (seat, decision, view)
                    return said

                return answer

            GAME.replay(GAME.rules(4, {"level": level}), [checked(seat, policies[seat]) for seat in range(4)], 31, block)


def test_order_counts_as_defined():
    order = Order(0, 1)
    assert [order.position(k) for k in (1, 12, 14, 25, 0, 13, 52, 53)] == [0, 11, 0, 11, 12, 13, 14, 15]
    assert all(order.is_step(a, b) for a, b in combinations((24, 25, 0, 13, 52, 53), 2) if abs(order.position(a) - order.position(b)) == 1)
