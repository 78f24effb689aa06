"""The recorder that plays the front end tells the truth about widgets we did not write."""

from __future__ import annotations

import ipywidgets as W
import plotly.graph_objects as go


def test_the_front_end_hears_and_answers(front):
    slider = W.IntSlider(max=10)
    slider.value = 4
    assert front.sent(slider) == [{"value": 4}]
    front.set(slider, value=7)
    assert slider.value == 7


def test_buttons_click_unless_disabled(front):
    button, clicks = W.Button(description="Roll"), []
    button.on_click(clicks.append)
    front.click(button)
    button.disabled = True
    front.click(button)
    assert clicks == [button]


def test_points_of_a_plotly_figure_are_clicked(front):
    figure = go.FigureWidget(go.Scatter(x=[1, 2], y=[3, 4]))
    hits = []
    figure.data[0].on_click(lambda _, points, state: hits.append((points.point_inds, points.ys)))
    front.click_point(figure, trace=0, point=1)
    assert hits == [([1], [4])]


def test_close_is_heard(front):
    label = W.Label("x")
    ident = label.model_id
    assert not front.closed(ident)
    label.close()
    assert front.closed(ident)
