"""What a seat cannot see in Câmbio: the cards in front of the players that it has never seen, and the order of the stock."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import numpy as np

from sim.games.cambio.reference.game import Game
from sim.games.protocol import Policy, Rules
from tests.conformance import Moment, ReachedError, Twin

TABLES: list[tuple[int, dict[str, str]]] = [
    (4, {}),
    (2, {"fading": "0.2", "jokers": "6", "max_turns": "60"}),
    (3, {"snap_match": "points", "snap_chain": "true", "own_wrong": "return2", "max_turns": "60"}),
    (5, {"open_discard": "true", "caller_locked": "true", "own_wrong": "return1", "max_turns": "60"}),
    (8, {"discarder_first": "false", "speed": "1;2;1;0.5;1;1;3;1", "jokers": "2", "max_turns": "60"}),
]


class Tagged(int):
    """A card's code that remembers its place in the pack."""

    place: int


def tagged(codes: list[int]) -> list[int]:
    """The pack, each card with its place."""
    cards = []
    for place, code in enumerate(codes):
        card = Tagged(code)
        card.place = place
        cards.append(card)
    return cards


def hidden_places(rules: Rules, moment: Moment) -> list[int]:
    """Places in the shuffled pack whose card the seat has never seen: found by playing up to the question once more."""
    answers = iter([question.answer for question in moment.before])

    def as_before(seat: int) -> Policy:
        def policy(decision: int, views: np.ndarray) -> int:
            try:
                return next(answers)
            except StopIteration:
                raise ReachedError from None

        policy.waits = moment.waits[seat]  # type: ignore[attr-defined]
        return policy

    game = Game(rules, [as_before(seat) for seat in range(rules.players)], *moment.key, tagged(moment.dealt[0]))
    game.first = game.mover = int(moment.view["first"])
    with suppress(ReachedError):
        game.play_game()
    unseen = [card.code for seat in game.seats for card in seat.cards.values() if moment.question.seat not in card.seen]
    return sorted(card.place for card in [*game.stock, *unseen])


def hidden_twin(rules: Rules, moment: Moment, dice: Any) -> Twin | None:
    """Some or all hidden cards change places among themselves; None after a reshuffle, when the deal is no longer enough."""
    if len(moment.dealt) != 1:
        return None
    places, cards = hidden_places(rules, moment), list(moment.dealt[0])
    if len(places) < 2:
        return None
    chosen = list(places)
    if not dice.integers(2):
        chosen = [int(place) for place in dice.choice(places, 2, replace=False)]
    codes = [cards[place] for place in chosen]
    for place, i in zip(chosen, dice.permutation(len(codes)), strict=True):
        cards[place] = codes[i]
    return None if cards == list(moment.dealt[0]) else Twin([cards])
