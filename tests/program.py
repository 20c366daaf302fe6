"""The program as a user meets it: within this process, in a copy of it that can be killed, or from the shell."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import traceback
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from sim.cli.main import main

COMMAND = (sys.executable, "-m", "sim")


@dataclass(frozen=True)
class Said:
    """What a command line ended with."""

    code: int
    out: str
    err: str

    @property
    def sentence(self) -> str:
        """The one line on standard error, without the program's name; fails when there is more or less."""
        lines = self.err.strip().splitlines()
        assert len(lines) == 1 and lines[0].startswith("carteado: "), self.err
        return lines[0].removeprefix("carteado: ")


def carteado(*words: object) -> Said:
    """Runs a command line in this process."""
    out, err = io.StringIO(), io.StringIO()
    handler = signal.getsignal(signal.SIGTERM)
    try:
        with redirect_stdout(out), redirect_stderr(err):
            code = main([str(word) for word in words])
    finally:
        signal.signal(signal.SIGTERM, handler)
    return Said(code, out.getvalue(), err.getvalue())


def from_shell(*words: object, folder: Path | None = None, timeout: float = 120) -> Said:
    """Runs a command line in a process of its own."""
    done = subprocess.run([*COMMAND, *map(str, words)], check=False, cwd=folder, capture_output=True, text=True, timeout=timeout)
    return Said(done.returncode, done.stdout, done.stderr)


def start(*words: object, folder: Path | None = None) -> subprocess.Popen:
    """Starts a command line in a process of its own and does not wait."""
    return subprocess.Popen([*COMMAND, *map(str, words)], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def in_copy(act: Callable[[], int], talk: Path) -> int:
    """Lets a copy of this process, with everything compiled already, do something and exit with its answer; its process id.

    talk: file that the copy's output goes to, also a traceback (then it exits with 99). Ctrl-C before an answer: 3.
    """
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})  # a copy that is not ready must not be hit
    pid = os.fork()
    if pid:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        return pid
    code = 3
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        with open(talk, "a", encoding="utf-8") as file, redirect_stdout(file), redirect_stderr(file):
            try:
                code = act()
            except Exception:
                code = 99
                traceback.print_exc()
    finally:
        os._exit(code)


def copy_of_this(*words: object, talk: Path) -> int:
    """Runs a command line in a copy of this process; its process id."""
    return in_copy(lambda: main([str(word) for word in words]), talk)


def ended(pid: int) -> int:
    """Waits for a process; its exit code, or minus the signal that ended it."""
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
