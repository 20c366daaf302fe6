"""carteado advise"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sim.cli.console import note
from sim.cli.options import Format, FormatOf, GameName, Jobs, Players, Quiet, RuleWords, Seed, rule_options
from sim.core.errors import InputError

if TYPE_CHECKING:
    from sim.experiment.advise import Counsel
    from sim.games.advice import Advice


def advise(
    context: typer.Context,
    game: GameName,
    file: Annotated[Path | None, typer.Option("--file", metavar="FILE.toml", help="The position, in place of its pieces as options.")] = None,
    pieces: Annotated[bool, typer.Option("--pieces", help="Only list the pieces of a position of this game.")] = False,
    lineup: Annotated[str | None, typer.Option("--lineup", metavar="LINEUP", help="With --at: who plays the game.")] = None,
    deal: Annotated[int, typer.Option("--deal", metavar="I", min=0, help="With --at: which deal of the seed.")] = 0,
    at: Annotated[
        int | None, typer.Option("--at", metavar="K", min=0, help="A question of a game, from 0: see the answers of carteado show --format json.")
    ] = None,
    policy: Annotated[str | None, typer.Option("--policy", metavar="S", help="The strategy that plays imagined worlds on at every seat.")] = None,
    worlds: Annotated[str, typer.Option("--worlds", metavar="N", help="Worlds that each choice is tried in.")] = "5000",
    seconds: Annotated[float | None, typer.Option("--seconds", metavar="T", min=0.0, help="Go on so long, in place of a number of worlds.")] = None,
    players: Players = None,
    rule: RuleWords = None,
    seed: Seed = "1",
    jobs: Jobs = None,
    form: FormatOf = Format.table,
    quiet: Quiet = False,
) -> None:
    """Say what each choice of a position is worth: --hand, --trump, ... (see --pieces), or a question of a game (--at)."""
    from sim import games as rooms
    from sim.experiment import advise as advising

    room = rooms.load(game).advice()
    if pieces:
        return _list_pieces(room)
    given = dict(_pairs(context.args))
    if file:
        if given or at is not None:
            raise InputError(f"--file {file} holds the whole position; leave --at and --{next(iter(given), 'hand')} out")
        players, rule, given = _read_position(file, players, rule or [])
    if at is None:
        _ask_for_missing(room, given)
    found = advising.advise(game, players, rule_options(rule), lineup, deal, at, policy, worlds, seconds, seed, jobs, **given)
    show_counsel(found, form, quiet)
    return None


advise.context_settings = {"allow_extra_args": True, "ignore_unknown_options": True}  # type: ignore[attr-defined]


def _read_position(file: Path, players: int | None, rule: list[str]) -> tuple[int | None, list[str], dict[str, str]]:
    """Players, rule options and pieces; those of the command line hold where the file has none. Raises InputError."""
    from sim.experiment.advise import read_file

    told = read_file(file)
    players, rules = told.pop("players", players), told.pop("rules", {})
    if type(players) not in (int, type(None)):
        raise InputError(f"file '{file}': players must be a whole number, as in players = 4")
    if not isinstance(rules, dict):
        raise InputError(f"file '{file}': rules must be a table, as in rules = {{ plus_one = true }}")
    for name, value in told.items():
        if not isinstance(value, str | int | float):
            raise InputError(f"file '{file}': {name} must be a text or a number, as in {name} = '…'")
    return players, [*rule, *(f"{name}={value}" for name, value in rules.items())], {name: str(value) for name, value in told.items()}


def _pairs(words: list[str]) -> Iterator[tuple[str, str]]:
    """`["--hand", "W J", "--trump=R"]` -> names and texts. Raises InputError."""
    seen: set[str] = set()
    words = list(words)
    while words:
        option, equals, text = words.pop(0).partition("=")
        if not option.startswith("--"):
            raise InputError(f"'{option}' is not understood; a piece of the position is written --name 'text' (see --pieces)")
        if not equals and not words:
            raise InputError(f"{option} has no value")
        name = option.removeprefix("--").replace("-", "_")
        if name in seen:
            raise InputError(f"{option} is given twice")
        seen.add(name)
        yield name, text if equals else words.pop(0)


def _ask_for_missing(room: Advice, given: dict[str, str]) -> None:
    """Asks at the terminal for pieces that are needed; where nobody can answer, that they are missing is said later."""
    from sim.experiment.advise import missing_pieces

    while sys.stdin.isatty() and (missing := missing_pieces(room, given)):
        piece = missing[0]
        given[piece.name] = input(f"{piece.help} (such as {piece.example}): ").strip()


def _list_pieces(room: Advice) -> None:
    from sim.cli import tables

    table = tables.new_table("piece", "what it is", "such as", title="Pieces of a position: --piece 'text', or keys of a file")
    for piece in room.pieces:
        table.add_row(f"--{piece.name}", piece.help, piece.example)
    tables.print_table(table)


def show_counsel(found: Counsel, form: Format, quiet: bool) -> None:
    """Advice on standard output in the wanted form; notes on standard error."""
    from sim.cli.tables import print_rows

    if form is Format.table:
        _show_table(found)
    else:
        columns = ("choice", "outcome", "value", "se", "low", "high", "n", "behind", "behind_low", "behind_high", "p_all_pairs")
        rows = [{name: row.get(name, "") for name in columns} for row in found.rows]
        print_rows(rows, form, {"finding": found.sentence, "seed": found.seed, "worlds": found.n_worlds, "policy": found.policy})
    game = found.position.rules.game
    note(f"{found.n_worlds:,} worlds, played on by {found.policy}, seed {found.seed}", quiet)
    if game.caveat:
        note(f"{game.title}: {game.in_force(found.position.rules)}", quiet)


def _show_table(found: Counsel) -> None:
    from sim.cli import tables

    tables.print_sentence(found.sentence)
    first, *others = found.outcomes
    heads = ("choice", first.name, "95 % interval", "behind", "95 % interval", "told apart", *(outcome.name for outcome in others))
    table = tables.new_table(*heads, right=(1, 2, 3, 4, *range(6, 6 + len(others))))
    d = first.digits
    for i, worth in enumerate(found.worths):
        value, behind = worth.values[0], worth.behind
        gap = (f"{behind.value:+.{d}f}", f"{behind.low:+.{d}f} .. {behind.high:+.{d}f}", "yes" if worth.is_told_apart else "no") if i else ("", "", "")
        rest = (f"{e.value:.{outcome.digits}f}" for e, outcome in zip(worth.values[1:], others, strict=True))
        table.add_row(worth.choice, f"{value.value:.{d}f}", f"{value.low:.{d}f} .. {value.high:.{d}f}", *gap, *rest)
    tables.print_table(table)
