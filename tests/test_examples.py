"""Examples in docstrings say what is so."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def modules() -> list[str]:
    """Modules whose docstrings hold examples."""
    files = [path for folder in ("sim", "reports", "strategies") for path in sorted((ROOT / folder).rglob("*.py"))]
    with_examples = [path for path in files if "\n    >>> " in (text := path.read_text(encoding="utf-8")) or "\n>>> " in text]
    return [".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for path in with_examples]


def test_there_are_examples() -> None:
    assert {"sim", "reports.tables", "sim.experiment.sweep"} <= set(modules())


@pytest.mark.parametrize("name", modules())
def test_examples(name: str) -> None:
    found = doctest.testmod(import_module(name))
    assert found.attempted and not found.failed
