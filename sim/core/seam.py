"""The seam between a compiled game and the strategies that play it.

A strategy answers one decision by a function of one View record: `int64(View)`. The kernel holds a table of such
functions, one row a player and one column a decision, and calls through it with `ask`. The kernel is compiled once
for all line-ups: a table row is only an address of a function that was compiled with exactly this signature.

This is numba's first-class function type without its container: a tuple of `FunctionType` fixes the number of
players in the kernel's signature and is searched by a switch at each call, a table is indexed (measured on a full
Wizard kernel: see sim/games/wizard/README.md). The calling convention, and with it the passage of exceptions, is
numba's own.

Without compilation (NUMBA_DISABLE_JIT=1) the table holds the Python functions themselves.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from sim.core import jit

N_REGIONS = 4  # private places in a View: one for each strategy that a combination is made of
N_PARAMETERS = 32  # float64 each, per region
SEES_ALL = N_PARAMETERS - 1  # parameter of region 0 that is set for a player that is not lawful; no strategy's knob
N_NOTES = 32  # int64 each, per region: what a strategy remembers within a game
N_POLICIES = 2  # addresses of players, per region: whom a strategy lets play on in the worlds that it imagines
MOST_DECISIONS = 16  # of a game
PARAMETERS, NOTES, POLICIES = range(3)  # columns of PLAYER's `used`

# Who can be given a seat. A policy is the address of such a record; whoever hands one out keeps it alive.
PLAYER = np.dtype(
    [
        ("functions", np.uint64, (MOST_DECISIONS,)),  # whom to ask, by decision
        ("parameters", np.float64, (N_REGIONS, N_PARAMETERS)),
        ("policies", np.uint64, (N_REGIONS, N_POLICIES)),
        ("waits", np.uint64),  # decisions, bit d, that need not be asked where the room says there is nothing to act on
        ("rollouts", np.uint64),  # of a policy: the room's compiled rollouts that it plays on in (see play_on), or 0
        ("used", np.int64, (N_REGIONS, 3)),  # how many parameters, notes and policies of each region are in use
    ],
    align=True,
)


def view_dtype(fields: list[tuple]) -> np.dtype:
    """The kernel's View: the fields that a decision may read, then the stream and the regions of private places."""
    private = [
        ("rng", np.uint64, (4,)),
        ("parameters", np.float64, (N_REGIONS, N_PARAMETERS)),
        ("notes", np.int64, (N_REGIONS, N_NOTES)),
        ("policies", np.uint64, (N_REGIONS, N_POLICIES)),
    ]
    return np.dtype([(name, *rest) for name, *rest in fields] + private, align=True)


def region_dtype(kernel_view: np.dtype, region: int) -> np.dtype:
    """The same memory as a strategy sees it: `parameters`, `notes` and `policies` are its own region only."""
    assert kernel_view.names is not None and kernel_view.fields is not None
    names, formats, offsets = [], [], []
    for name in kernel_view.names:
        field, offset = kernel_view.fields[name][:2]
        if name in ("parameters", "notes", "policies"):
            base, shape = field.subdtype  # type: ignore[misc]
            field = np.dtype((base, shape[1:]))
            offset += region * field.itemsize
        names.append(name)
        formats.append(field)
        offsets.append(offset)
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": kernel_view.itemsize})


def record_type(dtype: np.dtype) -> Any:
    """numba's type of one record."""
    return numba.from_dtype(dtype)


@intrinsic
def _call(typingctx, address, view):
    def codegen(context, builder, signature, args):
        convention = context.call_conv
        function_type = convention.get_function_type(types.int64, (view,))
        pointer = builder.inttoptr(args[0], function_type.as_pointer())
        status, answer = convention.call_function(builder, pointer, types.int64, (view,), [args[1]])
        with cgutils.if_unlikely(builder, status.is_error):
            convention.return_status_propagate(builder, status)
        return answer

    if isinstance(view, types.Record):
        return types.int64(types.uint64, view), codegen
    return None


@intrinsic
def _call_rollouts(typingctx, address, view, decision, choices, policy, outcomes):
    arguments = (view, types.int64, types.Array(types.int64, 1, "C"), types.uint64, types.Array(types.int64, 3, "C"))

    def codegen(context, builder, signature, args):
        convention = context.call_conv
        pointer = builder.inttoptr(args[0], convention.get_function_type(types.none, arguments).as_pointer())
        status, _ = convention.call_function(builder, pointer, types.none, arguments, args[1:])
        with cgutils.if_unlikely(builder, status.is_error):
            convention.return_status_propagate(builder, status)
        return context.get_dummy_value()

    if isinstance(view, types.Record):
        return types.none(types.uint64, *arguments), codegen
    return None


@intrinsic
def _player_at(typingctx, address):
    player = record_type(PLAYER)

    def codegen(context, builder, signature, args):
        return builder.inttoptr(args[0], context.get_value_type(player))

    return player(types.uint64), codegen


class PlainRecord(np.record):  # type: ignore[misc]
    """A record for plain Python: a field goes before a method of numpy's with the same name (`round`)."""

    def __getattribute__(self, name: str) -> Any:
        fields = np.record.__getattribute__(self, "dtype").fields
        if fields is None or name not in fields:
            return np.record.__getattribute__(self, name)
        value = self.getfield(*fields[name][:2])
        return value.view(np.dtype((PlainRecord, value.dtype))) if value.dtype.names else value

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


def records(dtype: np.dtype, n: int = 1) -> np.ndarray:
    """n zeroed records that kernels can be given, compiled or not."""
    return np.zeros(n, np.dtype((PlainRecord, dtype)) if jit.DISABLED else dtype)


