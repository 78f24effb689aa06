"""The panels that change something, without any widget: what they show, and the games they make."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..engine.errors import PositionError, SaveError, quoted
from ..engine.game import Game, checked_seed, new, position
from ..engine.notation import MOST_BYTES
from ..engine.position import Position
from ..engine.ruleset import Option
from . import messages
from .position_line import parted
from .rule_book_panel import spaced
from .table_game import TableGame

_OWN = "own"  # the choice of a house rule that stands for any text


def setup_body(position: Position, table_game: TableGame[Any]) -> dict[str, Any]:
    """The form that sets up a position, filled in from the one on the table."""
    return {"hint": table_game.hint, "fields": table_game.fields(position),
            "line": position.position}


def set_up(game: Game, shown: Position, table_game: TableGame[Any],
           content: Mapping[str, Any]) -> Game:
    """The game at the position that a form or a line describes; PositionError if it cannot be.

    `shown` is the position as it may be seen: what is told of it is made from that.
    """
    if "line" in content:
        line = " ".join(messages.text(content, "line").split())
    else:
        line = table_game.position_text(game, messages.fields(content, "fields"))
    if not line:
        raise PositionError(f"the form is empty; a position looks like: {shown.position}")
    return position(game.game, table_game.complete(line), game.seed)


def options_body(game: Game) -> dict[str, Any]:
    """Every house rule with its words, its choices, and how it is set."""
    return {"options": [_option(option, game.options[option.name]) for option in
                        game.ruleset.options]}


def _option(option: Option, value: object) -> dict[str, Any]:
    return {
        "name": option.name,
        "title": spaced(option.name).capitalize(),
        "words": option.words,
        "choices": [] if _OWN in option.choices
        else [[choice, spaced(choice)] for choice in option.choices],
        "number": not option.choices,
        "value": value,
        "usual": option.decode(option.default),
        "least": option.least,
    }


def with_options(game: Game, filled: Mapping[str, Any], usual: bool = False) -> Game:
    """The position of `game` under other house rules; ValueError for one that cannot be."""
    # By the line of text: a deck or a layout changes what the cards on the board are.
    rules = game.ruleset
    state = rules.fresh(game.seats)
    rules.set_options(state, {} if usual else _options(game, filled))
    changed = {name: str(value) for name, value in rules.get_options(state, True).items()}
    known = {option.name for option in rules.options}
    kept = {name: words for name, words in parted(game.position).items() if name not in known}
    line = " | ".join(f"{name} {words}" for name, words in (kept | changed).items())
    try:
        return Game(rules, rules.read(line), game.seed)
    except PositionError as error:
        raise PositionError(f"this house rule does not fit this position ({error.text}); start a "
                            "new game", error.rule) from None


def new_with_options(game: Game, filled: Mapping[str, Any]) -> Game:
    """A new game of the same seats under the house rules of a form."""
    options: dict[str, Any] = _options(game, filled)
    return new(game.game, game.seats, **options)


def _options(game: Game, filled: Mapping[str, Any]) -> dict[str, object]:
    """The values of a form: numbers where the house rule is one."""
    numbers = {option.name for option in game.ruleset.options if not option.choices}
    values: dict[str, object] = {}
    for name, value in filled.items():
        values[name] = _whole(name, value) if name in numbers else value
    return values


def _whole(name: str, text: object) -> int:
    try:
        return int(str(text).strip())
    except ValueError:
        raise ValueError(f"{spaced(name)} is a whole number, not {quoted(str(text))}") from None


def new_game(game: Game, filled: Mapping[str, Any]) -> Game:
    """The new game that a form asks for: so many seats, a seed or none."""
    seats = _whole("seats", filled.get("seats", len(game.seats)))
    text = str(filled.get("seed", "")).strip()
    seed = checked_seed(_whole("seed", text)) if text else None
    options: dict[str, Any] = dict(game.options)
    return new(game.game, game.seats if seats == len(game.seats) else seats, seed, **options)


def file_body(game: Game, shown: Position, path: str) -> dict[str, Any]:
    """What the panel of files shows; the position as it may be seen."""
    plays, hidden = len(game.plays), shown is not game
    seed = "" if hidden else f"seed {game.seed}, "  # it tells what everybody holds
    about = (f"{game.ruleset.title}, {len(game.seats)} seats, {seed}"
             f"{plays} play{'' if plays == 1 else 's'}. A saved game replays exactly.")
    if hidden:
        about += " The file reveals the hands of all seats."
    return {
        "about": about,
        "position": shown.position,
        "path": path,
        "seats": [[n, f"{n} seats"] for n in range(2, len(game.ruleset.seat_names) + 1)],
        "seated": len(game.seats),
        "most": MOST_BYTES,
    }


def checked_path(path: str) -> Path:
    """The file at `path`, which may begin with ~ for the user's folder."""
    if not path:
        raise ValueError("give the name of a file, such as game.json")
    try:
        return Path(path).expanduser()
    except RuntimeError:
        raise ValueError(f"{Path(path).parts[0]:.40} is not the folder of a user") from None


def uploaded(content: Mapping[str, Any]) -> str:
    """The text of an uploaded file; SaveError if it is too long, or none."""
    text, name = content.get("text"), str(content.get("name", "the file"))[:80]
    if not isinstance(text, str):
        size = messages.whole(content, "size")
        raise SaveError(f"{name}: {size} bytes; a saved game has at most {MOST_BYTES}")
    return text
