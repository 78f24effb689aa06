"""The charts of dice, distributions and chains: what they show, in plotly, as SVG and in words."""

from __future__ import annotations

import re
import subprocess
import sys
from fractions import Fraction
from xml.etree import ElementTree

import plotly.graph_objects as go
import pytest

from bonkbook.figures.chain import matrix_figure, turns_figure
from bonkbook.figures.charts import (
    band,
    comparison_figure,
    convergence_figure,
    distribution_figure,
    outcomes_figure,
)
from bonkbook.figures.dice import dice_grid
from bonkbook.figures.grid import FOUND, IN, MISSED, OUT, PARTLY, RULED_OUT, WRONG, grid_of
from bonkbook.figures.style import CONFIG, Picture
from bonkbook.probability import (
    ROLLS,
    Chain,
    ChainError,
    DiceRun,
    Distribution,
    Geometric,
    P,
    dice_event,
)
from bonkbook.probability.dice import at_least_one, by_die_or_sum
from bonkbook.scene.palette import COLOURS, luminance
from bonkbook.scene.palette import GREY as INK

DOUBLES = dice_event("a == b", name="doubles")
THIRD = Fraction(1, 3)
WALK = Chain(["lost", "even", "won"], [[1, 0, 0], [THIRD, THIRD, THIRD], [0, 0, 1]])
RUN = DiceRun(by_die_or_sum(5), seed=1)
RUN.roll(3000)

PICTURES = {
    "event": lambda: dice_grid(by_die_or_sum(5)),
    "predicted": lambda: dice_grid(by_die_or_sum(5), predicted=[(5, 5), (1, 1)]),
    "given": lambda: dice_grid(at_least_one(5), given=DOUBLES),
    "labels": lambda: dice_grid({(5, 5): "two pawns leave", (5, 1): "one leaves"}, title="a < b"),
    "distribution": lambda: Distribution.of(range(1, 7)).repeat(2).figure(title="sum", axis="sum"),
    "waiting": lambda: Geometric(Fraction(5, 12)).figure(title="wait"),
    "outcomes": lambda: P(1, 4, outcomes=[("x", Fraction(1, 4))]).figure(),
    "unknown outcomes": lambda: P(1, 4).figure(),
    "comparison": lambda: comparison_figure({0: Fraction(1, 2), 1: Fraction(1, 2)}, {0: 3, 1: 5}),
    "convergence": lambda: RUN.figure(),
    "one trial": lambda: convergence_figure([(1, 1.0)], Fraction(1, 2)),
    "matrix": lambda: WALK.figure(title="walk"),
    "turns": lambda: turns_figure(WALK, "even", 5, title="where"),
}


@pytest.mark.parametrize("name", PICTURES)
def test_every_picture_has_three_faces(name):
    picture = PICTURES[name]()
    assert isinstance(picture, Picture)
    bundle = picture._repr_mimebundle_()
    assert bundle["text/plain"] == picture.words == repr(picture)
    assert len(picture.words) > 10
    root = ElementTree.fromstring(bundle["image/svg+xml"])
    assert root.get("role") == "img"
    assert root.find("{*}title").text
    assert root.find("{*}desc").text == picture.words
    numbers = [float(n) for n in re.findall(r'(?:x|y|width|height)="(-?[\d.]+)"', picture.svg)]
    assert numbers
    assert all(-50 < n < 2000 for n in numbers)
    assert "nan" not in picture.svg
    assert picture._repr_html_() is None


@pytest.mark.parametrize("name", PICTURES)
def test_every_picture_is_clear_quiet_and_still(name):
    layout = PICTURES[name]().layout
    assert layout.paper_bgcolor == layout.plot_bgcolor == "rgba(0,0,0,0)"
    assert layout.dragmode is False
    assert layout.xaxis.fixedrange
    assert layout.yaxis.fixedrange
    assert layout.width is None  # as wide as there is room


def test_plotly_is_told_to_show_no_tool_bar(monkeypatch):
    import plotly.io as pio

    monkeypatch.setattr(pio.renderers, "default", "plotly_mimetype")
    bundle = dice_grid(DOUBLES)._repr_mimebundle_()
    assert set(bundle) == {"application/vnd.plotly.v1+json", "image/svg+xml", "text/plain"}
    assert bundle["application/vnd.plotly.v1+json"]["config"].items() >= CONFIG.items()


