"""Line-ups: every form of a strategy word, who sits where, and that combined strategies do not meet in one memory."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import sim
from sim import games as rooms
from sim.core import seam
from sim.core.errors import InputError
from sim.experiment import strategies
from sim.experiment.lineup import parse_lineup, parse_player, plan_candidates, plan_rotations, with_parameters
from sim.experiment.manifest import describe_player
from sim.experiment.runner import Engine
from sim.experiment.seeds import HIGHEST, parse_games, parse_seed
from sim.experiment.words import split_words

WIZARD = rooms.load("wizard")


@pytest.mark.parametrize(
    "text, words",
    [
        ("duck", [("duck", 1)]),
        ("duck*4", [("duck", 4)]),
        ("duck * 4", [("duck", 4)]),
        ("a*2,b", [("a", 2), ("b", 1)]),
        ("a, b ,c", [("a", 1), ("b", 1), ("c", 1)]),
        ("a:x=1,y=2*2,b", [("a:x=1,y=2", 2), ("b", 1)]),
        ("a:x=1,b:y=2,z=3", [("a:x=1", 1), ("b:y=2,z=3", 1)]),
        ("bid=ev,play=duck*2,average*2", [("bid=ev,play=duck", 2), ("average", 2)]),
        ("average*2,bid=ev,play=duck*2", [("average", 2), ("bid=ev,play=duck", 2)]),
        ("bid=ev,bid=linear*3", [("bid=ev", 1), ("bid=linear", 3)]),
        ("bid=a,play=b,bid=c,play=d", [("bid=a,play=b", 1), ("bid=c,play=d", 1)]),
        ("bid=linear:shade=0.9,fade=0.01,play=duck*4", [("bid=linear:shade=0.9,fade=0.01,play=duck", 4)]),
        ("linear:shade=0.9,bid=ev*3", [("linear:shade=0.9", 1), ("bid=ev", 3)]),
        ("my/own.py*2,my/own.py:bold*2", [("my/own.py", 2), ("my/own.py:bold", 2)]),
        ("own.py:x=1,y=2,own.py:bold:x=3*3", [("own.py:x=1,y=2", 1), ("own.py:bold:x=3", 3)]),
    ],
)
def test_words_of_a_lineup(text: str, words: list[tuple[str, int]]):
    assert split_words(text, WIZARD) == words


def named(word: str) -> list[str]:
    """The strategies that take a player's decisions, in the order of the decisions."""
    player = parse_player(word, WIZARD)
    return [player.parts[k].strategy.name for k in player.choice]


def test_a_whole_strategy_takes_its_decisions():
    assert named("random") == ["random", "random", "random"]


def test_companions_take_what_a_strategy_leaves():
    """First those that the strategy asks for, then the game's own."""
    asked = strategies.load(WIZARD, "duck").companions
    assert named("duck") == [asked["choose_trump"], asked["bid"], "duck"]
    assert named("bid=ev,play=random")[1:] == ["ev", "random"]
    assert named("bid=ev") == named("ev")
    assert WIZARD.companions.keys() == {"choose_trump", "bid", "play"}


def test_companions_of_an_own_file(tmp_path: Path):
    (tmp_path / "mine.py").write_text("COMPANIONS = {'play': 'urgent'}\ndef bid(view):\n    return 0\n")
    assert named(f"{tmp_path}/mine.py") == [WIZARD.companions["choose_trump"], f"{tmp_path}/mine.py", "urgent"]
    assert named(f"bid={tmp_path}/mine.py,play=duck")[1:] == [f"{tmp_path}/mine.py", "duck"], "named decisions go before companions"


def test_parameters_reach_their_knobs():
    player = parse_player("bid=linear:fade=0.02,shade=0.5,play=duck", WIZARD)
    part = player.parts[player.choice[1]]
    values = dict(zip([k.name for k in part.strategy.knobs], part.parameters, strict=True))
    assert values["shade"] == 0.5 and values["fade"] == 0.02 and values["wizard"] == 0.95


@pytest.mark.parametrize(
    "word, values, wanted",
    [
        ("linear", {"shade": 0.5}, "linear:shade=0.5"),
        ("linear:shade=1,fade=0.01", {"shade": 2.0}, "linear:fade=0.01,shade=2"),
        ("bid=linear,play=duck", {"shade": 0.5}, "bid=linear:shade=0.5,play=duck"),
        ("linear", {"shade": 0.1234567}, "linear:shade=0.1234567"),
    ],
)
def test_words_with_parameters_set(word: str, values: dict[str, float], wanted: str):
    assert with_parameters(word, values, WIZARD) == wanted
    parse_player(wanted, WIZARD)


