"""The hand-written parts of the table as widgets: one synced view down, small messages up."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any, Protocol

import anywidget
import traitlets


@lru_cache(maxsize=16)
def text_of(*names: str) -> str:
    """The texts of files beside this module, one after another.

    A text, not a path: anywidget watches a path for changes and keeps a closed widget alive by it.
    """
    folder = files(__package__)
    return "\n".join(folder.joinpath(name).read_text(encoding="utf-8") for name in names)


class Part(anywidget.AnyWidget):
    """A part of the table: `view` is all that it shows, set as a whole; the rest is in its JS."""

    _esm = "export default { render() {} }"
    view = traitlets.Dict().tag(sync=True)
    stop = traitlets.Int().tag(sync=True)
    """The number of the stop that `view` shows: what a message says it was meant for."""

    def put(self, view: dict[str, Any], stop: int) -> None:
        """Shows `view` as that of a stop; sends nothing if it shows it already."""
        with self.hold_sync():
            self.stop = stop
            if view != self.view:
                self.view = view

    def answer(self, content: Any) -> None:
        """Tells the browser that a message was dealt with; until then the part says it waits."""
        meant = content.get("meant") if isinstance(content, dict) else None
        number = meant.get("n") if isinstance(meant, dict) else None
        if isinstance(number, int):
            self.send({"kind": "heard", "n": number})


class Controls(Part):
    """Whose turn it is, the dice, the actions, and the line that says what happened."""

    _esm = text_of("dom.js", "controls.js")
    _css = text_of("table.css", "controls.css")


class Timeline(Part):
    """Undo and redo, the steps, the slider over the whole game, autoplay."""

    _esm = text_of("dom.js", "timeline.js")


class LogPart(Part):
    """What happened, a line an effect; the lines themselves come by messages."""

    _esm = text_of("dom.js", "log.js")


class Panels(Part):
    """The panels behind tabs; `view` holds what the open one shows."""

    _esm = text_of("dom.js", "panels.js", "forms.js")
    _css = text_of("panels.css")


class Waiting(Exception):
    """The game cannot go on by itself; the text says who has to do what."""


@dataclass(frozen=True)
class Problem:
    """Why something cannot be, for the one who wanted it; with the rule, where it is one."""

    text: str = ""
    rule: str = ""
    title: str = ""  # of the rule
    bad: bool = True  # whether it was wrong, not just too early


class Board(Protocol):
    """What draws a game: a widget that is told a picture, and hears what is clicked."""

    @property
    def widget(self) -> Any:
        """What is put on the page."""

    def words(self, picture: Any) -> str:
        """What a picture shows, for a screen reader; empty where the board says it itself."""

    def show(self, picture: Any, problem: Problem, stop: int) -> None:
        """Shows another picture, of a stop; only what differs is sent."""

    def resize(self, width: int) -> None:
        """Makes the board as wide as there is room, where it does not do so by itself."""
