"""A chart's section of the page."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from reports.draw import pictures
from reports.page_tables import Cell, Table, estimate_cell, lineup_table, number_cell, plain_cell
from reports.sections import Section, illustration, options_of, told_changes, uri
from sim.experiment.chart_result import ChartResult
from sim.experiment.estimates import p_words
from sim.experiment.manifest import other_versions
from sim.experiment.results import as_csv


def chart_section(found: ChartResult, anchor: str, where: str, answer: str) -> Section:
    """Everything that the page shows of a chart."""
    game = found.rules.game
    warnings = [f"{game.title}: {game.caveat}"] if game.caveat else []
    return Section(
        anchor,
        f"{game.title}: {found.where}, {found.rules.players} players",
        where,
        answer,
        found.finding,
        f"questions of {found.games:,} games, {found.request['worlds']} worlds each, seed {found.seed}",
        found.rules.describe(),
        [illustration(picture) for picture in pictures(found)],
        list(chart_tables(found)),
        chart_facts(found),
        options_of(found.rules),
        lineup_table(found.manifest, game),
        chart_command(found),
        uri("text/csv;charset=utf-8", as_csv(found.lines, list(found.lines[0]))),
        warnings + told_changes(other_versions(found.manifest, game)),
    )


def chart_question(found: ChartResult) -> str:
    """The question that a chart answers."""
    return f"What is each choice of {found.request['decision']} worth in {found.rules.game.title}, by {' and '.join(axis.name for axis in found.axes)}?"


def chart_tables(found: ChartResult) -> Iterator[Table]:
    """The best choice of each situation, then all choices."""
    heads = [axis.name for axis in found.axes]
    meanings = [(axis.name, axis.help) for axis in found.axes]
    unit, digits = found.outcome.unit, found.outcome.digits
    best = []
    for cell in found.cells:
        row, rival = cell.best, cell.next
        ahead = estimate_cell(-rival.behind, -rival.behind_high, -rival.behind_low, digits, sign=True) if rival else Cell("–")
        words = (Cell(rival.choice if rival else "–"), ahead, Cell(", ".join(cell.equals)), number_cell(row.n, f"{row.n:,}"))
        best.append([*map(plain_cell, cell.situation), plain_cell(row.choice), estimate_cell(row.value, row.low, row.high, digits), *words])
    note = "± half the 95 % interval between games. Told apart: p below 0.05, adjusted for all pairs of a situation's choices."
    yield Table("Best choices", (*heads, "best", unit, "next", "ahead", "not told apart", "questions"), best, note, meanings=meanings)
    rows = [
        [
            *map(plain_cell, row.situation),
            plain_cell(row.choice),
            estimate_cell(row.value, row.low, row.high, digits),
            estimate_cell(row.gain, row.gain_low, row.gain_high, digits, sign=True),
            estimate_cell(row.behind, row.behind_low, row.behind_high, digits, sign=True),
            number_cell(row.p_all_pairs, p_words(row.p_all_pairs)),
            number_cell(row.n, f"{row.n:,}"),
        ]
        for row in found.rows
    ]
    yield Table("All choices", (*heads, "choice", unit, "gain", "behind the best", "p (all pairs)", "questions"), rows, note, is_open=False)


def chart_facts(found: ChartResult) -> list[tuple[str, str]]:
    """How a chart was made, by name."""
    request = found.request
    facts = [
        ("questions", f"of {found.games:,} games of {request['lineup']}, some of each game, drawn by lot"),
        ("worlds", f"{request['worlds']} a question, drawn from what the seat that is asked knows; all choices meet the same ones"),
        ("played on", f"to the end by {request['policy']} at every seat: choices are worth what they are worth in that company"),
        ("worth", f"{found.outcome.help} ({found.outcome.unit})"),
        ("gain", "over the answer that was given, in the same worlds"),
        ("intervals", "95 %, from the spread between games; questions of one game are one sample"),
        ("seed", str(found.seed)),
        ("played", found.manifest.get("started", "")),
    ]
    return [*facts, ("versions", ", ".join(f"{name} {version}" for name, version in found.manifest["versions"].items()))]


def chart_command(found: ChartResult) -> str:
    """The command that makes the same chart again."""
    request = found.request
    words = ["carteado", "chart", request["game"], request["decision"], "--lineup", request["lineup"], "--by", ",".join(request["by"])]
    for name, label in request["only"].items():
        words += ["--only", f"{name}={label}"]
    words += ["--policy", request["policy"], "--worlds", str(request["worlds"]), "-p", str(request["players"])]
    for name, value in request["rules"].items():
        words += ["-r", f"{name}={value}"]
    return shlex.join([*words, "-n", str(found.games), "--seed", str(found.seed)])
