"""Writes a transcript down as a player would: hands, turned card, bids, tricks, the score sheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sim.games.telling import Event, by_deal, options_played, seat_names, title, whole_text
from sim.games.wizard.cards import SUIT_NAMES, SUITS

SCORED = (("won", "won", " d"), ("points", "points", "+d"), ("total", "totals", " d"))  # row, field of the event, format


def tell(transcript: Mapping[str, Any]) -> str:
    """The whole game as text. Seats are named by transcript["players"] (strategy words) where it is given."""
    names = seat_names(transcript)
    lines = [title("Wizard", transcript), options_played(transcript), "Of each trick, > was led and * won."]
    for events in by_deal(transcript["events"]):
        lines += ["", *tell_round(events, names)]
    lines += ["", *score_sheet(transcript["events"], names), *tell_end(transcript["events"], names)]
    return whole_text(lines)


def tell_round(events: Sequence[Event], names: Sequence[str]) -> list[str]:
    """The lines of one round."""
    deal = events[0]
    width = max(map(len, names))
    lines = [f"Round {deal['round']}. Dealer: {names[deal['dealer']]}. {turned_card(events, names)}"]
    lines += [f"  {name:{width}}  {hand_text(hand)}" for name, hand in zip(names, deal["hands"], strict=True)]
    rows = [["", *names], ["bid", *bids(events, len(names))], *tricks(events, len(names))]
    for event in events:
        if event["event"] == "score":
            rows += [[word, *(f"{number:{form}}" for number in event[key])] for word, key, form in SCORED]
    return lines + table(rows)


def turned_card(events: Sequence[Event], names: Sequence[str]) -> str:
    """What was turned up, and what became trump."""
    turned = next(event for event in events if event["event"] == "turned")
    named = [event for event in events if event["event"] == "trump"]
    shown = f"Turned: {turned['card']}" if turned["card"] else "Nothing turned"
    if named:
        return f"{shown}; {names[named[0]['seat']]} names {suit_word(named[0]['suit'])}."
    return f"{shown}; {suit_word(turned['trump'])}."


def suit_word(suit: str) -> str:
    """`trump blue`, or `no trump`."""
    return "no trump" if suit == "NT" else f"trump {SUIT_NAMES[SUITS.index(suit)]}"


def hand_text(hand: Iterable[str]) -> str:
    """A hand as one holds it: wizards, the suits from the top down, jesters."""

    def place(card: str) -> tuple[int, int]:
        if card in ("W", "J"):
            return (-1 if card == "W" else len(SUITS)), 0
        return SUITS.index(card[0]), -int(card[1:])

    return " ".join(sorted(hand, key=place))


def bids(events: Sequence[Event], n_seats: int) -> list[str]:
    """The bids by seat."""
    said = {event["seat"]: f" {event['bid']}" for event in events if event["event"] == "bid"}
    return [said.get(seat, "") for seat in range(n_seats)]


def tricks(events: Sequence[Event], n_seats: int) -> list[list[str]]:
    """A row for each trick, the cards by seat: >led, won*."""
    rows: list[list[str]] = []
    cards: list[str] = []
    for event in events:
        if event["event"] == "play":
            if not any(cards):
                cards = [""] * n_seats
                rows.append(cards)
            cards[event["seat"]] = ("" if any(cards) else ">") + event["card"]
        elif event["event"] == "trick":
            cards[event["winner"]] += "*"
            cards = []
    return [[f"trick {i + 1}", *(card if card.startswith(">") else f" {card}" for card in row)] for i, row in enumerate(rows)]


def score_sheet(events: Iterable[Event], names: Sequence[str]) -> list[str]:
    """The pad: after each round the total, and the bid beside it (with what was won where that differs)."""
    rows = [["", *names]]
    for event in events:
        if event["event"] == "score":
            sheet = zip(event["totals"], event["bids"], event["won"], strict=True)
            rows.append([f"round {event['round']}", *(f"{total:5d} | {bid}" + ("" if bid == won else f" (won {won})") for total, bid, won in sheet)])
    return ["Score sheet: total | bid", *table(rows)]


def tell_end(events: Sequence[Event], names: Sequence[str]) -> list[str]:
    """Who won the game."""
    end = events[-1]
    if end["event"] != "end":
        return []
    first = " and ".join(names[seat] for seat in end["winners"])
    return [f"{'Winner' if len(end['winners']) == 1 else 'A tie of'}: {first} with {max(end['totals'])} points."]


def table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Columns under each other, indented."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  " + "  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)) for row in rows]
