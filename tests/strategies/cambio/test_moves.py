"""What the strategies do at tables that show their ideas, and what they are worth against each other."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from sim.core import jit
from sim.experiment import runner
from sim.experiment.compare import compare
from sim.experiment.estimates import contrast
from sim.experiment.lineup import parse_player, plan_candidates
from sim.experiment.strategies import load, names
from sim.games.cambio import GAME
from sim.games.cambio.decisions import STOCK, TOP
from sim.games.cambio.strategist import own_pair, place_of
from tests.strategies.cambio.seats import DISCARD, PASS, PLAY, ask, seat_at

OTHERS = ("? ? ? ?", "? ? ? ?")
STRATEGIES = {"plain", "random", "never_call", "greedy", "memory", "smart", "counting", "snapper", "king_dumper", "oracle", "rollout"}


def test_all_are_here_and_tell_their_idea():
    assert set(names("cambio")) >= STRATEGIES
    for name in STRATEGIES:
        strategy = load(GAME, name)
        assert all(word in strategy.doc for word in ("Idea:", "Origin:", "Weakness:"))
        assert strategy.lawful is (name != "oracle")


def test_greedy_calls_by_threshold_and_unknown_cards():
    assert ask("greedy", "call", seat_at("2S 2H - -", *OTHERS)) == 1
    assert ask("greedy", "call", seat_at("2S 3H - -", *OTHERS)) == 0
    assert ask("greedy", "call", seat_at("2S 3H - -", *OTHERS), call_at=5) == 1
    assert ask("greedy", "call", seat_at("KH KD ? ?", *OTHERS), call_at=15) == 0
    assert ask("greedy", "call", seat_at("KH KD ? ?", *OTHERS), call_at=15, unknown_at_most=2) == 1


def test_greedy_counts_the_cards_that_were_seen():
    """All black kings are gone: an unknown card is worth less."""
    table = ("KH KD ? -", "? ? ? ?")
    assert ask("greedy", "call", seat_at(*table), call_at=4) == 0  # 4.43
    assert ask("greedy", "call", seat_at(*table, pile="KS KS KC KC JS JS JH JH"), call_at=4) == 1


def test_greedy_takes_cheap_tops_only():
    assert ask("greedy", "draw", seat_at("9S ? ? ?", *OTHERS, pile="AS")) == TOP
    assert ask("greedy", "draw", seat_at("9S ? ? ?", *OTHERS, pile="2S")) == STOCK
    assert ask("greedy", "draw", seat_at("9S ? ? ?", *OTHERS, pile="2S"), take_at_most=2) == TOP


def test_greedy_exchanges_for_what_is_cheapest():
    table = seat_at("KC 2S 3S 4S", "? 9S ? ?", "? AS ? ?", drawn="JS")
    assert ask("greedy", "use", table) == PLAY  # the king for the ace, not for the jack
    assert ask("greedy", "exchange", seat_at("KC 2S 3S 4S", "? 9S ? ?", "? AS ? ?")) == own_pair(0, place_of(2, 1))
    assert ask("greedy", "exchange", seat_at("KC 2S 3S 4S", "? ? ? ?", "? ? ? ?", seen=[(2, 3, 2)])) == own_pair(0, place_of(2, 3))


def test_greedy_throws_the_dearest_match():
    assert ask("greedy", "snap", seat_at("KH KC ? KS", *OTHERS, pile="KD", snap=True)) == place_of(0, 1)
    assert ask("greedy", "snap", seat_at("9S ? ? ?", *OTHERS, pile="9D", snap=True), throw_above=21) == PASS


def test_never_call_never_calls():
    assert ask("never_call", "call", seat_at("KH KD - -", *OTHERS)) == 0


def test_rollout_takes_what_is_clearly_best():
    assert ask("rollout", "call", seat_at("KS KC JS JD", *OTHERS)) == 0
    assert ask("rollout", "use", seat_at("KH KS - -", *OTHERS, drawn="JK"), worlds=400) == 1
    assert ask("rollout", "snap", seat_at("3H KC 2D ?", *OTHERS, pile="KD", snap=True), worlds=400) == place_of(0, 1)


def test_memory_forgets_and_learns_anew():
    views = seat_at("2S 2H - -", *OTHERS)
    assert ask("memory", "call", views, loss=0) == 1
    views = seat_at("2S 2H - -", *OTHERS)
    assert ask("memory", "call", views, loss=1) == 0  # forgot both: 12.5
    assert views[0]["notes"][0, 0] == 0b11
    assert ask("memory", "give", views, loss=1) == 0
    views["known"][0, 0] = 0b10  # position 0 was exchanged for an unknown card ...
    ask("memory", "call", views, loss=0)
    views["known"][0, 0] = 0b11  # ... and is known again
    ask("memory", "call", views, loss=0)
    assert views[0]["notes"][0, 0] == 0b10


def test_memory_remembers_what_it_looks_at_and_puts_down():
    views = seat_at("9S 9H 9D -", "2S ? ? ?", "? ? ? ?", drawn="3S")
    views["notes"][0, 0, 0], views["notes"][0, 0, 1] = 0b111, 0b1
    position = ask("memory", "use", views)
    assert views[0]["notes"][0, 0] == 0b111 & ~(1 << position)
    views["notes"][0, 0, 0] = 0b110
    assert ask("memory", "peek_own", views) == 1 and views[0]["notes"][0, 0] == 0b100
    assert ask("memory", "peek_other", views) == place_of(1, 0) and views[0]["notes"][0, 1] == 0
    views["notes"][0, 0, 0] = 0b000
    views["notes"][0, 0, 1] = 0b001
    assert ask("memory", "exchange", views) == own_pair(0, place_of(1, 0))  # 9 for what it no longer knows to be a 2
    assert views[0]["notes"][0, 0] == 0b001 and views[0]["notes"][0, 1] == 0


def test_memory_does_not_throw_what_it_forgot():
    views = seat_at("9S ? ? ?", *OTHERS, pile="9D", snap=True)
    assert ask("memory", "snap", views) == place_of(0, 0)
    views["notes"][0, 0, 0] = 1
    assert ask("memory", "snap", views) == PASS


def test_smart_calls_when_ahead():
    assert ask("smart", "call", seat_at("2S 3S 2H -", *OTHERS)) == 1  # all known, below 8
    assert ask("smart", "call", seat_at("2S 3S 4H -", *OTHERS)) == 1  # 9, far below the others
    assert ask("smart", "call", seat_at("2S 3S 4H -", "2D 3D 4D -")) == 0
    assert ask("smart", "call", seat_at("2S 3S ? -", *OTHERS)) == 0  # too much unknown


def test_snapper_counts_cards():
    assert ask("snapper", "call", seat_at("4S - - 4H", *OTHERS)) == 1
    assert ask("snapper", "call", seat_at("4S - 2S 4H", *OTHERS)) == 0
    assert ask("snapper", "call", seat_at("4S - - KC", *OTHERS)) == 0
    assert ask("snapper", "snap", seat_at("KH ? ? ?", *OTHERS, pile="KC", snap=True)) == place_of(0, 0)
    assert ask("greedy", "snap", seat_at("KH ? ? ?", *OTHERS, pile="KC", snap=True)) == PASS


def test_king_dumper_dumps_kings_where_they_stay_away():
    table = ("3S KC ? ?", *OTHERS)
    assert ask("king_dumper", "snap", seat_at(*table, pile="9D", snap=True)) == place_of(0, 1)
    assert ask("king_dumper", "snap", seat_at(*table, pile="9D", snap=True, own_wrong="return1")) == PASS
    assert ask("king_dumper", "snap", seat_at("3S JC ? ?", *OTHERS, pile="9D", snap=True)) == PASS
    assert ask("king_dumper", "snap", seat_at("3S JC ? ?", *OTHERS, pile="9D", snap=True), dump_at=10) == place_of(0, 1)
    assert ask("king_dumper", "snap", seat_at("9S KC ? ?", *OTHERS, pile="9D", snap=True)) == place_of(0, 0)
    assert ask("king_dumper", "snap", seat_at("3S KC" + " -" * 12 + " ?", *OTHERS, pile="9D", snap=True)) == PASS


def test_counting_sees_the_throw_behind_a_swap():
    """A six swapped out lies open, and the other six is thrown upon it: better than a worse card alone."""
    table = ("9S 6S 6H 2S", *OTHERS)
    assert ask("counting", "use", seat_at(*table, pile="3D", drawn="2D")) in (1, 2)
    assert ask("greedy", "use", seat_at(*table, pile="3D", drawn="2D")) == 0
    assert ask("counting", "use", seat_at("9S 6S 2S AS", *OTHERS, pile="3D", drawn="6D")) == DISCARD  # and throws the 6S


def test_counting_calls_when_ahead_of_everyone():
    known = ("2S 2H - -", "9S 9H 8S 8H", "9D 9C 8D 8C")
    assert ask("counting", "call", seat_at(*known)) == 1
    assert ask("counting", "call", seat_at("2S 2H - -", "3S 4S - -", "9D 9C 8D 8C")) == 0
    assert ask("counting", "call", seat_at("KH JK - -", "KD AS - -", "9D 9C 8D 8C")) == 1  # -1 for certain
    assert ask("counting", "call", seat_at("KH ? - -", "9S 9H 8S 8H", "9D 9C 8D 8C")) == 0


def test_oracle_calls_when_ahead():
    assert ask("oracle", "call", seat_at("2S 2H - -", "3S 3H - -")) == 1
    assert ask("oracle", "call", seat_at("2S 2H - -", "3S 2D - -")) == 0


def win_shares(field: str, *words: str, players: int = 4, n_games: int = 20_000) -> list[tuple[float, float]]:
    """(share, standard error) of each strategy alone in a field."""
    rules = GAME.rules(players)
    plan = plan_candidates(rules, [parse_player(word, GAME) for word in words], parse_player(field, GAME))
    totals = runner.play(runner.Engine(plan, 4), n_games // players)
    place, scale = next((i, cell.scale) for i, cell in enumerate(GAME.layout(rules).cells) if cell.measure == "win_share" and not cell.group)
    found = (contrast(totals.gram[:, :, place], [i], scale=scale) for i in range(len(words)))
    return [(estimate.value, estimate.se) for estimate in found]


@pytest.mark.skipif(jit.DISABLED, reason="twenty thousand games")
def test_the_ladder():
    """Alone among three `plain`: from nothing to far above the fair share, every rung 4 standard errors apart."""
    words = ("random", "plain", "greedy:call_at=1", "counting", "oracle")
    shares = win_shares("plain", *words)
    for (low, low_error), (high, high_error) in pairwise(shares):
        assert high - low > 4 * np.hypot(low_error, high_error), dict(zip(words, shares, strict=True))


@pytest.mark.slow
def test_later_callers_beat_earlier_ones():
    """The order of thresholds among `greedy` of 8, down to about nothing."""
    words = [f"greedy:call_at={t}" for t in (12, 8, 4, 1)]
    shares = [share for share, _ in win_shares("greedy:call_at=8", *words, n_games=100_000)]
    assert shares == sorted(shares)


@pytest.mark.slow
def test_own_snaps_are_most_of_the_game():
    """Without them a player of four falls from a quarter to under a sixth."""
    (share, _), (fair, _) = win_shares("greedy", "greedy:throw_above=21", "greedy", n_games=100_000)
    assert share < 1 / 6 < fair


@pytest.mark.slow
def test_dumping_kings_does_not_pay_against_greedy():
    """12.5 points in two unknown cards are less than 20, but they cost turns: below the fair share by about a hundredth."""
    (share, error), _ = win_shares("greedy", "king_dumper", "greedy", n_games=200_000)
    assert share + 4 * error < 0.25


@pytest.mark.slow
def test_rollout_is_stronger_than_the_policy_that_it_imagines():
    rows = compare("cambio", "greedy", "rollout", players=4, games=3000, seed=1).rows
    (gap,) = [row for row in rows if row["strategy"] == "rollout - greedy" and row["measure"] == "win_share" and row["group"] == ""]
    assert gap["low"] > 0.05
