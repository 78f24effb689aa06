"""The board of the table for cards: a CardView, and what its messages mean to the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .adapter import Problem
from .card_view import CardView, ErrorView, TableView

_MEANT = frozenset(("draw", "drop", "reveal", "bonk"))  # they stand for an action of the game


def board(picture: TableView, picked: Any, pointed: Any,
          heard: Callable[[Any, Any, Any], None]) -> CardBoard:  # fmt: skip
    """A board that shows a TableView; see `CardBoard`."""
    return CardBoard(picture, heard)


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

    def show(self, picture: TableView, problem: Problem | None = None) -> None:
        """Shows another table, and what went wrong with what was wanted on it."""
        if problem and problem.text:
            error: ErrorView = {"text": problem.text, "rule": problem.rule,
                                "rule_title": problem.title}  # fmt: skip
            picture = {**picture, "error": error}
        self.widget.show(picture)

    def resize(self, width: int) -> None:
        """Nothing: it takes the room there is."""

    def _hear(self, part: Any, content: Any, buffers: Any) -> None:
        if isinstance(content, dict):
            self._heard(part, self._meaning(content), buffers)

    def _meaning(self, content: Mapping[str, Any]) -> Mapping[str, Any]:
        """The message as the table understands it."""
        kind = content.get("kind")
        if kind == "selected":
            self._selected = content
        if kind == "selected" or kind == "ways":
            return {**self._selected, "kind": "look", "ways": kind == "ways"}
        if kind == "pass" and content.get("timeout"):
            return {"kind": "timeout", "at": stop_of(content)}
        if kind in _MEANT or kind == "pass":
            return {**content, "kind": "meant", "of": kind}
        return {"kind": "uncover"} if kind == "show" else content


def stop_of(content: Mapping[str, Any]) -> int:
    """The stop of the claim that a message answers, -1 if it names none."""
    number = str(content.get("id")).split("-")[0]
    return int(number) if number.isdecimal() else -1
