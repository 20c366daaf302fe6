"""Every command and example of the README runs; .ci/run runs them as written, here they play fewer games."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

import sim
from sim.cli.main import ORDER, main
from sim.experiment.seeds import parse_games

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
FEWER = 700


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def commands() -> list[str]:
    return [line for block in blocks("sh") for line in block.splitlines() if line.startswith("carteado ")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("readme")


def test_it_starts_with_the_two_promised_commands():
    first, second = (block.strip() for block in blocks("sh")[:2])
    assert first.count("\n") == second.count("\n") == 0
    assert "carteado compare wizard" in first and first.startswith("python3 -m venv .venv && .venv/bin/pip install")
    assert second.startswith("python3 -m venv .venv && .venv/bin/pip install") and "pytest" in second


def test_every_command_runs(folder, monkeypatch, capsys):
    """One after the other, as a reader would: some build on those before."""
    monkeypatch.chdir(folder)
    for command in commands():
        words = shlex.split(command)[1:]
        if "-n" in words:
            at = words.index("-n") + 1
            words[at] = str(min(FEWER, parse_games(words[at])))
        assert main(words) == 0, command
        assert capsys.readouterr().out, command


@pytest.mark.parametrize("block", blocks("python"))
def test_every_example_runs(block, folder, monkeypatch):
    monkeypatch.chdir(folder)
    exec(block.replace("100_000", str(FEWER)), {})


def test_the_commands_without_a_function_are_those_that_it_names():
    named = re.search(r"Every command but (.*) is a function of the same name", README)
    assert named and set(ORDER) - set(sim.__all__) == set(re.findall(r"`(\w+)`", named[1]))


def test_every_picture_exists():
    for path in re.findall(r"!\[[^]]*\]\(([^)]+)\)", README):
        assert (Path(__file__).parent.parent / path).is_file(), path
