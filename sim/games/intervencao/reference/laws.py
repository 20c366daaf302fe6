"""The rules that a round and a jogo go by, each as one small function."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction

from sim.games.intervencao.cards import J
from sim.games.intervencao.decisions import LAWFUL, NOBODY, PASS, UNLAWFUL

RESTS = {LAWFUL: "lawful", PASS: "pass", UNLAWFUL: "inanition"}


def free_cards(hand: Collection[int], batch: Collection[int]) -> set[int]:
    """I6, I9: what may be expelled."""
    return {card for card in hand if card != J and card not in batch}


def has_high_pressure(hand: Collection[int], waiting: Collection[int], batch: Collection[int], debt: int) -> bool:
    """I13."""
    if len(hand) + len(waiting) <= 3:
        return False
    if waiting:
        return debt + len(waiting) > len([card for card in hand if card != J])
    return debt > len(free_cards(hand, batch))


def has_low_pressure(hand: Collection[int], waiting: Collection[int], low_limit: int) -> bool:
    """I14, I11."""
    return len([card for card in [*hand, *waiting] if card != J]) < low_limit


def what_resting_is(hand: Collection[int], waiting: Collection[int], batch: Collection[int]) -> int:
    """I10."""
    if len(waiting) == 0 and len(hand) <= 3:
        return LAWFUL
    if len(waiting) == 0 and not free_cards(hand, batch):
        return PASS
    return UNLAWFUL


def hand_total(cards: Iterable[int], measure: str = "sum", j_value: int = 0) -> int:
    """I17."""
    if measure == "cards":
        return len(list(cards))
    return sum(j_value if card == J else card // 4 for card in cards)


def shares(totals: Mapping[int, int], alone: int = NOBODY) -> dict[int, Fraction]:
    """I18, I15: points by seat; `alone` has the worst hand whatever it counts."""
    rivals = {seat: total for seat, total in totals.items() if seat != alone}
    best = [seat for seat in rivals if rivals[seat] == min(rivals.values())]
    worst = [seat for seat in totals if totals[seat] == max(totals.values())] if alone == NOBODY else [alone]
    points = {seat: Fraction(0) for seat in totals}
    if set(best) != set(totals):
        for seat in best:
            points[seat] += Fraction(1, len(best))
        for seat in worst:
            points[seat] -= Fraction(1, len(worst))
    return points


def moral_champions(points: Mapping[int, Fraction | int], vantagens: Sequence[int] | Mapping[int, int]) -> list[int]:
    """I23: who wins, among the seats in `points`."""
    best = max((points[seat], vantagens[seat]) for seat in points)
    return [seat for seat in points if (points[seat], vantagens[seat]) == best]


def official_champions(moral: Sequence[int], allies: Mapping[int, int], out_last: Collection[int]) -> list[int]:
    """I24: `allies` holds the ally of each seat that has one."""
    common = {allies.get(seat, NOBODY) for seat in moral}
    if len(common) == 1 and NOBODY not in common and not common & (set(out_last) | set(moral)):
        return list(common)
    return list(moral)


def waiting_time(word: int) -> float:
    """I5: the exponential time of mean 1 that a word stands for (README.md, "How a game is drawn")."""
    n = (word >> 11) + 1
    e = n.bit_length() - 1
    m = n / 2**e
    if m > math.sqrt(2):
        m, e = m / 2, e + 1
    s = (m - 1) / (m + 1)
    q = s * s
    return (53 - e) * math.log(2) - 2 * s * (1 + q * (1 / 3 + q * (1 / 5 + q * (1 / 7 + q * (1 / 9)))))
