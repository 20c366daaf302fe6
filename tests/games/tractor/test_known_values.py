"""Numbers that are known without this program: by counting, from an independent program, or because nothing prefers a suit or a seat.

Sources: dealing facts by exact counting (25 of 108 cards; 33 for the dealer), runs by 60,000 independent deals; `plain`
and `random` at level 2 from an independent program, 20 million deals each (standard errors .009 points, .0001 shares),
but for one share that a third program put right: 16 million deals here give .11821 with a standard error of .00008.
"""

from __future__ import annotations

from functools import cache
from math import sqrt

import numpy as np
import pytest

from sim.core import jit
from sim.core.rng import Stream
from sim.experiment.strategies import load
from sim.games.tractor import GAME, measures, rules
from sim.games.tractor.cards import kinds_in, masks_of, points_of
from sim.games.tractor.decisions import CHOSEN, DECLARE
from tests.games.tractor import hostile
from tests.playing import Players

SEED = 20261130
CHUNK = 20_000  # blocks whose tallies are held at once
TEAM_OF_DEALER = measures.BY_ROLE + measures.ROLE_WIDTH  # the columns of the defender's role


@cache
def table_of(word: str) -> Players:
    """The strategy in all seats."""
    return Players(GAME, [[load(GAME, word).functions[decision.name] for decision in GAME.decisions]])


def tallies(word: str, n_deals: int, options: dict, seed: int = SEED) -> np.ndarray:
    """(deals, columns) of seat 0 and of seat 1: the one attacks or the other."""
    agreed = GAME.rules(4, options)
    seatings, credits = np.zeros((1, 4), np.int64), np.array([[0, 1, -1, -1]])
    parts = []
    for first in range(0, n_deals, CHUNK):
        rows, _ = table_of(word).play_credited(agreed, seed, first, min(CHUNK, n_deals - first), seatings, credits)
        parts.append(rows[:, :, : measures.BY_DECLARATION].astype(np.int32))
    return np.concatenate(parts)


def assert_close(found: np.ndarray, expected: float, error: float = 0.0) -> None:
    """The mean within four standard errors, those of the source included."""
    mean, spread = found.mean(), found.std(ddof=1) / sqrt(len(found))
    assert abs(mean - expected) < 4 * sqrt(spread**2 + error**2) + 1e-12, f"{mean:.5f} +- {spread:.5f}, expected {expected}"


# `plain` and `random` at level 2 -------------------------------------------------------------------------------------

INDEPENDENT = {
    "plain": {
        "points": 72.653,
        "reach": 0.4467,
        "rise": 0.6440,
        "none": 0.0414,
        "many": 0.11836,  # by a third program's 60 million deals; the 20 million here gave .1186, which neither it nor this program meets
        "tricks": 19.173,
        "no_trump": 0,
        "undeclared": 0.0060,
        "kept": 0.5968,
        "taken": 0.1065,
        "bonus": 0,
    },
    "random": {
        "points": 103.948,
        "reach": 0.7316,
        "rise": -0.1608,
        "none": 0.0007,
        "many": 0.3644,
        "tricks": 20.759,
        "no_trump": 0.1886,
        "undeclared": 0.0208,
        "kept": 0.6069,
        "taken": 0.4748,
        "bonus": 13.858,
    },
}


def compare_with_independent(word: str, n_deals: int) -> None:
    rows, known = tallies(word, n_deals, {"level": "2"}), INDEPENDENT[word]
    both = rows.sum(axis=1)  # each deal is one attack and one defence
    assert_close(both[:, measures.POINTS], known["points"], 0.009)
    assert_close(both[:, measures.BY_ROLE + 1], known["reach"], 0.00015)
    assert_close(both[:, TEAM_OF_DEALER + 2], known["rise"], 0.0005)
    assert_close(both[:, measures.BY_OUTCOME], known["none"], 0.0001)
    assert_close(both[:, measures.BY_OUTCOME + 4], known["many"], 0.0001)
    for column, name, error in (
        (measures.TRICKS, "tricks", 0.0006),
        (measures.NO_TRUMPS, "no_trump", 0.0001),
        (measures.UNDECLARED, "undeclared", 0.0001),
        (measures.KEPT, "kept", 0.00015),
        (measures.TAKEN, "taken", 0.00015),
        (measures.BONUS, "bonus", 0.009),
    ):
        if known[name]:
            assert_close(rows[:, 0, column], known[name], error)
        else:
            assert rows[:, 0, column].mean() < 0.01
    assert abs(both[:, measures.POINTS].std() - {"plain": 37.04, "random": 39.4}[word]) < 0.5


