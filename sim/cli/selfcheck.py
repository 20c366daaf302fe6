"""carteado selfcheck"""

from __future__ import annotations

import json
from typing import Annotated

import typer

from sim.cli import console, tables
from sim.cli.options import TableOrJson, TableOrJsonOf


def selfcheck(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Only this game.")] = None,
    form: TableOrJsonOf = TableOrJson.table,
) -> int:
    """Check this installation: mirror matches, known values, fast against slow rules, shuffles; exit 1 if something is off."""
    from sim.experiment.selfcheck import as_rows
    from sim.experiment.selfcheck import selfcheck as checks_of

    checks = []
    for check in checks_of(game):
        console.note(f"{check.game}: {check.what} {'ok' if check.fine else 'FAILED'}")
        checks.append(check)
    off = sum(not check.fine for check in checks)
    if form is TableOrJson.json:
        print(json.dumps(as_rows(checks), indent=1, ensure_ascii=False))
    else:
        table = tables.new_table("game", "check", "expected", "found", "")
        for check in checks:
            table.add_row(check.game, check.what, check.expected, check.found, "ok" if check.fine else "FAIL")
        tables.print_table(table)
        print(f"{len(checks)} checks, all as they should be" if not off else f"{off} of {len(checks)} checks failed")
    return 1 if off else 0
