"""What a seat knows of the cards that lie there, counted once more in plain Python."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from sim.games.cambio.cards import NO_CARD, PACK_POINTS, POINTS, card_name, pack_of
from sim.games.cambio.strategist.table import estimate_sum, known_points, mean_unseen, worst_known, worst_own
from tests.strategies.cambio.seats import EMPTY, HIDDEN, seat_at

SEEDS, UNKNOWN = range(40), (6.25, 10.0, -1.0)


def drawn_rows(dice: Random) -> tuple[list[list[str]], list[str]]:
    """Rows of four to eight positions in front of two to six players, and a discard pile."""
    pack = [card_name(card) for card in pack_of(4)]
    dice.shuffle(pack)
    players = dice.randint(2, 6)
    rows = [[dice.choice((EMPTY, HIDDEN, pack.pop(), pack.pop())) for _ in range(dice.choice((4, 4, 5, 8)))] for _ in range(players)]
    return rows, [pack.pop() for _ in range(dice.randint(0, 9))]


def points(name: str) -> int:
    """C6."""
    special = {"JK": 0, "KH": -1, "KD": -1, "KS": 20, "KC": 20}
    return special[name] if name in special else "A23456789".find(name[0]) + 1 or 10


def worst(by_position: dict[int, float]) -> tuple[int, float]:
    """(position, points) of the card that counts most, the lowest position of equals; (-1, -9) without one."""
    return max(by_position.items(), key=lambda each: (each[1], -each[0]), default=(-1, -9))


def test_C6_points_by_name():
    assert [points(card_name(code)) for code in (0, *range(4, 56))] == [int(POINTS[code]) for code in (0, *range(4, 56))]


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_known_is_counted(seed):
    rows, pile = drawn_rows(Random(seed))
    view = seat_at(*(" ".join(row) for row in rows), pile=" ".join(pile))[0]
    remembered = [[points(card) for card in row if card not in (EMPTY, HIDDEN)] for row in rows]
    for seat, row in enumerate(rows):
        assert known_points(view, seat) == sum(remembered[seat])
        for unknown in UNKNOWN:
            assert estimate_sum(view, seat, unknown) == sum(remembered[seat]) + unknown * row.count(HIDDEN)
    n_unseen = 108 - len(pile) - sum(len(row) for row in remembered)
    unseen = PACK_POINTS - sum(points(card) for card in pile) - sum(sum(row) for row in remembered)
    assert mean_unseen(view) == pytest.approx(unseen / n_unseen)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_worst_own_card(seed):
    rows, _ = drawn_rows(Random(seed))
    view = seat_at(*(" ".join(row) for row in rows))[0]
    known = {at: points(card) for at, card in enumerate(rows[0]) if card not in (EMPTY, HIDDEN)}
    assert worst_known(view) == worst(known)
    for unknown in UNKNOWN:
        estimates = {at: float(known.get(at, unknown)) for at, card in enumerate(rows[0]) if card != EMPTY}
        assert worst_own(view, unknown) == worst(estimates)


def test_nothing_is_known_of_no_cards():
    view = seat_at("- - - -", "? ? ? ?")[0]
    assert not view["known"].any() and np.all(view["cards"] == NO_CARD)
    assert worst_own(view, 6.25) == (-1, -9.0) and known_points(view, 0) == 0
