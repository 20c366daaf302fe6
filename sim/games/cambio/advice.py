"""Advice at the table of Câmbio: a position typed by hand becomes a View; its choices by name.

Places are counted clockwise from the own one, which is place 0. What lies in front of a player is written by position: a
card, `?` for one that is not known, `-` for an empty position; behind it `*` if its owner has seen it, `!` if all have.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from sim.core.errors import InputError, unknown
from sim.core.seam import records
from sim.games.advice import Advice, Choice, Outcome, Piece, Position, always
from sim.games.cambio.cards import JOKERS, NO_CARD, card_name, parse_card, parse_cards
from sim.games.cambio.charts import CHARTS
from sim.games.cambio.decisions import CALL, DECISIONS, DISCARD, DRAW, MAX_POSITIONS, NOTHING, PASS, PLAY, SNAP, STOCK, TOP, USE, VIEW
from sim.games.cambio.reference import laws  # plain Python: rules.py's kernels would be compiled for each command
from sim.games.protocol import Rules

Given = Mapping[str, str]

OUTCOMES = (
    Outcome("win", "games", "the game is won", 3, rate=True),
    Outcome("points", "points", "own points at the end", 2),
)

PIECES = (
    Piece("hand", "own cards by position: a card, '?' unknown, '-' empty; '!' behind one that all have seen", "KD ? 3S -", always),
    Piece("others", "the others' cards clockwise, parted by ';': so many, or by position as above, '*' behind one that its owner has seen", "4; ?* ? 9H ?; 3"),
    Piece("pile", "discard pile, the top last; cards left out count as not seen", "QS 4C 9H"),
    Piece("drawn", "the card just drawn from the stock", "7D"),
    Piece("taken", "the card just taken from the discard pile", "AS"),
    Piece("caller", "the place that has said Câmbio", "2"),
    Piece("thrower", "at a snap: the place that has put the open card there; 0 if left out", "1"),
    Piece("turn", "turns begun by all, this one included; 1 if left out", "9"),
    Piece("decision", "call, draw, use or snap, if it does not show", "snap"),
)
ASKED = (CALL, DRAW, USE, SNAP)  # there are rollouts of these

UNKNOWN, EMPTY, SEEN_BY_OWNER, SEEN_BY_ALL = "?", "-", "*", "!"
USUAL = "4"  # of the others' cards


@dataclass(frozen=True)
class Lying:
    """What is typed for one position."""

    card: str  # a name, UNKNOWN or EMPTY
    mark: str  # SEEN_BY_OWNER, SEEN_BY_ALL or nothing


def read(rules: Rules, given: Given) -> Position:
    """The position that the pieces describe. Raises InputError."""
    views = records(VIEW)
    views[:] = rules.game.new_game(rules)["views"][:, 0]
    view, players = views[0], rules.players
    rows = [read_row(given["hand"]), *(read_row(text) for text in parts(given, players - 1))]
    pile, hand = given.get("pile", "").split(), in_hand(given)
    check_pack(rules, [*(lying.card for row in rows for lying in row if lying.card not in (UNKNOWN, EMPTY)), *pile, *hand])
    view["players"], view["n_cards"], view["cards"] = players, 104 + int(rules.options["jokers"]), NO_CARD
    for place, row in enumerate(rows):
        lay_row(view, place, row)
    view["pile"][: len(pile)] = [parse_card(card) for card in pile]
    view["n_pile"], view["top"] = len(pile), parse_card(pile[-1]) if pile else NO_CARD
    view["drawn"] = parse_card(hand[0]) if hand else NO_CARD
    lay_numbers(view, given, players)
    decision = decision_of(given)
    view["stock"] = int(view["n_cards"]) - sum(n_cards(view, seat) for seat in range(players)) - len(pile) - len(hand)
    if view["stock"] < 0:
        raise InputError(f"these are {-view['stock']} cards more than the pack of {view['n_cards']} has")
    lay_question(view, rules, given, decision)
    return Position(rules, decision, views)


def parts(given: Given, n: int) -> list[str]:
    """The text of each other place; four cards where none is given. Raises InputError."""
    found = given["others"].split(";") if "others" in given else [USUAL] * n
    if len(found) != n:
        raise InputError(f"others {given['others']} names {len(found)} places; allowed: {n}, one for each other player")
    return found


def read_row(text: str) -> list[Lying]:
    """What lies in front of a place. Raises InputError."""
    words = text.split()
    if len(words) == 1 and words[0].isascii() and words[0].isdigit():
        words = [UNKNOWN + SEEN_BY_OWNER * (position < 2) for position in range(int(words[0]))]  # C3
    if len(words) > MAX_POSITIONS:
        raise InputError(f"'{text}' names {len(words)} positions; allowed: up to {MAX_POSITIONS} (C18)")
    marks = [word[-1] if word[-1] in (SEEN_BY_OWNER, SEEN_BY_ALL) else "" for word in words]
    return [Lying(word.removesuffix(mark), mark) for word, mark in zip(words, marks, strict=True)]


def in_hand(given: Given) -> list[str]:
    """The card in hand, if there is one. Raises InputError."""
    if "drawn" in given and "taken" in given:
        raise InputError("a card is drawn from the stock or taken from the discard pile, not both (C7, C8)")
    return [given[name] for name in ("drawn", "taken") if name in given]


def check_pack(rules: Rules, names: Sequence[str]) -> None:
    """Raises InputError for a name that is no card, and for a card that the pack does not hold so often."""
    parse_cards(names, JOKERS[rules.values["jokers"]])


def lay_row(view: np.void, place: int, row: Sequence[Lying]) -> None:
    """What lies in front of a place, and who has seen it. Raises InputError."""
    everyone = (1 << int(view["players"])) - 1
    view["opened"][place] = max(len(row), 4)
    for position, lying in enumerate(row):
        if lying.card == EMPTY:
            continue
        if place == 0 and lying.card == UNKNOWN and lying.mark:
            raise InputError(f"an own card that is not known cannot be marked '{lying.mark}'")
        view["occupied"][place] |= np.uint64(1 << position)
        seen = {SEEN_BY_ALL: everyone, SEEN_BY_OWNER: 1 << place, "": 0}[lying.mark]
        if lying.card == UNKNOWN:
            seen &= ~1
        else:
            view["known"][place] |= np.uint64(1 << position)
            view["cards"][place, position] = parse_card(lying.card)
            seen |= 1
        view["seen"][place, position] = seen


def n_cards(view: np.void, seat: int) -> int:
    """Cards in front of a seat."""
    return int(view["occupied"][seat]).bit_count()


def number(given: Given, name: str, usual: int, low: int, high: int) -> int:
    """The whole number of a piece. Raises InputError."""
    text = given.get(name, str(usual)).strip()
    if name in given and not (text.isascii() and text.isdigit() and low <= int(text) <= high):
        raise InputError(f"{name} {text} is not allowed; allowed: {low}..{high}")
    return int(text)


def lay_numbers(view: np.void, given: Given, players: int) -> None:
    """Turn, caller and thrower. Raises InputError."""
    view["turn"] = number(given, "turn", 1, 1, int(view["max_turns"]))
    view["caller"] = number(given, "caller", NOTHING, 0, players - 1)
    view["locked"] = view["caller"] if view["caller_locked"] else NOTHING
    view["thrower"] = number(given, "thrower", 0, 0, players - 1)
    view["pair"], view["give_to"] = NOTHING, NOTHING


def decision_of(given: Given) -> int:
    """Which question it is: said, or seen by the other pieces. Raises InputError."""
    names = [DECISIONS[decision].name for decision in ASKED]
    said = given.get("decision")
    if said is not None and said not in names:
        raise unknown("decision that advice is given for", said, names)
    shows = USE if "drawn" in given or "taken" in given else SNAP if "thrower" in given else DRAW if "caller" in given else CALL
    return int(ASKED[names.index(said)] if said else shows)


def lay_question(view: np.void, rules: Rules, given: Given, decision: int) -> None:
    """What the View holds for this question. Raises InputError when it cannot be asked."""
    view["mover"] = view["thrower"] if decision == SNAP else 0
    view["first"] = (int(view["mover"]) - int(view["turn"]) + 1) % rules.players
    has_card, own = view["drawn"] != NO_CARD, int(view["occupied"][0])
    if has_card != (decision == USE):
        raise InputError("the question 'use' goes with a card in hand, --drawn or --taken, and no other does (C7)")
    if decision == CALL and view["caller"] != NOTHING:
        raise InputError(f"nobody can call any more: place {view['caller']} has (C9)")
    if decision == DRAW and not (own and view["n_pile"]):
        raise InputError("there is nothing to choose: the discard top is taken where there is one, and an own card to swap for it (C8)")
    if decision == SNAP:
        lay_matches(view)
    view["legal"] = legal_uses(view, "taken" in given) if decision == USE else 3
    if not view["legal"]:
        raise InputError("who has no cards cannot take the discard top (C18)")


def lay_matches(view: np.void) -> None:
    """C13: the remembered cards that match the open one. Raises InputError when the seat cannot throw."""
    if not view["n_pile"] or not view["occupied"][0] or view["locked"] == 0:
        raise InputError("a snap needs an open card, --pile, and own cards, not those of a locked caller (C13, C19)")
    for seat in range(view["players"]):
        for position in positions(int(view["known"][seat])):
            if seat != view["locked"] and laws.matches(int(view["cards"][seat, position]), int(view["top"]), bool(view["by_points"])):
                view["matches"][seat] |= np.uint64(1 << position)
                view["n_matches"] += 1


def positions(mask: int) -> list[int]:
    """The numbers in a mask."""
    return [number for number in range(64) if mask >> number & 1]


def legal_uses(view: np.void, is_taken: bool) -> int:
    """C7, C8: the mask of uses of the card in hand."""
    own = int(view["occupied"][0])
    return own if is_taken else own | 1 << DISCARD | (laws.effect(int(view["drawn"])) is not None) << PLAY


# The choices of a question, of a position by hand or of a game --------------------------------------------------------


def choices(position: Position) -> list[Choice]:
    """The lawful answers by name; of blind throws only those of own cards. Raises InputError for other questions."""
    view, decision = position.views[0], position.decision
    if decision not in ASKED:
        raise InputError(f"advice is for {', '.join(DECISIONS[asked].name for asked in ASKED)}, not for {DECISIONS[decision].name}")
    if decision == CALL:
        return [Choice(0, "go on"), Choice(1, "call")]
    if decision == DRAW:
        return [Choice(STOCK, "stock"), Choice(TOP, f"take {card_name(view['top'])}")]
    if decision == USE:
        drawn = card_name(view["drawn"])
        names = {PLAY: f"play {drawn}", DISCARD: f"discard {drawn}"}
        return [Choice(answer, names.get(answer) or f"swap {position_name(view, int(view['seat']), answer)}") for answer in positions(int(view["legal"]))]
    return snap_choices(view)


def snap_choices(view: np.void) -> list[Choice]:
    """Nothing, each own card, and others' cards that are remembered to match."""
    own, players = int(view["seat"]), int(view["players"])
    found = [Choice(PASS, "nothing")]
    found += [Choice(16 * own + p, f"throw {position_name(view, own, p)}") for p in positions(int(view["occupied"][own]))]
    for seat in (seat for seat in range(players) if seat != own):
        place = (seat - own) % players
        found += [Choice(16 * seat + p, f"throw {position_name(view, seat, p)} of place {place}") for p in positions(int(view["matches"][seat]))]
    return found


def position_name(view: np.void, seat: int, position: int) -> str:
    """`2 (KD)`, or `2 (?)`."""
    card = int(view["cards"][seat, position])
    return f"{position} ({UNKNOWN if card == NO_CARD else card_name(card)})"


def play_out() -> Callable:
    """The compiled rollouts."""
    from sim.games.cambio.kernel.play_out import play_out

    return play_out


ADVICE = Advice("greedy", OUTCOMES, PIECES, read, choices, play_out, CHARTS)
