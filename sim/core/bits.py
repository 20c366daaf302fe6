"""Sets of cards as 64-bit masks: count, find and cut out bits.

Masks stay uint64 and counts int64 everywhere: numba turns a sum of the two into float64.
"""

from __future__ import annotations

import numpy as np
from llvmlite import binding, ir
from numba import types
from numba.extending import intrinsic

from sim.core import jit

ZERO, ONE = np.uint64(0), np.uint64(1)


def _host_has_pdep() -> bool:
    """Whether the processor deposits bits in one instruction (x86-64 with BMI2)."""
    try:
        return bool(binding.get_host_cpu_features().get("bmi2"))
    except RuntimeError:
        return False


HAS_PDEP = _host_has_pdep()


@intrinsic
def _ctpop(typingctx, mask):
    def codegen(context, builder, signature, args):
        return builder.ctpop(args[0])

    return types.int64(types.uint64), codegen


@intrinsic
def _cttz(typingctx, mask):
    def codegen(context, builder, signature, args):
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.uint64), codegen


@intrinsic
def _ctlz(typingctx, mask):
    def codegen(context, builder, signature, args):
        return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.uint64), codegen


@intrinsic
def _pdep(typingctx, source, mask):
    def codegen(context, builder, signature, args):
        word = ir.IntType(64)
        function = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", fnty=ir.FunctionType(word, [word, word]))
        return builder.call(function, args)

    return types.uint64(types.uint64, types.uint64), codegen


def _nth_set_plain(mask, k):
    """The k-th set bit as a mask, by halving: the portable way."""
    at, width, left = np.uint64(0), np.uint64(32), np.int64(k)
    while width > ZERO:
        below = popcount((mask >> at) & ((ONE << width) - ONE))
        if left >= below:
            left -= below
            at += width
        width >>= ONE
    return ONE << at


if jit.DISABLED:

    def popcount(mask):
        """Number of cards in the mask."""
        return int(mask).bit_count()

    def lowest(mask):
        """Position of the lowest set bit, 64 for the empty mask."""
        return (int(mask) & -int(mask)).bit_length() - 1 if mask else 64

    def highest(mask):
        """Position of the highest set bit, -1 for the empty mask."""
        return int(mask).bit_length() - 1

    nth_set = _nth_set_plain
else:

    @jit.helper
    def popcount(mask):
        """Number of cards in the mask."""
        return _ctpop(np.uint64(mask))

    @jit.helper
    def lowest(mask):
        """Position of the lowest set bit, 64 for the empty mask."""
        return _cttz(np.uint64(mask))

    @jit.helper
    def highest(mask):
        """Position of the highest set bit, -1 for the empty mask."""
        return 63 - _ctlz(np.uint64(mask))

    nth_set_plain = jit.helper(_nth_set_plain)  # tested beside the other on any machine

    if HAS_PDEP:

        @jit.helper
        def nth_set(mask, k):
            """The k-th set bit as a mask (k from 0; with k + 1 bits or fewer: not checked)."""
            return _pdep(ONE << np.uint64(k), np.uint64(mask))
    else:
        nth_set = nth_set_plain


@jit.helper
def nth_set_bit(mask, k):
    """Position of the k-th set bit (k from 0; fewer than k + 1 bits: not checked)."""
    return lowest(nth_set(mask, k))


@jit.helper
def bit(position):
    """The mask with this one bit."""
    return ONE << np.uint64(position)


@jit.helper
def has(mask, position):
    """Whether the bit is set."""
    return (np.uint64(mask) >> np.uint64(position)) & ONE != np.uint64(0)
