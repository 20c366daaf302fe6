"""Numbers that are known without this program: by counting, from public engines, or because nothing prefers a suit or seat.

Sources: `average` bid with random play, mean scores and hit rates at 3 to 6 players: public engines, 200,000 games
each, standard error 0.2 points or less. Shares of the trick of round 1: exact for 3 and 4 players, else by 20 million
deals (standard error 0.00012). Chances of the leader in round 1: C(58 - b, n - 1) / C(58, n - 1) with b unseen cards
that beat the card led.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations
from math import comb, sqrt

import numpy as np
import pytest

from sim.core.rng import Stream
from sim.experiment.strategies import load
from sim.games.wizard import GAME, measures, rules
from sim.games.wizard.cards import JESTER_RANK, PACK, WIZARD_RANK, cards_in, mask_of, parse_card
from sim.games.wizard.judge import winning_play
from sim.games.wizard.strategist import random_legal, rank_of, seat_after
from tests.games.wizard import hostile
from tests.games.wizard.tables import PLAYERS, hostile_players
from tests.playing import Players

CARDS = [int(card) for card in PACK]
SEED = 20261130


@cache
def average_table(players: int) -> Players:
    """Bids of floor(round / players) and random play in every seat."""
    average, random = load(GAME, "average"), load(GAME, "random")
    return Players(GAME, [(random_legal, average.functions["bid"], random.functions["play"])] * players)


@cache
def average_games(players: int, n_games: int) -> np.ndarray:
    """Tallies (games, seats, columns) at that table."""
    return average_table(players).play(GAME.rules(players), SEED, 0, n_games)


def mean_and_error(values: np.ndarray) -> tuple[float, float]:
    """Of independent values."""
    return float(values.mean()), float(values.std(ddof=1) / sqrt(len(values)))


# average bid, random play --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
def test_round_one_hit_rate_is_exact(players):
    """All bid 0 and one of them takes the trick: 1 - 1/n, in every single game."""
    hits = average_games(players, 20_000)[:, :, measures.BY_ROUND].sum(axis=1)
    assert (hits == players - 1).all()


@pytest.mark.parametrize(("players", "score", "hit_rate"), [(3, -36.1, 0.262), (4, 9.8, 0.340), (5, 33.8, 0.413), (6, 45.5, 0.481)])
def test_average_bid_and_random_play(players, score, hit_rate):
    games = average_games(players, 20_000)
    mean, error = mean_and_error(games[:, :, measures.SCORE].mean(axis=1))
    assert abs(mean - score) < 4 * sqrt(error**2 + 0.2**2) + 0.05  # rounded to a tenth
    rates = games[:, :, measures.HITS].mean(axis=1) / (60 // players)
    mean, error = mean_and_error(rates)
    assert abs(mean - hit_rate) < 4 * error + 0.0005


@pytest.mark.slow
@pytest.mark.parametrize(("players", "score"), [(3, -36.1), (4, 9.8), (5, 33.8), (6, 45.5)])
def test_average_bid_and_random_play_long(players, score):
    chunks = (average_table(players).play(GAME.rules(players), SEED, first, 10_000) for first in range(0, 400_000, 10_000))
    mean, error = mean_and_error(np.concatenate([chunk[:, :, measures.SCORE].mean(axis=1) for chunk in chunks]))
    assert abs(mean - score) < 4 * sqrt(error**2 + 0.2**2) + 0.05


@pytest.mark.parametrize("players", PLAYERS)
def test_tricks_and_wins_add_up(players):
    games = average_games(players, 20_000)
    n_rounds = 60 // players
    assert (games[:, :, measures.TRICKS].sum(axis=1) == n_rounds * (n_rounds + 1) // 2).all()
    assert (games[:, :, measures.WIN].sum(axis=1) == rules.WIN_UNITS).all()
    assert (games[:, :, measures.PLACE].sum(axis=1) == players * (players + 1)).all()
    assert (games[:, :, measures.DIFFERENCE] == games[:, :, measures.BID] - games[:, :, measures.TRICKS]).all()


@pytest.mark.parametrize("players", PLAYERS)
def test_no_seat_is_favoured(players):
    """The first dealer is drawn, everybody plays alike: differences between seats are chance (chi-square, 0.0001)."""
    scores = average_games(players, 20_000)[:, :, measures.SCORE].astype(float)
    apart = scores[:, 1:] - scores[:, :1]
    mean, spread = apart.mean(axis=0), np.cov(apart.T) / len(apart)
    assert mean @ np.linalg.solve(spread, mean) < {3: 18.5, 4: 21.2, 5: 23.6, 6: 25.8}[players]


# Round 1 -------------------------------------------------------------------------------------------------------------


def beaten_by(card: int, turned: int) -> int:
    """How many of the 58 unseen cards beat a card that is led in round 1, by the kernel's rules."""
    trump = rules.trump_of_turned(turned)
    return sum(winning_play([card, other], trump) == 1 for other in CARDS if other not in (card, turned))


