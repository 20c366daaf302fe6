"""Turns numba's compile errors into one sentence about the user's file."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable

import numpy as np

from sim.core.errors import unknown

_UNAVAILABLE = "this part of Python is not available in compiled code"
_REMEMBER = "what is to be remembered in a game goes into view.notes"

_PATTERNS = (
    (r"returns .*generator\(", "a decision returns a whole number; it does not yield"),
    (r"returns (.+), not a whole number", "the function must return a whole number on every path, not {0}"),
    (r"Signature mismatch: 1 argument types given", "the function takes one argument, the View"),
    (r"Cannot bind .* due to \"TypeError: (.+?)\"", "a function is called with the wrong arguments: {0}"),
    (r"compiler re-entrant to the same function|cannot type infer runaway recursion", "a function may not call itself"),
    (r"\((?:STORE|DELETE)_GLOBAL\)", f"a function cannot change what stands outside it; {_REMEMBER}"),
    (r"Function\(<built-in function (?:del|set)item>\).*?>>> \w+\(readonly", f"what stands outside the functions cannot be changed; {_REMEMBER}"),
    (r"The use of an? (.+?) type, assigned to variable '(\w+)' in globals", "'{1}' is {0}, which compiled code cannot use; write a tuple or an array"),
    (r"imprecise type: (\w+)\([^\n]*undefined", "what an empty {0} is to hold cannot be told; begin it with a value"),
    (r"op_IMPORT_NAME|IMPORT_NAME", "import belongs at the top of the file, outside the functions"),
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
    (r"Cannot unify (.+?) and (.+?) for '(\w+)[\w.]*'", "'{2}' is {0} in one place and {1} in another"),
    (
        r"No implementation of function Function\(<built-in function i?(?:and|or|xor|rshift|lshift)_?>\) found for signature:.*?float64",
        "a set of cards mixed with a plain number became a float; write bit(card), view.legal & ~bit(card) and the like",
    ),
    (r"No implementation of function Function\(<built-in function (\w+)>\) found for signature:\s*>>> \w+\(([^\n]*)\)", "'{0}' cannot be done with {1}"),
    (r"No implementation of function Function\((?:<\w+ '?)?(.+?)(?:'?>)?\) found for signature", "{0} cannot be used in this way"),
    (r"Use of unsupported NumPy function '(.+?)'", "{0} is not available in compiled code"),
    (r"Unknown attribute '(\w+)' of type Module\(<module '([\w.]+)'", "{1}.{0} is not available in compiled code"),
    (r"Unknown attribute '(\w+)' of type", "there is no '{0}' on this in compiled code"),
    (r"(?:The use of|Use of) (.+?) (?:is not supported|not supported)", "{0} is not available in compiled code"),
    (r"(format spec in f-strings)", "{0} is not available in compiled code"),
    (r"Unsupported opcode|op_\w+|is not supported|not implemented|unsupported", _UNAVAILABLE),
)

_KINDS = (  # numba's names of types, as a player would put it
    (r"Record\(.*\)", "the View"),
    (r"Literal\[str\]\(.*?\)|unicode_type", "a text"),
    (r"Literal\[int\]\(.*?\)|\bu?int\d+\b", "a whole number"),
    (r"Literal\[bool\]\(.*?\)|\bbool(?:ean)?\b", "true or false"),
    (r"\bfloat\d+\b", "a number with a fraction"),
    (r"OptionalType\((.+?)\)", r"sometimes \1 and sometimes nothing"),
    (r"(?:Uni)?Tuple\(.*\)", "several values"),
    (r"(?:reflected )?(list|set)\(.*", r"a \1"),
    (r"\bnone\b", "nothing"),
)


_SIGNS = {"add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "getitem": "[...]", "setitem": "[...] = ", "contains": "in"}


def _in_words(type_name: str) -> str:
    type_name = _SIGNS.get(type_name, type_name)
    for pattern, words in _KINDS:
        type_name = re.sub(pattern, words, type_name, flags=re.DOTALL)
    return " ".join(type_name.split())[:80]


def _line(message: str, reason: str, function: Callable) -> int:
    """The line of the function's own file that numba points to; else where the word at fault stands, or the function."""
    code = function.__code__
    name = re.escape(code.co_filename.rsplit("/", 1)[-1])
    own = re.findall(rf'File "[^"]*{name}", line (\d+)', message) + re.findall(rf"{name}\s*\((\d+)\)", message)
    if own and int(own[0]) != code.co_firstlineno:
        return int(own[0])
    quoted = re.search(r"'(\w+)'", reason)
    try:
        lines = inspect.getsourcelines(function)[0]
    except (OSError, TypeError):
        lines = []
    found = [i for i, line in enumerate(lines) if quoted and re.search(rf"\b{quoted[1]}\b", line)]
    return code.co_firstlineno + (found[0] if found else 0)


def _reason(message: str, fields: tuple[str, ...]) -> str:
    field = re.search(r"Field '(\w+)' was not found in record|Unknown attribute '(\w+)' of type Record|^'(\w+)'$", message)
    if field:
        name = next(g for g in field.groups() if g)
        return str(unknown("field of the View", name, fields))
    for pattern, words in _PATTERNS:
        found = re.search(pattern, message, re.DOTALL)
        if found:
            return words.format(*(_in_words(group) for group in found.groups()))
    lines = [line.strip() for line in message.splitlines() if line.strip() and not line.startswith("Failed in nopython")]
    return lines[0][:200] if lines else "unknown reason"


def explain_compile_error(error: Exception, strategy: str, decision: str, function: Callable, view: np.dtype) -> str:
    """One sentence: strategy, decision, line, and what cannot be compiled.

    A room that makes a decision of something else in the file (see Game.adapt) keeps what was written as `function.written`.
    """
    if hasattr(function, "written"):
        function = function.written
        decision = function.__name__
    message = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    reason = _reason(message, view.names or ())
    return f"strategy '{strategy}' line {_line(message, reason, function)}: {decision} cannot be compiled: {reason}"
