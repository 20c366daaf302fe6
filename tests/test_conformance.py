"""Every game and every strategy that is installed goes through tests/conformance.py."""

from __future__ import annotations

import numpy as np
import pytest

from sim import games
from sim.core import jit
from sim.experiment import strategies
from sim.games.protocol import Rules
from tests import conformance

PLUGGED_IN = [name for name in games.names() if conformance.is_plugged_in(name)]  # a room that is not fails test_every_room_plugs_in
PAIRS = [(name, word) for name in PLUGGED_IN for word in strategies.names(name)]
LAWFUL = [(name, word) for name, word in PAIRS if strategies.load(games.load(name), word).lawful]
N_BLOCKS = 2 if jit.DISABLED else 20


def quick(name: str, word: str) -> str:
    """The strategy with few worlds, if it imagines any."""
    knobs = strategies.load(games.load(name), word).knobs
    return f"{word}:worlds=5" if any(knob.name == "worlds" for knob in knobs) else word


def tables(name: str) -> list[Rules]:
    """The room's rules to play under."""
    game = games.load(name)
    return [game.rules(players, options) for players, options in conformance.room_of(game).TABLES]


@pytest.mark.parametrize("name", games.names())
def test_every_room_plugs_in(name):
    assert conformance.is_plugged_in(name), f"tests/games/{name}/hidden.py is missing"
    assert tables(name) and callable(conformance.room_of(games.load(name)).hidden_twin)
    assert [word for game, word in PAIRS if game == name]


@pytest.mark.parametrize(("name", "word"), PAIRS)
def test_legal_and_deterministic(name, word):
    for rules in tables(name):
        conformance.check_legal_and_deterministic(rules, quick(name, word), N_BLOCKS)


@pytest.mark.parametrize(("name", "word"), PAIRS)
def test_kernel_and_reference_play_alike(name, word):
    for rules in tables(name):
        conformance.check_twin(rules, quick(name, word), 2)


@pytest.mark.parametrize(("name", "word"), PAIRS)
def test_private_streams_do_not_move_the_cards(name, word):
    conformance.check_own_stream(tables(name)[0], quick(name, word), 0)


@pytest.mark.parametrize(("name", "word"), LAWFUL)
def test_hidden_cards_change_no_decision(name, word):
    dice = np.random.default_rng(6)
    compared = sum(conformance.check_hidden(rules, quick(name, word), (15, block), 8, dice) for block, rules in enumerate(tables(name)))
    assert compared >= 2 * len(tables(name))
