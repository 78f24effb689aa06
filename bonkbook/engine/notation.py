"""Games as JSON: saved as a list of plays, and read back to be replayed (`game.load`)."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import SaveError, quoted
from .files import checked, read_text, write_text
from .ruleset import games

if TYPE_CHECKING:
    from .game import Game

FORMAT, VERSION = "bonkbook game", 1
MOST_BYTES = 4_000_000
MOST_PLAYS = 100_000


def dump(game: Game) -> str:
    """The whole game as JSON: its start, seed, plays, and present position.

    SaveError in the middle of a play, and for a game that is too long for `load`.
    """
    if game.idle:
        raise SaveError(game.idle.text)
    plays = [str(play) for play in game.plays]
    text = json.dumps({
        "format": FORMAT, "version": VERSION, "game": game.game, "seed": game.seed,
        "start": game.history[0].position, "plays": plays, "position": game.position}, indent=1)
    if len(plays) > MOST_PLAYS or len(text) > MOST_BYTES:
        raise SaveError(f"{len(plays):,} plays, {len(text):,} bytes; a saved game has at most "
                        f"{MOST_PLAYS:,} plays and {MOST_BYTES:,} bytes. Save its .position as a "
                        "line of text instead")
    return text


def save(game: Game, path: str | Path) -> None:
    """Writes the whole game to a file, completely or not at all, and only over a saved game.

    Raises SaveError if another file has that name, OSError if it cannot be written.
    """
    text, file = dump(game), checked(path)
    if os.path.lexists(file) and not _is_save(file):
        raise SaveError(f"{file.name} already exists and is not a saved game; choose another name")
    write_text(file, text)


def _is_save(file: Path) -> bool:
    """Whether a file is a saved game, even one that cannot be replayed."""
    if not file.exists():    # a link to a missing file
        return True
    try:
        data = _parsed(read_text(file, MOST_BYTES))
    except ValueError:
        return False
    return isinstance(data, dict) and data.get("format") == FORMAT


def read(path: str | Path) -> dict[str, Any]:
    """The fields of the saved game at `path`, as for `parse`; OSError if it cannot be opened."""
    try:
        text = read_text(path, MOST_BYTES)
    except ValueError as error:
        raise SaveError(str(error)) from None
    return parse(text)


def parse(text: str) -> dict[str, Any]:
    """The fields of a saved game, with their types checked; SaveError if it is not one."""
    if len(text) > MOST_BYTES:
        raise SaveError(f"{len(text)} characters; a saved game has at most {MOST_BYTES}")
    return _checked(_parsed(text))


def _parsed(text: str) -> Any:
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise SaveError(f"{place} is not JSON: {error.msg}") from None
    except RecursionError:
        raise SaveError("nested too deeply for a saved game") from None
    except ValueError as error:
        raise SaveError(str(error)) from None


def _refuse_constant(name: str) -> Any:
    raise SaveError(f"{name} is not allowed as a number in a saved game")


def _checked(data: Any) -> dict[str, Any]:
    """`data`, if it has the fields of a saved game with the right types."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise SaveError(f'not a saved game: "format" is not {FORMAT!r}')
    if type(data.get("version")) is not int or data["version"] != VERSION:
        raise SaveError(f'"version": {quoted(data.get("version"))}; this bonkbook reads {VERSION}')
    kinds = {"game": str, "seed": int, "start": str, "plays": list, "position": str}
    for name, kind in kinds.items():
        if not isinstance(data.get(name), kind) or isinstance(data.get(name), bool):
            found = type(data[name]).__name__ if name in data else "missing"
            raise SaveError(f'"{name}": {found}, expected {kind.__name__}')
    if data["game"] not in games():
        raise SaveError(f'"game": {quoted(data["game"])}, expected one of {", ".join(games())}')
    if data["seed"] < 0:
        raise SaveError(f'"seed": {quoted(data["seed"])}, expected a number from 0 up')
    if len(data["plays"]) > MOST_PLAYS:
        raise SaveError(f'"plays": {len(data["plays"])}; at most {MOST_PLAYS}')
    for number, line in enumerate(data["plays"], 1):
        if not isinstance(line, str):
            raise SaveError(f"play {number}: {type(line).__name__}, expected text")
    unknown = set(data) - set(kinds) - {"format", "version"}
    if unknown:
        raise SaveError(f"unknown fields: {', '.join(sorted(unknown))}")
    return data
