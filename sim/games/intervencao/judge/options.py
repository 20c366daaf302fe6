"""Rules that no table can agree on."""

from __future__ import annotations

from typing import Any

from sim.core.errors import InputError
from sim.games.cases import Case, any_fields, whole_number
from sim.games.intervencao import GAME


def error_by_rules(case: Any) -> str | None:
    """What GAME.rules says against {"players": n, option: value ...}; None when nothing is wrong."""
    options = dict(any_fields(case))
    players = options.pop("players", GAME.default_players)
    try:
        GAME.rules(whole_number(players, "players", -(10**9), 10**9), options)
    except InputError as error:
        return str(error)
    return None


def error_by_reference(case: Any) -> str | None:
    """The same sentence if the rules of README.md find the same fault, else the fault that they find."""
    said, fault = error_by_rules(case), fault_of(case)
    agreed = fault in said if fault and said else fault == said
    return said if agreed else fault


WORDS = {
    "unit": ("round", "match"),
    "exit_by": ("pressed", "others"),
    "high_exit": ("on", "off"),
    "low_exit": ("on", "off"),
    "pressed": ("counted", "worst"),
    "measure": ("sum", "cards"),
    "elimination": ("points", "worst", "none"),
    "alliances": ("on", "off"),
}
WHOLE_NUMBERS = {"ranks": (1, 15), "low_limit": (1, 30), "j_value": (0, 99), "limit": (1, 100), "rounds": (1, 1000), "max_rounds": (1, 1000)}
TIMES = {"grace": (0.0, 1000.0), "time_limit": (0.001, 1000.0)}


def is_allowed(name: str, text: str) -> bool:
    """Whether an option may have this value, by itself."""
    try:
        if name in WORDS:
            return text in WORDS[name]
        if name in WHOLE_NUMBERS:
            return WHOLE_NUMBERS[name][0] <= int(text) <= WHOLE_NUMBERS[name][1]
        if name in TIMES:
            return TIMES[name][0] <= float(text) <= TIMES[name][1]
        return name == "speed" and all(0 < float(part) <= 1000 for part in text.split(";"))
    except ValueError:
        return False


def fault_of(case: Case) -> str | None:
    """The name of the first thing wrong with these rules, by README.md; None when nothing is."""
    players = case.get("players", 6)
    if isinstance(players, bool) or players not in range(4, 11):
        return "players"  # I2
    texts = {name: str(value).strip().lower() for name, value in case.items() if name != "players"}
    for name, text in texts.items():
        if not is_allowed(name, text):
            return name
    if 3 * players > 4 * int(texts.get("ranks", "10")) + 1:
        return "ranks"  # I3
    if texts.get("speed", "1").count(";") not in (0, players - 1):
        return "speed"  # I5
    if texts.get("pressed") == "worst" and texts.get("exit_by") != "others":
        return "pressed"  # I15
    if texts.get("elimination") == "none" and int(texts.get("rounds", "10")) > int(texts.get("max_rounds", "500")):
        return "rounds"  # I18
    return None
