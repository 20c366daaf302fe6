"""What the rooms' transcripts have in common as text: the first lines, who sits where, the rounds of a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

Event = Mapping[str, Any]


def whole_text(lines: Iterable[str]) -> str:
    """Lines as one text, without blanks at their ends."""
    return "\n".join(line.rstrip() for line in lines) + "\n"


def title(game: str, transcript: Mapping[str, Any]) -> str:
    """The first line."""
    return f"{game}, {transcript['seats']} players, seed {transcript['seed']}, deal {transcript['deal']}"


def options_played(transcript: Mapping[str, Any], head: str = "Rules") -> str:
    """A line with the options in force."""
    return f"{head}: " + ", ".join(f"{name}={value}" for name, value in transcript["rules"].items())


def seat_names(transcript: Mapping[str, Any]) -> list[str]:
    """`0 average` where the strategy words are known (transcript["players"]), else `seat 0`."""
    words = transcript.get("players")
    return [f"{seat} {words[seat]}" if words else f"seat {seat}" for seat in range(transcript["seats"])]


def by_deal(events: Iterable[Event], last: str = "end") -> list[list[Event]]:
    """The events of each deal of the cards, without the one named `last`, which ends the game."""
    found: list[list[Event]] = []
    for event in events:
        if event["event"] == "deal":
            found.append([])
        if event["event"] != last:
            found[-1].append(event)
    return found
