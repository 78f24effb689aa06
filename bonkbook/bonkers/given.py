"""The fields of a position line from the arguments of `position`: lists, strings, or values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..engine.errors import PositionError
from ..whole import is_whole
from .actions import check_card
from .positions import SEAT_NAMES, split

_PLAYERS = range(2, len(SEAT_NAMES) + 1)


def seated(tokens: object) -> dict[str, list[str]]:
    """The space of each seat's token, by the seat's name; PositionError unless there are 2 to 4.

    >>> seated((20, 0)) == seated("20, 0") == {"P1": ["20"], "P2": ["0"]}
    True
    """
    if isinstance(tokens, str) and "|" in tokens:
        raise PositionError("this function takes separate fields, such as tokens=(20, 0); "
                            "bonkbook.position(\"bonkers\", line) reads a whole line")
    spaces = listed(tokens)
    if len(spaces) not in _PLAYERS:
        raise PositionError("a game has two to four seats, so tokens are two to four spaces, not "
                            f"{len(spaces)}", "SEATS")
    return {seat: [str(space)] for seat, space in zip(SEAT_NAMES, spaces, strict=False)}


def listed(value: object) -> list[Any]:
    """A list of values, from a list, a single value, or the words of a string.

    >>> listed("3 1"), listed((3, 1)), listed(3), listed(None)
    (['3', '1'], [3, 1], [3], [])
    """
    if value is None:
        return []
    if isinstance(value, str):
        return list(split(value))
    return list(value) if isinstance(value, Iterable) else [value]


def one_each(name: str, value: object, seats: Sequence[str], usual: Any) -> list[Any]:
    """The value of each seat, `usual` if none is given; PositionError for a wrong number."""
    values = value if isinstance(value, Sequence) and not isinstance(value, str) else listed(value)
    if values and len(values) != len(seats):
        raise PositionError(f"{name} needs a value for each of {', '.join(seats)}, not "
                            f"{len(values)}")
    return list(values) or [usual] * len(seats)


def hand(cards: object) -> list[str]:
    """The cards of a hand, in their standard spelling."""
    return [card(one) for one in listed(cards)]


def laid(cards: object) -> list[str]:
    """The cards on the board as words such as "24:-3"."""
    if isinstance(cards, Mapping):
        return [f"{space}:{card(one)}" for space, one in cards.items()]
    words = listed(cards)
    if all(isinstance(word, str) for word in words):
        return words
    raise PositionError("cards are written as spaces with their cards, such as {24: \"-3\"}")


def card(name: object) -> str:
    """A card in its standard spelling; PositionError if it is not a card."""
    try:
        return check_card(name)
    except ValueError as error:
        raise PositionError(str(error)) from None


def holders(value: object, seats: Sequence[str]) -> list[str]:
    """The seats that still have the Large Lose Card: a truth value for each, or their names.

    >>> holders((False, True), ["P1", "P2"]), holders("p2", ["P1", "P2"])
    (['P2'], ['P2'])
    """
    if isinstance(value, bool):
        return list(seats) if value else []
    given = listed(value)
    if all(isinstance(one, str) for one in given):
        return [seat(one) for one in given]
    each = one_each("lose_cards", given, seats, 0)
    return [name for name, holds in zip(seats, each, strict=True) if holds]


def truth(value: object) -> list[str]:
    """A truth value, possibly a string, as the word of a field; no word for None.

    >>> truth(True), truth("no"), truth(None)
    (['yes'], ['no'], [])
    """
    if value is None:
        return []
    return listed(value) if isinstance(value, str) else ["yes" if value else "no"]


def seat(value: object) -> str:
    """The name of a seat given by its place or its name."""
    if is_whole(value) and value in range(len(SEAT_NAMES)):
        return SEAT_NAMES[value]
    return " ".join(split(str(value)))
