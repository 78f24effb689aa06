"""The board of the table: one FigureWidget, updated in place, and what a click on it hits."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import traitlets
from plotly.basedatatypes import Undefined
from plotly.serializers import custom_serializers
from traitlets import observe

from ..figures.board import CONFIG, TRACES, board_figure, update_board
from ..figures.style import go
from ..scene.scene import Scene
from .front import Problem

WIDTH = 600  # pixels, until the browser says how much room there is
NARROWEST, WIDEST = 240, 900
_QUIET = {**custom_serializers, "echo_update": False}


class BoardFigure(go.FigureWidget):
    """A FigureWidget that never takes back what it was told.

    After each update the browser reports plotly's defaults, and plotly then deletes from the
    figure whatever the report names. A report that crosses an update on its way names too much:
    pawns lose their shapes. Nobody here asks for the defaults, so the reports are not heard.

    And it is announced to the browser only when it is whole. plotly announces an empty figure and
    sends what is in it afterwards; a browser that draws it before that arrives shows empty axes
    for ever. What changes while the browser draws it for the first time may be lost on it, and is
    told once more when it has done so.
    """

    drawn = False  # whether some browser has drawn it
    _whole = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._early: tuple[dict[int, dict[str, Any]], dict[str, Any]] = {}, {}
        super().__init__(*args, **kwargs)
        self._config: dict[str, Any] = {**self._config, **CONFIG}
        self.add_class("bb-board")
        self._whole = True
        self.open()

    def open(self) -> None:
        """Announces the figure to the browser, once it is whole."""
        if self._whole:
            super().open()

    def _send_update_msg(self, restyle_data: dict[str, Any], relayout_data: dict[str, Any],
                         trace_indexes: Any = None, source_view_id: Any = None) -> None:
        super()._send_update_msg(restyle_data, relayout_data, trace_indexes, source_view_id)
        if not self.drawn:
            traces, layout = self._early
            layout.update(relayout_data)
            for path, values in restyle_data.items():
                for trace, value in zip(trace_indexes, values, strict=True):
                    if value is not Undefined:
                        traces.setdefault(trace, {})[path] = value

    def _repeat(self) -> None:
        """Tells the browser once more what was changed before it had drawn the figure."""
        (traces, layout), self._early = self._early, ({}, {})
        paths = {path for look in traces.values() for path in look}
        style = {path: [look.get(path, Undefined) for look in traces.values()] for path in paths}
        if style or layout:
            self._send_update_msg(style, layout, list(traces))

    # By default every report is sent back to the browser, which makes a step six times as large.
    _js2py_traceDeltas = traitlets.Dict(allow_none=True).tag(sync=True, **_QUIET)  # noqa: N815
    _js2py_layoutDelta = traitlets.Dict(allow_none=True).tag(sync=True, **_QUIET)  # noqa: N815
    _js2py_pointsCallback = traitlets.Dict(allow_none=True).tag(sync=True, **_QUIET)  # noqa: N815

    @observe("_js2py_traceDeltas")
    def _handler_js2py_traceDeltas(self, change: Any) -> None:  # noqa: N802
        first = bool(change["new"]) and not self.drawn
        self.drawn = self.drawn or first
        self._trace_edit_in_process = False
        self._js2py_traceDeltas = None  # type: ignore[assignment]
        if first:
            self._repeat()

    @observe("_js2py_layoutDelta")
    def _handler_js2py_layoutDelta(self, change: Any) -> None:  # noqa: N802
        self._layout_edit_in_process = False
        self._js2py_layoutDelta = None  # type: ignore[assignment]


class BoardView:
    """A scene as a FigureWidget.

    `clicked` is told of a click on a token, {"kind": "pawn", "seat": "red", "index": 0}, and of one
    on a card or an empty space, {"kind": "spot", "name": its id}.
    """

    def __init__(self, scene: Scene, clicked: Callable[[dict[str, Any]], None]) -> None:
        self.scene = scene
        self.stop = 0
        self.width = WIDTH
        plain = board_figure(scene, width=self.width)
        self.figure = BoardFigure(plain.data, plain.layout)
        self._tell_click = clicked
        self.figure.data[TRACES.index("pawns")].on_click(self._clicked)
        for name in ("cards", "flags", "spaces"):
            self.figure.data[TRACES.index(name)].on_click(self._clicked_spot)

    @property
    def widget(self) -> BoardFigure:
        """The figure."""
        return self.figure

    def words(self, picture: Scene) -> str:
        """What a scene shows."""
        return picture.text

    def show(self, picture: Scene, problem: Problem | None = None, stop: int = 0) -> None:
        """Shows another scene; only what differs is sent. Problems are told elsewhere."""
        if (picture, stop) != (self.scene, self.stop):
            self.scene, self.stop = picture, stop
            self._update()

    def resize(self, width: int) -> None:
        """Makes the board as wide as there is room, within what can be read."""
        width = min(max(int(width), NARROWEST), WIDEST)
        if width != self.width:
            self.width = width
            self._update()

    def _update(self) -> None:
        with self.figure.batch_update():
            update_board(self.figure, self.scene, width=self.width)
            # The number of the stop goes with the picture; plotly draws nothing anew for it.
            self.figure.layout.editrevision = self.stop
        if not self.figure.drawn:
            # An update that comes before the browser has loaded plotly is lost; the state is not.
            self.figure._widget_data = deepcopy(self.figure._data)
            self.figure._widget_layout = deepcopy(self.figure._layout)

    def _clicked(self, trace: Any, points: Any, state: Any) -> None:
        tokens = self.scene.tokens
        for index in points.point_inds:
            if 0 <= index < len(tokens):
                token = tokens[index]
                self._tell_click({"kind": "pawn", "seat": token.seat, "index": token.index})
                return

    def _clicked_spot(self, trace: Any, points: Any, state: Any) -> None:
        names = trace.customdata
        for index in points.point_inds:
            if names is not None and 0 <= index < len(names):
                self._tell_click({"kind": "spot", "name": str(names[index])})
                return
