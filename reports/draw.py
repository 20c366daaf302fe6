"""Draws the figures that a result deserves and writes them. The command line finds `draw_result` as an entry point.

matplotlib is imported only when something is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from reports.chart_plates import draw_chart
from reports.plates import BY_COMMAND, BY_GAME, CONVERGENCE, STRENGTHS
from sim.experiment.chart_result import ChartResult
from sim.experiment.results import Result

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FORMATS = ("png", "svg")
FEW_TO_PAIR = 4  # candidates: of more the means say more at a glance than all their pairs


@dataclass(frozen=True)
class Picture:
    """A figure with the name of its file and what a reader who cannot see it is told."""

    name: str
    figure: Figure
    kind: str  # what is drawn, in words

    @property
    def title(self) -> str:
        """The finding that stands above the figure."""
        return " ".join(self.figure.get_suptitle().split())

    @property
    def caption(self) -> str:
        """What stands below it: n, seed, rules."""
        return " ".join(self.figure.get_supxlabel().split())

    @property
    def alt(self) -> str:
        """Text in place of the figure."""
        return f"{self.kind}. {self.title}."


def draw_result(result: Result | ChartResult, folder: Path, formats: Sequence[str] = FORMATS) -> list[Path]:
    """Draws the figures that a result (or a chart) deserves into a folder; the paths of the PNG files."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for picture in pictures(result):
        for form in formats:
            save(picture.figure, folder / f"{picture.name}.{form}")
            picture.figure.set_layout_engine("none")  # it is laid out now
        written.append(folder / f"{picture.name}.{formats[0]}")
    return written


def save(figure: Figure, path: Path) -> None:
    """Writes a figure as PNG or SVG, the same bytes for the same figure."""
    from reports.figures.paper import in_house_style
    from reports.svg import svg_of

    if path.suffix == ".svg":
        path.write_text(svg_of(figure), encoding="utf-8")
    else:
        in_house_style(figure.savefig)(path, metadata={"Software": "carteado"})


def pictures(result: Result | ChartResult) -> Iterator[Picture]:
    """The figures that a result deserves, one after the other: by its command, then by its game."""
    if isinstance(result, ChartResult):
        yield from (Picture(name, drawn, kind) for name, kind, drawn in draw_chart(result))
        return
    if not result.totals.n_blocks:
        return
    command = result.manifest["request"]["command"]
    of_command = BY_COMMAND.get(command, (STRENGTHS,))
    if command == "compare" and len(result.entrants) > FEW_TO_PAIR:
        of_command = of_command[::-1]
    of_game = BY_GAME.get(result.plan.rules.game.name, ()) if command in ("run", "compare") else ()
    for plate in [*of_command, *of_game, CONVERGENCE]:
        figure = plate.draw(result)
        if figure is not None:
            yield Picture(plate.name, figure, plate.kind)
