"""Parcheesi's actions, as people write them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ..engine.actions import PlainAction
from ..engine.dice import check_die
from ..engine.errors import quoted
from ..whole import is_whole, whole

PAWN_NAMES = "abcd"


@dataclass(frozen=True)
class Enter:
    """Bring a pawn out of the nest with a die that shows 5, or with two that add up to 5.

    >>> Enter() == Enter(5) == Enter((5,)), Enter(3, 2) == Enter((2, 3)), str(Enter(3, 2))
    (True, True, 'enter 2 3')
    """

    dice: tuple[int, ...]

    def __init__(self, *numbers: Any, dice: Any = (5,)) -> None:
        given = numbers if len(numbers) > 1 else numbers[0] if numbers else dice
        shown = (given,) if is_whole(given) else given
        if not isinstance(shown, Iterable):
            raise ValueError(f"a pawn enters with a die or two, such as 5, not {quoted(given)}")
        object.__setattr__(self, "dice", tuple(sorted(map(check_die, shown))))

    def __str__(self) -> str:
        return "enter " + " ".join(map(str, self.dice))


@dataclass(frozen=True)
class Move:
    """Move a pawn by a die (its number), by a bonus, or by the sum in one jump (a house rule).

    `pawn` is 0 to 3, or its name "a" to "d". `seat` is needed only to ask about another seat's
    pawn; by default the pawn is the mover's.

    >>> Move("c", 4) == Move(2, 4), str(Move(2, 4))
    (True, 'move c 4')
    """

    pawn: int
    die: int
    seat: str | None = None

    def __init__(self, pawn: int | str, die: int, seat: str | None = None) -> None:
        names: list[str | int] = [*PAWN_NAMES, *range(len(PAWN_NAMES))]
        if (not isinstance(pawn, str) and not is_whole(pawn)) or pawn not in names:
            raise ValueError(f"a pawn is 0 to 3 or a to d, not {quoted(pawn)}")
        object.__setattr__(self, "pawn", names.index(pawn) % len(PAWN_NAMES))
        object.__setattr__(self, "die", whole(die, "the number of spaces to move"))
        object.__setattr__(self, "seat", seat)

    def __str__(self) -> str:
        return f"move {PAWN_NAMES[self.pawn]} {self.die}" + (f" {self.seat}" if self.seat else "")


class Pass(PlainAction):
    """Do nothing: give up the remaining bonuses (a house rule), or dice that no pawn can use."""
