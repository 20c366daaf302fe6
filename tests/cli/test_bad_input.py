"""Bad input ends in one clear sentence and the right exit code, and nothing is left lying about."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.program import carteado, from_shell

PLAY = ("-n", "8", "--seed", "1", "-q")
LINEUP = "average*4"


@pytest.fixture(autouse=True)
def in_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(lineup: str = LINEUP, *words: str) -> tuple[str, ...]:
    return ("run", "wizard", lineup, *words, *(PLAY if "-n" not in words else ("--seed", "1")))


BAD = {
    # players, games, rules
    "two players": (run("average*2", "-p", "2"), ["3 to 6 players", "not 2"]),
    "seven players": (run("average*7", "-p", "7"), ["3 to 6 players", "not 7"]),
    "players in letters": (run(LINEUP, "-p", "four"), ["--players", "a whole number is needed"]),
    "unknown game": (("run", "wizzard", LINEUP), ["unknown game 'wizzard'", "wizard"]),
    "unknown game, nothing near": (("rules", "xyzzy"), ["unknown game 'xyzzy'", "allowed: wizard"]),
    "unknown rule": (run(LINEUP, "-r", "plusone=true"), ["unknown rule", "plus_one"]),
    "unknown value": (run(LINEUP, "-r", "bids=shouted"), ["bids=shouted", "open | hidden | secret", "W7"]),
    "rule without value": (run(LINEUP, "-r", "plus_one"), ["--rule plus_one", "VALUE"]),
    "rule with empty value": (run(LINEUP, "-r", "plus_one="), ["plus_one=", "true | false"]),
    "value in capitals": (("run", "tractor", "plain*4", "-r", "level=Z"), ["level=Z", "2..10 | J"]),
    "rule twice": (run(LINEUP, "-r", "plus_one=true", "-r", "plus_one=false"), ["plus_one", "twice"]),
    "dealer who does not exist": (run(LINEUP, "-r", "first_dealer=4"), ["first_dealer=4", "0..3"]),
    "plus_one with secret bids": (run(LINEUP, "-r", "plus_one=true", "-r", "bids=secret"), ["plus_one", "secret", "W12"]),
    # how many, which seed, how
    "no games": (run(LINEUP, "-n", "0"), ["--games 0", "from 1 on"]),
    "minus five games": (run(LINEUP, "-n", "-5"), ["--games -5", "from 1 on"]),
    "games in letters": (run(LINEUP, "-n", "abc"), ["--games abc", "250k"]),
    "half a game": (run(LINEUP, "-n", "1.5"), ["--games 1.5", "whole number"]),
    "not a number of games": (run(LINEUP, "-n", "nan"), ["--games nan"]),
    "endless games": (run(LINEUP, "-n", "inf"), ["--games inf"]),
    "too many games": (run(LINEUP, "-n", "1e999"), ["--games 1e999"]),
    "games left empty": (run(LINEUP, "-n", ""), ["--games", "from 1 on"]),
    "negative seed": (("run", "wizard", LINEUP, "--seed", "-1"), ["--seed -1", "0.."]),
    "seed in letters": (("run", "wizard", LINEUP, "--seed", "x"), ["--seed x", "0.."]),
    "seed too large": (("run", "wizard", LINEUP, "--seed", "9223372036854775808"), ["--seed 9223372036854775808", "0.."]),
    "no threads": (run(LINEUP, "-j", "0"), ["--jobs", "1"]),
    "threads in letters": (run(LINEUP, "-j", "x"), ["--jobs", "a whole number is needed"]),
    "unknown format": (run(LINEUP, "--format", "xml"), ["--format", "xml", "table", "csv", "json", "markdown"]),
    # strategies and line-ups
    "unknown strategy": (run("averge*4"), ["unknown strategy", "averge", "average"]),
    "hidden helper file": (run("_odds*4"), ["unknown strategy", "_odds"]),
    "unknown parameter": (run("linear:shde=1*4"), ["unknown parameter", "shde", "shade"]),
    "parameter of a strategy without any": (run("average:x=1*4"), ["unknown parameter", "'x'", "none"]),
    "parameter out of range": (run("linear:shade=9*4"), ["shade=9", "linear", "0..2"]),
    "parameter not a number": (run("linear:shade=nan*4"), ["shade=nan", "0..2"]),
    "parameter in letters": (run("linear:shade=much*4"), ["shade=much", "0..2"]),
    "parameter without value": (run("linear:shade*4"), ["shade", "name=value"]),
    "parameter left empty": (run("linear:shade=*4"), ["shade=", "0..2"]),
    "parameter twice": (run("linear:shade=1,shade=0.5*4"), ["shade", "twice"]),
    "too few in the line-up": (run("average*3"), ["fills 3 seats", "4 play", "average*4"]),
    "too many in the line-up": (run("average*3,random*2"), ["fills 5 seats", "4 play"]),
    "empty line-up": (run(""), ["empty"]),
    "empty place": (run("average,,random*2"), ["empty place"]),
    "no seats": (run("average*0,random*4"), ["average*0", "how many seats"]),
    "seats in letters": (run("average*x"), ["average*x", "how many seats"]),
    "seats as an exponent": (run("average*²"), ["average*²", "how many seats"]),
    "nobody four times": (run("*4"), ["*4", "random*2"]),
    "seats twice": (run("average*4*2"), ["average*4*2", "one number of seats"]),
    "one seat": (run("average"), ["fills 1 seat,", "average*4"]),
    "strategy in capitals": (run("AVERAGE*4"), ["AVERAGE", "did you mean average"]),
    "unknown strategy at one seat": (run("foo"), ["unknown strategy", "foo"]),
    "misspelt decision": (run("bidd=ev,play=duck*4"), ["unknown decision", "bidd", "did you mean bid"]),
    "misspelt decision behind another": (run("bid=ev,plai=duck*4"), ["unknown decision", "plai", "did you mean play"]),
    "decision twice in a line-up": (run("bid=ev,bid=linear,play=duck"), ["fills 2 seats", "given twice", "bid=ev | bid=linear,play=duck"]),
    "colon without parameter": (run("average:*4"), ["'average:'", "ends with a colon"]),
    "parameter twice behind colons": (run("linear:shade=1:shade=0.5*4"), ["shade", "twice"]),
    "decision that a strategy does not take": (run("bid=duck*4"), ["duck", "does not decide bid", "play"]),
    "decision twice": (("compare", "wizard", "bid=ev,bid=linear", "average"), ["bid", "twice"]),
    "one candidate": (("compare", "wizard", "average"), ["two strategies"]),
    "candidate twice": (("compare", "wizard", "average", "random", "average"), ["average", "twice"]),
    "unknown field": (("compare", "wizard", "average", "random", "--field", "nobody"), ["unknown strategy", "nobody"]),
    # sweeps, tournaments, tuning, stopping rules, clusters
    "nothing to vary": (("sweep", "wizard", "linear", *PLAY), ["--vary", "--help"]),
    "three to vary": (("sweep", "wizard", "linear", *(w for k in ("shade", "fade", "trump") for w in ("--vary", f"{k}=0:0.1:0.1"))), ["once or twice"]),
    "varied twice": (("sweep", "wizard", "linear", "--vary", "shade=0:1:1", "--vary", "shade=0:1:1"), ["twice"]),
    "span in letters": (("sweep", "wizard", "linear", "--vary", "shade=a:b:c"), ["shade=a:b:c", "NAME=LO:HI:STEP"]),
    "span not a number": (("sweep", "wizard", "linear", "--vary", "shade=nan:1:0.1"), ["shade=nan:1:0.1", "NAME=LO:HI:STEP"]),
    "span backwards": (("sweep", "wizard", "linear", "--vary", "shade=1:0:0.1"), ["shade=1:0:0.1", "LO up to HI"]),
    "span without end": (("sweep", "wizard", "linear", "--vary", "shade=0:2:1e-9"), ["shade=0:2:1e-9", "400", "wider step"]),
    "span without step": (("sweep", "wizard", "linear", "--vary", "shade=0:1:0"), ["shade=0:1:0", "step above 0"]),
    "span out of range": (("sweep", "wizard", "linear", "--vary", "shade=0:9:1"), ["shade=3", "0..2"]),
    "unknown parameter varied": (("sweep", "wizard", "linear", "--vary", "shde=0:1:1"), ["unknown parameter", "shde", "shade"]),
    "tournament of one": (("tournament", "wizard", "average", *PLAY), ["2 to 24 strategies"]),
    "tournament with a double": (("tournament", "wizard", "average", "average", *PLAY), ["average", "twice"]),
    "nothing to tune": (("tune", "wizard", "linear"), ["--param", "--help"]),
    "span to tune backwards": (("tune", "wizard", "linear", "--param", "shade=1:0"), ["shade=1:0", "NAME=LO:HI"]),
    "half width of nothing": (run(LINEUP, "--until", "half_width=0"), ["half_width=0", "half_width=0.1"]),
    "until something else": (run(LINEUP, "--until", "bored=1"), ["bored=1", "half_width=0.1"]),
    "decide backwards": (("compare", "wizard", "average", "duck", "--decide", "1,0"), ["--decide 1,0", "T0 below T1"]),
    "two stopping rules": (("compare", "wizard", "average", "duck", "--decide", "0,1", "--until", "half_width=1"), ["exclude each other"]),
    "best, and early": (("compare", "wizard", "average", "duck", "--best", "0.1", "--until", "half_width=1"), ["--best", "--until", "exclude each other"]),
    "measure that nothing watches": (("compare", "wizard", "average", "duck", "--measure", "typo"), ["--measure typo", "--until", "--decide"]),
    "measure of readings": (("compare", "intervencao", "plain", "random", "--robust", "--measure", "typo"), ["--robust", "--measure", "exclude each other"]),
    "best of a cluster": (
        ("compare", "wizard", "average", "duck", "--best", "0.1", "--cluster", "local:2"),
        ["--best", "--cluster local:2", "exclude each other"],
    ),
    "best of a folder": (("compare", "wizard", "average", "duck", "--best", "0.1", "--out", "kept"), ["--best", "--out kept", "exclude each other"]),
    "best within nothing": (("compare", "wizard", "average", "duck", "--best", "0"), ["--best 0", "win", "above 0"]),
    "best and robust": (("compare", "intervencao", "plain", "random", "--best", "0.1", "--robust"), ["--best", "--robust", "exclude each other"]),
    "cluster of nobody": (run(LINEUP, "--cluster", "local:0", "--no-save"), ["local:0", "tcp://", "local:N"]),
    "no patience": (run(LINEUP, "--patience", "0"), ["--patience", "0.1"]),
    "kept and not kept": (run(LINEUP, "--no-save", "--out", "kept"), ["--no-save", "--out kept", "exclude each other"]),
    "selfcheck of an unknown game": (("selfcheck", "wizzard"), ["unknown game", "wizard"]),
    # what the parser of the command line says
    "unknown command": (("rn", "wizard"), ["rn", "run", "--help"]),
    "unknown option": (run(LINEUP, "--sed", "1"), ["--sed", "--help"]),
    "no line-up": (("run", "wizard"), ["LINEUP", "--help"]),
    "one argument too many": (("games", "wizard"), ["wizard", "--help"]),
    # the other commands
    "deal below zero": (("show", "wizard", LINEUP, "--deal", "-1"), ["--deal", "0"]),
    "show in a table": (("show", "wizard", LINEUP, "--format", "table"), ["--format", "'table'", "'text', 'json'"]),
    "bench in csv": (("bench", "wizard", "--format", "csv"), ["--format", "'csv'", "'table', 'json'"]),
    "resume of nothing": (("resume", "nowhere"), ["'nowhere'", "does not exist"]),
    "check of nothing": (("check", "nowhere.py"), ["'nowhere.py'", "does not exist"]),
    "check of nothing, game given": (("check", "nowhere.py", "--game", "wizard"), ["'nowhere.py'", "does not exist"]),
    "new with another ending": (("new", "wizard", "mine.txt"), ["mine.txt", ".py"]),
    "new in no folder": (("new", "wizard", "nowhere/mine.py"), ["nowhere/mine.py", "No such file"]),
    "judge of nothing": (("judge", "wizard", "nowhere.json"), ["nowhere.json", "does not exist"]),
    "judge of a folder": (("judge", "wizard", "."), ["'.' cannot be read: Is a directory"]),
}


@pytest.mark.parametrize("words, needles", BAD.values(), ids=BAD.keys())
def test_one_sentence_and_exit_2(words: tuple[str, ...], needles: list[str], tmp_path: Path):
    said = carteado(*words)
    assert said.code == 2
    for needle in needles:
        assert needle in said.sentence
    assert said.out == ""
    assert list(tmp_path.iterdir()) == [], "a run that was never played leaves no folder"


@pytest.mark.parametrize("name", ["two players", "unknown strategy", "plus_one with secret bids", "no games"])
def test_the_same_from_the_shell(name: str):
    words, needles = BAD[name]
    said = from_shell(*words)
    assert said.code == 2 and said.out == ""
    assert all(needle in said.sentence for needle in needles)


STRATEGY_FILES = {
    "does not exist": ("", "nowhere.py", ["'nowhere.py'", "does not exist"]),
    "another ending": ("", "here/mine.txt", ["mine.txt", "must end in .py"]),
    "syntax error": ("def bid(view)\n    return 1\n", "mine.py", ["mine.py' line 1", "expected ':'"]),
    "return outside a function": ("x = 1\nreturn x\n", "mine.py", ["mine.py' line 2", "return"]),
    "null byte": ("x = '\0'\n", "mine.py", ["mine.py'", "null bytes"]),
    "no decision": ("def bet(view):\n    return 1\n", "mine.py", ["no decision", "choose_trump or bid or play"]),
    "no such variant": ("def bid(view):\n    return 1\n", "mine.py:bold", ["mine.py", "bold_play"]),
    "raises when read": ("x = 1\ny = 1 / 0\ndef bid(view):\n    return 1\n", "mine.py", ["mine.py' line 2", "ZeroDivisionError"]),
    "wrong value when read": ("x = 1\ny = int('a')\n", "mine.py", ["mine.py' line 2", "ValueError"]),
    "wants to leave": ("raise SystemExit(0)\n", "mine.py", ["mine.py' line 1", "SystemExit"]),
    "import of nothing": ("import nowhere_at_all\n", "mine.py", ["mine.py' line 1", "nowhere_at_all"]),
    "a knob without its range": (
        "from sim.games.wizard.strategist import Knob\nKNOBS = (Knob('hope', 1),)\n",
        "mine.py",
        ["mine.py' line 2", "TypeError: Knob(...) missing 3 required"],
    ),
    "KNOBS of another kind": ("KNOBS = ('hope',)\ndef bid(view):\n    return 1\n", "mine.py", ["KNOBS", "Knob(name, default, low, high, help)"]),
    "COMPANIONS of another kind": ("COMPANIONS = 5\ndef bid(view):\n    return 1\n", "mine.py", ["COMPANIONS", "dictionary"]),
    "COMPANIONS for no decision": ("COMPANIONS = {'bet': 'ev'}\ndef bid(view):\n    return 1\n", "mine.py", ["unknown decision", "bet", "bid"]),
    "companion that does not exist": ("COMPANIONS = {'play': 'dck'}\ndef bid(view):\n    return 1\n", "mine.py", ["unknown strategy", "dck", "duck"]),
    "companion for another decision": ("COMPANIONS = {'play': 'ev'}\ndef bid(view):\n    return 1\n", "mine.py", ["ev", "does not decide play"]),
}


@pytest.mark.parametrize("text, word, needles", STRATEGY_FILES.values(), ids=STRATEGY_FILES.keys())
def test_strategy_files_at_fault(text: str, word: str, needles: list[str]):
    if text:
        Path("mine.py").write_text(text)
    said = carteado(*run(f"{word}*4"))
    assert said.code == 2 and said.out == ""
    for needle in needles:
        assert needle in said.sentence


def test_knobs_whose_default_is_out_of_range():
    Path("mine.py").write_text("from sim.games.wizard.strategist import Knob\nKNOBS = (Knob('hope', 2, 0, 1, ''),)\ndef bid(view):\n    return 1\n")
    assert "default of knob hope" in carteado(*run("mine.py*4")).sentence


def test_strategy_file_that_is_not_text():
    Path("mine.py").write_bytes(b"x = '\xff\xfe'\n")
    said = carteado(*run("mine.py*4"))
    assert said.code == 2 and "mine.py" in said.sentence and "utf-8" in said.sentence


def test_strategy_file_that_is_a_folder():
    Path("mine.py").mkdir()
    for words in (run("mine.py*4"), ("check", "mine.py")):
        assert "'mine.py' is a folder" in carteado(*words).sentence


def test_new_does_not_overwrite():
    Path("mine.py").write_text("# mine\n")
    said = carteado("new", "wizard", "mine.py")
    assert said.code == 2 and "exists already" in said.sentence
    assert Path("mine.py").read_text() == "# mine\n"


CASES = {
    "broken JSON": ('[{"kind": "score"', ["no JSON", "line 1"]),
    "deep JSON": ("[" * 100_000, ["no JSON"]),
    "neither cases nor transcript": ('{"a": 1}', ["neither", "cases", "transcript"]),
    "a list of numbers": ("[1, 2]", ["neither", "cases"]),
    "no kind": ('[{"input": {}}]', ["case 0", "'kind'"]),
    "no input": ('[{"kind": "score"}]', ["case 0", "'input'"]),
    "unknown kind": ('[{"kind": "scores", "input": {}}]', ["unknown kind", "scores", "score"]),
    "kind of another kind": ('[{"kind": [], "input": {}}]', ["unknown kind", "case 0"]),
    "unknown card": ('[{"id": "a7", "kind": "legal_plays", "input": {"played": [], "hand": ["R14"]}}]', ["case a7", "R14", "R1..R13"]),
    "card in numbers": ('[{"kind": "legal_plays", "input": {"played": [], "hand": [14]}}]', ["case 0", "14"]),
    "card too often": ('[{"kind": "legal_plays", "input": {"played": ["R1"], "hand": ["R1"]}}]', ["case 0", "R1", "too often"]),
    "a fifth wizard": ('[{"kind": "trick_winner", "input": {"plays": ["W","W","W","W","W"], "trump": "NT"}}]', ["case 0", "W", "four times"]),
    "unknown trump": ('[{"kind": "trick_winner", "input": {"plays": ["R1"], "trump": "X"}}]', ["case 0", "'X'", "B, G, R, Y or NT"]),
    "unknown field": ('[{"kind": "score", "input": {"bid": 1, "wun": 1, "won": 1}}]', ["case 0", "wun", "won"]),
    "missing field": ('[{"kind": "score", "input": {"bid": 1}}]', ["case 0", "'won'"]),
    "bid in letters": ('[{"kind": "score", "input": {"bid": "one", "won": 1}}]', ["case 0", "bid", "whole number"]),
    "input of another kind": ('[{"kind": "score", "input": 3}]', ["case 0", "object"]),
    "transcript without answers": ('{"events": []}', ["transcript", "'seed'"]),
    "transcript of another game": (
        '{"game": "tractor", "seed": 1, "deal": 0, "players": [], "rules": {}, "answers": [], "events": [], "tallies": []}',
        ["tractor", "not of wizard"],
    ),
    "transcript with words for answers": (
        '{"seed": 1, "deal": 0, "players": ["a", "b", "c"], "rules": {}, "answers": ["x"], "events": [], "tallies": []}',
        ["'answers'", "whole numbers"],
    ),
    "transcript with players for a number": ('{"seed": 1, "deal": 0, "players": 3, "rules": {}, "answers": [], "events": [], "tallies": []}', ["'players'"]),
}


@pytest.mark.parametrize("text, needles", CASES.values(), ids=CASES.keys())
def test_judge_refuses(text: str, needles: list[str]):
    Path("cases.json").write_text(text)
    said = carteado("judge", "wizard", "cases.json")
    assert said.code == 2 and said.out == ""
    for needle in needles:
        assert needle in said.sentence


def test_judge_refuses_what_is_not_text():
    Path("cases.json").write_bytes(b"\xff\xfe\x00")
    assert "cannot be read" in carteado("judge", "wizard", "cases.json").sentence


def test_judge_exits_1_when_a_case_differs():
    cases = [{"kind": "score", "input": {"bid": 2, "won": 2}, "expect": 40}, {"id": "wrong", "kind": "score", "input": {"bid": 2, "won": 3}, "expect": 40}]
    Path("cases.json").write_text(json.dumps(cases))
    said = carteado("judge", "wizard", "cases.json")
    assert said.code == 1
    assert [line.split()[0] for line in said.out.splitlines() if "DIFFERS" in line] == ["wrong"]
    assert "2 cases, 2 with an expected answer, 1 differ" in said.err
    assert carteado("judge", "wizard", "cases.json", "--format", "json").code == 1


def test_judge_exits_0_when_nothing_is_expected():
    Path("cases.json").write_text('[{"kind": "score", "input": {"bid": 2, "won": 2}}]')
    said = carteado("judge", "wizard", "cases.json")
    assert said.code == 0 and "0 with an expected answer" in said.err


def test_a_transcript_is_judged_and_a_changed_one_differs():
    told = carteado("show", "wizard", LINEUP, "--seed", "5", "--format", "json").out
    Path("told.json").write_text(told)
    assert carteado("judge", "wizard", "told.json").code == 0
    changed = json.loads(told)
    changed["events"][2]["seat"] = (changed["events"][2].get("seat", 0) + 1) % 4
    Path("told.json").write_text(json.dumps(changed))
    said = carteado("judge", "wizard", "told.json")
    assert said.code == 1 and "event 2" in said.out
    short = json.loads(told)
    short["answers"].pop()
    Path("told.json").write_text(json.dumps(short))
    assert carteado("judge", "wizard", "told.json").code == 1


FAULTS = {
    "raises": (
        "def bid(view):\n    if view.round == 3:\n        raise ValueError('no idea')\n    return 0\n",
        ["bid", "ValueError: no idea", "line 3 of mine.py"],
    ),
    "asserts": ("def bid(view):\n    assert view.round < 3\n    return 0\n", ["bid", "raised AssertionError (line 2 of mine.py)"]),
    "answers no card": ("def play(view):\n    return 77\n", ["play", "answered 77", "legal", "W15"]),
    "answers a card it may not play": (
        "from sim.games.wizard.strategist import nth_set_bit, popcount\n"
        "def play(view):\n    other = view.hand & ~view.legal\n    return nth_set_bit(other if other else view.legal, 0)\n",
        ["play", "legal", "W15"],
    ),
    "bids below zero": ("def bid(view):\n    return -1\n", ["bid", "answered -1", "W6"]),
    "bids too much": ("def bid(view):\n    return view.round + 1\n", ["bid", "answered 2 in round 1", "W6"]),
    "bids by the card": ("def bid(view):\n    return 64\n", ["bid", "answered 64"]),
}


@pytest.mark.parametrize("text, needles", FAULTS.values(), ids=FAULTS.keys())
def test_a_strategy_at_fault_exits_4_with_the_place(text: str, needles: list[str]):
    Path("mine.py").write_text(text)
    said = carteado(*run("mine.py,average*3", "--no-save"))
    assert said.code == 4 and said.out == ""
    for needle in ["strategy 'mine.py'", "seat", "Wizard", "deal", "replay: carteado show wizard", *needles]:
        assert needle in said.sentence


def test_the_replay_command_shows_the_place():
    Path("mine.py").write_text("def bid(view):\n    return 5 if view.round == 3 else 0\n")
    said = carteado(*run("average,mine.py,average*2", "-r", "bids=hidden", "--no-save"))
    words = said.sentence.partition("replay: carteado ")[2].split()
    again = carteado(*words)
    assert again.code == 4 and again.sentence.partition("; replay")[0] == said.sentence.partition("; replay")[0]
    told, *events = again.out.splitlines()
    assert told.startswith("The last ") and told.endswith("events before the fault:") and len(events) == int(told.split()[2])
    deals = [event["round"] for event in map(json.loads, events) if event["event"] == "deal"]
    assert deals[-1] == 3


def test_plus_one_binds_the_dealer():
    Path("mine.py").write_text("def bid(view):\n    return 0\n")
    said = carteado(*run("mine.py*4", "-r", "plus_one=true", "-n", "200", "--no-save"))
    assert said.code == 0, "nothing but zeros never completes the tricks"
    Path("mine.py").write_text("def bid(view):\n    return view.round if view.seat == view.dealer else 0\n")
    said = carteado(*run("mine.py*4", "-r", "plus_one=true", "--no-save"))
    assert said.code == 4 and "answered 1 in round 1; legal: 0" in said.sentence and "plus_one=true" in said.sentence


SELDOM_WRONG = """
from sim.games.wizard.strategist import draw


