"""Rules that tables play differently, as data: what may be said, what it means, how it is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sim.core.errors import InputError


@dataclass(frozen=True)
class Option:
    """A rule that tables play differently: `-r name=value`."""

    name: str
    default: str
    allowed: str  # in words, for messages and listings
    rule: str  # rule number
    help: str
    parse: Callable[[str], Any] = field(repr=False)  # of a text in small letters
    words: tuple[str, ...] = ()  # of an option that is a choice: how its values 0, 1, ... are written

    @classmethod
    def choice(cls, name: str, default: str, values: Sequence[str], rule: str, help: str) -> Option:
        """One of some words; the parsed value is the word's place in `values`, from 0."""

        def parse(text: str) -> int:
            return list(values).index(text)

        return cls(name, default, " | ".join(values), rule, help, parse, tuple(values))

    @classmethod
    def flag(cls, name: str, default: bool, rule: str, help: str) -> Option:
        """true or false (also on/off, yes/no, 1/0); parsed to 1 or 0."""

        def parse(text: str) -> int:
            return {"true": 1, "on": 1, "yes": 1, "1": 1, "false": 0, "off": 0, "no": 0, "0": 0}[text]

        return cls(name, str(default).lower(), "true | false", rule, help, parse, ("false", "true"))

    @classmethod
    def whole(cls, name: str, default: int | str, low: int, high: int, rule: str, help: str, words: Mapping[str, int] | None = None) -> Option:
        """A whole number low..high, or one of some words that stand for a number."""
        words = words or {}

        def parse(text: str) -> int:
            if text in words:
                return words[text]
            value = int(text)
            if not low <= value <= high:
                raise ValueError(text)
            return value

        return cls(name, str(default), " | ".join([f"{low}..{high}", *words]), rule, help, parse)

    @classmethod
    def real(cls, name: str, default: float, low: float, high: float, rule: str, help: str) -> Option:
        """A number low..high."""

        def parse(text: str) -> float:
            value = float(text)
            if not low <= value <= high:
                raise ValueError(text)
            return value

        return cls(name, f"{default:g}", f"{low:g}..{high:g}", rule, help, parse)

    def read(self, text: str) -> Any:
        """The value that `text` stands for. Raises InputError naming what is allowed."""
        try:
            return self.parse(text.strip().lower())
        except (ValueError, KeyError, OverflowError):
            raise InputError(f"rule {self.name}={text} is not allowed; allowed: {self.allowed} ({self.rule})") from None
