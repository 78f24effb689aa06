"""What the table asks of a game beyond its Ruleset: a module `<game>_table` beside this one."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol

from ..engine.events import Event
from ..engine.game import Game
from ..engine.position import Position
from ..scene.palette import Look
from ..scene.scene import Scene

if TYPE_CHECKING:
    from .sight import Sight

PASS, ASK, ARMED = WATCHES = ("pass", "ask", "armed")  # what a person wants of its interruptions


@dataclass(frozen=True)
class Interrupt:
    """What a seat may interrupt another one's turn with, and what a person may want of it."""

    name: str  # "Large Lose Card"
    now: str  # the button that does it after all
    label: str  # the same in full, for {} a seat
    wishes: tuple[tuple[str, str], ...]  # those of WATCHES that can be had, each in words
    usual: str  # the one of them that holds at first
    only_after: bool = False  # whether the button is there only where the board has none


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
        """Shows another picture, as the adapter makes it, of a stop; only what differs is sent."""

    def resize(self, width: int) -> None:
        """Makes the board as wide as there is room, where it does not do so by itself."""


class Adapter(Protocol):
    """The functions of such a module. A token is named by (seat, index), as in a Scene."""

    BOARD: str  # the module beside this one whose `board(picture, ...)` makes the Board
    HINT: str  # how to fill in the form of a position
    LOOKS: Mapping[str, Look]  # how the seats are told apart
    INTERRUPT: Interrupt | None  # what a seat may interrupt another one's turn with
    HIDES: bool  # whether seats hold cards that others must not see
    KEYS: str  # what the keys do, beside those of the timeline
    PREVIEWS: bool  # whether the board shows where an action leads while it is looked at

    def __hash__(self) -> int:
        """A module is hashed by its identity."""

    def layers(self, events: Iterable[Event]) -> Mapping[str, Any]:
        """The layers of the scene that show what these effects did."""

    def picture(self, sight: Sight, heat: Mapping[str, tuple[float, str]] | None,
                looked: Any) -> Any:  # fmt: skip
        """What the Board shows: what the effects did, what can be clicked, what is looked at."""

    def looked_at(self, sight: Sight, content: Mapping[str, Any]) -> Any:
        """What a message of the browser says is looked at or picked up; None if nothing.

        A message that cannot be read is a ValueError.
        """

    def meant(self, sight: Sight, content: Mapping[str, Any]) -> Any:
        """The action that a message of the board stands for; ValueError says what is missing."""

    def still(self, sight: Sight) -> Scene:
        """The board as a picture that stands still, for where no widget lives."""

    def public(self, position: Position) -> Position:
        """The position as anybody may see it, who sits at no seat."""

    def goes_on(self, position: Position) -> bool:
        """Whether chance acts by itself after a person's play, as a card that is drawn comes."""

    def pauses(self, position: Position) -> bool:
        """Whether people want to look before chance goes on, as at the end of a round."""

    def told(self, text: str) -> str:
        """A sentence of the rules as the table shows it."""

    def arranged(self, position: Position, actions: list[Any]) -> list[Any]:
        """The legal actions in the order of their buttons: the first nine have keys."""

    def listed(self, action: Any) -> bool:
        """Whether an action has a button among the controls too, not only on the board."""

    def headline(self, position: Position) -> str:
        """Who is to do what, in a few words; empty where nothing but rolling or choosing is."""

    def words(self, position: Position, action: Any) -> str:
        """What a legal action would do, for its button."""

    def pointed_at(self, position: Position, name: str) -> list[Any]:
        """The actions, legal or not, that a click on a card or a space stands for."""

    def interrupter(self, name: str) -> str:
        """The seat that a click on a card interrupts for; empty for other cards."""

    def holders(self, position: Position) -> Collection[str]:
        """The seats that can still interrupt another one's turn."""

    def passing(self, position: Position) -> tuple[Any, Any] | None:
        """How the seat asked whether it interrupts says no, and yes; None if none is asked."""

    def odds_words(self, position: Position) -> Mapping[str, str]:
        """What the table of chances is called, and its columns: "caption", "when", "whole"."""

    def odds_tables(self, position: Position) -> list[dict[str, Any]]:
        """Tables of this game's own for the odds panel: caption, columns, rows.

        A row is a text for what it is about, then texts, and a `guess_first.Chance` for a chance;
        "ranked" if the rows stand by their chances; "question", with {} for what a row is about,
        if that alone does not say what is to be guessed.
        """

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

    def chance(self, position: Position) -> dict[str, Any] | None:
        """What chance is to do: {"label", "dice": their names, "outcomes": [[play, words]]}.

        The outcome can be chosen by a number for each die, or from the list; None if a seat is
        to act.
        """

    def fields(self, position: Position) -> list[dict[str, Any]]:
        """The form of a position: {"name", "label", "value", "hint" or "choices"}."""

    def complete(self, line: str) -> str:
        """A position line in which what it leaves to chance is drawn."""

    def line(self, position: Position, filled: Mapping[str, str]) -> str:
        """The position line of a filled form; empty if nothing is filled in."""


def adapter_of(game: Position) -> Adapter:
    """The module that knows how the game is shown; ValueError if its table is not there."""
    adapter = _found(game.game)
    if adapter is None:
        raise ValueError(f"there is no table for {game.ruleset.title} yet")
    return adapter


@lru_cache(maxsize=8)
def _found(game: str) -> Adapter | None:
    name = f"{__package__}.{game}_table"
    if importlib.util.find_spec(name) is None:
        return None
    module: Adapter = importlib.import_module(name)
    return module