LEADER = [  # card, turned, chance at 3..6 players
    ("B1", "R8", (0.26316, 0.13158, 0.06459, 0.03110)),
    ("B7", "R8", (0.38113, 0.23140, 0.13884, 0.08227)),
    ("B10", "R8", (0.44828, 0.29618, 0.19386, 0.12565)),
    ("B13", "R8", (0.52087, 0.37205, 0.26382, 0.18565)),
    ("R2", "R8", (0.57229, 0.42922, 0.31996, 0.23701)),
    ("R7", "R13", (0.71143, 0.59710, 0.49939, 0.41616)),
    ("R9", "R8", (0.74108, 0.63521, 0.54281, 0.46240)),
    ("R13", "R8", (0.86570, 0.80386, 0.74540, 0.69019)),
    ("W", "R8", (1, 1, 1, 1)),
    ("B1", "J", (0.52087, 0.37205, 0.26382, 0.18565)),
    ("B7", "J", (0.68240, 0.56054, 0.45862, 0.37369)),
]


@pytest.mark.parametrize(("card", "turned", "chances"), LEADER, ids=[f"{card}-{turned}" for card, turned, _ in LEADER])
def test_chances_of_the_leader(card, turned, chances):
    worse = 58 - beaten_by(parse_card(card), parse_card(turned))
    for players, chance in zip(PLAYERS, chances, strict=True):
        assert comb(worse, players - 1) / comb(58, players - 1) == pytest.approx(chance, abs=5.1e-6)


@pytest.mark.parametrize(("card", "turned"), [("B10", "R8"), ("R7", "R13"), ("B3", "J"), ("J", "R8"), ("W", "R8")])
def test_chances_of_the_leader_by_enumeration(card, turned):
    """Every way to deal to two and three others; a jester led wins only when it is not beaten: W14, W16."""
    lead, up = parse_card(card), parse_card(turned)
    trump = rules.trump_of_turned(up)
    others = [other for other in CARDS if other not in (lead, up)]
    wins = sum(winning_play([lead, *two], trump) == 0 for two in permutations(others, 2))
    assert wins == 2 * comb(58 - beaten_by(lead, up), 2)
    sample = list(combinations(others, 3))[:: 1 if card == "B10" else 7]
    wins = sum(winning_play([lead, *three], trump) == 0 for three in sample)
    safe = {other for other in others if winning_play([lead, other], trump) == 0}
    assert wins == sum(set(three) <= safe for three in sample)


def leader_share(players: int) -> float:
    """The leader's share of the trick of round 1 when a suit card is turned up: the mean over the own card."""
    up = parse_card("R8")  # its rank moves single cards only
    shares = []
    for turned in {16 * (up >> 4) + rank for rank in range(JESTER_RANK + 1, WIZARD_RANK)}:
        shares += [comb(58 - beaten_by(card, turned), players - 1) / comb(58, players - 1) for card in CARDS if card != turned]
    return sum(shares) / len(shares)


@pytest.mark.parametrize(("players", "share"), [(3, 0.4651), (4, 0.3456), (5, 0.2666), (6, 0.2135)])
def test_share_of_the_leader_exactly(players, share):
    assert leader_share(players) == pytest.approx(share, abs=0.00005)


def bid_on_the_place(view):
    """Round 1: bids 1 from the place that the parameter names, on a suited (1) or jester (2) turn-up; never 1 later."""
    place, seat = 0, seat_after(view, view.dealer)
    while seat != view.seat:
        place, seat = place + 1, seat_after(view, seat)
    rank = rank_of(view.turned)
    kind = 2 if rank == 0 else 1 if rank < 14 else 0
    if view.round == 1:
        return 1 if place == view.parameters[0] and kind == view.parameters[1] else 0
    return view.round


