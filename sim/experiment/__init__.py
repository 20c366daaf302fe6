"""Knows "a game", no particular one: line-ups, runs, estimates, comparisons, run folders."""
