"""Keyed random streams: the same (run seed, block, stream) gives the same numbers on any machine, in any order.

A stream is xoshiro256++ (Blackman and Vigna, public domain): four 64-bit words. The words of stream `s` of block
`b` under run seed `r` are, for word i = 0..3 and mix = SplitMix64's finaliser,

    mix(mix(mix(r + (i + 1) * GOLDEN) + (b + 1) * GOLDEN) + (s + 1) * GOLDEN)

so that no two streams share a state but by a 256-bit accident, and a block is reached without its predecessors.

    stream 0      the deal                      DEAL
    stream 1      draws inside the game         TABLE
    stream 2 + i  the private stream of seat i  SEAT + i

One player's random choices therefore never shift another's cards. Bounded draws take the high 32 bits of a word and
Lemire's multiplication with rejection: exactly uniform.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np

from sim.core import jit
from sim.core.bits import nth_set, popcount

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_M1 = np.uint64(0xBF58476D1CE4E5B9)
_M2 = np.uint64(0x94D049BB133111EB)
_U1, _U17, _U19, _U23, _U27, _U30, _U31, _U32, _U41, _U45 = (np.uint64(k) for k in (1, 17, 19, 23, 27, 30, 31, 32, 41, 45))
_U11 = np.uint64(11)
_LOW32 = np.uint64(0xFFFFFFFF)
_2_POW_32 = np.uint64(1 << 32)
_2_POW_MINUS_53 = 1.0 / (1 << 53)

DEAL, TABLE, SEAT = 0, 1, 2

if jit.DISABLED:
    np.seterr(over="ignore")  # words wrap around, as they do in compiled code


@jit.helper
def mix(z):
    """SplitMix64's finaliser: a bijection of 64-bit words that scatters every bit."""
    z = (z ^ (z >> _U30)) * _M1
    z = (z ^ (z >> _U27)) * _M2
    return z ^ (z >> _U31)


@jit.helper
def open_block(keys, seed, block):
    """Fills `keys` (4 words, in place) with what the streams of a block have in common."""
    for i in range(4):
        word = mix(np.uint64(seed) + np.uint64(i + 1) * GOLDEN)
        keys[i] = mix(word + np.uint64(block + 1) * GOLDEN)


@jit.helper
def open_stream(state, keys, stream):
    """Sets `state` (4 words, in place) to the start of a stream of the block that `keys` was opened for."""
    for i in range(4):
        state[i] = mix(keys[i] + np.uint64(stream + 1) * GOLDEN)


@jit.helper
def open_from_word(state, word, stream):
    """Sets `state` (4 words, in place) to the start of one of the streams that belong to a drawn word, numbered from 0."""
    for i in range(4):
        state[i] = mix(word + np.uint64(4 * stream + i + 1) * GOLDEN)


@jit.helper
def advance(s0, s1, s2, s3):
    """One step of xoshiro256++ on four words in registers: (word, four new words)."""
    total = s0 + s3
    word = ((total << _U23) | (total >> _U41)) + s0
    shifted = s1 << _U17
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3 = (s3 << _U45) | (s3 >> _U19)
    return word, s0, s1, s2, s3


@jit.helper
def next_word(state):
    """The next 64 random bits; moves `state` on."""
    word, state[0], state[1], state[2], state[3] = advance(state[0], state[1], state[2], state[3])
    return word


@jit.helper
def below(state, n):
    """A whole number 0..n-1, each equally likely (n from 1 to 2**32; not checked); moves `state` on."""
    bound = np.uint64(n)
    product = (next_word(state) >> _U32) * bound
    if product & _LOW32 < bound:
        least = (_2_POW_32 - bound) % bound
        while product & _LOW32 < least:
            product = (next_word(state) >> _U32) * bound
    return np.int64(product >> _U32)


@jit.helper
def uniform(state):
    """A float in [0, 1) from 53 bits; moves `state` on."""
    return np.float64(next_word(state) >> _U11) * _2_POW_MINUS_53


@jit.helper
def four_indices(half, n_left):
    """Four indices from one 32-bit half of a word: below n_left, n_left - 1, n_left - 2, n_left - 3 (least bound 1).

    (accepted, k0, k1, k2, k3). Each product's high half is an index, its low half goes on to the next; not accepted
    is a half whose last remainder is below 2**32 modulo the product of the bounds. Exactly uniform (Brackett-Rozinsky
    and Lemire, "Batched ranged random integer generation", 2024). n_left from 1 to 250.
    """
    b0 = np.uint64(n_left)
    b1, b2, b3 = np.uint64(max(n_left - 1, 1)), np.uint64(max(n_left - 2, 1)), np.uint64(max(n_left - 3, 1))
    m0 = half * b0
    m1 = (m0 & _LOW32) * b1
    m2 = (m1 & _LOW32) * b2
    m3 = (m2 & _LOW32) * b3
    bounds = b0 * b1 * b2 * b3
    accepted = m3 & _LOW32 >= bounds or m3 & _LOW32 >= _2_POW_32 % bounds
    return accepted, m0 >> _U32, m1 >> _U32, m2 >> _U32, m3 >> _U32


