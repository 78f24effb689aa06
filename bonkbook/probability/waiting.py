"""Waiting times: how many trials until something happens that has the same chance each time."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from bonkbook.probability.exact import Distribution, Probability

if TYPE_CHECKING:
    from bonkbook.figures.style import Picture


@dataclass(frozen=True)
class Geometric:
    """How many independent trials until the first success, each with the same chance.

    The count includes the success itself: it is 1 where the first trial succeeds. A chance of 0 is
    a ValueError: one would wait for ever.

    >>> wait = Geometric(Fraction(15, 36))
    >>> wait.mean
    Fraction(12, 5)
    >>> wait.exactly(1), wait.within(2), wait.longer_than(3)
    (5/12 = 41.7 %, 95/144 = 66.0 %, 343/1728 = 19.8 %)
    """

    chance: Fraction

    def __post_init__(self) -> None:
        if not Probability(self.chance):
            raise ValueError("what has no chance of happening is waited for in vain")

    @property
    def mean(self) -> Fraction:
        """The mean number of trials: 1 / chance."""
        return 1 / Fraction(self.chance)

    @property
    def variance(self) -> Fraction:
        """The variance of the number of trials: (1 - chance) / chance squared."""
        return (1 - self.chance) / Fraction(self.chance) ** 2

    @property
    def sd(self) -> float:
        """The standard deviation of the number of trials."""
        return math.sqrt(self.variance)

    def exactly(self, trials: int) -> Probability:
        """The probability that the first success comes with this trial."""
        _count(trials, least=1)
        return Probability((1 - self.chance) ** (trials - 1) * self.chance)

    def within(self, trials: int) -> Probability:
        """The probability of a success among so many trials."""
        return self.longer_than(trials).complement

    def longer_than(self, trials: int) -> Probability:
        """The probability that so many trials all fail."""
        _count(trials, least=0)
        return Probability((1 - Fraction(self.chance)) ** trials)

    def quantile(self, share: Any) -> int:
        """The fewest trials that suffice with at least this probability (0 to 1, not 1 itself).

        >>> Geometric(Fraction(1, 6)).quantile(Fraction(1, 2))
        4
        """
        share = Fraction(share)
        if not 0 <= share < 1:
            raise ValueError(f"a quantile is asked for a share from 0 to below 1, not {share}")
        trials, fails = 1, 1 - Fraction(self.chance)
        while 1 - fails < share:
            trials, fails = trials + 1, fails * (1 - self.chance)
        return trials

    def distribution(self, longest: int = 12) -> Distribution:
        """The distribution up to a longest count, with all longer waits as one value, in words.

        >>> Geometric(Fraction(1, 2)).distribution(2)
        Distribution(1: 1/2, 2: 1/4, more than 2: 1/4)
        """
        _count(longest, least=1)
        pairs: list[tuple[Any, Fraction]] = [(n, self.exactly(n)) for n in range(1, longest + 1)]
        return Distribution([*pairs, (f"more than {longest}", self.longer_than(longest))])

    def figure(self, longest: int = 12, **options: Any) -> Picture:
        """The bar chart of the waiting time, in plotly."""
        return self.distribution(longest).figure(**options)


def _count(trials: int, least: int) -> None:
    if not isinstance(trials, int) or trials < least:
        raise ValueError(f"trials are counted in whole numbers from {least}, not {trials!r}")
