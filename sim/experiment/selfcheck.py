"""`selfcheck`: whether this installation plays and counts right, in some seconds.

Every check has a fixed seed: its outcome changes only when the program does. Statistical checks allow what an honest
program exceeds once in about 10,000 times.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import isclose, sqrt
from typing import Any

import numpy as np

from sim.core import jit, rng
from sim.experiment import strategies
from sim.experiment.lineup import Plan, Player, parse_lineup, parse_player, plan_candidates, plan_rotations
from sim.experiment.replay import seat_policies
from sim.experiment.results import Result
from sim.experiment.runner import Engine, play
from sim.games.protocol import Game, KnownValue, Rules

SEED = 20_240_229
BLOCKS = 2000
TWIN_GAMES = 5
SHUFFLES = 40_000
COVERAGE_RUNS, COVERAGE_BLOCKS = 200, 100
WORST = 4.0  # standard errors that a true value may be off (p = 0.00006)
SMALLEST_P = 1e-4


@dataclass(frozen=True)
class Check:
    """One line of the table."""

    game: str
    what: str
    expected: str
    found: str
    fine: bool


def selfcheck(game: Game | str | None = None) -> Iterator[Check]:
    """Checks of one game or of all, one after the other as they are done. Raises InputError for an unknown game."""
    from sim import games as rooms

    checked = [rooms.load(name) if isinstance(name, str) else name for name in ([game] if game is not None else rooms.names())]
    yield from check_shuffles()
    for room in checked:
        for check in (check_twin, check_mirror, check_two_seeds, check_coverage, check_random, check_threads, check_known_values):
            yield from _guarded(room, check)


def _guarded(room: Game, check: Callable[[Game], Iterator[Check]]) -> Iterator[Check]:
    """The check's lines; what it raises becomes a line too, so that one failure does not hide the others."""
    try:
        yield from check(room)
    except Exception as error:
        yield Check(room.name, check.__name__.removeprefix("check_").replace("_", " "), "no error", str(error), False)


def yardstick(game: Game) -> str:
    """`plain` where it is shipped, else the strategy that speed is measured with."""
    return "plain" if "plain" in strategies.names(game.name) else game.bench_word


def _result(plan: Plan, n_blocks: int, seed: int = SEED, jobs: int | None = None) -> Result:
    return Result(plan, seed, play(Engine(plan, seed), n_blocks, jobs), {})


@jit.helper
def shuffled_places(n_cards, n_shuffles, counts, state):
    """Counts which card comes to which place of a shuffled pack: counts[card, place], in place."""
    pack = np.zeros(n_cards, np.int64)
    for _ in range(n_shuffles):
        for i in range(n_cards):
            pack[i] = i
        rng.shuffle_front(pack, n_cards, state)
        for i in range(n_cards):
            counts[pack[i], i] += 1


@jit.helper
def drawn_places(pack, n_cards, n_draws, counts, state):
    """Counts which card of a mask is drawn when: counts[card, place], in place."""
    drawn = np.zeros(n_cards + 3, np.uint64)
    for _ in range(n_draws):
        rng.draw_bits(pack, n_cards, drawn, state)
        for i in range(n_cards):
            card = 0
            while np.uint64(1) << np.uint64(card) != drawn[i]:
                card += 1
            counts[card, i] += 1


def check_shuffles(n_shuffles: int = SHUFFLES) -> Iterator[Check]:
    """Every card comes to every place equally often (chi-squared over the table of cards and places)."""
    n_shuffles = 400 if jit.DISABLED else n_shuffles
    for n_cards in (52, 54):
        for name, shuffle in (("shuffle", shuffled_places), ("draw", drawn_places)):
            counts = np.zeros((n_cards, n_cards), np.int64)
            state = np.array(rng.Stream(SEED, n_cards, rng.DEAL).state, np.uint64)
            if name == "shuffle":
                shuffle(n_cards, n_shuffles, counts, state)
            else:
                shuffle(np.uint64((1 << n_cards) - 1), n_cards, n_shuffles, counts, state)
            p = uniform_p(counts, n_shuffles / n_cards)
            yield Check("all", f"{name} of {n_cards} cards is uniform", f"p from {SMALLEST_P:g} to {1 - SMALLEST_P:g}", f"p = {p:.3f}", _is_usual(p))


