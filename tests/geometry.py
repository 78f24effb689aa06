"""Polygons of points (x, y): what the tests of the boards measure."""

from __future__ import annotations

import math
from itertools import pairwise


def cross(o, a, b) -> float:
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def area(polygon) -> float:
    closed = [*polygon, polygon[0]]
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in pairwise(closed)) / 2


def apart(one, two) -> bool:
    """Whether some line, along an edge, has the two convex polygons on its two sides."""
    for polygon, other in ((one, two), (two, one)):
        sign = math.copysign(1, area(polygon))
        for a, b in pairwise([*polygon, polygon[0]]):
            if all(sign * cross(a, b, p) <= 1e-9 for p in other):
                return True
    return False


def touch(one, two) -> float:
    """The length of the border that two polygons share."""
    shared = 0.0
    for a, b in pairwise([*one, one[0]]):
        for c, d in pairwise([*two, two[0]]):
            if abs(cross(a, b, c)) < 1e-9 and abs(cross(a, b, d)) < 1e-9:
                length = math.dist(a, b)
                ends = sorted(
                    ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / length
                    for p in (c, d)
                )
                shared += max(0.0, min(ends[1], length) - max(ends[0], 0.0))
    return shared


def inside(point, polygon) -> bool:
    sign = math.copysign(1, area(polygon))
    return all(sign * cross(a, b, point) > 0 for a, b in pairwise([*polygon, polygon[0]]))


def crossing_number(point, polygon) -> int:
    """How often a ray to the right meets the outline: odd inside, convex or not."""
    x, y = point
    return sum((a[1] > y) != (b[1] > y)
               and x < a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1])
               for a, b in pairwise([*polygon, polygon[0]]))
