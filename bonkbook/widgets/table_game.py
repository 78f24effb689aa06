"""What the table asks of a game beyond its Ruleset: a class a game.

The defaults, `TableGame()`, are a plain table for a game that says nothing: its board is the
position in words, with the dice, a button for each legal action, the log, the rules and the seats.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ..engine.events import Event
from ..engine.game import Game
from ..engine.position import CHANCE, Position
from ..scene.palette import Look
from ..scene.scene import Scene
from . import messages
from .front import Board
from .position_line import joined, parted

if TYPE_CHECKING:
    from .visible_state import VisibleState

PASS, ASK, ARMED = WATCHES = ("pass", "ask", "armed")  # what a person wants of its interruptions
_MOST_OUTCOMES = 60  # of chance, that are offered in a list

P = TypeVar("P", bound=Position)    # of the game that is shown


@dataclass(frozen=True)
class Interrupt:
    """What a seat may interrupt another one's turn with, and what a person may want of it."""

    name: str  # "Large Lose Card"
    now: str  # the button that does it after all
    label: str  # the same in full, for {} a seat
    wishes: tuple[tuple[str, str], ...]  # those of WATCHES that can be had, each in words
    usual: str  # the one of them that holds at first
    only_after: bool = False  # whether the button is there only where the board has none


class TableGame(Generic[P]):
    """How a game is shown and played on the table; a token is named by (seat, index).

    >>> import bonkbook as bb
    >>> plain, g = TableGame(), bb.new("parcheesi", seats=2, seed=7, first="red").roll(5, 3)
    >>> plain.questions(g)
    [('Actions', [Enter(dice=(5,))])]
    >>> [die["n"] for die in plain.dice(g, g)]
    [5, 3]
    """

    hint = ""  # how to fill in the form of a position
    looks: Mapping[str, Look] = MappingProxyType({})  # how the seats are told apart
    interruption: Interrupt | None = None  # what a seat may interrupt another one's turn with
    hides_cards = False  # whether seats hold cards that others must not see
    keys = "R roll, 1 to 9 actions"  # what the keys do, beside those of the timeline
    previews = False  # whether the board shows where an action leads while it is looked at

    # --- the board ---------------------------------------------------------------------------

    def board(self, picture: Any, clicked: Callable[[dict[str, Any]], None],
              heard: Callable[[Any, Any, Any], None]) -> Board:
        """The widget that draws the pictures, which tells what is clicked on it or asked for."""
        from .board_view import BoardView  # late: plotly is loaded only for a board that needs it

        return BoardView(picture, clicked)

    def picture(self, visible: VisibleState, heat: Mapping[str, tuple[float, str]] | None,
                previewed: Any) -> Any:
        """What the board shows: what the effects did, what can be clicked, what is looked at."""
        return visible.position.scene()

    def static_scene(self, visible: VisibleState) -> Scene:
        """The board as a picture that stands still, for where no widget lives."""
        scene: Scene = self.picture(visible, None, None)
        return scene

    def layers(self, events: Iterable[Event]) -> Mapping[str, Any]:
        """The layers of the scene that show what these effects did."""
        return {}

    def public(self, position: P) -> Position:
        """The position as anybody may see it, who sits at no seat."""
        return position

    # --- what a message of the board stands for ----------------------------------------------

    def previewed(self, visible: VisibleState, content: Mapping[str, Any]) -> Any:
        """What a message says is looked at or picked up: a legal action; None if nothing.

        A message that cannot be read is a ValueError.
        """
        name = messages.text(content, "action")
        return next((action for action in visible.legal() if str(action) == name), None)

    def action_for(self, visible: VisibleState, content: Mapping[str, Any]) -> Any:
        """The action that a message of the board stands for; ValueError says what is missing."""
        return visible.position.ruleset.read_play(messages.text(content, "action"))

    def actions_at(self, position: P, name: str) -> list[Any]:
        """The actions, legal or not, that a click on a card or a space stands for."""
        return []

    def token_actions(self, position: P, seat: str, index: int) -> list[Any]:
        """The legal actions of a token."""
        return []

    # --- words -------------------------------------------------------------------------------

    def display_text(self, text: str) -> str:
        """A sentence of the rules as the table shows it."""
        return text

    def headline(self, position: P) -> str:
        """Who is to do what, in a few words; empty where nothing but rolling or choosing is."""
        return ""

    def action_label(self, position: P, action: Any) -> str:
        """What a legal action would do, for its button."""
        return position.words(action)

    def arranged(self, position: P, actions: list[Any]) -> list[Any]:
        """The legal actions in the order of their buttons: the first nine have keys."""
        return actions

    def has_button(self, action: Any) -> bool:
        """Whether an action has a button among the controls too, not only on the board."""
        return True

    # --- why not -----------------------------------------------------------------------------

    def questions(self, position: P) -> list[tuple[str, list[Any]]]:
        """Every action one may ask about here, in groups with a title."""
        return [("Actions", position.legal())]

    def token_questions(self, position: P, seat: str, index: int) -> list[Any]:
        """Every action one may ask about for one token."""
        return []

    def question_label(self, action: Any) -> str:
        """An action one asks about, in a few words."""
        return str(action)

    # --- chance ------------------------------------------------------------------------------

    def dice(self, game: Game, position: P) -> list[dict[str, Any]]:
        """The dice to show: {"n": 5, "kind": "die" or "bonus", "used": False}."""
        return [{"n": n, "kind": "die", "used": False} for n in game.last_roll]

    def chance(self, position: P) -> dict[str, Any] | None:
        """What chance is to do: {"label", "dice": their names, "outcomes": [[play, words]]}.

        The outcome can be chosen by a number for each die, or from the list; None if a seat is
        to act.
        """
        if position.actor != CHANCE:
            return None
        chances = position.chances()
        outcomes = [[str(outcome), f"{outcome} ({p})"] for outcome, p in chances]
        return {"label": "Roll the dice", "dice": [],
                "outcomes": outcomes if len(outcomes) <= _MOST_OUTCOMES else []}

    def chance_continues(self, position: P) -> bool:
        """Whether chance acts by itself after a person's play, as a card that is drawn comes."""
        return False

    def waits_before_chance(self, position: P) -> bool:
        """Whether people want to look before chance goes on, as at the end of a round."""
        return False

    # --- interrupting another one's turn -----------------------------------------------------

    def interrupt_choices(self, position: P) -> tuple[Any, Any] | None:
        """How the seat asked whether it interrupts says no, and yes; None if none is asked."""
        return None

    def interrupting_seats(self, position: P) -> Collection[str]:
        """The seats that can still interrupt another one's turn."""
        return ()

    def interrupting_seat(self, position: P, name: str) -> str:
        """The seat that a click on a card interrupts for; empty for other cards."""
        return ""

    # --- odds --------------------------------------------------------------------------------

    def odds_words(self, position: P) -> Mapping[str, str]:
        """What the table of chances is called, and its columns: "caption", "when", "whole"."""
        who = f"{position.mover} can do" if position.mover else "can happen"
        rolls = position.actor == CHANCE
        return {"caption": f"What {who}",
                "when": "by the next roll" if rolls else "before rolling again",
                "whole": "in the turn" if rolls else "in the rest of this turn"}

    def odds_tables(self, position: P) -> list[dict[str, Any]]:
        """Tables of this game's own for the odds panel: caption, columns, rows.

        A row is a text for what it is about, then texts, and a `guess_first.Chance` for a chance;
        "ranked" if the rows stand by their chances; "question", with {} for what a row is about,
        if that alone does not say what is to be guessed.
        """
        return []

    # --- setting up --------------------------------------------------------------------------

    def fields(self, position: P) -> list[dict[str, Any]]:
        """The form of a position: {"name", "label", "value", "hint" or "choices"}."""
        return [{"name": name, "label": name.replace("_", " "), "value": value, "hint": ""}
                for name, value in parted(position.position).items()]

    def position_text(self, position: P, filled: Mapping[str, str]) -> str:
        """The position line of a filled form; empty if nothing is filled in."""
        return joined(position, filled, [field["name"] for field in self.fields(position)])

    def complete(self, line: str) -> str:
        """A position line in which what it leaves to chance is drawn."""
        return line


_TABLE_GAMES: dict[str, TableGame[Any]] = {}
_PLAIN: TableGame[Any] = TableGame()


def register(game: str, table_game: TableGame[Any]) -> None:
    """From now on the table shows this game so; without, it has a plain table."""
    _TABLE_GAMES[game] = table_game


def table_game_of(position: Position) -> TableGame[Any]:
    """How the game of a position is shown on the table."""
    return _TABLE_GAMES.get(position.game, _PLAIN)
