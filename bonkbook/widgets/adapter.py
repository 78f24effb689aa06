"""What the table asks of a game beyond its Ruleset: a module `<game>_table` beside this one."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Collection, Iterable, Mapping
from typing import Any, Protocol

from ..engine.events import Event
from ..engine.game import Game
from ..engine.position import Position


class Adapter(Protocol):
    """The functions of such a module. A token is named by (seat, index), as in a Scene."""

    HINT: str  # how to fill in the form of a position

    def __hash__(self) -> int:
        """A module is hashed by its identity."""

    def layers(self, events: Iterable[Event]) -> Mapping[str, Any]:
        """The layers of the scene that show what these effects did."""

    def clickable(self, position: Position) -> Collection[tuple[str, int]]:
        """The tokens that have a legal action."""

    def actions_of(self, position: Position, seat: str, index: int) -> list[Any]:
        """The legal actions of a token."""

    def questions(self, position: Position) -> list[tuple[str, list[Any]]]:
        """Every action one may ask about here, in groups with a title."""

    def questions_of(self, position: Position, seat: str, index: int) -> list[Any]:
        """Every action one may ask about for one token."""

    def asked(self, action: Any) -> str:
        """An action one asks about, in a few words."""

    def dice(self, game: Game, position: Position) -> list[dict[str, Any]]:
        """The dice to show: {"n": 5, "kind": "die" or "bonus", "used": False}."""

    def chance(self, position: Position) -> list[str]:
        """The names of the dice that can be chosen here."""

    def fields(self, position: Position) -> list[dict[str, Any]]:
        """The form of a position: {"name", "label", "value", "hint" or "choices"}."""

    def line(self, position: Position, filled: Mapping[str, str]) -> str:
        """The position line of a filled form; empty if nothing is filled in."""


def adapter_of(game: Game) -> Adapter:
    """The module that knows how the game is shown; ValueError if its table is not there."""
    name = f"{__package__}.{game.game}_table"
    if importlib.util.find_spec(name) is None:
        raise ValueError(f"there is no table for {game.ruleset.title} yet")
    module: Adapter = importlib.import_module(name)
    return module
