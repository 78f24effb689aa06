"""The board in plotly: few traces, all words, and an update that equals a fresh figure."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from dataclasses import replace
from xml.etree import ElementTree

import plotly.graph_objects as go
import pytest

from bonkbook.figures.board import TRACES, board_figure, update_board
from bonkbook.figures.style import CONFIG
from bonkbook.parcheesi import board
from bonkbook.scene.scene import Card
from bonkbook.scene.svg import svg

START = {seat: ["N"] * 4 for seat in board.SEAT_NAMES}
PAWNS = {
    "red": ["N", "20", "12", "X"],
    "green": ["5", "5", "H3", "N"],
    "blue": ["39", "8", "8", "X"],
    "yellow": ["56", "N", "50", "H6"],
}
HEAT = {str(n): (n / 100, f"{n} in 100") for n in range(1, 30)}
SCENES = {
    "start": board.scene(START),
    "middle": board.scene(PAWNS, clickable={("red", 1), ("blue", 0)}),
    "moved": board.scene(PAWNS, last=[("red", 1, "15", "20"), ("green", 3, "20", "N")]),
    "heated": board.scene(PAWNS, heat=HEAT),
    "other heat": board.scene(PAWNS, heat={"red H0": (0.5, "half")}),
    "cards": replace(board.scene(START), cards=(Card("c", "5", 3, 3, "+3", "Ahead 3"),)),
    "two seats": board.scene({"red": ["N"] * 4, "blue": ["3", "N", "N", "X"]}),
}


def plain(figure) -> dict:
    found = json.loads(figure.to_json())
    for trace in found["data"]:
        trace.pop("uid", None)  # a widget's traces are numbered
    found["layout"].pop("template", None)
    return found


def trace(figure, name):
    return figure.data[TRACES.index(name)]


@pytest.mark.parametrize("name", SCENES)
def test_every_scene_has_the_same_traces(name):
    figure = board_figure(SCENES[name])
    assert tuple(t.name for t in figure.data) == TRACES
    assert len(figure.layout.images) == 2
    assert not figure.layout.shapes
    assert not figure.layout.annotations


def test_pawns_are_points_that_know_who_they_are():
    scene = SCENES["middle"]
    pawns = trace(board_figure(scene), "pawns")
    assert [tuple(c) for c in pawns.customdata] == [(t.seat, t.index) for t in scene.tokens]
    assert list(pawns.x) == [t.x for t in scene.tokens]
    assert list(pawns.y) == [t.y for t in scene.tokens]
    assert pawns.text[1] == "<b>Rb</b>"
    assert len(set(pawns.marker.symbol)) == 4
    assert pawns.hovertext[1] == "red pawn b on space 20<br>click to move"
    assert pawns.hovertext[0] == "red pawn a in the nest"


def test_rings_show_what_can_be_clicked():
    scene = SCENES["middle"]
    rings = trace(board_figure(scene), "rings")
    free = [t for t in scene.tokens if t.clickable]
    assert [(t.x, t.y) for t in free] == list(zip(rings.x, rings.y, strict=True))


def test_spaces_say_their_words_where_nobody_stands():
    spaces = trace(board_figure(SCENES["heated"]), "spaces")
    at = {name: i for i, name in enumerate(spaces.customdata)}
    assert spaces.hovertext[at["12"]] == "safe space 12<br>12 in 100"
    assert (spaces.x[at["12"]], spaces.y[at["12"]]) == (None, None)  # a pawn says it there
    assert (spaces.x[at["13"]], spaces.y[at["13"]]) == board.centre("13")
    assert spaces.x[at["red N"]] is not None
    pawns = trace(board_figure(SCENES["heated"]), "pawns")
    assert pawns.hovertext[2] == "red pawn c on safe space 12<br>12 in 100"


def test_bars_and_arrows_are_closed_outlines():
    figure = board_figure(SCENES["moved"])
    bars = trace(figure, "bars")
    assert list(bars.x).count(None) == len(SCENES["moved"].bars) - 1
    assert bars.fill == "toself"
    arrows = trace(figure, "arrows")
    assert list(arrows.x).count(None) == sum(len(a.outlines) for a in SCENES["moved"].arrows) - 1


def test_pictures_lie_under_the_traces_and_need_no_network():
    figure = board_figure(SCENES["heated"])
    drawn = []
    for image in figure.layout.images:
        assert image.layer == "below"
        kind, _, data = image.source.partition(",")
        assert kind == "data:image/svg+xml;base64"
        drawn.append(base64.b64decode(data).decode())
        ElementTree.fromstring(drawn[-1])
    assert drawn == [svg(SCENES["heated"], "spaces"), svg(SCENES["heated"], "heat")]
    places = [(i.x, i.y, i.sizex, i.sizey) for i in figure.layout.images]
    assert places[0] != places[1]  # plotly draws one of two in the same place


def test_layout_suits_a_notebook():
    layout = board_figure(SCENES["start"], width=420).layout
    assert (layout.width, layout.height) == (420, 420)
    assert layout.dragmode is False
    assert layout.paper_bgcolor == layout.plot_bgcolor == "rgba(0,0,0,0)"
    assert layout.xaxis.fixedrange
    assert layout.yaxis.fixedrange
    assert layout.yaxis.scaleanchor == "x"
    assert layout.xaxis.visible is False
    assert CONFIG["displayModeBar"] is False


def test_pawns_grow_with_the_board():
    small, large = (board_figure(SCENES["middle"], width=w) for w in (420, 840))
    for name in ("pawns", "rings"):
        sizes = zip(trace(small, name).marker.size, trace(large, name).marker.size, strict=True)
        assert all(b == pytest.approx(2 * a, abs=0.11) for a, b in sizes)


@pytest.mark.parametrize("before", SCENES)
@pytest.mark.parametrize("after", SCENES)
def test_update_equals_a_fresh_figure(before, after):
    figure = board_figure(SCENES[before])
    changes = update_board(figure, SCENES[after])
    assert plain(figure) == plain(board_figure(SCENES[after]))
    assert (changes == 0) == (before == after)
    assert update_board(figure, SCENES[after]) == 0


def test_update_to_another_width():
    figure = board_figure(SCENES["middle"], width=900)
    update_board(figure, SCENES["moved"], width=420)
    assert plain(figure) == plain(board_figure(SCENES["moved"], width=420))
    update_board(figure, SCENES["start"])
    assert figure.layout.width == 420


def test_hostile_words_are_no_markup():
    scene = SCENES["start"]
    token = replace(scene.tokens[0], label="<a>", words="<img onerror=x> & more")
    pawns = trace(board_figure(replace(scene, tokens=(token,))), "pawns")
    assert pawns.text[0] == "<b>&lt;a&gt;</b>"
    assert pawns.hovertext[0] == "&lt;img onerror=x&gt; &amp; more"


@pytest.mark.parametrize("shown", SCENES)
def test_figure_carries_the_picture_and_the_words_of_what_it_shows(shown):
    figure = board_figure(SCENES["middle"], width=500)
    update_board(figure, SCENES[shown])
    bundle = figure._repr_mimebundle_()
    assert bundle["text/plain"] == SCENES[shown].text
    assert bundle["image/svg+xml"] == svg(SCENES[shown], pixels=500)


# -- the widget


def test_widget_is_updated_in_one_small_message(front):
    widget = board_figure(SCENES["middle"], widget=True)
    assert isinstance(widget, go.FigureWidget)
    assert widget._config.items() >= CONFIG.items()
    front.forget()
    step = board.scene({**PAWNS, "green": ["5", "5", "H6", "N"]}, last=[("green", 2, "H3", "H6")])
    update_board(widget, step)
    sent = [s["_py2js_update"] for s in front.sent(widget) if s.get("_py2js_update")]
    assert len(sent) == 1
    assert len(json.dumps(sent[0], default=str)) < 6_000
    assert plain(widget) == plain(board_figure(step))
    front.forget()
    update_board(widget, step)
    assert not [s for s in front.sent(widget) if s.get("_py2js_update")]


def test_click_on_a_pawn_reaches_python(front):
    widget = board_figure(SCENES["middle"], widget=True)
    clicked = []
    index = TRACES.index("pawns")
    widget.data[index].on_click(
        lambda trace, points, state: clicked.extend(trace.customdata[i] for i in points.point_inds)
    )
    front.click_point(widget, trace=index, point=5)
    assert [tuple(c) for c in clicked] == [("green", 1)]


def test_a_scene_needs_no_plotly():
    code = (
        "import sys, bonkbook.parcheesi.board, bonkbook.scene.scene\n"
        "print([m for m in ('plotly', 'numba', 'ipywidgets') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
