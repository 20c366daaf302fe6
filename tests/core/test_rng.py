"""Random streams: published numbers, the slow twin, and that everything drawn is equally likely."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from scipy import stats

from sim.core import jit, rng
from sim.core.bits import lowest

LESS = 100 if jit.DISABLED else 1  # plain Python draws a hundredth of the samples
ALPHA = 1e-5  # seeds are fixed: these pass or fail for good

# SplitMix64 from 1234567 (rosettacode.org/wiki/Pseudo-random_numbers/Splitmix64)
SPLITMIX = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]
# xoshiro256++ from state 1, 2, 3, 4 (the test vector of the Rust crate rand_xoshiro, made with the authors' C code)
XOSHIRO = [
    41943041,
    58720359,
    3588806011781223,
    3591011842654386,
    9228616714210784205,
    9973669472204895162,
    14011001112246962877,
    12406186145184390807,
    15849039046786891736,
    10450023813501588000,
]


def opened(seed=1, block=2, stream=3):
    """A stream's state."""
    keys, state = np.zeros(4, np.uint64), np.zeros(4, np.uint64)
    rng.open_block(keys, np.uint64(seed), block)
    rng.open_stream(state, keys, stream)
    return state


def chi_square(counts, expected=None):
    """The p value of equally likely cells."""
    return stats.chisquare(np.ravel(counts), expected).pvalue


# Known numbers and the twin ------------------------------------------------------------------------------------------


def test_mix_is_splitmix64():
    assert [int(rng.mix(np.uint64((1234567 + i * int(rng.GOLDEN)) % 2**64))) for i in range(1, 6)] == SPLITMIX
    assert [rng.Stream._mix(1234567 + i * int(rng.GOLDEN)) for i in range(1, 6)] == SPLITMIX


def test_words_are_xoshiro256_plus_plus():
    state = np.array([1, 2, 3, 4], np.uint64)
    assert [int(rng.next_word(state)) for _ in XOSHIRO] == XOSHIRO
    twin = rng.Stream(0, 0, 0)
    twin.state = [1, 2, 3, 4]
    assert [twin.word() for _ in XOSHIRO] == XOSHIRO


KEYS = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (2**64 - 1, 10**12, 9), (20261130, 999_999, 2)]


@pytest.mark.parametrize("key", KEYS)
def test_twin_opens_the_same_stream(key):
    state, twin = opened(*key), rng.Stream(*key)
    assert state.tolist() == twin.state
    assert [int(rng.next_word(state)) for _ in range(5)] == [twin.word() for _ in range(5)]


def test_streams_of_a_word():
    """Words of the streams of one drawn word are SplitMix64's, one after the other."""
    word, state, found = 12345, np.zeros(4, np.uint64), []
    for stream in range(3):
        rng.open_from_word(state, np.uint64(word), stream)
        found += map(int, state)
    assert found == [rng.Stream._mix(word + (i + 1) * int(rng.GOLDEN)) for i in range(12)]


def test_streams_differ():
    """No two of many neighbouring streams share a word of their state."""
    words = {word for seed in range(6) for block in range(40) for stream in range(8) for word in rng.Stream(seed, block, stream).state}
    assert len(words) == 4 * 6 * 40 * 8


def test_neighbouring_streams_are_not_alike():
    """First words of neighbouring blocks and streams: half the bits differ, as between strangers."""
    for step in ((1, 0, 0), (0, 1, 0), (0, 0, 1)):
        differing = [
            (rng.Stream(seed, block, stream).word() ^ rng.Stream(seed + step[0], block + step[1], stream + step[2]).word()).bit_count()
            for seed in range(8)
            for block in range(8)
            for stream in range(8)
        ]
        assert abs(np.mean(differing) - 32) < 4 * 4 / np.sqrt(len(differing))


def test_twin_of_bounded_draws():
    state, twin = opened(), rng.Stream(1, 2, 3)
    for n in [1, 2, 3, 6, 52, 60, 1000, 2**31 + 1, 2**32 - 1, 2**32] * 20:  # 2**31 + 1 rejects nearly half of all words
        assert rng.below(state, n) == twin.below(n)
    assert [rng.uniform(state) for _ in range(100)] == [twin.uniform() for _ in range(100)]


PACKS = {"wizard": 0x7FFF_7FFF_7FFF_7FFF, "full": 2**64 - 1, "odd": 0x8000_0400_0210_1001, "one": 1 << 40}


