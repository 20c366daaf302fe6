"""carteado compare"""

from __future__ import annotations

from typing import Annotated

import typer

from sim.cli import console
from sim.cli.options import Format, FormatOf, GameName, Games, Jobs, NoSave, Out, Players, Quiet, RuleWords, Seed, Until, Watched, rule_options


def compare(
    game: GameName,
    strategies: Annotated[list[str], typer.Argument(metavar="A B [C ...]", help="Strategies to compare.")],
    field: Annotated[str | None, typer.Option("--field", metavar="F", help="Who sits at the other seats; the first strategy if left out.")] = None,
    until: Until = None,
    decide: Annotated[
        str | None, typer.Option("--decide", metavar="T0,T1", help="Stop when the effect per deal, in standard deviations, is decided to be T0 or T1.")
    ] = None,
    measure: Watched = None,
    players: Players = None,
    rule: RuleWords = None,
    games: Games = "100k",
    seed: Seed = None,
    jobs: Jobs = None,
    out: Out = None,
    no_save: NoSave = False,
    figures: Annotated[bool, typer.Option("--figures/--no-figures", help="Draw figures into the run folder.")] = True,
    unlawful: Annotated[bool, typer.Option("--unlawful", help="Admit strategies that see hidden cards.")] = False,
    form: FormatOf = Format.table,
    quiet: Quiet = False,
) -> None:
    """Compare strategies on the same deals: each alone in a field, in every seat; paired differences."""
    from sim.experiment.compare import compare_request
    from sim.experiment.run import conduct

    request = compare_request(game, strategies, field, players, rule_options(rule), unlawful, until, decide, measure)
    console.play(lambda s: conduct(request, s), console.settings("compare", game, games, seed, jobs, out, no_save, quiet), figures, form, quiet)
