"""Games to read: writes transcripts/*.json and *.txt anew. `python -m tests.games.wizard.golden` after a wanted change.

All seats play `plain`, which is defined to the last tie (its trump choice, bid and play never change); the files are
compared byte for byte.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sim.experiment.strategies import load
from sim.games.wizard import GAME
from tests.playing import Players

FOLDER = Path(__file__).parent / "transcripts"
GAMES: dict[str, tuple[int, dict[str, str]]] = {
    "3_players": (3, {}),
    "4_players_plus_one_forehead": (4, {"plus_one": "true", "forehead": "true"}),
    "5_players_hidden_no_trump": (5, {"bids": "hidden", "wizard_turned": "no-trump"}),
    "6_players_secret": (6, {"bids": "secret", "first_dealer": "0"}),
}


def played(name: str) -> dict[str, Any]:
    """The transcript of this game."""
    players, options = GAMES[name]
    plain = load(GAME, "plain")
    table = Players(GAME, [[plain.functions[decision.name] for decision in GAME.decisions]] * players)
    transcript = GAME.replay(GAME.rules(players, options), table.policies(players), 1, 0)
    del transcript["tallies"]  # test_twin.py holds those; a new measure is no other game
    return {**transcript, "players": ["plain"] * players}


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
