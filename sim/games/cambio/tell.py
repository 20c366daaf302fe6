"""Writes a transcript down as a player would: the cards dealt, turn by turn who did what, and the count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sim.games.telling import Event, options_played, title, whole_text

OUTCOMES = {
    "called": "The game came back to the caller (C20).",
    "exhausted": "Nothing was left to draw (C12).",
    "cut_off": "Stopped at max_turns without a call (C12); nobody wins.",
}
INDENT = 6 * " "
MOVES = ("draw", "take", "swap", "play", "discard", "call")  # what goes into the line of the turn


def tell(transcript: Mapping[str, Any]) -> str:
    """The whole game as text. Seats are named by transcript["players"] (strategy words) where it is given."""
    names = seat_names(transcript)
    events = transcript["events"]
    lines = [title("Câmbio", transcript), options_played(transcript)]
    lines += ["A2 is position 2 in front of A; positions 0 and 1 are near the player and looked at before play.", "", *tell_deal(events[0], names)]
    for event in events[1:]:
        lines += tell_event(event, names, lines)
    return whole_text(lines)


def seat_names(transcript: Mapping[str, Any]) -> list[str]:
    """`A greedy` where the strategy words are known, else `A`; seat 0 is A."""
    words = transcript.get("players") or [""] * transcript["seats"]
    return [f"{chr(ord('A') + seat)} {word}".strip() for seat, word in enumerate(words)]


def tell_deal(deal: Event, names: Sequence[str]) -> list[str]:
    """The hands by position, and who begins."""
    width = max(map(len, names))
    lines = [f"  {name:{width}}  {'  '.join(f'{p} {card:3}' for p, card in enumerate(hand))}" for name, hand in zip(names, deal["hands"], strict=True)]
    turned = f" {deal['turned']} is turned up." if deal["turned"] else ""
    return [*lines, f"{names[deal['first']]} begins.{turned}", ""]


def place_name(place: Sequence[int]) -> str:
    """`A2`."""
    return f"{chr(ord('A') + place[0])}{place[1]}"


def tell_event(event: Event, names: Sequence[str], lines: list[str]) -> list[str]:
    """The lines of an event; a move is written behind the turn that it belongs to."""
    kind = event["event"]
    if kind == "turn":
        forgotten = event["forgotten"]
        lost = [f"{INDENT}{names[event['seat']]} has forgotten {', '.join(map(place_name, forgotten))}"] if forgotten else []
        return [*lost, f"{event['turn']:3}  {names[event['seat']]}"]
    if kind == "end":
        if event["outcome"] == "exhausted":
            lines[turn_at(lines)] += " finds nothing to draw; this turn does not count"
        return tell_end(event, names)
    text = sentence(event, names)
    if kind in MOVES:
        lines[turn_at(lines)] += (" " if kind in ("draw", "take", "call") else ", ") + text
        return []
    return [INDENT + text]


def turn_at(lines: Sequence[str]) -> int:
    """Where the last turn is written: a new stock may have come in between."""
    return next(at for at in reversed(range(len(lines))) if not lines[at].startswith(INDENT))


def sentence(event: Event, names: Sequence[str]) -> str:
    """What happened, in words."""
    kind, card = event["event"], event.get("card")
    who = names[event["seat"]] if "seat" in event else ""
    place = place_name(event["place"]) if "place" in event else ""
    if kind == "swap":
        own = place_name((event["seat"], event["position"]))
        return f"puts it at {own}; {event['out']} goes on the pile"
    if kind == "exchange":
        return f"{who} exchanges {' and '.join(f'{place_name(p)} ({c})' for p, c in zip(event['places'], event['cards'], strict=True))}"
    if kind == "give":
        return f"{who} gives {place_name((event['seat'], event['position']))} ({card}) to {place}"
    if kind == "wrong":
        return f"{who} throws {place} ({card}) wrongly: {'it goes back, seen by all' if event['returned'] else 'it is gone'}"
    if kind == "penalty":
        return f"{who} draws a card to {place_name((event['seat'], event['position']))} ({card})"
    return {
        "draw": f"draws {card}",
        "take": f"takes {card} from the pile",
        "play": "plays it",
        "discard": "discards it",
        "call": f"says CÂMBIO with {event.get('points')} points",
        "look": f"{who} looks at {place} ({card})",
        "leave": f"{who} leaves them where they are",
        "snap": f"{who} throws {place} ({card}): right",
        "late": f"{who} throws {place} ({card}) too late and takes it back, seen by all",
        "void": f"{who} reaches for {place}, where the card has gone",
        "reshuffle": f"the pile is shuffled: {event.get('cards')} cards in the new stock",
    }[kind]


def tell_end(end: Event, names: Sequence[str]) -> list[str]:
    """The count: cards and points of each, who knows what, who wins."""
    rows = [["", "cards", "points", "knows"]]
    for seat, name in enumerate(names):
        cards = " ".join(f"{position}:{card}" for position, card in end["hands"][seat]) or "none"
        rows.append([name, cards, str(end["points"][seat]), " ".join(map(place_name, end["remembers"][seat])) or "nothing"])
    winners = " and ".join(names[seat] for seat in end["winners"]) or "nobody"
    return ["", OUTCOMES[end["outcome"]], *table(rows), f"Winner: {winners}.{tie_note(end, names)}"]


def tie_note(end: Event, names: Sequence[str]) -> str:
    """C21: when the caller lost a tie."""
    caller = end["caller"]
    if end["outcome"] == "called" and caller not in end["winners"] and end["points"][caller] == min(end["points"]):
        return f" {names[caller]} has as few points, but called (C21)."
    return ""


def table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Columns under each other, indented."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  " + "  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)) for row in rows]
