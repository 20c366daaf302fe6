"""SVG text: rounded paths, dark pages."""

from __future__ import annotations

import re

import pytest

from reports import figures
from reports.svg import svg_of
from tests.reports import samples


@pytest.fixture(scope="module")
def text() -> str:
    return svg_of(figures.strengths(samples.tidy(["steady"]), (samples.WIN, samples.SCORE), samples.CAPTION))


def test_paths_are_rounded_and_texts_are_not(text: str) -> None:
    assert not re.search(r' d="[^"]*\d\.\d{3}', text)
    assert ">0.500 ±0.020<" in text


def test_neutral_colours_are_turned_round_on_dark_pages(text: str) -> None:
    assert "prefers-color-scheme:dark" in text and '[style*="fill: #1f2328"]{fill:#e6edf3!important}' in text
