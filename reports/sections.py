"""A section of the page: everything that it shows of one result."""

from __future__ import annotations

import base64
import hashlib
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reports.draw import Picture, pictures
from reports.page_tables import Table, lineup_table, tables_of
from reports.svg import svg_of
from sim.experiment.manifest import what_changed
from sim.experiment.results import Result, as_csv
from sim.games.protocol import Rules

MOST_CHANGES = 4  # of versions and strategies that a warning names


@dataclass(frozen=True)
class Illustration:
    """A figure on the page; its title and caption are the page's text."""

    source: str  # data URI
    alt: str
    title: str
    caption: str


@dataclass(frozen=True)
class Section:
    """What the page says about one result."""

    anchor: str
    title: str
    where: str  # the answer holds
    answer: str
    finding: str
    basis: str  # n, deals, seed
    terms: str  # players and options that differ from the default
    illustrations: Sequence[Illustration]
    tables: Sequence[Table]
    facts: Sequence[tuple[str, str]]
    rules: Sequence[tuple[str, str, str]]  # option, value, what it is
    lineup: Table
    command: str
    csv: str  # data URI
    warnings: Sequence[str] = ()


def section_of(result: Result, anchor: str, where: str, answer: str) -> Section:
    """Everything that the page shows of one result."""
    manifest, rules = result.manifest, result.plan.rules
    return Section(
        anchor,
        f"{rules.game.title}: {headline(manifest['request'])}",
        where,
        answer or "Nothing was played.",
        result.finding or "Nothing was played.",
        f"{result.games:,} games, {result.totals.n_blocks:,} deals, seed {result.seed}",
        rules.describe(),
        [illustration(picture) for picture in pictures(result)],
        list(tables_of(result)),
        facts_of(result),
        options_of(rules),
        lineup_table(manifest, rules.game),
        command_line(result),
        uri("text/csv;charset=utf-8", as_csv(result.rows)),
        warnings_of(result),
    )


def options_of(rules: Rules) -> list[tuple[str, str, str]]:
    """The options in force: name, value, what it is."""
    return [(o.name, rules.options[o.name], f"{o.help} ({o.rule})") for o in rules.game.options]


def illustration(picture: Picture) -> Illustration:
    """A figure as the page shows it."""
    title, below = picture.title, picture.caption
    return Illustration(uri("image/svg+xml", svg_of(picture.figure, bare=True)), picture.alt, title, below)


def uri(kind: str, text: str) -> str:
    """A text as a data URI."""
    return f"data:{kind};base64,{base64.b64encode(text.encode()).decode()}"


def headline(request: Mapping[str, Any]) -> str:
    """What was asked, in a few words."""
    players = f", {request['players']} players" if request.get("players") else ""
    if request["command"] == "run":
        return f"{request['lineup']}{players}"
    if request["command"] == "sweep":
        return f"{request['strategy']} with {' and '.join(text.partition('=')[0] for text in request['vary'])}{players}"
    if request["command"] == "tune":
        return f"{request['strategy']} tuned{players}"
    names = list(request.get("candidates") or request.get("strategies") or [])
    return (", ".join(names) if len(names) < 4 else f"{len(names)} strategies") + players


def question_of(result: Result) -> str:
    """The question that a command asks."""
    game, request = result.plan.rules.game.title, result.manifest["request"]
    if request["command"] == "compare":
        return f"Which of these strategies plays {game} best?"
    if request["command"] == "sweep":
        return f"Which {' and '.join(t.partition('=')[0] for t in request['vary'])} is best for {request['strategy']} in {game}?"
    if request["command"] == "tournament":
        return f"Who wins among these strategies for {game}, and in which company?"
    if request["command"] == "tune":
        return f"Which parameters of {request['strategy']} are best in {game}?"
    return f"How well does this line-up play {game}?"


def command_line(result: Result) -> str:
    """The command that plays the same games again; what a search found is compared on the same fresh deals."""
    manifest, request = result.manifest, _as_played(result)
    words = ["carteado", request["command"], request["game"]]
    words += [request["lineup"]] if "lineup" in request else []
    words += [request["strategy"]] if "strategy" in request else []
    words += list(request.get("candidates") or request.get("strategies") or [])
    for text in request.get("vary", ()):
        words += ["--vary", text]
    for name in ("field", "measure", "until", "decide"):
        words += [f"--{name}", str(request[name])] if request.get(name) else []
    words += ["-p", str(request["players"])] if request.get("players") else []
    for name, value in request.get("rules", {}).items():
        words += ["-r", f"{name}={value}"]
    words += ["--unlawful"] if request.get("allow_unlawful") else []
    if "controls" in request and request["controls"] is (request["command"] == "compare"):  # not as the command does by itself
        words += ["--controls" if request["controls"] else "--no-controls"]
    return shlex.join([*words, "-n", str(manifest["games_asked"]), "--seed", str(manifest["seed"])])


def _as_played(result: Result) -> Mapping[str, Any]:
    """The request; that of `tune` as the comparison that its fresh deals are for."""
    request = result.manifest["request"]
    if request["command"] != "tune":
        return dict(request)
    kept = {name: request[name] for name in ("game", "candidates", "field", "players", "rules")}
    return {"command": "compare", **kept, "allow_unlawful": not all(player.is_lawful for player in result.plan.players)}


def facts_of(result: Result) -> list[tuple[str, str]]:
    """How it was measured, by name."""
    manifest = result.manifest
    facts = [
        (
            "games",
            f"{result.games:,} in {result.totals.n_blocks:,} deals; each is played {result.plan.games} times, once with each seating that is needed",
        ),
        ("seed", str(result.seed)),
        ("intervals", "95 %, from the spread between deals; games of one deal are one sample"),
    ]
    if manifest["request"].get("field"):
        facts.append(("field", f"each strategy sits alone among {manifest['request']['field']}, on every side of the same deals"))
    ways = {"verdicts": "Holm's method over each measure's pairs", "points": "adjusted for all pairs of points, as the best is the best as seen"}
    facts += [("told apart", f"differences on the same deals; {way}: any false one in at most 5 % of runs") for made, way in ways.items() if manifest.get(made)]
    facts += [("played", f"{manifest.get('started', '')} ({manifest.get('state', '')})")]
    facts += [("versions", ", ".join(f"{name} {version}" for name, version in manifest["versions"].items()))]
    return [*facts, ("fingerprint", f"{fingerprint(result)}: the same for everybody who plays these games again")]


def fingerprint(result: Result) -> str:
    """12 hex digits over the exact sums of a result."""
    return hashlib.sha256(result.totals.gram.tobytes() + result.totals.counts.tobytes()).hexdigest()[:12]


def warnings_of(result: Result) -> list[str]:
    """What a reader must know before believing a result."""
    manifest, game = result.manifest, result.plan.rules.game
    found = [f"{game.title}: {game.caveat}"] if game.caveat else []
    if manifest.get("state") != "done":
        found.append(f"The run is {manifest.get('state', 'unfinished')}: {result.games:,} of {manifest['games']:,} games were played.")
    found += told_changes(what_changed(manifest, result.plan))
    unlawful = [player.word for player in result.plan.players if not player.is_lawful]
    if unlawful:
        found.append(f"Sees hidden cards and is no player for a real table: {', '.join(unlawful)}.")
    return found


def told_changes(changed: Sequence[str]) -> list[str]:
    """A warning that other versions are installed now, if there are."""
    more = f"; and {len(changed) - MOST_CHANGES} changes more" if len(changed) > MOST_CHANGES else ""
    return [f"Played with other versions than those installed now: {'; '.join(changed[:MOST_CHANGES])}{more}."] if changed else []
