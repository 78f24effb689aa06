"""Parcheesi: its actions, and how to set up a position."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, cast

from ..engine.errors import PositionError, choose_from
from ..engine.game import Game, checked_seed
from ..engine.late import late
from .actions import Enter, Move, Pass
from .positions import COUNTERS, SEAT_NAMES, ParcheesiPosition, build, split
from .ruleset import RULESET

__all__ = ["Enter", "Move", "Pass", "board", "odds", "position"]


def position(turn: str, *, dice: Sequence[int] | str | int = (), bonus: Sequence[str] | str = (),
             pairs: Sequence[str] | str | None = None, seed: int | None = None,
             **fields: object) -> ParcheesiGame:
    """A game that begins at a position, given by each seat's pawns and the state of the roll.

    Pawns are given as `red="N N 20 30"`: N nest, 0 to 67 track, H0 to H6 home path, X home, `..`
    the rest in the nest. If only one seat is given, the opposite seat plays too, with all its pawns
    in the nest. `dice` are the dice still to be used, `bonus` the names of bonuses ("capture",
    "home"), `pairs` the mover's blockades at the roll ("ab"; by default those that stand now).
    `doubles`, `captures` and `homes` are numbers. House rules are passed by name. Each value can be
    a string, a list or a number: `position(**g.pawns, turn="blue")` works. PositionError names the
    rule that an impossible position breaks.

    >>> g = position(red="N N 20 30", green="5 5 N N", turn="red", dice=(5, 3))
    >>> [str(action) for action in g.legal()]
    ['move c 3', 'move d 3']
    """
    if isinstance(turn, str) and "|" in turn:
        raise PositionError("this function takes separate fields, such as turn=\"red\"; "
                            "bonkbook.position(\"parcheesi\", line) reads a whole line")
    words = {"turn": _words(turn), "dice": _words(dice), "bonus": _words(bonus)}
    if pairs is not None:
        words["pairs"] = _words(pairs) or ["none"]
    for name, value in fields.items():
        words[name] = _words(value)
    named = [seat for seat in SEAT_NAMES if seat in words]
    if len(named) == 1:
        words[SEAT_NAMES[(SEAT_NAMES.index(named[0]) + 2) % 4]] = [".."]
    _check_names(words)
    state = build({name: value for name, value in words.items() if value or name == "turn"})
    return cast("ParcheesiGame", Game(RULESET, state, checked_seed(seed)))


if TYPE_CHECKING:
    from . import board, odds

    class ParcheesiGame(ParcheesiPosition, Game):
        """A game of Parcheesi, as a type checker sees it."""
else:
    __getattr__ = late(__name__, "board", "odds")


def __dir__() -> list[str]:
    return sorted(__all__)


def _words(value: object) -> list[str]:
    """The words of a field given as a string, a number, or several of them."""
    if isinstance(value, bool):
        return ["yes" if value else "no"]
    parts = value if isinstance(value, Iterable) and not isinstance(value, str) else (value,)
    return [word for part in parts for word in split(str(part))]


def _check_names(words: dict[str, list[str]]) -> None:
    known = [*SEAT_NAMES, "turn", "dice", "bonus", "pairs", *COUNTERS,
             *(option.name for option in RULESET.options)]
    for name in words:
        choose_from(name, known, "field or house rule")
