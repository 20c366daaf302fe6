"""Advice at Wizard's table: a position typed by hand becomes a View; its choices by name.

Seats are counted in the order of bidding: place 1 is the left neighbour of the dealer, who is the last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import numpy as np

from sim.core.errors import InputError, unknown
from sim.core.seam import records
from sim.games.advice import Advice, Choice, Outcome, Piece, Position, always
from sim.games.protocol import Rules
from sim.games.wizard.cards import (
    JESTER_RANK,
    NO_TRUMP,
    SUITS,
    WIZARD_RANK,
    card_name,
    cards_in,
    mask_of,
    parse_cards,
    parse_suit,
    suit_name,
)
from sim.games.wizard.charts import CHARTS
from sim.games.wizard.decisions import BID, CHOOSE_TRUMP, DECISIONS, PLAY, UNSEEN, VIEW
from sim.games.wizard.reference import laws  # plain Python: rules.py's kernels would be compiled for each command
from sim.games.wizard.rules import OPEN, n_rounds

Given = Mapping[str, str]

OUTCOMES = (
    Outcome("points", "points", "own points of the round", 1),
    Outcome("met", "rounds", "the bid was met", 3, rate=True),
)


def _needs_trump(given: Given) -> bool:
    return "turned" not in given


def _needs_place(given: Given) -> bool:
    return "bids" not in given or "-" in given["bids"] or decision_of(given) == PLAY


PIECES = (
    Piece("hand", "own cards", "W R13 R7 B2 J", always),
    Piece("trump", "trump suit B G R Y, or NT", "R", _needs_trump),
    Piece("turned", "the card turned up, if it is known", "R5"),
    Piece("round", "number of the round, if it is not the cards in hand and the tricks played", "5"),
    Piece("bids", "bids so far in the order of bidding, '-' for one that cannot be seen", "1,0"),
    Piece("place", "own place in the order of bidding, 1 the left neighbour of the dealer", "3", _needs_place),
    Piece("trick", "cards of the current trick, in order", "G4 J"),
    Piece("tricks", "finished tricks in order, each with its cards in order", "R5 R9 B1 W; G2 G8 J G1"),
    Piece("decision", "bid, play or choose_trump, if it does not show", "play"),
)


def decision_of(given: Given) -> int:
    """Which question it is: said, or seen by the cards on the table. Raises InputError."""
    names = [decision.name for decision in DECISIONS]
    said = given.get("decision")
    if said is not None and said not in names:
        raise unknown("decision of Wizard", said, names)
    return names.index(said) if said else PLAY if "trick" in given or "tricks" in given else BID


def read(rules: Rules, given: Given) -> Position:
    """The position that the pieces describe. Raises InputError."""
    decision, players = decision_of(given), rules.players
    groups = [given["hand"].split(), given.get("turned", "").split(), given.get("trick", "").split()]
    groups += [trick.split() for trick in given.get("tricks", "").split(";") if trick.strip()]
    hand, turned, trick, *tricks = same_pack(groups)
    views = records(VIEW)
    view = views[0]
    n_tricks = whole(given, "round", len(hand) + len(tricks), 1, n_rounds(players))
    if n_tricks == 1 and rules.values["forehead"]:
        raise InputError("in the forehead round nobody sees the own card: it cannot be typed in as a hand (W11)")
    lay_rules(view, rules)
    view["round"], view["dealer"], view["trick"] = n_tricks, players - 1, len(tricks)
    view["trump"], view["turned"] = trump_and_turned(given, turned, decision, n_tricks == n_rounds(players))
    view["seat"] = own_seat(given, players, decision)
    lay_bids(view, rules, given, decision)
    view["hand"] = mask_of(hand)
    check_counts(view, hand, trick, tricks, decision)
    lay_tricks(view, trick, tricks)
    view["legal"] = legal(view, rules, decision)
    return Position(rules, decision, views)


def same_pack(groups: Iterable[list[str]]) -> list[list[int]]:
    """Codes of groups of cards from one pack. Raises InputError for an unknown card, or one too often."""
    groups = list(groups)
    codes = iter(parse_cards(name for group in groups for name in group))
    return [[next(codes) for _ in group] for group in groups]


def whole(given: Given, name: str, usual: int, low: int, high: int) -> int:
    """The whole number of a piece. Raises InputError."""
    text = given.get(name, str(usual)).strip()
    if not text.isascii() or not text.isdigit() or not low <= int(text) <= high:
        raise InputError(f"{name} {text} is not allowed; allowed: {low}..{high}")
    return int(text)


def lay_rules(view: np.void, rules: Rules) -> None:
    """What is agreed."""
    agreed = view["rules"]
    for name in agreed.dtype.names or ():
        agreed[name] = rules.values.get(name, 0)
    agreed["players"] = view["players"] = rules.players
    agreed["rounds"] = view["rounds"] = n_rounds(rules.players)


def trump_and_turned(given: Given, turned: list[int], decision: int, is_last: bool) -> tuple[int, int]:
    """Trump, and the turned card's code or -1: in the last round, or when nobody says. Raises InputError."""
    if len(turned) > 1:
        raise InputError(f"turned {given['turned']} is more than one card")
    if is_last and turned:
        raise InputError("nothing is turned up in the last round (W3)")
    if decision == CHOOSE_TRUMP and (not turned or turned[0] % 16 != WIZARD_RANK):
        raise InputError("trump is named only when a wizard was turned up: give --turned W (W4)")
    made = laws.SUIT[turned[0]] if turned and turned[0] not in laws.SPECIALS else NO_TRUMP
    trump = parse_suit(given["trump"]) if "trump" in given else made
    if turned and turned[0] % 16 != WIZARD_RANK and trump != made:
        raise InputError(f"trump {suit_name(trump)} does not go with the turned card {card_name(turned[0])}, which makes {suit_name(made)} (W3)")
    return (NO_TRUMP if decision == CHOOSE_TRUMP else trump), (turned[0] if turned else -1)


