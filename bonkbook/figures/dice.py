"""The 6x6 grid of two dice: rows are die 1, columns are die 2, cells are results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from ..probability.dice import FACES, ROLLS, Event
from ..probability.exact import Probability
from .grid import Grid, Kind, Label, dice_grid_svg, grid_of
from .style import Picture, styled


def dice_grid(what: Event | Probability | Mapping[Any, Label], given: Event | None = None,
              predicted: Iterable[Any] | None = None, title: str | None = None,
              marks: Mapping[Any, str] | None = None, colours: Mapping[Any, str] | None = None,
              height: int = 460) -> Picture:
    """The 6x6 grid of two dice in plotly: the rolls of an event, or the result of each roll.

    what: an Event; a P whose outcomes are rolls; or a mapping from rolls to labels, for "what
    happens" with a legend (rolls that are left out, or labelled None, do nothing).
    given: an Event that is known to have happened: other rolls are ruled out.
    predicted: rolls guessed beforehand, to be compared with the event.
    marks, colours: of the labels; by default their first letters, and colours that stay apart.

    >>> from ..probability.dice import dice_event
    >>> print(dice_grid(dice_event("a + b == 3", name="sum 3")))
    sum 3: 1/18 = 5.6 %
    in the event (2 of 36): 1 2, 2 1
    not in the event (34 of 36): 1 1, 1 3, ...
    """
    grid = grid_of(what, given, predicted, title, marks, colours)
    figure = Picture(words=grid.words, svg=dice_grid_svg(grid))
    figure.add_heatmap(**_ground(grid))
    figure.add_scatter(**_marks(grid))
    for i, kind in enumerate(grid.kinds):
        figure.add_scatter(**_legend(kind, len(grid.rolls(i))))
    axis = {"tickvals": list(FACES), "showgrid": False, "zeroline": False, "constrain": "domain"}
    styled(figure, grid.title, height, above=52)
    figure.update_xaxes(title="die 2", side="top", range=[0.5, 6.5], title_standoff=4,
                        constraintoward="left", **axis)
    figure.update_yaxes(title="die 1", range=[6.5, 0.5], scaleanchor="x", title_standoff=4, **axis)
    return figure


# ---- plotly ----


def _ground(grid: Grid) -> dict[str, Any]:
    """The coloured cells, without their marks."""
    top = max(1, len(grid.kinds) - 1)
    colours = [kind.colour for kind in grid.kinds]
    if len(colours) == 1:
        colours *= 2
    return {"x": list(FACES), "y": list(FACES),
            "z": [[grid.cells[a, b] for b in FACES] for a in FACES], "zmin": 0, "zmax": top,
            "colorscale": [[i / top, colour] for i, colour in enumerate(colours)],
            "showscale": False, "xgap": 3, "ygap": 3,
            "text": [[escape(grid.hints[a, b]) for b in FACES] for a in FACES],
            "hovertemplate": "%{text}<extra></extra>"}


def _marks(grid: Grid) -> dict[str, Any]:
    """The mark of each cell, in a readable ink."""
    kinds = [grid.kinds[grid.cells[roll]] for roll in ROLLS]
    return {"x": [b for _, b in ROLLS], "y": [a for a, _ in ROLLS], "mode": "text",
            "text": [f"<b>{escape(kind.mark)}</b>" for kind in kinds],
            "textposition": "middle center",
            "textfont": {"size": 20, "color": [kind.ink for kind in kinds]}, "hoverinfo": "skip",
            "showlegend": False}


def _legend(kind: Kind, count: int) -> dict[str, Any]:
    """A trace without points, for its line in the legend."""
    return {"x": [None], "y": [None], "mode": "markers",
            "marker": {"symbol": "square", "size": 16, "color": kind.colour},
            "name": f"{escape(kind.mark)} {escape(kind.words)} ({count})", "hoverinfo": "skip",
            "showlegend": True}
