"""Câmbio, Intervenção, Tractor and Wizard: games, experiments and the command line.

>>> import sim
>>> result = sim.compare("wizard", "average", "random", games=2_000, seed=1)
>>> result.finding[:42]
'average does best, ahead of random by +0.2'
>>> list(result.table)
['strategy', 'measure', 'group', 'value', 'se', 'low', 'high', 'n']
>>> result.estimate("average", "win")
Estimate(value=0.25, se=0.0, low=0.25, high=0.25, n=1600)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sim.experiment.advise import advise
    from sim.experiment.best import best
    from sim.experiment.by_name import bench, check, fingerprint, judge, show
    from sim.experiment.chart import chart
    from sim.experiment.compare import compare
    from sim.experiment.resume import load_result, resume
    from sim.experiment.robust import robust
    from sim.experiment.run import run
    from sim.experiment.selfcheck import selfcheck
    from sim.experiment.sweep import sweep
    from sim.experiment.tournament import tournament
    from sim.experiment.tune import tune

_HOMES = {
    name: f"sim.experiment.{name}" for name in ("advise", "best", "chart", "compare", "resume", "robust", "run", "selfcheck", "sweep", "tournament", "tune")
}
_HOMES |= dict.fromkeys(("bench", "check", "fingerprint", "judge", "show"), "sim.experiment.by_name")
_HOMES |= {"load_result": "sim.experiment.resume"}

__all__ = [
    "advise",
    "bench",
    "best",
    "chart",
    "check",
    "compare",
    "fingerprint",
    "judge",
    "load_result",
    "resume",
    "robust",
    "run",
    "selfcheck",
    "show",
    "sweep",
    "tournament",
    "tune",
]


def __getattr__(name: str) -> Any:
    """Imports what is asked for only then: `import sim` costs nothing."""
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'sim' has no attribute '{name}'")
