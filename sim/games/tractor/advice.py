"""Advice at the Tractor table: a position typed by hand becomes a View; its choices by name.

Places are counted in the order of play from the own one, which is place 0: 1 plays next, 2 is the partner.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from sim.core.errors import InputError, unknown
from sim.core.seam import records
from sim.games.advice import Advice, Choice, Outcome, Piece, Position, always
from sim.games.protocol import Rules
from sim.games.tractor.cards import HAND_SIZE, KITTY_SIZE, NO_TRUMP, card_name, kinds_in, names_of, parse_cards, parse_level, parse_suit, points_of
from sim.games.tractor.charts import CHARTS, cards_taken, choice_that_takes, own_cards
from sim.games.tractor.decisions import BURY, CHOSEN, DECISIONS, DECLARE, FOLLOW, LEAD, UNKNOWN, VIEW
from sim.games.tractor.reference import laws  # plain Python: rules.py's kernels would be compiled for each command

Given = Mapping[str, str]
Plays = list[list[int]]  # kinds, by play

OUTCOMES = (
    Outcome("level_change", "levels", "own side's rise less the other side's", 3),
    Outcome("margin", "points", "attackers' points beyond 80, or short of 80 for who defends", 1),
    Outcome("deals_won", "deals", "the deal was won", 3, rate=True),
)


def decision_of(given: Given) -> int:
    """Which question it is: said, or seen by what is given. Raises InputError."""
    names, said = [decision.name for decision in DECISIONS], given.get("decision")
    if said is not None:
        if said not in names:
            raise unknown("decision of Tractor", said, names)
        return names.index(said)
    if len(given.get("hand", "").split()) == HAND_SIZE + KITTY_SIZE:
        return BURY
    return FOLLOW if "trick" in given else LEAD


def _needs_trump(given: Given) -> bool:
    return decision_of(given) != DECLARE


def _needs_dealer(given: Given) -> bool:
    return decision_of(given) != BURY


def _needs_buried(given: Given) -> bool:
    return given.get("dealer") == "0" and decision_of(given) in (LEAD, FOLLOW)


PIECES = (
    Piece("hand", "own cards: all 33 to bury, else those still held", "RJ 2H AS AS KS 10S 5D", always),
    Piece("level", "level rank of the deal", "2", always),
    Piece("trump", "trump suit S H D C, or NT", "H", _needs_trump),
    Piece("dealer", "the dealer's place: 0 oneself, 1 who plays next, 2 the partner, 3 who plays before", "2", _needs_dealer),
    Piece("buried", "by a dealer who has buried: the eight cards", "3S 4S 6S 3D 4D 6D 7D 8D", _needs_buried),
    Piece("declared", "declarations in order, each a place and its cards, parted by ';'", "2 2H; 1 2S 2S"),
    Piece("kitty", "the eight cards that were turned up because nobody declared (T7)", "3S 4S 5C 6C 3D KD AD BJ"),
    Piece("tricks", "finished tricks in order, parted by '/', each with its four plays in order, parted by ';'", "AS; 5S; 3S; KS / 9D 9D; 3D 4D; JD JD; 5D 8D"),
    Piece("trick", "plays of the current trick in order, parted by ';'", "KH; AH"),
    Piece("decision", "declare, bury, lead or follow, if it does not show", "declare"),
)


def read(rules: Rules, given: Given) -> Position:
    """The position that the pieces describe. Raises InputError."""
    decision, views = decision_of(given), records(VIEW)
    view = views[0]
    hand, buried, kitty = (parse_cards(given.get(name, "")) for name in ("hand", "buried", "kitty"))
    trick = plays_in(given.get("trick", ""))
    tricks = [plays_in(text) for text in given.get("tricks", "").split("/") if text.strip()]
    lay_agreed(view, rules, given, decision)
    order = laws.order_of(int(view["level"]), NO_TRUMP if view["trump"] < 0 else int(view["trump"]))
    lay_declared(view, given.get("declared", ""))
    for name, cards in (("buried", buried), ("kitty", kitty)):
        check_eight(given, name, cards, view)
        view[name], view[f"{name}_pairs"] = order.masks(cards)
    check_pack([*hand, *buried, *(kind for plays in [*tricks, trick] for play in plays for kind in play)])
    own = lay_tricks(view, tricks, trick, order, decision)
    check_own(hand, own, order, decision)
    view["hand"], view["pairs"] = order.masks(hand)
    lay_question(view, decision, hand, trick, order)
    return Position(rules, decision, views)


def plays_in(text: str) -> Plays:
    """The plays of a trick, in order. Raises InputError."""
    return [parse_cards(play) for play in text.split(";") if play.strip()]


def place_of(text: str, name: str) -> int:
    """A place. Raises InputError."""
    if text.strip() not in ("0", "1", "2", "3"):
        raise InputError(f"{name} {text.strip()} is no place; allowed: 0 oneself, 1 who plays next, 2 the partner, 3 who plays before")
    return int(text)


def lay_agreed(view: np.void, rules: Rules, given: Given, decision: int) -> None:
    """Level, trump and dealer. Raises InputError."""
    level = parse_level(given["level"])
    dealer = 0 if decision == BURY else place_of(given["dealer"], "dealer")
    trump = UNKNOWN if decision == DECLARE else parse_suit(given["trump"])
    is_first = decision == DECLARE and rules.options["dealer"] == "first" and rules.options["unit"] == "deal"
    view["seat"], view["dealer"], view["level"], view["trump"], view["levels"] = 0, dealer, level, trump, level
    view["is_first"], view["first_dealer"] = is_first, rules.values["first_dealer"]
    view["attacking"] = UNKNOWN if is_first else dealer % 2
    view["trumps"] = 0 if trump < 0 else laws.order_of(level, trump).suit_mask(laws.TRUMPS)
    view["best"] = view["best_seat"] = view["leader"] = view["leaders"] = UNKNOWN
    view["cards_left"] = HAND_SIZE


def lay_declared(view: np.void, text: str) -> None:
    """T5: who has shown what. Raises InputError."""
    view["declared"] = view["declared_by"] = UNKNOWN
    known, standing = laws.declarations(int(view["level"])), 0
    made = [said.split(maxsplit=1) for said in text.split(";") if said.strip()]
    for i, (place, *cards) in enumerate(made):
        kinds = parse_cards(" ".join(cards))
        if not kinds or laws.strength(kinds, int(view["level"])) <= standing:
            raise InputError(f"declared '{' '.join([place, *cards])}' is no declaration that is stronger than those before it (T5)")
        standing = laws.strength(kinds, int(view["level"]))
        view["declared"][i], view["declared_by"][i] = known.index(kinds), place_of(place, "declared")
    view["n_declared"] = len(made)
    if made and view["trump"] not in (UNKNOWN, laws.trump_declared(kinds)):
        raise InputError(f"the last declaration, {names_of(kinds)}, does not make this trump (T6)")


def check_eight(given: Given, name: str, cards: Sequence[int], view: np.void) -> None:
    """Raises InputError when there are not eight buried cards or eight of a kitty, or not where they are seen."""
    if name in given and len(cards) != KITTY_SIZE:
        raise InputError(f"{name} has {len(cards)} cards, not {KITTY_SIZE} (T8)")
    if name == "buried" and cards and view["dealer"] != 0:
        raise InputError("only the dealer, place 0, knows the buried cards (T8)")
    if name == "kitty" and cards and view["n_declared"]:
        raise InputError("the kitty is turned up only if nobody declares (T7)")


def check_pack(kinds: Sequence[int]) -> None:
    """Raises InputError for a card that is there more than twice."""
    for kind, n in Counter(kinds).items():
        if n > 2:
            raise InputError(f"card {card_name(kind)} stands there {n} times; the pack holds it twice (T1)")


def lay_tricks(view: np.void, tricks: Sequence[Plays], trick: Plays, order: laws.Order, decision: int) -> list[tuple[list[int], list[int]]]:
    """What has been played, by whom; (the lead, the own play) of each finished trick. Raises InputError."""
    if decision in (DECLARE, BURY):
        if tricks or trick:
            raise InputError(f"no card has been played when a seat is asked to {DECISIONS[decision].name}")
        return []
    own, gone, leader = [], [[], [], [], []], int(view["dealer"])  # type: ignore[var-annotated]
    for t, plays in enumerate([*tricks, trick]):
        if t < len(tricks) and len(plays) != 4:
            raise InputError(f"trick {t + 1} has {len(plays)} plays, not 4")
        view["leaders"][t] = leader
        for i, play in enumerate(plays):
            seat = (leader + i) % 4
            lay_play(view, t, seat, play, plays[0], order)
            gone[seat] += play
        if t < len(tricks):
            own.append((plays[0], plays[-leader % 4]))
            leader = (leader + laws.winning_play(plays, order)) % 4
            view["points"][leader % 2] += points_of(kind for play in plays for kind in play)
    for seat in range(4):
        view["played"][seat], view["played_pairs"][seat] = order.masks(gone[seat])
    if (leader + len(trick)) % 4 != 0:
        raise InputError(f"after these cards it is place {(leader + len(trick)) % 4} that plays, not place 0")
    view["leader"], view["tricks"] = leader, len(tricks)
    view["cards_left"] = HAND_SIZE - sum(len(plays[0]) for plays in tricks)
    return own


def lay_play(view: np.void, t: int, seat: int, play: list[int], lead: list[int], order: laws.Order) -> None:
    """One play, and what it shows not to be there (T14, T15). Raises InputError."""
    suit, m = order.suits[lead[0]], laws.lead_shape(lead, order)
    if m is None:
        raise InputError(f"trick {t + 1}: {names_of(lead)} is no lead; leads are a single, a pair or a tractor (T11)")
    if len(play) != len(lead):
        raise InputError(f"trick {t + 1}: {names_of(play)} has {len(play)} cards, not {len(lead)} (T13)")
    for kind in play:
        if int(view["voids"]) >> 5 * seat + order.lane(order.suits[kind]) & 1:
            raise InputError(f"trick {t + 1}: place {seat} plays {card_name(kind)}, but has shown before to have no more of this suit (T13)")
    followed = [kind for kind in play if order.suits[kind] == suit]
    mark = 1 << 5 * seat + order.lane(suit)
    view["voids"] |= mark if len(followed) < len(lead) else 0
    view["pairless"] |= mark if len(laws.pairs_in(followed)) < m else 0
    view["plays"][t, seat], view["play_pairs"][t, seat] = order.masks(play)


def check_own(hand: list[int], own: list[tuple[list[int], list[int]]], order: laws.Order, decision: int) -> None:
    """Raises InputError when the own hand has not as many cards as it must, or the own plays were unlawful."""
    n = HAND_SIZE + KITTY_SIZE if decision == BURY else HAND_SIZE - sum(len(play) for _, play in own)
    if len(hand) != n:
        raise InputError(f"hand has {len(hand)} cards; at this question it has {n}")
    held = list(hand)
    for t, (lead, play) in reversed(list(enumerate(own, 1))):
        held += play
        fault = laws.follow_fault(play, held, lead, order)
        if fault and lead is not play:
            raise InputError(f"trick {t}: the own play {names_of(play)} {fault}")


def lay_question(view: np.void, decision: int, hand: list[int], trick: Plays, order: laws.Order) -> None:
    """What is asked for: how many cards, what is winning the trick, what is lawful. Raises InputError."""
    view["legal"] = view["hand"]
    if decision == DECLARE:
        view["legal"] = lawful_declarations(view, hand)
    elif decision == BURY:
        view["n_cards"] = KITTY_SIZE
    elif decision == FOLLOW:
        lay_follow(view, hand, trick, order)
    elif trick:
        raise InputError("who leads has no cards before him in the trick: give --decision follow, or leave --trick out")


def lawful_declarations(view: np.void, hand: list[int]) -> int:
    """T5: the mask of answers."""
    level, n = int(view["level"]), int(view["n_declared"])
    known = laws.declarations(level)
    standing = laws.strength(known[view["declared"][n - 1]], level) if n else 0
    found = [a for a, kinds in enumerate(known) if a == 0 or (laws.is_part(kinds, hand) and laws.strength(kinds, level) > standing)]
    return sum(1 << answer for answer in found)


def lay_follow(view: np.void, hand: list[int], trick: Plays, order: laws.Order) -> None:
    """T13-T16: the lead, and how the trick stands. Raises InputError."""
    if not trick:
        raise InputError("who follows has a lead before him: give --trick")
    lead, suit = trick[0], order.suits[trick[0][0]]
    best = laws.winning_play(trick, order)
    held = [kind for kind in hand if order.suits[kind] == suit]
    view["suit"], view["n_cards"], view["n_pairs"] = order.suit_mask(suit), len(lead), len(laws.pairs_in(lead))
    view["best"], view["best_seat"] = max(order.height(kind) for kind in trick[best]), (int(view["leader"]) + best) % 4
    view["trick_points"] = points_of(kind for play in trick for kind in play)
    for i, play in enumerate(trick):
        seat = (int(view["leader"]) + i) % 4
        view["trick"][seat], view["trick_pairs"][seat] = order.masks(play)
    if len(held) >= len(lead):
        pairs = laws.pairs_in(held)
        view["legal"] = order.masks(pairs if view["n_pairs"] and len(pairs) >= view["n_pairs"] else held)[0]


def choices(position: Position) -> list[Choice]:
    """The choices that are worth a thought (choices.py), by name."""
    from sim.games.tractor.kernel.play_out import list_all

    found = list_all(position.views, position.decision)
    return [Choice(int(choice), choice_name(position.views[0], position.decision, int(choice))) for choice in found]


def choice_name(view: np.void, decision: int, choice: int) -> str:
    """`pass`, or the cards of a choice."""
    return names_of(cards_of(view, decision, choice)) or "pass"


def cards_of(view: np.void, decision: int, choice: int) -> list[int]:
    """The cards that a choice names."""
    if decision == DECLARE:
        return laws.declarations(int(view["level"]))[choice]
    return cards_taken(view, choice)


def choice_of(decision: int, answer: int, views: np.ndarray) -> int:
    """A strategy's answer as a choice: which of the own cards it takes."""
    view = views[0]
    if decision == DECLARE:
        return answer
    one, both = (view["chosen"], view["chosen_pairs"]) if answer == CHOSEN else (1 << answer, 0)
    return choice_that_takes(own_cards(view), kinds_in(one, both, int(view["level"]), int(view["trump"])))


def play_out() -> Callable:
    """The compiled rollouts."""
    from sim.games.tractor.kernel.play_out import play_out

    return play_out


ADVICE = Advice("basic", OUTCOMES, PIECES, read, choices, play_out, CHARTS, choice_of)
