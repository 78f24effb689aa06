"""Boards and decks as data: reading, checking, and writing into a state.

A layout has the number of spaces on the ring and the special spaces; a deck has the number of each
card. Each is a built-in name, a mapping, or the Path of a TOML or JSON file. A string never names a
file, since position lines, saves and forms can come from other people. In a position line they are
written in full, as `size 55; start 0; score 0 17 36; ..` and `EX 2; +1 3; ..`.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..engine.errors import choose_from, quoted
from ..engine.files import read_text
from ..engine.twin import Struct
from .actions import SPECIAL, card_words, check_card
from .kernel import state

DATA = Path(__file__).parent / "data"
LAYOUTS = ("standard",)
DECKS = ("standard", "directional")
OWN = "own"                # the value of the house rule for a layout or deck of the user's own
_CODES = {"NS": state.NEAREST, "GS": state.TO_START, "RA": state.AGAIN, "EX": state.EXCHANGE}
_MOST_BYTES = 20_000


@dataclass(frozen=True)
class Layout:
    """A board: a ring of `size` spaces with special spaces."""

    size: int
    start: int
    score: tuple[int, ...]
    lose: int
    go_to_lose: tuple[int, ...]
    printed: tuple[tuple[int, int], ...]      # (space, spaces moved, signed)

    def __str__(self) -> str:
        parts = [f"size {self.size}", f"start {self.start}", _listed("score", self.score),
                 f"lose {self.lose}", _listed("go_to_lose", self.go_to_lose),
                 _listed("printed", (f"{space}:{move:+d}" for space, move in self.printed))]
        return "; ".join(part for part in parts if part)

    @property
    def track(self) -> int:
        """The number of spaces with room for a card."""
        return self.size - len(self.score) - 1 - len(self.go_to_lose) - len(self.printed)


@dataclass(frozen=True)
class Deck:
    """The cards as (name, count) in a fixed order, special cards first."""

    counts: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        return "; ".join(f"{card} {count}" for card, count in self.counts)

    @property
    def size(self) -> int:
        """The number of all cards."""
        return sum(count for _, count in self.counts)


def _listed(name: str, words: Iterable[object]) -> str:
    text = " ".join(map(str, words))
    return f"{name} {text}" if text else ""


# --- Reading ---------------------------------------------------------------------------

def layout(value: object) -> Layout:
    """The layout for a name, a Path, a mapping or a line of text; ValueError if it is wrong.

    >>> layout("standard").score, layout("standard").track
    ((0, 17, 36), 48)
    """
    if isinstance(value, Layout):
        return value
    if isinstance(value, str) and value in LAYOUTS:
        return _standard_layout(value)
    return _checked_layout(_data(value, "layout"))


def deck(value: object) -> Deck:
    """The deck for a name, a Path, a mapping or a line of text; ValueError if it is wrong.

    >>> deck("standard").size, str(deck({"EX": 1, "+2": 3}))
    (40, 'EX 1; +2 3')
    """
    if isinstance(value, Deck):
        return value
    if isinstance(value, str) and value in DECKS:
        return _standard_deck(value)
    return _checked_deck(_data(value, "deck"))


@lru_cache
def _standard_layout(name: str) -> Layout:
    return _checked_layout(_file(DATA / f"{name}_layout.toml", "layout"))


@lru_cache
def _standard_deck(name: str) -> Deck:
    return _checked_deck(_file(DATA / f"{name}_deck.toml", "deck"))


def _data(value: object, what: str) -> Mapping[str, Any]:
    if isinstance(value, Mapping):
        return value
    if isinstance(value, Path):
        return _file(value, what)
    names, line = (LAYOUTS, "size 55; start 0; ...") if what == "layout" else (
        DECKS, "EX 2; +3 10; ...")
    if isinstance(value, str) and (";" in value or len(value.split()) == 2):
        return _line(value)
    if isinstance(value, str) and value.endswith((".toml", ".json")):
        raise ValueError(f"a string cannot name the file of a {what}; in Python use "
                         "pathlib.Path(...)")
    if isinstance(value, str) and value != OWN:
        choose_from(value, names, what)      # raises: no such name
    raise ValueError(f"a {what} is a name ({', '.join(names)}), a line such as {line!r}, a "
                     f"mapping, or the Path of a .toml or .json file, not {quoted(value)}")


def _file(path: Path, what: str) -> Mapping[str, Any]:
    """The names and values in a file; an error gives the place in it, but no contents."""
    try:
        text = read_text(path, _MOST_BYTES)
    except OSError as error:
        raise ValueError(f"{path.name}: {error.strerror or error}") from None
    kind, parse = ("JSON", json.loads) if path.suffix == ".json" else ("TOML", tomllib.loads)
    try:
        found = parse(text)
    except (ValueError, RecursionError) as error:
        place = re.search(r"line \d+,? column \d+", str(error))
        raise ValueError(f"{path.name}: not {kind}{f', {place[0]}' if place else ''}") from None
    if not isinstance(found, Mapping):
        raise ValueError(f"{path.name}: not a table of names and values")
    for number, (name, value) in enumerate(found.items(), 1):
        try:
            (_part if what == "layout" else _count)(name, value)
        except ValueError:
            raise ValueError(f"{path.name}: entry {number} is not part of a {what}") from None
    return found


def _line(text: str) -> dict[str, Any]:
    """A layout or deck written in one line, as a mapping."""
    found: dict[str, Any] = {}
    for part in text.split(";"):
        name, *words = part.split() or [""]
        if not words or name in found:
            raise ValueError(f"{quoted(part.strip())} is not part of a layout or deck, or is given "
                             "twice")
        if name == "printed":
            found[name] = dict(word.partition(":")[::2] for word in words)
        else:
            several = name in ("score", "go_to_lose") or len(words) > 1
            found[name] = words if several else words[0]
    return found


def _number(value: object, name: str) -> int:
    """`value` as a whole number; ValueError with the field otherwise."""
    text = str(value)
    if isinstance(value, bool) or not text.lstrip("+-").isdecimal() or len(text) > 6:
        raise ValueError(f"{name}: {quoted(value)} is not a whole number")
    return int(text)


# --- Checking --------------------------------------------------------------------------

def _checked_layout(data: Mapping[str, Any]) -> Layout:
    """The layout in `data`, checked; ValueError with the reason if it cannot be used."""
    parts = {name: _part(name, value) for name, value in data.items()}
    for name in ("size", "start", "score", "lose"):
        if name not in parts:
            raise ValueError(f"the layout has no {name!r}")
    if not 13 <= parts["size"] <= state.SPACES:
        raise ValueError(f"a board has 13 to {state.SPACES} spaces, not {parts['size']}, since a "
                         "move of twelve must not be a full lap")
    found = Layout(**{"go_to_lose": (), "printed": (), **parts})
    _check_places(found)
    _check_printed(found)
    return found


def _part(name: object, value: object) -> Any:
    """The value of a part of a layout; ValueError for an unknown part or a wrong type of value."""
    part = choose_from(name, [one.name for one in fields(Layout)], "part of a layout")
    if part in ("score", "go_to_lose"):
        if not isinstance(value, list | tuple):
            raise ValueError(f"{part} must be a list of spaces, not {quoted(value)}")
        return tuple(sorted(_number(space, part) for space in value))
    if part == "printed":
        if not isinstance(value, Mapping):
            raise ValueError("printed must be spaces with their moves, such as 52 = -15")
        return tuple(sorted((_number(space, part), _number(move, part))
                            for space, move in value.items()))
    return _number(value, part)


def _check_places(found: Layout) -> None:
    """Special spaces are on the ring and different, and Start is a Score space."""
    if not found.score:
        raise ValueError("the layout has no Score space")
    if found.start not in found.score:
        raise ValueError(f"Start is a Score space, so space {found.start} must be under score too")
    special = [*found.score, found.lose, *found.go_to_lose, *(space for space, _ in found.printed)]
    for space in special:
        if not 0 <= space < found.size:
            raise ValueError(f"space {space} is off the ring of 0 to {found.size - 1}")
        if special.count(space) > 1:
            raise ValueError(f"space {space} is given twice")


def _check_printed(found: Layout) -> None:
    """Printed moves are possible and never form a loop."""
    moves = dict(found.printed)
    for space, move in found.printed:
        if move == 0 or abs(move) >= found.size:
            raise ValueError(f"the move printed on space {space}, {move}, is not 1 to "
                             f"{found.size - 1} spaces ahead or back")
        here, way = space, [space]
        while here in moves:
            here = (here + moves[here]) % found.size
            if here in way:
                raise ValueError("the printed moves form a loop: "
                                 + " to ".join(map(str, [*way, here])))
            way.append(here)


def _checked_deck(data: Mapping[str, Any]) -> Deck:
    """The deck in `data`, checked; ValueError with the reason if it cannot be used."""
    counts: dict[str, int] = {}
    for name, value in data.items():
        card, count = _count(name, value)
        if card in counts:
            raise ValueError(f"{card} is given twice")
        counts[card] = count
    ordered = tuple((card, counts[card]) for card in sorted(counts, key=_order) if counts[card])
    steps = [card for card, _ in ordered if card not in SPECIAL]
    if not ordered:
        raise ValueError("the deck has no cards")
    if len(steps) > state.CARDS - state.FIRST_STEP:
        raise ValueError(f"{len(steps)} kinds of Ahead and Back cards are too many; the most is "
                         f"{state.CARDS - state.FIRST_STEP}")
    return Deck(ordered)


def _count(name: object, value: object) -> tuple[str, int]:
    """A card of a deck and its count; ValueError if it is not a card or not a number."""
    card = check_card(name)
    count = _number(value, card)
    if not 0 <= count <= state.SPACES:
        raise ValueError(f"{card}: the number of cards must be from 0 to {state.SPACES}, not "
                         f"{count}")
    return card, count


def _order(card: str) -> tuple[int, int]:
    """Special cards first, then Ahead, then Back, each from the smallest."""
    if card in SPECIAL:
        return -1, list(SPECIAL).index(card)
    return (card[0] == "-"), abs(int(card))


def check_together(board: Layout, cards: Deck, players: int = 0) -> None:
    """Raises ValueError if the deck is too large for the board or too small for the players."""
    if cards.size > board.track:
        raise ValueError(f"{cards.size} cards are too many, since the board has {board.track} "
                         "track spaces")
    for card, _ in cards.counts:
        if card not in SPECIAL and abs(int(card)) >= board.size:
            raise ValueError(f"{card_words(card)} moves a full lap of {board.size} spaces or more")
    if cards.size < state.HAND * players:
        raise ValueError(f"{cards.size} cards are not enough to deal {state.HAND} to each of "
                         f"{players} seats")


# --- Into a state and back ---------------------------------------------------------------

def put_layout(s: Struct, board: Layout) -> None:
    """Sets the board of the state `s`."""
    s.size, s.start, s.lose = board.size, board.start, board.lose
    s.space, s.jump = [state.TRACK] * state.SPACES, [0] * state.SPACES
    for kind, spaces in ((state.SCORE, board.score), (state.LOSE, (board.lose,)),
                         (state.TO_LOSE, board.go_to_lose)):
        for space in spaces:
            s.space[space] = kind
    for space, move in board.printed:
        s.space[space], s.jump[space] = state.PRINTED, move
    s.layout = _place(board, [_standard_layout(name) for name in LAYOUTS])


def put_deck(s: Struct, cards: Deck) -> None:
    """Sets the deck of the state `s`, with all cards face down."""
    s.step, s.unseen = [0] * state.CARDS, [0] * state.CARDS
    s.cards = state.FIRST_STEP
    for card, count in cards.counts:
        code = _CODES.get(card, s.cards)
        if card not in SPECIAL:
            s.step[code] = int(card)
            s.cards += 1
        s.unseen[code] = count
    s.pile = cards.size
    s.deck = _place(cards, [_standard_deck(name) for name in DECKS])


def _place(found: object, known: list[Any]) -> int:
    """The place of `found` among the built-in ones, after the last for the user's own."""
    return known.index(found) if found in known else len(known)


