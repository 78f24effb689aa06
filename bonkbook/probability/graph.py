"""Which states lead where: what can be reached, and the classes that lead to one another."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence

Arrows = Sequence[Collection[int]]  # for each state, by its number, the numbers of the next


def distances(start: int, arrows: Arrows) -> dict[int, int]:
    """The states that can be reached from one, itself included, each with its least steps.

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
    """The largest sets of states of which each leads to each other.

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
    """All states in the order in which a depth-first search has done with them."""
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
