"""One self-contained HTML page from results: the answer, figures, sortable tables, how it was measured.

Nothing is loaded from the network; every name is escaped by the template.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from reports.answers import Finding, answer_of
from reports.chart_section import chart_question, chart_section
from reports.sections import Section, question_of, section_of
from sim.experiment.chart_result import ChartResult

if TYPE_CHECKING:
    from jinja2 import Environment


@dataclass(frozen=True)
class Page:
    """The whole page; the question and the sections' answers stand above everything else."""

    title: str
    question: str
    sections: Sequence[Section]
    reproduce: Sequence[str] = ()
    notes: Sequence[str] = field(default=())


def page_of(results: Sequence[Finding], title: str = "", question: str = "", answers: Sequence[tuple[str, str]] = (), reproduce: Sequence[str] = ()) -> str:
    """The page as HTML text. Without a question and answers, (where, sentence) of each result, it takes those of the results."""
    said = answers or [answer_of("", result) for result in results]
    sections = [_section(result, f"r{k + 1}", *answer) for k, (result, answer) in enumerate(zip(results, said, strict=True))]
    asked = question or (_question(results[0]) if len(results) == 1 else "What came of these runs?")
    page = Page(title or f"carteado: {sections[0].title}", asked, sections, list(reproduce) or [s.command for s in sections])
    template = _templates().get_template("page.html")
    return template.render(page=page, style=_own_text("page.css"), script=_own_text("page.js"))


@cache
def _templates() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(loader=PackageLoader("reports", "."), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)


def _own_text(name: str) -> Any:
    """A file of ours that stands in the page as it is."""
    from markupsafe import Markup

    return Markup(resources.files("reports").joinpath(name).read_text(encoding="utf-8"))


def _section(result: Finding, anchor: str, where: str, answer: str) -> Section:
    if isinstance(result, ChartResult):
        return chart_section(result, anchor, where, answer)
    return section_of(result, anchor, where, answer)


def _question(result: Finding) -> str:
    return chart_question(result) if isinstance(result, ChartResult) else question_of(result)
