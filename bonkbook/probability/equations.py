"""Linear equations, and the graph of their unknowns.

Exact in Fractions for small systems, in floats by NumPy for large ones.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

# ---- which states lead where ----

Arrows = Sequence[Collection[int]]  # for each state, by its number, the numbers of the next


def distances(start: int, arrows: Arrows) -> dict[int, int]:
    """The states that can be reached from a state, including itself, with their distances.

    >>> distances(0, [{1}, {2}, {1}, {0}])
    {0: 0, 1: 1, 2: 2}
    """
    found = {start: 0}
    waiting = deque([start])
    while waiting:
        i = waiting.popleft()
        for j in arrows[i]:
            if j not in found:
                found[j] = found[i] + 1
                waiting.append(j)
    return found


def classes(arrows: Arrows) -> list[frozenset[int]]:
    """The communicating classes: the largest sets of states that all lead to one another.

    By Kosaraju: search the reversed arrows, beginning with the state that was finished last.

    >>> classes([{1}, {2}, {1}, {0}])
    [frozenset({3}), frozenset({0}), frozenset({1, 2})]
    """
    back: list[list[int]] = [[] for _ in arrows]
    for i, following in enumerate(arrows):
        for j in following:
            back[j].append(i)
    placed: set[int] = set()
    found = []
    for start in reversed(_finished(arrows)):
        if start not in placed:
            members = _unplaced(start, back, placed)
            placed |= members
            found.append(frozenset(members))
    return found


def closed_classes(arrows: Arrows) -> list[frozenset[int]]:
    """The classes that no arrow leaves, in the order of their first states.

    >>> closed_classes([{1}, {2}, {1}, {0}])
    [frozenset({1, 2})]
    """
    closed = [m for m in classes(arrows) if all(j in m for i in m for j in arrows[i])]
    return sorted(closed, key=min)


def _finished(arrows: Arrows) -> list[int]:
    """All states in the order in which a depth-first search finishes them."""
    seen: set[int] = set()
    order: list[int] = []
    for root in range(len(arrows)):
        if root in seen:
            continue
        seen.add(root)
        path = [(root, iter(arrows[root]))]  # a list, for a long chain is too deep for recursion
        while path:
            i, following = path[-1]
            fresh = next((j for j in following if j not in seen), None)
            if fresh is None:
                order.append(i)
                path.pop()
            else:
                seen.add(fresh)
                path.append((fresh, iter(arrows[fresh])))
    return order


def _unplaced(start: int, back: Arrows, placed: set[int]) -> set[int]:
    found = {start}
    waiting = [start]
    while waiting:
        for j in back[waiting.pop()]:
            if j not in found and j not in placed:
                found.add(j)
                waiting.append(j)
    return found


# ---- systems of equations ----

Line = dict[int, Fraction]
System = Sequence[Mapping[int, Any]]  # an equation a line: the coefficients by unknown


def solve_exact(system: System, known: Sequence[Sequence[Any]]) -> list[list[Fraction]]:
    """The solution of a square system, by Gaussian elimination in Fractions.

    known: the right-hand sides of each equation, one or several. A singular system is a ValueError.

    >>> two, three = Fraction(2), Fraction(3)
    >>> solve_exact([{0: two, 1: two}, {1: three}], [[two * 3], [three * 2]])
    [[Fraction(1, 1)], [Fraction(2, 1)]]
    """
    lines = [{j: Fraction(c) for j, c in line.items() if c} for line in system]
    right = [[Fraction(value) for value in row] for row in known]
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


def _clear(lines: list[Line], right: list[list[Fraction]], pivot: int, column: int,
           free: set[int]) -> None:
    """Eliminates the pivot's column from the rows that are not yet used."""
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


def _substituted(lines: list[Line], right: list[list[Fraction]],
                 order: list[int]) -> list[list[Fraction]]:
    solved: dict[int, list[Fraction]] = {}
    for column in reversed(range(len(order))):
        line, values = lines[order[column]], list(right[order[column]])
        for j, coefficient in line.items():
            if j != column:
                values = [v - coefficient * s for v, s in zip(values, solved[j], strict=True)]
        solved[column] = [value / line[column] for value in values]
    return [solved[column] for column in range(len(order))]


def solve_float(system: System, known: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """The solution of a square system in floating point; ValueError if that is too imprecise."""
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


# ---- unknowns that are averages of one another ----


@dataclass
class Row:
    """An equation in whole numbers, for an unknown with equally likely outcomes.

    So many of them lead on to each of other unknowns (`parts`); together they bring `known`.
    """

    total: int
    known: int = 0
    parts: dict[int, int] = field(default_factory=dict)


def solved(rows: Mapping[int, Row], known: Mapping[int, Sequence[int]] | None = None,
           exact: bool = True) -> dict[int, list[Any]]:
    """The value of each unknown, in Fractions, or in floats if it need not be exact.

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
    """Solves for unknowns that lead to one another, when the unknowns after them are known."""
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
    else:
        solution = (solve_exact if exact else solve_float)(system, bring)
    found.update(zip(members, solution, strict=True))
