"""The bidders against scripted hands; figures worked out by hand from their docstrings."""

from itertools import product
from math import comb

import numpy as np
import pytest

from sim.games.wizard.strategist import best_bid, bid_worth
from strategies.wizard import _odds
from tests.strategies.wizard.seats import bid_of, seat_at, trump_of

CARD_READERS = ("linear", "tiers", "suit_aware", "lead_odds", "ev", "steady", "sharp")
BIDDERS = ("random", "average", "noisy", "plain", *CARD_READERS)


@pytest.mark.parametrize("n_tricks, players, bid", [(1, 4, 0), (3, 4, 0), (4, 4, 1), (7, 4, 1), (15, 4, 3), (20, 3, 6), (10, 6, 1)])
def test_average_bids_the_floor_of_the_share(n_tricks, players, bid):
    assert bid_of("average", seat_at("W", players=players, n_tricks=n_tricks)) == bid


def test_noisy_scatters_around_the_share():
    views = seat_at("W", players=3, n_tricks=18)
    bids = [bid_of("noisy", views) for _ in range(2000)]
    assert abs(np.mean(bids) - 6) < 0.15
    assert abs(np.std(bids) - np.sqrt(1.2**2 + 1 / 12)) < 0.1  # the rounding adds a twelfth
    assert bid_of("noisy", views, spread=0) == 6


@pytest.mark.parametrize(
    "hand, trump, bid",
    [
        ("W W", "R", 2),  # 1.90
        ("R13", "R", 1),  # 0.95
        ("R3 B1", "R", 0),  # 0.45 + 0.03
        ("R4", "R", 1),  # 0.50
        ("B13 G13 Y13", "R", 1),  # 1.17
        ("B12 B5", "R", 1),  # 0.51
        ("J J J", "R", 0),
        ("R13 R12", "NT", 1),  # 0.75
    ],
)
def test_linear_adds_up_weights(hand, trump, bid):
    assert bid_of("linear", seat_at(hand, trump)) == bid


def test_linear_knobs():
    views = seat_at("R3 B1", "R")
    assert bid_of("linear", views, aggression=1) == 0  # 0.45 + 0.015 + 0.03
    assert bid_of("linear", views, shade=1.1) == 1
    assert bid_of("linear", seat_at("W W W", "R"), fade=0.1) == 2  # 2.85 * 0.7


@pytest.mark.parametrize(
    "hand, trump, bid",
    [
        ("W W", "R", 2),  # .86 + .77
        ("W W W", "R", 2),  # 2.40
        ("R13 R12 B1", "R", 2),  # (.9 + .75) * 1.04 + .12 = 1.836
        ("B13 B12 B11", "R", 2),  # .75 + .55 + .40
        ("B13 B12 B11 J", "R", 2),  # 1.70 * .92 = 1.564
        ("B13 B12 B11 J J J J", "R", 1),  # 1.70 * .82 = 1.394
    ],
)
def test_tiers_counts_classes_and_fades(hand, trump, bid):
    assert bid_of("tiers", seat_at(hand, trump)) == bid


@pytest.mark.parametrize(
    "hand, trump, bid",
    [
        ("W", "R", 1),
        ("B13", "R", 0),  # a singleton
        ("B13 B2 G13 G2", "R", 1),  # .45 + .45
        ("R13 R12 R11 R10", "R", 3),  # .75 + .60 + .45 + .35 + 3 voids of .20 = 2.75
        ("R1 B2", "R", 0),  # .05 and two voids of .10
        ("J J W", "R", 1),  # .90 - .20
    ],
)
def test_suit_aware_counts_by_suits(hand, trump, bid):
    assert bid_of("suit_aware", seat_at(hand, trump)) == bid


@pytest.mark.parametrize("players, rank, odds", [(3, 2, 0.57229), (4, 2, 0.42922), (5, 2, 0.31996), (6, 2, 0.23701), (4, 9, 0.63521), (5, 13, 0.74540)])
def test_lead_odds_of_trumps_in_round_1(players, rank, odds):
    """Exact values, the card turned up being the 8 of trumps."""
    views = seat_at(f"R{rank}", "R", turned="R8", players=players)
    above = 4 + 13 - rank - (1 if rank < 8 else 0)
    assert abs(comb(58 - above, players - 1) / comb(58, players - 1) - odds) < 6e-6
    edge = [round(odds - 1e-4, 5), round(odds + 1e-4, 5)]
    assert [bid_of("lead_odds", views, threshold=t) for t in edge] == [1, 0]


