"""Intervenção's tests."""
