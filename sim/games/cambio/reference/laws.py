"""The rules as the slow twin has them: points, effects, matches, winners, and the drawn order of a pack."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sim.core.rng import Stream
from sim.games.cambio.cards import JACK, JOKER, KING


def points(code: int) -> int:
    """C6: joker 0, red king -1, black king 20, court cards 10, others their number."""
    rank, suit = divmod(code, 4)
    if rank == JOKER:
        return 0
    if rank == KING:
        return -1 if "SHDC"[suit] in "HD" else 20
    return 10 if rank >= JACK else rank


def effect(code: int) -> str | None:
    """C7: the decision that a played card asks for."""
    rank = code // 4
    if rank == KING:
        return "king" if points(code) == 20 else None
    return {7: "peek_own", 8: "peek_own", 9: "peek_other", 10: "peek_other", 11: "exchange", 12: "exchange"}.get(rank)


def matches(card: int, open_card: int, by_points: bool) -> bool:
    """C13: whether a card may be thrown on the open one."""
    return points(card) == points(open_card) if by_points else card // 4 == open_card // 4


def winning_seats(totals: Sequence[int], caller: int | None) -> list[int]:
    """C21: who wins."""
    best = [seat for seat, total in enumerate(totals) if total == min(totals)]
    if caller in best and len(best) > 1:
        best.remove(caller)  # type: ignore[arg-type]
    return best


def shuffled(cards: Iterable[int], stream: Stream) -> list[int]:
    """README.md, "How a game is drawn": four cards a word."""
    order = list(cards)
    for first in range(0, len(order), 4):
        for i, index in enumerate(four_indices(stream, len(order) - first)):
            if first + i < len(order):
                order[first + i], order[first + i + index] = order[first + i + index], order[first + i]
    return order


def four_indices(stream: Stream, n_left: int) -> list[int]:
    """Four indices below n_left, n_left - 1, … from the high half of a word; a rejected half goes for nothing."""
    bounds = [max(n_left - i, 1) for i in range(4)]
    product = bounds[0] * bounds[1] * bounds[2] * bounds[3]
    while True:
        left, indices = stream.word() >> 32, []
        for bound in bounds:
            indices.append(left * bound >> 32)
            left = left * bound & 0xFFFFFFFF
        if left >= (1 << 32) % product:
            return indices