def test_lead_odds_by_sum():
    assert bid_of("lead_odds", seat_at("W W J", "R"), threshold=0) == 2
    assert bid_of("lead_odds", seat_at("B13 G13 Y13", "R"), threshold=0) == 1
    assert bid_of("lead_odds", seat_at("B13 G13 Y13", "R"), threshold=0.5) == 0


def test_poisson_binomial_against_all_outcomes():
    odds = (0.9, 0.15, 0.5, 0.0, 1.0, 0.33)
    tricks = _odds.no_cards(len(odds))
    for n_cards, chance in enumerate(odds):
        _odds.add_card(tricks, n_cards, chance)
    brute = np.zeros(len(odds) + 1)
    for outcome in product((0, 1), repeat=len(odds)):
        brute[sum(outcome)] += np.prod([p if taken else 1 - p for p, taken in zip(odds, outcome, strict=True)])
    assert np.allclose(tricks, brute, atol=1e-15)


def points(bid, tricks):
    """W17, W18, written anew."""
    return 20 + 10 * bid if bid == tricks else -10 * abs(bid - tricks)


def test_best_bid_against_brute_force():
    draws = np.random.default_rng(5)
    for n_tricks in (1, 2, 5, 10, 20):
        for _ in range(20):
            chances = draws.dirichlet(np.full(n_tricks + 1, 0.5))
            worths = [sum(q * points(bid, k) for k, q in enumerate(chances)) for bid in range(n_tricks + 1)]
            legal = int(draws.integers(1, 1 << n_tricks + 1))
            allowed = [b for b in range(n_tricks + 1) if legal >> b & 1]
            views = seat_at("W", n_tricks=n_tricks)
            views["legal"] = legal
            assert best_bid(views[0], chances) == max(allowed, key=lambda b: worths[b])
            assert np.allclose([bid_worth(b, chances) for b in allowed], [worths[b] for b in allowed])


def test_ev_is_the_best_bid_for_the_odds_of_its_cards():
    draws = np.random.default_rng(6)
    names = [f"{suit}{rank}" for suit in "BGRY" for rank in range(1, 14)] + ["W", "W", "J"]
    for n_cards in (1, 2, 3, 5, 8):
        for _ in range(6):
            hand = [names[i] for i in draws.choice(len(names), n_cards, replace=False)]
            odds = [0.8 * lead_chance(card, hand, "R", 4) for card in hand]
            worths = np.zeros(n_cards + 1)
            for outcome in product((0, 1), repeat=n_cards):
                weight = np.prod([p if taken else 1 - p for p, taken in zip(odds, outcome, strict=True)])
                worths += [weight * points(bid, sum(outcome)) for bid in range(n_cards + 1)]
            assert bid_of("ev", seat_at(" ".join(hand), "R"), shade=0.8) == np.argmax(worths)


def lead_chance(card, hand, trump, players):
    """The chance that none of one random card of each other beats a card that is led, counted card by card."""
    pack = [f"{suit}{rank}" for suit in "BGRY" for rank in range(1, 14)] + ["W"] * 4 + ["J"] * 4
    for own in hand:
        pack.remove(own)
    above = sum(beats(other, card, trump) for other in pack)
    return comb(len(pack) - above, players - 1) / comb(len(pack), players - 1)


def beats(other, card, trump):
    """Whether `other` beats `card`, which was led."""
    if card == "W" or other == "J":
        return False
    if other == "W" or card == "J":
        return True
    return int(other[1:]) > int(card[1:]) if other[0] == card[0] else other[0] == trump


def test_ev_bids_more_where_high_bids_pay():
    """Two cards with chance 1/2 each: 0, 1 and 2 tricks with 1/4, 1/2, 1/4: bid 1; bid 2 never. Three wizards: 3."""
    assert bid_of("ev", seat_at("W W W", "R"), shade=1) == 3
    assert bid_of("ev", seat_at("J J J", "R"), shade=1) == 0


