"""What a message of the browser was meant for, and what it carries, each value of its type.

A message carries `meant`: the number of the stop that was shown when it was sent (`stop`), and of
the one that was shown when the press began (`began`). They differ for the second click of a double
click and for a key held down: the kernel may have answered the first one already.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..engine.errors import quoted

if TYPE_CHECKING:
    from .session import Line
    from .visible_state import VisibleState

MOST_TEXT = 20_000  # characters
MOST_NUMBERS = 8

PLAY, STOP, GAME, ANY = "play", "stop", "game", "any"

# Where each kind of message is heard; elsewhere it does nothing.
# PLAY: at the stop where the press began: a double click is one press, and so is a key held down.
# STOP: at the stop that was shown, so that quick clicks can step on.
# GAME: in the game where the press began, at whatever stop: autoplay may have moved on meanwhile.
# ANY: everywhere: it plays nothing, or it names by itself what it is about.
MEANT_FOR = {
    "roll": PLAY, "act": PLAY, "meant": PLAY, "interrupt": PLAY, "uncover": PLAY,
    "pawn": PLAY, "spot": PLAY,  # clicks on the board
    "undo": STOP, "redo": STOP, "step": STOP,
    "tick": STOP, "timeout": STOP,  # from a clock; every view of the table has its own
    "show_chance": STOP,  # "all" of them: those of this position
    "go": GAME,
    "example": GAME, "setup": GAME, "options": GAME, "new": GAME, "load": GAME,
    "auto": ANY,  # above all to pause
    "watch": ANY, "hands": ANY, "patience": ANY, "player": ANY, "pace": ANY, "heat": ANY,
    "guess_first": ANY,
    "aim": ANY, "look": ANY, "why": ANY, "open": ANY, "rule": ANY, "refill": ANY, "advice": ANY,
    "ask_chance": ANY, "guess_chance": ANY,  # the name of a chance tells its position
    "save": ANY, "download": ANY,
    "hello": ANY, "width": ANY,
}


class Stops:
    """Numbers what the table shows: another position, or another viewer, has another number."""

    def __init__(self) -> None:
        self.now = 0
        self.since = 0  # the first one of the game on the table
        self._shown: tuple[Line, int, str, str] | None = None

    def look(self, line: Line, visible: VisibleState) -> int:
        """The number of what can be shown now."""
        shown = (line, visible.at, visible.viewer, visible.cover)
        if shown != self._shown:
            self.now += 1
            if self._shown is None or line.games[0] is not self._shown[0].games[0]:
                self.since = self.now
            self._shown = shown
        return self.now

    def is_past(self, content: Any) -> bool:
        """Whether a message was meant for what is not on the table any more."""
        scope = MEANT_FOR.get(kind_of(content), ANY)
        try:
            stop, began = meant(content)
        except ValueError:  # said where it is read
            return False
        if scope == GAME:
            return not self.since <= began <= self.now
        return scope != ANY and (stop != self.now or (scope == PLAY and began != self.now))


def kind_of(content: Any) -> str:
    """The kind of a message; empty if it has none."""
    kind = content.get("kind") if isinstance(content, dict) else None
    return kind if isinstance(kind, str) else ""


def checked(content: Any) -> Mapping[str, Any]:
    """The message itself, if the table knows its kind and it says what it is meant for."""
    kind = kind_of(content)
    if kind not in MEANT_FOR:
        raise ValueError(f"the table does not know the message {quoted(kind)}" if kind
                         else "a message has a kind, such as 'roll'")
    if MEANT_FOR[kind] != ANY:
        meant(content)
    message: Mapping[str, Any] = content
    return message


def meant(content: Any) -> tuple[int, int]:
    """The stop that a message was meant for, and the one at which the press began."""
    told = content.get("meant") if isinstance(content, dict) else None
    if not isinstance(told, dict):
        raise ValueError("meant: the stop that the message was meant for is expected")
    stop = whole(told, "stop")
    return stop, whole(told, "began") if "began" in told else stop


# --- values --------------------------------------------------------------------------------------

def text(content: Mapping[str, Any], name: str) -> str:
    """A text, of a sane length."""
    value = content.get(name)
    if not isinstance(value, str):
        raise ValueError(f"{name}: a text is expected")
    if len(value) > MOST_TEXT:
        raise ValueError(f"{name}: at most {MOST_TEXT:,} characters can be read")
    return value


def whole(content: Mapping[str, Any], name: str) -> int:
    """A whole number."""
    value: Any = content.get(name)
    if not _is_whole(value):
        raise ValueError(f"{name}: a whole number is expected")
    return int(value)


def flag(content: Mapping[str, Any], name: str, left_out: bool | None = None) -> bool:
    """Yes or no; `left_out` if it may be left out and is."""
    value = content.get(name, left_out)
    if not isinstance(value, bool):
        raise ValueError(f"{name}: true or false is expected")
    return value


def numbers(content: Mapping[str, Any], name: str) -> list[int]:
    """A few whole numbers; none if they are left out."""
    values = content.get(name, [])
    if not isinstance(values, list) or len(values) > MOST_NUMBERS or not all(
            map(_is_whole, values)):
        raise ValueError(f"{name}: at most {MOST_NUMBERS} whole numbers are expected")
    return values


def texts(content: Mapping[str, Any], name: str) -> list[str]:
    """A list of texts; empty if it is left out."""
    values = content.get(name, [])
    if not isinstance(values, list) or not all(isinstance(one, str) for one in values):
        raise ValueError(f"{name}: a list of texts is expected")
    return values


def fields(content: Mapping[str, Any], name: str) -> dict[str, str]:
    """What a form is filled in with, each field as text; empty if it is left out."""
    values = content.get(name, {})
    if not isinstance(values, dict):
        raise ValueError(f"{name}: a text for each field is expected")
    return {str(key): str(value) if _is_whole(value) else text(values, key)
            for key, value in values.items()}


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)