def test_in_a_notebook_plotly_is_asked_for_no_page_of_its_own(monkeypatch):
    import plotly.io as pio
    from IPython.core.formatters import DisplayFormatter

    monkeypatch.setattr(pio.renderers, "default", "plotly_mimetype")
    data, _ = DisplayFormatter().format(dice_grid(DOUBLES))
    assert "text/html" not in data
    assert data["text/plain"].startswith("doubles: 1/6")


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_letters_read_on_light_and_dark():
    for ground in ("#FFFFFF", "#111111"):
        assert contrast(INK, ground) >= 4
    for colour in COLOURS:
        kind = grid_of({(1, 1): "x"}, colours={"x": colour}).kinds[0]
        assert contrast(kind.ink, colour) >= 4.5


# ---- the grid


def kinds_of(grid):
    return {kind: set(grid.rolls(i)) for i, kind in enumerate(grid.kinds)}


def test_the_grid_of_an_event():
    found = kinds_of(grid_of(by_die_or_sum(5)))
    assert found == {IN: by_die_or_sum(5).rolls, OUT: (~by_die_or_sum(5)).rolls}


def test_the_grid_under_a_condition():
    found = kinds_of(grid_of(at_least_one(5), DOUBLES))
    assert found[IN] == {(5, 5)}
    assert found[OUT] == DOUBLES.rolls - {(5, 5)}
    assert found[RULED_OUT] == (~DOUBLES).rolls


def test_the_grid_of_a_prediction():
    guess = {(5, 1), (1, 5), (1, 1)}
    found = kinds_of(grid_of(at_least_one(5), predicted=guess))
    assert found[FOUND] == {(5, 1), (1, 5)}
    assert found[WRONG] == {(1, 1)}
    assert found[MISSED] == at_least_one(5).rolls - guess
    assert sum(map(len, found.values())) == 36


def test_the_grid_of_a_p_shows_partly_what_depends_on_more():
    each = Fraction(1, 36)
    chance = P(3 * each / 2, outcomes=[((1, 1), each), ((2, 2), each / 2)])
    grid = grid_of(chance)
    found = kinds_of(grid)
    assert found[IN] == {(1, 1)}
    assert found[PARTLY] == {(2, 2)}
    assert "then 1/2 = 50.0 %" in grid.hints[2, 2]
    assert kinds_of(grid_of(at_least_one(5).given(DOUBLES)))[IN] == {(5, 5)}
    with pytest.raises(ValueError, match="does not have its rolls"):
        grid_of(P(1, 2))


def test_the_grid_of_labels_has_a_mark_for_each():
    labels = {(5, b): "leaves" for b in range(1, 7)} | {(1, 1): "loses", (2, 2): None}
    grid = grid_of(labels, title="rolls", marks={"loses": "!"})
    assert [(k.words, k.mark) for k in grid.kinds] == [
        ("loses", "!"), ("leaves", "L"), ("nothing of this", "·"),
    ]
    assert len({k.colour for k in grid.kinds}) == 3
    marks = [k.mark for k in grid_of({r: f"a{i}" for i, r in enumerate(ROLLS[:9])}).kinds]
    assert len(set(marks)) == len(marks)


def test_the_plotly_grid_is_the_grid():
    figure = dice_grid(at_least_one(5), given=DOUBLES)
    ground, marks = figure.data[:2]
    grid = grid_of(at_least_one(5), DOUBLES)
    for a, b in ROLLS:
        kind = grid.kinds[grid.cells[a, b]]
        assert ground.z[a - 1][b - 1] == grid.kinds.index(kind)
        i = list(zip(marks.y, marks.x, strict=True)).index((a, b))
        assert marks.text[i] == f"<b>{kind.mark}</b>"
    assert ground.text[4][2] == "die 1: 5, die 2: 3, sum 8: ruled out by the condition"
    assert [t.name for t in figure.data[2:]] == [
        "✓ in the event (1)", "· not in the event (5)", "– ruled out by the condition (30)",
    ]
    assert figure.layout.yaxis.range == (6.5, 0.5)  # die 1 from the top down


def test_bad_grids_are_refused():
    with pytest.raises(TypeError, match="an Event, a P or a mapping"):
        dice_grid([(1, 1)])
    with pytest.raises(ValueError, match="pair of faces"):
        dice_grid({(1, 7): "x"})
    with pytest.raises(ValueError, match="needs an event, not labels"):
        dice_grid({(1, 1): "x"}, given=DOUBLES)
    with pytest.raises(ValueError, match="needs an event, not a P"):
        dice_grid(P(1, 36, outcomes=[((1, 1), Fraction(1, 36))]), predicted=[(1, 1)])
    with pytest.raises(ValueError, match="pair of faces"):
        dice_grid(DOUBLES, predicted=[(0, 1)])