@pytest.mark.parametrize("word", INDEPENDENT)
def test_same_strategy_everywhere(word):
    compare_with_independent(word, 2000 if jit.DISABLED else 20_000)


@pytest.mark.slow
@pytest.mark.parametrize("word", INDEPENDENT)
def test_same_strategy_everywhere_closely(word):
    compare_with_independent(word, 500_000)


@pytest.mark.slow
def test_matches_of_plain():
    rows = tallies("plain", 100_000, {"unit": "match"})
    assert_close(rows[:, 0, measures.DEALS], 24.937, 0.006)
    assert rows[:, :, measures.CUT_OFF].sum() == 0
    assert (rows[:, :, measures.MATCH_WON].sum(axis=1) == 1).all()
    assert (rows[:, :, measures.FIRST_DEALT].sum(axis=1) == 1).all()
    assert_close(rows[:, :, measures.FIRST_WON].sum(axis=1), 0.5372, 0.0005)


# Dealing -------------------------------------------------------------------------------------------------------------


@cache
def packs() -> np.ndarray:
    """(deals, 108) kinds as they are dealt, by the slow stream that the kernel is compared with."""
    found = np.zeros((20_000, 108), np.int64)
    for i in range(len(found)):
        stream, pack = Stream(SEED, i, 0), [*range(54), *range(54)]
        stream.shuffle_front(pack, 108)
        found[i] = pack
    return found


def counts(cards: np.ndarray) -> np.ndarray:
    """(deals, 54) copies of each kind."""
    return np.stack([(cards == kind).sum(axis=1) for kind in range(54)], axis=1)


