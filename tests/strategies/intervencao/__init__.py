"""Intervenção's strategies at positions set up by hand."""