def test_one_strategy_twice_is_one_part_unless_its_parameters_differ(tmp_path: Path):
    assert len(parse_player("bid=random,play=random", WIZARD).parts) < 3
    (tmp_path / "mine.py").write_text(
        "from sim.games.wizard.strategist import Knob, random_legal\nKNOBS = (Knob('x', 0, 0, 9, ''),)\n"
        "def choose_trump(view):\n    return 0\ndef bid(view):\n    return 0\ndef play(view):\n    return random_legal(view)\n"
    )
    own = f"{tmp_path}/mine.py"
    assert len(parse_player(f"choose_trump={own}:x=1,bid={own}:x=2,play={own}:x=1", WIZARD).parts) == 2


def test_variants_of_a_file_go_before_its_other_functions(tmp_path: Path):
    bold = "def bold_bid(view):\n    return view.round\n\n\ndef bold_choose_trump(view):\n    return 3\n"
    (tmp_path / "mine.py").write_text("def bid(view):\n    return 0\n\n\n" + bold)
    plain, bold = parse_player(f"{tmp_path}/mine.py", WIZARD), parse_player(f"{tmp_path}/mine.py:bold", WIZARD)
    assert set(plain.parts[plain.choice[1]].strategy.functions) == {"bid"}
    assert set(bold.parts[bold.choice[1]].strategy.functions) == {"bid", "choose_trump"}
    result = sim.run("wizard", f"{tmp_path}/mine.py*2,{tmp_path}/mine.py:bold*2", games=40, seed=1)
    assert result.estimate(f"{tmp_path}/mine.py", "bid").value == 0 and result.estimate(f"{tmp_path}/mine.py:bold", "bid").value == 8


def test_too_many_parts_are_refused():
    assert len(WIZARD.decisions) <= seam.N_REGIONS, "no combination of Wizard's decisions can have too many parts"


@pytest.mark.parametrize("text", ["average*4,", ",average*4", "average,,average", " "])
def test_empty_places(text: str):
    with pytest.raises(InputError, match="empty place"):
        parse_lineup(text, WIZARD.rules())


# Regions -----------------------------------------------------------------------------------------------------------------

COUNTER = """
from sim.games.wizard.strategist import Knob, lowest

KNOBS = (Knob("step", 1, 0, 99, ""), Knob("twin", 7, 0, 99, ""))


def count(view, place):
    for i in range(32):
        view.notes[i] += int(view.parameters[0])
    return view.notes[place]


def bid(view):
    seen = count(view, 5)
    return 0 if view.parameters[1] == TWIN and seen == int(view.parameters[0]) * view.round else 99


def play(view):
    seen = count(view, 30)
    n_before = view.round * (view.round - 1) // 2 + view.trick + 1
    return lowest(view.legal) if view.parameters[1] == TWIN and seen == int(view.parameters[0]) * n_before else 99
"""


def test_combined_strategies_do_not_share_parameters_or_notes(tmp_path: Path):
    """Each counts its own questions with its own step in all of its notes, and bids or plays nonsense when another did too."""
    for name, twin in (("one", 7), ("two", 9)):
        (tmp_path / f"{name}.py").write_text(COUNTER.replace("TWIN", str(twin)))
    one, two = f"{tmp_path}/one.py:step=2", f"{tmp_path}/two.py:step=3,twin=9"
    word = f"bid={one},play={two}"
    for rules in ({}, {"forehead": "true"}):
        result = sim.run("wizard", f"{word}*2,average*2", games=80, seed=1, rules=rules)
        assert result.games == 80 and result.estimate(word, "bid").value == 0
    again = sim.run("wizard", f"bid={two},play={one}*3,average", games=80, seed=1)
    assert again.games == 80


def test_notes_are_empty_at_the_start_of_each_game(tmp_path: Path):
    (tmp_path / "mine.py").write_text(
        "def bid(view):\n    if view.round == 1 and view.notes[3] != 0:\n        return 99\n    view.notes[3] = 1\n    return 0\n"
    )
    assert sim.run("wizard", f"{tmp_path}/mine.py*2,average*2", games=200, seed=1).games == 200


def test_players_do_not_share_notes(tmp_path: Path):
    """Two seats with one strategy: each remembers its own seat."""
    (tmp_path / "mine.py").write_text(
        "def bid(view):\n    if view.notes[0] != 0 and view.notes[0] != view.seat + 1:\n        return 99\n    view.notes[0] = view.seat + 1\n    return 0\n"
    )
    assert sim.run("wizard", f"{tmp_path}/mine.py*4", games=100, seed=1).games == 100


