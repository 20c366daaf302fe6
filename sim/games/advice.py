"""What a room shows whoever asks for advice: the pieces of a position, its choices, what a rollout tells, its charts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from sim.games.protocol import Rules


def never(given: Mapping[str, str]) -> bool:
    """Of a piece that can always be left out."""
    return False


def always(given: Mapping[str, str]) -> bool:
    """Of a piece that cannot be left out."""
    return True


@dataclass(frozen=True)
class Piece:
    """A piece of a position: an option (`--hand`), a key of a file, a question at the terminal."""

    name: str
    help: str  # what it is; the question at the terminal
    example: str
    is_needed: Callable[[Mapping[str, str]], bool] = field(default=never, repr=False)  # seeing the other pieces


@dataclass(frozen=True)
class Position:
    """A question at which advice is wanted."""

    rules: Rules
    decision: int
    views: np.ndarray  # (1,) of the room's VIEW; its private part is not filled


@dataclass(frozen=True)
class Choice:
    """An answer, and what a player calls it."""

    answer: int
    name: str


@dataclass(frozen=True)
class Outcome:
    """A whole number that a rollout tells of a choice."""

    name: str
    unit: str
    help: str
    digits: int = 2
    scale: float = 1.0  # of the whole number
    rate: bool = False  # 0 or 1, shown as a share


Ask = Callable[[np.ndarray], int]  # what the policy that plays worlds on answers at Views (1,), which are not changed


@dataclass(frozen=True)
class Axis:
    """A way to tell situations apart."""

    name: str
    help: str
    label: Callable[[np.void], str]  # of a View; labels sort as they are meant to stand
    order: Callable[[str], Any] = str  # the key by which labels are sorted


def any_question(view: np.void) -> bool:
    """Of a chart that no question is left out of."""
    return True


@dataclass(frozen=True)
class Chart:
    """What choices of a decision are worth by situation."""

    axes: tuple[Axis, ...]
    by: tuple[str, ...]  # axes taken when nobody says which
    label: Callable[[np.void, int], str]  # of a View and an answer: the choice's row, such as "bid 2" or "trump 9-13"
    order: Callable[[str], Any] = str  # the key by which these labels are sorted
    concerns: Callable[[np.void], bool] = any_question  # of a View: whether its question is charted
    choices: Callable[[Position, Ask], Sequence[int]] | None = None  # the answers that are tried; all that the room knows if left out
    has_all: bool = True  # whether all choices stand at (nearly) each question, so that a situation has a best one; else each has a value of its own


def as_given(decision: int, answer: int, views: np.ndarray) -> int:
    """Of a room whose rollouts take answers as strategies give them."""
    return answer


@dataclass(frozen=True)
class Advice:
    """A room's part of advice and charts.

    play_out() gives the compiled play_out(views (1,), decision, choices (n,), policy's address, outcomes (worlds, n, k)): it
    fills `outcomes` with what each choice brings in each of so many worlds, the same ones for all, drawn by the View's
    stream.
    """

    policy: str  # who plays on when nobody says so
    outcomes: tuple[Outcome, ...]  # what rollouts tell; the first is what advice goes by
    pieces: tuple[Piece, ...]
    read: Callable[[Rules, Mapping[str, str]], Position]  # raises InputError in one sentence
    choices: Callable[[Position], Sequence[Choice]]
    play_out: Callable[[], Callable]
    charts: Mapping[str, Chart] = field(default_factory=dict)  # by decision
    choice_of: Callable[[int, int, np.ndarray], int] = as_given  # decision, a strategy's answer and its Views (1,) then -> as play_out takes it
