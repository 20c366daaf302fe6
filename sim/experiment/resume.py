"""`resume`: goes on with an interrupted run; the sums end up bit for bit as if nothing had happened."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from inspect import signature
from pathlib import Path
from typing import Any

from sim import games as rooms
from sim.core.errors import InputError
from sim.experiment.manifest import other_versions, what_changed
from sim.experiment.results import Result
from sim.experiment.run import Request, Settings, go_on
from sim.experiment.runner import Engine, gaps
from sim.experiment.store import MANIFEST, Damaged, RunFolder, read_manifest, read_sums


def rebuild(words: dict[str, Any]) -> Request:
    """The request that a manifest's words describe. Raises InputError."""
    from sim.experiment.compare import compare_request
    from sim.experiment.run import run_request
    from sim.experiment.sweep import sweep_request
    from sim.experiment.tournament import tournament_request
    from sim.experiment.tune import tuned_request

    words = dict(words)
    makers: dict[Any, Callable[..., Request]] = {
        "run": run_request,
        "compare": compare_request,
        "sweep": sweep_request,
        "tournament": tournament_request,
        "tune": tuned_request,
    }
    command = words.pop("command", None)
    if command == "chart":
        raise InputError("the run folder holds a chart: it has no games to go on with")
    if command not in makers:
        raise InputError(f"the run folder holds a '{command}', which this version cannot rebuild")
    try:
        signature(makers[command]).bind(**words)
    except TypeError as error:
        raise Damaged(f"the run folder is damaged: its request does not fit a '{command}': {error}") from None
    return makers[command](**words)


def load_result(path: str | Path) -> Result:
    """The result of a run folder, finished or not, with its table. Raises InputError."""
    folder = Path(path)
    manifest = read_manifest(folder)
    with _blaming_versions(folder, manifest):
        request = rebuild(manifest["request"])
        totals = read_sums(folder, Engine(request.plan, manifest["seed"]).empty())
    result = Result(request.plan, manifest["seed"], totals, manifest, folder)
    if result.totals.n_blocks:
        request.conclude(result)
    return result


@contextmanager
def _blaming_versions(folder: Path, manifest: dict[str, Any]) -> Iterator[None]:
    """Inside, a folder that seems damaged because another version wrote it is told to be just that. Raises InputError."""
    try:
        yield
    except Damaged:
        game = manifest.get("game")
        changed = other_versions(manifest, rooms.load(game)) if game in rooms.names() else []
        if not changed:
            raise
        again = f"play the run again, {MANIFEST} holds what was asked and the seed"
        raise InputError(f"run folder '{folder}' was written by another version of carteado, which kept other sums ({'; '.join(changed)}); {again}") from None


def resume(path: str | Path, **settings: Any) -> Result:
    """Plays what is missing in a run folder. Raises InputError when the run could not come out the same."""
    folder = Path(path)
    manifest = read_manifest(folder)
    if manifest["state"] == "done":
        return load_result(folder)
    with _blaming_versions(folder, manifest):
        request = rebuild(manifest["request"])
    changed = what_changed(manifest, request.plan)
    if changed:
        raise InputError(f"run folder '{folder}' cannot be resumed with the same result: {'; '.join(changed)}")
    engine = Engine(request.plan, manifest["seed"])
    opened = RunFolder.reopen(folder)
    try:
        opened.note(state="running")
        missing = gaps(opened.done(), manifest["blocks"])
        totals = opened.sums(engine.empty())
    except InputError:
        opened.close()
        raise
    return go_on(request, Settings(**settings), engine, opened, dict(opened.manifest), totals, missing)
