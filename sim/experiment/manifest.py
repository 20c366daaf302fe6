"""What a run folder says about the run: enough to repeat it, and to refuse when it could not be repeated."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from sim.core import jit
from sim.experiment.lineup import Plan, Player
from sim.experiment.store import FORMAT
from sim.games.protocol import Game, Rules


@cache
def versions(game: Game) -> dict[str, str]:
    """Versions that decide a run's numbers; `kernel` is a digest of the room's and the core's sources."""
    core = Path(jit.__file__).parent
    room = Path(str(sys.modules[game.package].__file__)).parent
    found = {"carteado": version("carteado"), "python": sys.version.split()[0]}
    found |= {name: version(name) for name in ("numpy", "numba")}
    return found | {"kernel": jit.digest(jit.sources(core, room))}


def describe_player(player: Player) -> dict[str, Any]:
    """A player's word, and the source, parameters, policies and decisions of each part."""
    parts = []
    for k, part in enumerate(player.parts):
        knobs = dict(zip((knob.name for knob in part.strategy.knobs), part.parameters, strict=True))
        policies = dict(zip((knob.name for knob in part.strategy.policies), map(describe_player, part.policies), strict=True))
        about = {"strategy": part.strategy.name, "digest": part.strategy.digest, "parameters": knobs, "policies": policies}
        parts.append({**about, "decides": [k == c for c in player.choice]})
    return {"word": player.word, "parts": parts}


def manifest_head(rules: Rules, players: Sequence[Player], request: dict[str, Any], seed: int, n_games: int) -> dict[str, Any]:
    """What every manifest says: what was asked, by which rules and versions, who plays."""
    return {
        "format": FORMAT,
        "request": request,
        "game": rules.game.name,
        "caveat": rules.game.in_force(rules),
        "players": rules.players,
        "rules": dict(rules.options),
        "seed": seed,
        "games": n_games,
        "strategies": [describe_player(player) for player in players],
        "versions": versions(rules.game),
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def make_manifest(plan: Plan, request: dict[str, Any], seed: int, n_blocks: int, games_asked: int) -> dict[str, Any]:
    """The manifest of a run that is about to start."""
    size = {"games_asked": games_asked, "blocks": n_blocks, "games_per_block": plan.games, "entrants": list(plan.entrants)}
    return {**manifest_head(plan.rules, plan.players, request, seed, n_blocks * plan.games), **size, "state": "running"}


def other_versions(manifest: dict[str, Any], game: Game) -> list[str]:
    """Which versions are not those that the manifest was written by, in words."""
    then = manifest["versions"]
    return [f"{name} {then.get(name)} is now {now}" for name, now in versions(game).items() if then.get(name) != now and name != "carteado"]


def what_changed(manifest: dict[str, Any], plan: Plan) -> list[str]:
    """What differs from the run that the manifest describes, in words; empty: it can go on bit for bit."""
    found = other_versions(manifest, plan.rules.game)
    if manifest["rules"] != dict(plan.rules.options):
        found.append("the rules have changed")
    if manifest.get("entrants") != list(plan.entrants) or manifest.get("games_per_block") != plan.games:
        found.append("the seats have changed")
    return found + [f"strategy '{player.word}' has changed" for player in plan.players if describe_player(player) not in manifest["strategies"]]
