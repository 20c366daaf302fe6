"""Plays blocks of deals: the outer loop that every room's kernel shares.

A block is one deal, played once with each seating. A seating says which player (a row of the function table) sits
where; credits say to which entrant the results of each seat count (-1: to nobody).

A room's game is one record with everything in it, its views included: kernels then pass a single pointer. (Arrays as
arguments cost a reference count at every call: a fifth of the time of a Wizard game.)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from sim.core import gram as sums
from sim.core import jit, rng
from sim.core.seam import NOTES, PARAMETERS, PLAYER, POLICIES, SEES_ALL

# what `fault` holds after play_blocks has returned False
FAULT_BLOCK, FAULT_SEATING, FAULT_SEAT, FAULT_DECISION, FAULT_ANSWER, N_FAULT = range(6)


def game_dtype(rules: np.dtype, view: np.dtype, n_seats: int, n_decisions: int, fields: list[tuple]) -> np.dtype:
    """The record of one game: what the outer loop needs, then the room's own fields."""
    shared = [
        ("deal", np.uint64, (4,)),  # the deal stream
        ("table", np.uint64, (4,)),  # the stream of draws inside the game
        ("fault", np.int64, (N_FAULT,)),
        ("mates", np.int64, (n_seats,)),  # how many lower seats of this game count to the same entrant: 0 counts a game once
        ("functions", np.uint64, (n_seats, n_decisions)),  # whom to ask
        ("waits", np.uint64, (n_seats,)),  # see seam.PLAYER
        ("rules", rules),
        ("views", view, (n_seats,)),  # what each seat sees
    ]
    return np.dtype(shared + fields, align=True)


def signature(record: np.dtype) -> Any:
    """numba's signature of a room's kernel: boolean(games (1,), plan, seed, first, n_blocks, sink)."""

    def array(kind: Any, n_dimensions: int) -> Any:
        return types.Array(kind, n_dimensions, "C")

    word, whole = types.uint64, types.int64
    plan = types.Tuple((array(numba.from_dtype(PLAYER), 1), array(whole, 2), array(whole, 2)))
    sink = types.Tuple((array(whole, 2), whole, array(whole, 1), array(whole, 1), array(whole, 3), array(whole, 3)))
    return types.boolean(array(numba.from_dtype(record), 1), plan, word, whole, whole, sink)


def blocks_player(play_game: Callable, tally_game: Callable, note_game: Callable | None = None) -> Callable:
    """Builds a room's outer loop around its kernels.

    play_game(game) plays one game; False on an unlawful answer (it returns `unlawful(...)`).
    tally_game(game, seat, row, counts) adds what `seat` achieved in it to a row of tallies and one of counts.
    note_game(game, seat, row) adds what only rows are made of (Layout.notes); it is not called where nobody wants rows.
    (A closure: functions as arguments would keep numba from caching the kernel.)
    """
    note = note_game or _note_nothing

    @jit.helper
    def play_blocks(game, plan, seed, first, n_blocks, sink):
        """Plays blocks first .. first + n_blocks - 1; False when a strategy answered unlawfully (see game.fault).

        game: a room's game record with its rules set; overwritten. Its fault field always names the block and the
            seating that are being played, also when a strategy raises.
        plan: (players (n,) of seam.PLAYER, seatings (S, seats), credits (S, seats)).
        sink: (counts (entrants, n), columns, tops, bottoms, gram, rows); rows is filled with the blocks' tallies
            (n_blocks, entrants, columns) unless it is empty.
        """
        plan = (lent(plan[0]), lent(plan[1]), lent(plan[2]))  # the caller keeps them
        _, seatings, credits = plan
        counts, n_columns, tops, bottoms, gram, rows = sink
        keys = np.zeros(4, np.uint64)
        block = np.zeros((counts.shape[0], n_columns), np.int64)
        scratch = np.ones((gram.shape[0], gram.shape[2]), np.int64)
        for index in range(n_blocks):
            game.fault[FAULT_BLOCK] = first + index
            rng.open_block(keys, seed, first + index)
            clear(block)
            for s in range(seatings.shape[0]):
                game.fault[FAULT_SEATING] = s
                sit_down(game, plan, s, keys)
                if not play_game(game):
                    return False
                for entrant in range(counts.shape[0]):
                    row, count = lent(block)[entrant], lent(counts)[entrant]
                    for seat in range(credits.shape[1]):
                        if credits[s, seat] == entrant:
                            tally_game(game, seat, row, count)
                            if rows.shape[0]:
                                note(game, seat, row)
            sums.add_block(gram, block, tops, bottoms, scratch)
            if rows.shape[0]:
                copy(block, rows[index])
        return True

    return play_blocks


@intrinsic
def _without_owner(typingctx, array):
    def codegen(context, builder, signature, args):
        lent = context.make_array(array)(context, builder, args[0])
        lent.meminfo = cgutils.get_null_value(lent.meminfo.type)
        return lent._getvalue()

    return array(array), codegen


@jit.helper
def lent(array):
    """The same array, not counted as in use: rows of it cost no atomic addition. Whoever lends it keeps it alive."""
    return array if jit.DISABLED else _without_owner(array)


@jit.helper
def _note_nothing(game, seat, row):
    """Of a game without notes."""
    return  # (numba's debugger info wants a statement)


@jit.helper
def clear(block):
    """Zeros, in place."""
    for i in range(block.shape[0]):
        for j in range(block.shape[1]):
            block[i, j] = 0


@jit.helper
def copy(block, target):
    """target = block, in place (a slice assignment would cost a second of compile time)."""
    for i in range(block.shape[0]):
        for j in range(block.shape[1]):
            target[i, j] = block[i, j]


@jit.helper
def sit_down(game, plan, s, keys):
    """Prepares seating s: streams at their start, each seat given to its player."""
    players, seatings, credits = plan
    rng.open_stream(game.deal, keys, rng.DEAL)
    rng.open_stream(game.table, keys, rng.TABLE)
    for seat in range(seatings.shape[1]):
        rng.open_stream(game.views[seat].rng, keys, rng.SEAT + seat)
        seat_player(game, seat, players[seatings[s, seat]])
        game.mates[seat] = 0
        for other in range(seat):
            game.mates[seat] += 1 if credits[s, other] == credits[s, seat] else 0


@jit.helper
def seat_player(game, seat, player):
    """Gives a seat to a player (a record of seam.PLAYER): its functions, parameters and policies, and an empty memory."""
    view, used = game.views[seat], player.used
    for region in range(used.shape[0]):
        for i in range(used[region, PARAMETERS]):
            view.parameters[region, i] = player.parameters[region, i]
        for i in range(used[region, NOTES]):
            view.notes[region, i] = 0
        for i in range(used[region, POLICIES]):
            view.policies[region, i] = player.policies[region, i]
    view.parameters[0, SEES_ALL] = player.parameters[0, SEES_ALL]
    game.waits[seat] = player.waits
    for decision in range(game.functions.shape[1]):
        game.functions[seat, decision] = player.functions[decision]


@jit.helper
def unlawful(game, seat, decision, answer):
    """Records who answered unlawfully; always False, so that a game can end with `return unlawful(...)`."""
    game.fault[FAULT_SEAT] = seat
    game.fault[FAULT_DECISION] = decision
    game.fault[FAULT_ANSWER] = answer
    return False
