"""python -m tests.reports.gallery: plays and draws the pictures of reports/gallery anew. Look at them before you commit them.

Its README names the commands and below each the pictures `<run>-<figure>.png` that come of it.
"""

from __future__ import annotations

import re
import shlex
import tempfile
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

GALLERY = Path(__file__).parents[2] / "reports" / "gallery"
WIDTH, COLOURS = 1000, 128


@dataclass(frozen=True)
class Entry:
    """A command of the gallery's README, and the figures that are shown of it."""

    words: list[str]  # what stands after `carteado`, without --out
    run: str  # name of its folder
    figures: dict[str, str]  # name of the figure -> the function that draws it


def entries() -> list[Entry]:
    """What the gallery's README holds."""
    found = []
    for block in (GALLERY / "README.md").read_text(encoding="utf-8").split("```sh\n")[1:]:
        command, _, below = block.partition("\n```")
        words = shlex.split(command)[1:]
        at = words.index("--out")
        run = Path(words[at + 1]).name
        pictures = re.findall(rf"!\[(\w+): [^]]+\]\({run}-(\w+)\.png\)", below)
        found.append(Entry(words[:at] + words[at + 2 :], run, {figure: function for function, figure in pictures}))
    return found


def shrink(source: Path, target: Path) -> None:
    """A picture as a small PNG with few colours."""
    picture = Image.open(source).convert("RGB")
    picture = picture.resize((WIDTH, round(picture.height * WIDTH / picture.width)), Image.Resampling.LANCZOS)
    picture.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(target, optimize=True)


def draw_anew() -> None:
    """Plays every command and replaces the pictures."""
    from sim.cli.main import main

    for entry in entries():
        with tempfile.TemporaryDirectory() as folder:
            assert main([*entry.words, "--out", f"{folder}/run", "-q"]) == 0
            for figure in entry.figures:
                shrink(Path(folder) / "run" / "figures" / f"{figure}.png", GALLERY / f"{entry.run}-{figure}.png")


if __name__ == "__main__":
    draw_anew()
