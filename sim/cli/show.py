"""carteado show"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Annotated, Any

import typer

from sim.cli.options import GameName, Players, RuleWords, Seed, rule_options

LAST_EVENTS = 20  # shown of a game that a strategy broke off


class TextOrJson(StrEnum):
    """What goes to standard output."""

    text = "text"
    json = "json"


def show(
    game: GameName,
    lineup: Annotated[str, typer.Argument(metavar="LINEUP", help="One strategy a seat.")],
    players: Players = None,
    rule: RuleWords = None,
    seed: Seed = "1",
    deal: Annotated[int, typer.Option("--deal", metavar="I", min=0, help="Which deal of the run.")] = 0,
    form: Annotated[TextOrJson, typer.Option("--format", help="As a player writes it down, or the transcript.")] = TextOrJson.text,
) -> None:
    """Show one game as a player would write it down."""
    from sim.core.errors import StrategyFault
    from sim.experiment.lineup import parse_lineup
    from sim.experiment.replay import show as replay
    from sim.experiment.run import make_rules
    from sim.experiment.seeds import parse_seed

    rules = make_rules(game, players, rule_options(rule))
    try:
        told = replay(rules, parse_lineup(lineup, rules), parse_seed(seed), deal)
    except StrategyFault as fault:
        show_events(fault.events)
        raise
    print(json.dumps(told, indent=1, ensure_ascii=False) if form is TextOrJson.json else rules.game.tell(told))


def show_events(events: Sequence[Mapping[str, Any]]) -> None:
    """The last events of a game that could not be played on, a line each, as the rooms' READMEs describe them."""
    if events:
        print(f"The last {min(LAST_EVENTS, len(events))} of {len(events)} events before the fault:")
    for event in events[-LAST_EVENTS:]:
        print(json.dumps(event, ensure_ascii=False))