def scratch(dtype: np.dtype) -> Callable:
    """A function for compiled code (or not) that makes (1,) zeroed records. Whoever uses its record keeps the array alive."""
    plain = np.dtype((PlainRecord, dtype)) if jit.DISABLED else dtype

    @jit.helper
    def new_records():
        return np.zeros(1, plain)

    return new_records


def _same_memory(record: np.void, dtype: np.dtype) -> Any:
    """The record's own bytes, writable, under another dtype (numpy hands out records read-only)."""
    return _record_at(record.__array_interface__["data"][0], dtype)


def _record_at(address: int, dtype: np.dtype) -> Any:
    """The record that lies at an address, writable."""
    raw = (ctypes.c_char * dtype.itemsize).from_address(address)
    return np.ndarray((1,), np.dtype((PlainRecord, dtype)), memoryview(raw))[0]


_PLAIN: list[Callable] = []  # without compilation an address is an index in this list

if jit.DISABLED:

    def ask(function, view):
        """The strategy's answer."""
        return int(_PLAIN[int(function)](view))

    def player_at(address):
        """The PLAYER record at an address."""
        return _record_at(int(address), PLAYER)

    def call_rollouts(address, view, decision, choices, policy, outcomes):
        """The room's rollouts."""
        _PLAIN[int(address)](view, decision, choices, policy, outcomes)
else:

    @jit.helper
    def ask(function, view):
        """The strategy's answer (int64); an exception inside it leaves the kernel as it would leave a call."""
        return _call(function, view)

    @jit.helper
    def player_at(address):
        """The PLAYER record at an address (that there is one is not checked)."""
        return _player_at(address)

    @jit.helper
    def call_rollouts(address, view, decision, choices, policy, outcomes):
        """The room's rollouts; an exception inside them leaves the caller as it would leave a call."""
        _call_rollouts(address, view, decision, choices, policy, outcomes)


@jit.helper
def play_on(view, decision, choices, policy, outcomes):
    """Fills outcomes (worlds, choices, n) with what each choice brings in imagined worlds that the policy plays on; moves view.rng on.

    policy: an address as view.policies holds it. What choices and outcomes are the room's rollouts.py says. They are
    compiled once for the room and called by their address: strategies that use them compile in a moment.
    """
    call_rollouts(player_at(policy).rollouts, view, decision, choices, policy, outcomes)


def asking(view: np.dtype, folder: Path) -> Callable:
    """Compiles `ask_once(address, views (1,)) -> answer`, by which Python asks one strategy one question."""

    @jit.cached(types.int64(types.uint64, types.Array(record_type(view), 1, "C")), folder)
    def ask_once(address, views):
        return ask(address, views[0])

    return ask_once


def play_out_signature(view: np.dtype) -> Any:
    """numba's signature of a room's rollouts: none(views (1,), decision, choices (n,), a policy's address, outcomes (worlds, n, k))."""
    whole = types.int64
    return types.none(types.Array(record_type(view), 1, "C"), whole, types.Array(whole, 1, "C"), types.uint64, types.Array(whole, 3, "C"))


def rollouts_signature(view: np.dtype) -> Any:
    """The same for one View in place of an array, as strategies call them by their address (play_on)."""
    return types.none(record_type(view), *play_out_signature(view).args[1:])


def listing_signature(view: np.dtype) -> Any:
    """numba's signature of what lists choices for Python: int64(views (1,), decision, choices (n,)), how many there are."""
    views, decision, choices = play_out_signature(view).args[:3]
    return types.int64(views, decision, choices)


def rollouts_address(rollouts: Callable, view: np.dtype) -> int:
    """The address of a room's rollouts, compiled with rollouts_signature; the room keeps them alive."""
    if not jit.DISABLED:
        return _address_of(rollouts)
    _PLAIN.append(lambda seen, *rest: rollouts(_same_memory(seen, view), *rest))
    return len(_PLAIN) - 1


def playing_out(address: int, view: np.dtype, folder: Path) -> Callable:
    """Compiles `play_out(views (1,), ...)`, by which Python calls rollouts at an address (play_out_signature)."""

    @jit.cached(types.none(types.uint64, *play_out_signature(view).args), folder)
    def play_out(rollouts, views, decision, choices, policy, outcomes):
        call_rollouts(rollouts, views[0], decision, choices, policy, outcomes)

    return partial(play_out, address)


def entry(function: Callable, dtype: np.dtype, folder: Path | None) -> tuple[Any, int]:
    """Compiles a strategy's function for a View; (what keeps it alive, its address for the kernel's table).

    With a `folder` the compiled code is kept there. Raises numba's errors when the function does not compile.
    """
    if jit.DISABLED:
        _PLAIN.append(lambda view: function(_same_memory(view, dtype)))
        return function, len(_PLAIN) - 1
    view = record_type(dtype)
    compiled = jit.cached((view,), folder)(function)
    (result,) = compiled.overloads.values()
    returned = result.signature.return_type
    if not isinstance(returned, (types.Integer, types.Boolean)):
        raise TypeError(f"returns {returned}, not a whole number")
    if returned != types.int64:
        compiled = jit.cached(types.int64(view), folder)(function)
    return compiled, _address_of(compiled)


def _address_of(compiled: Any) -> int:
    """The address of a function that is compiled for one signature; whoever hands it out keeps the function alive."""
    (result,) = compiled.overloads.values()
    return result.library.get_pointer_to_function(result.fndesc.llvm_func_name)
