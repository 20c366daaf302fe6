"""carteado bench, fingerprint"""

from __future__ import annotations

from typing import Annotated

import typer

from sim.cli import tables
from sim.cli.options import GameName, Players, RuleWords, TableOrJson, TableOrJsonOf, rule_options


def bench(
    game: GameName,
    lineup: Annotated[str | None, typer.Argument(metavar="[LINEUP]", help="Who plays; the game's own choice if left out.")] = None,
    players: Players = None,
    rule: RuleWords = None,
    against: Annotated[str | None, typer.Option("--against", metavar="COMMAND", help="A program printing ns_per_card as JSON lines, run in turn.")] = None,
    form: TableOrJsonOf = TableOrJson.table,
) -> None:
    """Measure speed: games/s, ns per decision and per card, for one thread and for all."""
    from sim.experiment.bench import bench as measure
    from sim.experiment.run import make_rules

    found = measure(make_rules(game, players, rule_options(rule)), lineup, against)
    if form is TableOrJson.json:
        print(found.as_json())
        return
    table = tables.new_table("threads", "games/s", f"ns per {found.speeds[0].unit}", "ns per decision", right=(0, 1, 2, 3), title=found.lineup)
    for speed in found.speeds:
        table.add_row(str(speed.threads), f"{speed.games_per_s:,.0f}", f"{speed.ns_per_card:.2f}", f"{speed.ns_per_decision:.2f}")
    tables.print_table(table)
    print(f"{found.speeds[1].threads} threads: {found.scaling:.2f} times one" if found.speeds[1].threads > 1 else "one processor")
    if found.anchor is not None:
        print(f"against: {found.anchor:.2f} ns per card; ours on one thread is {found.ratio:.2f} times that (median of paired rounds)")


def fingerprint(game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Only this game.")] = None) -> None:
    """Print a short hash of a fixed run: it changes only when behaviour changes."""
    from sim import games as rooms
    from sim.experiment.bench import fingerprint as take

    for name in [game] if game else rooms.names():
        print(f"{name} {take(rooms.load(name))}")
