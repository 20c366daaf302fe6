"""The three ways a run can end that are not a defect of ours; each carries the exit code of the command line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Any


class CarteadoError(Exception):
    """One sentence for the user, and the exit code it deserves."""

    exit_code = 1


class InputError(CarteadoError):
    """The input is at fault: unknown name, value out of range, unreadable file."""

    exit_code = 2


class Interrupted(CarteadoError):
    """The user stopped the run; what was done is kept and can be resumed."""

    exit_code = 3


class StrategyFault(CarteadoError):
    """A strategy broke the rules or raised; the message names strategy, game, seat, decision and replay.

    events: of a replay, what had happened in the game before.
    """

    exit_code = 4

    def __init__(self, sentence: str, events: Sequence[dict[str, Any]] = ()) -> None:
        super().__init__(sentence)
        self.events = events


class EndlessStrategy(StrategyFault):
    """A game did not end. The thread that plays it cannot be ended but with the program."""


@contextmanager
def telling(events: Sequence[dict[str, Any]]) -> Iterator[None]:
    """Inside, an error takes along (as `error.events`) what has happened in the game so far."""
    try:
        yield
    except Exception as error:
        error.events = events  # type: ignore[attr-defined]
        raise


def unknown(kind: str, name: str, allowed: Iterable[str]) -> InputError:
    """The error for an unknown `name`: near names if there are any, else everything that is allowed."""
    allowed = list(allowed)
    in_small = {word.lower(): word for word in allowed}
    near = get_close_matches(name.lower(), in_small, n=3, cutoff=0.5)
    if near:
        return InputError(f"unknown {kind} '{name}'; did you mean {' or '.join(in_small[word] for word in near)}?")
    return InputError(f"unknown {kind} '{name}'; allowed: {', '.join(allowed) or 'none'}")
