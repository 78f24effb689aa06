"""The charts in a real JupyterLab: drawn at their full height, without a tool bar or complaints."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.steps import boxes
from tests.browser.waiting import steady

CELL = """
from fractions import Fraction
from bonkbook.figures.chain import matrix_figure, turns_figure
from bonkbook.figures.dice import dice_grid
from bonkbook.figures.charts import comparison_figure, distribution_figure
from bonkbook.probability import Chain, DiceRun, Distribution, dice_event
half = Fraction(1, 2)
five, two = dice_event("a = 5 or b = 5"), Distribution.of(range(1, 7)).repeat(2)
walk = Chain("abc", [[1, 0, 0], [half, 0, half], [0, 0, 1]])
run = DiceRun(five, seed=1)
run.roll(1000)
"""
FIGURES = {
    "dice_grid(five, given=dice_event('a = b'))": 460,
    "distribution_figure(two, title='sum')": 340,
    "comparison_figure(two, {7: 3, 8: 4})": 360,
    "run.figure()": 340,
    "matrix_figure(walk)": 300,
    "turns_figure(walk, 'b', 3)": 380,
}


@pytest.mark.parametrize("width", [1280, 420])
def test_charts_are_drawn_whole(cells, width):
    page = cells(CELL, *FIGURES, width=width)
    page.run_all()
    plots = page.output.locator(".js-plotly-plot")
    expect(plots).to_have_count(len(FIGURES))
    page.rest()
    for plot, height in zip((plots.nth(i) for i in range(len(FIGURES))), FIGURES.values(),
                            strict=True):
        box = steady(plot.locator(".main-svg").first.bounding_box)
        assert box["height"] == pytest.approx(height, abs=2)
        assert box["width"] <= width
        for title in steady(lambda plot=plot: boxes(plot.locator(".gtitle"))):
            assert title["top"] >= box["y"]
            assert title["right"] <= box["x"] + box["width"] + 1
    expect(page.output.locator(".modebar")).to_have_count(0)
    assert page.errors == []
    assert page.external == []
