"""`python -m sim` is `carteado`."""

from sim.cli.main import run_program

run_program()