# Plans -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "lineup, players, n_games",
    [
        ("average*4", 4, 1),
        ("average,random*3", 4, 4),
        ("average,random,average,random", 4, 2),
        ("average*2,random*2", 4, 4),
        ("average,random,duck", 3, 3),
        ("average*2,random*4", 6, 6),
    ],
)
def test_rotations_are_distinct_and_complete(lineup: str, players: int, n_games: int):
    rules = WIZARD.rules(players)
    plan = plan_rotations(rules, parse_lineup(lineup, rules))
    assert plan.games == n_games == len({tuple(seating) for seating in plan.seatings})
    assert np.array_equal(plan.seatings, plan.credits)
    for entrant in range(len(plan.entrants)):
        per_seat = (plan.credits == entrant).sum(axis=0)
        assert len(set(per_seat)) == 1, "every strategy sits in every seat equally often"
    first = plan.seatings[0]
    assert all(any(np.array_equal(np.roll(first, k), seating) for k in range(players)) for seating in plan.seatings)


def test_the_same_word_is_one_entrant():
    rules = WIZARD.rules()
    plan = plan_rotations(rules, parse_lineup("duck,average,duck,random", rules))
    assert plan.entrants == ("duck", "average", "random") and plan.games == 4


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_candidate_sits_alone_in_every_seat(players: int):
    rules = WIZARD.rules(players)
    field, one, two = (parse_player(word, WIZARD) for word in ("average", "duck", "random"))
    plan = plan_candidates(rules, [field, one, two], field)
    assert plan.entrants == ("average", "duck", "random") and plan.games == 1 + 2 * players
    words = [player.word for player in plan.players]
    own = Counter()
    for seating, credit in zip(plan.seatings, plan.credits, strict=True):
        sitting = [words[i] for i in seating]
        if set(sitting) == {"average"}:
            assert list(credit) == [0] * players, "the field itself counts in all its seats at once"
            continue
        (seat,) = [s for s, word in enumerate(sitting) if word != "average"]
        assert list(credit) == [plan.entrants.index(sitting[seat]) if s == seat else -1 for s in range(players)]
        own[sitting[seat], seat] += 1
    assert own == Counter({(word, seat): 1 for word in ("duck", "random") for seat in range(players)})


def test_a_field_that_is_no_candidate_counts_for_nobody():
    rules = WIZARD.rules()
    plan = plan_candidates(rules, [parse_player("duck", WIZARD), parse_player("random", WIZARD)], parse_player("average", WIZARD))
    assert plan.entrants == ("duck", "random") and plan.games == 8 and set(plan.credits.ravel()) == {-1, 0, 1}


@pytest.mark.parametrize(
    "game, lineup, needles",
    [
        ("tractor", "basic*2,plain*2", ["partners are seats 0 and 2 and seats 1 and 3", "write basic,plain,basic,plain"]),
        ("tractor", "plain,basic,basic,plain", ["write basic,plain,basic,plain"]),
        ("tractor", "basic,plain,basic,plain", []),
        ("tractor", "basic,plain*3", []),
        ("tractor", "plain*4", []),
        ("cambio", "oracle,greedy*3", ["oracle sees hidden cards"]),
        ("cambio", "greedy*2,plain*2", []),
    ],
)
def test_what_must_be_known_of_a_lineup_is_remarked(game: str, lineup: str, needles: list[str]):
    rules = rooms.load(game).rules()
    remarks = plan_rotations(rules, parse_lineup(lineup, rules)).remarks
    assert bool(remarks) == bool(needles) and all(needle in remarks[0] for needle in needles)


def test_credits_decide_what_is_counted():
    """Seats of nobody leave no trace: each candidate's games are its own seats only."""
    rules = WIZARD.rules()
    plan = plan_candidates(rules, [parse_player("duck", WIZARD), parse_player("random", WIZARD)], parse_player("average", WIZARD))
    totals = Engine(plan, seed=1, with_rows=True).play(0, 10).totals
    games = WIZARD.layout(rules).cells[0].bottom
    assert (totals.rows[:, :, games] == 4).all()


def test_a_block_does_not_depend_on_those_before_it():
    """A block is reached without its predecessors."""
    rules = WIZARD.rules()
    alone = Engine(plan_rotations(rules, parse_lineup("average*4", rules)), seed=5, with_rows=True).play(3, 1).totals
    later = Engine(plan_rotations(rules, parse_lineup("average*4", rules)), seed=5, with_rows=True).play(0, 4).totals
    assert np.array_equal(alone.rows[0], later.rows[3])


# Numbers -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, games",
    [
        ("1000", 1000),
        ("1e6", 10**6),
        ("1_000_000", 10**6),
        ("250k", 250_000),
        ("2M", 2 * 10**6),
        ("1.001k", 1001),
        ("0.5k", 500),
        (" 7 ", 7),
        ("1e15", 10**15),
        (1e3, 1000),
        (5, 5),
    ],
)
def test_numbers_of_games(text: str | int | float, games: int):
    assert parse_games(text) == games


