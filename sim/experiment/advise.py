"""`advise`: what each choice of a position is worth, from worlds that agree with all that the seat knows.

All choices are played out in the same worlds, so that their differences are paired. Worlds come in bundles, each with a
stream of its own: the result depends on seed and number of worlds alone, not on threads.
"""

from __future__ import annotations

import time
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, wraps
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.core.errors import InputError, StrategyFault, unknown
from sim.core.rng import SEAT, Stream
from sim.core.seam import records
from sim.experiment.estimates import Estimate, all_pairs, p_value, rate_bounds, student
from sim.experiment.lineup import Player, parse_lineup, parse_player, seated
from sim.experiment.replay import Asked, replay_game, seat_policies
from sim.experiment.run import make_rules
from sim.experiment.runner import all_jobs, threads
from sim.experiment.seeds import parse_games, parse_seed
from sim.games.advice import Advice, Choice, Outcome, Position
from sim.games.protocol import Game, Policy, Rules

if TYPE_CHECKING:
    import pandas as pd

BUNDLE = 250  # worlds of one stream
WORLDS = 5_000
TOLD_APART = 0.05  # p-value adjusted for all pairs of choices


@dataclass(frozen=True)
class Worth:
    """What a choice is worth."""

    choice: str
    answer: int
    values: tuple[Estimate, ...]  # by outcome of the room; the first decides
    behind: Estimate  # difference from the best choice in the same worlds; of the best itself 0
    p: float  # that there is no difference, adjusted for all pairs of choices

    @property
    def is_told_apart(self) -> bool:
        """Whether it can be told from the best."""
        return self.p < TOLD_APART


@dataclass(frozen=True)
class Counsel:
    """Advice on one position: the choices, the best first."""

    position: Position
    outcomes: tuple[Outcome, ...]
    worths: tuple[Worth, ...]
    n_worlds: int
    seed: int
    policy: str

    @property
    def sentence(self) -> str:
        """What to do, and what cannot be told from it."""
        best, rest = self.worths[0], self.worths[1:]
        if not rest:
            return f"Only {best.choice} is possible."
        equals = [worth.choice for worth in rest if not worth.is_told_apart]
        first = self.outcomes[0]
        size = f"{best.values[0].value:.{first.digits}f} {first.unit} ({first.help})"
        if equals:
            return f"{best.choice} is best with {size}, but cannot be told from {', '.join(equals)} in {self.n_worlds:,} worlds."
        gap = rest[0].behind
        ahead = f"ahead of {rest[0].choice} by {-gap.value:.{first.digits}f} (95 % interval {-gap.high:.{first.digits}f} to {-gap.low:.{first.digits}f})"
        return f"{best.choice} is best with {size}, {ahead}."

    @property
    def rows(self) -> list[dict[str, Any]]:
        """One row a choice and outcome."""
        return [
            {"choice": worth.choice, "outcome": outcome.name, "value": e.value, "se": e.se, "low": e.low, "high": e.high, "n": e.n}
            | ({"behind": worth.behind.value, "behind_low": worth.behind.low, "behind_high": worth.behind.high, "p_all_pairs": worth.p} if i == 0 else {})
            for worth in self.worths
            for i, (outcome, e) in enumerate(zip(self.outcomes, worth.values, strict=True))
        ]

    @cached_property
    def table(self) -> pd.DataFrame:
        """The rows as a DataFrame."""
        import pandas as pd

        return pd.DataFrame(self.rows)


def advise(
    game: str,
    players: int | None = None,
    rules: Mapping[str, Any] | None = None,
    lineup: str | None = None,
    deal: int = 0,
    at: int | None = None,
    policy: str | None = None,
    worlds: str | int = WORLDS,
    seconds: float | None = None,
    seed: str | int | None = 1,
    jobs: int | None = None,
    **pieces: str,
) -> Counsel:
    """What each choice of a position is worth.

    pieces: the position by hand, as the room names its pieces (hand="W R13", ...); or, with `at`, question `at` (from 0)
    of the game that `lineup` plays on this deal. policy: who plays the worlds on. seconds: go on so long, in place of a
    number of worlds. Raises InputError.
    """
    agreed, found_seed = make_rules(game, players, rules), parse_seed(seed)
    room = agreed.game.advice()
    if at is None:
        position = room.read(agreed, check_pieces(room, game, pieces))
    elif pieces:
        raise InputError(f"a position is given by hand ({', '.join(pieces)}) or as question {at} of a game, not both")
    else:
        position = moment(agreed, lineup or f"{room.policy}*{agreed.players}", found_seed, deal, at)
    return counsel(position, policy or room.policy, worlds, seconds, found_seed, jobs or all_jobs())


def check_pieces(room: Advice, game: str, given: Mapping[str, str]) -> dict[str, str]:
    """The pieces, if all that are needed are there and no other. Raises InputError."""
    known = [piece.name for piece in room.pieces]
    for name in given:
        if name not in known:
            raise unknown(f"piece of a position of {game}", name, known)
    texts = {name: str(value).strip() for name, value in given.items()}
    for piece in missing_pieces(room, texts):
        raise InputError(f"the position lacks --{piece.name}: {piece.help}, such as --{piece.name} '{piece.example}'")
    return texts


