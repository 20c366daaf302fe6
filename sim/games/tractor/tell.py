"""Writes a transcript down as a player would: hands, declarations, what was buried, the tricks, the score."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sim.games.telling import Event, by_deal, options_played, seat_names, title, whole_text
from sim.games.tractor.cards import BLACK_JOKER, N_RANKS, NO_TRUMP, SUIT_NAMES, SUITS, card_name, parse_cards, parse_level, parse_suit


def tell(transcript: Mapping[str, Any]) -> str:
    """The whole deal or match as text. Seats are named by transcript["players"] (strategy words) where it is given."""
    names = seat_names(transcript)
    lines = [title("Tractor", transcript), options_played(transcript)]
    lines.append("Teams: seats 0 and 2 against seats 1 and 3. A play after > was led; the play before * won the trick.")
    deals = by_deal(transcript["events"])
    for number, events in enumerate(deals, 1):
        lines += ["", *tell_deal(number, events, names)]
    if len(deals) > 1 or transcript["events"][-1]["event"] == "end":
        lines += ["", *match_sheet(deals), *tell_end(transcript["events"][-1])]
    return whole_text(lines)


def one(events: Iterable[Event], name: str) -> Event:
    """The first event of this name."""
    return next(event for event in events if event["event"] == name)


# A deal --------------------------------------------------------------------------------------------------------------


def tell_deal(number: int, events: Sequence[Event], names: Sequence[str]) -> list[str]:
    """The lines of one deal."""
    deal, made, score = one(events, "deal"), one(events, "trump"), one(events, "score")
    trump, level = parse_suit(made["trump"]), parse_level(deal["level"])
    lines = [f"Deal {number}, level {deal['level']} (teams at {deal['levels'][0]} and {deal['levels'][1]}). {names[deal['dealer']]} may declare first."]
    width = max(map(len, names))
    lines += [f"  {name:{width}}  {hand_text(hand, level, trump)}" for name, hand in zip(names, deal["hands"], strict=True)]
    lines += [f"  {'kitty':{width}}  {deal['kitty']}", *declaring(events, names), deal_opening(made, events, names)]
    lines += table([["", *names], *tricks(events)])
    return [*lines, *score_lines(score, made["dealer"])]


def hand_text(hand: str, level: int, trump: int) -> str:
    """A hand as one holds it: trumps from the top, then the side suits, with the level rank among the trumps."""
    groups: dict[str, list[tuple[int, str]]] = {name: [] for name in ("trumps", *SUITS)}
    for kind in parse_cards(hand):
        suit, rank = divmod(kind, N_RANKS)
        if kind >= BLACK_JOKER:
            groups["trumps"].append((kind, card_name(kind)))
        elif rank == level:
            groups["trumps"].append((30 if suit == trump else 20 - suit, card_name(kind)))
        else:
            groups["trumps" if suit == trump else SUITS[suit]].append((rank, card_name(kind)))
    return " | ".join(" ".join(name for _, name in sorted(group, reverse=True)) for group in groups.values() if group)


def declaring(events: Iterable[Event], names: Sequence[str]) -> list[str]:
    """What was declared, one line."""
    made = [f"{names[event['seat']]} shows {event['cards']}" for event in events if event["event"] == "declare"]
    passes = sum(event["event"] == "pass" for event in events)
    return [f"  Declaring: {', then '.join(made)}; {passes} passes." if made else "  Declaring: all four pass."]


def deal_opening(made: Event, events: Iterable[Event], names: Sequence[str]) -> str:
    """Trump, dealer, and what was buried."""
    trump = parse_suit(made["trump"])
    suit = "No trump" if trump == NO_TRUMP else f"Trump is {SUIT_NAMES[trump]}"
    turned = " (the kitty was turned up)" if made["turned_up"] else ""
    return f"  {suit}{turned}. {names[made['dealer']]} deals and buries {one(events, 'bury')['cards']}."


def tricks(events: Iterable[Event]) -> list[list[str]]:
    """A row for each trick, the plays by seat: >led, won*; then its points."""
    rows: list[list[str]] = []
    plays: list[str] = []
    for event in events:
        if event["event"] == "play":
            if not any(plays):
                plays = [""] * 4
                rows.append(plays)
            plays[event["seat"]] = ("" if any(plays) else ">") + event["cards"]
        elif event["event"] == "trick":
            plays[event["winner"]] += "*"
            plays.append(f"{event['points']} points" if event["points"] else "")
            plays = []
    return [[f"trick {i}", *(play if play.startswith(">") else f" {play}" for play in row[:4]), row[4]] for i, row in enumerate(rows, 1)]


def score_lines(score: Event, dealer: int) -> list[str]:
    """The attackers' points, and what they bring."""
    kitty = f"kitty {score['kitty_points']} x {score['factor']}" if score["factor"] else f"kitty {score['kitty_points']} to nobody"
    result = "attackers take over" if score["points"] >= 80 else "the dealer's team holds"
    attackers = "seats 1 and 3" if dealer % 2 == 0 else "seats 0 and 2"
    return [
        f"  Attackers ({attackers}): {score['trick_points']} points in tricks, {kitty}: {score['points']}; {result}.",
        f"  Levels: {score['levels'][0]} and {score['levels'][1]}; seat {score['next_dealer']} deals next.",
    ]


# A match -------------------------------------------------------------------------------------------------------------


def match_sheet(deals: Sequence[Sequence[Event]]) -> list[str]:
    """The pad: a line a deal."""
    rows = [["", "dealer", "level", "trump", "points", "seats 0 2", "seats 1 3"]]
    for number, events in enumerate(deals, 1):
        made, score = one(events, "trump"), one(events, "score")
        rows.append([f"deal {number}", str(made["dealer"]), one(events, "deal")["level"], made["trump"], str(score["points"]), *score["levels"]])
    return ["Score sheet: levels after each deal", *table(rows)]


def tell_end(end: Event) -> list[str]:
    """Who won the match."""
    if end["event"] != "end":
        return []
    if end["winner"] is None:
        return ["Nobody has won: the match is cut off (T21)."]
    return [f"Seats {'0 and 2' if end['winner'] == 0 else '1 and 3'} win the match."]


def table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Columns under each other, indented; short rows are filled up."""
    n = max(map(len, rows))
    full = [[*row, *[""] * (n - len(row))] for row in rows]
    widths = [max(map(len, column)) for column in zip(*full, strict=True)]
    return ["  " + "  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)) for row in full]