@pytest.mark.parametrize("text", ["0", "-1", "", "k", "1.5", "0.0001k", "nan", "inf", "-inf", "1e16", "1e999999999", "ten", "1,000", "0x10", None])
def test_numbers_that_are_no_games(text: object):
    with pytest.raises(InputError, match="--games"):
        parse_games(text)  # type: ignore[arg-type]


def test_seeds():
    assert parse_seed("0") == 0 and parse_seed(str(HIGHEST)) == HIGHEST and parse_seed("1_000") == 1000 and parse_seed(7) == 7
    drawn = {parse_seed(None) for _ in range(20)}
    assert len(drawn) > 15 and all(0 <= seed <= HIGHEST for seed in drawn)
    for text in ("-1", "1.5", "x", "", str(HIGHEST + 1), "1e3"):
        with pytest.raises(InputError, match="--seed"):
            parse_seed(text)


def test_a_drawn_seed_is_told_and_repeats_the_run():
    result = sim.run("wizard", "average,random*3", games=40)
    again = sim.run("wizard", "average,random*3", games=40, seed=result.seed)
    assert np.array_equal(result.totals.gram, again.totals.gram) and result.manifest["seed"] == result.seed


def test_games_are_rounded_up_to_whole_blocks():
    result = sim.run("wizard", "average,random*3", games=10, seed=1)
    assert result.games == 12 and result.manifest["games_asked"] == 10 and result.manifest["games"] == 12


# Policies ----------------------------------------------------------------------------------------------------------------

ASKING = """
from sim.core.seam import ask, player_at
from sim.games.protocol import PolicyKnob

POLICIES = (PolicyKnob("policy", "random", "whose bids it makes"),)


def bid(view):
    return ask(player_at(view.policies[0]).functions[1], view)
"""
MEEK = "def bid(view):\n    return 0\n\n\ndef bold_bid(view):\n    return view.round\n"


@pytest.fixture
def asking(tmp_path: Path) -> str:
    """A strategy whose bids are those of its policy; beside it lies meek.py."""
    (tmp_path / "asking.py").write_text(ASKING)
    (tmp_path / "meek.py").write_text(MEEK)
    return f"{tmp_path}/asking.py"


def test_a_policy_is_a_whole_player_at_an_address(asking: str, tmp_path: Path):
    words = [f"{asking}:policy={tmp_path}/meek.py", f"{asking}:policy={tmp_path}/meek.py:bold", f"{asking}:policy=average"]
    result = sim.run("wizard", ",".join([*words, "average"]), games=40, seed=1)
    bids = [result.estimate(word, "bid").value for word in words]
    assert bids[0] == 0 and bids[1] == 8 and bids[2] == result.estimate("average", "bid").value
    (part,) = [part for part in parse_player(words[0], WIZARD).parts if part.policies]
    assert len(part.policies[0].choice) == len(WIZARD.decisions), "companions complete a policy"


def test_a_policy_stands_in_the_manifest_with_its_source(asking: str, tmp_path: Path):
    word = f"{asking}:policy={tmp_path}/meek.py"
    before = describe_player(parse_player(word, WIZARD))
    assert [part["policies"]["policy"]["parts"][0]["strategy"] for part in before["parts"] if part["policies"]] == [WIZARD.companions["choose_trump"]]
    (tmp_path / "meek.py").write_text(MEEK.replace("return 0", "return 1"))
    assert describe_player(parse_player(word, WIZARD)) != before


@pytest.mark.parametrize(
    "value, words",
    [
        ("nobody", "unknown strategy for Wizard 'nobody'"),
        ("linear:shade=1", "allowed: the name or the file of a strategy, without parameters"),
        ("", "allowed: the name or the file of a strategy, without parameters"),
        ("asking.py", "imagines worlds itself and cannot be a policy"),
        ("cheat.py", "it sees hidden cards"),
    ],
)
def test_bad_policies(asking: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, value: str, words: str):
    (tmp_path / "cheat.py").write_text("LAWFUL = False\n" + MEEK)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=words):
        parse_player(f"asking.py:policy={value}", WIZARD)


@pytest.mark.parametrize(
    "text, words",
    [
        ('POLICIES = "policy"', "POLICIES must be a tuple of at most 2"),
        (
            'from sim.games.protocol import Knob, PolicyKnob\nKNOBS = (Knob("a", 0, 0, 1, ""),)\nPOLICIES = (PolicyKnob("a", "random", ""),)',
            "two knobs are called a",
        ),
    ],
)
def test_bad_policy_knobs(tmp_path: Path, text: str, words: str):
    (tmp_path / "mine.py").write_text(f"{text}\n{MEEK}")
    with pytest.raises(InputError, match=words):
        parse_player(f"{tmp_path}/mine.py", WIZARD)
