"""Axes of Câmbio's decision charts: classes of situations, told from a View alone."""

from __future__ import annotations

import numpy as np

from sim.games.advice import Axis, Chart
from sim.games.cambio.cards import NO_CARD, PACK_POINTS, POINTS
from sim.games.cambio.decisions import TOP

LEAST, MOST = -3, 20  # estimates beyond are counted at the ends
LAST_ROUND = 12


def remembered(view: np.void) -> np.ndarray:
    """The codes of all cards in front of the players that the seat remembers."""
    cards = view["cards"][: view["players"]]
    return np.asarray(cards[cards != NO_CARD])


def unknown(view: np.void) -> int:
    """How many own cards the seat does not remember."""
    seat = view["seat"]
    return (int(view["occupied"][seat]) & ~int(view["known"][seat])).bit_count()


def estimate(view: np.void) -> float:
    """The own points by what the seat remembers, a card that it does not counting the mean of the unseen ones."""
    own = view["cards"][view["seat"]]
    seen = np.concatenate([remembered(view), view["pile"][: view["n_pile"]], [view["drawn"]] if view["drawn"] != NO_CARD else []]).astype(int)
    n_unseen = int(view["n_cards"]) - len(seen)
    mean = (PACK_POINTS - POINTS[seen].sum()) / n_unseen if n_unseen else 0.0
    return float(POINTS[own[own != NO_CARD]].sum() + unknown(view) * mean)


def whole_estimate(view: np.void) -> str:
    """The estimate to the point, the ends taken together."""
    return str(min(max(round(estimate(view)), LEAST), MOST))


def own_turn(view: np.void) -> str:
    """The number of the own turn, from 1."""
    return str(min((int(view["turn"]) - 1) // int(view["players"]) + 1, LAST_ROUND))


def n_cards(view: np.void, seat: int) -> int:
    """Cards in front of a seat."""
    return int(view["occupied"][seat]).bit_count()


def fewest_of_others(view: np.void) -> str:
    """Cards in front of the other seat that has the fewest."""
    return str(min(n_cards(view, seat) for seat in range(view["players"]) if seat != view["seat"]))


AXES = (
    Axis("estimate", f"own points by what is remembered, the mean for the rest; {LEAST} and {MOST} stand for what lies beyond", whole_estimate, int),
    Axis("unknown", "own cards that are not remembered", lambda view: str(unknown(view)), int),
    Axis("turn", f"number of the own turn; {LAST_ROUND} stands for later ones", own_turn, int),
    Axis("players", "number of players", lambda view: str(view["players"]), int),
    Axis("cards", "own cards in front", lambda view: str(n_cards(view, view["seat"])), int),
    Axis("fewest", "cards in front of the other seat with the fewest", fewest_of_others, int),
)


def dearest(view: np.void) -> str:
    """Points of the own card that counts most by what the seat remembers, or `none`."""
    own = view["cards"][view["seat"]]
    return str(max(POINTS[own[own != NO_CARD]], default="none"))


CHARTS = {
    "call": Chart(AXES, ("estimate", "unknown"), lambda view, answer: "call" if answer else "go on"),
    "draw": Chart(
        (
            Axis("top", "points of the discard top", lambda view: str(POINTS[view["top"]]), int),
            Axis("dearest", "points of the dearest own card that is remembered", dearest, lambda label: -9 if label == "none" else int(label)),
            *AXES,
        ),
        ("top",),
        lambda view, answer: "take" if answer == TOP else "stock",
    ),
}
