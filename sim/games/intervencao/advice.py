"""Advice at the table of Intervenção: a position typed by hand becomes a View; its acts by name.

Places are counted clockwise from the own one, which is place 0. Others' open batches, shown hands and allies are taken
as not there; a question of a game (`--at`) holds them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from sim.core.errors import InputError
from sim.core.seam import records
from sim.games.advice import Advice, Choice, Outcome, Piece, Position, always
from sim.games.intervencao.cards import HAND_SIZE, J, card_name, cards_in, mask_of, parse_cards
from sim.games.intervencao.charts import CHARTS
from sim.games.intervencao.decisions import (
    ABSORB,
    ACT,
    CARD_STEP,
    EXIT_HIGH,
    EXIT_LOW,
    EXPEL,
    INTERVENE,
    NOBODY,
    POINT_UNITS,
    REST,
    SEAT_STEP,
    UNLAWFUL,
    UNSEEN,
    VIEW,
)
from sim.games.intervencao.reference import laws  # plain Python: rules.py's kernels would be compiled for each command
from sim.games.protocol import Rules

Given = Mapping[str, str]

OUTCOMES = (
    Outcome("points", "points", "own points of the round", 3, 1 / POINT_UNITS),
    Outcome("best", "rounds", "points were won", 3, rate=True),
    Outcome("worst", "rounds", "points were lost", 3, rate=True),
)

PIECES = (
    Piece("hand", "own cards: ranks and J", "J 2 7", always),
    Piece("waiting", "cards waiting, by place from the own one on, parted by ';'", "7 7; ; 9"),
    Piece("sizes", "cards in the others' hands, clockwise; 3 each if left out", "3 3 2 4 3"),
    Piece("known", "cards known to lie in the others' hands, clockwise, parted by ';'", "9; ; 10 10"),
    Piece("batch", "own cards of the open batch (I9)", "7 7"),
    Piece("debts", "expulsions owed, by place from the own one on; 0 each if left out", "2 0 0 0 1 0"),
    Piece("clock", "beats since the deal; 1 if left out", "2.5"),
    Piece("interventor", "the place that has revealed the J", "3"),
)


def read(rules: Rules, given: Given) -> Position:
    """The position that the pieces describe. Raises InputError."""
    views = records(VIEW)
    view, players = views[0], rules.players
    hand, *groups = same_pack([given["hand"], *parts(given, "waiting", players), *parts(given, "known", players - 1)], rules)
    lay_rules(view, rules)
    view["hand"], view["others"], view["n_in_round"], view["round"] = mask_of(hand), mask_of(range(1, players)), players, 1
    for place, cards in enumerate(groups[:players]):
        view["waiting"][place] = mask_of(cards)
    for place, cards in enumerate(groups[players:], 1):
        view["known"][place] = mask_of(cards)
    view["sizes"][:players] = [len(hand), *numbers(given, "sizes", [HAND_SIZE] * (players - 1), 60)]
    view["debts"][:players] = numbers(given, "debts", [0] * players, 60)
    batch = parse_cards(given.get("batch", "").split())
    if not set(batch) <= set(hand):
        raise InputError("batch must be cards of the hand (I9)")
    view["batches"][0] = mask_of(batch)
    (view["interventor"],) = numbers(given, "interventor", [NOBODY], players - 1)
    view["clock"] = beats(given, rules)
    view["ally"], view["shown_at"] = NOBODY, UNSEEN
    check_places(view, players)
    lay_acts(view, rules)
    return Position(rules, ACT, views)


def parts(given: Given, name: str, n: int) -> list[str]:
    """The text of a piece for each of n places; what is left out at the end is empty. Raises InputError."""
    found = given.get(name, "").split(";")
    if len(found) > n:
        raise InputError(f"{name} {given[name]} names {len(found)} places; allowed: up to {n}")
    return found + [""] * (n - len(found))


def same_pack(texts: Sequence[str], rules: Rules) -> list[list[int]]:
    """Codes of groups of cards from one pack. Raises InputError for an unknown card, or one too often."""
    taken: list[int] = []
    groups: list[list[int]] = []
    for text in texts:
        groups.append(parse_cards(text.split(), taken))
        taken += groups[-1]
    strange = [card for card in taken if card // 4 > rules.values["ranks"]]
    if strange:
        raise InputError(f"card {card_name(strange[0])} is not in this pack; allowed: 1..{rules.values['ranks']} and J (I3)")
    if J in taken and J not in groups[0]:
        raise InputError("the J never leaves the hand it was dealt to (I6); that another place has it is told by --interventor")
    return groups


def numbers(given: Given, name: str, usual: list[int], high: int) -> list[int]:
    """The whole numbers of a piece, as many as there are usual ones. Raises InputError."""
    texts = given[name].split() if name in given else [str(value) for value in usual]
    if name in given and (len(texts) != len(usual) or not all(text.isascii() and text.isdigit() and int(text) <= high for text in texts)):
        raise InputError(f"{name} {given[name]} is not allowed; allowed: {len(usual)} whole number{'s' * (len(usual) > 1)} 0..{high}")
    return [int(text) for text in texts]


def beats(given: Given, rules: Rules) -> float:
    """The clock. Raises InputError."""
    try:
        clock = float(given.get("clock", "1"))
    except ValueError:
        clock = -1.0
    if not 0 <= clock < rules.values["time_limit"]:
        raise InputError(f"clock {given['clock']} is not allowed; allowed: 0 up to time_limit={rules.options['time_limit']} (I12)")
    return clock


def lay_rules(view: np.void, rules: Rules) -> None:
    """What is agreed."""
    from sim.games.intervencao import agreed_rules

    agreed = agreed_rules(rules)
    for name in agreed.dtype.names or ():
        view["rules"][name] = agreed[name][0]


def check_places(view: np.void, players: int) -> None:
    """Raises InputError when a hand is smaller than what is known of it, or when nobody can have the J."""
    for place in range(1, players):
        least = int(view["known"][place]).bit_count() + (view["interventor"] == place)
        if view["sizes"][place] < least:
            raise InputError(f"place {place} holds {view['sizes'][place]} cards, fewer than the {least} that are known")
    if (view["interventor"] == 0 and not view["hand"] & 1) or (view["interventor"] > 0 and view["hand"] & 1):
        raise InputError("the place that has revealed the J holds it: it stands in --hand for place 0 and for no other")
    n_hidden = int(view["sizes"][1:players].sum()) - sum(int(known).bit_count() for known in view["known"])
    if not view["hand"] & 1 and view["interventor"] == NOBODY and n_hidden == 0:
        raise InputError("nobody can hold the J: all the others' cards are known")


def lay_acts(view: np.void, rules: Rules) -> None:
    """What the own seat can do."""
    hand, waiting, batch = (cards_in(view[name][0] if name != "hand" else view[name]) for name in ("hand", "waiting", "batches"))
    free, debt, is_claim = laws.free_cards(hand, batch), int(view["debts"][0]), rules.options["exit_by"] == "others"
    low = is_claim or laws.has_low_pressure(hand, waiting, rules.values["low_limit"])
    high = is_claim or laws.has_high_pressure(hand, waiting, batch, debt)
    can = {
        REST: True,
        EXPEL: bool(free),
        ABSORB: bool(waiting),
        INTERVENE: J in hand and view["clock"] >= rules.values["grace"],
        EXIT_LOW: rules.options["low_exit"] == "on" and low,
        EXIT_HIGH: rules.options["high_exit"] == "on" and high,
    }
    view["expellable"], view["resting"], view["free_word"] = mask_of(free), laws.what_resting_is(hand, waiting, batch), 1
    view["legal"] = mask_of(kind for kind, is_possible in can.items() if is_possible)


def choices(position: Position) -> list[Choice]:
    """The acts that can be done without leaving the jogo, by name; showing and revealing are left out. Raises InputError."""
    if position.decision != ACT:
        raise InputError("advice is for acts, not for alliances (I22)")
    view = position.views[0]
    kinds, own, others = cards_in(view["legal"]), int(view["seat"]), cards_in(view["others"])
    place = {seat: (seat - own) % position.rules.players for seat in others}
    found = [Choice(kind, name) for kind, name in ((INTERVENE, "lay the J"), (ABSORB, "take up")) if kind in kinds]
    if view["resting"] != UNLAWFUL:
        found.append(Choice(REST, "rest"))
    for kind, name in ((EXIT_LOW, "leave by pressão baixa"), (EXIT_HIGH, "leave by pressão alta")):
        if kind in kinds and not view["rules"]["exit_by"]:
            found.append(Choice(kind + SEAT_STEP * own, name))
        elif kind in kinds:
            found += [Choice(kind + SEAT_STEP * seat, f"claim {name[9:]} of place {place[seat]}") for seat in others]
    by_rank = {card // 4: card for card in cards_in(view["expellable"])}
    return found + [
        Choice(EXPEL + SEAT_STEP * seat + CARD_STEP * by_rank[rank], f"{rank} to place {place[seat]}")
        for rank in sorted(by_rank, reverse=True)
        for seat in sorted(others, key=lambda seat: place[seat])
    ]


def play_out() -> Callable:
    """The compiled rollouts."""
    from sim.games.intervencao.kernel.play_out import play_out

    return play_out


ADVICE = Advice("dumper", OUTCOMES, PIECES, read, choices, play_out, CHARTS)
