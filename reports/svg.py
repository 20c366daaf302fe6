"""Figures as SVG text: small, with real letters, and readable on dark pages too.

The house's neutral colours are turned round by a style sheet inside the SVG when the reader's screen is dark; the
colours that carry meaning stay.
"""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.figure import Figure

BARE_INCHES = 0.6  # what title and caption take
LONG_NUMBER = re.compile(r"\d+\.\d{3,}")
DARK = {"#1f2328": "#e6edf3", "#6b7280": "#9aa4b2", "#e3e6ea": "#30363d", "#ffffff": "#0d1117"}  # ink, grey, grid, paper


def svg_of(figure: Figure, bare: bool = False) -> str:
    """The figure as SVG, the same text for the same figure. bare: takes title and caption off, for a page that has them."""
    from reports.figures.paper import in_house_style

    if bare:
        figure.suptitle("")
        figure.supxlabel("")
        figure.set_size_inches(figure.get_figwidth(), figure.get_figheight() - BARE_INCHES)

    out = io.StringIO()
    in_house_style(figure.savefig)(out, format="svg", metadata={"Date": None, "Creator": "carteado"})
    text = re.sub(r' d="[^"]*"', lambda path: LONG_NUMBER.sub(_rounded, path[0]), out.getvalue())
    return re.sub(r"(<svg [^>]*>)", lambda found: f"{found[1]}\n {_dark_style()}", text[text.index("<svg ") :], count=1)


def _rounded(number: re.Match[str]) -> str:
    """A coordinate to a hundredth of a point: a third of the file is saved, and nobody sees it."""
    return f"{float(number[0]):.2f}".rstrip("0").rstrip(".")


def _dark_style() -> str:
    rules = [f'[style*="{what}: {light}"]{{{what}:{dark}!important}}' for light, dark in DARK.items() for what in ("fill", "stroke")]
    return f"<style>@media screen and (prefers-color-scheme:dark){{{''.join(rules)}}}</style>"