def said_bids(given: Given) -> list[str]:
    """The bids as they were typed, one a place."""
    return [text.strip() for text in given.get("bids", "").replace(" ", ",").split(",") if text.strip()]


def own_seat(given: Given, players: int, decision: int) -> int:
    """The own seat: a place less one; without one, who bids next. Raises InputError."""
    if decision == CHOOSE_TRUMP:
        return players - 1
    return whole(given, "place", len(said_bids(given)) + 1, 1, players) - 1


def lay_bids(view: np.void, rules: Rules, given: Given, decision: int) -> None:
    """The bids that are seen. Raises InputError for one too many or out of range, or where they cannot be seen."""
    said, seat = said_bids(given), int(view["seat"])
    n_made = {CHOOSE_TRUMP: 0, BID: seat, PLAY: rules.players}[decision]
    if len(said) != n_made and (decision != BID or said):
        raise InputError(f"bids has {len(said)} entries, but {n_made} seats have bid before this question")
    view["bids"] = UNSEEN
    for other, text in enumerate(said):
        if text != "-":
            view["bids"][other] = whole({"bids": text}, "bids", 0, 0, int(view["round"]))
        elif decision == PLAY and other == seat:
            raise InputError("the own bid must be among the bids")
        elif rules.values["bids"] == OPEN:
            raise InputError("bids=open: every bid is heard; a '-' goes with -r bids=hidden or bids=secret (W7)")
    if decision == BID and len(said) < n_made and rules.values["bids"] == OPEN:
        raise InputError(f"bids has no entry, but {n_made} seats have bid before place {seat + 1}")


