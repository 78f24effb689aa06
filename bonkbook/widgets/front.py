"""The hand-written parts of the table as widgets: one synced view down, small messages up."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Any

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

    def put(self, view: dict[str, Any]) -> None:
        """Shows `view`; sends nothing if it shows it already."""
        if view != self.view:
            self.view = view


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
