"""The rules as the slow twin has them: points, effects, matches, winners."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

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


def fault_of(case: Mapping[str, Any]) -> str | None:
    """The first thing in {"players": n, option: value ...} that README.md does not know or allow; None if all is well."""
    players = case.get("players", 4)
    if not isinstance(players, int) or isinstance(players, bool) or not 2 <= players <= 8:
        return "players"
    truths = ("true", "on", "yes", "1", "false", "off", "no", "0")
    words = {
        "jokers": ("2", "4", "6"), "snap_match": ("rank", "points"), "own_wrong": ("abandon2", "return1", "return2"),
        "open_discard": truths, "discarder_first": truths, "snap_chain": truths, "caller_locked": truths,
    }  # fmt: skip
    spans = {"speed": (0.001, 1000.0), "fading": (0.0, 1.0), "max_turns": (1, 100_000)}
    for name, value in case.items():
        text = str(value).strip().lower()
        if name in words:
            is_fine = text in words[name]
        elif name in spans:
            parts = text.replace("perfect", "0").split(";") if name == "fading" else text.split(";")
            is_fine = all(is_number(part, *spans[name]) for part in parts) and len(parts) in ((1,) if name == "max_turns" else (1, players))
        else:
            is_fine = name == "players"
        if not is_fine:
            return name
    return None


def is_number(text: str, low: float, high: float) -> bool:
    """Whether the text is a number low..high; whole ones where the bounds are."""
    try:
        return low <= (float(text) if isinstance(low, float) else int(text)) <= high
    except ValueError:
        return False
