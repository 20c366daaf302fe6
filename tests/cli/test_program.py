"""The program from the outside: start-up, memory, pipes, formats, Ctrl-C."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from sim.cli import main
from tests.program import COMMAND, Said, carteado, from_shell, start

LINEUP = "average,random*3"


@pytest.fixture(autouse=True)
def in_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


# Start-up ----------------------------------------------------------------------------------------------------------------

HEAVY = ("numba", "numpy", "pandas", "matplotlib", "scipy", "llvmlite", "pyarrow", "distributed", "rich.table")


@pytest.mark.parametrize("words", [["--help"], ["run", "--help"], ["new", "--help"]])
def test_help_imports_nothing_heavy(words: list[str]):
    code = f"import sys; from sim.cli.main import main; main({words!r}); print([m for m in {HEAVY!r} if m in sys.modules], file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]" and "Usage: carteado" in done.stdout


def test_import_sim_is_light():
    code = f"import sys, sim; print([m for m in {HEAVY!r} if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"


@pytest.mark.long
def test_help_comes_at_once():
    """Best of ten on a quiet machine: under 0.2 s."""
    times = []
    for _ in range(10):
        before = time.perf_counter()
        subprocess.run([*COMMAND, "--help"], capture_output=True, check=True)
        times.append(time.perf_counter() - before)
    assert min(times) < 0.2, times


@pytest.mark.long
def test_a_small_run_starts_fast():
    """With a warm cache, best of five on a quiet machine: under 1.2 s."""
    times = []
    for _ in range(6):
        before = time.perf_counter()
        subprocess.run([*COMMAND, "run", "wizard", "average*4", "-n", "1000", "--no-save", "-q"], capture_output=True, check=True)
        times.append(time.perf_counter() - before)
    assert min(times) < 1.2, times


def test_no_command_shows_the_help():
    said = carteado()
    assert "Usage: carteado" in said.out and said.err == ""


# Memory ------------------------------------------------------------------------------------------------------------------

RSS_OF_A_RUN = """
import re, sys
from pathlib import Path
from sim.cli.main import main
main(["run", "wizard", "average*4", "-n", sys.argv[1], "--seed", "1", "-q", "-j", "2", "--out", sys.argv[2], "--format", "csv"])
print(re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1], file=sys.stderr)
"""  # not ru_maxrss, in which a process starts with the peak of the one that started it
needs_proc = pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="reads the peak of memory from /proc")


def most_memory(games: str) -> float:
    """Megabytes at the peak of a run."""
    done = subprocess.run([sys.executable, "-c", RSS_OF_A_RUN, games, f"run{games}"], capture_output=True, text=True, check=True)
    return int(done.stderr) / 1024


@needs_proc
def test_memory_does_not_grow_with_the_games():
    most_memory("40")  # what is not compiled yet is compiled here
    few, many = most_memory("20k"), most_memory("400k")
    assert abs(many - few) < 8, (few, many)
    assert many < 300


@needs_proc
@pytest.mark.long
def test_memory_of_a_long_run():
    assert most_memory("10M") - most_memory("100k") < 12


def test_the_run_folder_does_not_grow_with_the_games():
    for games in ("4k", "100k"):
        assert carteado("run", "wizard", LINEUP, "-n", games, "--seed", "1", "-q", "--out", games).code == 0
    sizes = {games: sum(file.stat().st_size for file in Path(games).iterdir()) for games in ("4k", "100k")}
    assert sizes["100k"] < 2 * sizes["4k"], sizes


# What is printed ---------------------------------------------------------------------------------------------------------


def played(*words: str) -> str:
    said = carteado("run", "wizard", LINEUP, "-n", "40", "--seed", "1", "--no-save", "-q", *words)
    assert said.code == 0 and said.err == ""
    return said.out


def test_csv_and_json_hold_the_same_tidy_table():
    rows = list(csv.DictReader(io.StringIO(played("--format", "csv"))))
    found = json.loads(played("--format", "json"))
    assert list(rows[0]) == ["strategy", "measure", "group", "value", "se", "low", "high", "n"]
    assert len(rows) == len(found["table"]) > 100
    for one, other in zip(rows, found["table"], strict=True):
        assert (one["strategy"], one["measure"], one["group"], int(one["n"])) == (other["strategy"], other["measure"], other["group"], other["n"])
        for name in ("value", "se", "low", "high"):
            number = float(one[name])
            assert number == other[name] or (other[name] is None and number != number), "floats to the last bit"
    assert found["run"]["seed"] == 1 and found["run"]["state"] == "done"


def test_table_and_markdown_show_the_measures():
    assert "average" in played() and "95 % interval" in played()
    lines = played("--format", "markdown").splitlines()
    assert lines[0].startswith("| strategy | measure |") and all(line.count("|") == lines[0].count("|") for line in lines)


def test_results_go_to_stdout_and_remarks_to_stderr():
    said = carteado("run", "wizard", LINEUP, "-n", "42", "--seed", "7", "--format", "csv")
    assert said.out.startswith("strategy,measure,")
    assert "44 games (asked: 42; whole blocks of 4), 11 deals, seed 7" in said.err
    (folder,) = re.findall(r"saved in (\S+)", said.err)
    assert re.fullmatch(r"runs/\d{8}-\d{6}-run-wizard", folder) and Path(folder, "table.csv").read_text() == said.out


def test_a_drawn_seed_stands_somewhere():
    words = ("run", "wizard", LINEUP, "-n", "200", "-q", "--no-save", "--format", "csv")
    first = carteado(*words)
    seed = re.fullmatch(r"seed (\d+)\n", first.err)[1]
    again = carteado(*words, "--seed", seed)
    assert again.out == first.out and again.err == ""


def test_two_runs_in_one_second_get_two_folders():
    for _ in range(3):
        assert carteado("run", "wizard", "average*4", "-n", "4", "--seed", "1", "-q").code == 0
    assert len(list(Path("runs").iterdir())) == 3


def test_the_same_in_a_process_of_its_own():
    said = from_shell("run", "wizard", LINEUP, "-n", "40", "--seed", "1", "--no-save", "-q", "--format", "csv")
    assert said.code == 0 and said.err == "" and said.out == played("--format", "csv")


def test_output_in_a_narrow_encoding_loses_letters_and_not_the_run():
    """A pipe on Windows writes cp1252, which has no true minus."""
    narrow = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run([*COMMAND, "rules", "cambio"], env=narrow, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "") and "C?mbio" in done.stdout


def test_the_same_without_compilation():
    """NUMBA_DISABLE_JIT=1, for debuggers: slow, and not a bit different; a strategy at fault is named there too."""
    Path("mine.py").write_text("def bid(view):\n    if view.round == 2:\n        raise ValueError('no idea')\n    return 0\n")
    words = ("run", "wizard", "plain,average*3", "-n", "4", "--seed", "1", "--no-save", "-q", "--format", "csv")
    plain = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([*COMMAND, *words], env=plain, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "") and done.stdout == carteado(*words).out
    done = subprocess.run([*COMMAND, *words[:2], "mine.py*4", *words[3:]], env=plain, capture_output=True, text=True, check=False)
    assert done.returncode == 4 and "decision bid, raised ValueError: no idea (line 3 of mine.py)" in done.stderr


def test_what_controls_were_worth_is_said_unless_they_are_left_out():
    words = ("run", "intervencao", "plain*6", "-n", "1000", "--seed", "1", "--no-save")
    said = carteado(*words)
    assert re.search(r"control variates narrowed \d+ rows of the table, most of all points seat=\d of plain \(worth 1\.[234]\dx the games\)", said.err)
    assert "control" not in carteado(*words, "--no-controls").err


def test_the_games_asked_for_stand_beside_those_played():
    words = ("compare", "wizard", "average", "random", "--seed", "1", "--no-save")
    one = carteado(*words, "-n", "3")
    assert "5 games (asked: 3; whole blocks of 5), 1 deal, seed 1" in one.err and "nan" not in one.out, "one deal has no interval: a dash"
    assert re.search(r"\d+ games \(of at most 5,000\)", carteado(*words, "-n", "5k", "--until", "half_width=0.3").err)


@pytest.mark.parametrize("words", ["rules wizard", "games", "run wizard average*4 -n 8 --no-save -q", "--help"])
def test_a_closed_pipe_is_no_error(words: str):
    """As in `carteado rules wizard | head -1`."""
    process = subprocess.Popen([*COMMAND, *words.split()], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    assert process.stderr.read() == b"" and process.wait() == 0


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
@pytest.mark.parametrize("words", ["rules wizard", "run wizard average*4 -n 8 --no-save -q --format csv"])
def test_output_to_a_full_disk_is_said(words: str):
    with open("/dev/full", "wb") as full:
        done = subprocess.run([*COMMAND, *words.split()], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2 and done.stderr == "carteado: standard output: No space left on device\n"


@pytest.mark.parametrize("words", ["wizard average plain --best 0.0001", "intervencao plain random --robust", "wizard average plain"])
def test_a_table_starts_on_a_line_of_its_own(words: str, monkeypatch: pytest.MonkeyPatch):
    """Standard output and error are one terminal, on which progress is a line that is written over."""
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stdout", terminal)
    monkeypatch.setattr(sys, "stderr", terminal)
    assert main.main(["compare", *words.split(), "-n", "3000", "--seed", "1", "--no-save", "-j", "1", "--format", "csv"]) == 0
    lines = terminal.getvalue().split("\n")
    assert "\r" in lines[0] and any(line.startswith(("strategy,", "reading,")) for line in lines)


# Ctrl-C ------------------------------------------------------------------------------------------------------------------


def wait_until_it_plays(process: subprocess.Popen) -> None:
    """Until the first sums are stored."""
    while process.poll() is None and not Path("long/sums.sqlite").exists():
        time.sleep(0.05)
    time.sleep(1.0)


def interrupted(number: signal.Signals, *words: str) -> tuple[int, str, str]:
    """Starts a long run, waits until it plays, sends a signal; what it ended with."""
    process = start("run", "wizard", LINEUP, "-n", "1e9", "--seed", "1", *words)
    wait_until_it_plays(process)
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    return process.returncode, out, err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_shows_the_table_so_far_and_how_to_go_on(number: signal.Signals):
    code, out, err = interrupted(number, "--out", "long", "--format", "csv")
    assert code == 3 and "Traceback" not in err
    assert out.startswith("strategy,measure,") and out == Path("long/table.csv").read_text()
    last = err.strip().splitlines()[-1]
    games = json.loads(Path("long/manifest.json").read_text())["games_done"]
    assert last == f"carteado: stopped after {games} of 1000000000 games; go on with: carteado resume long"
    assert 0 < games < 10**9 and json.loads(Path("long/manifest.json").read_text())["state"] == "interrupted"


def test_ctrl_c_twice_keeps_what_was_done():
    process = start("run", "wizard", LINEUP, "-n", "1e9", "--seed", "1", "-q", "--out", "long")
    wait_until_it_plays(process)
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 3 and "stopped" in err and err.strip().endswith("go on with: carteado resume long")
    assert len(err.strip().splitlines()) == 1


def test_ctrl_c_before_the_first_game():
    """While the program still reads, loads and compiles (a file that waits when it is read)."""
    Path("mine.py").write_text("import time\nfrom pathlib import Path\nPath('here').touch()\ntime.sleep(60)\ndef bid(view):\n    return 0\n")
    process = start("run", "wizard", "mine.py*4", "-n", "100")
    while process.poll() is None and not Path("here").exists():
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (3, "", "carteado: stopped\n")
    assert not Path("runs").exists()


def test_a_broken_command_of_another_package_does_not_take_the_program_away(monkeypatch: pytest.MonkeyPatch):
    real = main.entry_points
    monkeypatch.setattr(main, "entry_points", lambda group: [*real(group=group), EntryPoint("dance", "nowhere_at_all:dance", group)])
    said = carteado("rules", "wizard")
    assert said.code == 0 and "W19" in said.out
    assert said.sentence == "command 'dance' cannot be loaded: ModuleNotFoundError: No module named 'nowhere_at_all'"


def test_a_command_of_another_package_ends_with_its_own_exit_code(monkeypatch: pytest.MonkeyPatch):
    Path("dancing.py").write_text("import sys\n\ndef dance(step: str):\n    print('dancing')\n    sys.exit(int(step) if step.isdigit() else step or None)\n")
    monkeypatch.syspath_prepend(Path.cwd())
    real = main.entry_points
    monkeypatch.setattr(main, "entry_points", lambda group: [*real(group=group), EntryPoint("dance", "dancing:dance", group)])
    assert carteado("dance", "3") == Said(3, "dancing\n", "")
    assert carteado("dance", "") == Said(0, "dancing\n", "")
    assert carteado("dance", "no music") == Said(1, "dancing\n", "carteado: no music\n")
