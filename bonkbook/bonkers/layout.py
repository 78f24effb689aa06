"""Boards and decks as data: read, checked with reasons, and put into a state.

A layout says how many spaces the ring has and which are special; a deck, how many there
are of each card. Both are a TOML or JSON file, a mapping, or the name of one that comes
with the game; in a position line they are written as `size 55; start 0; score 0 17 36; ..`
and `EX 2; +1 3; ..`.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..engine.errors import choose_from
from ..engine.twin import Struct
from . import state
from .actions import SPECIAL, card_words, check_card

DATA = Path(__file__).parent / "data"
LAYOUTS = ("standard",)
DECKS = ("standard", "directional")
OWN = "own"                # how a house rule calls what does not come with the game
_CODES = {"NS": state.NEAREST, "GS": state.TO_START, "RA": state.AGAIN, "EX": state.EXCHANGE}
_MOST_BYTES = 20_000


@dataclass(frozen=True)
class Layout:
    """A board: a ring of `size` spaces, some of them special."""

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
        """How many spaces have room for a card."""
        return self.size - len(self.score) - 1 - len(self.go_to_lose) - len(self.printed)


@dataclass(frozen=True)
class Deck:
    """The cards: (name, how many) in a fixed order, special cards first."""

    counts: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        return "; ".join(f"{card} {count}" for card, count in self.counts)

    @property
    def size(self) -> int:
        """How many cards there are in all."""
        return sum(count for _, count in self.counts)


def _listed(name: str, words: Iterable[object]) -> str:
    text = " ".join(map(str, words))
    return f"{name} {text}" if text else ""


# --- Reading ---------------------------------------------------------------------------

def layout(value: object) -> Layout:
    """The layout that a name, a path, a mapping or a line of text stands for; else a ValueError.

    >>> layout("standard").score, layout("standard").track
    ((0, 17, 36), 48)
    """
    if isinstance(value, Layout):
        return value
    if isinstance(value, str) and value in LAYOUTS:
        return _standard_layout(value)
    return _checked_layout(_data(value, "layout", LAYOUTS))


def deck(value: object) -> Deck:
    """The deck that a name, a path, a mapping or a line of text stands for; else a ValueError.

    >>> deck("standard").size, str(deck({"EX": 1, "+2": 3}))
    (40, 'EX 1; +2 3')
    """
    if isinstance(value, Deck):
        return value
    if isinstance(value, str) and value in DECKS:
        return _standard_deck(value)
    return _checked_deck(_data(value, "deck", DECKS))


@lru_cache
def _standard_layout(name: str) -> Layout:
    return _checked_layout(_file(DATA / f"{name}_layout.toml"))


@lru_cache
def _standard_deck(name: str) -> Deck:
    return _checked_deck(_file(DATA / f"{name}_deck.toml"))


def _data(value: object, what: str, names: tuple[str, ...]) -> Mapping[str, Any]:
    if isinstance(value, Mapping):
        return value
    if isinstance(value, Path):
        return _file(value)
    if isinstance(value, str):
        if ";" in value:
            return _line(value)
        if value.endswith((".toml", ".json")):
            return _file(Path(value))
        if value != OWN:
            choose_from(value, names, what)      # raises: no such name
    line = "size 55; start 0; ..." if what == "layout" else "EX 2; +3 10; ..."
    raise ValueError(f"a {what} is a name ({', '.join(names)}), a .toml or .json file, a line such "
                     f"as {line!r}, or a mapping, not {value!r}")


def _file(path: Path) -> Mapping[str, Any]:
    try:
        text = path.read_text(encoding="utf-8")
        if len(text) > _MOST_BYTES:
            raise ValueError(f"{len(text)} characters are too many")
        found = json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
    except OSError as error:
        raise ValueError(f"{path.name}: {error.strerror or error}") from None
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path.name}: {error}") from None
    if not isinstance(found, Mapping):
        raise ValueError(f"{path.name}: a table of names and values is needed")
    return found


def _line(text: str) -> dict[str, Any]:
    """A layout or deck written in one line, as a mapping."""
    found: dict[str, Any] = {}
    for part in text.split(";"):
        name, *words = part.split() or [""]
        if not words or name in found:
            raise ValueError(f"{part.strip()!r} is no part of a layout or deck, or given twice")
        if name == "printed":
            found[name] = dict(_pair(word) for word in words)
        elif name in ("score", "go_to_lose"):
            found[name] = [_number(word, name) for word in words]
        else:
            found[name] = _number(words[0], name) if len(words) == 1 else words
    return found


def _pair(word: str) -> tuple[str, int]:
    space, _, move = word.partition(":")
    return space, _number(move, "printed")


def _number(value: object, name: str) -> int:
    """`value` as a whole number; a ValueError that names the field otherwise."""
    text = str(value)
    if isinstance(value, bool) or not text.lstrip("+-").isdecimal() or len(text) > 6:
        raise ValueError(f"{name}: {value!r} is no whole number")
    return int(text)


# --- Checking --------------------------------------------------------------------------

def _checked_layout(data: Mapping[str, Any]) -> Layout:
    """The layout in `data`; a ValueError gives the reason if it cannot be played on."""
    known = ("size", "start", "score", "lose", "go_to_lose", "printed")
    for name in data:
        choose_from(name, known, "part of a layout")
    for name in ("size", "start", "score", "lose"):
        if name not in data:
            raise ValueError(f"the layout has no {name!r}")
    size = _number(data["size"], "size")
    if not 13 <= size <= state.SPACES:
        raise ValueError(f"a board has 13 to {state.SPACES} spaces, not {size}: "
                         "twelve moved must not be a full lap")
    printed = data.get("printed", {})
    if not isinstance(printed, Mapping):
        raise ValueError("printed: spaces and their moves are needed, such as 52 = -15")
    found = Layout(
        size, _number(data["start"], "start"), _spaces(data["score"], "score"),
        _number(data["lose"], "lose"), _spaces(data.get("go_to_lose", ()), "go_to_lose"),
        tuple(sorted((_number(space, "printed"), _number(move, "printed"))
                     for space, move in printed.items())))
    _check_places(found)
    _check_printed(found)
    return found


def _spaces(value: object, name: str) -> tuple[int, ...]:
    if not isinstance(value, list | tuple):
        raise ValueError(f"{name}: a list of spaces is needed, not {value!r}")
    return tuple(sorted(_number(space, name) for space in value))


def _check_places(found: Layout) -> None:
    """Every special space is on the ring, and is only one thing; Start scores."""
    if not found.score:
        raise ValueError("the layout has no Score space")
    if found.start not in found.score:
        raise ValueError(f"Start is a Score space: space {found.start} must be under score too")
    special = [*found.score, found.lose, *found.go_to_lose, *(space for space, _ in found.printed)]
    for space in special:
        if not 0 <= space < found.size:
            raise ValueError(f"space {space} is off the ring of 0 to {found.size - 1}")
        if special.count(space) > 1:
            raise ValueError(f"space {space} is given twice")


def _check_printed(found: Layout) -> None:
    """Printed moves lead somewhere, and never round in a circle."""
    moves = dict(found.printed)
    for space, move in found.printed:
        if move == 0 or abs(move) >= found.size:
            raise ValueError(f"the move printed on space {space}, {move}, is not 1 to "
                             f"{found.size - 1} spaces ahead or back")
        here, way = space, [space]
        while here in moves:
            here = (here + moves[here]) % found.size
            if here in way:
                raise ValueError("the printed moves lead round in a circle: "
                                 + " to ".join(map(str, [*way, here])))
            way.append(here)


def _checked_deck(data: Mapping[str, Any]) -> Deck:
    """The deck in `data`; a ValueError gives the reason if it cannot be played with."""
    counts: dict[str, int] = {}
    for name, value in data.items():
        card, count = check_card(name), _number(value, str(name))
        if not 0 <= count <= state.SPACES:
            raise ValueError(f"{card}: a number of cards from 0 up, not {count}")
        if card in counts:
            raise ValueError(f"{card} is given twice")
        counts[card] = count
    ordered = tuple((card, counts[card]) for card in sorted(counts, key=_order) if counts[card])
    steps = [card for card, _ in ordered if card not in SPECIAL]
    if not ordered:
        raise ValueError("the deck has no cards")
    if len(steps) > state.CARDS - state.FIRST_STEP:
        raise ValueError(f"{len(steps)} kinds of Ahead and Back cards are too many; "
                         f"{state.CARDS - state.FIRST_STEP} at most")
    return Deck(ordered)


def _order(card: str) -> tuple[int, int]:
    """Special cards first, then Ahead, then Back, each from the smallest."""
    if card in SPECIAL:
        return -1, list(SPECIAL).index(card)
    return (card[0] == "-"), abs(int(card))


def check_together(board: Layout, cards: Deck, players: int = 0) -> None:
    """A ValueError if the deck does not fit the board, or is not enough for the players."""
    if cards.size > board.track:
        raise ValueError(f"{cards.size} cards are too many: the board has {board.track} track "
                         "spaces")
    for card, _ in cards.counts:
        if card not in SPECIAL and abs(int(card)) >= board.size:
            raise ValueError(f"{card_words(card)} moves a full lap of {board.size} spaces or more")
    if cards.size < state.HAND * players:
        raise ValueError(f"{cards.size} cards are not enough to deal {state.HAND} to each of "
                         f"{players} seats")


# --- Into a state and back ---------------------------------------------------------------

def put_layout(s: Struct, board: Layout) -> None:
    """Makes `board` the board of the state `s`."""
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
    """Makes `cards` the deck of the state `s`, all of them face down."""
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
    """Where `found` is among those that come with the game, after the last if it is an own one."""
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
    """The card that the rules' number stands for, as people write it."""
    for name, special in _CODES.items():
        if code == special:
            return name
    return f"{s.step[code]:+d}"


def card_code(s: Struct, card: str) -> int:
    """The rules' number of a card, NO_CARD if this game has none such."""
    if card in _CODES:
        return _CODES[card]
    for code in range(state.FIRST_STEP, s.cards):
        if s.step[code] == int(card):
            return code
    return state.NO_CARD
