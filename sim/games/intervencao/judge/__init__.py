"""Answers single questions about the rules, twice: by the kernel's rules and by the slow twin.

A case's input is a dict as it stands in a JSON file. Cards are ranks or "J"; options of counting stand beside them
under their own names. Input that cannot be read raises InputError in one sentence.

(A folder: the hands that are counted, a place at the table, the end of a jogo and the options outgrow a file.)
"""

from __future__ import annotations

from typing import Any

from sim.games.intervencao.judge.champions import jogo_winner_by_reference, jogo_winner_by_rules, official_by_reference, official_by_rules
from sim.games.intervencao.judge.hands import best_by_reference, best_by_rules, total_by_reference, total_by_rules, worst_by_reference, worst_by_rules
from sim.games.intervencao.judge.options import error_by_reference, error_by_rules
from sim.games.intervencao.judge.places import exits_by_reference, exits_by_rules, resting_by_reference, resting_by_rules
from sim.games.protocol import Answer

JUDGES: dict[str, tuple[Answer, Answer]] = {
    "hand_total": (total_by_rules, total_by_reference),
    "best": (best_by_rules, best_by_reference),
    "worst": (worst_by_rules, worst_by_reference),
    "jogo_winner": (jogo_winner_by_rules, jogo_winner_by_reference),
    "official": (official_by_rules, official_by_reference),
    "exits": (exits_by_rules, exits_by_reference),
    "resting": (resting_by_rules, resting_by_reference),
    "error": (error_by_rules, error_by_reference),
}

REASONS = {
    "hand_total": "I16, I17: after the J hand and waiting cards count, after an exit the hand alone",
    "best": "I18: the lowest hand; nobody when all tie",
    "worst": "I18: the highest hand; nobody when all tie",
    "jogo_winner": "I23: most points among those left, then most vantagens",
    "official": "I24: the ally of the moral champion, unless he left last",
    "exits": "I13, I14",
    "resting": "I10: lawful with at most 3 cards and none waiting; a pass when stuck",
    "error": "I2, I3, I5, I15, I18: options that no table can play",
}


def reason(kind: str, case: Any, answer: Any) -> str:
    """The rule numbers and a few words."""
    return REASONS[kind]
