"""carteado tournament"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from sim.cli import console
from sim.cli.options import GameName, Games, RunOptions, Unlawful, with_options


@dataclass(frozen=True)
class TournamentOptions(RunOptions):
    """Those of `tournament`."""

    games: Games = "200k"


@with_options(TournamentOptions)
def tournament(
    game: GameName,
    strategies: Annotated[list[str], typer.Argument(metavar="S1 S2 [...]", help="Strategies that take part.")],
    unlawful: Unlawful = False,
    *,
    how: TournamentOptions,
) -> None:
    """Play each strategy alone among each other one and itself, and mixed tables: payoffs, ranking, who can invade whom."""
    from sim.experiment.tournament import tournament_request

    console.play_request(tournament_request(game, strategies, how.players, how.rules, unlawful), how)
