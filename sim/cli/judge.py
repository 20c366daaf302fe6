"""carteado judge"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from sim.cli import console, tables
from sim.cli.options import GameName, TableOrJson, TableOrJsonOf


def judge(
    game: GameName,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="JSON: a list of cases (kind, input, expect), or a transcript.")],
    form: TableOrJsonOf = TableOrJson.table,
) -> int:
    """Answer cases by the rules, twice: by the kernel's rules and by the reference."""
    from sim import games as rooms
    from sim.experiment.judge import judge as verdicts_of

    room = rooms.load(game)
    verdicts = verdicts_of(room, file)
    differing = [v for v in verdicts if v.agrees is False]
    if form is TableOrJson.json:
        print(json.dumps([asdict(v) for v in verdicts], ensure_ascii=False, indent=1))
    else:
        table = tables.new_table("case", "kind", "answer", "expected", "", "why")
        for v in verdicts:
            mark = {True: "as expected", False: "DIFFERS", None: ""}[v.agrees]
            table.add_row(v.id, v.kind, _short(v.answer), "" if v.agrees is None else _short(v.expect), mark, v.reason)
        tables.print_table(table)
    if room.caveat:
        console.note(f"{room.title}: {room.caveat}")
    asked = sum(v.agrees is not None for v in verdicts)
    console.note(f"{len(verdicts)} cases, {asked} with an expected answer, {len(differing)} differ")
    return 1 if differing else 0


def _short(answer: object) -> str:
    text = json.dumps(answer, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "..."
