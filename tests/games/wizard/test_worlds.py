"""Worlds: they agree with all that the seat knows, and each deal that does is as likely as any other."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from scipy.stats import chisquare

from sim.core import jit
from sim.games.wizard import GAME
from sim.games.wizard.cards import PACK, cards_in, mask_of
from sim.games.wizard.decisions import PLAY
from tests.games.wizard.moments import Asked, draw_worlds, fits, played, plays_of
from tests.games.wizard.tables import PLAYERS, VARIANTS

EVERY = 40 if jit.DISABLED else 7  # questions looked at


@pytest.mark.parametrize("players", PLAYERS)
def test_worlds_agree_with_the_view(players):
    for at, options in enumerate(VARIANTS[players % 2 :: 8 if jit.DISABLED else 2]):
        game = played(GAME.rules(players, options), 5, at)
        for asked in game.asked[at % EVERY :: EVERY]:
            view = asked.views[0]
            truth = true_hands(game, asked)
            assert fits(view, truth), "the proof's own proof: the deal itself agrees"
            hands, _ = draw_worlds(asked.views, 5)
            assert all(fits(view, world) for world in hands), (options, at, view)


def true_hands(game, asked) -> np.ndarray:
    """The hands at a question."""
    k, dealt, played_cards = asked.n_rounds, game.dealt[asked.n_rounds - 1], int(asked.views[0]["played"])
    return np.array([mask_of(dealt[seat * k : seat * k + k]) & ~played_cards for seat in range(game.rules.players)], np.uint64)


@pytest.mark.parametrize("field", ["hands", "cards", "void"])
def test_a_contradiction_is_noticed(field):
    """The proof's own proof, part two."""
    asked = next(a for a in played(GAME.rules(4), 5, 0).asked if a.decision == PLAY and a.views[0]["trick"] == 6 and len(list(voids(a))) > 1)
    (hands,), _ = draw_worlds(asked.views, 1)
    view, other = asked.views[0], next(iter(voids(asked)))
    if field == "hands":
        hands[view["seat"]] = hands[other]
    elif field == "cards":
        hands[other] &= hands[other] - np.uint64(1)
    else:
        (suit, *_) = voids(asked)[other]
        lane = [card for card in PACK if card // 16 == suit and 0 < card % 16 < 14 and not int(view["played"] | view["hand"]) >> int(card) & 1]
        hands[other] = hands[other] & (hands[other] - np.uint64(1)) | np.uint64(1 << int(lane[0]))
    assert not fits(view, hands)


def voids(asked: Asked) -> dict[int, set[int]]:
    """The suits that other seats have shown not to have."""
    shown: dict[int, set[int]] = {}
    for seat, card, suit in plays_of(asked.views[0]):
        if seat != asked.seat and card % 16 not in (0, 14) and suit < 4 and card // 16 != suit:
            shown.setdefault(seat, set()).add(suit)
    return shown


def all_deals(asked: Asked, limit: int) -> list[tuple[int, ...]]:
    """All hands that agree with the View, by trying every card at every seat; empty when there are more than `limit` to try."""
    view = asked.views[0]
    out = int(view["played"] | view["hand"]) | (1 << int(view["turned"]) if view["turned"] >= 0 else 0)
    unseen = [int(card) for card in PACK if not out >> int(card) & 1]
    laid = Counter(seat for seat, _, _ in plays_of(view))
    found: list[tuple[int, ...]] = [()]
    for seat in range(int(view["players"])):
        longer = []
        for hands in found:
            left = [card for card in unseen if not any(hand >> card & 1 for hand in hands)]
            if seat == asked.seat:
                longer.append((*hands, int(view["hand"])))
                continue
            banned = voids(asked).get(seat, set())
            left = [card for card in left if card % 16 in (0, 14) or card // 16 not in banned]
            longer += [(*hands, mask_of(cards)) for cards in combinations(left, int(view["round"]) - laid[seat])]
        found = longer
        if len(found) > limit:
            return []
    return found


def crossed(asked: Asked) -> bool:
    """Whether two seats have shown voids of which neither holds all of the other's: where counting is needed."""
    sets = list(voids(asked).values())
    return any(not a <= b and not b <= a for a, b in combinations(sets, 2))


@pytest.mark.parametrize(("players", "rounds"), [(3, (18, 19, 20)), (4, (13, 14, 15)), (5, (11, 12)), (6, (9, 10))])
def test_each_deal_is_as_likely(players, rounds):
    """Against an enumeration, late in late rounds, where few deals are possible."""
    n_tested, dice_of = 0, 60 if jit.DISABLED else 400
    for block in range(40):
        for asked in played(GAME.rules(players), 8, block).asked:
            if asked.decision != PLAY or asked.n_rounds not in rounds or asked.views[0]["round"] - asked.views[0]["trick"] > 4 or not crossed(asked):
                continue
            deals = all_deals(asked, 3000)
            if not 8 <= len(deals) <= 200:
                continue
            hands, _ = draw_worlds(asked.views, dice_of * len(deals))
            drawn = Counter(tuple(int(hand) for hand in world[:players]) for world in hands)
            assert set(drawn) <= set(deals)
            assert chisquare([drawn[deal] for deal in deals]).pvalue > 1e-4, asked
            n_tested += 1
            break
        if n_tested == (2 if jit.DISABLED else 6):
            return
    raise AssertionError(f"only {n_tested} questions with crossed voids and few deals")


@pytest.mark.parametrize(("players", "options"), [(4, {}), (3, {"forehead": "true"})])
def test_without_voids_every_unseen_card_is_as_likely(players, options):
    """Before the first card: each unseen card lies in each other hand (in the forehead round: is the own one) equally often."""
    for asked in played(GAME.rules(players, options), 2, 0).asked[:3]:
        view = asked.views[0]
        hands, _ = draw_worlds(asked.views, 4000)
        seat = asked.seat if options else (asked.seat + 1) % players
        counts = Counter(card for world in hands for card in cards_in(world[seat]))
        known = int(view["hand"]) | (1 << int(view["turned"]) if view["turned"] >= 0 else 0) | mask_of(c for o in view["others"] for c in cards_in(o))
        known |= int(view["played"])
        assert set(counts) == {int(card) for card in PACK if not known >> int(card) & 1}
        assert chisquare(list(counts.values())).pvalue > 1e-4


def test_worlds_are_drawn_from_the_view_alone():
    """The same View, the same worlds; nothing of it changes but its stream."""
    for asked in played(GAME.rules(4), 3, 1).asked[100:400:60]:
        twin = asked.views.copy()
        one, other = draw_worlds(asked.views, 20), draw_worlds(twin, 20)
        assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))
        assert [name for name in twin.dtype.names if asked.views[name].tobytes() != twin[name].tobytes()] == []
        again, _ = draw_worlds(asked.views, 20)
        assert not np.array_equal(again, one[0]), "the stream has moved on"
