"""Position lines, written and read: fields between bars, each a list of words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from .errors import PositionError, choose_from, quoted
from .twin import Struct

if TYPE_CHECKING:
    from .ruleset import Ruleset

NUMBERS = ("none", "one", "two", "three", "four", "five")
MOST_CHARACTERS = 4000
# Fields of a state that are not fields of a line, since the line shows them in other ways.
_UNNAMED = ("playing", "turn", "turns", "winner")


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
    if not line.strip():
        raise PositionError("an empty line is not a position")
    names = list(known)
    fields: dict[str, list[str]] = {}
    for part in line.split("|"):
        name, *words = split(part) or [""]
        if not name:
            raise PositionError("a field is empty; a | stands only between two fields")
        if name in fields:
            raise PositionError(f"{quoted(name)} is given twice")
        fields[pick(name, names, "field")] = words
    return fields


def fields_and_options(line: object, fields: Iterable[str], options: Iterable[str],
                       split: Callable[[str], list[str]] = str.split,
                       ) -> tuple[dict[str, list[str]], dict[str, str | int]]:
    """The words of each field of `line`, and the value of each house rule.

    >>> fields_and_options("turn P1 | target 7", ["turn"], ["target"])
    ({'turn': ['P1']}, {'target': 7})
    """
    names = list(options)
    found = fields_of(line, [*fields, *names], split)
    return found, {name: option_value(found.pop(name)) for name in names if name in found}


def field(name: str, words: Sequence[object]) -> list[str]:
    """A list with a field as text; empty if there are no words.

    >>> field("dice", [5, 3]) + field("start", [])
    ['dice 5 3']
    """
    return [" ".join([name, *map(str, words)])] if words else []


def pick(word: str, choices: Iterable[str], what: str) -> str:
    """`word`, if it is one of the choices; PositionError with the nearest one otherwise."""
    try:
        return choose_from(word, choices, what)
    except ValueError as error:
        raise PositionError(str(error)) from None


def seat_of(word: str, names: Sequence[str], playing: Sequence[int]) -> int:
    """The number of the seat called `word`; PositionError if it is not playing."""
    if word not in names or not playing[names.index(word)]:
        here = [name for name, plays in zip(names, playing, strict=True) if plays]
        raise PositionError(f"{quoted(word)} is not playing, only {', '.join(here)}", "SEATS")
    return names.index(word)


def seats_named(fields: Mapping[str, object], names: Sequence[str]) -> list[int]:
    """For each seat 1 if it has a field, else 0; PositionError unless at least two play.

    >>> seats_named({"P1": [], "P3": [], "turn": ["P1"]}, ("P1", "P2", "P3", "P4"))
    [1, 0, 1, 0]
    """
    playing = [int(name in fields) for name in names]
    if sum(playing) < 2:
        raise PositionError(f"a game has two to {NUMBERS[len(names)]} seats; name at least two of "
                            + ", ".join(names), "SEATS")
    return playing


def number(word: str, what: str) -> int:
    """`word` as a number; PositionError, beginning with `what`, if it is not one."""
    if not word.isascii() or not word.isdecimal() or len(word) > 4:
        raise PositionError(f"{what} {quoted(word)} is not a number from 0 to 9999")
    return int(word)


def one_number(fields: Mapping[str, list[str]], name: str, usual: int) -> int:
    """The number in a field, or `usual` if the field is missing."""
    words = fields.get(name, [str(usual)])
    if len(words) != 1:
        raise PositionError(f"{name} takes one number, not {quoted(' '.join(words))}")
    return number(words[0], f"{name}:")


def yes_or_no(fields: Mapping[str, list[str]], name: str, usual: bool = False) -> int:
    """1 if a field is yes, 0 if it is no, or `usual` if the field is missing."""
    word = " ".join(fields.get(name, ["yes" if usual else "no"]))
    if word not in ("yes", "no"):
        raise PositionError(f"{name} is yes or no, not {quoted(word)}")
    return int(word == "yes")


def option_value(words: list[str]) -> str | int:
    """The value of a house rule, as a number if it is one.

    >>> option_value(["12"]), option_value(["at_once"])
    (12, 'at_once')
    """
    text = " ".join(words)
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text


# --- The line of a game that has none of its own ---------------------------------------------

def write(rules: Ruleset, s: Struct) -> str:
    """A state as a line: the numbers of each seat, the turn, and all other fields but zeros."""
    by_seat, plain = _fields_of_state(rules)
    numbers = {name: seat for seat, name in enumerate(rules.seat_names)}
    named = [field(seat, [getattr(s, name)[numbers[seat]] for name in by_seat])
             for seat in rules.playing(s)]
    named += [field("turn", [rules.seat_names[s.turn]])]
    named += [field("winner", [rules.seat_names[s.winner]] if s.winner >= 0 else [])]
    named += [field(name, [getattr(s, name)] if getattr(s, name) else []) for name in plain]
    named += [field(*option) for option in
              ((name, [value]) for name, value in rules.get_options(s, changed_only=True).items())]
    return " | ".join(part for parts in named for part in parts)


def read(rules: Ruleset, line: str) -> Struct:
    """The state for such a line; PositionError if it cannot be read."""
    by_seat, plain = _fields_of_state(rules)
    found, options = fields_and_options(line, [*rules.seat_names, "turn", "winner", *plain],
                                        [option.name for option in rules.options])
    s = rules.fresh(())
    s.playing = seats_named(found, rules.seat_names)
    try:
        rules.set_options(s, options)
    except ValueError as error:
        raise PositionError(str(error)) from None
    rules.rules.new_game(s)
    for place, seat in enumerate(rules.seat_names):
        words = found.get(seat, ["0"] * len(by_seat))
        if len(words) != len(by_seat):
            raise PositionError(f"{seat} takes {len(by_seat)} numbers: {', '.join(by_seat)}")
        for name, word in zip(by_seat, words, strict=True):
            getattr(s, name)[place] = number(word, f"{seat}:")
    for name in plain:
        setattr(s, name, one_number(found, name, 0))
    for name in ("turn", "winner"):
        if name in found:
            setattr(s, name, seat_of(" ".join(found[name]), rules.seat_names, s.playing))
    return s


def _fields_of_state(rules: Ruleset) -> tuple[list[str], list[str]]:
    """The fields of a state in a line: those with a number for each seat, and the others."""
    dtype = rules.rules.STATE
    named = [name for name in dtype.names if name not in _UNNAMED
             and name not in {option.name for option in rules.options}]
    return ([name for name in named if dtype[name].shape],
            [name for name in named if not dtype[name].shape])