@jit.helper
def draw_bits(pack, n_wanted, drawn, state):
    """Draws cards from a pack of at most 64, without putting them back; moves `state` on.

    pack: the mask of all cards. drawn: (at least n_wanted rounded up to a multiple of four,) uint64; drawn[i] becomes
    the i-th card's bit, in place. Words give their high half first, then the low one; each half gives four cards.
    """
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    spare, has_spare = np.uint64(0), False
    n_left = popcount(pack)
    i = np.uint64(0)
    while i < np.uint64(n_wanted):
        if has_spare:
            half, has_spare = spare, False
        else:
            word, s0, s1, s2, s3 = advance(s0, s1, s2, s3)
            half, spare, has_spare = word >> _U32, word & _LOW32, True
        accepted, k0, k1, k2, k3 = four_indices(half, n_left)
        if accepted:
            for k in (k0, k1, k2, k3):
                card = nth_set(pack, k)
                pack ^= card
                drawn[i] = card
                i += _U1
            n_left -= 4
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3


@jit.helper
def shuffle_front(pack, n_wanted, state):
    """Brings a uniformly random ordered choice to pack[:n_wanted], in place; moves `state` on.

    pack: (n,) whole numbers in any order, n at most 250. Fisher and Yates from the front, four cards a half word as
    in `draw_bits`; positions up to the next multiple of four may be shuffled too.
    """
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    spare, has_spare = np.uint64(0), False
    n_cards = pack.shape[0]
    i = 0
    while i < n_wanted:
        if has_spare:
            half, has_spare = spare, False
        else:
            word, s0, s1, s2, s3 = advance(s0, s1, s2, s3)
            half, spare, has_spare = word >> _U32, word & _LOW32, True
        accepted, k0, k1, k2, k3 = four_indices(half, n_cards - i)
        if accepted:
            for k in (k0, k1, k2, k3):
                if i < n_cards:
                    other = i + np.int64(k)
                    pack[i], pack[other] = pack[other], pack[i]
                i += 1
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3


class Stream:
    """The slow twin: one keyed stream in plain Python whole numbers, for references, transcripts and tests."""

    MASK = (1 << 64) - 1

    def __init__(self, seed: int, block: int, stream: int) -> None:
        self.state = []
        for i in range(4):
            word = self._mix(seed + (i + 1) * int(GOLDEN))
            word = self._mix(word + (block + 1) * int(GOLDEN))
            self.state.append(self._mix(word + (stream + 1) * int(GOLDEN)))

    @classmethod
    def _mix(cls, z: int) -> int:
        z &= cls.MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & cls.MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & cls.MASK
        return z ^ (z >> 31)

    @classmethod
    def _rotate(cls, x: int, k: int) -> int:
        return ((x << k) | (x >> (64 - k))) & cls.MASK

    def word(self) -> int:
        """The next 64 random bits."""
        s0, s1, s2, s3 = self.state
        out = (self._rotate((s0 + s3) & self.MASK, 23) + s0) & self.MASK
        s2 ^= s0
        s3 ^= s1
        self.state = [s0 ^ s3, s1 ^ s2, s2 ^ ((s1 << 17) & self.MASK), self._rotate(s3, 45)]
        return out

    def below(self, n: int) -> int:
        """A whole number 0..n-1, each equally likely."""
        while True:
            product = (self.word() >> 32) * n
            if product & 0xFFFFFFFF >= (1 << 32) % n:
                return product >> 32

    def uniform(self) -> float:
        """A float in [0, 1) from 53 bits."""
        return (self.word() >> 11) * _2_POW_MINUS_53

    def _indices(self, n_left: int, n_wanted: int) -> Iterator[int]:
        """Indices into what is left after each draw, four from each half of a word (see four_indices)."""
        halves: list[int] = []
        for first in range(0, n_wanted, 4):
            accepted = False
            while not accepted:
                if not halves:
                    word = self.word()
                    halves = [word >> 32, word & 0xFFFFFFFF]
                left, product, indices = halves.pop(0), 1, []
                for bound in (max(n_left - first - j, 1) for j in range(4)):
                    indices.append(left * bound >> 32)
                    left = left * bound & 0xFFFFFFFF
                    product *= bound
                accepted = left >= (1 << 32) % product
            yield from indices

    def draw(self, cards: Sequence[int], n_wanted: int) -> list[int]:
        """The twin of draw_bits: n_wanted cards drawn one after the other from `cards` in ascending order."""
        left = sorted(cards)
        return [left.pop(index) for index in islice(self._indices(len(left), n_wanted), n_wanted)]

    def shuffle_front(self, pack: list[int], n_wanted: int) -> None:
        """The twin of the function of this name: pack[:n_wanted] becomes a uniformly random ordered choice."""
        for i, index in enumerate(islice(self._indices(len(pack), n_wanted), len(pack))):
            pack[i], pack[i + index] = pack[i + index], pack[i]
