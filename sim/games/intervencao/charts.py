"""The chart of Intervenção: at which total, and when, the interventor should lay the J rather than wait.

Waiting is what the policy that plays on does when it may not lay the J at this act; at its next act it may. So a chart
compares laying now with laying later, as that policy would, not with never laying.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sim.games.advice import Ask, Axis, Chart, Position
from sim.games.intervencao.cards import cards_in
from sim.games.intervencao.decisions import INTERVENE, SEAT_STEP
from sim.games.intervencao.reference import laws

MEASURES = ("sum", "cards")  # by the code in a View's rules (I17)
BEATS = (0.5, 1, 2, 3, 5, 8, 12, 20)  # where classes of time end


def can_lay(view: np.void) -> bool:
    """Whether the seat may lay the J (I8)."""
    return bool(int(view["legal"]) >> INTERVENE & 1)


def lay_or_wait(position: Position, ask: Ask) -> Sequence[int]:
    """The J, and what the policy does when it may not lay it."""
    views = position.views.copy()
    views["legal"] &= ~np.uint64(1 << INTERVENE)
    return INTERVENE, ask(views)


def lay_name(view: np.void, act: int) -> str:
    """`lay the J`, or `wait`: anything else, an emergency exit too."""
    return "lay the J" if act % SEAT_STEP == INTERVENE else "wait"


def total(view: np.void) -> str:
    """What the own hand and the cards waiting would count now (I16, I17)."""
    agreed = view["rules"]
    cards = cards_in(view["hand"] | view["waiting"][view["seat"]])
    return str(laws.hand_total(cards, MEASURES[agreed["measure"]], int(agreed["j_value"])))


def beats(view: np.void) -> str:
    """The class of the time since the deal: `0-0.5` up to `20-`."""
    ends = [0, *BEATS]
    k = sum(view["clock"] >= end for end in BEATS)
    return f"{ends[k]:g}-{ends[k + 1]:g}" if k < len(BEATS) else f"{ends[k]:g}-"


def beats_order(label: str) -> float:
    """Where a class of time begins."""
    return float(label.partition("-")[0])


def fewest(view: np.void) -> str:
    """The fewest cards, hand and waiting, of another seat."""
    return str(min(int(view["sizes"][seat]) + int(view["waiting"][seat]).bit_count() for seat in cards_in(view["others"])))


CHARTS = {
    "act": Chart(
        (
            Axis("total", "what the own hand and the cards waiting count", total, int),
            Axis("beats", "time since the deal", beats, beats_order),
            Axis("waiting", "cards waiting in front", lambda view: str(int(view["waiting"][view["seat"]]).bit_count()), int),
            Axis("fewest", "fewest cards of another seat, hand and waiting", fewest, int),
            Axis("players", "players in the round", lambda view: str(view["n_in_round"]), int),
        ),
        ("beats", "total"),
        lay_name,
        concerns=can_lay,
        choices=lay_or_wait,
    ),
}
