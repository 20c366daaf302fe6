"""The command line: each command is a thin shell over a function that notebook users call too."""
