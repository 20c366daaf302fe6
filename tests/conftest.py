"""Signals as at a terminal: what a shell has put into the background starts with Ctrl-C ignored, and its children after it."""

from __future__ import annotations

import signal

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
