"""The board of the table for cards: a CardView, and what its messages mean to the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .card_view import CardView, ErrorView, TableView
from .front import Problem

_MEANT = frozenset(("draw", "drop", "reveal", "bonk", "pass"))  # each stands for an action


class CardBoard:
    """A table of cards; `heard(part, content, buffers)` is told what a message asks for."""

    def __init__(self, picture: TableView, heard: Callable[[Any, Any, Any], None]) -> None:
        self._heard = heard
        self._selected: Mapping[str, Any] = {}
        self.widget = CardView()
        self.widget.on_msg(self._hear)
        self.show(picture)

    def words(self, picture: TableView) -> str:
        """Nothing: every card has its name."""
        return ""

    def show(self, picture: TableView, problem: Problem | None = None, stop: int = 0) -> None:
        """Shows another table, and what went wrong with what was wanted on it."""
        if problem and problem.text:
            error: ErrorView = {"text": problem.text, "rule": problem.rule,
                                "rule_title": problem.title}
            picture = {**picture, "error": error}
        self.widget.show(picture, stop)

    def resize(self, width: int) -> None:
        """Nothing: it takes the room there is."""

    def _hear(self, part: Any, content: Any, buffers: Any) -> None:
        meaning = self._meaning(content) if isinstance(content, dict) else content
        self._heard(part, meaning, buffers)

    def _meaning(self, content: Mapping[str, Any]) -> Mapping[str, Any]:
        """The message as the table understands it."""
        kind = content.get("kind")
        if kind == "selected":
            self._selected = content
        if kind == "selected" or kind == "ways":
            looked = {**self._selected, "kind": "look", "ways": kind == "ways"}
            return looked | {"meant": content.get("meant")}
        if kind == "pass" and content.get("timeout", False) is not False:
            return {**content, "kind": "timeout"}
        if isinstance(kind, str) and kind in _MEANT:
            return {**content, "kind": "meant", "of": kind}
        return {**content, "kind": "uncover"} if kind == "show" else content
