"""Questions of real games, to imagine worlds at: their Views, and all that was dealt and answered before."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from sim.core import jit, seam
from sim.games.protocol import Policy, Rules
from sim.games.wizard.cards import cards_in
from sim.games.wizard.decisions import VIEW
from sim.games.wizard.reference.laws import SPECIALS, SUIT, suit_to_follow
from sim.games.wizard.reference.table import Table
from sim.games.wizard.worlds import KNOWN, WORLD, consider, draw_world
from tests.conformance import dealing


@dataclass(frozen=True)
class Asked:
    """A question as it was put and answered."""

    seat: int
    decision: int
    views: np.ndarray  # (1,) of VIEW, when it was asked
    answer: int
    n_rounds: int  # rounds dealt so far


@dataclass(frozen=True)
class Played:
    """A game: its questions, and the cards dealt in each round."""

    rules: Rules
    key: tuple[int, int]
    asked: list[Asked]
    dealt: list[list[int]]


def played(rules: Rules, seed: int, block: int, answer: Callable[[int, np.void, np.random.Generator], int] | None = None) -> Played:
    """A game of seats that answer at random, or by `answer`."""
    dice, asked = np.random.default_rng([seed, block]), []
    with dealing() as dealt:

        def policy(seat: int) -> Policy:
            def ask(decision: int, views: np.ndarray) -> int:
                chosen = answer(decision, views[0], dice) if answer else int(dice.choice(cards_in(views[0]["legal"])))
                kept = seam.records(VIEW)
                kept[:] = views
                asked.append(Asked(seat, decision, kept, chosen, len(dealt)))
                return chosen

            return ask

        Table(rules, [policy(seat) for seat in range(rules.players)], seed, block).play_game()
    return Played(rules, (seed, block), asked, dealt)


def plays_of(view: np.void) -> Iterator[tuple[int, int, int]]:
    """(seat, card, suit to follow before it) of all cards played in the round."""
    for trick in range(view["trick"] + 1 if view["played"] else 0):
        n = view["players"] if trick < view["trick"] else view["n_played"]
        cards = [int(view["tricks"][trick]) >> 8 * i & 255 for i in range(n)]
        for i, card in enumerate(cards):
            yield (view["leaders"][trick] + i) % view["players"], card, suit_to_follow(cards[:i])


def fits(view: np.void, hands: np.ndarray) -> bool:
    """Whether hands (seats,) of masks agree with a View: own cards, sizes, no card twice, nobody breaks W15."""
    players = int(view["players"])
    held = [set(cards_in(hand)) for hand in hands[:players]]
    gone = set(cards_in(view["played"])) | ({int(view["turned"])} if view["turned"] >= 0 else set())
    laid = {seat: 0 for seat in range(players)}
    for seat, card, suit in plays_of(view):
        laid[seat] += 1
        if card not in SPECIALS and suit < 4 and SUIT[card] != suit and any(SUIT[other] == suit for other in held[seat]):
            return False
    if any(len(held[seat]) != view["round"] - laid[seat] for seat in range(players)) or len(set().union(*held)) != sum(map(len, held)):
        return False
    if gone & set().union(*held) or (view["hand"] and int(view["hand"]) != int(hands[view["seat"]])):
        return False
    return all(not view["others"][seat] or int(view["others"][seat]) & ~int(view["played"]) == int(hands[seat]) for seat in range(players))


def _draw_worlds(views, hands, streams, knowns, worlds):
    view, known, world = views[0], knowns[0], worlds[0]
    ways = consider(view, known)
    for w in range(hands.shape[0]):
        draw_world(view, known, ways, world)
        for seat in range(view.players):
            hands[w, seat] = world.hands[seat]
            for i in range(4):
                streams[w, seat, i] = world.streams[seat, i]


def draw_worlds(views: np.ndarray, n: int) -> tuple[np.ndarray, np.ndarray]:
    """Hands (n, 6) and streams (n, 6, 4) of n worlds of a View; moves its stream on."""
    hands, streams = np.zeros((n, 6), np.uint64), np.zeros((n, 6, 4), np.uint64)
    _COMPILED(views, hands, streams, seam.records(KNOWN), seam.records(WORLD))
    return hands, streams


_COMPILED = jit.fresh(None)(_draw_worlds)
