"""Axes of Wizard's decision charts: classes of situations, told from a View alone."""

from __future__ import annotations

import numpy as np

from sim.games.advice import Axis, Chart
from sim.games.wizard.cards import JESTER_RANK, NO_TRUMP, WIZARD_RANK, cards_in


def weight(view: np.void, card: int) -> float:
    """What a card counts: a wizard 1, a trump 0.3 and 0.05 a rank, a side card 0.03 a rank."""
    rank = card % 16
    if rank in (JESTER_RANK, WIZARD_RANK):
        return 1.0 if rank == WIZARD_RANK else 0.0
    return 0.3 + 0.05 * rank if card // 16 == view["trump"] else 0.03 * rank


def hand_strength(view: np.void) -> str:
    """The sum of the weights, to the half."""
    return f"{round(2 * sum(weight(view, card) for card in cards_in(view['hand']))) / 2:.1f}"


def kind(view: np.void, card: int) -> str:
    """`W`, `J`, `trump 13`, `side 5`."""
    rank = card % 16
    if rank in (JESTER_RANK, WIZARD_RANK):
        return "W" if rank == WIZARD_RANK else "J"
    return f"{'trump' if card // 16 == view['trump'] else 'side'} {rank}"


def kind_order(name: str) -> tuple[int, int]:
    """Jester, side cards, trumps, wizard."""
    word, _, rank = name.partition(" ")
    return ("J", "side", "trump", "W").index(word), int(rank or 0)


def best_card(view: np.void) -> str:
    """The kind of the hand's best card."""
    return max((kind(view, card) for card in cards_in(view["hand"])), key=kind_order, default="J")


def place(view: np.void) -> str:
    """The place in the order of bidding, from 1."""
    return str((int(view["seat"]) - int(view["dealer"]) - 1) % int(view["players"]) + 1)


def place_in_trick(view: np.void) -> str:
    """`leads`, `middle` or `last`."""
    return "leads" if not view["n_played"] else "last" if view["n_played"] + 1 == view["players"] else "middle"


def wanted(view: np.void) -> str:
    """`more`, or `none` once the bid is reached."""
    return "more" if view["bids"][view["seat"]] > view["won"][view["seat"]] else "none"


ROUND = Axis("round", "number of the round", lambda view: str(view["round"]), int)
TRUMP = Axis("trump", "whether there is a trump suit", lambda view: "none" if view["trump"] == NO_TRUMP else "suit")

CHARTS = {
    "bid": Chart(
        (
            ROUND,
            Axis("strength", "sum of the cards: wizard 1, trump 0.3 + 0.05 a rank, side card 0.03 a rank; to the half", hand_strength, float),
            Axis("place", "place in the order of bidding", place, int),
            Axis("best", "best card of the hand", best_card, kind_order),
            TRUMP,
        ),
        ("round", "strength"),
        lambda view, bid: str(bid),
        int,
    ),
    "play": Chart(
        (
            ROUND,
            Axis("trick", "place in the trick", place_in_trick, ("leads", "middle", "last").index),
            Axis("wanted", "whether the bid wants more tricks", wanted),
            TRUMP,
        ),
        ("wanted", "round"),
        kind,
        kind_order,
        has_all=False,  # a hand has few of the kinds of cards
    ),
}
