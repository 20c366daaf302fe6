"""Exact sums over deal blocks: the one thing that every estimate is made from.

A *cell* is one number of a result table, the ratio of two columns that a game tallies (say hits over rounds). An
*entrant* is who the number is about. For each cell the vector

    v = (1, top_1, bottom_1, top_2, bottom_2, ...)        one pair for each entrant, summed over the block's games

is formed per block, and the sum of its outer products over all blocks is kept: the *Gram matrix*. Counts, means,
ratios, their standard errors and those of any difference between entrants follow from it. All entries are whole
numbers in int64, so that sums merge exactly, in any order. Room: 1e9 blocks of |v| up to 9e4, a root mean square over
all blocks; `merge` refuses to go beyond.
"""

from __future__ import annotations

import numpy as np

from sim.core import jit
from sim.core.errors import InputError

LARGEST = np.iinfo(np.int64).max


def width(n_entrants: int) -> int:
    """Length of v."""
    return 1 + 2 * n_entrants


def zeros(n_cells: int, n_entrants: int) -> np.ndarray:
    """An empty Gram matrix, (width, width, cells) int64; only entries [i, j <= i] are used."""
    return np.zeros((width(n_entrants), width(n_entrants), n_cells), np.int64)


def merge(total: np.ndarray, part: np.ndarray) -> None:
    """Adds the sums of other blocks to `total`, in place. Raises InputError when a sum no longer fits.

    No entry outgrows the largest square of its cell (Cauchy and Schwarz): to look at the squares is enough.
    """
    before, more = (np.einsum("iic->ic", sums) for sums in (total, part))
    if (more < 0).any() or (before > LARGEST - more).any():
        raise InputError(f"the exact sums are full after {total[0, 0, 0]:,} deals: ask for fewer games")
    total += part


@jit.helper
def add_block(gram, block, tops, bottoms, scratch):
    """Adds one block to `gram` in place.

    block: (entrants, columns) tallies of the block. tops, bottoms: (cells,) columns of each cell.
    scratch: (width, cells), overwritten.
    """
    n_entrants = block.shape[0]
    n_cells = tops.shape[0]
    for entrant in range(n_entrants):
        for cell in range(n_cells):
            scratch[1 + 2 * entrant, cell] = block[entrant, tops[cell]]
            scratch[2 + 2 * entrant, cell] = block[entrant, bottoms[cell]]
    for cell in range(n_cells):
        gram[0, 0, cell] += 1
    for i in range(1, 1 + 2 * n_entrants):
        for cell in range(n_cells):
            gram[i, 0, cell] += scratch[i, cell]
        for j in range(1, i + 1):
            for cell in range(n_cells):  # (no views of rows: each would cost a reference count and compile time)
                gram[i, j, cell] += scratch[i, cell] * scratch[j, cell]
