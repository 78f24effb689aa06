"""How the charts look, and a plotly figure that carries its picture and its words with it."""

from __future__ import annotations

from html import escape, unescape
from typing import Any

import plotly.graph_objects as go

INK = "#787878"  # letters and axes: 4 to 1 and better on white and on JupyterLab's dark grey
FAINT = "rgba(128,128,128,0.28)"  # grid lines, empty cells
CLEAR = "rgba(0,0,0,0)"

# Okabe and Ito's colours, which stay apart for the usual kinds of colour blindness
BLUE, ORANGE, GREEN, VERMILLION = "#0072B2", "#E69F00", "#009E73", "#D55E00"
SKY, PURPLE, YELLOW = "#56B4E9", "#CC79A7", "#F0E442"
COLOURS = (BLUE, ORANGE, GREEN, VERMILLION, SKY, PURPLE, YELLOW)
PATTERNS = ("", "/", "x", ".", "\\", "+", "-")  # beside the colours, for bars

FONT = "system-ui, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
# No tool bar (eleven tab stops), no zooming by touch (it would trap the scrolling of the page).
CONFIG = {"displayModeBar": False, "scrollZoom": False, "doubleClick": False, "responsive": True}

PLOTLY = "application/vnd.plotly.v1+json"


class Picture(go.Figure):
    """A plotly figure that says in words what it shows, and is seen where no plotly runs.

    In a notebook it shows itself with three faces: plotly's, a static SVG (for GitHub, nbviewer
    and printed pages) and a text. `words` is that text; `svg` the picture, drawn from the figure's
    own traces unless given.
    """

    def __init__(self, *args: Any, words: str = "", svg: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._words = words
        self._svg = svg

    # IPython would ask this first, and plotly's opens a browser where there is no notebook
    _ipython_display_ = None

    @property
    def words(self) -> str:
        """What the figure shows, in words."""
        return self._words or unescape(self.layout.title.text or "a figure")

    @property
    def svg(self) -> str:
        """The figure as a static picture."""
        from bonkbook.figures.static import chart_svg

        return self._svg or chart_svg(self, self.words)

    def _repr_mimebundle_(
        self, include: Any = None, exclude: Any = None, validate: bool = True, **kwargs: Any
    ) -> dict[str, Any]:
        """The figure for plotly (or for what the renderer set in plotly makes of it), SVG, text."""
        kwargs.setdefault("config", CONFIG)
        try:
            bundle = dict(super()._repr_mimebundle_(include, exclude, validate, **kwargs))
        except ValueError:  # outside notebooks plotly may have no renderer
            bundle = {}
        return {**bundle, "image/svg+xml": self.svg, "text/plain": self.words}

    def _repr_html_(self) -> None:
        """Nothing: the bundle has it all, and plotly's would fetch its script from elsewhere."""
        return

    def __repr__(self) -> str:
        return self.words


def styled(figure: Picture, title: str = "", height: int = 340, **layout: Any) -> Picture:
    """The figure itself in the common look: clear ground, letters that hold on light and dark.

    title: plain words, which are escaped here; layout: anything else, as in `update_layout`.
    """
    axis = {
        "fixedrange": True,
        "gridcolor": FAINT,
        "linecolor": INK,
        "zerolinecolor": FAINT,
        "automargin": True,
    }
    figure.update_layout(
        title={
            "text": escape(title, quote=False),
            "font": {"size": 16},
            "x": 0,
            "xref": "paper",
            "automargin": True,
        },
        height=height,
        font={"family": FONT, "size": 14, "color": INK},
        paper_bgcolor=CLEAR,
        plot_bgcolor=CLEAR,
        margin={"l": 8, "r": 8, "t": 44, "b": 8},
        dragmode=False,
        colorway=list(COLOURS),
        legend={
            "orientation": "h",
            "x": 0,
            "y": -0.2,
            "itemclick": False,
            "itemdoubleclick": False,
        },
        hoverlabel={"font": {"family": FONT, "size": 14}},
        bargap=0.12,
    )
    figure.update_xaxes(**axis)
    figure.update_yaxes(**axis)
    figure.update_layout(**layout)
    return figure
