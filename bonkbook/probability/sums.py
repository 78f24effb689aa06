"""Sums of independent values, counted in whole numbers: two values, or many alike."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import Any

MOST_PAIRS = 500_000  # of values that are added one by one: about a second
MOST_WORDS = 100_000_000  # of 64 bits that a power goes through: about a second
MOST_BITS = 1_000_000_000  # of all the counts of a power: 125 MB
SPARSE = 50  # times further apart than one step, on average: then a power is mostly zeros

Counts = Mapping[Any, int]  # how many of the equally likely outcomes have each value


def added(one: Counts, other: Counts) -> dict[Any, int]:
    """The counts of the sum of two independent values; tuples are added place by place.

    >>> added({1: 1, 2: 1}, {0: 1, 1: 2})
    {1: 1, 2: 3, 3: 2}
    """
    pairs = len(one) * len(other)
    if pairs > MOST_PAIRS:
        raise ValueError(f"at most {MOST_PAIRS:,} pairs of values can be added up, and "
                         f"{len(one):,} times {len(other):,} are {pairs:,}")
    found: dict[Any, int] = {}
    for a, ways in one.items():
        for b, more in other.items():
            total = _plus(a, b)
            found[total] = found.get(total, 0) + ways * more
    return found


def repeated(counts: Counts, times: int) -> dict[Any, int]:
    """The counts of the sum of `times` independent values with the same counts.

    ValueError where that is too much, with the times that are possible.

    >>> repeated({1: 1, 2: 2}, 2)
    {2: 1, 3: 4, 4: 4}
    """
    possible = 0
    if all(isinstance(value, int | Fraction) for value in counts):
        scale = math.lcm(*(Fraction(value).denominator for value in counts))
        low = min(counts)
        gaps = {int((value - low) * scale): ways for value, ways in counts.items()}
        width = math.gcd(*gaps) or 1
        terms = {gap // width: ways for gap, ways in gaps.items()}
        possible = _possible(terms, times)
        if possible == times:
            return {low * times + _number(k * width, scale): ways
                    for k, ways in enumerate(_power(terms, times)) if ways}
        if max(terms) < SPARSE * len(terms):
            raise _too_long(times, possible)
    return _repeated_one_by_one(counts, times, possible)


def _repeated_one_by_one(counts: Counts, times: int, possible: int) -> dict[Any, int]:
    """As `repeated`, for values that are few but far apart, or that are not numbers."""
    found, pairs = dict(counts), 0
    for done in range(1, times):
        pairs += len(found) * len(counts)
        if pairs > MOST_PAIRS:
            raise _too_long(times, max(done, possible))
        found = added(found, counts)
    return found


def _too_long(times: int, possible: int) -> ValueError:
    return ValueError(f"a sum of {times:,} such values takes too long to work out: at most "
                      f"{possible:,} can be added up")


def _power(terms: Mapping[int, int], times: int) -> list[int]:
    """The coefficients of a polynomial to a power; terms: its coefficients, that of 0 among them.

    With q = p ** n, p q' = n p' q; the coefficient of x ** (k - 1) on both sides gives that of
    x ** k in q from the ones before (J. C. P. Miller). It takes one product a term of p, where
    squaring takes one a pair of coefficients: 1,000 dice in 20 ms.
    """
    first, rest = terms[0], [(i, ways) for i, ways in terms.items() if i]
    found = [first**times]
    for k in range(1, max(terms) * times + 1):
        total = sum((i * (times + 1) - k) * ways * found[k - i] for i, ways in rest if i <= k)
        found.append(total // (k * first))
    return found


def _possible(terms: Mapping[int, int], times: int) -> int:
    """How many times a power can be taken, up to `times`."""
    degree, bits = max(terms), sum(terms.values()).bit_length()

    def too_much(n: int) -> bool:
        words = n * degree * len(terms) * (n * bits // 64 + 8)
        return words > MOST_WORDS or n * degree * n * bits > MOST_BITS

    if not degree:
        return times  # a single value
    return bisect_left(range(1, times + 1), True, key=too_much)


def _number(units: int, scale: int) -> int | Fraction:
    return units if scale == 1 else Fraction(units, scale)


def _plus(a: Any, b: Any) -> Hashable:
    if isinstance(a, tuple) and isinstance(b, tuple) and len(a) == len(b):
        return tuple(map(_plus, a, b))
    if isinstance(a, str | tuple) or isinstance(b, str | tuple):
        raise TypeError(f"only numbers can be added, and {a!r} and {b!r} cannot")
    total: Hashable = a + b
    return total
