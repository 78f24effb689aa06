"""Outlines: of tokens, of the bar of a blockade, of an arrow.

A point is (x, y) in board units, x to the right and y down; an outline is a tuple of points.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

Point = tuple[float, float]

# Outlines of height about 1 around (0, 0), sized so that all look equally large.
SHAPES: dict[str, tuple[Point, ...]] = {
    "circle": (),
    "square": ((-0.44, -0.44), (0.44, -0.44), (0.44, 0.44), (-0.44, 0.44)),
    "diamond": ((0.0, -0.6), (0.6, 0.0), (0.0, 0.6), (-0.6, 0.0)),
    "triangle": ((0.0, -0.6), (0.693, 0.3), (-0.693, 0.3)),
    "hexagon": ((0.28, -0.48), (0.55, 0.0), (0.28, 0.48), (-0.28, 0.48), (-0.55, 0.0),
                (-0.28, -0.48)),
}


def turned(point: Point, middle: float, quarters: int) -> Point:
    """A point after clockwise quarter turns about the middle of a square board.

    >>> turned((11.0, 19.5), 10.0, 1)
    (0.5, 11.0)
    """
    x, y = point[0] - middle, point[1] - middle
    for _ in range(quarters % 4):
        x, y = -y, x
    return (round(x + middle, 3), round(y + middle, 3))


def capsule(start: Point, end: Point, radius: float, steps: int = 6) -> tuple[Point, ...]:
    """The outline of a line from start to end, thickened by radius and rounded at both ends."""
    heading = math.atan2(end[1] - start[1], end[0] - start[0])
    turns = [math.pi * (i / steps - 0.5) for i in range(steps + 1)]
    corners = [(end, heading + t) for t in turns] + [(start, heading + math.pi + t) for t in turns]
    return tuple((round(x + radius * math.cos(t), 3), round(y + radius * math.sin(t), 3))
                 for (x, y), t in corners)


def curve(start: Point, bend: Point, end: Point, steps: int) -> list[Point]:
    """A quadratic curve from start to end, drawn towards bend.

    >>> curve((0, 0), (1, 2), (2, 0), 2)
    [(0.0, 0.0), (1.0, 1.0), (2.0, 0.0)]
    """
    points = []
    for i in range(steps + 1):
        t = i / steps
        p, q, r = (1 - t) ** 2, 2 * t * (1 - t), t * t
        x, y = (p * a + q * b + r * c for a, b, c in zip(start, bend, end, strict=True))
        points.append((round(x, 3), round(y, 3)))
    return points


def trimmed(points: Sequence[Point], cut: float) -> list[Point]:
    """The line with `cut` removed from its end, but at least a fifth of its last part left."""
    line = list(points)
    while len(line) > 2 and math.dist(line[-2], line[-1]) <= cut:
        cut -= math.dist(line[-2], line[-1])
        line.pop()
    stretch = math.dist(line[-2], line[-1])
    keep = max(stretch - cut, stretch / 5) / stretch if stretch else 1.0
    (ax, ay), (bx, by) = line[-2:]
    return [*line[:-1], (round(ax + (bx - ax) * keep, 3), round(ay + (by - ay) * keep, 3))]


def arrow_outlines(points: Sequence[Point], width: float,
                   dashed: bool = False) -> list[tuple[Point, ...]]:
    """The polygons that draw an arrow through points: foot, shaft and head in one.

    A dashed arrow is a polygon for each dash, then its head. ValueError with fewer than two points.
    """
    if len(points) < 2:
        raise ValueError(f"an arrow needs at least two points, not {list(points)}")
    (ax, ay), (bx, by) = points[-2:]
    half, length, wide = width / 2, 2.2 * width, 1.4 * width
    head = _placed([(-length, wide), (0, 0), (-length, -wide)], (bx, by), (bx - ax, by - ay))
    shaft = trimmed(points, 1.9 * width)
    if dashed:
        sides = [_sides(dash, half) for dash in _dashes(shaft, on=0.42, off=0.3)]
        return [*((*left, *right[::-1]) for left, right in sides), tuple(head)]
    left, right = _sides(shaft, half)
    return [(*left[1:], *head, *right[:0:-1], *_foot(shaft, width, half))]


def _placed(shape: Iterable[Point], at: Point, heading: Point) -> list[Point]:
    """A shape that points to the right, turned to point along `heading` and moved to `at`."""
    length = math.hypot(*heading) or 1.0
    cos, sin = heading[0] / length, heading[1] / length
    return [(round(at[0] + u * cos - v * sin, 3), round(at[1] + u * sin + v * cos, 3))
            for u, v in shape]


def _foot(shaft: Sequence[Point], radius: float, half: float) -> list[Point]:
    """The dot at the start of a shaft, open where the shaft leaves it."""
    gap, steps = math.asin(half / radius), 12
    turns = [-gap - (2 * math.pi - 2 * gap) * i / steps for i in range(steps + 1)]
    (ax, ay), (bx, by) = shaft[:2]
    return _placed([(radius * math.cos(t), radius * math.sin(t)) for t in turns], (ax, ay),
                   (bx - ax, by - ay))


def _sides(line: Sequence[Point], half: float) -> tuple[list[Point], list[Point]]:
    """The two sides of a line of width 2 * half."""
    sides: tuple[list[Point], list[Point]] = ([], [])
    for i, at in enumerate(line):
        (ax, ay), (bx, by) = line[max(i - 1, 0)], line[min(i + 1, len(line) - 1)]
        for side, v in zip(sides, (half, -half), strict=True):
            side += _placed([(0, v)], at, (bx - ax, by - ay))
    return sides


def _dashes(line: Sequence[Point], on: float, off: float) -> list[list[Point]]:
    """The dashes along a line, with its bends."""
    marks = [0.0]
    for a, b in pairwise(line):
        marks.append(marks[-1] + math.dist(a, b))
    dashes, start = [], 0.0
    while start < marks[-1]:
        stop = min(start + on, marks[-1])
        bends = [p for p, at in zip(line, marks, strict=True) if start < at < stop]
        dashes.append([_along(line, marks, start), *bends, _along(line, marks, stop)])
        start += on + off
    return dashes


def _along(line: Sequence[Point], marks: Sequence[float], at: float) -> Point:
    """The point at distance `at` along a line with corners at `marks`."""
    i = next((i for i in range(1, len(marks)) if at <= marks[i]), len(marks) - 1)
    length = marks[i] - marks[i - 1]
    share = (at - marks[i - 1]) / length if length else 0.0
    (ax, ay), (bx, by) = line[i - 1], line[i]
    return (round(ax + (bx - ax) * share, 3), round(ay + (by - ay) * share, 3))
