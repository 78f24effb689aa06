"""The places of the spaces of a Bonkers board, a ring in a square.

The ring is a square with round corners and sides that curve inwards. Start is in the middle of the
lower side, and the spaces follow clockwise. Each space is a strip across the ring, with room for
its card outside, a token in the middle, and its number inside. The strips are wide enough for
upright square cards side by side, equally close everywhere.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from ..scene.shapes import Point, curve

Floats = npt.NDArray[np.float64]
SIDE = 20.0                # of the square that holds the ring
MIDDLE = (SIDE / 2, SIDE / 2)
OUTER, INNER = 1.5, 0.95   # how far a space reaches from its token's place, outwards and inwards
CARD_OUT, NUMBER_IN = 0.92, 0.65
CARD = 1.1                 # the side of a card
_REACH = SIDE / 2 - OUTER  # from the middle to the tokens' line, along the corners' sides
_ROUND = 3.4               # the radius of the corners
_DIP = 0.7                 # how far the sides curve inwards
_STEPS = 60


@lru_cache(maxsize=1)
def _line() -> tuple[Floats, Floats, Floats]:
    """The tokens' line as a closed polygon; for each corner outwards, and how far along it is.

    The last is measured on the cards' line, by the larger of the ways across and down: as far
    apart as that may be is how large an upright square card may be.
    """
    side = np.array(list(_quarter()))
    turn = np.array([(0, 1), (-1, 0)])  # a quarter clockwise, as one sees it
    points = np.concatenate([side @ np.linalg.matrix_power(turn, k) for k in range(4)])
    # Outwards as the mean over a short stretch, so that neighbours never cross.
    ahead = np.roll(points, -8, axis=0) - np.roll(points, 8, axis=0)
    normals = ahead[:, ::-1] * (1, -1) / np.hypot(*ahead.T)[:, None]
    points, normals = (np.concatenate([line, line[:1]]) for line in (points, normals))
    steps = np.abs(np.diff(points + CARD_OUT * normals, axis=0)).max(axis=1)
    return points, normals, np.concatenate([[0.0], np.cumsum(steps)])


def _quarter() -> Iterator[Point]:
    """The line from the middle of the lower side to that of the left one, around (0, 0)."""
    straight = _REACH - _ROUND

    def dip(share: float) -> float:
        return _DIP * (1 + math.cos(math.pi * share)) / 2

    for i in range(_STEPS):
        yield -straight * i / _STEPS, _REACH - dip(i / _STEPS)
    for i in range(_STEPS):
        angle = math.pi / 2 * (1 + i / _STEPS)
        yield (-straight + _ROUND * math.cos(angle), straight + _ROUND * math.sin(angle))
    for i in range(_STEPS):
        yield -_REACH + dip(1 - i / _STEPS), straight * (1 - i / _STEPS)


def at(share: float, out: float = 0.0) -> Point:
    """The point at a share of the way round, 0 to 1 from Start on, and so far outside the line.

    >>> at(0.0), at(0.5, 1.0)
    ((10.0, 17.8), (10.0, 1.2))
    """
    points, normals, along = _line()
    way = (share % 1.0) * along[-1]
    x, y = (np.interp(way, along, line) for line in (points + out * normals).T)
    return round(float(x) + MIDDLE[0], 3), round(float(y) + MIDDLE[1], 3)


def outline(space: int, start: int, size: int) -> tuple[Point, ...]:
    """The outline of a space on a ring of `size` spaces with Start at `start`."""
    share = (space - start) / size
    sides = [share + (k - 2) / (4 * size) for k in range(5)]
    return (*(at(s, OUTER) for s in sides), *(at(s, -INNER) for s in reversed(sides)))


def card_place(space: int, start: int, size: int) -> Point:
    """The middle of the card beside a space."""
    return at((space - start) / size, CARD_OUT)


def print_place(space: int, start: int, size: int) -> Point:
    """The place of the words printed on a special space."""
    share = (space - start) / size
    inner, edge = at(share), at(share, OUTER)
    sideways = abs(edge[0] - inner[0]) / OUTER      # words are wider than high
    return at(share, OUTER - 0.3 - 0.3 * sideways)


def number_place(space: int, start: int, size: int) -> Point:
    """The place of the number of a space."""
    return at((space - start) / size, -NUMBER_IN)


def heat_place(space: int, start: int, size: int) -> Point:
    """The place of the number of a heat, which is written a third of the way there."""
    share = (space - start) / size
    across = abs(at(share, 1.0)[0] - at(share)[0]) > 0.85     # there two numbers share a line
    return at(share, 0.5 if across else -0.1)


def token_places(space: int, start: int, size: int, count: int,
                 is_special: bool) -> list[tuple[Point, float]]:
    """The places and sizes of tokens on a space.

    Two stand side by side; on a special space, which has no card, up to four in two rows.
    """
    share, aside = (space - start) / size, 0.24 / size
    if count == 1:
        return [(at(share, 0.15 if is_special else 0.0), 0.82)]
    if count == 2 and not is_special:
        return [(at(share - aside), 0.52), (at(share + aside), 0.52)]
    rows = (0.64, 0.02)
    if count == 2:
        return [(at(share, row), 0.58) for row in rows]
    places = [at(share + side, row) for row in rows for side in (-aside, aside)]
    return [(place, 0.5) for place in places[:count]]


def hop(start: float, end: float, size: int, deeper: float = 0.0) -> list[Point]:
    """The curve of a hop between spaces (numbers from Start), bent towards the board's middle.

    So far that even a short hop leaves the ring and its numbers; `deeper` by so much more, that
    the two ways of a trap, there and back, can be told apart.
    """
    gap = (end - start + size / 2) % size - size / 2
    first, last = at(start / size, -0.25), at(end / size, -0.25)
    middle = ((first[0] + last[0]) / 2, (first[1] + last[1]) / 2)
    inside = math.dist(middle, at((start + gap / 2) / size))
    away = math.dist(middle, MIDDLE) or 1.0
    pull = min(max(3.0 - 1.2 * inside, 0.8) + 2 * deeper, 0.85 * away)
    bend = (middle[0] + (MIDDLE[0] - middle[0]) * pull / away,
            middle[1] + (MIDDLE[1] - middle[1]) * pull / away)
    return curve(first, bend, last, 16)


def along(start: float, end: float, size: int) -> list[Point]:
    """The line along the ring between two spaces (numbers from Start), both included."""
    steps = max(2, round(2 * abs(end - start)))
    return [at((start + (end - start) * i / steps) / size) for i in range(steps + 1)]
