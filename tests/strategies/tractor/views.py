"""Views filled by hand, and the cards that a strategy answers with."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np

from sim.experiment.strategies import load
from sim.games.tractor import GAME
from sim.games.tractor.cards import kinds_in, masks_of, names_of, parse_cards, parse_level, parse_suit, points_of
from sim.games.tractor.decisions import BURY, CHOSEN, DECISIONS, DECLARE, FOLLOW, LEAD
from sim.games.tractor.reference import lead_shape, order_of, winning_play
from tests.playing import compiled

UNKNOWN = -1


@cache
def address(function: Callable) -> object:
    """The address of a compiled function."""
    return compiled(GAME, function)[1]


def view_of(hand: str, level: str = "2", trump: str = "S", **values: int) -> np.ndarray:
    """A View with this hand, the seat being 0 and the dealer, with these values in it."""
    views = np.zeros(1, GAME.view)
    order = parse_level(level), parse_suit(trump)
    views["hand"], views["pairs"] = masks_of(parse_cards(hand), *order)
    views["legal"], views["level"], views["trump"] = views["hand"], *order
    views["trumps"] = order_of(*order).suit_mask(4)
    views["best"] = views["best_seat"] = UNKNOWN
    views["cards_left"] = len(hand.split())
    views["declared"] = views["declared_by"] = UNKNOWN
    views["rng"][0] = (1, 2, 3, 4)
    for name, value in values.items():
        views[name] = value
    return views


def trick_view(hand: str, plays: list[str], level: str = "2", trump: str = "S") -> np.ndarray:
    """A View of seat 0 with these plays on the table, the last by seat 3."""
    views = view_of(hand, level, trump)
    order = order_of(parse_level(level), parse_suit(trump))
    kinds = [parse_cards(play) for play in plays]
    seats = [4 - len(plays) + i for i in range(len(plays))]
    winning = winning_play(kinds, order)
    views["leader"], views["best_seat"] = seats[0], seats[winning]
    views["best"] = max(order.height(kind) for kind in kinds[winning])
    views["n_cards"], views["n_pairs"] = len(kinds[0]), lead_shape(kinds[0], order)
    views["suit"] = order.suit_mask(order.suits[kinds[0][0]])
    views["trick_points"] = sum(points_of(play) for play in kinds)
    for seat, play in zip(seats, kinds, strict=True):
        views["trick"][0, seat], views["trick_pairs"][0, seat] = order.masks(play)
        views["played"][0, seat], views["played_pairs"][0, seat] = order.masks(play)
    return views


def answer(function: Callable, views: np.ndarray) -> int:
    """The function's answer as a number."""
    return int(GAME.ask_once()(address(function), views))


def cards_of(function: Callable, views: np.ndarray) -> str:
    """The cards of the function's answer."""
    said, order = answer(function, views), (int(views["level"][0]), int(views["trump"][0]))
    one, both = (views["chosen"][0], views["chosen_pairs"][0]) if said == CHOSEN else (1 << said, 0)
    return names_of(kinds_in(one, both, *order))


def ask(word: str, decision: int, views: np.ndarray) -> str | int:
    """What a shipped strategy does: a number when declaring, else cards."""
    strategy = load(GAME, word)
    views["parameters"][0, 0, : len(strategy.knobs)] = strategy.parameters({})
    function = strategy.functions[DECISIONS[decision].name]
    return answer(function, views) if decision == DECLARE else cards_of(function, views)


__all__ = ["BURY", "DECLARE", "FOLLOW", "LEAD", "answer", "ask", "cards_of", "trick_view", "view_of"]
