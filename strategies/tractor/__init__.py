"""Strategies for Tractor, one a file."""
