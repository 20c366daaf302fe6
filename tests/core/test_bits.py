"""Masks: count, find, cut out."""

from __future__ import annotations

import numpy as np
import pytest

from sim.core import bits

MASKS = [0, 1, 1 << 63, 2**64 - 1, 0x7FFF_7FFF_7FFF_7FFF, 0b1011_0000, *(int(m) for m in np.random.default_rng(1).integers(0, 2**64, 200, np.uint64))]
WAYS = [bits.nth_set, bits._nth_set_plain, getattr(bits, "nth_set_plain", bits.nth_set)]


def positions(mask):
    return [i for i in range(64) if mask >> i & 1]


@pytest.mark.parametrize("mask", MASKS)
def test_popcount_lowest_highest(mask):
    there = positions(mask)
    assert bits.popcount(np.uint64(mask)) == len(there)
    assert bits.lowest(np.uint64(mask)) == (there[0] if there else 64)
    assert bits.highest(np.uint64(mask)) == (there[-1] if there else -1)


@pytest.mark.parametrize("way", WAYS, ids=["in use", "plain Python", "portable"])
def test_nth_set(way):
    """Both ways, the processor's and the portable one, on any machine."""
    for mask in MASKS:
        assert [int(way(np.uint64(mask), k)) for k in range(len(positions(mask)))] == [1 << i for i in positions(mask)]


def test_nth_set_bit_has_and_bit():
    for mask in MASKS:
        there = positions(mask)
        assert [bits.nth_set_bit(np.uint64(mask), k) for k in range(len(there))] == there
        assert [i for i in range(64) if bits.has(np.uint64(mask), i)] == there
    assert [int(bits.bit(i)) for i in range(64)] == [1 << i for i in range(64)]
