"""Curves that are to be compared, in plotly."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from bonkbook.figures.colours import COLOURS
from bonkbook.figures.style import Picture, styled

DASHES = ("solid", "dash", "dot", "dashdot")     # colours alone do not tell curves apart


def curves_figure(
    curves: Mapping[str, Mapping[float, float]],
    title: str = "",
    x: str = "",
    y: str = "",
    height: int = 340,
) -> Picture:
    """A curve a name, through its points: each a number from 0 to 1 and a value.

    >>> print(curves_figure({"up": {0: 0, 1: 1}, "down": {0: 1, 1: 0}}, title="a crossing"))
    a crossing
    up: from 0 to 1
    down: from 1 to 0
    """
    words = [title or "Curves"]
    figure = Picture()
    for k, (name, points) in enumerate(curves.items()):
        values = list(points.values())
        words += [f"{name}: from {values[0]:.4g} to {values[-1]:.4g}"]
        figure.add_scatter(
            x=list(points),
            y=values,
            name=escape(name),
            mode="lines",
            line={"dash": DASHES[k % len(DASHES)], "width": 3, "color": COLOURS[k % len(COLOURS)]},
        )
    figure._words = "\n".join(words)
    styled(figure, title, height, showlegend=True)
    figure.update_xaxes(title=escape(x), tickformat="~%")
    figure.update_yaxes(title=escape(y), rangemode="tozero")
    return figure
