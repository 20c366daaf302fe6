"""Games to read: writes transcripts/*.json and *.txt anew. `python -m tests.games.tractor.golden` after a wanted change.

`plain` and `random` sit in turn, which are defined to the last tie; the files are compared byte for byte.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sim.experiment.strategies import load
from sim.games.tractor import GAME
from tests.playing import Players

FOLDER = Path(__file__).parent / "transcripts"
SEATS = ("plain", "random", "plain", "random")
GAMES: dict[str, tuple[int, dict[str, str]]] = {
    "deal_at_level_2": (0, {"level": "2"}),
    "deal_at_level_10_standing": (3, {"level": "10", "first_dealer": "standing"}),
    "deal_at_level_ace_dealer_2": (5, {"level": "A", "dealer": "2"}),
    "match_of_three_deals": (7, {"unit": "match", "max_deals": "3"}),
}


def played(name: str) -> dict[str, Any]:
    """The transcript of this game."""
    block, options = GAMES[name]
    table = Players(GAME, [[load(GAME, word).functions[decision.name] for decision in GAME.decisions] for word in SEATS])
    transcript = GAME.replay(GAME.rules(4, options), table.policies(4), 1, block)
    del transcript["tallies"]  # test_twin.py holds those; a new measure is no other game
    return {**transcript, "players": list(SEATS)}


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
