"""carteado tournament"""

from __future__ import annotations

from typing import Annotated

import typer

from sim.cli import console
from sim.cli.options import Cluster, Format, FormatOf, GameName, Games, Jobs, NoSave, Out, Patience, Players, Quiet, RuleWords, Seed, rule_options


def tournament(
    game: GameName,
    strategies: Annotated[list[str], typer.Argument(metavar="S1 S2 [...]", help="Strategies that take part.")],
    players: Players = None,
    rule: RuleWords = None,
    games: Games = "200k",
    seed: Seed = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
    patience: Patience = 60.0,
    out: Out = None,
    no_save: NoSave = False,
    figures: Annotated[bool, typer.Option("--figures/--no-figures", help="Draw figures into the run folder.")] = True,
    unlawful: Annotated[bool, typer.Option("--unlawful", help="Admit strategies that see hidden cards.")] = False,
    form: FormatOf = Format.table,
    quiet: Quiet = False,
) -> None:
    """Play each strategy alone among each other one and itself, and mixed tables: payoffs, ranking, who can invade whom."""
    from sim.experiment.run import conduct
    from sim.experiment.tournament import tournament_request

    request = tournament_request(game, strategies, players, rule_options(rule), unlawful)
    how = console.settings("tournament", game, games, seed, jobs, out, no_save, quiet, cluster, patience)
    console.play(lambda s: conduct(request, s), how, figures, form, quiet)
