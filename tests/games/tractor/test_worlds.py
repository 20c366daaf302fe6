"""Worlds: they agree with all that the seat knows, and each way to lay the unseen cards is as likely as any other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest
from scipy.stats import chisquare

from sim.core import jit
from sim.games.tractor.decisions import BURY, DECLARE
from sim.games.tractor.worlds.known import BURIED
from tests.games.tractor.moments import Asked, asked_in, copies, draw_worlds, fits, shown, size

EVERY = 17 if jit.DISABLED else 3  # questions looked at
OPTIONS = [{"level": "2"}, {"level": "10", "dealer": "2"}, {"first_dealer": "standing"}, {"unit": "match", "max_deals": "2"}]


@pytest.mark.parametrize("silent", [False, True], ids=["declared", "turned_up"])
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_worlds_agree_with_the_view(options, silent):
    """With `silent` nobody declares, and everybody knows the kitty (T7)."""
    for block in range(1 if jit.DISABLED else 6):
        for asked in asked_in(block, options, silent=silent)[block % EVERY :: EVERY]:
            assert fits(asked, asked.truth), "the proof's own proof: the deal itself agrees"
            sets, kitties, _ = draw_worlds(asked.views, 3)
            assert all(fits(asked, world) for world in sets), (block, asked.seat, asked.views[0]["tricks"])
            if asked.decision == DECLARE:
                assert all(Counter(kitty.tolist()) == Counter(cards_in(world[BURIED])) for kitty, world in zip(kitties, sets, strict=True))


@pytest.mark.parametrize("fault", ["sizes", "cards", "voids", "shown"])
def test_a_contradiction_is_noticed(fault):
    """The proof's own proof, part two."""
    questions = asked_in(1, {"level": "2"}, silent=fault == "shown")
    asked = next(a for a in questions if a.views[0]["tricks"] > 6 and a.views[0]["voids"] and a.truth[BURIED].any())
    world, view = asked.truth.copy(), asked.views[0]
    seats = [seat for seat in range(4) if seat != asked.seat]
    if fault == "sizes":
        world[seats[0], 0] &= world[seats[0], 0] - np.uint64(1)
    elif fault == "cards":
        world[seats[0]], world[seats[1]] = world[seats[0]], world[seats[0]]
    elif fault == "voids":
        view["voids"] = (1 << 20) - 1
    else:
        view["kitty"] = next(int(world[seat][0]) for seat in seats if seat != view["dealer"])
    assert not fits(asked, world)


def cards_in(cards: np.ndarray) -> list[int]:
    """The places of a set, one a copy."""
    return [place for place in range(54) for _ in range(copies(cards, place))]


def all_worlds(asked: Asked, limit: int) -> Counter:
    """All worlds that agree with the View and in how many ways each can be laid, by trying; empty if there are more ways than the limit.

    Of two copies those that were shown, and have not been played, are with who showed them.
    """
    unseen = sorted(place for cards in asked.truth for place in cards_in(cards))
    showers = [where_shown(asked, place, unseen[:i].count(place)) for i, place in enumerate(unseen)]
    found: Counter = Counter()

    def lay(at: int, laid: list[list[int]]) -> None:
        if sum(found.values()) > limit:
            return
        if at == len(unseen):
            world = np.array([masks(cards) for cards in laid], np.uint64)
            found[tuple(map(int, world.ravel()))] += fits(asked, world)
            return
        for owner in range(5):
            if len(laid[owner]) < size(asked.truth[owner]) and owner in showers[at]:
                laid[owner].append(unseen[at])
                lay(at + 1, laid)
                laid[owner].pop()

    lay(0, [[] for _ in range(5)])
    return Counter() if sum(found.values()) > limit else +found


def masks(places: list[int]) -> tuple[int, int]:
    """The set of these cards."""
    one = both = 0
    for place in places:
        both |= one & 1 << place
        one |= 1 << place
    return one, both


def where_shown(asked: Asked, place: int, nth: int) -> set[int]:
    """The owners that may have the nth unseen copy of a card."""
    view, owners = asked.views[0], set(range(5))
    for seat, card, n in shown(asked):
        if card == place and nth < n - copies((view["played"][seat], view["played_pairs"][seat]), place):
            owners &= {seat, BURIED} if seat == view["dealer"] else {seat}
    return owners


MARKS = {
    "void": lambda a: bool(a.views[0]["voids"]),
    "pairless": lambda a: bool(a.views[0]["pairless"]),
    "declared": lambda a: any(where_shown(a, place, 0) != set(range(5)) for _, place, _ in shown(a)) and a.views[0]["n_declared"] > 0,
    "turned up": lambda a: any(where_shown(a, place, 0) != set(range(5)) for _, place, _ in shown(a)) and a.views[0]["n_declared"] == 0,
}
MOST_WAYS = 300 if jit.DISABLED else 2500


def late_questions() -> Iterator[Asked]:
    """Questions late in deals: of the dealer, who knows the buried cards, and of others at the very end."""
    for block in range(2 if jit.DISABLED else 40):
        for asked in asked_in(block, {"level": "2"}, silent=block % 3 == 0):
            if asked.views[0]["cards_left"] <= (3 if asked.seat == asked.views[0]["dealer"] else 1):
                yield asked


def test_each_way_is_as_likely():
    """Against an enumeration, late in deals, where few are possible."""
    met: Counter = Counter()
    for asked in late_questions():
        marks = [name for name, is_met in MARKS.items() if is_met(asked)]
        if min((met[name] for name in marks), default=9) >= 4:
            continue
        ways = all_worlds(asked, MOST_WAYS)
        total = sum(ways.values())
        if len(ways) < 3:
            continue
        sets, _, _ = draw_worlds(asked.views, (10 if jit.DISABLED else 40) * total)
        drawn = Counter(tuple(map(int, world.ravel())) for world in sets)
        assert set(drawn) <= set(ways)
        assert chisquare([drawn[w] for w in ways], [len(sets) * ways[w] / total for w in ways]).pvalue > 1e-4, asked
        met.update(marks)
    assert jit.DISABLED or min(met[name] for name in MARKS) >= 4, met


def test_unmarked_cards_lie_anywhere_alike():
    """T8: while the dealer buries nothing has been shown but declarations; a card that nobody showed is as often with each seat."""
    asked = next(a for a in asked_in(3, {"level": "2"}) if a.decision == BURY)
    sets, _, _ = draw_worlds(asked.views, 300 if jit.DISABLED else 3000)
    others = [seat for seat in range(4) if seat != asked.seat]
    hidden = [place for place in range(48) if sum(copies(cards, place) for cards in asked.truth)]
    counts = [sum(copies(world[seat], place) for world in sets for place in hidden) for seat in others]
    assert not sets[:, BURIED].any() and chisquare(counts).pvalue > 1e-4


def test_worlds_are_drawn_from_the_view_alone():
    """The same View, the same worlds; nothing of it changes but its stream."""
    for asked in asked_in(2, {"level": "2"})[:70:30]:
        before, twin = asked.views.tobytes(), asked.views.copy()
        one, other = draw_worlds(asked.views, 5), draw_worlds(twin, 5)
        assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))
        twin["rng"] = np.frombuffer(before, asked.views.dtype)["rng"]
        assert twin.tobytes() == before
        assert not np.array_equal(draw_worlds(asked.views, 5)[0], one[0]), "the stream has moved on"
