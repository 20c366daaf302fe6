"""Worlds: they agree with all that the seat knows, and each that does is as likely as any other."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from scipy.stats import chisquare

from sim.core import jit
from sim.games.intervencao import GAME
from sim.games.intervencao.cards import J, cards_in, mask_of, pack_of
from sim.games.intervencao.decisions import NOBODY
from tests.games.intervencao.moments import Asked, draw_worlds, expelled, fits, played

TABLES = [
    (6, {}),
    (5, {"exit_by": "others", "low_limit": "2", "ranks": "4"}),
    (6, {"unit": "match", "alliances": "on"}),
    (10, {"measure": "cards", "grace": "1", "ranks": "8"}),
    (4, {"ranks": "15", "speed": "1;2;1;0.5", "time_limit": "30"}),
]
N_ROUNDS = 2 if jit.DISABLED else 12


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_worlds_agree_with_the_view(players, options):
    met: Counter[str] = Counter()
    for block in range(N_ROUNDS):
        game = played(GAME.rules(players, options), 3, block)
        for at in game.acts()[:: 5 if jit.DISABLED else 1]:
            asked = game.asked[at]
            view = asked.views[0]
            assert fits(view, asked.hands), "the proof's own proof: the hands themselves agree"
            hands, _, _ = draw_worlds(asked.views, 4)
            assert all(fits(view, world) for world in hands), (block, at, view)
            met.update({"shown": (view["shown_at"] >= 0).any(), "revealed": view["interventor"] != NOBODY, "known": view["known"].any()})
    assert met["known"] and (jit.DISABLED or players == 10 or (met["shown"] and met["revealed"]))


@pytest.mark.parametrize("fault", ["own", "size", "twice", "known", "j"])
def test_a_contradiction_is_noticed(fault):
    """The proof's own proof, part two."""
    game = played(GAME.rules(5), 3, 1)
    asked = next(a for a in game.asked if a.views[0]["n_expelled"] > 4 and any(a.views[0]["known"][s] for s in range(5) if s != a.seat))
    view, hands = asked.views[0], [int(hand) for hand in asked.hands]
    other = next(seat for seat in range(5) if seat != asked.seat and view["known"][seat])
    free = next(card for card in cards_in(pack_of(10)) if card not in expelled(view) and not any(hand >> card & 1 for hand in hands))
    if fault == "own":
        hands[asked.seat] ^= 1 << free | hands[asked.seat] & -hands[asked.seat]
    elif fault == "size":
        hands[other] |= 1 << free
    elif fault == "twice":
        hands[other] = hands[asked.seat]
    elif fault == "known":
        hands[other] ^= 1 << free | 1 << cards_in(view["known"][other])[0]
    else:
        hands = [hand & ~1 for hand in hands]
    assert not fits(view, hands)


def all_worlds(asked: Asked, limit: int) -> list[tuple[int, ...]]:
    """All hands that agree with the View, by trying every unseen card and the J at every seat; empty beyond the limit."""
    view = asked.views[0]
    players = int(view["rules"]["players"])
    out = expelled(view) | set(cards_in(view["hand"]))
    unseen = [J, *(card for card in cards_in(pack_of(int(view["rules"]["ranks"]))) if card not in out)]
    found: list[tuple[int, ...]] = [()]
    for seat in range(players):
        longer = []
        for hands in found:
            if seat == asked.seat or not int(view["others"]) >> seat & 1:
                longer.append((*hands, int(view["hand"]) if seat == asked.seat else 0))
                continue
            known = int(view["known"][seat])
            left = [card for card in unseen if not any(hand >> card & 1 for hand in hands)]
            n_more = int(view["sizes"][seat]) - known.bit_count()
            longer += [(*hands, known | mask_of(cards)) for cards in combinations(left, n_more)]
        found = longer
        if len(found) > limit:
            return []
    return [hands for hands in found if fits(view, list(hands))]


def test_each_world_is_as_likely():
    """Against an enumeration, where few worlds are possible: the J at a seat that shows little is held more often."""
    n_tested, n_j_open, dice_of = 0, 0, 60 if jit.DISABLED else 300
    for block in range(60):
        for asked in played(GAME.rules(4, {"ranks": "3"}), 8, block).asked[4::3]:
            worlds = all_worlds(asked, 4000)
            if not 8 <= len(worlds) <= 150:
                continue
            hands, _, _ = draw_worlds(asked.views, dice_of * len(worlds))
            drawn = Counter(tuple(int(hand) for hand in world[:4]) for world in hands)
            assert set(drawn) <= set(worlds)
            assert chisquare([drawn[world] for world in worlds]).pvalue > 1e-4, asked
            n_tested += 1
            n_j_open += len({next(s for s, hand in enumerate(world) if hand & 1) for world in worlds}) > 1
            break
        if n_tested >= (2 if jit.DISABLED else 12) and n_j_open:
            return
    raise AssertionError(f"only {n_tested} questions with few worlds, {n_j_open} with the J open")


def test_the_first_world_is_the_deal():
    """Before the first act: each unseen card lies in each other hand equally often, the J too (I3, I4)."""
    asked = played(GAME.rules(6), 2, 0).asked[0]
    hands, _, _ = draw_worlds(asked.views, 600 if jit.DISABLED else 12_000)
    counts = Counter(card for world in hands for card in cards_in(world[(asked.seat + 1) % 6]))
    own = cards_in(asked.views[0]["hand"])
    hidden = [card for card in cards_in(pack_of(10)) if card not in own]
    share = 1 / 5 if J not in own else 0
    assert abs(counts[J] - len(hands) * share) < 5 * np.sqrt(len(hands) * 0.16)
    assert chisquare([counts[card] for card in hidden]).pvalue > 1e-4


def test_worlds_are_drawn_from_the_view_alone():
    """The same View, the same worlds; nothing of it changes but its stream."""
    game = played(GAME.rules(6), 3, 1)
    for at in game.acts()[::6]:
        asked = game.asked[at]
        twin = asked.views.copy()
        one, other = draw_worlds(asked.views, 20), draw_worlds(twin, 20)
        assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))
        assert [name for name in twin.dtype.names if asked.views[name].tobytes() != twin[name].tobytes()] == []
        again, _, _ = draw_worlds(asked.views, 20)
        assert not np.array_equal(again, one[0]) or (one[0] == one[0][0]).all(), "the stream has moved on"
