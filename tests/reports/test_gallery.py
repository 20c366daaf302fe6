"""The gallery: small pictures, each kind of figure once, each drawn by a command that its README names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PIL import Image

from reports import figures
from sim.cli.main import main
from tests.reports.gallery import GALLERY, Entry, entries

README = (GALLERY.parents[1] / "README.md").read_text(encoding="utf-8")


def pictures() -> list[str]:
    """Files that the gallery's README shows."""
    return [f"{entry.run}-{figure}.png" for entry in entries() for figure in entry.figures]


def test_each_kind_of_figure_is_shown_once() -> None:
    kinds = [name for name in figures.__all__ if getattr(getattr(figures, name), "__annotations__", {}).get("return") == "Figure"]
    assert sorted(function for entry in entries() for function in entry.figures.values()) == sorted(kinds)


def test_what_is_shown_is_there_and_nothing_else() -> None:
    shown = re.findall(r"!\[[^]]+\]\(([^)]+)\)", (GALLERY / "README.md").read_text(encoding="utf-8"))
    assert sorted(shown) == sorted(pictures()) == sorted(path.name for path in GALLERY.glob("*.png"))


def test_the_readme_shows_every_picture() -> None:
    assert set(re.findall(r"reports/gallery/([\w-]+\.png)", README)) == set(pictures())


def test_pictures_are_small() -> None:
    sizes = {path.name: path.stat().st_size for path in GALLERY.glob("*.png")}
    assert max(sizes.values()) <= 70_000 and sum(sizes.values()) < 1_000_000, sizes
    assert {Image.open(GALLERY / name).mode for name in sizes} == {"P"}


@pytest.mark.slow
@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.run)
def test_a_command_draws_its_pictures(entry: Entry, tmp_path: Path) -> None:
    words = list(entry.words)
    words[words.index("-n") + 1] = "100" if words[0] == "chart" else "2000"
    assert main([*words, "--out", str(tmp_path / "run"), "-q"]) == 0
    assert set(entry.figures) <= {path.stem for path in (tmp_path / "run" / "figures").glob("*.png")}