def test_steady_bids_the_floor_of_its_sum():
    assert bid_of("steady", seat_at("W", "R")) == 1  # 1.08 * 0.991
    assert bid_of("steady", seat_at("R13", "R")) == 1  # (0.36 + 0.055 * 13) * 0.991 = 1.07
    assert bid_of("steady", seat_at("R11", "R")) == 0  # 0.96
    assert bid_of("steady", seat_at("B13", "R")) == 0  # 0.80 at four players
    assert bid_of("steady", seat_at("B13", "R", players=3)) == 1  # 1.16
    assert bid_of("steady", seat_at("B13", "NT")) == 1  # 1.2
    assert bid_of("steady", seat_at("B8 G8 Y8", "R")) == 0


def test_sharp_bids_like_a_player():
    assert bid_of("sharp", seat_at("W", "R", turned="R8")) == 1
    assert bid_of("sharp", seat_at("J", "R", turned="R8")) == 0
    assert bid_of("sharp", seat_at("W W W J J", "R", turned="R8")) == 3
    assert bid_of("sharp", seat_at("B1 G2 Y3 B2 G1", "R", turned="R8")) == 0
    assert bid_of("sharp", seat_at("W W R13 R12 R11", "R", turned="R8")) == 5


@pytest.mark.parametrize(
    "hand, players, bid", [("R1", 3, 1), ("B9", 3, 0), ("B10", 3, 1), ("R2", 4, 0), ("R3", 4, 1), ("B13", 4, 0), ("R6", 5, 0), ("R8", 5, 1)]
)
def test_lead_odds_meets_the_exact_table_of_round_1(hand, players, bid):
    """The leader bids 1 iff the chance is above 3/7 (exact; the table's turned card lies below the trump)."""
    turned = "R1" if hand != "R1" else "R2"
    assert bid_of("lead_odds", seat_at(hand, "R", turned=turned, players=players), threshold=3 / 7) == bid


def test_sharp_bids_lower_after_high_bids():
    hand = "R13 R7 R4 B12 G12 Y5 Y4 J"
    early = bid_of("sharp", seat_at(hand, "R", turned="R8"))
    late = bid_of("sharp", seat_at(hand, "R", turned="R8", dealer=0, bids=(-1, 4, 4, 4)))
    assert late < early


@pytest.mark.parametrize("hand, bid", [("W W W", 3), ("J J J", 0), ("W J J", 1)])
def test_sharp_keeps_its_head_among_wild_bids(hand, bid):
    assert bid_of("sharp", seat_at(hand, "R", turned="R8", dealer=0, bids=(-1, 3, 3, 3))) == bid


@pytest.mark.parametrize("strategy", CARD_READERS)
def test_forehead_bid_looks_at_the_others(strategy):
    """W11: the own card is unseen; low cards around it make a trick likely, a wizard makes it impossible."""
    low = seat_at("", "R", turned="R8", n_tricks=1, others=("", "B1", "G1", "J"))
    high = seat_at("", "R", turned="R8", n_tricks=1, others=("", "W", "G1", "J"))
    assert (bid_of(strategy, low), bid_of(strategy, high)) == (1, 0)


@pytest.mark.parametrize("strategy", BIDDERS)
@pytest.mark.parametrize("forbidden", range(4))
def test_W8_never_bids_what_is_forbidden(strategy, forbidden):
    for hand in ("W W W", "J J J", "R13 B13 B5", "R7 R9 G12"):
        bid_of(strategy, seat_at(hand, "R", turned="R8", dealer=0, bids=(-1, 1, 0, 1)), forbidden)


@pytest.mark.parametrize("strategy", ("longest", "plain"))
def test_longest_names_the_longest_suit(strategy):
    assert trump_of(strategy, seat_at("B13 B12 Y1 Y2 Y3", turned="W")) == "Y"


def test_most_tricks_weighs_ranks_and_length():
    assert trump_of("most_tricks", seat_at("B13 B12 B11 Y1 Y2 Y3", turned="W")) == "B"
    assert trump_of("most_tricks", seat_at("R1 R2 R3 R4 Y13", turned="W"), length=2) == "R"
    assert trump_of("most_tricks", seat_at("R1 Y13", turned="W"), length=0) == "Y"
