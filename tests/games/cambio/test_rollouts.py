"""Rollouts against the reference: the same world, the same choice, the same policy, played on by hand."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

from sim.core import jit, seam
from sim.experiment.lineup import parse_player, seated
from sim.games.cambio import GAME
from sim.games.cambio.cards import KING, PACK_POINTS, POINTS, parse_card
from sim.games.cambio.charts import remembered
from sim.games.cambio.decisions import CALL, DISCARD, DRAW, PASS, SNAP, USE
from sim.games.cambio.kernel.play_out import play_out
from sim.games.cambio.reference.game import Game
from sim.games.cambio.reference.seats import Card
from sim.games.cambio.rollouts import N_OUTCOMES
from sim.games.protocol import Policy, Rules
from tests.games.cambio.moments import TRIED, Asked, World, draw_worlds, others, played, positions
from tests.games.cambio.tables import drawn_rules

N_WORLDS = 2
BLACK_KING = parse_card("KS")
PRIVATE = {"rng", "parameters", "notes", "policies"}
POLICIES = ("random", "greedy", "counting")


@cache
def player(policy: str) -> np.ndarray:
    """Who plays on, as a record (1,) of seam.PLAYER."""
    return seated(GAME, parse_player(policy, GAME))


def outcomes_of(asked: Asked, choices: list[int], policy: str, n_worlds: int = N_WORLDS) -> np.ndarray:
    """(worlds, choices, N_OUTCOMES). Does not move the View's stream."""
    views = seam.records(GAME.view)
    views[:] = asked.views
    found = np.zeros((n_worlds, len(choices), N_OUTCOMES), np.int64)
    play_out(views, asked.decision, np.array(choices, np.int64), player(policy).ctypes.data, found)
    return found


class Resumed(Game):
    """The reference's table, put as a world has it."""

    def __init__(self, rules: Rules, policies: list[Policy], view: np.void, world: World) -> None:
        super().__init__(rules, policies, 0, 0)
        self.first, self.mover, self.turn, self.reshuffles = (int(view[name]) for name in ("first", "mover", "turn", "reshuffles"))
        self.caller = int(view["caller"]) if view["caller"] >= 0 else None
        self.stock, self.pile = list(world.stock), view["pile"][: view["n_pile"]].tolist()
        self.draws.state = [int(word) for word in world.table]
        self.has_faded = True
        own = int(view["seat"])
        for seat in self.seats:
            seat.opened = int(view["opened"][seat.number])
            for position in positions(view["occupied"][seat.number]):
                card = seat.cards[position] = Card(int(world.cards[seat.number, position]), positions(view["seen"][seat.number, position]))
                card.remembered.discard(own)
                if int(view["known"][seat.number]) >> position & 1:
                    card.remembered.add(own)
            self.show_rules(seat)

    def fade(self, seat):
        """Nothing in the turn of the question: it has been done."""
        if self.has_faded:
            self.has_faded = False
            return []
        return super().fade(seat)

    def finish(self, decision: int, view: np.void) -> None:
        """Plays on from the question, which is asked first of all."""
        if decision in (CALL, DRAW):
            self.turn -= 1
            self.play_turns()
            return
        self.has_faded = False
        if decision == USE:
            self.use(self.seats[view["seat"]], int(view["drawn"]), not int(view["legal"]) >> DISCARD & 1)
        else:
            self.snap(self.seats[view["thrower"]])
        self.end_turn()
        self.play_turns()


