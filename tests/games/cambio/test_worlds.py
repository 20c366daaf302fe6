"""Worlds: they agree with all that the seat knows, and each that does is as likely as any other."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

import numpy as np
import pytest
from scipy.stats import chisquare

from sim.core import jit
from sim.games.cambio import GAME
from sim.games.cambio.cards import NO_CARD
from sim.games.cambio.charts import remembered
from tests.games.cambio.moments import Asked, World, draw_worlds, fits, played, positions
from tests.games.cambio.tables import PLAYERS, drawn_rules

N_TABLES = 6 if jit.DISABLED else 40
EVERY = 40 if jit.DISABLED else 5  # questions looked at


def test_worlds_agree_with_the_view():
    """Any options, two to eight players, any question, also after the pile has become the stock."""
    met: Counter[str] = Counter()
    for seed in range(N_TABLES):
        rules = drawn_rules(Random(seed), (30, 90, 300))
        for asked in played(rules, 5, seed)[seed % EVERY :: EVERY]:
            view = asked.views[0]
            assert fits(view, asked.cards, asked.stock), "the proof's own proof: the table itself agrees"
            assert all(fits(view, world.cards, world.stock) for world in draw_worlds(asked.views, 3)), (rules.describe(), view)
            met.update({f"{rules.players} players": 1, "reshuffled": view["reshuffles"] > 0, "in hand": view["drawn"] != NO_CARD})
            met.update({"called": view["caller"] >= 0, "opened": view["opened"].max() > 4})
    assert jit.DISABLED or all(met[word] for word in ("reshuffled", "in hand", "called", "opened", *(f"{n} players" for n in PLAYERS))), met


@pytest.mark.parametrize("fault", ["known", "twice", "place", "stock"])
def test_a_contradiction_is_noticed(fault):
    """The proof's own proof, part two."""
    asked = played(GAME.rules(3, {"max_turns": "60"}), 3, 0)[40]
    view, cards, stock = asked.views[0], asked.cards.copy(), list(asked.stock)
    seat = next(seat for seat in range(3) if view["known"][seat])
    position = positions(view["known"][seat])[0]
    if fault == "known":
        at = next(i for i, card in enumerate(stock) if card != cards[seat, position])
        cards[seat, position], stock[at] = stock[at], cards[seat, position]
    elif fault == "twice":
        stock[0] = next(card for card in stock if card != stock[0])
    elif fault == "place":
        cards[seat, position], cards[seat, 15] = NO_CARD, cards[seat, position]
    else:
        stock.pop()
    assert not fits(view, cards, stock)


def arrangement(asked: Asked, world: World) -> tuple[int, ...]:
    """A world's unseen cards: at the hidden places in the order of seats and positions, then the stock."""
    view = asked.views[0]
    hidden = [(seat, p) for seat in range(view["players"]) for p in positions(int(view["occupied"][seat]) & ~int(view["known"][seat]))]
    return (*(int(world.cards[place]) for place in hidden), *world.stock)


def with_few_unseen(asked: Asked, n_unseen: int) -> Asked:
    """The question as if the seat had looked at more cards, so that so many are left."""
    view = asked.views[0]
    hidden = [(seat, p) for seat in range(view["players"]) for p in positions(int(view["occupied"][seat]) & ~int(view["known"][seat]))]
    for seat, position in hidden[n_unseen - int(view["stock"]) :]:
        view["known"][seat] |= np.uint64(1 << position)
        view["cards"][seat, position] = asked.cards[seat, position]
    return asked


def test_each_world_is_as_likely():
    """Against an enumeration, where few cards are unseen: shortly before the stock ends; copies of a card are alike."""
    n_tested, n_alike, dice_of = 0, 0, 40 if jit.DISABLED else 100
    for block in range(60):
        late = [asked for asked in played(GAME.rules(4, {"max_turns": "150"}), 8, block, p_call=0.0) if 1 <= asked.views[0]["stock"] <= 3]
        asked = with_few_unseen(late[len(late) // 2], 5)
        (world,) = draw_worlds(asked.views, 1)
        cards = arrangement(asked, world)
        if len(cards) == 5 and (n_tested < 5 or len(set(cards)) < 5):
            tables = set(permutations(cards))
            drawn = Counter(arrangement(asked, world) for world in draw_worlds(asked.views, dice_of * len(tables)))
            assert set(drawn) <= tables
            assert chisquare([drawn[table] for table in tables]).pvalue > 1e-4, asked
            n_tested, n_alike = n_tested + 1, n_alike + (len(tables) < 120)
        if n_tested >= 5 and n_alike:
            return
    raise AssertionError(f"only {n_tested} questions with few cards unseen, {n_alike} with two alike")


def test_the_first_world_is_the_deal():
    """At the first question each card not seen lies at each hidden place as often as there are copies of it."""
    asked = played(GAME.rules(3), 2, 0)[0]
    worlds = draw_worlds(asked.views, 400 if jit.DISABLED else 8000)
    unseen = Counter([*asked.stock, *asked.cards[asked.cards != NO_CARD].tolist()])
    unseen.subtract(remembered(asked.views[0]).tolist())
    total = sum(unseen.values())
    for place in (((asked.seat + 1) % 3, 0), (asked.seat, 2)):
        counts = Counter(int(world.cards[place]) for world in worlds)
        expected = {card: len(worlds) * n / total for card, n in unseen.items() if n}
        assert set(counts) <= set(expected)
        assert chisquare([counts[card] for card in expected], list(expected.values())).pvalue > 1e-4


def test_worlds_are_drawn_from_the_view_alone():
    """The same View, the same worlds; nothing of it changes but its stream."""
    for asked in played(GAME.rules(4, {"max_turns": "60"}), 3, 1)[::30]:
        twin = asked.views.copy()
        one, other = draw_worlds(asked.views, 10), draw_worlds(twin, 10)
        assert [world.stock for world in one] == [world.stock for world in other]
        for field in ("cards", "table", "streams"):
            assert all(np.array_equal(getattr(a, field), getattr(b, field)) for a, b in zip(one, other, strict=True))
        assert [name for name in twin.dtype.names if asked.views[name].tobytes() != twin[name].tobytes()] == []
        assert [world.stock for world in draw_worlds(asked.views, 10)] != [world.stock for world in one], "the stream has moved on"
