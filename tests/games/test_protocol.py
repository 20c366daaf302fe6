"""What holds at every room's door."""

from __future__ import annotations

import pytest

from sim import games

FLAGS = [(name, option) for name in games.names() for option in games.load(name).options if option.words == ("false", "true")]


@pytest.mark.parametrize(("name", "option"), FLAGS, ids=[f"{name}-{option.name}" for name, option in FLAGS])
def test_yes_and_on_are_true(name, option):
    """The kernel reads the value and the reference the text: both must take every way to say it alike."""
    game = games.load(name)
    for value, ways in ((1, ("true", "on", "yes", "1", " On ", True)), (0, ("false", "off", "no", "0", "OFF", False))):
        for way in ways:
            rules = game.rules(None, {option.name: way})
            assert rules.values[option.name] == value and rules.options[option.name] == option.words[value]
    assert option.name not in game.rules(None, {option.name: "no" if option.default == "false" else "yes"}).changed()
