"""The import of plotly, the style of charts, and a figure with its static picture and words.

plotly imports nbformat only to read its version, when a figure is shown. But nbformat brings
jsonschema, and that, where JupyterLab is installed, builds a grammar of web addresses: several
seconds before the first picture. Here plotly gets a stand-in that knows the version, and that
becomes the real nbformat as soon as anything else is asked of it.

Every module that needs plotly takes it from this one: `from .style import go`.
"""

from __future__ import annotations

import sys
from html import escape
from importlib import import_module, metadata
from textwrap import wrap
from types import ModuleType
from typing import Any

from ..scene.palette import CLEAR, COLOURS, FAINT, GREY
from ..scene.svg import FONT
from ..whole import whole
from .static import chart_svg, plain


class Later(ModuleType):
    """A module that is imported when an attribute is needed."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(import_module(self.__name__), name)


def import_plotly() -> None:
    """Imports what plotly needs to show figures; later imports of nbformat get the real module."""
    if "nbformat" in sys.modules or "plotly.io._renderers" in sys.modules:
        return
    try:
        version = metadata.version("nbformat")
    except metadata.PackageNotFoundError:
        return
    stand_in = Later("nbformat")
    stand_in.__dict__["__version__"] = version
    sys.modules["nbformat"] = stand_in
    try:
        import_module("plotly.io")
        import_module("plotly.io._renderers")
    finally:
        if sys.modules.get("nbformat") is stand_in:
            del sys.modules["nbformat"]


import_plotly()  # before plotly itself, or the first picture takes seconds to come

import plotly.graph_objects as go  # noqa: E402

# No tool bar (eleven tab stops), no zooming by touch (it would trap the scrolling of the page).
# Not responsive: in JupyterLab that takes the height from an output that has none yet.
CONFIG = {"displayModeBar": False, "scrollZoom": False, "doubleClick": False, "responsive": False}

LINE = 34  # letters of a title that fit beside each other on a narrow screen

AXIS = {"fixedrange": True, "gridcolor": FAINT, "linecolor": GREY, "zerolinecolor": FAINT,
        "automargin": True}
LEGEND = {"orientation": "h", "x": 0, "yref": "container", "y": 0, "yanchor": "bottom",
          "itemclick": False, "itemdoubleclick": False}


class Picture(go.Figure):
    """A plotly figure with a description in words and a static picture for pages without plotly.

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
        """The contents of the figure, in words."""
        return self._words or plain(self.layout.title.text or "a figure")

    @property
    def svg(self) -> str:
        """The figure as a static picture."""
        return self._svg or chart_svg(self, self.words)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None, validate: bool = True,
                          **kwargs: Any) -> dict[str, Any]:
        """The figure for plotly (or for what the renderer set in plotly makes of it), SVG, text."""
        kwargs.setdefault("config", CONFIG)
        try:
            bundle = dict(super()._repr_mimebundle_(include, exclude, validate, **kwargs))
        except ValueError:  # outside notebooks plotly may have no renderer
            bundle = {}
        return {**bundle, "image/svg+xml": self.svg, "text/plain": self.words}

    def _repr_html_(self) -> None:
        """Nothing, since the bundle is complete and plotly's HTML would fetch a script."""
        return

    def __repr__(self) -> str:
        return self.words


def styled(figure: Picture, title: str = "", height: int = 340, above: int = 0,
           **layout: Any) -> Picture:
    """The figure in the common style: clear background, text readable on light and dark.

    title: plain words, which are escaped here; above: pixels for an axis above the plot;
    layout: anything else, as in `update_layout`.
    """
    figure.update_layout(title=_title(title), height=whole(height, "height", 1),
                         font={"family": FONT, "size": 14, "color": GREY}, paper_bgcolor=CLEAR,
                         plot_bgcolor=CLEAR,
                         margin={"l": 8, "r": 8, "t": _room_above(title) + above, "b": 8},
                         dragmode=False, colorway=list(COLOURS), legend=LEGEND,
                         hoverlabel={"font": {"family": FONT, "size": 14}}, bargap=0.12)
    figure.update_xaxes(**AXIS)
    figure.update_yaxes(**AXIS)
    figure.update_layout(**layout)
    return figure


def _title(title: str) -> dict[str, Any]:
    """The title at the top left, broken into lines for a narrow screen, unlike plotly's own."""
    lines = [escape(line, quote=False) for line in wrap(title, LINE)]
    return {
        "text": "<br>".join(lines),
        "font": {"size": 16},
        "x": 0,
        "xref": "container",
        "yref": "container",
        "y": 1,
        "yanchor": "top",
        "pad": {"t": 8 + 7 * (len(lines) - 1), "l": 10},  # plotly lifts each further line by half
    }


def _room_above(title: str) -> int:
    """The height of the title in pixels."""
    return 14 + 21 * len(wrap(title, LINE))
