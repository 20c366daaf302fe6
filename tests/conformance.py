"""One suite for every game and every strategy: legal, the same twice, and never influenced by what cannot be seen.

A room plugs in with tests/games/<game>/hidden.py, which holds `TABLES`, the options to play under, and

    hidden_twin(rules, moment, dice) -> Twin or None

Moment is a question of a game that was played; the twin is a game that its seat cannot tell from the other: cards that
it cannot see are changed, and with them, where the rules hide them, answers of others. The suite plays the twin by the
reference up to the same question, the seat's own strategy live and all other answers as they were, and demands the
same View, byte by byte, at each of the seat's questions, and the same decision. A twin in which an old answer is not
legal, or another seat is not asked what it answered, is no such game and is drawn again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import wraps
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from types import ModuleType
from typing import Any

import numpy as np

from sim.core import gram, rng
from sim.core.errors import StrategyFault
from sim.experiment.lineup import Player, parse_lineup, plan_rotations
from sim.experiment.replay import seat_policies
from sim.games.protocol import Game, Policy, Rules

TRIES = 30  # drawings of a twin before a question is given up


@dataclass(frozen=True)
class Question:
    """One decision of a game."""

    seat: int
    decision: int
    view: bytes  # when it was asked
    answer: int  # the full one, as a transcript notes it
    n_dealt: int  # how many times cards had been dealt


@dataclass(frozen=True)
class Moment:
    """A game up to a question: what was dealt, in order, and all questions before."""

    question: Question
    view: np.void
    before: list[Question]
    dealt: list[list[int]]
    key: tuple[int, int] = (0, 0)  # seed and block
    waits: tuple[int, ...] = ()  # by seat: decisions that it is not asked for without anything to act on


@dataclass(frozen=True)
class Twin:
    """The same with other hidden cards: what is dealt instead, and other answers by the place of their question."""

    dealt: list[list[int]]
    answers: dict[int, int] = field(default_factory=dict)


class ReachedError(Exception):
    """The question has been asked: no need to play on."""


class OtherGameError(Exception):
    """Another seat is asked something else than before."""


@contextmanager
def dealing(instead: Sequence[list[int]] = ()) -> Iterator[list[list[int]]]:
    """Notes what the reference's streams deal (draw, shuffle_front), and deals something else where it is given."""
    dealt: list[list[int]] = []
    draw, shuffle_front = rng.Stream.draw, rng.Stream.shuffle_front

    def note(cards: list[int]) -> list[int]:
        dealt.append(list(instead[len(dealt)] if len(dealt) < len(instead) else cards))
        return list(dealt[-1])

    def noted_draw(self: rng.Stream, cards: Sequence[int], n_wanted: int) -> list[int]:
        return note(draw(self, cards, n_wanted))

    def noted_shuffle(self: rng.Stream, pack: list[int], n_wanted: int) -> None:
        shuffle_front(self, pack, n_wanted)
        pack[:] = note(pack)

    rng.Stream.draw, rng.Stream.shuffle_front = noted_draw, noted_shuffle  # type: ignore[method-assign,assignment]
    try:
        yield dealt
    finally:
        rng.Stream.draw, rng.Stream.shuffle_front = draw, shuffle_front  # type: ignore[method-assign]


def is_plugged_in(name: str) -> bool:
    """Whether the room has its part of the suite."""
    return find_spec(f"tests.games.{name}.hidden") is not None


def room_of(game: Game) -> ModuleType:
    """What the room plugs in."""
    return import_module(f"tests.games.{game.name}.hidden")


def table(rules: Rules, word: str) -> list[Player]:
    """The strategy in every seat."""
    return parse_lineup(f"{word}*{rules.players}", rules)


# Legal, and the same twice -------------------------------------------------------------------------------------------


def kernel_tallies(rules: Rules, word: str, seed: int, first: int, n_blocks: int) -> np.ndarray:
    """(blocks, seats, columns) by the kernel. Raises AssertionError on an unlawful answer."""
    seated, _, _ = plan_rotations(rules, table(rules, word)).tables()
    layout, game = rules.game.layout(rules), rules.game.new_game(rules)
    player, seats, place = np.zeros((1, rules.players), np.int64), np.arange(rules.players)[None, :], np.zeros(1, np.int64)
    rows = np.zeros((n_blocks, rules.players, layout.n_columns), np.int64)
    counts = np.zeros((rules.players, layout.n_counts), np.int64)
    sink = (counts, layout.n_columns, place, place, gram.zeros(1, rules.players), rows)
    is_lawful = rules.game.play_blocks()(game, (seated, player, seats), np.uint64(seed), first, n_blocks, sink)
    assert is_lawful, f"{rules.game.name} {word}: unlawful answer {game['fault'][0]} under {rules.describe()}"
    return rows


def check_legal_and_deterministic(rules: Rules, word: str, n_blocks: int) -> None:
    """Legal throughout; twice the same; a game does not depend on the games before it."""
    rows = kernel_tallies(rules, word, 11, 0, n_blocks)
    assert np.array_equal(rows, kernel_tallies(rules, word, 11, 0, n_blocks))
    half = n_blocks // 2
    assert np.array_equal(rows[half:], kernel_tallies(rules, word, 11, half, n_blocks - half))


