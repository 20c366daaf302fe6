"""Rollouts against the reference: the same world, the same choice, the same policy, played on by hand."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from sim.core import jit, seam
from sim.experiment.lineup import parse_player, seated
from sim.games.tractor import GAME
from sim.games.tractor.cards import NO_TRUMP, kinds_in
from sim.games.tractor.choices import LEVELS, MARGIN, N_OUTCOMES, WON, code_of, set_of
from sim.games.tractor.decisions import BURY, DECLARE, FOLLOW, LEAD
from sim.games.tractor.kernel.play_out import play_out
from sim.games.tractor.reference import rises
from sim.games.tractor.reference.table import Table
from sim.games.tractor.worlds.known import BURIED
from tests.conformance import dealing
from tests.games.tractor.moments import Asked, Sets, asked_in, declared, draw_worlds

SEED = 31
OPTIONS = [{"level": "2", "dealer": "0"}, {"level": "10"}, {"level": "5", "first_dealer": "standing"}]


@cache
def player(policy: str) -> np.ndarray:
    """Who plays on, as a record (1,) of seam.PLAYER."""
    return seated(GAME, parse_player(policy, GAME))


def as_set(answer: int) -> tuple[int, int]:
    """The two masks of an answer as a transcript notes it."""
    return (answer & (1 << 54) - 1, answer >> 54 & (1 << 54) - 1) if answer >> 108 == 1 else (1 << answer, 0)


def as_choice(asked: Asked, answer: int) -> int:
    """The number of an answer as a transcript notes it."""
    view = asked.views[0]
    if asked.decision == DECLARE:
        return answer
    return int(code_of(*(np.uint64(mask) for mask in (view["hand"], view["pairs"], *as_set(answer)))))


def as_answer(asked: Asked, choice: int) -> int:
    """The other way round."""
    view = asked.views[0]
    if asked.decision == DECLARE:
        return choice
    one, both = set_of(np.uint64(view["hand"]), np.uint64(view["pairs"]), choice)
    return 1 << 108 | int(both) << 54 | int(one)


def outcomes_of(asked: Asked, choices: list[int], policy: str, n_worlds: int) -> np.ndarray:
    """(worlds, choices, N_OUTCOMES). Does not move the View's stream."""
    views = seam.records(GAME.view)
    views[:] = asked.views
    found = np.zeros((n_worlds, len(choices), N_OUTCOMES), np.int64)
    play_out(views, asked.decision, np.array(choices, np.int64), player(policy).ctypes.data, found)
    return found


