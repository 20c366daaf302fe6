"""Games to read: writes transcripts/*.json and *.txt anew. `python -m tests.games.cambio.golden` after a wanted change.

All seats play `plain` or `random`, which are defined to the last tie; the files are compared byte for byte.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sim.experiment.strategies import load
from sim.games.cambio import GAME
from tests.playing import Players

FOLDER = Path(__file__).parent / "transcripts"
GAMES: dict[str, tuple[str, int, dict[str, str]]] = {
    "2_players": ("plain", 2, {}),
    "4_players": ("plain", 4, {"open_discard": "true"}),
    "4_random_chained": ("random", 4, {"snap_chain": "true", "own_wrong": "return1", "fading": "0.1", "max_turns": "30"}),
    "3_random_points": ("random", 3, {"snap_match": "points", "jokers": "6", "caller_locked": "true", "max_turns": "30"}),
}


def played(name: str) -> dict[str, Any]:
    """The transcript of this game."""
    word, players, options = GAMES[name]
    strategy = load(GAME, word)
    parameters = [[knob.default for knob in strategy.knobs]] * players
    table = Players(GAME, [[strategy.functions[decision.name] for decision in GAME.decisions]] * players, parameters)
    transcript = GAME.replay(GAME.rules(players, options), table.policies(players), 1, 0)
    del transcript["tallies"]  # test_twin.py holds those; a new measure is no other game
    return {**transcript, "players": [word] * players}


def as_json(transcript: dict[str, Any]) -> str:
    """One line an event."""
    head = {key: value for key, value in transcript.items() if key != "events"}
    events = ",\n  ".join(json.dumps(event) for event in transcript["events"])
    return json.dumps(head, indent=None)[:-1] + f',\n "events": [\n  {events}\n ]}}\n'


def main() -> None:
    """Writes all files."""
    FOLDER.mkdir(exist_ok=True)
    for name in GAMES:
        transcript = played(name)
        (FOLDER / f"{name}.json").write_text(as_json(transcript), encoding="utf-8")
        (FOLDER / f"{name}.txt").write_text(GAME.tell(transcript), encoding="utf-8")


if __name__ == "__main__":
    main()
