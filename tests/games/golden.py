"""Games to read: writes every room's transcripts/*.json and *.txt anew. `python -m tests.games.golden` after a wanted change.

Only `plain` and `random` sit at these tables, which are defined to the last tie; the files are compared byte for byte.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sim.experiment.strategies import load
from sim.games import load as load_game
from tests.playing import Players


@dataclass(frozen=True)
class Golden:
    """One game of a room: who sits where, which deal of seed 1, under which rules."""

    game: str
    name: str  # of its files
    words: tuple[str, ...]
    options: dict[str, str] = field(default_factory=dict)
    deal: int = 0

    def file(self, ending: str) -> Path:
        """Where it is written down."""
        return Path(__file__).parent / self.game / "transcripts" / f"{self.name}.{ending}"

    def played(self) -> dict[str, Any]:
        """Its transcript by the reference."""
        game, seats = load_game(self.game), len(self.words)
        strategies = [load(game, word) for word in self.words]
        functions = [[strategy.functions[decision.name] for decision in game.decisions] for strategy in strategies]
        table = Players(game, functions, [[knob.default for knob in strategy.knobs] for strategy in strategies])
        transcript = game.replay(game.rules(seats, self.options), table.policies(seats), 1, self.deal)
        del transcript["tallies"]  # the twin tests hold those; a new measure is no other game
        return {**transcript, "players": list(self.words)}

    def told(self, transcript: dict[str, Any]) -> str:
        """The transcript as a player would write it down."""
        return load_game(self.game).tell(transcript)


PLAIN, RANDOM = ("plain",), ("random",)
GOLDEN = (
    Golden("wizard", "3_players", PLAIN * 3),
    Golden("wizard", "4_players_plus_one_forehead", PLAIN * 4, {"plus_one": "true", "forehead": "true"}),
    Golden("wizard", "5_players_hidden_no_trump", PLAIN * 5, {"bids": "hidden", "wizard_turned": "no-trump"}),
    Golden("wizard", "6_players_secret", PLAIN * 6, {"bids": "secret", "first_dealer": "0"}),
    Golden("tractor", "deal_at_level_2", (PLAIN + RANDOM) * 2, {"level": "2"}),
    Golden("tractor", "deal_at_level_10_standing", (PLAIN + RANDOM) * 2, {"level": "10", "first_dealer": "standing"}, 3),
    Golden("tractor", "deal_at_level_ace_dealer_2", (PLAIN + RANDOM) * 2, {"level": "A", "dealer": "2"}, 5),
    Golden("tractor", "match_of_three_deals", (PLAIN + RANDOM) * 2, {"unit": "match", "max_deals": "3"}, 7),
    Golden("cambio", "2_players", PLAIN * 2),
    Golden("cambio", "4_players", PLAIN * 4, {"open_discard": "true"}),
    Golden("cambio", "4_random_chained", RANDOM * 4, {"snap_chain": "true", "own_wrong": "return1", "fading": "0.1", "max_turns": "30"}),
    Golden("cambio", "3_random_points", RANDOM * 3, {"snap_match": "points", "jokers": "6", "caller_locked": "true", "max_turns": "30"}),
    Golden("intervencao", "4_plain", PLAIN * 4),
    Golden("intervencao", "6_plain_claims", PLAIN * 6, {"exit_by": "others", "pressed": "worst"}),
    Golden("intervencao", "5_random_match", RANDOM * 5, {"unit": "match", "elimination": "worst", "j_value": "11"}),
    Golden("intervencao", "4_random", RANDOM * 4, {"measure": "cards", "grace": "1"}),
)


def as_json(transcript: dict[str, Any]) -> str:
    """One line an event."""
    head = {key: value for key, value in transcript.items() if key != "events"}
    events = ",\n  ".join(json.dumps(event) for event in transcript["events"])
    return json.dumps(head, indent=None)[:-1] + f',\n "events": [\n  {events}\n ]}}\n'


def main() -> None:
    """Writes all files."""
    for golden in GOLDEN:
        transcript = golden.played()
        golden.file("json").parent.mkdir(exist_ok=True)
        golden.file("json").write_text(as_json(transcript), encoding="utf-8")
        golden.file("txt").write_text(golden.told(transcript), encoding="utf-8")


if __name__ == "__main__":
    main()
