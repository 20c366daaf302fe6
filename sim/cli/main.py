"""`carteado`: collects the commands from the entry points `carteado.commands` and turns errors into exit codes."""

from __future__ import annotations

import errno
import os
import re
import signal
import sys
import threading
from contextlib import suppress
from importlib.metadata import entry_points
from io import TextIOWrapper
from typing import Any

import typer

from sim.core.errors import CarteadoError, Interrupted

TYPER_STOPPED = 130  # what typer makes of Ctrl-C
KINDS = {"integer": "whole number", "number": "number"}  # as pydantic and as we call them
ORDER = [
    "games",
    "rules",
    "strategies",
    "run",
    "compare",
    "sweep",
    "tournament",
    "tune",
    "show",
    "judge",
    "advise",
    "chart",
    "report",
    "study",
    "new",
    "check",
    "resume",
    "bench",
    "fingerprint",
    "selfcheck",
]


def build() -> typer.Typer:
    """The program with every installed command."""
    app = typer.Typer(
        name="carteado",
        help="Monte Carlo strategy simulator for card games: Wizard, Tractor, Câmbio and Intervenção.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    points = {point.name: point for point in entry_points(group="carteado.commands")}
    for name in sorted(points, key=lambda n: (ORDER.index(n) if n in ORDER else len(ORDER), n)):
        try:
            command = points[name].load()
        except Exception as error:  # one broken package shall not take the whole program away
            print(f"carteado: command '{name}' cannot be loaded: {type(error).__name__}: {error}", file=sys.stderr)
            continue
        app.command(name, context_settings=getattr(command, "context_settings", None))(command)
    app.callback()(lambda: None)
    return app


def _stop(*_: object) -> None:
    raise KeyboardInterrupt


def main(arguments: list[str] | None = None) -> int:
    """Runs a command line; the exit code (see CarteadoError)."""
    signal.signal(signal.SIGTERM, _stop)
    try:
        outcome = typer.main.get_command(build()).main(arguments, prog_name="carteado", standalone_mode=False)
        sys.stdout.flush()
        if outcome == TYPER_STOPPED:
            raise KeyboardInterrupt
        return outcome if isinstance(outcome, int) else 0
    except CarteadoError as error:
        return _say(str(error), error.exit_code)
    except (KeyboardInterrupt, typer.Abort):
        return _say("stopped", Interrupted.exit_code)
    except SystemExit as error:
        return _left(error)
    except BrokenPipeError:  # who read our output has seen enough
        _leave_output()
        return 0
    except OSError as error:
        if error.filename is None and error.errno != errno.ENOSPC:
            raise
        if error.filename is None:
            _leave_output()
        return _say(f"{error.filename or 'standard output'}: {error.strerror}", 2)
    except Exception as error:
        if not hasattr(error, "format_message"):
            raise
        return _usage(error)


def _left(error: SystemExit) -> int:
    """The exit code that a command left with; typer and rich leave when who read our output has seen enough."""
    if isinstance(error.__context__, BrokenPipeError):
        _leave_output()
        return 0
    if isinstance(error.code, str):
        return _say(error.code, 1)
    return error.code or 0


def _leave_output() -> None:
    """What is still to be written goes nowhere, or Python would complain when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _usage(error: Any) -> int:
    """What the parser of the command line did not understand (its exceptions have no public home)."""
    if type(error).__name__ == "NoArgsIsHelpError":
        print(error.format_message())
        return 0
    place = getattr(getattr(error, "ctx", None), "command_path", "carteado")
    sentence = error.format_message().rstrip(".").replace("Value error, ", "")  # what pydantic puts before its own
    sentence = re.sub(r"Input should be a valid (integer|number), .*", lambda found: f"a {KINDS[found[1]]} is needed", sentence)
    return _say(f"{sentence}; see {place} --help", 2)


def _say(sentence: str, code: int) -> int:
    print(f"carteado: {sentence}", file=sys.stderr)
    return code


def run_program() -> None:
    """The console script. Threads that a failed command left in compiled code, perhaps for ever, are not waited for."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a letter that the output's encoding lacks shall not end the run
    code = main()
    if code and threading.active_count() > 1:
        with suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)
    sys.exit(code)


if __name__ == "__main__":
    run_program()
