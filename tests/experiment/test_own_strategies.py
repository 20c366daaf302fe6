"""A user's own files: made, checked, compared, edited, helped by neighbours, and told plainly what cannot be compiled."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import sim
from sim import games as rooms
from sim.core.errors import InputError, StrategyFault
from sim.experiment import strategies
from sim.experiment.check import check, game_of
from sim.experiment.estimates import Estimate
from tests.program import carteado

WIZARD = rooms.load("wizard")


@pytest.fixture(autouse=True)
def in_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def bids(word: str = "mine.py") -> float:
    """The mean bid of four players of this strategy."""
    found: Estimate = sim.run("wizard", f"{word}*4", games=20, seed=1).estimate(word, "bid")
    return found.value


@pytest.mark.parametrize("game", rooms.names())
def test_new_then_check_then_compare(game: str):
    room = rooms.load(game)
    said = carteado("new", game, "mine.py")
    assert said.code == 0 and "carteado check mine.py" in said.out
    assert "carteado check 'my own.py'," in carteado("new", game, "my own.py").out
    said = carteado("check", "mine.py")
    assert said.code == 0, said.out
    lines = said.out.splitlines()
    assert all(line.startswith("ok  ") for line in lines) and lines[0].startswith("ok   compiles: " + room.title)
    tables = len({room.min_players, room.default_players, room.max_players})
    assert sum("plays lawfully" in line for line in lines) == sum("plays the same again" in line for line in lines) == tables
    assert "games/s" in lines[-1]
    said = carteado("compare", game, room.bench_word, "mine.py", "-n", "2k", "--seed", "1", "--no-save", "-q", "--format", "json")
    assert said.code == 0 and f"mine.py - {room.bench_word}" in said.out
    knob = strategies.load(room, "mine.py").knobs[0]
    said = carteado("compare", game, "mine.py", f"mine.py:{knob.name}={knob.high:g}", "-n", "400", "--seed", "1", "--no-save", "-q")
    assert said.code == 0


@pytest.mark.parametrize(
    "text",
    [
        "def bid(view):\n    return view.bids[view.seat + 300] * 0\n",
        "def far(view):\n    return view.won[99]\ndef bid(view):\n    return far(view)\n",
        "from sim.games.wizard.strategist import trick_card\ndef bid(view):\n    return trick_card(view, 4000, 0)\n",
        "import sim.games.wizard.strategist as s\ndef bid(view):\n    return s.need_of(view, 6)\n",
        "from sim.games.wizard import strategist\ndef bid(view):\n    return strategist.follow_after(strategist.NONE_YET, 64) * 0\n",
        "from sim.games.wizard.strategist import none_held_between\ndef bid(view):\n    return int(none_held_between(90, 1, 2.0))\n",
    ],
    ids=["own", "own helper", "room's helper", "room's module", "room's rule", "helper's helper"],
)
def test_an_index_past_the_end_is_the_strategys_fault(text: str):
    Path("mine.py").write_text(text)
    with pytest.raises(StrategyFault, match="IndexError"):
        bids()


@pytest.mark.parametrize("bid", ["1 // (view.round - 1)", "3 % (view.round - 1)", "int(1.0 / (view.round - 1))", "half(view.round - 1)"])
def test_a_division_by_zero_is_the_strategys_fault(bid: str):
    Path("mine.py").write_text(f"def half(x):\n    return 1 // x\ndef bid(view):\n    return {bid}\n")
    with pytest.raises(StrategyFault, match="ZeroDivisionError"):
        bids()


def test_an_edited_file_is_read_again():
    for bid in (0, 1, 0):
        Path("mine.py").write_text(f"def bid(view):\n    return {bid}\n")
        assert bids() == bid


def test_an_edited_neighbour_is_read_again():
    Path("mine.py").write_text("from neighbour import low\ndef bid(view):\n    return low(view)\n")
    for bid in (0, 1, 0):
        Path("neighbour.py").write_text(f"LOW = {bid}\ndef low(view):\n    return LOW\n")
        assert bids() == bid
    assert "neighbour" not in sys.modules and not Path("__pycache__").exists()


@pytest.mark.parametrize(
    "first_line, call",
    [("", "low(view)"), ("from neighbour import low", "low(view)"), ("import neighbour", "neighbour.low(view)"), ("import neighbour as n", "n.low(view)")],
)
def test_helper_functions_compile(first_line: str, call: str):
    helper = "import far\nZERO = 0\ndef low(view):\n    return deeper(view) + ZERO\ndef deeper(view):\n    return far.one(view)\n"
    Path("far.py").write_text("def one(view):\n    return 1\n")
    if first_line:
        Path("neighbour.py").write_text(helper)
        Path("mine.py").write_text(f"{first_line}\ndef bid(view):\n    return {call}\n")
    else:
        Path("mine.py").write_text(f"{helper}def bid(view):\n    return {call}\n")
    assert bids() == 1


def test_helpers_of_the_shipped_strategies_can_be_used():
    Path("mine.py").write_text(
        "from sim.games.wizard.strategist import need\nfrom strategies.wizard._tricks import play_as_wished\n"
        "def play(view):\n    return play_as_wished(view, need(view) > 0)\n"
    )
    assert sim.run("wizard", "mine.py*4", games=20, seed=1).games == 20


def test_neighbours_of_one_name_in_two_folders_are_two():
    for folder, bid in (("a", 0), ("b", 1)):
        Path(folder).mkdir()
        Path(folder, "neighbour.py").write_text(f"def low(view):\n    return {bid}\n")
        Path(folder, "mine.py").write_text("from neighbour import low\ndef bid(view):\n    return low(view)\n")
    result = sim.run("wizard", "a/mine.py*2,b/mine.py*2", games=20, seed=1)
    assert [result.estimate(e, "bid").value for e in result.entrants] == [0, 1]


def test_one_relative_path_from_two_places_is_two_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    for folder, bid in (("a", 0), ("b", 1)):
        Path(folder).mkdir()
        Path(folder, "neighbour.py").write_text(f"LOW = {bid}\n")
        Path(folder, "mine.py").write_text("from neighbour import LOW\ndef bid(view):\n    return LOW\n")
    for folder, bid in (("a", 0), ("b", 1)):
        monkeypatch.chdir(tmp_path / folder)
        assert bids() == bid


def test_the_digest_is_of_all_that_a_file_imports():
    Path("mine.py").write_text("from tables import LOW\nimport math\ndef bid(view):\n    return LOW\n")
    Path("tables.py").write_text("import deeper\nLOW = deeper.LOW\n")
    Path("deeper.py").write_text("LOW = 0\n")
    Path("stranger.py").write_text("LOW = 0\n")
    seen = []
    for file in ("mine.py", "tables.py", "deeper.py", "stranger.py"):
        seen.append(strategies.load(WIZARD, "mine.py").digest)
        Path(file).write_text(Path(file).read_text() + "# edited\n")
    assert len(set(seen)) == 4 and strategies.load(WIZARD, "mine.py").digest == seen[-1], "a file that is not imported does not count"


def test_a_module_that_the_user_has_imported_stays_his(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    Path("neighbour.py").write_text("LOW = 0\n")
    monkeypatch.syspath_prepend(tmp_path)
    import neighbour

    Path("mine.py").write_text("from neighbour import LOW\ndef bid(view):\n    return LOW\n")
    path = list(sys.path)
    assert bids() == 0
    assert sys.modules["neighbour"] is neighbour and sys.path == path
    del sys.modules["neighbour"]


def test_an_error_in_a_neighbour_names_the_neighbour():
    Path("mine.py").write_text("from neighbour import low\ndef bid(view):\n    return low(view)\n")
    Path("neighbour.py").write_text("def low(view):\n    return (1\n")
    with pytest.raises(InputError, match=r"neighbour\.py' line 2"):
        strategies.load(WIZARD, "mine.py")


def test_check_finds_the_game():
    Path("a.py").write_text("from sim.games.wizard.strategist import need\n")
    assert game_of(Path("a.py")).name == "wizard"
    Path("b.py").write_text("def bid(view):\n    return 0\n")
    assert game_of(Path("b.py")).name == "wizard"
    Path("c.py").write_text("x = 1\n")
    with pytest.raises(InputError, match="--game"):
        game_of(Path("c.py"))


def test_check_finds_a_strategy_that_does_not_repeat_itself():
    Path("mine.py").write_text("import numpy as np\ndice = np.random.randint\ndef bid(view):\n    return dice(0, 2)\n")
    findings = {f.what: f for f in check("mine.py", WIZARD, players=4)}
    assert not findings["plays the same again with 4"].fine and "stream" in findings["plays the same again with 4"].words


def test_an_edited_helper_in_another_home_is_not_served_stale(tmp_path: Path):
    """A package with two homes: the strategy in one calls a helper in the other. The edit is one that bytecode would not notice."""
    for file, text in {
        "guest-1.dist-info/METADATA": "Metadata-Version: 2.1\nName: guest\nVersion: 1\n",
        "guest-1.dist-info/entry_points.txt": "[carteado.strategies]\nwizard.plays = guest_plays\nwizard.helps = guest_helps\n",
        "guest_plays/__init__.py": "",
        "guest_plays/guest.py": '"""Bids what it is told."""\nfrom guest_helps._told import told\ndef bid(view):\n    return told(view)\n',
        "guest_helps/__init__.py": "",
    }.items():
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text(text)
    program = "import sim; print(sim.run('wizard', 'guest*4', games=20, seed=1).estimate('guest', 'bid').value)"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    for bid in (0, 1):
        (tmp_path / "guest_helps/_told.py").write_text(f"def told(view):\n    return {bid}\n")
        os.utime(tmp_path / "guest_helps/_told.py", (0, 0))
        assert subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True).stdout == f"{float(bid)}\n"


def test_shipped_strategies_have_an_idea_and_distinct_digests():
    shipped = list(strategies.shipped(WIZARD))
    assert len(shipped) > 10 and all(s.idea and s.shipped for s in shipped)
    assert len({s.digest for s in shipped}) == len(shipped)


# What cannot be compiled -------------------------------------------------------------------------------------------------

HELP = "from sim.games.wizard.strategist import *\n"
MISTAKES = {
    "unknown field": ("def bid(view):\n    x = 3\n    return view.hnd\n", 3, "unknown field of the View 'hnd'; did you mean hand"),
    "unknown field set": ("def bid(view):\n    view.hnd = 3\n    return 1\n", 2, "unknown field of the View 'hnd'"),
    "fraction": ("def bid(view):\n    return view.round / 4\n", 1, "must return a whole number on every path, not a number with a fraction"),
    "text": ("def bid(view):\n    return 'two'\n", 1, "must return a whole number on every path, not a text"),
    "nothing": ("def bid(view):\n    x = 1\n", 1, "must return a whole number on every path, not nothing"),
    "sometimes nothing": ("def bid(view):\n    if view.round > 3:\n        return 1\n", 1, "not sometimes a whole number and sometimes nothing"),
    "two numbers": ("def bid(view):\n    return 1, 2\n", 1, "must return a whole number on every path, not several values"),
    "a list": ("def bid(view):\n    return [1]\n", 1, "must return a whole number on every path, not a list"),
    "yield": ("def bid(view):\n    yield 1\n", 1, "it does not yield"),
    "unknown name": ("def bid(view):\n    x = 1\n    return undefined_thing\n", 3, "'undefined_thing' is not defined"),
    "unknown function": ("def bid(view):\n    x = 1\n    return best_bid_ever(view)\n", 3, "'best_bid_ever' is not defined"),
    "no View": ("def bid():\n    return 1\n", 1, "takes one argument, the View"),
    "two arguments": ("def bid(view, extra):\n    return 1\n", 1, "takes one argument, the View"),
    "a class inside": ("def bid(view):\n    class A: pass\n    return 1\n", 2, "not available in compiled code"),
    "import inside": ("def bid(view):\n    import math\n    return 1\n", 2, "import belongs at the top"),
    "walk over a mask": ("def bid(view):\n    for c in view.hand:\n        pass\n    return 1\n", 2, "for i in range(popcount(cards))"),
    "lambda": ("def bid(view):\n    a = [0, 1]\n    return sorted(a, key=lambda c: view.won[c])[0]\n", 3, "lambda may not use 'view'"),
    "mask and number": (
        HELP + "def play(view):\n    left = view.legal\n    while left:\n        left &= left - 1\n    return lowest(left)\n",
        5,
        "became a float",
    ),
    "two types": (
        "def bid(view):\n    if view.round > 3:\n        x = 'a'\n    else:\n        x = 1\n    return x\n",
        6,
        "'x' is a whole number in one place and a text in another",
    ),
    "number and text": ("def bid(view):\n    return 1 + 'a'\n", 2, "'+' cannot be done with a whole number, a text"),
    "a dictionary outside": ("SEEN = {}\ndef bid(view):\n    SEEN[1] = 1\n    return 1\n", 3, "'SEEN' is nothing that compiled code can use"),
    "an object outside": ("class A:\n    x = 1\na = A()\ndef bid(view):\n    return a.x\n", 5, "'a' is nothing that compiled code can use"),
    "a list outside": ("ODD = [1, 'a']\ndef bid(view):\n    return ODD[0]\n", 3, "'ODD' is a list, which compiled code cannot use; write a tuple"),
    "an array outside changed": (
        "import numpy as np\nSEEN = np.zeros(3, np.int64)\ndef bid(view):\n    SEEN[0] = 1\n    return 0\n",
        4,
        "what stands outside the functions cannot be changed; what is to be remembered in a game goes into view.notes",
    ),
    "global": ("n = 0\ndef bid(view):\n    global n\n    n += 1\n    return 0\n", 4, "a function cannot change what stands outside it"),
    "an empty list": ("def bid(view):\n    a = []\n    return len(a)\n", 2, "what an empty list is to hold cannot be told"),
    "another module": ("import time\ndef bid(view):\n    return int(time.time())\n", 3, "time.time is not available in compiled code"),
    "a file": ("def bid(view):\n    x = open('x')\n    return 1\n", 2, "'open' is nothing that compiled code can use"),
    "in a helper": ("def helper(x):\n    return x.foo\ndef bid(view):\n    return helper(view.round)\n", 2, "there is no 'foo' on this"),
    "helper with too few": ("def helper(x, y):\n    return x\ndef bid(view):\n    return helper(1)\n", 4, "missing a required argument: 'y'"),
    "method of a number": ("def bid(view):\n    return view.hand.bit_count()\n", 2, "there is no 'bit_count' on this"),
    "NumPy's far corner": (
        "import numpy as np\ndef bid(view):\n    return int(np.apply_along_axis(sum, 0, view.won))\n",
        3,
        "numpy.apply_along_axis is not available",
    ),
}


UNPLAYABLE = {
    "calls itself": ("def bid(view):\n    return bid(view)\n", 1, "a function may not call itself, as bid comes to do"),
    "calls itself in a circle": (
        "def bid(view):\n    return up(0)\ndef up(x):\n    return down(x)\ndef down(x):\n    return 0 if x < 0 else up(x + 1)\n",
        3,
        "a function may not call itself, as up comes to do",
    ),
    "prints": ("def bid(view):\n    print(view.round)\n    return 0\n", 2, "print would mix with tables and JSON"),
    "chance": ("import random\ndef bid(view):\n    return random.randint(0, 1)\n", 3, "'random' is chance that the seed does not reach"),
    "one function of chance": ("from random import randint as dice\ndef bid(view):\n    return dice(0, 1)\n", 3, "'dice' is chance"),
    "NumPy's chance": ("import numpy as np\ndef bid(view):\n    return np.random.randint(0, 2)\n", 3, "'np.random' is chance"),
    "a decision misspelt": (
        "def play(view):\n    return 0\ndef bidd(view):\n    return 0\n",
        3,
        "'bidd' is no decision and nothing calls it; did you mean 'bid'?",
    ),
}


def refused(text: str) -> str:
    """What is said of a strategy of this text."""
    Path("mine.py").write_text(text)
    said = carteado("run", "wizard", "mine.py*4", "-n", "4", "--seed", "1", "-q", "--no-save")
    assert said.code == 2
    return said.sentence


@pytest.mark.parametrize("text, line, needle", UNPLAYABLE.values(), ids=UNPLAYABLE.keys())
def test_what_would_not_play_as_meant_is_refused(text: str, line: int, needle: str):
    assert refused(text).startswith(f"strategy 'mine.py' line {line}: {needle}")


def test_in_a_neighbour_too():
    Path("near.py").write_text("import random\ndef coin():\n    return random.randint(0, 1)\n")
    Path("mine.py").write_text("from near import coin\ndef bid(view):\n    return coin()\n")
    with pytest.raises(InputError, match=r"'mine.py' line 3 of near\.py: 'random' is chance"):
        strategies.load(WIZARD, "mine.py")


def test_helpers_may_be_called_anything():
    Path("mine.py").write_text("def bids(view):\n    return 0\ndef bid(view):\n    return bids(view)\ndef played(view, card):\n    return card\n")
    assert list(strategies.load(WIZARD, "mine.py").functions) == ["bid"]


def test_a_helper_with_the_name_of_a_decision_takes_none():
    """Câmbio's strategist has a `draw` for random numbers, and a player decides where to draw a card."""
    Path("mine.py").write_text("from sim.games.cambio.strategist import *\ndef call(view):\n    return draw(view, 2)\n")
    assert list(strategies.load(rooms.load("cambio"), "mine.py").functions) == ["call"]


def test_a_decision_is_a_function():
    Path("mine.py").write_text("bid = 3\ndef play(view):\n    return 0\n")
    with pytest.raises(InputError, match="bid is a decision, which a function of the View takes, not int"):
        strategies.load(WIZARD, "mine.py")


@pytest.mark.parametrize("text, line, needle", MISTAKES.values(), ids=MISTAKES.keys())
def test_a_mistake_is_explained(text: str, line: int, needle: str):
    sentence, decision = refused(text), "play" if "def play" in text else "bid"
    assert sentence.startswith(f"strategy 'mine.py' line {line}: {decision} cannot be compiled: ")
    assert needle in sentence and len(sentence) < 300
