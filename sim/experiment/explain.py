"""Turns numba's compile errors into one sentence about the user's file."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np

from sim.core.errors import unknown

_PATTERNS = (
    (r"returns ([\w\[\]() ,]+), not a whole number", "the function must return a whole number on every path, not {0}"),
    (r"Signature mismatch: 1 argument types given", "the function takes one argument, the View"),
    (r"Invalid use of getiter with parameters \(u?int64\)", "a set of cards is walked by: for i in range(popcount(cards)): card = nth_set_bit(cards, i)"),
    (r"Cannot capture the non-constant value associated with variable '(\w+)'", "an inner function or lambda may not use '{0}'; write a loop"),
    (
        r"Untyped global name '(\w+)'.*?(?:Cannot determine|cannot determine)",
        "'{0}' is nothing that compiled code can use (a plain number, an array, or a function of this file)",
    ),
    (r"Untyped global name '(\w+)'", "'{0}' is nothing that compiled code can use"),
    (r"NameError: name '(\w+)' is not defined", "'{0}' is not defined"),
    (r"No conversion from (.+?) to int64", "the function must return a whole number, not {0}"),
    (r"variable '(?:\$\w+|\w+)' (?:has|is) .*?type", "a variable changes its type"),
    (r"Cannot unify (.+?) and (.+?) for '([\w.]+)'", "'{2}' is {0} in one place and {1} in another"),
    (
        r"No implementation of function Function\(<built-in function i?(?:and|or|xor|rshift|lshift)_?>\) found for signature:.*?float64",
        "a set of cards mixed with a plain number became a float; write bit(card), view.legal & ~bit(card) and the like",
    ),
    (r"No implementation of function Function\((.+?)\) found for signature", "the operation {0} is not possible for these types"),
    (r"Use of unsupported NumPy function '(.+?)'", "{0} is not available in compiled code"),
    (r"Unknown attribute '(\w+)' of type", "there is no '{0}' on this"),
    (r"(?:The use of|Use of) (.+?) (?:is not supported|not supported)", "{0} is not available in compiled code"),
    (r"Unsupported opcode|op_\w+|is not supported|not implemented|unsupported", "this part of Python is not available in compiled code"),
)


def _line(message: str, function: Callable) -> int:
    """The line of the function's own file that numba points to; else where the function starts."""
    file = function.__code__.co_filename
    name = re.escape(file.rsplit("/", 1)[-1])
    own = re.findall(rf'File "[^"]*{name}", line (\d+)', message)
    own += re.findall(rf"{name}\s*\((\d+)\)", message)
    return int(own[0]) if own else function.__code__.co_firstlineno


def _unwrap(message: str, fields: tuple[str, ...]) -> str:
    field = re.search(r"Field '(\w+)' was not found in record|Unknown attribute '(\w+)' of type Record|^'(\w+)'$", message)
    if field:
        name = next(g for g in field.groups() if g)
        return str(unknown("field of the View", name, fields))
    for pattern, words in _PATTERNS:
        found = re.search(pattern, message, re.DOTALL)
        if found:
            return words.format(*(" ".join(g.split())[:80] for g in found.groups()))
    lines = [line.strip() for line in message.splitlines() if line.strip() and not line.startswith("Failed in nopython")]
    return lines[0][:200] if lines else "unknown reason"


def explain_compile_error(error: Exception, strategy: str, decision: str, function: Callable, view: np.dtype) -> str:
    """One sentence: strategy, decision, line, and what cannot be compiled."""
    message = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    reason = _unwrap(message, view.names or ())
    return f"strategy '{strategy}' line {_line(message, function)}: {decision} cannot be compiled: {reason}"
