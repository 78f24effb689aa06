"""An estimate from a simulation: a value with its standard error."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from ..whole import whole


@dataclass(frozen=True)
class Estimate:
    """A mean or a frequency from a simulation, with its standard error and number of trials.

    value and error are in the same unit; n is the number of independent trials. If all trials have
    the same result, the error is not 0 but 1/n, as if one trial were different, since no sample
    shows that an event always or never happens.

    >>> Estimate.of_frequency(4169, 10_000)
    0.417 ± 0.005
    >>> Estimate.of_frequency(4169, 10_000).agrees_with(Fraction(5, 12))
    True
    >>> Estimate.of_frequency(1000, 1000)
    1.000 ± 0.001
    """

    value: float
    error: float
    n: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "n", whole(self.n, "the number of trials", 1))
        if not (math.isfinite(self.value) and math.isfinite(self.error) and self.error >= 0):
            raise ValueError(f"an estimate needs a finite value and an error of at least 0, "
                             f"not {self.value} ± {self.error}")

    @classmethod
    def of_frequency(cls, hits: int, n: int) -> Estimate:
        """The share of trials that were hits, with its standard error, sqrt(p (1 - p) / n).

        The error is 1/n if none or all were hits.
        """
        n = whole(n, "the number of trials", 1)
        hits = whole(hits, "the number of hits", 0, n)
        share = hits / n
        return cls(share, math.sqrt(share * (1 - share) / n) or 1 / n, n)

    @classmethod
    def of_moments(cls, n: int, total: float, squares: float) -> Estimate:
        """The mean of n numbers, such as counts, from their sum and the sum of their squares.

        The error is 1/n if all are equal, as if one of them differed by 1.

        >>> Estimate.of_moments(4, 2 + 4 + 4 + 6, 4 + 16 + 16 + 36)
        4.0 ± 0.8
        """
        n = whole(n, "the number of values", 2)
        mean = total / n
        variance = max(0.0, (squares - total * mean) / (n - 1))
        return cls(mean, math.sqrt(variance / n) or 1 / n, n)

    def sigmas(self, exact: Fraction | float) -> float:
        """The distance from an exact value in standard errors; infinite if it is impossible.

        An exact probability has its own error, sqrt(p (1 - p) / n), which is used if it is larger,
        so that 0 hits out of 20 do not contradict 1/36.

        >>> Estimate.of_frequency(0, 20).sigmas(Fraction(1, 36)) < 1
        True
        """
        distance = abs(self.value - float(exact))
        error = self.error
        if isinstance(exact, Fraction) and 0 <= exact <= 1:
            if exact in (0, 1):
                return 0.0 if distance == 0 else math.inf
            error = max(error, math.sqrt(exact * (1 - exact) / self.n))
        if error == 0:
            return 0.0 if distance == 0 else math.inf
        return distance / error

    def agrees_with(self, exact: Fraction | float, sigmas: float = 4) -> bool:
        """Whether the exact value lies within the given number of standard errors.

        A true value lies outside four standard errors about once in 16,000 comparisons.

        >>> Estimate(0.43, 0.001, 10_000).agrees_with(Fraction(1, 2))
        False
        """
        return self.sigmas(exact) <= sigmas

    def __str__(self) -> str:
        if self.error == 0:
            return f"{self.value:g} ± 0"
        # the error to one significant figure, and the value to the same place
        places = -math.floor(math.log10(self.error))
        if round(self.error, places) >= 10.0 ** (1 - places):
            places -= 1  # 0.096 rounds to 0.1
        shown = max(0, places)
        return f"{round(self.value, places):.{shown}f} ± {round(self.error, places):.{shown}f}"

    def __repr__(self) -> str:
        return str(self)