def test_T1_exact_dealing_facts():
    hand, dealer, kitty = counts(packs()[:, :25]), counts(np.concatenate([packs()[:, :25], packs()[:, 100:]], axis=1)), packs()[:, 100:]
    assert_close((hand == 2).sum(axis=1), 2.8037, 0.00005)
    assert_close((dealer == 2).sum(axis=1), 4.9346, 0.00005)
    assert_close(hand[:, 17] == 2, 0.051921)
    assert_close(np.array([points_of(cards) for cards in kitty.tolist()]), 14.8148, 0.00005)
    trumps = [kind for kind in range(54) if kind >= 52 or kind % 13 == 0 or kind // 13 == 1]
    assert_close(hand[:, trumps].sum(axis=1), 8.3333, 0.00005)
    assert_close(dealer[:, trumps].sum(axis=1), 11.0)
    only_levels = [0, 13, 26, 39, 52, 53]
    assert_close(hand[:, only_levels].sum(axis=1), 2.7778, 0.00005)
    assert_close(dealer[:, only_levels].sum(axis=1), 3.6667, 0.00005)
    assert_close(hand[:, [0, 13, 26, 39]].sum(axis=1) > 0, 0.88795)
    assert_close(hand[:, 1:13].sum(axis=1) == 0, 0.000712)


def test_T5_exact_declaring_facts():
    red, any_joker = np.zeros(len(packs()), bool), np.zeros(len(packs()), bool)
    for seat in range(4):
        held = counts(packs()[:, 25 * seat : 25 * seat + 25])
        red |= held[:, 53] == 2
        any_joker |= (held[:, 52:] == 2).any(axis=1)
    assert_close(red, 0.20768)
    assert_close(any_joker, 0.37234)


@pytest.mark.parametrize(
    ("n", "trump", "shares"),
    [(25, 1, {0: 0.026, 1: 0.861, 2: 0.109, 3: 0.0045}), (25, 4, {2: 0.104, 3: 0.0037}), (33, 4, {2: 0.286, 3: 0.022})],
)
def test_T12_longest_runs(n, trump, shares):
    places = [*range(25), *range(100, 108)][:n]
    longest = np.array([rules.longest_run(rules.fold(np.uint64(masks_of(cards, 0, trump)[1]), trump), trump) for cards in packs()[:, places].tolist()])
    for m, share in shares.items():
        assert_close(longest == m, share, sqrt(share / 60_000) + 0.0005)


def test_counts_are_where_the_kernel_puts_them():
    """Each table of counts begins where its name says, and the last ends with the row."""
    counts = GAME.layout(GAME.rules(4, {})).counts
    assert [c.first for c in counts] == [0, measures.CHANGES_AT, measures.BURIED_AT, measures.LENGTHS_AT]
    assert [c.first + c.size for c in counts] == [measures.CHANGES_AT, measures.BURIED_AT, measures.LENGTHS_AT, measures.LENGTHS_AT + measures.N_LENGTHS]


# What nothing can prefer ---------------------------------------------------------------------------------------------


def test_null_match_and_partner_symmetry():
    """The same strategy on both sides: nobody is ahead; both seats of a team have the same results."""
    agreed = GAME.rules(4, {"level": "5"})
    table = Players(GAME, [hostile.FUNCTIONS] * 4, [[seat + 1] for seat in range(4)])
    rows = table.play(agreed, SEED, 0, 200 if jit.DISABLED else 20_000)
    assert_close(rows[:, 0, measures.RISE], 0.0)
    assert_close(rows[:, 0, measures.NET], 0.0)
    shared = [measures.POINTS, measures.NET, measures.WON, measures.RISE, measures.KITTY, measures.TAKEN, measures.BONUS, measures.ATTACKS]
    assert np.array_equal(rows[:, 0][:, shared], rows[:, 2][:, shared]) and np.array_equal(rows[:, 1][:, shared], rows[:, 3][:, shared])
    assert np.array_equal(rows[:, 0, measures.RISE], -rows[:, 1, measures.RISE])


TURNED = (2, 0, 3, 1)  # the printed suit that takes the place of S, H, D, C


def turned(kind: int) -> int:
    """The kind with its suit exchanged."""
    return kind if kind >= 52 else 13 * TURNED[kind // 13] + kind % 13


def asked(policies: list, answers: list) -> list:
    """The policies, the cards of each answer noted."""

    def noting(policy):
        def answer(decision, views):
            said, view = policy(decision, views), views[0]
            order = int(view["level"]), int(view["trump"])
            one, both = (view["chosen"], view["chosen_pairs"]) if said == CHOSEN else (1 << max(said, 0), 0)
            answers.append(said if decision == DECLARE else kinds_in(one, both, *order))
            return said

        return answer

    return [noting(policy) for policy in policies]


def turned_answers(answers: list) -> list:
    """Policies that answer the same with suits exchanged."""
    left = iter(answers)

    def answer(decision, views):
        said, view = next(left), views[0]
        if decision == DECLARE:
            return said if said in (0, 9, 10) else TURNED[(said - 1) % 4] + (1 if said < 5 else 5)
        views["chosen"], views["chosen_pairs"] = masks_of(map(turned, said), int(view["level"]), int(view["trump"]))
        return CHOSEN

    return [answer] * 4


@pytest.mark.parametrize("level", ["2", "10", "A"])
def test_suits_are_alike(level, monkeypatch):
    """The same deal and answers with the printed suits exchanged: the same winners, points and levels."""
    agreed = GAME.rules(4, {"level": level})
    table = Players(GAME, [hostile.FUNCTIONS] * 4, [[seat + 1] for seat in range(4)])
    shuffle = Stream.shuffle_front

    def exchange(self, pack, n):
        shuffle(self, pack, n)
        pack[:] = map(turned, pack)

    for block in range(3 if jit.DISABLED else 25):
        answers: list = []
        plain = GAME.replay(agreed, asked(table.policies(4), answers), SEED, block)
        with monkeypatch.context() as patch:
            patch.setattr(Stream, "shuffle_front", exchange)
            other = GAME.replay(agreed, turned_answers(answers), SEED, block)
        assert plain["tallies"] == other["tallies"]
        for name in ("trick", "score"):
            assert [e for e in plain["events"] if e["event"] == name] == [e for e in other["events"] if e["event"] == name]