SHARES = {
    (3, 1): (0.4651, 0.2795, 0.2554),
    (4, 1): (0.3456, 0.2303, 0.2143, 0.2099),
    (5, 1): (0.2666, 0.1942, 0.1836, 0.1794, 0.1762),
    (6, 1): (0.2135, 0.1677, 0.1600, 0.1561, 0.1529, 0.1498),
    (3, 2): (0.6730, 0.1808, 0.1462),
    (4, 2): (0.5712, 0.1637, 0.1347, 0.1303),
}


@pytest.mark.parametrize(("players", "kind"), SHARES, ids=[f"{n}-{'suited' if kind == 1 else 'jester'}" for n, kind in SHARES])
def test_shares_of_the_trick_of_round_one(players, kind):
    """In the kernel: of the rounds that are bid 1, which only this place does, how many were met."""
    by_bid_1 = measures.BY_ROUND + 2 * (60 // players) + 2
    for place, share in enumerate(SHARES[players, kind]):
        functions = (random_legal, bid_on_the_place, random_legal)
        table = Players(GAME, [functions] * players, [[place, kind]] * players)
        n_rounds, n_won = table.play(GAME.rules(players), SEED, 0, 8_000)[:, :, by_bid_1 : by_bid_1 + 2].sum(axis=(0, 1))
        assert n_rounds > (5_000 if kind == 1 else 300)
        assert abs(n_won / n_rounds - share) < 4 * sqrt(share * (1 - share) / n_rounds) + 0.0005


# Nothing prefers a suit ----------------------------------------------------------------------------------------------


def with_suits(order, card):
    """The card with its suit (or lane) moved."""
    return 16 * order[card >> 4] + (card & 15)


@pytest.mark.parametrize("order", [(1, 0, 2, 3), (3, 2, 1, 0), (1, 2, 3, 0)])
def test_suits_may_be_renamed_in_the_rules(order):
    dice = np.random.default_rng(1)
    moved = [*order, 4]
    for _ in range(2_000):
        cards = [CARDS[i] for i in dice.permutation(60)[:12]]
        renamed = [with_suits(order, card) for card in cards]
        trump, n = int(dice.integers(5)), int(dice.integers(1, 7))
        assert winning_play(cards[:n], trump) == winning_play(renamed[:n], moved[trump])
        follow, other = rules.NONE_YET, rules.NONE_YET
        for card, twin in zip(cards[:n], renamed[:n], strict=True):
            follow, other = rules.follow_after(follow, card), rules.follow_after(other, twin)
        legal = rules.legal_plays(np.uint64(mask_of(cards[n:])), follow)
        assert {with_suits(order, card) for card in cards_in(int(legal))} == set(cards_in(int(rules.legal_plays(np.uint64(mask_of(renamed[n:])), other))))


@pytest.mark.parametrize("order", [(1, 0, 2, 3), (2, 3, 0, 1)])
def test_suits_may_be_renamed_in_a_whole_game(order, monkeypatch):
    """The same deal in other suits, played by people who do not care for their names: the same bids, winners, scores."""
    back = [order.index(suit) for suit in range(4)]

    def blind(decision, views, back):
        view = views[0]
        cards = cards_in(view["legal"])
        if decision == 0:
            return next(suit for suit in cards if back[suit] == (view["round"] + view["seat"]) % 4)
        if decision == 1:
            return cards[(int(view["round"]) * 7 + int(view["seat"]) * 3 + int(view["scores"].sum()) // 10) % len(cards)]
        return sorted(cards, key=lambda card: (with_suits(back, card) * 37 + int(view["round"])) % 67)[0]

    def play(back):
        events = GAME.replay(GAME.rules(4), [lambda decision, views: blind(decision, views, back)] * 4, 8, 0)["events"]
        return [event for event in events if event["event"] in ("bid", "trick", "score", "end")]

    plain = play([0, 1, 2, 3])
    draw = Stream.draw
    monkeypatch.setattr(Stream, "draw", lambda self, cards, n: [with_suits(order, card) for card in draw(self, cards, n)])
    assert play(back) == plain


def test_same_seed_same_game_and_others_differ():
    """Twice the same, in chunks or at once; another seed is another game."""
    table, agreed = hostile_players(hostile.FUNCTIONS), GAME.rules(5)
    whole = table.play(agreed, 3, 0, 60)
    parts = [table.play(agreed, 3, first, 20) for first in (0, 20, 40)]
    assert np.array_equal(whole, np.concatenate(parts))
    assert not np.array_equal(whole, table.play(agreed, 4, 0, 60))
