"""Results whose sums are made up: what is said of numbers, without a game."""

from __future__ import annotations

import numpy as np

from sim.experiment.results import Result, cell_index
from sim.experiment.run import Request
from sim.experiment.runner import Engine


def made_up(request: Request, measure: str, tops: np.ndarray, bottoms: np.ndarray | None = None) -> Result:
    """What a request says had a measure brought these sums, and no other any. tops, bottoms (1 if left out): (blocks, entrants) whole numbers."""
    totals = Engine(request.plan, 1).empty()
    vectors = np.ones((len(tops), 1 + 2 * tops.shape[1]), np.int64)
    vectors[:, 1::2] = tops
    vectors[:, 2::2] = 1 if bottoms is None else bottoms
    totals.n_blocks = len(tops)
    totals.gram[0, 0] = len(tops)
    totals.gram[:, :, cell_index(request.plan, measure)] = vectors.T @ vectors
    result = Result(request.plan, 1, totals, {"request": request.words, "state": "done"})
    request.conclude(result)
    return result
