"""The folder of a chart: what was asked and the table; read back for reports.

manifest.json   the request, versions, rules, line-up with parameters and source digests
table.csv       a line a situation and choice
figures/        if asked for
"""

from __future__ import annotations

import csv
import json
from dataclasses import fields, replace
from inspect import signature
from pathlib import Path
from typing import Any

from sim.experiment.chart import chart_request
from sim.experiment.chart_result import ChartResult, Row
from sim.experiment.results import as_csv
from sim.experiment.store import MANIFEST, Damaged, read_manifest, write_text

TABLE = "table.csv"


def save_chart(found: ChartResult, folder: Path) -> ChartResult:
    """Writes a chart into its new folder; the chart with it."""
    write_text(folder / TABLE, as_csv(found.lines, list(found.lines[0])))
    write_text(folder / MANIFEST, json.dumps(found.manifest, indent=1, ensure_ascii=False) + "\n")
    return replace(found, folder=folder)


def is_chart(folder: Path) -> bool:
    """Whether a run folder holds a chart. Raises InputError for a foreign or damaged one."""
    return bool(read_manifest(folder)["request"].get("command") == "chart")


def load_chart(folder: Path) -> ChartResult:
    """The chart of a folder. Raises InputError."""
    manifest = read_manifest(folder)
    words = {name: value for name, value in manifest["request"].items() if name != "command"}
    try:
        signature(chart_request).bind(**words)
    except TypeError as error:
        raise Damaged(f"run folder '{folder}' is damaged: its request is none of a chart: {error}") from None
    request = chart_request(**words)
    names = [axis.name for axis in request.axes]
    try:
        with open(folder / TABLE, encoding="utf-8", newline="") as file:
            rows = tuple(_row(line, names) for line in csv.DictReader(file))
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise Damaged(f"run folder '{folder}' is damaged: {TABLE}: {error}") from None
    if not rows:
        raise Damaged(f"run folder '{folder}' is damaged: {TABLE} has no rows")
    return ChartResult(request.rules, request.plan, request.axes, request.outcome, rows, manifest, folder)


def _row(line: dict[str, str], axes: list[str]) -> Row:
    """A line of the table."""
    kinds: dict[str, Any] = {"choice": str, "n": int}
    numbers = {f.name: kinds.get(f.name, float)(line[f.name]) for f in fields(Row) if f.name != "situation"}
    return Row(tuple(line[name] for name in axes), **numbers)
