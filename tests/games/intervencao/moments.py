"""Questions of real rounds, to imagine worlds at: their Views, and the hands that lay behind them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sim.core import jit, seam
from sim.games.intervencao.cards import J, cards_in, mask_of, pack_of
from sim.games.intervencao.decisions import (
    ACT,
    CARD_STEP,
    EXIT_HIGH,
    EXIT_LOW,
    EXPEL,
    INTERVENE,
    NOBODY,
    REST,
    REVEAL,
    SEAT_STEP,
    SHOW,
    UNLAWFUL,
    VIEW,
)
from sim.games.intervencao.reference.jogo import Jogo
from sim.games.intervencao.worlds import KNOWN, WORLD, consider, draw_world
from sim.games.protocol import Policy, Rules

ENDING = (INTERVENE, EXIT_LOW, EXIT_HIGH)


@dataclass(frozen=True)
class Asked:
    """A question as it was put and answered."""

    seat: int
    decision: int
    views: np.ndarray  # (1,) of VIEW, when it was asked
    hands: list[int]  # masks by seat
    answer: int


@dataclass(frozen=True)
class Played:
    """The questions of the first round of a game."""

    rules: Rules
    key: tuple[int, int]
    asked: list[Asked]

    def acts(self) -> list[int]:
        """The places of the questions for an act."""
        return [at for at, asked in enumerate(self.asked) if asked.decision == ACT]


def played(rules: Rules, seed: int, block: int) -> Played:
    """The first round of a game of seats that answer at random, never eliminate themselves and seldom end it."""
    dice, asked = np.random.default_rng([seed, block]), []

    def policy(seat: int) -> Policy:
        def ask(decision: int, views: np.ndarray) -> int:
            kept = seam.records(VIEW)
            kept[:] = views
            answer = any_act(views[0], dice) if decision == ACT else any_ally(views[0])
            asked.append(Asked(seat, decision, kept, [mask_of(s.hand) for s in jogo.seats], answer))
            return answer

        return ask

    jogo = Jogo(rules, [policy(seat) for seat in range(rules.players)], seed, block)
    jogo.play_round()
    return Played(rules, (seed, block), asked)


def any_ally(view: np.void) -> int:
    """The neighbour that differs in the last digit of the seat."""
    other = int(view["seat"]) ^ 1
    return other if int(view["others"]) >> other & 1 else NOBODY


def any_act(view: np.void, dice: np.random.Generator) -> int:
    """An act drawn evenly by kind; ends the round once in twenty times that it could, shows and reveals as seldom."""
    kinds = [kind for kind in cards_in(view["legal"]) if kind not in (*ENDING, SHOW, REVEAL) or dice.random() < 0.05]
    if view["resting"] == UNLAWFUL:
        kinds = [kind for kind in kinds if kind != REST and (view["free_word"] or kind not in (SHOW, REVEAL))]
    kind = int(dice.choice(kinds)) if kinds else int(cards_in(view["legal"])[-1])
    other = int(dice.choice(cards_in(view["others"])))
    if kind == EXPEL:
        return kind + SEAT_STEP * other + CARD_STEP * int(dice.choice(cards_in(view["expellable"])))
    if kind in (EXIT_LOW, EXIT_HIGH) and not view["rules"]["exit_by"]:
        other = int(view["seat"])
    return kind + SEAT_STEP * other if kind in (SHOW, EXIT_LOW, EXIT_HIGH) else kind


def expelled(view: np.void) -> set[int]:
    """All cards that were expelled in the round."""
    return {int(word) >> 8 & 63 for word in view["history"][: view["n_expelled"]]}


def fits(view: np.void, hands: np.ndarray | list[int]) -> bool:
    """Whether hands (seats,) of masks agree with a View."""
    players = range(view["rules"]["players"])
    held = {seat: set(cards_in(hands[seat])) for seat in players}
    held_by_any = [card for cards in held.values() for card in cards]
    in_round = {*cards_in(view["others"]), int(view["seat"])}
    if len(set(held_by_any)) < len(held_by_any) or J not in held_by_any or int(hands[view["seat"]]) != int(view["hand"]):
        return False
    if not set(held_by_any) <= {J, *cards_in(pack_of(int(view["rules"]["ranks"])))}:
        return False
    return all(place_fits(view, seat, held[seat]) if seat in in_round else not held[seat] for seat in players)


def place_fits(view: np.void, seat: int, held: set[int]) -> bool:
    """Whether a hand agrees with what is known of its seat."""
    thrown, known, shown = expelled(view), set(cards_in(view["known"][seat])), set(cards_in(view["shown"][seat]))
    was_shown = view["shown_at"][seat] >= 0
    is_told = view["interventor"] in (NOBODY, seat) or J not in held
    return (
        len(held) == view["sizes"][seat]
        and held & thrown == known  # an expelled card lies where all see it
        and shown - thrown <= held
        and (not was_shown or held <= shown | known)  # since then only cards that all know came to it
        and is_told
        and (view["interventor"] != seat or J in held)
    )


def _draw_worlds(views, hands, tables, streams, knowns, worlds):
    view, known, world = views[0], knowns[0], worlds[0]
    consider(view, known)
    for w in range(hands.shape[0]):
        draw_world(view, known, world)
        for i in range(4):
            tables[w, i] = world.table[i]
        for seat in range(view.rules.players):
            hands[w, seat] = world.hands[seat]
            for i in range(4):
                streams[w, seat, i] = world.streams[seat, i]


def draw_worlds(views: np.ndarray, n: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Hands (n, 10), table streams (n, 4) and private streams (n, 10, 4) of n worlds of a View; moves its stream on."""
    hands, tables, streams = np.zeros((n, 10), np.uint64), np.zeros((n, 4), np.uint64), np.zeros((n, 10, 4), np.uint64)
    _COMPILED(views, hands, tables, streams, seam.records(KNOWN), seam.records(WORLD))
    return hands, tables, streams


_COMPILED = jit.fresh(None)(_draw_worlds)
