"""Rolls of dice, as outcomes of chance."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from ..whole import whole


def check_die(number: object) -> int:
    """A die's number, 1 to 6; anything else is a ValueError."""
    return whole(number, "a die's number", 1, 6)


@dataclass(frozen=True)
class Roll:
    """A roll of two dice.

    >>> str(Roll(5, 3)), Roll(5, 3).dice
    ('roll 5 3', (5, 3))
    """

    die1: int
    die2: int

    def __post_init__(self) -> None:
        for name in ("die1", "die2"):
            object.__setattr__(self, name, check_die(getattr(self, name)))

    @property
    def dice(self) -> tuple[int, int]:
        """The two numbers."""
        return self.die1, self.die2

    def __str__(self) -> str:
        return f"roll {self.die1} {self.die2}"


@dataclass(frozen=True)
class StartRoll:
    """The roll for the start: a number for each seat still contending, in seat order."""

    dice: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.dice) < 2:
            raise ValueError("the roll for the start needs two or more seats")
        object.__setattr__(self, "dice", tuple(whole(n, "a die's number") for n in self.dice))

    def __str__(self) -> str:
        return "start " + " ".join(map(str, self.dice))


ROLLS = tuple(Roll(a, b) for a, b in product(range(1, 7), repeat=2))


def chances_of_rolls() -> list[tuple[Roll, Fraction]]:
    """The 36 rolls of two dice, 1/36 each."""
    return [(roll, Fraction(1, 36)) for roll in ROLLS]
