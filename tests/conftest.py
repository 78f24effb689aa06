"""Fixtures for all tests: the front end played by a recorder, hypothesis, the order of tests.

    def test_roll(front):
        table = bb.play("parcheesi")
        front.click(table.roll_button)                  # an ipywidgets Button, as a browser would
        front.set(table.slider, value=3)                # model.set(...); model.save_changes()
        front.click_point(table.figure_widget, trace=1, point=4)    # a click on a plotly point
        front.custom(table.dice, {"kind": "roll"})      # model.send(...)
        assert front.sent(table.slider)[-1] == {"max": 4}           # what the browser was told
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from ipywidgets.widgets.widget import _instances
from traitlets.log import get_logger

HERE = Path(__file__).parent
SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile("dev", deadline=None, suppress_health_check=SLOW)
# The same examples every time, so that a red run can be run again.
settings.register_profile("ci", parent=settings.get_profile("dev"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


# -- which tests come first

RANKS = ("", "slow", "notebook", "browser", "bench")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests by their folder; the quick ones first, so that a mistake shows early."""
    for item in items:
        folder = item.path.parent
        if folder == HERE / "browser":
            item.add_marker("browser")
        if folder == HERE / "bench":
            item.add_marker("bench")
    items.sort(key=_rank)


def _rank(item: pytest.Item) -> int:
    return max(i for i, name in enumerate(RANKS) if not name or item.get_closest_marker(name))


# -- the front end, without a browser


@dataclass
class FrontEnd:
    """Stands where the browser would: records what widgets send, and answers as it would."""

    messages: list[tuple[str, str, dict[str, Any]]] = field(default_factory=list)
    """(model id, kind, data) of every message; kinds are comm_open, comm_msg, comm_close."""

    def sent(self, widget: Any) -> list[dict[str, Any]]:
        """The state updates this widget sent since it was made, oldest first."""
        return [
            data["state"]
            for ident, kind, data in self.messages
            if ident == widget.model_id and kind == "comm_msg" and "state" in data
        ]

    def customs(self, widget: Any) -> list[Any]:
        """The custom messages this widget sent, oldest first."""
        return [
            data["content"]
            for ident, kind, data in self.messages
            if ident == widget.model_id and kind == "comm_msg" and data.get("method") == "custom"
        ]

    def closed(self, widget_id: str) -> bool:
        """Whether the model of this id was closed."""
        return any(ident == widget_id and kind == "comm_close" for ident, kind, _ in self.messages)

    def forget(self) -> None:
        """Drop what was recorded so far."""
        self.messages.clear()

    def set(self, widget: Any, **state: Any) -> None:
        """The browser changed these traits."""
        self._deliver(widget, {"method": "update", "state": state, "buffer_paths": []})

    def custom(self, widget: Any, content: Any) -> None:
        """The browser sent a custom message; one of the table says what it was meant for."""
        if widget.has_trait("stop") and isinstance(content, dict):
            content = {"meant": {"stop": widget.stop}, **content}
        if widget.has_trait("listed") and isinstance(content, dict):  # the dice lab
            content = {"question": widget.view["question"], **content}
        told = json.loads(json.dumps(content))
        self._deliver(widget, {"method": "custom", "content": told})

    def click(self, button: Any) -> None:
        """The browser clicked an ipywidgets Button; as there, a disabled one does nothing."""
        if not button.disabled:
            self.custom(button, {"event": "click"})

    def click_point(self, figure: Any, trace: int, point: int) -> None:
        """The browser clicked a point of a plotly FigureWidget."""
        at = figure.data[trace]
        points = {
            "trace_indexes": [trace],
            "point_indexes": [point],
            "xs": [at.x[point]],
            "ys": [at.y[point]],
        }
        event = {"event_type": "plotly_click", "points": points, "device_state": None}
        for table in tables():  # its controls say what a click on its board is meant for
            if table.board.widget is figure:
                meant = {"stop": figure.layout.editrevision}
                self.custom(table.controls, {"kind": "aim", "meant": meant})
        self.set(figure, _js2py_pointsCallback=event)

    def _deliver(self, widget: Any, data: dict[str, Any]) -> None:
        content = {"comm_id": widget.comm.comm_id, "data": data}
        with raising():
            widget.comm.handle_msg({"content": content, "buffers": [], "metadata": {}})
        for table in tables():
            check_in_step(table)


def tables() -> list[Any]:
    """The tables that are open."""
    from bonkbook.widgets.table import Table

    return [one for one in list(_instances.values()) if isinstance(one, Table) and one._parts]


def check_in_step(table: Any) -> None:
    """Every part of a table shows the stop at which its session stands."""
    with table.lock:
        session, shown = table.session, table.timeline.view
        assert (shown["at"], shown["last"]) == (session.at, session.line.last)
        assert table.log_part.view["at"] == session.at
        assert table.controls.view["whole"] == session.whole
        board = table.board.widget
        numbers = {part.stop for part in (*table._parts, board) if part.has_trait("stop")}
        if not board.has_trait("stop"):
            numbers.add(board.layout.editrevision)
        assert numbers == {table.stops.look(session.line, session.visible)}


@contextmanager
def raising() -> Iterator[None]:
    """Raises what a widget's handler raises; ipywidgets itself only logs it."""
    found: list[BaseException] = []

    class Listener(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if record.exc_info and record.exc_info[1]:
                found.append(record.exc_info[1])

    listener, log = Listener(), get_logger()
    log.addHandler(listener)
    try:
        yield
    finally:
        log.removeHandler(listener)
    if found:
        raise found[0]


@contextmanager
def front_end() -> Iterator[FrontEnd]:
    """Plays the front end for every widget made meanwhile; closes them all at the end."""
    import comm
    import ipywidgets
    from comm.base_comm import BaseComm

    ipywidgets.Widget.close_all()       # what was made before, and shown to no front end
    played = FrontEnd()

    class Recorder(BaseComm):
        def publish_msg(self, msg_type: str, data: Any = None, metadata: Any = None,
                        buffers: Any = None, **keys: Any) -> None:
            played.messages.append((self.comm_id, msg_type, data or {}))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(comm, "create_comm", Recorder)
        try:
            yield played
        finally:
            ipywidgets.Widget.close_all()


@pytest.fixture
def front() -> Iterator[FrontEnd]:
    """The front end, played for the length of a test."""
    with front_end() as played:
        yield played


def browser_set(widget: Any, **state: Any) -> None:
    """What the front end does on `model.set(...); model.save_changes()`."""
    FrontEnd().set(widget, **state)


# -- what benchmarks share: a table, printed last, of numbers that were measured side by side

LINES = pytest.StashKey[list[tuple[str, str]]]()


@pytest.fixture
def report(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """A function that adds a line, what and how much, to the table at the end."""
    lines = request.config.stash.setdefault(LINES, [])
    return lambda what, much: lines.append((what, much))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter,
                            config: pytest.Config) -> None:
    """Prints the table."""
    lines = config.stash.get(LINES, [])
    if lines:
        terminalreporter.section("measured side by side, on one core")
        width = max(len(what) for what, _ in lines)
        for what, much in lines:
            terminalreporter.write_line(f"{what:{width}}  {much}")
