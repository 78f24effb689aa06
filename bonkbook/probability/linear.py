"""Linear equations: exact in Fractions for small systems, in floats by NumPy for large ones."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

Line = dict[int, Fraction]


def solve_exact(
    system: Sequence[Line], known: Sequence[Sequence[Fraction]]
) -> list[list[Fraction]]:
    """The solution of a square system, by Gaussian elimination in Fractions.

    system: one line an equation, the coefficients above or below 0 by the number of the unknown;
    known: its right-hand sides, one or several. A singular system is a ValueError.

    >>> two, three = Fraction(2), Fraction(3)
    >>> solve_exact([{0: two, 1: two}, {1: three}], [[two * 3], [three * 2]])
    [[Fraction(1, 1)], [Fraction(2, 1)]]
    """
    lines = [dict(line) for line in system]
    right = [list(row) for row in known]
    size = len(lines)
    order: list[int] = []  # the equation used for each unknown
    free = set(range(size))
    for column in range(size):
        candidates = [i for i in free if lines[i].get(column)]
        if not candidates:
            raise ValueError("the equations have no single solution")
        pivot = min(candidates, key=lambda i: len(lines[i]))  # the shortest line fills in least
        free.discard(pivot)
        order.append(pivot)
        _clear(lines, right, pivot, column, free)
    return _substituted(lines, right, order)


def _clear(
    lines: list[Line], right: list[list[Fraction]], pivot: int, column: int, free: set[int]
) -> None:
    """Take the pivot's line from the lines not yet used, so that they lose the column."""
    top = lines[pivot]
    for i in free:
        lead = lines[i].pop(column, None)
        if not lead:
            continue
        factor = lead / top[column]
        for j, coefficient in top.items():
            if j != column:
                changed = lines[i].get(j, 0) - factor * coefficient
                if changed:
                    lines[i][j] = Fraction(changed)
                else:
                    lines[i].pop(j, None)
        right[i] = [r - factor * p for r, p in zip(right[i], right[pivot], strict=True)]


def _substituted(
    lines: list[Line], right: list[list[Fraction]], order: list[int]
) -> list[list[Fraction]]:
    solved: dict[int, list[Fraction]] = {}
    for column in reversed(range(len(order))):
        line, values = lines[order[column]], list(right[order[column]])
        for j, coefficient in line.items():
            if j != column:
                values = [v - coefficient * s for v, s in zip(values, solved[j], strict=True)]
        solved[column] = [value / line[column] for value in values]
    return [solved[column] for column in range(len(order))]


def solve_float(system: Sequence[Line], known: Sequence[Sequence[Fraction]]) -> list[list[Any]]:
    """The solution of a square system in floating point; ValueError where that is not enough."""
    import numpy as np

    size = len(system)
    dense = np.zeros((size, size))
    for i, line in enumerate(system):
        for j, coefficient in line.items():
            dense[i, j] = float(coefficient)
    right = np.array([[float(value) for value in row] for row in known])
    solved = np.linalg.solve(dense, right)
    if not np.isfinite(solved).all():
        raise ValueError("the numbers are too large or too far apart for floating point")
    found: list[list[Any]] = solved.tolist()
    return found
