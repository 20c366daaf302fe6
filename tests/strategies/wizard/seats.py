"""Seats at a table of Wizard, written as a player would say them, and their answers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from sim.core import rng, seam
from sim.experiment.strategies import address, load
from sim.games.wizard import GAME, rules
from sim.games.wizard.cards import card_name, mask_of, parse_cards, parse_suit, suit_name
from sim.games.wizard.decisions import BID, CHOOSE_TRUMP, DECISIONS, PLAY, UNSEEN, VIEW

UNSEEN_BIDS = (UNSEEN,) * 6


def seat_at(
    hand: str = "",
    trump: str = "NT",
    turned: str | None = None,
    players: int = 4,
    n_tricks: int | None = None,
    seat: int = 0,
    dealer: int | None = None,
    bids: Sequence[int] = UNSEEN_BIDS,
    won: Sequence[int] = (),
    trick: str = "",
    before: Sequence[str] = (),
    leaders: Sequence[int] = (),
    others: Sequence[str] = (),
    scores: Sequence[int] = (),
) -> np.ndarray:
    """Views (1,) of one seat.

    hand, trick (cards of the current trick), before (one text a finished trick) and others (cards on foreheads): cards
    by name. Jesters and wizards get their copies in the order hand, turned, others, before, trick. dealer: so placed
    that the seat leads, unless given. n_tricks: the round, by default the cards in hand and in the finished tricks.
    """
    groups = [hand.split(), [turned] if turned else [], *(o.split() for o in others), *(t.split() for t in before), trick.split()]
    ends = np.cumsum([0, *(len(g) for g in groups)])
    codes = parse_cards(name for group in groups for name in group)
    cut = [codes[a:b] for a, b in pairwise(ends)]
    own, turned_up, open_cards = cut[0], cut[1], cut[2 : 2 + len(others)]
    finished, current = cut[2 + len(others) : -1], cut[-1]
    views = seam.records(VIEW)
    view = views[0]
    view["hand"] = mask_of(own)
    view["turned"] = turned_up[0] if turned_up else -1
    view["trump"] = parse_suit(trump)
    view["players"], view["rounds"], view["seat"] = players, 60 // players, seat
    view["round"] = n_tricks or len(own) + len(finished)
    view["dealer"] = (seat - 1) % players if dealer is None else dealer
    view["bids"][:] = UNSEEN
    for field, values in (("bids", bids), ("won", won), ("scores", scores)):
        view[field][: len(values)] = values
    for other, cards in enumerate(open_cards):
        view["others"][other] = mask_of(cards)
    lay_tricks(view, finished, current, leaders)
    view["rng"] = rng.Stream(1, 0, rng.SEAT).state
    return views


def lay_tricks(view: np.void, finished: list[list[int]], current: list[int], leaders: Sequence[int]) -> None:
    """What has been played: the finished tricks, and how the current one stands."""
    for i, cards in enumerate([*finished, current]):
        view["tricks"][i] = sum(card << 8 * place for place, card in enumerate(cards))
    view["leaders"][: len(leaders)] = leaders
    view["played"] = mask_of(card for cards in [*finished, current] for card in cards)
    view["trick"], view["n_played"] = len(finished), len(current)
    follow, best, winner = rules.NONE_YET, -1, -1
    for place, card in enumerate(current):
        follow = rules.follow_after(follow, card)
        value = rules.strength(view["trump"], follow, card)
        if value > best:
            best, winner = value, place
    view["follow"], view["best"] = follow, best
    leader = (int(view["seat"]) - len(current)) % int(view["players"])
    view["best_seat"] = (leader + winner) % int(view["players"]) if current else -1


def ask(strategy: str, decision: int, views: np.ndarray, legal: int, knobs: dict[str, float] | None = None) -> int:
    """What a shipped strategy answers."""
    loaded = load(GAME, strategy)
    values = loaded.parameters({name: str(value) for name, value in (knobs or {}).items()})
    views["parameters"][0, 0, : len(values)] = values
    views["legal"] = legal
    answer = GAME.ask_once()(address(GAME, loaded, DECISIONS[decision].name, 0), views)
    assert legal >> answer & 1, f"{strategy} answered {answer}"
    return answer


def bid_of(strategy: str, views: np.ndarray, forbidden: int | None = None, **knobs: float) -> int:
    """Its bid; `forbidden` is the bid that plus_one rules out (W8)."""
    legal = (1 << int(views[0]["round"]) + 1) - 1
    return ask(strategy, BID, views, legal & ~(1 << forbidden) if forbidden is not None else legal, knobs)


def card_of(strategy: str, views: np.ndarray, **knobs: float) -> str:
    """The card it plays, by name."""
    view = views[0]
    return card_name(ask(strategy, PLAY, views, int(rules.legal_plays(np.uint64(view["hand"]), int(view["follow"]))), knobs))


def trump_of(strategy: str, views: np.ndarray, **knobs: float) -> str:
    """The suit it names, by name."""
    return suit_name(ask(strategy, CHOOSE_TRUMP, views, 15, knobs))
