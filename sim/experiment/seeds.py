"""Run seeds: 64-bit whole numbers; a run without one draws its own and records it."""

from __future__ import annotations

import secrets
from decimal import Decimal

from sim.core.errors import InputError

HIGHEST = (1 << 63) - 1


def parse_seed(text: str | int | None) -> int:
    """The seed; drawn when None. Raises InputError."""
    if text is None:
        return secrets.randbelow(10**9)
    try:
        seed = int(str(text).replace("_", ""))
    except ValueError:
        seed = -1
    if not 0 <= seed <= HIGHEST:
        raise InputError(f"--seed {text} is not allowed; allowed: a whole number 0..{HIGHEST}")
    return seed


def parse_games(text: str | int | float) -> int:
    """A number of games: `1000`, `1e6`, `1_000_000`, `250k`, `2M`. Raises InputError."""
    word = str(text).strip().replace("_", "")
    factor = {"k": 1_000, "K": 1_000, "M": 1_000_000, "m": 1_000_000, "G": 10**9, "g": 10**9}.get(word[-1:], 1)
    try:
        games = Decimal(word[:-1] if factor > 1 else word) * factor
        fine = 1 <= games <= 10**15 and games == int(games)
    except ArithmeticError:
        fine = False
    if not fine:
        raise InputError(f"--games {text} is not allowed; allowed: a whole number of games from 1 on, such as 1000, 250k or 1e6")
    return int(games)