def uniform_p(counts: np.ndarray, expected: float) -> float:
    """Chi-squared p-value of a square table whose rows and columns all have the same known sum."""
    from scipy.special import gammaincc

    freedom = (counts.shape[0] - 1) * (counts.shape[1] - 1)
    n = counts.shape[0]
    chi_squared = ((counts - expected) ** 2 / expected).sum() * (n - 1) / n  # each card has a place: negative correlation n / (n - 1)
    return float(gammaincc(freedom / 2, chi_squared / 2))


def _is_usual(p: float) -> bool:
    return SMALLEST_P <= p <= 1 - SMALLEST_P


def check_twin(game: Game) -> Iterator[Check]:
    """The kernel tallies what the slow reference does."""
    for players in sorted({game.min_players, game.max_players}):
        rules = game.rules(players)
        seats = parse_lineup(",".join([yardstick(game), "random"] * players).rsplit(",", players)[0], rules)
        same = sum(_plays_alike(rules, seats, block) for block in range(TWIN_GAMES))
        yield Check(game.name, f"fast and slow rules agree, {players} players", f"{TWIN_GAMES} games alike", f"{same} of {TWIN_GAMES}", same == TWIN_GAMES)


def _plays_alike(rules: Rules, seats: Sequence[Player], block: int) -> bool:
    by_seat = np.arange(rules.players, dtype=np.int64)[None, :]
    plan = Plan(rules, tuple(seats), by_seat, by_seat, tuple(f"seat {seat}" for seat in range(rules.players)))
    rows = Engine(plan, SEED, with_rows=True).play(block, 1).totals.rows
    assert rows is not None
    slow = rules.game.replay(rules, seat_policies(rules, seats, SEED, block), SEED, block)["tallies"]
    return bool(np.array_equal(rows[0], np.array(slow, np.int64)))


def check_mirror(game: Game) -> Iterator[Check]:
    """A strategy against itself under another name: over all sides of a deal the difference is exactly nothing."""
    rules = game.rules()
    word = yardstick(game)
    player = parse_player(word, game)
    twin = replace(player, word=f"{word} again")
    sides = game.sides(rules.players)
    seatings = np.array([[0 if seat in side else 1 for seat in range(rules.players)] for side in sides], np.int64)
    result = _result(Plan(rules, (player, twin), seatings, seatings, (word, twin.word)), BLOCKS)
    worst = max(abs(result.contrast(m.name, [0], [1]).value) for m in rules.headline if _has(result, m.name))
    yield Check(game.name, f"{word} against itself, {len(sides)} sides a deal", "differences of 0", f"at most {worst:.2g}", worst < 1e-9)


def _has(result: Result, measure: str) -> bool:
    """Whether anything was observed for a measure."""
    return any(c.measure == measure and not c.group for c in result.plan.cells) and result.estimate(result.entrants[0], measure).n > 0


def check_two_seeds(game: Game) -> Iterator[Check]:
    """The same line-up on other deals: the difference of two independent means is within what their errors allow."""
    rules = game.rules()
    plan = plan_candidates(rules, [parse_player(yardstick(game), game)], parse_player("random", game))
    first, second = (_result(plan, BLOCKS, seed) for seed in (SEED, SEED + 1))
    for name in [m.name for m in rules.headline if _has(first, m.name)][:2]:
        a, b = (r.estimate(r.entrants[0], name) for r in (first, second))
        error = sqrt(a.se**2 + b.se**2)
        z = abs(a.value - b.value) / error if error else 0.0
        yield Check(game.name, f"{name} on two sets of deals", f"differ by under {WORST:g} se", f"{a.value:.4g} and {b.value:.4g}: {z:.1f} se", z < WORST)


