"""Rollouts against the reference: the same world, the same act, the same policy, played on by hand."""

from __future__ import annotations

from functools import cache
from itertools import count
from typing import Any

import numpy as np
import pytest

from sim.core import jit, seam
from sim.experiment.lineup import parse_player, seated
from sim.games.intervencao import GAME
from sim.games.intervencao.cards import J, cards_in
from sim.games.intervencao.decisions import ABSORB, ACT, CARD_STEP, EXPEL, INTERVENE, NOBODY, POINT_UNITS, REST, SEAT_STEP, UNLAWFUL
from sim.games.intervencao.kernel.play_out import play_out
from sim.games.intervencao.reference.jogo import Jogo
from sim.games.intervencao.rollouts import BEST, N_OUTCOMES, POINTS, WORST
from tests.games.intervencao.moments import Asked, Played, draw_worlds, played

N_WORLDS = 3
TABLES: list[tuple[int, dict[str, str]]] = [
    (6, {}),
    (5, {"exit_by": "others", "pressed": "worst", "low_limit": "2"}),
    (6, {"unit": "match", "alliances": "on", "limit": "1"}),
    (10, {"measure": "cards", "grace": "1", "ranks": "8"}),
    (4, {"j_value": "11", "speed": "1;2;1;0.5", "time_limit": "6", "high_exit": "off"}),
]


@cache
def player(policy: str) -> np.ndarray:
    """Who plays on, as a record (1,) of seam.PLAYER."""
    return seated(GAME, parse_player(policy, GAME))


def outcomes_of(asked: Asked, acts: list[int], policy: str, n_worlds: int = N_WORLDS) -> np.ndarray:
    """(worlds, acts, N_OUTCOMES). Does not move the View's stream."""
    views = seam.records(GAME.view)
    views[:] = asked.views
    found = np.zeros((n_worlds, len(acts), N_OUTCOMES), np.int64)
    play_out(views, ACT, np.array(acts, np.int64), player(policy).ctypes.data, found)
    return found


def by_hand(game: Played, at: int, act: int, world: tuple[np.ndarray, ...], policy: str) -> int:
    """The points in units that an act at question `at` brings in a world, by the reference."""
    question, place = game.asked[at], count()
    hands, table, streams = world
    record, ask_once = player(policy), GAME.ask_once()
    minds = {seat: seam.records(GAME.view) for seat in range(game.rules.players)}
    for seat, mind in minds.items():
        mind["parameters"], mind["rng"] = record["parameters"], streams[seat]

    def live(seat: int, decision: int, views: np.ndarray) -> int:
        mind = minds[seat]
        for name in set(GAME.view.names) - {"rng", "parameters", "notes", "policies"}:
            mind[name] = views[name]
        return int(ask_once(record["functions"][0, decision], mind))

    def answer(seat: int, decision: int, views: np.ndarray) -> int:
        now = next(place)
        if now == at:
            enter(jogo, question, hands, table)
        return live(seat, decision, views) if now > at else act if now == at else game.asked[now].answer

    jogo = Jogo(game.rules, [lambda decision, views, seat=seat: answer(seat, decision, views) for seat in range(game.rules.players)], *game.key)
    jogo.play_round()
    return int(jogo.round["points"][question.seat] * POINT_UNITS)


def enter(jogo: Jogo, question: Asked, hands: np.ndarray, table: np.ndarray) -> None:
    """Turns the reference's table into a world: the hands, the stream of the clock, nothing that the View does not show."""
    jogo.stream.state = [int(word) for word in table]
    for seat in jogo.seats:
        seat.hand, seat.is_barred = set(cards_in(hands[seat.number])), False
        if J in seat.hand:
            jogo.interventor = seat.number
        if seat.number != question.seat:
            seat.words, seat.shown = 0, {}
        if seat.number not in (question.seat, jogo.seats[question.seat].ally):
            seat.ally = NOBODY
            seat.sees(ally=NOBODY)
    jogo.seats[question.seat].words = 1 - int(question.views[0]["free_word"])


def some_acts(view: np.void) -> list[int]:
    """A few lawful acts of different kinds."""
    kinds, other = cards_in(view["legal"]), cards_in(view["others"])[0]
    acts = [kind for kind in (ABSORB, INTERVENE) if kind in kinds]
    acts += [EXPEL + SEAT_STEP * other + CARD_STEP * card for card in cards_in(view["expellable"])[-1:]]
    return acts + ([REST] if view["resting"] != UNLAWFUL else [])


@pytest.mark.parametrize("policy", ["random", "flooder"])
@pytest.mark.parametrize(("players", "options"), TABLES)
def test_rollouts_are_what_the_reference_plays(players: int, options: dict[str, str], policy: str):
    n_compared = 0
    for block in range(1 if jit.DISABLED else 2):
        game = played(GAME.rules(players, options), 4, block)
        for at in game.acts()[:: max(1, len(game.acts()) // 12)]:
            asked = game.asked[at]
            acts = some_acts(asked.views[0])
            found = outcomes_of(asked, acts, policy)
            views = seam.records(GAME.view)
            views[:] = asked.views
            worlds = draw_worlds(views, N_WORLDS)
            for w in (0, N_WORLDS - 1):
                expected = [by_hand(game, at, act, tuple(part[w] for part in worlds), policy) for act in acts]
                assert found[w, :, POINTS].tolist() == expected, (block, at, acts, asked.views[0])
                n_compared += len(acts)
            assert np.array_equal(found[:, :, BEST], found[:, :, POINTS] > 0) and np.array_equal(found[:, :, WORST], found[:, :, POINTS] < 0)
    assert n_compared > 10


def test_laying_the_j_is_worth_the_same_whatever_the_policy():
    """It ends the round: nothing is left to anybody's choice."""
    game = played(GAME.rules(6), 6, 0)
    laid = [a for a in game.asked if a.decision == ACT and int(a.views[0]["legal"]) >> INTERVENE & 1]
    assert laid
    for asked in laid:
        one, other = (outcomes_of(asked, [INTERVENE], policy, 6) for policy in ("random", "dumper"))
        assert np.array_equal(one, other)


def test_an_unlawful_policy_is_told(tmp_path: Any):
    (tmp_path / "wrong.py").write_text("def act(view):\n    return 99\n")
    asked = played(GAME.rules(4), 1, 0).asked[0]
    with pytest.raises(ValueError, match="policy answered unlawfully in a world"):
        outcomes_of(asked, some_acts(asked.views[0])[-1:], f"{tmp_path}/wrong.py")