def bid(view):
    return -1 if view.round == 1 and draw(view, 160) == 0 else 0
"""


@pytest.mark.parametrize("chunk", [1, 3, 50])
@pytest.mark.parametrize("jobs", [1, 2])
def test_the_fault_told_is_that_of_the_lowest_deal(chunk: int, jobs: int):
    """Whatever the threads and chunks: a strategy that goes wrong in one deal of about forty."""
    from sim.core.errors import StrategyFault
    from sim.experiment.run import run as play

    Path("mine.py").write_text(SELDOM_WRONG)
    with pytest.raises(StrategyFault) as caught:
        play("wizard", "mine.py*4", games=400, seed=3, jobs=jobs, chunk_blocks=chunk)
    assert ", deal 32," in str(caught.value)


def test_a_fault_keeps_what_was_done():
    Path("mine.py").write_text(SELDOM_WRONG)
    said = carteado("run", "wizard", "mine.py*4", "-n", "400", "--seed", "3", "-q", "-j", "1", "--out", "kept")
    assert said.code == 4
    manifest = json.loads(Path("kept/manifest.json").read_text())
    assert manifest["state"] == "stopped" and manifest["games_done"] > 0
    again = carteado("resume", "kept", "-q")
    assert again.code == 4 and again.sentence == said.sentence


def test_check_exits_1_for_a_strategy_that_is_not_ready():
    Path("mine.py").write_text("def bid(view):\n    return view.round / 4\n")
    said = carteado("check", "mine.py", "--game", "wizard")
    assert said.code == 1 and "FAIL compiles" in said.out and "whole number" in said.out
    Path("mine.py").write_text("def bid(view):\n    return 99\n")
    said = carteado("check", "mine.py", "--game", "wizard", "-p", "3")
    assert said.code == 1 and "ok   compiles" in said.out and "FAIL plays lawfully with 3" in said.out and "answered 99" in said.out


def test_the_default_bench_and_help_pages_exist():
    assert carteado("--help").code == 0
    for command in ("run", "compare", "show", "judge", "new", "check", "resume", "bench", "fingerprint", "games", "rules", "strategies"):
        said = carteado(command, "--help")
        assert said.code == 0 and "Usage" in said.out and said.err == ""


OUT = {
    "a file": ("taken.txt", "is a file"),
    "a folder with something in it": ("taken", "is not empty and holds no run of carteado"),
    "a folder with a run": ("earlier", "already holds a run"),
    "below a file": ("taken.txt/deeper", "cannot be written"),
}


@pytest.mark.parametrize("place, needle", OUT.values(), ids=OUT.keys())
def test_a_place_that_is_taken(place: str, needle: str):
    Path("taken.txt").write_text("precious\n")
    Path("taken").mkdir()
    Path("taken/letter.txt").write_text("precious\n")
    assert carteado(*run(LINEUP, "--out", "earlier")).code == 0
    before = {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()}
    said = carteado(*run(LINEUP, "--out", place))
    assert said.code == 2 and needle in said.sentence and place in said.sentence
    assert {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()} == before
