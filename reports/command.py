"""carteado report: tables, figures and one HTML page from run folders."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sim.core.errors import InputError

if TYPE_CHECKING:
    from reports.answers import Finding

TablePath = Annotated[list[Path] | None, typer.Option("--table", metavar="FILE", help="Also write the tidy table: .csv, .json, .parquet or .md; one a folder.")]


def report(
    folders: Annotated[list[Path], typer.Argument(metavar="DIR...", help="Run folders.")],
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE.html", help="The page; DIR/report.html if left out.")] = None,
    title: Annotated[str, typer.Option("--title", help="Title of the page.")] = "",
    question: Annotated[str, typer.Option("--question", help="The question that the page answers.")] = "",
    table: TablePath = None,
    figures: Annotated[bool, typer.Option("--figures", help="Also write the figures as PNG and SVG into DIR/figures.")] = False,
) -> None:
    """Write one self-contained HTML page about runs: answer, figures, tables, how it was measured."""
    from reports.draw import draw_result
    from reports.html import page_of
    from reports.tables import write_table

    if table and len(table) != len(folders):
        raise InputError(f"--table is given {len(table)} times for {len(folders)} run folders; give it once a folder, in the same order")
    target = out or folders[0] / "report.html"
    check_page(target)
    results = [load_finding(folder) for folder in folders]
    print(write_page(target, page_of(results, title, question)))
    for path, result in zip(table or [], results, strict=False):
        print(f"table {write_table(result, path)}")
    if figures:
        for result, folder in zip(results, folders, strict=True):
            for path in draw_result(result, folder / "figures"):
                print(f"figure {path}")


def load_finding(folder: Path) -> Finding:
    """The result or the chart of a run folder. Raises InputError."""
    from sim.experiment.chart_folder import is_chart, load_chart
    from sim.experiment.resume import load_result

    return load_chart(folder) if is_chart(folder) else load_result(folder)


def check_page(path: Path) -> None:
    """Raises InputError for a page that has no name of a page."""
    if path.suffix not in (".html", ".htm"):
        raise InputError(f"--out '{path}' must end in .html")


def write_page(path: Path, text: str) -> str:
    """Writes a page; the sentence that says where. Raises InputError."""
    from sim.experiment.store import write_text

    write_text(path, text)
    return f"report {path} ({len(text.encode()) / 1e6:.1f} MB)"
