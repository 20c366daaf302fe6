"""carteado chart"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Annotated

import typer

from sim.cli.console import note
from sim.cli.options import Format, FormatOf, GameName, Jobs, Players, Quiet, RuleWords, Seed, rule_options
from sim.core.errors import InputError

if TYPE_CHECKING:
    from sim.experiment.chart import ChartResult


def chart(
    game: GameName,
    decision: Annotated[str, typer.Argument(metavar="DECISION", help="Such as bid or play.")],
    lineup: Annotated[str | None, typer.Option("--lineup", metavar="LINEUP", help="Who plays the games; the policy at every seat if left out.")] = None,
    by: Annotated[str, typer.Option("--by", metavar="AXIS,...", help="What situations are told apart by; the room's usual axes if left out.")] = "",
    only: Annotated[list[str] | None, typer.Option("--only", metavar="AXIS=LABEL", help="Only these situations; repeatable.")] = None,
    policy: Annotated[str | None, typer.Option("--policy", metavar="S", help="The strategy that plays imagined worlds on at every seat.")] = None,
    games: Annotated[str, typer.Option("--games", "-n", metavar="N", help="Games that questions are taken from.")] = "200",
    worlds: Annotated[str, typer.Option("--worlds", metavar="N", help="Worlds that each choice of a question is tried in.")] = "20",
    players: Players = None,
    rule: RuleWords = None,
    seed: Seed = None,
    jobs: Jobs = None,
    form: FormatOf = Format.table,
    quiet: Quiet = False,
) -> None:
    """Chart what the choices of a decision are worth by situation: questions of many games, all choices in common worlds."""
    from sim.experiment.chart import chart as make_chart
    from sim.experiment.results import as_csv, as_json, as_markdown

    names = [name.strip() for name in by.split(",") if name.strip()]
    found = make_chart(game, decision, lineup, players, rule_options(rule), names, _labels(only), policy, games, worlds, seed, jobs)
    if form is Format.csv:
        print(as_csv(found.lines, list(found.lines[0])), end="")
    elif form is Format.json:
        print(as_json(found.lines, {"game": game, "decision": decision, "games": found.games, "worlds": found.worlds, "seed": found.seed}), end="")
    elif form is Format.markdown:
        print(as_markdown(found.lines, list(found.lines[0])), end="")
    else:
        _show(found)
    note(f"questions of {found.games:,} games, {found.worlds} worlds each, seed {found.seed}", quiet)


def _labels(words: list[str] | None) -> dict[str, str]:
    """`["round=1"]` -> {"round": "1"}. Raises InputError."""
    found = dict(word.partition("=")[::2] for word in words or [])
    for name, label in found.items():
        if not label:
            raise InputError(f"--only {name} has no label; write --only {name}=LABEL")
    return found


def _show(found: ChartResult) -> None:
    """A line a situation: the best choice, and the others by what they lose."""
    from sim.cli import tables

    heads = (*(axis.name for axis in found.axes), "best", found.unit, "95 % interval", "not told apart", "behind", "questions")
    n = len(found.axes)
    table = tables.new_table(*heads, right=(n + 1, n + 2, n + 5))
    for situation, rows in groupby(found.rows, key=lambda row: row.situation):
        best, *rest = rows
        equals = " ".join(row.choice for row in rest if not row.is_told_apart)
        behind = "  ".join(f"{row.choice} {row.behind.value:+.1f}" for row in rest[:3])
        table.add_row(
            *situation, best.choice, f"{best.value.value:.1f}", tables.interval_text(best.value.low, best.value.high, 1), equals, behind, f"{best.n:,}"
        )
    tables.print_table(table)
