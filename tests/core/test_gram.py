"""Sums over blocks against numpy's outer products."""

from __future__ import annotations

import numpy as np
import pytest

from sim.core import gram
from sim.core.errors import InputError

TOPS, BOTTOMS = np.array([1, 2, 0, 4]), np.array([0, 0, 3, 3])


def summed(blocks):
    """The Gram matrix of some blocks (blocks, entrants, columns)."""
    n_entrants = blocks.shape[1]
    total = gram.zeros(len(TOPS), n_entrants)
    scratch = np.ones((gram.width(n_entrants), len(TOPS)), np.int64)
    for block in blocks:
        gram.add_block(total, block, TOPS, BOTTOMS, scratch)
    return total


def some_blocks(n_entrants):
    return np.random.default_rng(5).integers(-2_000, 2_500, (50, n_entrants, 5))


def test_every_product_of_every_pair():
    for n_entrants in (1, 2, 3):
        blocks = some_blocks(n_entrants)
        total = summed(blocks)
        for cell in range(len(TOPS)):
            v = np.ones((len(blocks), gram.width(n_entrants)), np.int64)
            v[:, 1::2], v[:, 2::2] = blocks[:, :, TOPS[cell]], blocks[:, :, BOTTOMS[cell]]
            assert np.array_equal(total[:, :, cell], np.tril(v.T @ v))


def test_parts_merge_exactly_in_any_order():
    blocks = some_blocks(2)
    whole = summed(blocks)
    assert np.array_equal(whole, summed(blocks[30:]) + summed(blocks[:30]))
    assert np.array_equal(whole, summed(blocks[::-1]))


def test_room_for_a_billion_blocks():
    """The largest entries of any game stay whole: 1e9 blocks of |v| up to 9e4."""
    assert np.iinfo(np.int64).max > 10**9 * 90_000**2


def test_merge_adds_until_a_square_is_full():
    part = summed(some_blocks(2))
    total = part.copy()
    gram.merge(total, part)
    assert np.array_equal(total, 2 * part)
    total[2, 2, 1] = gram.LARGEST - part[2, 2, 1]
    gram.merge(total, part)
    assert total[2, 2, 1] == gram.LARGEST
    with pytest.raises(InputError, match="the exact sums are full after 150 deals: ask for fewer games"):
        gram.merge(total, part)
    assert total[2, 2, 1] == gram.LARGEST
    part[3, 3, 0] = -1  # wrapped round
    with pytest.raises(InputError, match="full"):
        gram.merge(gram.zeros(len(TOPS), 2), part)
