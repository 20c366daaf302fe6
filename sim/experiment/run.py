"""`run`: a line-up, seats rotated over each deal. `conduct` is the part that all kinds of runs share."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sim import games as rooms
from sim.core.errors import InputError, Interrupted
from sim.experiment.controls import with_controls
from sim.experiment.estimates import FEW_BLOCKS, contrast
from sim.experiment.lineup import Plan, parse_lineup, plan_rotations
from sim.experiment.manifest import make_manifest
from sim.experiment.results import Result, as_csv, cell_index, narrowed_rows
from sim.experiment.runner import PATIENCE, Chunk, Engine, Totals, all_jobs, noting_stops, play_missing
from sim.experiment.seeds import parse_games, parse_seed
from sim.experiment.sequential import Rule, parse_rule, play_in_stages
from sim.experiment.store import RunFolder, write_text
from sim.games.protocol import Rules

Progress = Callable[[int, int, str], None]  # games done, games in all, the leading measure so far
Executor = Callable[..., bool]  # of the shape of runner.play_missing


@dataclass
class Settings:
    """How to run, apart from what: the same for all kinds of runs."""

    games: str | int | float = 100_000
    seed: str | int | None = None
    jobs: int | None = None
    out: str | Path | None = None  # None: keep nothing
    chunk_blocks: int | None = None  # fixed chunk size, for tests
    progress: Progress | None = None
    cluster: str | None = None  # address of a Dask scheduler, or local:N; None: threads of this process
    patience: float = PATIENCE  # seconds that a single game may take


@dataclass
class Request:
    """A run as asked for: `plan` is built from `words`, which go into the manifest and can be built from again."""

    words: dict[str, Any]
    plan: Plan
    finish: Callable[[Result], None] = field(default=lambda result: None)  # adds rows and the finding
    rule: Rule | None = None  # when to stop before the games are played
    has_trail: bool = True  # whether the folder keeps how the leading cell went

    def conclude(self, result: Result) -> None:
        """Adds to a result that has games what this kind of run makes of it."""
        self.finish(result)
        if self.rule:
            result.manifest["stopping"] = told = self.rule.report(self.plan, result.totals)
            among = f", each alone in a field of {self.words['field']}" if "field" in self.words else ""
            basis = f"{self.plan.rules.describe()}; other intervals and p-values are those of a fixed number of games"
            result.finding = f"{told['sentence']}{among}; {basis}."  # p-values do not allow for looking again and again
        if result.totals.n_blocks < FEW_BLOCKS:
            deals = "deal was" if result.totals.n_blocks == 1 else "deals were"
            result.finding += f" Only {result.totals.n_blocks} {deals} played: too few for its intervals to be trusted."


def make_rules(game: str, players: int | None, rules: Mapping[str, Any] | None) -> Rules:
    """Checked rules of a game. Raises InputError."""
    return rooms.load(game).rules(players, rules)


def run_request(
    game: str,
    lineup: str,
    players: int | None = None,
    rules: Mapping[str, Any] | None = None,
    until: str | None = None,
    measure: str | None = None,
    controls: bool = True,
) -> Request:
    """The request of `run`."""
    agreed = make_rules(game, players, rules)
    plan = plan_rotations(agreed, parse_lineup(lineup, agreed))
    words = {"command": "run", "game": game, "lineup": lineup, "players": agreed.players, "rules": agreed.changed(), "controls": controls}
    words |= {"until": until, "measure": measure} if until else {}
    return Request(words, with_controls(plan) if controls else plan, say_run, parse_rule(until, None, plan, measure))


def run(
    game: str,
    lineup: str,
    players: int | None = None,
    rules: Mapping[str, Any] | None = None,
    until: str | None = None,
    measure: str | None = None,
    controls: bool = True,
    **settings: Any,
) -> Result:
    """Plays a line-up with its seats rotated over each deal.

    game: name of a room. lineup: e.g. "steady*2,average*2", one strategy a seat. players, rules: see Game.rules.
    until: "half_width=0.1" stops as soon as the interval of `measure` is so narrow (see sequential); games is then the
    most. controls: whether control variates narrow intervals where they can (see controls). settings: fields of Settings
    (games, seed, jobs, out). Raises InputError, StrategyFault; on Ctrl-C Interrupted, whose `result` holds what was played.
    """
    return conduct(run_request(game, lineup, players, rules, until, measure, controls), Settings(**settings))


def say_run(result: Result) -> None:
    """The finding of `run`: who leads by the first headline measure that says something (alone at the table shares do not)."""
    headline = result.plan.rules.headline
    told = [measure for measure in headline if result.estimate(result.entrants[0], measure.name).se > 0]
    measure = [*told, headline[0]][0]
    ranked = sorted(result.entrants, key=lambda e: -result.estimate(e, measure.name).value * (measure.better or 1))
    best = result.estimate(ranked[0], measure.name)
    lead = f"{ranked[0]}: {measure.name} {best.value:.{measure.digits}f} ({best.interval(measure.digits)}"
    others = f" among {', '.join(e for e in result.entrants if e != ranked[0])}" if len(ranked) > 1 else " at every seat"
    result.finding = f"{lead}, n = {best.n:,}){others}; {result.plan.rules.describe()}."


def conduct(request: Request, settings: Settings) -> Result:
    """Plays a request from the start, with folder, progress and Ctrl-C."""
    asked = parse_games(settings.games)
    seed = parse_seed(settings.seed)
    n_blocks = -(-asked // request.plan.games)
    engine = Engine(request.plan, seed)
    manifest = make_manifest(request.plan, request.words, seed, n_blocks, asked)
    trail_cell = cell_index(request.plan, request.plan.rules.headline[0].name) if request.has_trail else None
    folder = RunFolder.create(Path(settings.out), {**manifest, "trail_cell": trail_cell}) if settings.out else None
    return go_on(request, settings, engine, folder, manifest, engine.empty(), [(0, n_blocks)])


def go_on(
    request: Request, settings: Settings, engine: Engine, folder: RunFolder | None, manifest: dict, totals: Totals, missing: list[tuple[int, int]]
) -> Result:
    """Plays what is missing and makes the result; stores chunks as they come."""
    teller = _Teller(request.plan, manifest, totals, settings.progress)

    def hear(chunk: Chunk) -> None:
        totals.add(chunk.totals)
        if folder:
            folder.add(chunk)
        teller.tell()

    def play(ranges: list[tuple[int, int]]) -> bool:
        return execute(engine, ranges, settings.jobs or all_jobs(), hear, stop, settings.chunk_blocks, settings.patience)

    with noting_stops() as stop, _closed_at_the_end(folder, request.plan.games):
        with executor(settings) as execute_for:
            execute = execute_for(request)
            if request.rule:
                complete = play_in_stages(request.rule, request.plan, totals, missing, manifest["blocks"], play)
            else:
                complete = play(missing)
        result = Result(request.plan, engine.seed, totals, manifest, folder.path if folder else None)
        manifest["state"] = "done" if complete else "interrupted"
        manifest["games_done"] = result.games
        if totals.n_blocks:
            request.conclude(result)
            manifest["finding"] = result.finding
            manifest["controls"] = narrowed_rows(result)
        if folder:
            keep(folder, result)
    if not complete:
        raise Stopped(result)
    return result


@contextmanager
def _closed_at_the_end(folder: RunFolder | None, games_per_block: int) -> Iterator[None]:
    """Closes the folder whatever ends the run, and notes in it when that is an error. Raises Interrupted for KeyboardInterrupt."""
    way_on = f"; go on with: carteado resume {folder.path}" if folder else ""
    try:
        yield
    except BaseException as error:
        if folder:
            with suppress(InputError):  # a full disk: the first error is the one to tell
                folder.note(state="stopped", games_done=games_per_block * sum(n for _, n in folder.done()))
        if isinstance(error, (Interrupted, KeyboardInterrupt)):
            raise Interrupted(f"{str(error) or 'stopped at once'}{way_on}") from None
        raise
    finally:
        if folder:
            folder.close()


def executor(settings: Settings) -> AbstractContextManager[Callable[[Request], Executor]]:
    """Who plays ranges of blocks of a request: threads of this process, or a cluster. Raises InputError."""
    if not settings.cluster:
        return nullcontext(lambda request: play_missing)
    from sim.experiment.cluster import on_cluster

    return on_cluster(settings.cluster)


def keep(folder: RunFolder, result: Result) -> None:
    """Writes the table and the manifest of a finished or stopped run. Raises InputError."""
    write_text(folder.path / "table.csv", as_csv(result.rows) if result.totals.n_blocks else as_csv([]))
    folder.note(**{**result.manifest, "finished": datetime.now(UTC).isoformat(timespec="seconds")})


class Stopped(Interrupted):
    """Ctrl-C: `result` holds the table so far."""

    def __init__(self, result: Result) -> None:
        self.result = result
        way_on = f"; go on with: carteado resume {result.folder}" if result.folder else "; nothing was saved"
        super().__init__(f"stopped after {result.games} of {result.manifest['games']} games{way_on}")


class _Teller:
    """Says how far a run is, now and then."""

    def __init__(self, plan: Plan, manifest: dict, totals: Totals, progress: Progress | None) -> None:
        self.plan, self.manifest, self.totals, self.progress = plan, manifest, totals, progress
        self.last = 0.0

    def tell(self) -> None:
        done = self.totals.n_blocks == self.manifest["blocks"]
        if not self.progress or (time.monotonic() - self.last < 0.2 and not done):
            return
        self.last = time.monotonic()
        self.progress(self.totals.n_blocks * self.plan.games, self.manifest["games"], self.leading())

    def leading(self) -> str:
        """The leading entrant's first headline measure with its interval."""
        measure = self.plan.rules.headline[0]
        index = cell_index(self.plan, measure.name)
        scale = self.plan.cells[index].scale
        found = [(contrast(self.totals.gram[:, :, index], [e], scale=scale), name) for e, name in enumerate(self.plan.entrants)]
        best, name = max(found, key=lambda pair: pair[0].value * (measure.better or 1))
        return f"{name} {measure.name} {best.value:.{measure.digits}f} ± {best.high - best.value:.{measure.digits}f}"


__all__ = ["Progress", "Request", "Settings", "Stopped", "conduct", "go_on", "make_rules", "run", "run_request", "say_run"]