def check_twin(rules: Rules, word: str, n_blocks: int) -> None:
    """Kernel and reference play the same game with this strategy."""
    rows = kernel_tallies(rules, word, 12, 0, n_blocks)
    for block in range(n_blocks):
        told = rules.game.replay(rules, seat_policies(rules, table(rules, word), 12, block), 12, block)
        assert np.array_equal(rows[block], told["tallies"]), f"{rules.game.name} {word}: deal {block} under {rules.describe()}"


def check_own_stream(rules: Rules, word: str, block: int) -> None:
    """Other private streams for all seats: the first cards stay the same."""
    with dealing() as one:
        rules.game.replay(rules, seat_policies(rules, table(rules, word), 13, block), 13, block)
    with dealing() as other:
        rules.game.replay(rules, seat_policies(rules, table(rules, word), 14, block), 13, block)
    assert one[0] == other[0]


# What cannot be seen -------------------------------------------------------------------------------------------------


def noting(game: Game, policies: Sequence[Policy], dealt: list, questions: list[Question]) -> list[Policy]:
    """The policies, each question noted."""

    def noted(seat: int) -> Policy:
        @wraps(policies[seat])
        def policy(decision: int, views: np.ndarray) -> int:
            view = views.tobytes()
            answer = policies[seat](decision, views)
            questions.append(Question(seat, decision, view, game.full_answer(answer, views), len(dealt)))
            return answer

        return policy

    return [noted(seat) for seat in range(len(policies))]


def play(rules: Rules, word: str, seed: int, block: int) -> tuple[list[Question], list[list[int]]]:
    """A game by the reference: all questions, all that was dealt."""
    questions: list[Question] = []
    with dealing() as dealt:
        rules.game.replay(rules, noting(rules.game, seat_policies(rules, table(rules, word), seed, block), dealt, questions), seed, block)
    return questions, dealt


def replay_twin(rules: Rules, word: str, key: tuple[int, int], moment: Moment, twin: Twin) -> bool:
    """Plays the twin up to the question. False: it is no such game. Raises AssertionError when the seat can tell it."""
    asked = enumerate([*moment.before, moment.question])
    lives = seat_policies(rules, table(rules, word), *key)
    place = f"{rules.game.name} {word}: seat {moment.question.seat}, deal {key} under {rules.describe()}"

    def next_question(seat: int, decision: int) -> tuple[int, Question]:
        """The question that was asked now in the other game: the same one, or the twin has gone another way."""
        at, question = next(asked)
        if (question.seat, question.decision) != (seat, decision):
            raise OtherGameError
        return at, question

    def as_before(seat: int) -> Policy:
        """Answers as in the other game, or as the twin has it."""

        @wraps(lives[seat])
        def policy(decision: int, views: np.ndarray) -> int:
            at, question = next_question(seat, decision)
            return twin.answers.get(at, question.answer)

        return policy

    def watched(seat: int) -> Policy:
        """The strategy itself; everything it is shown and answers must be as before."""

        @wraps(lives[seat])
        def policy(decision: int, views: np.ndarray) -> int:
            known = next_question(seat, decision)[1]
            name = rules.game.decisions[decision].name
            assert views.tobytes() == known.view, f"{place}, {name}: the View shows hidden cards in {differing_fields(views, known.view)}"
            answer = lives[seat](decision, views)
            assert rules.game.full_answer(answer, views) == known.answer, f"{place}, {name}: another decision on the same View"
            if known is moment.question:
                raise ReachedError
            return answer

        return policy

    policies = [watched(seat) if seat == moment.question.seat else as_before(seat) for seat in range(rules.players)]
    with dealing(twin.dealt):
        try:
            rules.game.replay(rules, policies, *key)
        except ReachedError:
            return True
        except (StrategyFault, OtherGameError):
            return False
    return False  # ended before the question


def differing_fields(views: np.ndarray, other: bytes) -> list[str]:
    """Names of fields in which two Views differ."""
    twin = np.frombuffer(other, views.dtype)
    return [name for name in views.dtype.names or () if views[name].tobytes() != twin[name].tobytes()]


def check_hidden(rules: Rules, word: str, key: tuple[int, int], n_questions: int, dice: Any) -> int:
    """Draws questions of a game and plays twins of each; how many twins were compared."""
    questions, dealt = play(rules, word, *key)
    waits = tuple(policy.waits for policy in seat_policies(rules, table(rules, word), *key))  # type: ignore[attr-defined]
    compared = 0
    for at in sorted(dice.choice(len(questions), min(n_questions, len(questions)), replace=False)):
        question = questions[at]
        view = np.frombuffer(question.view, rules.game.view)[0]
        moment = Moment(question, view, questions[:at], dealt[: question.n_dealt], key, waits)
        twins = (room_of(rules.game).hidden_twin(rules, moment, dice) for _ in range(TRIES))
        drawn = (twin for twin in twins if twin is not None)
        compared += any(replay_twin(rules, word, key, moment, twin) for twin in islice(drawn, TRIES))
    return compared
