"""Rollouts against the reference: the same world, the same choice, the same policy, played on by hand."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import numpy as np
import pytest

from sim.core import jit, seam
from sim.experiment.lineup import parse_player, seated
from sim.games.wizard import GAME
from sim.games.wizard.cards import cards_in
from sim.games.wizard.decisions import BID, PLAY, UNSEEN
from sim.games.wizard.kernel.play_out import play_out
from sim.games.wizard.reference.laws import SPECIALS
from sim.games.wizard.reference.table import Table
from tests.conformance import dealing
from tests.games.wizard.moments import Asked, Played, draw_worlds, played

N_WORLDS = 4
TABLES: list[tuple[int, dict[str, str]]] = [
    (4, {}),
    (3, {"bids": "secret", "wizard_turned": "no-trump"}),
    (5, {"bids": "hidden"}),
    (6, {"plus_one": "true", "forehead": "true"}),
    (3, {"forehead": "true", "bids": "secret"}),
]


def outcomes_of(asked: Asked, choices: list[int], policy: str, n_worlds: int = N_WORLDS) -> np.ndarray:
    """(worlds, choices, 2): points, bid met. Does not move the View's stream."""
    views = seam.records(GAME.view)
    views[:] = asked.views
    found = np.zeros((n_worlds, len(choices), 2), np.int64)
    play_out(views, asked.decision, np.array(choices, np.int64), seated(GAME, parse_player(policy, GAME)).ctypes.data, found)
    return found


class RoundOverError(Exception):
    """The round of the question is played."""


def by_hand(game: Played, at: int, choice: int, hands: np.ndarray, streams: np.ndarray, policy: str) -> tuple[int, int]:
    """What the choice at question `at` brings in a world, by the reference."""
    question, seats = game.asked[at], range(game.rules.players)
    record, ask_once = seated(GAME, parse_player(policy, GAME)), GAME.ask_once()
    private = {seat: streams[seat].copy() for seat in seats}
    place = iter(range(len(game.asked) * 2))

    def live(seat: int, decision: int, views: np.ndarray) -> int:
        asked = seam.records(GAME.view)
        asked[:] = views
        asked["parameters"], asked["rng"] = record["parameters"], private[seat]
        answer = ask_once(record["functions"][0, decision], asked)
        private[seat] = asked["rng"][0].copy()
        return int(answer)

    def answer(seat: int, decision: int, views: np.ndarray) -> int:
        now = next(place)
        if views[0]["round"] > question.n_rounds:
            raise RoundOverError
        if now == at:
            if decision == PLAY:
                private.update({seat: streams[seat].copy() for seat in seats})
            return choice
        if now > at or (decision == BID and views[0]["round"] == question.n_rounds and question.views[0]["bids"][seat] == UNSEEN):
            return live(seat, decision, views)
        return game.asked[now].answer

    table = Table(game.rules, [lambda decision, views, seat=seat: answer(seat, decision, views) for seat in seats], *game.key)
    with dealing(world_deals(game, question, hands)), suppress(RoundOverError):
        table.play_game()
    seat, at_round = table.seats[question.seat], question.n_rounds - 1
    return seat.points[at_round], int(seat.bids[at_round] == seat.won[at_round])


def world_deals(game: Played, question: Asked, hands: np.ndarray) -> list[list[int]]:
    """The deals of all rounds, that of the question's with the hands of a world (and what they have laid)."""
    k, deals = question.n_rounds, [list(cards) for cards in game.dealt[: question.n_rounds]]
    turned = deals[-1][game.rules.players * k :]
    begun = [a for a in game.asked if a.n_rounds == k]
    laid: dict[int, list[int]] = {seat: [] for seat in range(game.rules.players)}
    for asked in begun[: next(i for i, a in enumerate(begun) if a is question)]:
        if asked.decision == PLAY:
            laid[asked.seat].append(asked.answer)
    return [*deals[:-1], [card for seat in range(game.rules.players) for card in [*cards_in(hands[seat]), *laid[seat]]] + turned]


@pytest.mark.parametrize("policy", ["steady", "random"])
@pytest.mark.parametrize(("players", "options"), TABLES)
def test_rollouts_are_what_the_reference_plays(players: int, options: dict[str, str], policy: str):
    game = played(GAME.rules(players, options), 4, players)
    first = [i for i, asked in enumerate(game.asked) if asked.decision != PLAY and asked.n_rounds <= 5]
    some = first[:: 4 if jit.DISABLED else 2] + list(range(7, len(game.asked), 211 if jit.DISABLED else 23))
    for at in some:
        asked = game.asked[at]
        choices = cards_in(asked.views[0]["legal"])[:4]
        found = outcomes_of(asked, choices, policy)
        views = asked.views.copy()
        hands, streams = draw_worlds(views, N_WORLDS)
        for w in (0, N_WORLDS - 1):
            expected = [by_hand(game, at, choice, hands[w], streams[w], policy) for choice in choices]
            assert found[w].tolist() == [list(pair) for pair in expected], (at, asked.views[0])


def test_a_single_card_left_is_worth_the_same_whatever_the_policy():
    """Last trick, last to play: nothing is left to anybody's choice."""
    game = played(GAME.rules(4), 6, 0)
    lasts = [a for a in game.asked if a.decision == PLAY and a.views[0]["trick"] + 1 == a.n_rounds and a.views[0]["n_played"] == 3]
    for asked in lasts:
        card = cards_in(asked.views[0]["legal"])
        one, other = (outcomes_of(asked, card, policy, 6) for policy in ("random", "steady"))
        assert np.array_equal(one, other) and (one == one[0]).all()


def test_copies_of_a_card_are_worth_the_same():
    """Wizards are alike, and so are jesters (W1); in common worlds not a point is between them."""
    game = played(GAME.rules(3), 1, 0)
    n_pairs = 0
    for asked in (a for a in game.asked if a.decision == PLAY):
        for rank in (0, 14):
            alike = [card for card in cards_in(asked.views[0]["legal"]) if card in SPECIALS and card % 16 == rank]
            if len(alike) > 1:
                found = outcomes_of(asked, alike, "steady")
                assert (found == found[:, :1]).all()
                n_pairs += 1
    assert n_pairs > 10


def test_an_unlawful_policy_is_told(tmp_path: Any):
    (tmp_path / "wrong.py").write_text("def play(view):\n    return 99\n")
    asked = next(a for a in played(GAME.rules(4), 1, 0).asked if a.decision == BID)
    with pytest.raises(ValueError, match="policy answered unlawfully in a world"):
        outcomes_of(asked, [0, 1], f"{tmp_path}/wrong.py")
