"""Strategies for Intervenção, one a file; files with a leading underscore are shared by several."""
