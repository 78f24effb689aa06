"""Unknowns that are averages of one another: what a walk that goes on by chance is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from bonkbook.probability.graph import classes
from bonkbook.probability.linear import solve_exact, solve_float


@dataclass
class Row:
    """An equation in whole numbers, of an unknown with so many equally likely outcomes.

    So many of them lead on to each of other unknowns (`parts`); together they bring `known`.
    """

    total: int
    known: int = 0
    parts: dict[int, int] = field(default_factory=dict)


def solved(rows: Mapping[int, Row], known: Mapping[int, Sequence[int]] | None = None,
           exact: bool = True) -> dict[int, list[Any]]:
    """The worth of each unknown, in Fractions, or in floats if it need not be exact.

    known: instead of what the rows say, what their outcomes bring at once, for several questions.
    Unknowns that only lead to one another for ever are worth 0.

    >>> solved({0: Row(36, 2, {1: 3}), 1: Row(36, 2, {1: 3})})   # 2/36, and 3/36 to go on
    {1: [Fraction(2, 33)], 0: [Fraction(2, 33)]}
    """
    numbers = list(rows)
    place = {number: i for i, number in enumerate(numbers)}
    arrows = [[place[after] for after in rows[number].parts] for number in numbers]
    found: dict[int, list[Any]] = {}
    for members in reversed(classes(arrows)):
        together = [numbers[i] for i in sorted(members)]
        bring = [list(known[n]) if known is not None else [rows[n].known] for n in together]
        _solve_class(together, rows, bring, found, exact)
    return found


def _solve_class(members: Sequence[int], rows: Mapping[int, Row], bring: list[list[Any]],
                 found: dict[int, list[Any]], exact: bool) -> None:
    """Finds the unknowns that lead to one another, those after them being found."""
    place = {number: i for i, number in enumerate(members)}
    system, leaves = [], False
    for i, number in enumerate(members):
        line = {i: rows[number].total}
        for after, count in rows[number].parts.items():
            if after in place:
                line[place[after]] = line.get(place[after], 0) - count
            else:
                bring[i] = [b + count * f for b, f in zip(bring[i], found[after], strict=True)]
        leaves = leaves or sum(line.values()) > 0
        system.append(line)
    if not leaves:
        nothing = Fraction(0) if exact else 0.0
        solution: list[list[Any]] = [[nothing for _ in line] for line in bring]
    elif len(members) == 1:
        top = system[0][0]
        solution = [[Fraction(b) / top if exact else b / top for b in bring[0]]]
    elif exact:
        solution = solve_exact([{k: Fraction(v) for k, v in line.items() if v}
                                for line in system],
                               [[Fraction(b) for b in line] for line in bring])
    else:
        solution = solve_float([{k: Fraction(v) for k, v in line.items()} for line in system],
                               bring)
    found.update(zip(members, solution, strict=True))