def test_titles_are_escaped_and_broken():
    figure = dice_grid({(1, 1): "<b>x</b>"}, title="a < b & " + "long " * 10)
    assert "a &lt; b &amp;" in figure.layout.title.text
    assert "<br>" in figure.layout.title.text
    assert "&lt;b&gt;x&lt;/b&gt;" in figure.data[2].name
    assert "<b>x</b>" not in figure.svg


# ---- distributions


def test_bars_are_the_distribution():
    two = Distribution.of(range(1, 7)).repeat(2)
    bars = distribution_figure(two, highlight=[7]).data[0]
    assert list(bars.x) == list(range(2, 13))
    assert list(bars.y) == pytest.approx([float(p) for p in two.values()])
    assert bars.hovertext[5] == "7: 1/6 = 16.7 %"
    assert bars.marker.pattern.shape == ("",) * 5 + ("/",) + ("",) * 5
    assert "7: 1/6 = 16.7 %" in distribution_figure(two).words


def test_the_bars_of_a_probability_add_up():
    figure = outcomes_figure(P(1, 4, outcomes=[("x", Fraction(1, 12)), ("y", Fraction(1, 6))]))
    assert list(figure.data[0].x) == ["x", "y", "none of these"]
    assert sum(figure.data[0].y) == pytest.approx(1)


def test_a_comparison_shows_the_impossible_too():
    figure = comparison_figure({1: Fraction(1)}, {1: 90, 2: 10})
    assert list(figure.data[0].y) == [1, 0]
    assert list(figure.data[1].y) == [0.9, 0.1]
    assert figure.data[1].error_y.array[0] == pytest.approx(2 * 0.03)
    with pytest.raises(ValueError, match="at least one simulated value"):
        comparison_figure({1: Fraction(1)}, {})


def test_the_band_holds_two_standard_errors():
    for n, low, high in band(Fraction(15, 36), 10, 10_000):
        half = 2 * (15 / 36 * 21 / 36 / n) ** 0.5
        assert low == pytest.approx(max(0, 15 / 36 - half))
        assert high == pytest.approx(15 / 36 + half)
    figure = RUN.figure()
    assert list(zip(figure.data[2].x, figure.data[2].y, strict=True)) == RUN.running
    with pytest.raises(ValueError, match="at least one trial"):
        convergence_figure([], Fraction(1, 2))


def test_most_simulations_end_inside_the_band():
    inside = 0
    for seed in range(200):
        run = DiceRun(by_die_or_sum(5), seed=seed)
        run.roll(400)
        _, low, high = band(run.exact, 10, 400)[-1]
        inside += low <= run.running[-1][1] <= high
    assert 180 <= inside <= 199  # 191 expected, standard deviation 3


# ---- chains


def test_the_matrix_is_the_chain():
    heat = matrix_figure(WALK).data[0]
    assert heat.text[1] == ["1/3", "1/3", "1/3"]
    assert heat.z[0] == [1.0, None, None]
    assert "from even to lost: 1/3, even: 1/3, won: 1/3" in matrix_figure(WALK).words


def test_a_cell_of_the_matrix_is_short():
    rare = Fraction(1, 7**40)
    heat = matrix_figure(Chain(["on", "off"], [[1 - rare, rare], [0, 1]])).data[0]
    assert heat.text[0][0].endswith(" %") and heat.text[0][1].endswith(" %")
    assert heat.text[1] == ["", "1"]


def test_turns_add_up():
    figure = turns_figure(WALK, "even", 4, groups=["won"])
    assert [trace.name for trace in figure.data] == ["won", "other states"]
    for won, others, turn in zip(figure.data[0].y, figure.data[1].y, range(5), strict=True):
        assert won == pytest.approx(float(WALK.after(turn, "even").get("won", 0)))
        assert won + others == pytest.approx(1)
    with pytest.raises(ChainError, match="'x' is not a state"):
        turns_figure(WALK, "even", 4, groups=["x"])


# ---- imports


def test_probability_and_grids_bring_no_plotly():
    code = (
        "import sys, bonkbook.probability, bonkbook.figures.grid\n"
        "print([m for m in ('plotly', 'ipywidgets', 'numba', 'icepool') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_picture_is_a_plotly_figure():
    assert isinstance(dice_grid(DOUBLES), go.Figure)
