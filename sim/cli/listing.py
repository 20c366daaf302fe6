"""carteado games, rules, strategies: what there is."""

from __future__ import annotations

from typing import Annotated

import typer

from sim.cli import console, tables
from sim.cli.options import GameName


def games() -> None:
    """List the games with their players and rule options."""
    from sim import games as rooms

    table = tables.new_table("game", "players", "rule options")
    for name in rooms.names():
        game = rooms.load(name)
        span = f"{game.min_players}" if game.min_players == game.max_players else f"{game.min_players}-{game.max_players}"
        table.add_row(name, span, ", ".join(f"{o.name}={o.default}" for o in game.options))
    tables.print_table(table)


def rules(game: GameName) -> None:
    """Show the numbered rules of a game, its options and their defaults."""
    from sim import games as rooms

    room = rooms.load(game)
    print(room.rule_text())
    table = tables.new_table("option", "default", "allowed", "rule", "what it is", title="Rule options (-r NAME=VALUE)")
    for option in room.options:
        table.add_row(option.name, option.default, option.allowed, option.rule, option.help)
    tables.print_table(table)


def strategies(game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Only this game.")] = None) -> None:
    """List the strategies: idea, decisions, parameters with default and range."""
    from sim import games as rooms
    from sim.experiment.strategies import shipped

    for name in [game] if game else rooms.names():
        room = rooms.load(name)
        table = tables.new_table("strategy", "decides", "idea", "parameters", title=room.title)
        for strategy in shipped(room):
            numbers = [f"{k.name}={k.default:g} ({k.low:g}..{k.high:g})" for k in strategy.knobs]
            knobs = "\n".join(numbers + [f"{k.name}={k.default} (a strategy)" for k in strategy.policies])
            lawful = "" if strategy.lawful else " (not lawful: sees hidden cards)"
            decides = "all" if len(strategy.functions) == len(room.decisions) else ", ".join(strategy.functions)
            table.add_row(strategy.name, decides, strategy.idea + lawful, knobs)
        tables.print_table(table)
        if room.caveat:
            console.note(f"{room.title}: {room.caveat}")
