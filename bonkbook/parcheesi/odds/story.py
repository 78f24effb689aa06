"""The exact five: the chance that a pawn leaves the nest, and how long the wait is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product

from ...engine.dice import Roll
from ...engine.ruleset import ruleset
from ...engine.twin import Struct
from ...probability.exact import Geometric, P
from .. import positions
from ..rulebook import OPTIONS
from .chances import TURN, chance

RED = 0
ALL_IN_NEST = "red N N N N | blue N N N N | turn red"
SITUATIONS = {
    "the entry is free": "red N N N 30 | blue N N N N | turn red",
    "an opposing pawn stands on the entry": "red N N N 30 | blue 5 N N N | turn red",
    "an opponent's blockade stands on the entry": "red N N N 30 | blue 5 5 N N | turn red",
    "the player's own blockade stands on the entry": "red N 5 5 30 | blue N N N N | turn red",
}
AIMS = {"best": "", "worst": ", trying to stay in"}


@dataclass(frozen=True)
class Change:
    """The effect of a house rule on the chance of leaving the nest in one roll."""

    option: str
    situation: str
    before: P
    after: P

    def __str__(self) -> str:
        return f"{self.option}, when {self.situation}: {self.after} instead of {self.before}"


@dataclass(frozen=True)
class LeaveNest:
    """The chances of leaving the nest and the waiting times, all computed by the rules.

    by_die, by_sum, in_all: the chance in one roll, with its rolls; per_turn: in a whole turn, with
    re-rolls for doubles; rolls, turns: the waiting times.

    >>> LeaveNest.of().in_all, LeaveNest.of().rolls.mean
    (5/12 = 41.7 %, Fraction(12, 5))
    """

    by_die: P
    by_sum: P
    in_all: P
    per_turn: P
    options: Mapping[str, object]

    @classmethod
    def of(cls, options: Mapping[str, object] | None = None) -> LeaveNest:
        """The chances under house rules, with all four pawns in the nest and the entry free."""
        s = _situation(ALL_IN_NEST, options or {})
        in_all = chance(s, "ENTER_ON_FIVE", RED, 1)
        die = [(roll, weight) for roll, weight in in_all.outcomes if 5 in roll.dice]
        both = [(roll, weight) for roll, weight in in_all.outcomes if 5 not in roll.dice]
        return cls(_total(die), _total(both), in_all, chance(s, "ENTER_ON_FIVE", RED, TURN),
                   dict(options or {}))

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """Every house rule and situation that changes the chance in one roll.

        A pawn stands on the track too, so that a five could be used in another way; "trying to stay
        in" is the chance that a pawn must come out.
        """
        return tuple(_changes(self.options))

    @property
    def rolls(self) -> Geometric:
        """The waiting time in rolls."""
        return Geometric(self.in_all)

    @property
    def turns(self) -> Geometric:
        """The waiting time in turns."""
        return Geometric(self.per_turn)

    def __str__(self) -> str:
        lines = [
            "Leaving the nest with an exact five",
            f"  by a die that shows 5:     {self.by_die}",
            f"  by both dice together:     {self.by_sum}",
            f"  by one roll, in all:       {self.in_all}",
            f"  by a turn, with re-rolls:  {self.per_turn}",
            f"  mean wait: {self.rolls.mean} rolls, {self.turns.mean} turns "
            f"(about {float(self.turns.mean):.3f})",
        ]
        return "\n".join(lines)

    __repr__ = __str__


def _total(outcomes: list[tuple[Roll, Fraction]]) -> P:
    return P(sum((weight for _, weight in outcomes), Fraction(0)), outcomes=outcomes)


def _situation(line: str, options: Mapping[str, object]) -> Struct:
    s = positions.read(line)
    ruleset("parcheesi").set_options(s, options)
    return s


def _changes(options: Mapping[str, object]) -> Iterator[Change]:
    for (where, line), aim in product(SITUATIONS.items(), AIMS):
        before = chance(_situation(line, options), "ENTER_ON_FIVE", RED, 1, aim)
        for option in OPTIONS:
            for choice in option.choices:
                s = _situation(line, {**options, option.name: choice})
                after = chance(s, "ENTER_ON_FIVE", RED, 1, aim)
                if after != before:
                    yield Change(f"{option.name}={choice}", where + AIMS[aim], before, after)