@pytest.mark.parametrize("name", PACKS)
def test_twin_of_draw_bits(name):
    pack = PACKS[name]
    cards = [card for card in range(64) if pack >> card & 1]
    state, twin = opened(), rng.Stream(1, 2, 3)
    for n_wanted in sorted({n for n in (0, 1, 2, 3, 4, 5, 8, 9, 33, len(cards) - 1, len(cards)) if n <= len(cards)}) * 5:
        drawn = np.zeros(64, np.uint64)
        rng.draw_bits(np.uint64(pack), n_wanted, drawn, state)
        assert [lowest(card) for card in drawn[:n_wanted]] == twin.draw(cards, n_wanted)
    assert state.tolist() == twin.state


@pytest.mark.parametrize("n_cards", [1, 2, 5, 54, 108, 216, 250])
def test_twin_of_shuffle_front(n_cards):
    """Large packs reject up to a tenth of the half words."""
    state, twin = opened(), rng.Stream(1, 2, 3)
    pack, other = np.arange(n_cards), list(range(n_cards))
    for n_wanted in (1, n_cards // 2, n_cards) * 4:
        rng.shuffle_front(pack, n_wanted, state)
        twin.shuffle_front(other, n_wanted)
        assert pack.tolist() == other
        assert sorted(other) == list(range(n_cards))
    assert state.tolist() == twin.state


# Equally likely ------------------------------------------------------------------------------------------------------


@jit.helper
def many_below(state, n, counts, n_samples):
    for _ in range(n_samples):
        counts[rng.below(state, n)] += 1


@jit.helper
def many_deals(state, pack, n_wanted, counts, pairs, n_samples):
    """counts[position, card], pairs[first card, last card]."""
    drawn = np.zeros(64, np.uint64)
    for _ in range(n_samples):
        rng.draw_bits(pack, n_wanted, drawn, state)
        for i in range(n_wanted):
            counts[i, lowest(drawn[i])] += 1
        pairs[lowest(drawn[0]), lowest(drawn[n_wanted - 1])] += 1


@jit.helper
def many_shuffles(state, n_cards, n_wanted, counts, n_samples):
    """counts[the front as a number in base n_cards]."""
    pack = np.arange(n_cards)
    for _ in range(n_samples):
        rng.shuffle_front(pack, n_wanted, state)
        number = 0
        for i in range(n_wanted):
            number = number * n_cards + pack[i]
        counts[number] += 1


@pytest.mark.parametrize("n", [2, 3, 6, 52, 60])
def test_below_is_uniform(n):
    counts = np.zeros(n, np.int64)
    many_below(opened(stream=n), n, counts, 200_000 // LESS)
    assert chi_square(counts) > ALPHA


def test_uniform_is_uniform():
    state = opened()
    values = np.array([rng.uniform(state) for _ in range(20_000 // LESS)])
    assert values.min() >= 0 and values.max() < 1
    assert stats.kstest(values, "uniform").pvalue > ALPHA


@pytest.mark.parametrize("n_wanted", [1, 5, 25, 60])
def test_draw_bits_is_uniform(n_wanted):
    """Every card equally often in every place, every pair equally often in first and last place."""
    pack = PACKS["wizard"]
    counts, pairs = np.zeros((n_wanted, 64), np.int64), np.zeros((64, 64), np.int64)
    many_deals(opened(stream=n_wanted), np.uint64(pack), n_wanted, counts, pairs, 200_000 // LESS)
    cards = [card for card in range(64) if pack >> card & 1]
    assert counts.sum() == counts[:, cards].sum()
    assert min(chi_square(row[cards]) for row in counts) > ALPHA / n_wanted
    if n_wanted > 1:
        pairs = pairs[np.ix_(cards, cards)]
        assert not pairs.diagonal().any()
        assert chi_square(pairs[~np.eye(60, dtype=bool)]) > ALPHA


@pytest.mark.parametrize(("n_cards", "n_wanted"), [(5, 5), (6, 4), (7, 3), (54, 2)])
def test_shuffle_front_is_uniform(n_cards, n_wanted):
    """Every ordered choice equally often."""
    counts = np.zeros(n_cards**n_wanted, np.int64)
    many_shuffles(opened(stream=n_cards), n_cards, n_wanted, counts, 300_000 // LESS)
    fronts = [sum(card * n_cards ** (n_wanted - 1 - i) for i, card in enumerate(front)) for front in permutations(range(n_cards), n_wanted)]
    assert counts.sum() == counts[fronts].sum()
    assert chi_square(counts[fronts]) > ALPHA


def test_words_have_no_favourite_bit():
    state = opened()
    words = np.array([rng.next_word(state) for _ in range(20_000 // LESS)], np.uint64)
    ones = np.array([(words >> np.uint64(i) & np.uint64(1)).sum() for i in range(64)])
    assert stats.chi2.sf(((ones - len(words) / 2) ** 2 / (len(words) / 4)).sum(), 64) > ALPHA
