"""Tables from results: wide views for notebooks, and the one tidy table as CSV, JSON, parquet or Markdown.

The tidy table has the columns strategy, measure, group, value, se, low, high, n; see sim.experiment.results.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sim.core.errors import InputError
from sim.experiment.chart_result import ChartResult
from sim.experiment.results import COLUMNS, Result, as_csv, as_json, as_markdown

if TYPE_CHECKING:
    import pandas as pd

FORMATS = ("csv", "json", "parquet", "md")


def wide(result: Result, columns: Sequence[str] = ("value",)) -> pd.DataFrame:
    """One row a strategy, one column a measure (those without a group).

    With several `columns` (of value, se, low, high, n) the columns are pairs (measure, column).

    >>> import sim
    >>> wide(sim.run("wizard", "average*2,random*2", games=400, seed=1))[["win", "hit_rate"]].round(2).to_dict("index")
    {'average': {'win': 0.49, 'hit_rate': 0.34}, 'random': {'win': 0.01, 'hit_rate': 0.16}}
    """
    names = [name for name in dict.fromkeys(result.table["strategy"]) if " - " not in name or name in result.entrants]
    table = result.table[result.table["strategy"].isin(names) & (result.table["group"] == "")]
    found = table.pivot(index="strategy", columns="measure", values=list(columns)).swaplevel(axis=1)
    measures = list(dict.fromkeys(table["measure"]))
    found = found.reindex(index=names, columns=[(m, c) for m in measures for c in columns])
    return found.droplevel(1, axis=1) if len(columns) == 1 else found


def by_group(result: Result, measure: str, group: str) -> pd.DataFrame:
    """A measure by `group` (seat, round, bid, …): columns strategy, <group>, value, se, low, high, n."""
    table = result.table[(result.table["measure"] == measure) & result.table["group"].str.startswith(f"{group}=")]
    places = table["group"].str.partition("=")[2]
    return table.assign(**{group: places}).reset_index(drop=True)[["strategy", group, "value", "se", "low", "high", "n"]]


def differences(result: Result) -> pd.DataFrame:
    """The judged pairs of a comparison: measure, a, b, difference (b - a), low, high, p_holm, differ, saving."""
    import pandas as pd

    return pd.DataFrame(result.manifest.get("verdicts", []), columns=["measure", "a", "b", "difference", "low", "high", "p_holm", "differ", "saving"])


def points(result: Result) -> pd.DataFrame:
    """The points of a sweep: its parameters, value, low, high, behind (the best), p_all_pairs, best, not_told_from_best."""
    import pandas as pd

    return pd.DataFrame(result.manifest.get("points", []))


def write_table(result: Result | ChartResult, path: str | Path) -> Path:
    """Writes the tidy table (or a chart's own) in the form that the file's name ends in. Raises InputError."""
    path = Path(path)
    form = path.suffix[1:]
    if form not in FORMATS:
        raise InputError(f"table '{path}' has no known ending; allowed: {', '.join('.' + f for f in FORMATS)}")
    rows = result.lines if isinstance(result, ChartResult) else result.rows
    columns = list(rows[0]) if isinstance(result, ChartResult) else COLUMNS
    try:
        if form == "parquet":
            _write_parquet(result, path)
        else:
            makers = {"csv": lambda: as_csv(rows, columns), "json": lambda: as_json(rows, result.manifest), "md": lambda: as_markdown(rows, columns)}
            text = makers[form]()
            path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"table '{path}' cannot be written: {error.strerror or error}") from None
    return path


def _write_parquet(result: Result | ChartResult, path: Path) -> None:
    """The tidy table with the manifest in the file's metadata (key `carteado`)."""
    import pyarrow as pa
    from pyarrow import parquet

    table = pa.Table.from_pandas(result.table, preserve_index=False)
    parquet.write_table(table.replace_schema_metadata({**(table.schema.metadata or {}), b"carteado": json.dumps(result.manifest).encode()}), path)
