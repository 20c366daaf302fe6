"""What a View remembers of a deal: every trick as it lay, and who has shown that it has no more of a suit, or no pair of it."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from sim.core import jit
from sim.games.tractor import GAME
from sim.games.tractor.cards import masks_of, parse_cards, parse_level, parse_suit
from sim.games.tractor.decisions import FOLLOW, LEAD
from sim.games.tractor.reference import order_of
from tests.games.tractor.tables import hostile_players

FIELDS = ("tricks", "leaders", "plays", "play_pairs", "voids", "pairless")


def watched(level: str, block: int) -> tuple[list[dict], list[dict]]:
    """A deal's events, and the fields as they stood before each play."""
    seen: list[dict] = []

    def watching(policy):
        def answer(decision, views):
            if decision in (LEAD, FOLLOW):
                seen.append({name: views[name][0].copy() for name in FIELDS})
            return policy(decision, views)

        return answer

    policies = [watching(policy) for policy in hostile_players().policies(4)]
    return GAME.replay(GAME.rules(4, {"level": level}), policies, 41, block)["events"], seen


def facts(events: list[dict], name: str) -> list[dict]:
    return [event for event in events if event["event"] == name]


def held(events: list[dict], seat: int, n_plays: int) -> Counter:
    """Kinds that a seat holds before play number n_plays."""
    deal, bury = facts(events, "deal")[0], facts(events, "bury")[0]
    cards = Counter(parse_cards(deal["hands"][seat]))
    if bury["seat"] == seat:
        cards += Counter(parse_cards(deal["kitty"]))
        cards -= Counter(parse_cards(bury["cards"]))
    for play in facts(events, "play")[:n_plays]:
        if play["seat"] == seat:
            cards -= Counter(parse_cards(play["cards"]))
    return cards


@pytest.mark.parametrize("level", ["2", "10"])
def test_every_trick_is_remembered_as_it_lay(level):
    events, seen = watched(level, 0)
    plays, order = facts(events, "play"), (parse_level(level), parse_suit(facts(events, "trump")[0]["trump"]))
    assert len(plays) == len(seen)
    for n, view in enumerate(seen):
        one, both, leaders = np.zeros((25, 4), np.uint64), np.zeros((25, 4), np.uint64), np.full(25, -1)
        for i, play in enumerate(plays[:n]):
            one[i // 4, play["seat"]], both[i // 4, play["seat"]] = masks_of(parse_cards(play["cards"]), *order)
        leaders[: n // 4 + 1] = [play["seat"] for play in plays[: n + 1 : 4]]
        assert view["tricks"] == n // 4
        assert (view["plays"] == one).all() and (view["play_pairs"] == both).all() and (view["leaders"] == leaders).all()


def test_T14_T15_marked_seats_have_none():
    """`voids` and `pairless` are true of the hands, last to the end of the deal, and say more than each other."""
    n_pairless = n_voids = 0
    for block in range(2 if jit.DISABLED else 20):
        events, seen = watched("2", block)
        order = order_of(0, parse_suit(facts(events, "trump")[0]["trump"]))
        for n, view in enumerate(seen):
            for seat in range(4):
                hand = held(events, seat, n)
                for suit in range(5):
                    of_suit = {kind: k for kind, k in hand.items() if order.lane(order.suits[kind]) == suit}
                    is_void, is_pairless = (int(view[name]) >> 5 * seat + suit & 1 for name in ("voids", "pairless"))
                    assert not (is_void and of_suit)
                    assert not (is_pairless and 2 in of_suit.values())
                    n_voids += is_void
                    n_pairless += is_pairless and not is_void
    assert n_voids and n_pairless
