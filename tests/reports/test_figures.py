"""Every kind of figure on tiny tables: what it says, that intervals are drawn, that awkward names fit; three golden images."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import FillBetweenPolyCollection, LineCollection
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.testing.compare import compare_images
from matplotlib.text import Text

from reports import figures
from reports.chart_plates import draw_chart
from reports.draw import save
from reports.figures.paper import COLOURS, in_house_style, short_names
from sim.experiment.chart_result import ChartResult
from tests.reports import samples
from tests.reports.samples import CAPTION, SCORE, WIN

GOLDEN = Path(__file__).parent / "golden"
WORDS = ["0", "5 to 35", "40 to 75", "80 to 115", "120 and more"]
POINTS = np.arange(0.0, 405.0, 5.0)
SIZES = (range(1, 13), range(7))

KINDS: dict[str, Callable[[list[str]], Figure]] = {
    "strengths": lambda names: figures.strengths(samples.tidy(names), (WIN, SCORE), CAPTION),
    "forest": lambda names: figures.forest(figures.as_differences(samples.verdicts(names)), (WIN, SCORE), CAPTION),
    "rank_intervals": lambda names: figures.rank_intervals(samples.places(names), CAPTION),
    "distribution": lambda names: figures.distribution(samples.ridge(names, POINTS), POINTS, "points", CAPTION, [figures.Line(80, "80")]),
    "joint": lambda names: figures.joint(samples.square(names), range(8), ("bid", "tricks won"), CAPTION),
    "calibration": lambda names: figures.calibration(samples.square(names), range(8), ("bid", "tricks won"), CAPTION),
    "outcome_shares": lambda names: figures.outcome_shares(samples.outcomes(names, WORDS), WORDS, CAPTION),
    "by_round": lambda names: figures.by_group(samples.tidy(names, groups=tuple(f"round={r}" for r in range(1, 16))), WIN, "round", CAPTION),
    "by_role": lambda names: figures.by_group(samples.tidy(names, groups=("role=attacker", "role=defender")), WIN, "role", CAPTION),
    "by_seat": lambda names: figures.by_group(samples.tidy(names, groups=tuple(f"seat={s}" for s in range(4))), WIN, "seat", CAPTION, fair=0.25),
    "survival": lambda names: figures.survival(samples.departures(names), 500, CAPTION),
    "mean_course": lambda names: figures.mean_course(samples.hand_sizes(names), SIZES, ("own turn", "cards in front"), 500, CAPTION),
    "sweep_curve": lambda names: figures.sweep_curve(samples.curve(), "call_at", WIN, CAPTION),
    "sweep_map": lambda names: figures.sweep_map(samples.grid(), ("call_at", "margin"), WIN, CAPTION),
    "invasion": lambda names: figures.invasion(samples.payoffs(names), WIN, CAPTION),
    "convergence": lambda names: figures.convergence(samples.trail(names), WIN, CAPTION),
    "decision_map": lambda names: charted(samples.bid_chart()),
    "choice_map": lambda names: charted(samples.card_chart()),
    "choice_courses": lambda names: charted(samples.strength_chart()),
}
CHARTS = ("decision_map", "choice_map", "choice_courses")
WITHOUT_STRATEGIES = ("sweep_curve", "sweep_map", *CHARTS)


def charted(found: ChartResult) -> Figure:
    """The figure of a chart."""
    ((_, _, figure),) = draw_chart(found)
    return figure


def texts(figure: Figure) -> list[str]:
    """Everything that is written in a figure, each in one line."""
    return [" ".join(found.get_text().split()) for found in figure.findobj(Text) if found.get_visible() and found.get_text()]


def panels(figure: Figure) -> list[Axes]:
    """The visible panels that are no colour bars."""
    return [axes for axes in figure.axes if axes.get_visible() and axes.get_label() != "<colorbar>"]


def n_intervals(figure: Figure) -> int:
    """Whiskers, bands and interval lines that are drawn."""
    whiskers = sum(len(c.get_segments()) for axes in panels(figure) for c in axes.collections if isinstance(c, LineCollection))
    return whiskers + sum(isinstance(c, FillBetweenPolyCollection) for axes in panels(figure) for c in axes.collections)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n", [2, 5, 30])
def test_every_kind_says_its_finding_and_its_caption(kind: str, n: int) -> None:
    figure = KINDS[kind](samples.names(n))
    title = " ".join(figure.get_suptitle().split())
    assert len(title) > 15
    basis = "Wizard, 4 players; questions of 200 games of steady*4" if kind in CHARTS else "Sample, 4 players; n = 1,000 games (250 deals), seed 7."
    assert " ".join(figure.get_supxlabel().split()).startswith(basis)
    for axes in panels(figure):
        assert axes.has_data()
    assert any(axes.get_xlabel() for axes in panels(figure))


@pytest.mark.parametrize(
    ("kind", "finding"),
    [
        ("strengths", "steady: win 0.500 (0.480 to 0.520), next sharp 0.400"),
        ("forest", "sharp − steady: +0.100 (+0.050 to +0.150) win"),
        ("rank_intervals", "2 of 2 strategies may be the best: steady, sharp"),
        ("distribution", "steady, points: median 200, the middle 80 % from 170 to 230"),
        ("joint", "steady: bid and tricks won agree in 0.603 of all cases"),
        ("calibration", "steady: its bid is 0.04 too low on average"),
        ("outcome_shares", "steady: 120 and more in 0.333 of all cases, more often than anything else"),
        ("by_seat", "steady: win between 0.500 (seat 0) and 0.527 (seat 2)"),
        ("sweep_curve", "call_at = 3 is best: win 0.500 (0.488 to 0.512); not told apart from it: 2 to 4"),
        ("sweep_map", "call_at = 1.5 with margin = 4 is best: win 0.500 (0.490 to 0.510)"),
        ("invasion", "No other strategy can invade steady"),
        ("convergence", "steady: win known to ±0.006 after 100,000 games"),
        ("decision_map", "bid by round and strength: 0 is best in 6, 1 in 6, 2 in 5, 3 in 4 of 39 situations, 18 not told apart."),
        (
            "choice_map",
            "bid by wanted and round: against the answers given most is gained by 0 (wanted 0, round 1; +6.0 points), "
            "most lost by 4 (wanted 0, round 1; −6.0 points).",
        ),
        ("choice_courses", "bid by strength: 0 is best at 0, 1 at 1, 2 at 2, 3 at 3; not told apart: 0.5, 1.5, 2.5, 3.5."),
    ],
)
def test_the_title_is_the_finding(kind: str, finding: str) -> None:
    assert " ".join(KINDS[kind](["steady", "sharp"]).get_suptitle().split()) == finding


def test_a_strategy_whose_share_is_fixed_keeps_its_colour_in_the_convergence() -> None:
    """The title speaks of one that has an interval."""
    trail = samples.trail(["steady", "sharp", "average"])
    trail["steady"] = trail["steady"].assign(value=0.25, low=0.25, high=0.25)
    figure = figures.convergence(trail, WIN, CAPTION)
    assert figure.get_suptitle().startswith("sharp: win known to ±0.006")
    lines = [line for line in figure.axes[0].get_lines() if not line.get_label().startswith("_")]
    assert [(line.get_label(), line.get_color()) for line in lines] == list(zip(trail, COLOURS, strict=False))


def test_a_guess_that_is_right_is_called_so() -> None:
    counts = {"sure": np.diag([50, 50, 50])}
    assert figures.calibration(counts, range(3), ("estimate", "truth"), CAPTION).get_suptitle() == "sure: its estimate is right on average"


def test_survival_says_who_stays_and_when_half_of_the_others_are_out() -> None:
    counts = {"steady": np.array([50, 0, 30, 15, 5, 0])}  # in after round 0, 1, ...: 100, 100, 70, 55, 50 of 100
    figure = figures.survival(counts, 100, CAPTION)
    assert " ".join(figure.get_suptitle().split()) == "steady: a share of 0.500 stays to the end; half of the others are out after round 2"
    (curve,) = panels(figure)[0].get_lines()
    assert np.allclose(curve.get_ydata(), [1, 1, 0.7, 0.55, 0.5])


def test_a_course_is_of_means_and_ends_where_few_are_left() -> None:
    counts = {"greedy": np.array([[0, 0, 1000], [0, 500, 500], [60, 0, 0], [5, 0, 0]])}  # sizes 0..2 at own turns 1..4
    figure = figures.mean_course(counts, (range(1, 5), range(3)), ("own turn", "cards in front"), 100, CAPTION)
    assert " ".join(figure.get_suptitle().split()) == "greedy: cards in front 2.00 at own turn 1, 0.00 at 3"
    (curve,) = panels(figure)[0].get_lines()
    assert curve.get_xydata().tolist() == [[1, 2], [2, 1.5], [3, 0]]
    heights = panels(figure)[0].collections[0].get_paths()[0].vertices
    assert np.isclose(heights[heights[:, 0] == 2][:, 1].max(), 1.5 + 1.96 * 0.5 / 10)  # a deal counts once


@pytest.mark.parametrize("kind", sorted(set(KINDS) - set(WITHOUT_STRATEGIES)))
def test_strategies_are_named(kind: str) -> None:
    written = texts(KINDS[kind](["steady", "sharp"]))
    assert any("steady" in text for text in written) and any("sharp" in text for text in written)


@pytest.mark.parametrize(
    ("kind", "wanted"), [("strengths", 10), ("forest", 8), ("by_round", 75), ("by_role", 10), ("by_seat", 20), ("sweep_curve", 10), ("convergence", 5)]
)
def test_intervals_are_drawn(kind: str, wanted: int) -> None:
    assert n_intervals(KINDS[kind](samples.names(5))) >= wanted


def test_a_whisker_ends_where_the_interval_ends() -> None:
    figure = KINDS["strengths"](["steady", "sharp"])
    first = next(c for c in figure.axes[0].collections if isinstance(c, LineCollection))
    assert np.allclose(first.get_segments()[0][:, 0], [0.48, 0.52])


def test_best_strategy_stands_on_top_also_when_less_is_better() -> None:
    from dataclasses import replace

    table = samples.tidy(["steady", "sharp", "plain"])
    for better, first in ((1, "steady"), (-1, "plain")):
        figure = figures.strengths(table, [replace(WIN, better=better)], CAPTION)
        assert figure.axes[0].get_yticklabels()[0].get_text() == first


def test_a_forest_puts_the_better_one_first_and_draws_no_difference() -> None:
    figure = KINDS["forest"](samples.names(4))
    frame = figures.as_differences(samples.verdicts(samples.names(4)))
    assert (frame[frame["measure"] == "win"]["value"] >= 0).all()
    assert [list(line.get_xdata()) for line in figure.axes[0].lines if list(line.get_xdata()) == [0, 0]]


def test_the_best_point_and_its_equals_are_marked() -> None:
    curve = KINDS["sweep_curve"]([])
    marked = {str(line.get_label()): list(line.get_xdata()) for line in curve.axes[0].lines}
    assert marked["best"] == [3.0] and marked["not told apart from the best"] == [2.0, 4.0]
    hollow = [line.get_label() for line in curve.axes[0].lines if line.get_markerfacecolor() == "white"]
    assert hollow == ["not told apart from the best"], "as in every table and figure"
    frames = [patch for patch in KINDS["sweep_map"]([]).axes[0].patches if isinstance(patch, Rectangle)]
    assert len(frames) == samples.grid()["is_tied"].sum()


def test_thresholds_are_drawn() -> None:
    figure = KINDS["distribution"](["steady", "sharp"])
    assert [80.0, 80.0] in [list(line.get_xdata()) for line in figure.axes[0].lines]


def test_gains_that_may_be_nothing_are_hatched() -> None:
    figure = KINDS["invasion"](samples.names(5))
    unsure = (samples.payoffs(samples.names(5))["verdict"] == "open").sum()
    assert sum(patch.get_hatch() is not None for patch in figure.axes[0].patches) == unsure > 0


@pytest.mark.parametrize(
    ("verdicts", "said"),
    [
        (["is kept out", "open"], "No other strategy can invade sharp"),
        (["open", "open"], "No field is safe from all others for sure"),
        (["invades", "open"], "No field is safe from all others for sure"),
        (["invades", "invades"], "Every field can be invaded by another strategy"),
    ],
)
def test_only_who_keeps_all_others_out_is_safe_as_the_finding_says(verdicts: list[str], said: str) -> None:
    gains = samples.payoffs(["steady", "sharp"]).assign(verdict=verdicts)
    assert figures.invasion(gains, WIN, CAPTION).get_suptitle() == said


def test_a_decision_map_names_the_best_its_lead_and_what_is_unsure() -> None:
    (axes,) = panels(KINDS["decision_map"]([]))
    at = {annotation.xy: annotation.get_text() for annotation in axes.texts}
    assert at[0, 0] == "0\n+4.0" and at[5, 6] == "3\n+4.0"  # round 1, strength 0; round 6, strength 3
    assert at[5, 7] == "3\n≈"  # strength 3.5
    assert [label.get_text() for label in axes.get_xticklabels()] == samples.ROUNDS
    few = sum(found.is_few for found in samples.bid_chart().cells)
    assert sum(patch.get_hatch() is not None for patch in axes.patches) == few > 0
    assert len(at) + few == len(samples.bid_chart().cells)
    (image,) = axes.get_images()
    assert (image.get_array()[7, 0] == 0).all()  # strength 3.5 in round 1: hatched, not coloured


@pytest.mark.parametrize("kind", ["decision_map", "choice_courses"])
def test_a_chart_says_what_its_choices_and_its_axes_are(kind: str) -> None:
    (axes,) = panels(KINDS[kind]([]))
    assert axes.get_legend().get_title().get_text() == "bid"
    assert "strength: the strength" in (axes.get_xlabel(), axes.get_ylabel())


def test_a_map_of_choices_has_a_panel_for_each_wish() -> None:
    figure = KINDS["choice_map"]([])
    assert [axes.get_title(loc="left") for axes in panels(figure)] == ["wanted 0", "wanted 1"]
    values = [np.asarray(axes.get_images()[0].get_array(), float) for axes in panels(figure)]
    assert np.allclose(values[0][:, 0], [6, 3, 0, -3, -6]) and np.allclose(values[1], -values[0])
    words = [annotation.get_text() for annotation in panels(figure)[0].texts]
    assert words.count("≈") == len(samples.ROUNDS) and words.count("+6.0") == len(samples.ROUNDS)  # the card that gains nothing, and the best


def test_courses_are_hollow_where_a_choice_is_not_told_apart_from_the_best() -> None:
    (axes,) = panels(KINDS["choice_courses"]([]))
    filled = [line for line in axes.get_lines() if str(line.get_label()).startswith("_told")]
    hollow = [set(range(len(samples.STRENGTHS))) - set(np.round(line.get_xdata()).tolist()) for line in filled]
    assert hollow == [{1}, {1, 3}, {3, 5}, {5, 7}, {7}], "those about a strength between two bids"
    assert all(line.get_zorder() > 2.5 for line in filled), "above the hollow ones"
    assert n_intervals(KINDS["choice_courses"]([])) == 5 * len(samples.STRENGTHS)


def test_a_chart_of_many_axes_is_left_to_its_table() -> None:
    rows = [samples.row(("1", "2", "3", "4"), choice) for choice in "ab"]
    assert not list(draw_chart(samples.chart_of(rows, ("a", "b", "c", "d"))))


WHOLE_X = {"rank_intervals", "joint", "calibration", "by_round", "by_seat", "sweep_curve", "distribution"}


@pytest.mark.parametrize("kind", sorted(WHOLE_X))
def test_axes_of_whole_numbers_have_no_halves(kind: str) -> None:
    for n in (1, 2, 5):  # the smaller the panels' span, the nearer matplotlib comes to halves
        figure = KINDS[kind](samples.names(n))
        in_house_style(FigureCanvasAgg(figure).draw)()
        for axes in panels(figure):
            ticks = [*axes.get_xticks(), *(axes.get_yticks() if kind in ("joint", "calibration") else [])]
            assert all(float(tick).is_integer() for tick in ticks), (n, ticks)


def test_axes_of_other_numbers_keep_their_fractions() -> None:
    points = samples.curve()
    figure = figures.sweep_curve(points.assign(at=points["at"] / 8), "shade", WIN, CAPTION)
    assert any(not float(tick).is_integer() for tick in figure.axes[0].get_xticks())


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_sticks_out_of_the_paper(kind: str) -> None:
    for n in (2, 30):
        figure = KINDS[kind](samples.names(n))
        canvas = FigureCanvasAgg(figure)
        in_house_style(canvas.draw)()
        box = figure.get_tightbbox(canvas.get_renderer())
        width, height = figure.get_size_inches()
        assert box.x0 > -0.01 and box.y0 > -0.01 and box.x1 < width + 0.01 and box.y1 < height + 0.01, (n, box)


def test_hostile_names_are_plain_text(tmp_path: Path) -> None:
    figure = KINDS["strengths"]([samples.HOSTILE, samples.LONG, "_hidden"])
    save(figure, tmp_path / "hostile.svg")
    save(figure, tmp_path / "hostile.png")
    assert "<script" not in (tmp_path / "hostile.svg").read_text()


def test_a_difference_is_wrapped_between_its_two() -> None:
    pair = "steady:wizard=1.01 − steady:wizard=0.99"
    assert short_names([pair], width=30) == {pair: "steady:wizard=1.01 −\nsteady:wizard=0.99"}


def test_short_names_all_differ_and_fit() -> None:
    labels = short_names([f"{samples.LONG}{k}" for k in range(12)] + [f"a/b/{k}/mine.py" for k in range(3)])
    assert len(set(labels.values())) == 15
    assert all(len(line) <= 30 for label in labels.values() for line in label.split("\n"))
    assert all("a/b" not in label for label in labels.values())


def test_drawing_leaves_the_users_settings_alone(tmp_path: Path) -> None:
    import matplotlib

    before = dict(matplotlib.rcParams)
    save(KINDS["strengths"](["steady"]), tmp_path / "a.png")
    assert dict(matplotlib.rcParams) == before


def test_the_same_figure_is_written_as_the_same_bytes(tmp_path: Path) -> None:
    for form in ("png", "svg"):
        for copy in ("one", "two"):
            save(KINDS["by_round"](["steady", "sharp"]), tmp_path / f"{copy}.{form}")
        assert (tmp_path / f"one.{form}").read_bytes() == (tmp_path / f"two.{form}").read_bytes()


def test_pyplot_is_never_imported() -> None:
    code = "import sys, reports.draw, reports.figures; sys.exit('matplotlib.pyplot' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
    code = "import sys, reports.draw; sys.exit('matplotlib' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("kind", ["forest", "by_round", "sweep_map"])
def test_golden_image(kind: str, tmp_path: Path) -> None:
    """Written anew by: python -m tests.reports.redraw (then look at them)."""
    figure = KINDS[kind](samples.names(4))
    figure.set_dpi(60)
    in_house_style(figure.savefig)(tmp_path / f"{kind}.png", dpi=60, metadata={"Software": "carteado"})
    difference = compare_images(str(GOLDEN / f"{kind}.png"), str(tmp_path / f"{kind}.png"), tol=8)
    assert difference is None, difference