def check_counts(view: np.void, hand: list[int], trick: list[int], tricks: list[list[int]], decision: int) -> None:
    """How many cards lie where. Raises InputError."""
    players, n_tricks = int(view["players"]), int(view["round"])
    wanted = n_tricks - len(tricks)
    if len(hand) != wanted:
        raise InputError(f"hand has {len(hand)} cards; in round {n_tricks} after {len(tricks)} tricks it has {wanted}")
    if decision != PLAY and (trick or tricks):
        raise InputError(f"no card has been played when a seat is asked to {DECISIONS[decision].name}")
    if len(trick) >= players:
        raise InputError(f"trick has {len(trick)} cards; before one's own there are at most {players - 1}")
    for i, cards in enumerate(tricks):
        if len(cards) != players:
            raise InputError(f"trick {i + 1} has {len(cards)} cards, not {players}")


def lay_tricks(view: np.void, trick: list[int], tricks: list[list[int]]) -> None:
    """What has been played, by whom, and how the trick stands. Raises InputError where somebody did not follow suit."""
    players, trump, leader = int(view["players"]), int(view["trump"]), 0
    lacks: list[set[int]] = [set() for _ in range(players)]
    for i, cards in enumerate([*tricks, trick]):
        view["leaders"][i], view["tricks"][i] = leader, sum(card << 8 * place for place, card in enumerate(cards))
        for place, card in enumerate(cards):
            seat = (leader + place) % players
            note_suit(lacks[seat], laws.suit_to_follow(cards[:place]), card, i, seat)
        best = laws.winning_play(cards, trump)
        best_seat = (leader + best) % players
        view["follow"] = laws.suit_to_follow(cards)
        view["best"], view["best_seat"] = (laws.strength(cards[best], trump), best_seat) if cards else (-1, -1)
        if i < len(tricks):
            leader = best_seat
            view["won"][leader] += 1
    view["played"], view["n_played"] = mask_of(card for cards in [*tricks, trick] for card in cards), len(trick)
    if (trick or tricks) and (leader + len(trick)) % players != view["seat"]:
        raise InputError(f"after these cards it is place {(leader + len(trick)) % players + 1} that plays, not place {int(view['seat']) + 1}")
    for card in cards_in(view["hand"]):
        note_suit(lacks[int(view["seat"])], laws.NOT_YET, card, len(tricks), int(view["seat"]))


def note_suit(lacks: set[int], follow: int, card: int, trick: int, seat: int) -> None:
    """Notes a suit that a seat shows not to have. Raises InputError when it has a card of it after all (W15)."""
    if card % 16 in (JESTER_RANK, WIZARD_RANK):
        return
    if card // 16 in lacks:
        raise InputError(f"place {seat + 1} did not follow {SUITS[card // 16]} and yet has {card_name(card)} in trick {trick + 1} (W15)")
    if follow < len(SUITS) and follow != card // 16:
        lacks.add(follow)


def legal(view: np.void, rules: Rules, decision: int) -> int:
    """The mask of legal answers."""
    if decision == CHOOSE_TRUMP:
        return mask_of(range(4))
    if decision == PLAY:
        return mask_of(laws.legal_cards(cards_in(view["hand"]), int(view["follow"])))
    heard = [int(bid) for bid in view["bids"] if bid != UNSEEN]
    return mask_of(laws.legal_numbers(int(view["round"]), heard, rules.players, bool(rules.values["plus_one"])))


def choices(position: Position) -> list[Choice]:
    """The legal answers by name; of wizards and of jesters, which are alike, one."""
    names = {CHOOSE_TRUMP: suit_name, BID: lambda bid: f"bid {bid}", PLAY: card_name}[position.decision]
    by_name: dict[str, int] = {}
    for answer in cards_in(position.views[0]["legal"]):
        by_name.setdefault(names(answer), answer)
    return [Choice(answer, name) for name, answer in by_name.items()]


def play_out() -> Callable:
    """The compiled rollouts."""
    from sim.games.wizard.kernel.play_out import play_out

    return play_out


ADVICE = Advice("steady", OUTCOMES, PIECES, read, choices, play_out, CHARTS)
