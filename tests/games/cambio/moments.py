"""Questions of real games, to imagine worlds at: their Views, and the cards that lay behind them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from sim.core import jit, seam
from sim.games.cambio.cards import MOST_CARDS, NO_CARD, pack_of
from sim.games.cambio.decisions import (
    CALL,
    DRAW,
    EXCHANGE,
    KING_LOOK,
    MAX_POSITIONS,
    MAX_SEATS,
    NOTHING,
    PASS,
    PEEK_OTHER,
    PLAY,
    SNAP,
    USE,
    VIEW,
)
from sim.games.cambio.reference.game import Game
from sim.games.cambio.worlds import KNOWN, WORLD, consider, draw_world
from sim.games.protocol import Policy, Rules

TRIED = (CALL, DRAW, USE, SNAP)  # decisions that there are rollouts of


@dataclass(frozen=True)
class Asked:
    """A question as it was put and answered."""

    seat: int
    decision: int
    views: np.ndarray  # (1,) of VIEW, when it was asked
    cards: np.ndarray  # (seats, positions): what lay there
    stock: list[int]


@dataclass(frozen=True)
class World:
    """A world as worlds.py has drawn it."""

    cards: np.ndarray  # (seats, positions)
    stock: list[int]
    table: np.ndarray  # (4,)
    streams: np.ndarray  # (seats, 4)


def played(rules: Rules, seed: int, block: int, p_call: float = 0.03) -> list[Asked]:
    """The questions of a game of seats that answer at random."""
    dice, asked = np.random.default_rng([seed, block]), []

    def policy(seat: int) -> Policy:
        def ask(decision: int, views: np.ndarray) -> int:
            kept = seam.records(VIEW)
            kept[:] = views
            asked.append(Asked(seat, decision, kept, lying(game), list(game.stock)))
            return int(dice.random() < p_call) if decision == CALL else any_answer(decision, views[0], dice)

        return ask

    game = Game(rules, [policy(seat) for seat in range(rules.players)], seed, block)
    game.play_game()
    return asked


def lying(game: Game) -> np.ndarray:
    """The cards in front of all players."""
    cards = np.full((MAX_SEATS, MAX_POSITIONS), NO_CARD, np.uint8)
    for seat in game.seats:
        for position, card in seat.cards.items():
            cards[seat.number, position] = card.code
    return cards


def positions(mask: int) -> list[int]:
    """The numbers in a mask."""
    return [number for number in range(64) if int(mask) >> number & 1]


def others(view: np.void, masks: str) -> list[int]:
    """Places of others that may be touched: of cards in front of them, or of those that match."""
    seats = [seat for seat in range(view["players"]) if seat not in (view["seat"], view["locked"])]
    return [16 * seat + position for seat in seats for position in positions(view[masks][seat])]


def any_answer(decision: int, view: np.void, dice: np.random.Generator) -> int:
    """A lawful answer drawn at random; throws in the dark are rare."""
    own = positions(view["occupied"][view["seat"]])
    if decision == PEEK_OTHER:
        return int(dice.choice(others(view, "occupied")))
    if decision in (EXCHANGE, KING_LOOK) and view["pair"] == NOTHING:
        return 128 * int(dice.choice(own)) + int(dice.choice(others(view, "occupied")))
    if decision == SNAP:
        return any_throw(view, own, dice)
    if decision == USE and int(view["legal"]) >> PLAY & 1 and dice.random() < 0.5:
        return PLAY
    return int(dice.choice(positions(view["legal"])))


def any_throw(view: np.void, own: list[int], dice: np.random.Generator) -> int:
    """Mostly nothing; else a card that matches, or any."""
    seat = 16 * int(view["seat"])
    matching = [*(seat + p for p in positions(view["matches"][view["seat"]])), *others(view, "matches")]
    if matching and dice.random() < 0.6:
        return int(dice.choice(matching))
    return int(dice.choice([*(seat + p for p in own), *others(view, "occupied")])) if dice.random() < 0.04 else PASS


def fits(view: np.void, cards: np.ndarray, stock: list[int]) -> bool:
    """Whether a table agrees with a View: what is remembered, what is occupied, and every card of the pack once."""
    for seat in range(view["players"]):
        taken = positions(view["occupied"][seat])
        if any((cards[seat, p] != NO_CARD) != (p in taken) for p in range(MAX_POSITIONS)):
            return False
        if any(cards[seat, p] != view["cards"][seat, p] for p in positions(view["known"][seat])):
            return False
    hand = [int(view["drawn"])] if view["drawn"] != NO_CARD else []
    everything = [*cards[cards != NO_CARD].tolist(), *stock, *view["pile"][: view["n_pile"]].tolist(), *hand]
    return len(stock) == view["stock"] and Counter(everything) == Counter(pack_of(int(view["n_cards"]) - 104).tolist())


def _draw_worlds(views, cards, unseen, tables, streams, knowns, worlds):
    view, known, world = views[0], knowns[0], worlds[0]
    consider(view, known)
    for w in range(cards.shape[0]):
        draw_world(view, known, world)
        for seat in range(view.players):
            for position in range(MAX_POSITIONS):
                cards[w, seat, position] = world.cards[seat, position]
            for i in range(4):
                streams[w, seat, i] = world.streams[seat, i]
        for i in range(4):
            tables[w, i] = world.table[i]
        for i in range(known.n_unseen - known.n_hidden):
            unseen[w, i] = world.unseen[known.n_hidden + i]


def draw_worlds(views: np.ndarray, n: int) -> list[World]:
    """n worlds of a View; moves its stream on."""
    cards, unseen = np.full((n, MAX_SEATS, MAX_POSITIONS), NO_CARD, np.uint8), np.zeros((n, MOST_CARDS), np.uint8)
    tables, streams = np.zeros((n, 4), np.uint64), np.zeros((n, MAX_SEATS, 4), np.uint64)
    _COMPILED(views, cards, unseen, tables, streams, seam.records(KNOWN), seam.records(WORLD))
    n_stock = int(views[0]["stock"])
    return [World(cards[w], unseen[w, :n_stock].tolist(), tables[w], streams[w]) for w in range(n)]


_COMPILED = jit.fresh(None)(_draw_worlds)
