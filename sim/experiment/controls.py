"""Control variates: what the hands dealt explain of a result is luck whose mean is known, and is taken off.

A room may tell a whole number for each seat's hand, from the deal alone, and its exact mean (Game.controls): the
strengths h of the deal. An estimate m becomes m - beta (mean of h - E h); beta is fitted to the same blocks, so that
the variance shrinks to what h does not explain. (S. S. Lavenberg and P. D. Welch, "A perspective on the use of control
variables to increase the efficiency of Monte Carlo simulations", Management Science 27, 1981: also the interval.)

Where every strategy sits on every side of the same deals, the strengths cancel in differences, and little is left to
explain: the controls serve means, and above all results by seat. They are used where they are worth LEAST_WORTH.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import fsum, isfinite, sqrt

import numpy as np

from sim.experiment import estimates
from sim.experiment.estimates import Estimate
from sim.experiment.lineup import Plan
from sim.games.layout import Cell
from sim.games.protocol import Controls, Rules

LEAST_WORTH = 1.05  # games saved, as a factor; below it the plain estimate stands
BLOCKS_PER_CONTROL = 50  # with fewer, beta is not known well enough


@dataclass(frozen=True)
class ControlLedger:
    """Kept per entrant, for each controlled cell: the sums of its top and of its bottom times the strength of each seat.

    The first entrant's numbers begin with the sums of the strengths and of their products; the others' with zeros.
    """

    rules: Rules
    controls: Controls
    cells: Mapping[int, Cell]  # by place in the plan
    columns: tuple[int, ...]  # tops and bottoms, each once

    @property
    def shared(self) -> int:
        """Numbers about the strengths alone."""
        return (1 + self.rules.players) * self.rules.players

    @property
    def width(self) -> int:
        """Numbers per entrant."""
        return self.shared + len(self.columns) * self.rules.players

    def note(self, rows: np.ndarray, seed: int, first: int) -> np.ndarray:
        """See Ledger."""
        n_entrants, n_seats = rows.shape[1], self.rules.players
        strengths = np.zeros((1 + n_seats, n_seats), np.int64)
        products = np.zeros((n_entrants, len(self.columns), n_seats), np.int64)
        game = self.rules.game.new_game(self.rules)
        self.controls.tally(game, np.uint64(seed), first, rows, np.array(self.columns, np.int64), strengths, products)
        noted = np.zeros((n_entrants, self.width), np.int64)
        noted[0, : self.shared] = strengths.ravel()
        noted[:, self.shared :] = products.reshape(n_entrants, -1)
        return noted


def with_controls(plan: Plan) -> Plan:
    """The plan with the room's controls, if it has any: for the headline measures, overall and by seat."""
    controls = plan.rules.game.controls(plan.rules)
    if controls is None:
        return plan
    headline = {measure.name for measure in plan.rules.headline}
    cells = {i: cell for i, cell in enumerate(plan.cells) if cell.measure in headline and (not cell.group or cell.group.startswith("seat="))}
    columns = tuple(sorted({column for cell in cells.values() for column in (cell.top, cell.bottom)}))
    return replace(plan, ledger=ControlLedger(plan.rules, controls, cells, columns))


class Narrowing:
    """The sums of a ledger, ready to narrow estimates."""

    def __init__(self, ledger: ControlLedger, kept: np.ndarray, n_blocks: int) -> None:
        """kept: (entrants, width), the ledger's numbers."""
        n = ledger.rules.players
        sums = [int(x) for x in kept[0, :n]]
        products = kept[0, n : ledger.shared].reshape(n, n)
        spread = [[n_blocks * int(products[max(i, j), min(i, j)]) - sums[i] * sums[j] for j in range(n)] for i in range(n)]
        inverse = inverted(spread) if n_blocks >= n * BLOCKS_PER_CONTROL else None
        self.n_blocks, self.n_controls = n_blocks, n
        self.inverse = [[float(x * n_blocks) for x in row] for row in inverse] if inverse else None
        self.luck = [float(Fraction(total, n_blocks) - ledger.controls.mean) for total in sums]  # of the deals, by seat
        places = {column: k for k, column in enumerate(ledger.columns)}
        self.places = {i: (places[cell.top], places[cell.bottom]) for i, cell in ledger.cells.items()}
        self.kept = kept[:, ledger.shared :].reshape(len(kept), len(ledger.columns), n)

    def narrow(self, plain: Estimate, cell: int, gram: np.ndarray, signs: Sequence[tuple[int, int]], scale: float) -> tuple[Estimate, float]:
        """The estimate with what the strengths explain taken off, and how many times the games that is worth (1: not used).

        plain: the estimate of the cell's Gram matrix for the entrants and signs (see estimates.contrast).
        """
        if self.inverse is None or cell not in self.places or not isfinite(plain.se) or plain.se == 0:
            return plain, 1.0
        shared = [scale * float(sum(sign * self._shared(e, cell, gram, seat) for e, sign in signs)) for seat in range(self.n_controls)]
        beta = times(self.inverse, shared)
        free = self.n_blocks - 1 - self.n_controls
        unexplained = max(0.0, plain.se**2 * self.n_blocks * (self.n_blocks - 1) - dot(beta, shared))
        se = sqrt(unexplained / free * (1 / self.n_blocks + dot(self.luck, times(self.inverse, self.luck))))
        if se == 0 or (plain.se / se) ** 2 < LEAST_WORTH:
            return plain, 1.0
        value = plain.value - dot(beta, self.luck)
        half = estimates.student(estimates.LEVEL, self.n_blocks - self.n_controls) * se
        return Estimate(value, se, value - half, value + half, plain.n), (plain.se / se) ** 2

    def _shared(self, entrant: int, cell: int, gram: np.ndarray, seat: int) -> Fraction:
        """Sum over blocks of the residual of an entrant's ratio (top - ratio * bottom, over the mean bottom) times a seat's strength."""
        top, bottom = int(gram[1 + 2 * entrant, 0]), int(gram[2 + 2 * entrant, 0])
        with_top, with_bottom = (int(self.kept[entrant, place, seat]) for place in self.places[cell])
        return Fraction(self.n_blocks * (with_top * bottom - top * with_bottom), bottom * bottom)


def inverted(matrix: Sequence[Sequence[int]]) -> list[list[Fraction]] | None:
    """The exact inverse of a square matrix; None when it has none."""
    n = len(matrix)
    rows = [[Fraction(x) for x in (*row, *(int(i == j) for j in range(n)))] for i, row in enumerate(matrix)]
    for i in range(n):
        pivot = next((k for k in range(i, n) if rows[k][i]), None)
        if pivot is None:
            return None
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for k in (k for k in range(n) if k != i and rows[k][i]):
            rows[k] = [x - rows[k][i] * y for x, y in zip(rows[k], rows[i], strict=True)]
    return [row[n:] for row in rows]


def dot(a: Sequence[float], b: Sequence[float]) -> float:
    """The scalar product; by fsum, which gives the same on every machine."""
    return fsum(x * y for x, y in zip(a, b, strict=True))


def times(matrix: Sequence[Sequence[float]], vector: Sequence[float]) -> list[float]:
    """Matrix times vector."""
    return [dot(row, vector) for row in matrix]
