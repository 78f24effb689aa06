"""Waiting times: how many trials until something happens that has the same chance each time."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from bonkbook.probability.exact import Distribution, Probability
from bonkbook.whole import quoted, whole

if TYPE_CHECKING:
    from bonkbook.figures.style import Picture

MOST_BITS = 1_000_000  # of an exact fraction, which grows with every trial
MOST_VALUES = 1_000  # of a distribution


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
        object.__setattr__(self, "chance", Fraction(Probability(self.chance)))
        if not self.chance:
            raise ValueError("what has no chance of happening is waited for in vain")

    @property
    def mean(self) -> Fraction:
        """The mean number of trials: 1 / chance."""
        return 1 / self.chance

    @property
    def variance(self) -> Fraction:
        """The variance of the number of trials: (1 - chance) / chance squared."""
        return (1 - self.chance) / self.chance**2

    @property
    def sd(self) -> float:
        """The standard deviation of the number of trials."""
        return math.sqrt(self.variance)

    def exactly(self, trials: int) -> Probability:
        """The probability that the first success comes with this trial."""
        trials = whole(trials, "trials", 1)
        return Probability(self._all_fail(trials - 1) * self.chance)

    def within(self, trials: int) -> Probability:
        """The probability of a success among so many trials."""
        return self.longer_than(trials).complement

    def longer_than(self, trials: int) -> Probability:
        """The probability that so many trials all fail."""
        return Probability(self._all_fail(whole(trials, "trials", 0)))

    def _all_fail(self, trials: int) -> Fraction:
        possible = MOST_BITS // self.chance.denominator.bit_length()
        if trials > possible:
            raise ValueError(f"the fraction after {quoted(trials)} trials is too long to work out: "
                             f"at most {possible:,} trials are")
        return Fraction(1 - self.chance) ** trials

    def quantile(self, share: Any) -> int:
        """The fewest trials that suffice with at least this probability (0 to 1, not 1 itself).

        >>> Geometric(Fraction(1, 6)).quantile(Fraction(1, 2))
        4
        """
        share = Fraction(Probability(share))
        if share == 1:
            raise ValueError("a quantile is asked for a share from 0 to below 1, not 1")
        if self.chance >= share:
            return 1
        # about where the logarithms say, and from there to the exact one
        each = _log(1 - self.chance)
        trials = max(1, round(_log(1 - share) / each)) if each else MOST_BITS
        while self._all_fail(trials) > 1 - share:
            trials += 1
        while trials > 1 and self._all_fail(trials - 1) <= 1 - share:
            trials -= 1
        return trials

    def distribution(self, longest: int = 12) -> Distribution:
        """The distribution up to a longest count, with all longer waits as one value, in words.

        >>> Geometric(Fraction(1, 2)).distribution(2)
        Distribution(1: 1/2, 2: 1/4, more than 2: 1/4)
        """
        longest = whole(longest, "the longest count", 1, MOST_VALUES)
        pairs: list[tuple[Any, Fraction]] = [(n, self.exactly(n)) for n in range(1, longest + 1)]
        return Distribution([*pairs, (f"more than {longest}", self.longer_than(longest))])

    def figure(self, longest: int = 12, **options: Any) -> Picture:
        """The bar chart of the waiting time, in plotly."""
        return self.distribution(longest).figure(**options)


def _log(value: Fraction) -> float:
    """The logarithm, also of a fraction too small for a float or close to 1."""
    if value > Fraction(1, 2):
        return math.log1p(-float(1 - value))
    return math.log(value.numerator) - math.log(value.denominator)