def world_deal(question: Asked, world: Sets, kitty: np.ndarray) -> list[int]:
    """The pack of a world: what each holds and has played; of the dealer's 33 what was not shown goes to the kitty."""
    view, dealer = question.views[0], int(question.views[0]["dealer"])
    is_declaring = question.decision == DECLARE
    order = (int(view["level"]), NO_TRUMP if is_declaring else int(view["trump"]))
    hands = []
    for seat in range(4):
        one, both = (view["hand"], view["pairs"]) if seat == question.seat else world[seat]
        hands.append(kinds_in(one, both, *order) + kinds_in(view["played"][seat], view["played_pairs"][seat], *order))
    if is_declaring:
        return [kind for hand in hands for kind in hand] + [kind for place in kitty for kind in kinds_in(1 << int(place), 0, *order)]
    buried = (view["buried"], view["buried_pairs"]) if question.seat == dealer else world[BURIED]
    turned = kinds_in(view["kitty"], view["kitty_pairs"], *order)
    turned.sort(key=lambda kind: kind // 13 != view["trump"])  # T7: the first one makes trumps if nobody has declared
    hands[dealer] += kinds_in(*buried, *order)
    kept = [kind for seat, place, n in declared(view) if seat == dealer for kind in kinds_in(1 << place, (1 << place) * (n - 1), *order)]
    for kind in [*kept, *turned]:
        hands[dealer].remove(kind)
    hands[dealer] = kept + hands[dealer] + turned
    return [kind for seat in range(4) for kind in hands[seat][:25]] + hands[dealer][25:]


def by_hand(asked: list[Asked], at: int, options: dict[str, str], block: int, choice: int, world: tuple[np.ndarray, ...], policy: str) -> list[int]:
    """What the choice brings in a world, by the reference: all as it was up to the question, then the policy."""
    question, record, ask_once = asked[at], player(policy), GAME.ask_once()
    sets, kitty, streams = world
    before = [a for a in asked[:at] if a.decision != DECLARE]
    private, place = {seat: streams[seat].copy() for seat in range(4)}, iter(range(1000))
    said = [(int(seat), int(word)) for word, seat in zip(question.views[0]["declared"], question.views[0]["declared_by"], strict=True) if word > 0]
    is_put = [question.decision != DECLARE]

    def live(seat: int, decision: int, views: np.ndarray) -> int:
        seen = seam.records(GAME.view)
        seen[:] = views
        seen["parameters"], seen["rng"] = record["parameters"], private[seat]
        answer = ask_once(record["functions"][0, decision], seen)
        private[seat] = seen["rng"][0].copy()
        return GAME.full_answer(int(answer), seen)

    def declare(seat: int, views: np.ndarray) -> int:
        if said:
            return said.pop(0)[1] if said[0][0] == seat else 0
        if question.decision == DECLARE and is_put[0]:
            return live(seat, DECLARE, views)
        is_put[0] |= seat == question.seat
        return choice if is_put[0] and question.decision == DECLARE else 0

    def answer(seat: int, decision: int, views: np.ndarray) -> int:
        if decision == DECLARE:
            return declare(seat, views)
        if question.decision == DECLARE:
            return live(seat, decision, views)
        now = next(place)
        if now < len(before):
            is_guessed = decision == BURY and seat != question.seat
            return 1 << 108 | int(sets[BURIED][1]) << 54 | int(sets[BURIED][0]) if is_guessed else before[now].answer
        return as_answer(question, choice) if now == len(before) else live(seat, decision, views)

    policies = [lambda decision, views, seat=seat: answer(seat, decision, views) for seat in range(4)]
    table = Table(GAME.rules(4, options), policies, SEED, block)
    with dealing([world_deal(question, sets, kitty)]):
        table.play_game()
    points, (defence, attack) = table.sheet[0]["points"], rises(table.sheet[0]["points"])
    attacks = question.seat % 2 != table.sheet[0]["dealer"] % 2
    return [attack - defence, points - 80, int(points >= 80)] if attacks else [defence - attack, 80 - points, int(points < 80)]


def choices_at(asked: Asked) -> list[int]:
    """The answer that was given, and another where one is easily found."""
    view = asked.views[0]
    found, legal = [as_choice(asked, asked.answer)], int(view["legal"])
    if asked.decision == DECLARE:
        return sorted({0, *found})
    if asked.decision == LEAD or (asked.decision == FOLLOW and view["n_pairs"] == 0):
        found.append(as_choice(asked, (legal & -legal).bit_length() - 1))
    return list(dict.fromkeys(found))


@pytest.mark.parametrize("policy", ["basic", "random"])
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_rollouts_are_what_the_reference_plays(options, policy):
    met = set()
    for block in range(1 if jit.DISABLED else 4):
        asked = asked_in(block, options, SEED)
        n_opening = [a.decision for a in asked].index(BURY) + 1
        for at in [*range(n_opening), *range(n_opening + block, len(asked), 29 if jit.DISABLED else 11)]:
            question, choices = asked[at], choices_at(asked[at])
            found = outcomes_of(question, choices, policy, 2)
            views = seam.records(GAME.view)
            views[:] = question.views
            worlds = draw_worlds(views, 2)
            for w in range(2):
                expected = [by_hand(asked, at, options, block, choice, tuple(part[w] for part in worlds), policy) for choice in choices]
                assert found[w][:, [LEVELS, MARGIN, WON]].tolist() == expected, (block, at)
            met.add(question.decision)
    assert met == {DECLARE, BURY, LEAD, FOLLOW}


def test_the_last_card_is_worth_the_same_whatever_the_policy():
    """T19, T22: last to play to the last trick, nothing is left to anybody's choice."""
    asked = asked_in(5, OPTIONS[0])[-1]
    one, other = (outcomes_of(asked, [as_choice(asked, asked.answer)], policy, 3) for policy in ("random", "basic"))
    assert np.array_equal(one, other)


def test_an_unlawful_policy_is_told(tmp_path: Path):
    (tmp_path / "wrong.py").write_text("def follow(view):\n    return 99\n")
    asked = next(a for a in asked_in(0, OPTIONS[0]) if a.decision == FOLLOW)
    with pytest.raises(ValueError, match="policy answered unlawfully in a world"):
        outcomes_of(asked, [as_choice(asked, asked.answer)], f"{tmp_path}/wrong.py", 1)


def test_numbers_of_choices_name_sets_of_own_cards():
    for asked in asked_in(3, OPTIONS[0])[::7]:
        if asked.decision != DECLARE:
            full = 1 << 108 | as_set(asked.answer)[1] << 54 | as_set(asked.answer)[0]
            assert as_answer(asked, as_choice(asked, asked.answer)) == full