def check_coverage(game: Game) -> Iterator[Check]:
    """95 % intervals of many short runs hold the mean of all of them about 95 times in 100."""
    yard = parse_player(yardstick(game), game)
    side = game.sides(game.rules().players)[0]  # one side among its like: no measure is near its limits, where short runs are skewed
    credits = np.array([[0 if seat in side else -1 for seat in range(game.rules().players)]], np.int64)
    plan = replace(plan_candidates(game.rules(), [yard], yard), credits=credits)
    engine = Engine(plan, SEED)
    runs = [Result(plan, SEED, engine.play(i * COVERAGE_BLOCKS, COVERAGE_BLOCKS).totals, {}) for i in range(COVERAGE_RUNS)]
    everything = engine.empty()
    for run in runs:
        everything.add(run.totals)
    total = Result(plan, SEED, everything, {})
    name = plan.rules.headline[0].name
    truth = total.estimate(total.entrants[0], name).value
    found = [run.estimate(run.entrants[0], name) for run in runs]
    held = sum(e.low <= truth <= e.high for e in found)
    low, high = COVERAGE_RUNS * 0.95 - WORST * sqrt(COVERAGE_RUNS * 0.95 * 0.05), COVERAGE_RUNS
    expected = f"{low:.0f}..{high} of {COVERAGE_RUNS}"
    yield Check(game.name, f"95 % intervals of {name} hold the truth", expected, f"{held} of {COVERAGE_RUNS}", held >= low)


def check_random(game: Game) -> Iterator[Check]:
    """`random` is far below, alone among players who know what they do."""
    word = yardstick(game)
    plan = plan_candidates(game.rules(), [parse_player(word, game), parse_player("random", game)], parse_player(word, game))
    result = _result(plan, BLOCKS)
    measure = plan.rules.headline[0]
    gap = result.contrast(measure.name, [0], [1])
    ahead = gap.value * (measure.better or 1) / gap.se
    yield Check(game.name, f"random is far below {word} by {measure.name}", f"by over {WORST:g} se", f"{ahead:.0f} se", ahead > WORST)


def check_threads(game: Game) -> Iterator[Check]:
    """The same sums from one thread and from several, whatever the chunks."""
    rules = game.rules()
    engine = Engine(plan_rotations(rules, parse_lineup(",".join([yardstick(game), *["random"] * (rules.players - 1)]), rules)), SEED)
    one, many = play(engine, 300, 1, chunk_blocks=300), play(engine, 300, 3, chunk_blocks=17)
    same = bool((one.gram == many.gram).all() and (one.counts == many.counts).all())
    yield Check(game.name, "threads and chunks change nothing", "equal sums", "equal" if same else "different", same)


def check_known_values(game: Game) -> Iterator[Check]:
    """Values that are known exactly are met."""
    for known in game.known_values():
        yield _check_known(game, known)


def _check_known(game: Game, known: KnownValue) -> Check:
    rules = game.rules(known.players, known.options)
    result = _result(plan_rotations(rules, parse_lineup(known.lineup, rules)), BLOCKS)
    found = result.estimate(result.entrants[0], known.measure, known.group)
    exact = isclose(found.value, known.value, abs_tol=1e-9)
    fine = exact or (found.se > 0 and abs(found.value - known.value) < WORST * found.se)
    return Check(game.name, known.name, f"{known.value:.6g}", f"{found.value:.6g} ± {found.high - found.value:.2g}", fine)


def as_rows(checks: Sequence[Check]) -> list[dict[str, Any]]:
    """The checks as dictionaries, for tables and JSON."""
    return [{"game": c.game, "check": c.what, "expected": c.expected, "found": c.found, "fine": c.fine} for c in checks]


__all__ = ["Check", "as_rows", "selfcheck"]
