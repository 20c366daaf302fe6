"""Câmbio, Intervenção, Tractor and Wizard: games, experiments and the command line."""
