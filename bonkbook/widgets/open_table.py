"""What a game answers the table whose board lies open to all: a plotly board, nothing hidden."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..engine.position import CHANCE, Position
from ..scene.scene import Scene
from . import messages
from .sight import Sight

BOARD = "board_view"
HIDES = False
KEYS = "R roll, 1 to 9 actions"


def looked_at(sight: Sight, content: Mapping[str, Any]) -> Any:
    """The legal action that is under the mouse or has the focus."""
    name = messages.text(content, "action")
    return next((action for action in sight.legal() if str(action) == name), None)


def meant(sight: Sight, content: Mapping[str, Any]) -> Any:
    """The action that is named."""
    return sight.position.ruleset.read_play(messages.text(content, "action"))


def still(sight: Sight) -> Scene:
    """The same picture as the board's."""
    scene: Scene = sight.adapter.picture(sight, None, None)
    return scene


def public(position: Position) -> Position:
    """The position itself: everybody sees all of it."""
    return position


def goes_on(position: Position) -> bool:
    """Never: a person rolls the dice."""
    return False


def pauses(position: Position) -> bool:
    """Nowhere."""
    return False


def told(text: str) -> str:
    """The sentence itself."""
    return text


def complete(line: str) -> str:
    """The line itself: nothing is left to chance."""
    return line


def odds_words(position: Position) -> dict[str, str]:
    """What the mover can make happen by the next roll, and in the turn."""
    who, rolls = f"{position.mover} can make" if position.mover else "can", position.actor == CHANCE
    return {"caption": f"What {who} happen",
            "when": "by the next roll" if rolls else "before another roll",
            "whole": "in the turn" if rolls else "in the rest of the turn"}  # fmt: skip


def arranged(position: Position, actions: list[Any]) -> list[Any]:
    """In the order of the rules."""
    return actions


def listed(action: Any) -> bool:
    """Every action has a button."""
    return True
