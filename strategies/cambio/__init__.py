"""Strategies for Câmbio, one a file."""
