"""Questions of real deals, to imagine worlds at: their Views, and who really held what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from sim.core import jit, seam
from sim.games.protocol import Policy
from sim.games.tractor import GAME
from sim.games.tractor.cards import KITTY_SIZE, NO_TRUMP, masks_of
from sim.games.tractor.decisions import DECLARE, VIEW
from sim.games.tractor.reference.table import Table
from sim.games.tractor.worlds import WORLD, consider, draw_world
from sim.games.tractor.worlds.known import BURIED, KNOWN, N_OWNERS
from tests.games.tractor.tables import hostile_players

Sets = np.ndarray  # (owners, 2) uint64: what each owner has, once and twice


@dataclass(frozen=True)
class Asked:
    """A question as it was put."""

    seat: int
    decision: int
    views: np.ndarray  # (1,) of VIEW
    answer: int  # as a transcript notes it
    truth: Sets  # nothing for the own seat, and for the buried cards where they are seen or there are none


def asked_in(block: int, options: dict[str, str], seed: int = 31, silent: bool = False) -> list[Asked]:
    """All questions of a deal; seats answer by a hash of all that they see; silent: nobody declares."""
    found: list[Asked] = []
    tables: list[Table] = []

    def watching(seat: int, policy: Policy) -> Policy:
        def answer(decision: int, views: np.ndarray) -> int:
            kept = seam.records(VIEW)
            kept[:] = views
            truth = truth_at(tables[0], seat, decision == DECLARE)
            said = 0 if silent and decision == DECLARE else GAME.full_answer(policy(decision, views), views)
            found.append(Asked(seat, decision, kept, said, truth))
            return said

        return answer

    rules = GAME.rules(4, options)
    tables.append(Table(rules, [watching(seat, policy) for seat, policy in enumerate(hostile_players().policies(4))], seed, block))
    tables[0].play_game()
    return found


def truth_at(table: Table, seat: int, is_declaring: bool) -> Sets:
    """What the others hold, and what is buried unless the seat knows (while declaring: the kitty)."""
    truth = np.zeros((N_OWNERS, 2), np.uint64)
    order = (table.level, NO_TRUMP if is_declaring else table.trump)
    for other in table.seats:
        if other.number != seat:
            truth[other.number] = masks_of(other.hand, *order)
    if is_declaring or table.dealer != seat:
        truth[BURIED] = masks_of(table.kitty if is_declaring else table.buried, *order)
    return truth


def size(cards: Sets) -> int:
    """Cards of a set."""
    return int(cards[0]).bit_count() + int(cards[1]).bit_count()


def copies(cards: Sets | tuple, place: int) -> int:
    """How often a card is in a set."""
    return (int(cards[0]) >> place & 1) + (int(cards[1]) >> place & 1)


def suits(view: np.void) -> Iterator[tuple[int, int]]:
    """(number, mask) of each effective suit."""
    lanes = [0xFFF << 12 * lane for lane in range(4 if view["trump"] == 4 else 3)]
    yield from enumerate(lanes)
    yield 4, int(view["trumps"])


def declared(view: np.void) -> Iterator[tuple[int, int, int]]:
    """(seat, place, copies) of what was shown in declaring, from what is printed on it."""
    level, trump = int(view["level"]), int(view["trump"])
    for answer, seat in zip(view["declared"], view["declared_by"], strict=True):
        if answer > 0:
            kind = {9: 52, 10: 53}.get(int(answer), 13 * ((int(answer) - 1) % 4) + level)
            yield int(seat), int(masks_of([kind], level, NO_TRUMP if trump < 0 else trump)[0]).bit_length() - 1, 1 if answer < 5 else 2


def fits(asked: Asked, world: Sets) -> bool:
    """Whether a world agrees with a View: each card as often as it is unseen, sizes, voids, pairs, shown cards, the kitty."""
    view = asked.views[0]
    if any(seen(view, place) + sum(copies(cards, place) for cards in world) != 2 for place in range(54)):
        return False
    for seat in range(4):
        laid = size((view["trick"][seat], view["trick_pairs"][seat]))
        if size(world[seat]) != (0 if seat == asked.seat else view["cards_left"] - laid):
            return False
        for suit, mask in suits(view):
            if int(view["voids"]) >> 5 * seat + suit & 1 and int(world[seat][0]) & mask:
                return False
    knows_buried = view["trump"] >= 0 and asked.seat == view["dealer"]
    if size(world[BURIED]) != (0 if knows_buried else KITTY_SIZE):
        return False
    return keeps_T14(view, world) and all(has_still(view, world, *wanted) for wanted in shown(asked))


def seen(view: np.void, place: int) -> int:
    """How many copies of a card the seat sees: own, buried by itself, played."""
    own = copies((view["hand"], view["pairs"]), place) + copies((view["buried"], view["buried_pairs"]), place)
    return own + sum(copies((view["played"][seat], view["played_pairs"][seat]), place) for seat in range(4))


def keeps_T14(view: np.void, world: Sets) -> bool:
    """Whether nobody who answered pairs with fewer pairs of the suit held another one then."""
    for t in range(view["tricks"] + 1):
        leader = view["leaders"][t]
        lead = int(view["plays"][t, leader])
        if leader < 0 or not lead:
            return True
        (suit,) = (mask for _, mask in suits(view) if mask & lead)
        m = int(view["play_pairs"][t, leader]).bit_count()
        for seat in range(4):
            one, both = int(view["plays"][t, seat]), int(view["play_pairs"][t, seat])
            if one and seat != leader and (both & suit).bit_count() < m:
                for place in (place for place in range(54) if suit >> place & 1):
                    later = [copies((view["plays"][u, seat], view["play_pairs"][u, seat]), place) for u in range(t + 1, view["tricks"] + 1)]
                    if copies(world[seat], place) + sum(later) + ((one & ~both) >> place & 1) > 1:
                        return False
    return True


def shown(asked: Asked) -> Iterator[tuple[int, int, int]]:
    """(seat, place, copies) that others have shown."""
    view = asked.views[0]
    yield from (wanted for wanted in declared(view) if wanted[0] != asked.seat)
    if asked.seat != view["dealer"]:
        for place in range(54):
            if copies((view["kitty"], view["kitty_pairs"]), place):
                yield int(view["dealer"]), place, copies((view["kitty"], view["kitty_pairs"]), place)


def has_still(view: np.void, world: Sets, seat: int, place: int, n: int) -> bool:
    """Whether the seat has played so many copies of a card, holds them, or as the dealer may have buried them."""
    found = copies(world[seat], place) + copies((view["played"][seat], view["played_pairs"][seat]), place)
    return found + (copies(world[BURIED], place) if seat == view["dealer"] and view["trump"] >= 0 else 0) >= n


def _draw_worlds(views, sets, kitties, streams, knowns, worlds):
    view, known, world = views[0], knowns[0], worlds[0]
    ways = consider(view, known)
    for w in range(sets.shape[0]):
        draw_world(view, known, ways, world)
        for owner in range(N_OWNERS):
            sets[w, owner, 0] = world.one[owner]
            sets[w, owner, 1] = world.both[owner]
        for i in range(8):
            kitties[w, i] = world.kitty[i]
        for seat in range(4):
            for i in range(4):
                streams[w, seat, i] = world.streams[seat, i]


_COMPILED = jit.fresh(None)(_draw_worlds)


def draw_worlds(views: np.ndarray, n: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(n, owners, 2) sets, (n, 8) kitties in order (while declaring) and (n, 4, 4) streams of n worlds of a View; moves its stream on."""
    sets, kitties, streams = np.zeros((n, N_OWNERS, 2), np.uint64), np.zeros((n, 8), np.int64), np.zeros((n, 4, 4), np.uint64)
    _COMPILED(views, sets, kitties, streams, seam.records(KNOWN), seam.records(WORLD))
    return sets, kitties, streams