def layout_of(s: Struct) -> Layout:
    """The board of the state `s`."""
    def of(kind: int) -> tuple[int, ...]:
        return tuple(k for k in range(s.size) if s.space[k] == kind)
    return Layout(s.size, s.start, of(state.SCORE), s.lose, of(state.TO_LOSE),
                  tuple((k, s.jump[k]) for k in of(state.PRINTED)))


def deck_of(s: Struct) -> Deck:
    """The deck of the state `s`: unseen, in hands and on the board."""
    counts = list(s.unseen)
    for card in [*s.card, *(card for hand in s.hand for card in hand)]:
        counts[card] += 1
    names = {card_name(s, code): counts[code] for code in range(1, s.cards) if counts[code]}
    return Deck(tuple((card, names[card]) for card in sorted(names, key=_order)))


def card_name(s: Struct, code: int) -> str:
    """The name of a card from its number, as people write it."""
    for name, special in _CODES.items():
        if code == special:
            return name
    return f"{s.step[code]:+d}"


def card_code(s: Struct, card: str) -> int:
    """The number of a card, NO_CARD if this deck does not have it."""
    if card in _CODES:
        return _CODES[card]
    for code in range(state.FIRST_STEP, s.cards):
        if s.step[code] == int(card):
            return code
    return state.NO_CARD
