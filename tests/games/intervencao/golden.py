"""Games to read: writes transcripts/*.json and *.txt anew. `python -m tests.games.intervencao.golden` after a wanted change.

All seats play `plain` or `random`, which are defined to the last tie and never change; the files are compared byte for
byte.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sim.experiment.strategies import load
from sim.games.intervencao import GAME
from tests.playing import Players

FOLDER = Path(__file__).parent / "transcripts"
GAMES: dict[str, tuple[int, str, dict[str, str]]] = {
    "4_plain": (4, "plain", {}),
    "6_plain_claims": (6, "plain", {"exit_by": "others", "pressed": "worst"}),
    "5_random_match": (5, "random", {"unit": "match", "elimination": "worst", "j_value": "11"}),
    "4_random": (4, "random", {"measure": "cards", "grace": "1"}),
}


def played(name: str) -> dict[str, Any]:
    """The transcript of this game."""
    players, word, options = GAMES[name]
    strategy = load(GAME, word)
    table = Players(GAME, [[strategy.functions[decision.name] for decision in GAME.decisions]] * players)
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