def by_hand(rules: Rules, question: Asked, choice: int, world: World, policy: str) -> list[int]:
    """(won, points) that a choice brings in a world, by the reference."""
    view, record, ask_once = question.views[0], player(policy), GAME.ask_once()
    open_answers = {(question.seat, question.decision): choice}
    if question.decision == DRAW and view["caller"] < 0:
        open_answers[question.seat, CALL] = 0
    if question.decision == SNAP and record["waits"][0] and not view["n_matches"]:
        open_answers.clear()  # it is not asked

    def live(seat: int) -> Policy:
        mind = seam.records(GAME.view)
        mind["parameters"], mind["rng"] = record["parameters"], world.streams[seat]

        def ask(decision: int, views: np.ndarray) -> int:
            if (seat, decision) in open_answers:
                return open_answers.pop((seat, decision))
            for name in set(GAME.view.names) - PRIVATE:
                mind[name] = views[name]
            return int(ask_once(record["functions"][0, decision], mind))

        ask.waits = int(record["waits"][0])  # type: ignore[attr-defined]
        return ask

    game = Resumed(rules, [live(seat) for seat in range(rules.players)], view, world)
    game.finish(question.decision, view)
    return [int(question.seat in game.winners), game.seats[question.seat].points]


def some_choices(asked: Asked, policy: str) -> list[int]:
    """Lawful answers to a question: all, but of throws in the dark, which who waits does not make, the first two."""
    view = asked.views[0]
    if asked.decision != SNAP:
        return positions(view["legal"])
    matching = [16 * asked.seat + p for p in positions(view["matches"][asked.seat])] + others(view, "matches")
    if policy != "random":
        return [PASS, *matching]
    return [PASS, *matching, *[16 * asked.seat + p for p in positions(view["occupied"][asked.seat])][:2], *others(view, "occupied")[:2]]


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("seed", range(2 if jit.DISABLED else 12))
def test_rollouts_are_what_the_reference_plays(seed: int, policy: str):
    """Any options, two to eight players, each kind of question."""
    rules = drawn_rules(Random(100 + seed), (60, 150))
    asked_for = [asked for asked in played(rules, 4, seed) if asked.decision in TRIED]
    some = asked_for[:: max(1, len(asked_for) // (6 if jit.DISABLED else 25))]
    for asked in some:
        choices = some_choices(asked, policy)
        found = outcomes_of(asked, choices, policy)
        worlds = draw_worlds(asked.views, N_WORLDS)
        for w, world in enumerate(worlds):
            expected = [by_hand(rules, asked, choice, world, policy) for choice in choices]
            assert found[w].tolist() == expected, (rules.describe(), asked.decision, choices, asked.views[0])
    assert len(some) >= 6 and len({asked.decision for asked in some}) > 1


def test_a_black_king_thrown_wrongly_is_gone():
    """C16: at the only snap of a game of one turn it is twenty points less, and two cards of those unseen more."""
    rules = GAME.rules(2, {"max_turns": "1"})
    snaps = (asked for block in range(200) for asked in played(rules, 6, block) if asked.decision == SNAP and asked.views[0]["top"] // 4 != KING)
    asked = next(asked for asked in snaps if BLACK_KING in asked.views[0]["cards"][asked.seat])
    view, at = asked.views[0], asked.views[0]["cards"][asked.seat].tolist().index(BLACK_KING)
    points = outcomes_of(asked, [PASS, 16 * asked.seat + at], "greedy", 200 if jit.DISABLED else 4000)[:, :, 1]
    seen = [*remembered(view), *view["pile"][: view["n_pile"]]]
    mean_unseen = (PACK_POINTS - POINTS[seen].sum()) / (108 - len(seen))
    gains = points[:, 1] - points[:, 0]
    assert abs(gains.mean() - (2 * mean_unseen - 20)) < 4 * gains.std() / np.sqrt(len(gains))


def test_an_unlawful_policy_is_told(tmp_path: Any):
    (tmp_path / "wrong.py").write_text("def call(view):\n    return 99\n")
    asked = next(asked for asked in played(GAME.rules(4), 1, 0) if asked.decision == USE)
    with pytest.raises(ValueError, match="policy answered unlawfully in a world"):
        outcomes_of(asked, positions(asked.views[0]["legal"])[:2], f"{tmp_path}/wrong.py")
