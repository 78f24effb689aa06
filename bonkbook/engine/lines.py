"""A position's line of text taken apart: fields between bars, each a name and words."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .errors import PositionError, choose_from

MOST_CHARACTERS = 4000


def fields_of(line: object, known: Iterable[str],
              split: Callable[[str], list[str]] = str.split) -> dict[str, list[str]]:
    """The words of each field of `line`; PositionError for an unknown or repeated one.

    >>> fields_of("turn P1 | dice 5 3", ["turn", "dice"])
    {'turn': ['P1'], 'dice': ['5', '3']}
    """
    if not isinstance(line, str):
        raise TypeError(f"a position is a line of text, not a {type(line).__name__}")
    if len(line) > MOST_CHARACTERS:
        raise PositionError(f"{len(line)} characters are too many for a position")
    names = list(known)
    fields: dict[str, list[str]] = {}
    for part in line.split("|"):
        name, *words = split(part) or [""]
        if not name:
            raise PositionError("an empty field between two |")
        if name in fields:
            raise PositionError(f"{name!r} is given twice")
        try:
            fields[choose_from(name, names, "field")] = words
        except ValueError as error:
            raise PositionError(str(error)) from None
    return fields


def option_value(words: list[str]) -> str | int:
    """What the words of a house rule say: a number where they are one.

    >>> option_value(["12"]), option_value(["at_once"])
    (12, 'at_once')
    """
    text = " ".join(words)
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text
