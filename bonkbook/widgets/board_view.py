"""The board of the table: one FigureWidget, updated in place, and what a click on it hits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..engine.scene import Scene
from ..figures.board import TRACES, board_figure, update_board

WIDTH = 600  # pixels, until the browser says how much room there is
NARROWEST, WIDEST = 240, 900


class BoardView:
    """A scene as a FigureWidget; `picked(seat, index)` is called for a click on a token."""

    def __init__(self, scene: Scene, picked: Callable[[str, int], None]) -> None:
        self.scene = scene
        self.width = WIDTH
        self.figure = board_figure(scene, width=self.width, widget=True)
        self.figure.add_class("bb-board")
        self._picked = picked
        self.figure.data[TRACES.index("pawns")].on_click(self._clicked)

    def show(self, scene: Scene) -> None:
        """Shows another scene; only what differs is sent."""
        if scene != self.scene:
            self.scene = scene
            update_board(self.figure, scene, width=self.width)

    def resize(self, width: int) -> None:
        """Makes the board as wide as there is room, within what can be read."""
        width = min(max(int(width), NARROWEST), WIDEST)
        if width != self.width:
            self.width = width
            update_board(self.figure, self.scene, width=width)

    def _clicked(self, trace: Any, points: Any, state: Any) -> None:
        tokens = self.scene.tokens
        for index in points.point_inds:
            if 0 <= index < len(tokens):
                self._picked(tokens[index].seat, tokens[index].index)
                return
