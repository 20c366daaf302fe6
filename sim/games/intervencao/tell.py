"""Writes a transcript down as a player would: hands, then act after act on a time line, then the count."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sim.games.telling import Event, by_deal, options_played, seat_names, title, whole_text

ENDS = {
    "j": "the J",
    "high": "pressão alta",
    "low": "pressão baixa",
    "time": "the time limit (indeterminate)",
    "inanition": "an inanition (indeterminate)",
}
RESTS = {"lawful": "rests", "pass": "is stuck and passes", "inanition": "rests unlawfully: inanition"}
EXITS = {"low": "pressão baixa", "high": "pressão alta"}


def tell(transcript: Mapping[str, Any]) -> str:
    """The whole game as text. Seats are named by transcript["players"] (strategy words) where it is given."""
    names = seat_names(transcript)
    lines = [title("Intervenção", transcript), options_played(transcript, "Assumed base rules")]
    lines.append("On the time line: the act, then the hand it leaves; in brackets what waits in front.")
    for events in by_deal(transcript["events"], "jogo"):
        lines += ["", *Round(events, names).told()]
    lines += tell_jogo(transcript["events"], names)
    return whole_text(lines)


def card_order(card: str) -> int:
    """The J first, then by rank."""
    return 0 if card == "J" else int(card)


def cards_text(cards: Iterable[str]) -> str:
    """`J 3 7`, or a dash for no card."""
    return " ".join(sorted(cards, key=card_order)) or "-"


class Round:
    """One round as it is told: who holds what while the acts go by."""

    def __init__(self, events: Sequence[Event], names: Sequence[str]) -> None:
        self.events, self.names = events, names
        self.hands: list[list[str]] = [list(hand or []) for hand in events[0]["hands"]]
        self.waiting: list[list[str]] = [[] for _ in names]
        self.width = max(map(len, names))

    def told(self) -> list[str]:
        """The lines of the round."""
        deal, end = self.events[0], next(event for event in self.events if event["event"] == "end")
        lines = [f"Round {deal['round']}. The J lies with {self.names[deal['interventor']]}."]
        lines += [f"  {name:{self.width}}  {cards_text(hand)}" for name, hand in zip(self.names, deal["hands"], strict=True) if hand is not None]
        for event in self.events[1:]:
            lines += getattr(self, f"tell_{event['event']}", lambda _: [])(event)
        return [*lines, f"Ended by {ENDS[end['how']]} after {end['beat']:.2f} beats.", *self.count(end)]

    def count(self, end: Event) -> list[str]:
        """Totals and points, seat by seat."""
        lines = []
        for name, total, points in zip(self.names, end["totals"], end["points"], strict=True):
            if total is not None:
                lines.append(f"  {name:{self.width}}  {total:3d}" + (f"  {points:+.3g}" if points else ""))
            elif points:
                lines.append(f"  {name:{self.width}}    -  {points:+.3g} (inanition)")
        return lines

    def line(self, event: Event, words: str) -> list[str]:
        """One act on the time line."""
        seat = event["seat"]
        waiting = f" [{cards_text(self.waiting[seat])}]" if self.waiting[seat] else ""
        return [f"  {event['beat']:6.2f}  {self.names[seat]:{self.width}}  {words:<34}{cards_text(self.hands[seat])}{waiting}"]

    def tell_expel(self, event: Event) -> list[str]:
        """I6."""
        self.hands[event["seat"]].remove(event["card"])
        self.waiting[event["to"]].append(event["card"])
        return self.line(event, f"{event['card']} to {self.names[event['to']]}")

    def tell_absorb(self, event: Event) -> list[str]:
        """I7."""
        seat = event["seat"]
        self.hands[seat] += self.waiting[seat]
        self.waiting[seat] = []
        return self.line(event, f"takes up {cards_text(event['cards'])}")

    def tell_rest(self, event: Event) -> list[str]:
        """I10."""
        return self.line(event, RESTS[event["what"]])

    def tell_intervene(self, event: Event) -> list[str]:
        """I8."""
        return self.line(event, "lays the J")

    def tell_reveal(self, event: Event) -> list[str]:
        """I4."""
        return self.line(event, "reveals the J")

    def tell_show(self, event: Event) -> list[str]:
        """S33."""
        return self.line(event, f"shows the hand to {self.names[event['to']]}")

    def tell_exit(self, event: Event) -> list[str]:
        """I13, I14."""
        return self.line(event, f"leaves by {EXITS[event['kind']]}")

    def tell_claim(self, event: Event) -> list[str]:
        """I13, I14 with exit_by=others."""
        verdict = "right" if event["right"] else "wrong"
        return self.line(event, f"claims {EXITS[event['kind']]} of {self.names[event['against']]}: {verdict}")

    def tell_lost(self, event: Event) -> list[str]:
        """The act that a wrong claim costs."""
        return self.line(event, "has lost this act")

    def tell_out(self, event: Event) -> list[str]:
        """I10."""
        self.hands[event["seat"]], self.waiting[event["seat"]] = [], []
        return [f"  {'':6}  {self.names[event['seat']]} leaves the jogo"]

    def tell_ally(self, event: Event) -> list[str]:
        """I22."""
        return [f"  {self.names[event['seat']]} names {self.names[event['names']]}, offering {event['offer']}"]

    def tell_allied(self, event: Event) -> list[str]:
        """I22."""
        return ["  Allies: " + " and ".join(self.names[seat] for seat in event["seats"])]


def tell_jogo(events: Sequence[Event], names: Sequence[str]) -> list[str]:
    """Who left when, and who won; nothing for a single round."""
    end = events[-1]
    if end["event"] != "jogo":
        return []
    lines = ["", f"The jogo is {end['result']}. Points and vantagens:"]
    lines += [f"  {name}  {points:+.3g}  {vantagens}" for name, points, vantagens in zip(names, end["points"], end["vantagens"], strict=True)]
    number = 0
    for event in events:
        number = event["round"] if event["event"] == "deal" else number
        if event["event"] in ("left", "out"):
            seats = event["seats"] if event["event"] == "left" else [event["seat"]]
            lines.append(f"After round {number}: {', '.join(names[seat] for seat in seats)} left.")
    for title_word in ("moral", "official"):
        if end[title_word]:
            lines.append(f"{title_word.capitalize()} champion: {' and '.join(names[seat] for seat in end[title_word])}.")
    return lines