def missing_pieces(room: Advice, given: Mapping[str, str]) -> list[Any]:
    """The pieces that are needed and not given."""
    return [piece for piece in room.pieces if piece.name not in given and piece.is_needed(given)]


def read_file(file: Path) -> dict[str, Any]:
    """A position in TOML: pieces, and `players` and a table `rules` where they differ. Raises InputError."""
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InputError(f"file '{file}' does not exist") from None
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"file '{file}' cannot be read: {error}") from None
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"file '{file}' is no TOML: {error}") from None


class _AskedError(Exception):
    """The question is reached."""


def moment(rules: Rules, lineup: str, seed: int, deal: int, at: int) -> Position:
    """Question `at` of a game, as the seat that was asked saw it. Raises InputError when the game is over before, EndlessStrategy."""
    found: list[Position] = []
    count = iter(range(at + 1))

    def watched(policy: Policy) -> Policy:
        @wraps(policy)  # who sees all, or waits, is told by attributes
        def asked(decision: int, views: np.ndarray) -> int:
            if next(count) == at:
                kept = records(rules.game.view)
                kept[:] = views
                found.append(Position(rules, decision, kept))
                raise _AskedError
            return policy(decision, views)

        return asked

    players, before = parse_lineup(lineup, rules), Asked()
    policies = [watched(policy) for policy in seat_policies(rules, players, seed, deal, before)]
    try:
        replay_game(rules, players, seed, deal, policies, before)
    except _AskedError:
        return found[0]
    raise InputError(f"--at {at}: the game has only {at - len(list(count))} questions, counted from 0")


def parse_worlds(text: str | int) -> int:
    """A number of worlds: `1000`, `20k`. Raises InputError."""
    try:
        return parse_games(text)
    except InputError:
        raise InputError(f"--worlds {text} is not allowed; allowed: a whole number from 1 on, such as 5000 or 20k") from None


def parse_policy(word: str, game: Game, within: str) -> Player:
    """Who plays worlds on for the command `within`. Raises InputError."""
    player = parse_player(word, game, within)
    if not player.is_lawful:
        raise InputError(f"policy '{word}' is not allowed: it sees hidden cards")
    return player


def counsel(position: Position, policy: str, worlds: str | int, seconds: float | None, seed: int, jobs: int) -> Counsel:
    """Plays all choices out. Raises InputError, StrategyFault."""
    game = position.rules.game
    room, choices = game.advice(), game.advice().choices(position)
    address = seated(game, parse_policy(policy, game, "advise")).ctypes.data
    outcomes = _bundles(position, room, choices, address, seed, jobs, -(-parse_worlds(worlds) // BUNDLE), seconds)
    values = outcomes[:, :, 0]
    best = int(np.argmax(values.sum(axis=0)))
    gaps = [_mean(values[:, c] - values[:, best], room.outcomes[0]) for c in range(len(choices))]
    p = iter(all_pairs([p_value(gap, len(values)) for c, gap in enumerate(gaps) if c != best]))
    worths = [
        Worth(
            choice.name,
            choice.answer,
            tuple(_mean(outcomes[:, c, k], outcome) for k, outcome in enumerate(room.outcomes)),
            gaps[c],
            1.0 if c == best else next(p),
        )
        for c, choice in enumerate(choices)
    ]
    worths.sort(key=lambda worth: (worth.answer != choices[best].answer, -worth.values[0].value))
    return Counsel(position, room.outcomes, tuple(worths), len(values), seed, policy)


def _bundles(
    position: Position, room: Advice, choices: Sequence[Choice], policy: int, seed: int, jobs: int, n_bundles: int, seconds: float | None
) -> np.ndarray:
    """(worlds, choices, outcomes) of n_bundles bundles, or of as many as fit into the seconds."""
    play_out, answers = room.play_out(), np.array([choice.answer for choice in choices], np.int64)

    def play(bundle: int) -> np.ndarray:
        views = records(position.rules.game.view)
        views[:] = position.views
        views["rng"] = Stream(seed, bundle, SEAT).state
        found = np.zeros((BUNDLE, len(choices), len(room.outcomes)), np.int64)
        try:
            play_out(views, position.decision, answers, policy, found)
        except Exception as error:
            raise StrategyFault(f"playing worlds on: {error}") from None
        return found

    with threads(jobs) as pool:
        if seconds is None:
            return np.concatenate(list(pool.map(play, range(n_bundles))))
        done, end = list(pool.map(play, range(jobs))), time.monotonic() + seconds
        while time.monotonic() < end:
            done += pool.map(play, range(len(done), len(done) + 4 * jobs))
        return np.concatenate(done)


def _mean(numbers: np.ndarray, outcome: Outcome) -> Estimate:
    """The mean of whole numbers over worlds, with its interval."""
    n, total, squares = len(numbers), int(numbers.sum()), int((numbers * numbers).sum())
    value = total / n
    se = sqrt(max(0, squares * n - total * total) / (n - 1)) / n if n > 1 else float("nan")
    half = student(0.95, n) * se
    low, high = value - half, value + half
    if outcome.rate and se == 0 and value in (0.0, 1.0):
        low, high = rate_bounds(total, n)
    value, se, low, high = (outcome.scale * number for number in (value, se, low, high))
    return Estimate(value, se, low, high, n)
