"""Exact probabilities and distributions: values that know what they are made of."""

from __future__ import annotations

import html
import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from numbers import Rational
from typing import TYPE_CHECKING, Any

from bonkbook.probability.estimate import Estimate

if TYPE_CHECKING:
    import icepool

    from bonkbook.figures.style import Picture

__all__ = ["Distribution", "Estimate", "P", "Probability"]

LONGEST_FRACTION = 24  # characters; a longer fraction prints as a percentage alone
LONGEST_IN_TABLE = 13  # likewise, in a narrow column
# Above this a number has more figures than that: found without writing it out, which Python
# refuses to do for more than some thousands.
LONGEST_BITS = 4 * LONGEST_FRACTION

Weighted = tuple[Any, Fraction]


class P(Fraction):
    """An exact probability, which prints as a fraction and a percentage.

    Made like a Fraction: `P(5, 12)`, `P("5/12")`, `P(Fraction(5, 12))`. A value outside 0 to 1 is
    a ValueError, a float a TypeError. It may carry what it was computed from:

    * outcomes: pairs (outcome, weight), the outcomes that make the event, whose weights add up
      to the probability; empty when they are not known;
    * given: the condition, in words, under which it holds;
    * note: an assumption or approximation, in words.

    Arithmetic gives plain Fractions (a sum or a product need not be a probability, and has other
    outcomes); wrap the result in P again where it is one.

    >>> P(15, 36)
    5/12 = 41.7 %
    >>> 1 - P(15, 36)
    Fraction(7, 12)
    >>> P(1 - P(15, 36), note="no pawn leaves the nest")
    7/12 = 58.3 % (no pawn leaves the nest)
    >>> P(7, 6)
    Traceback (most recent call last):
    ValueError: a probability lies between 0 and 1, but 7/6 does not
    """

    __slots__ = ("_given", "_note", "_outcomes")

    _outcomes: tuple[Weighted, ...]
    _given: str
    _note: str

    def __new__(
        cls,
        numerator: int | str | Rational = 0,
        denominator: int | Rational | None = None,
        *,
        outcomes: Iterable[Weighted] = (),
        given: str = "",
        note: str = "",
    ) -> P:
        """The probability; see the class."""
        if isinstance(numerator, float) or isinstance(denominator, float):
            raise TypeError(f"a P is exact: write P(5, 12) or P('0.25'), not {numerator!r}")
        self = super().__new__(cls, numerator, denominator)  # type: ignore[arg-type]
        if not 0 <= self <= 1:
            raise ValueError(
                f"a probability lies between 0 and 1, but {_in_figures(self)} does not"
            )
        self._outcomes = _checked_outcomes(outcomes, self)
        self._given = given
        self._note = note
        return self

    @property
    def outcomes(self) -> tuple[Weighted, ...]:
        """The pairs (outcome, weight) that make the event; empty when they are not known."""
        return self._outcomes

    @property
    def given(self) -> str:
        """The condition under which the probability holds, in words, or an empty string."""
        return self._given

    @property
    def note(self) -> str:
        """The assumption or approximation behind the number, in words, or an empty string."""
        return self._note

    @property
    def complement(self) -> P:
        """The probability that it does not happen, under the same condition.

        >>> P(11, 36).complement
        25/36 = 69.4 %
        """
        return P(1 - self, given=self.given, note=self.note)

    @property
    def percent(self) -> str:
        """The percentage to a tenth, finer below 1 and above 99, and 0 or 100 only if exact.

        >>> P(11, 36).percent, P(1, 7776).percent, P(7775, 7776).percent, P(1).percent
        ('30.6 %', '0.0129 %', '99.9871 %', '100 %')
        """
        return _percent(self)

    def figure(self, **options: Any) -> Picture:
        """The picture of the outcomes: the 6x6 grid where they are dice rolls, else bars."""
        from bonkbook.figures.dice import dice_grid
        from bonkbook.figures.distribution import outcomes_figure
        from bonkbook.probability.dice import roll_of

        if self.outcomes and all(roll_of(outcome) for outcome, _ in self.outcomes):
            return dice_grid(self, **options)
        return outcomes_figure(self, **options)

    def __str__(self) -> str:
        fraction = fraction_text(self)
        return f"{fraction} = {self.percent}" if fraction else f"≈ {self.percent}"

    def __repr__(self) -> str:
        given = f" given {self.given}" if self.given else ""
        note = f" ({self.note})" if self.note else ""
        return f"{self}{given}{note}"

    def _repr_html_(self) -> str:
        given = f" given <em>{html.escape(self.given)}</em>" if self.given else ""
        note = f"<br><small>{html.escape(self.note)}</small>" if self.note else ""
        return f"<strong>{html.escape(str(self))}</strong>{given}{note}"

    def __format__(self, spec: str) -> str:
        return format(float(self), spec) if spec else str(self)

    def __copy__(self) -> P:
        return self

    def __deepcopy__(self, memo: Any) -> P:
        return self

    def __reduce__(self) -> Any:
        whole = (self.numerator, self.denominator, self.outcomes, self.given, self.note)
        return _restored, whole


def _restored(
    numerator: int, denominator: int, outcomes: tuple[Weighted, ...], given: str, note: str
) -> P:
    return P(numerator, denominator, outcomes=outcomes, given=given, note=note)


def _checked_outcomes(outcomes: Iterable[Weighted], total: Fraction) -> tuple[Weighted, ...]:
    pairs = tuple((outcome, Fraction(weight)) for outcome, weight in outcomes)
    if pairs and sum(weight for _, weight in pairs) != total:
        found = sum(weight for _, weight in pairs)
        raise ValueError(
            "the weights of the outcomes must add up to the probability, "
            f"{_in_figures(total)}, but they add up to {_in_figures(Fraction(found))}"
        )
    return pairs


def fraction_text(value: Fraction, longest: int = LONGEST_FRACTION) -> str:
    """The fraction as text, or an empty one if it is longer than can be read.

    >>> fraction_text(Fraction(10, 24)), fraction_text(Fraction(1, 3**30), longest=13)
    ('5/12', '')
    """
    if max(abs(value.numerator), value.denominator).bit_length() > LONGEST_BITS:
        return ""
    text = Fraction.__str__(value)
    return text if len(text) <= longest else ""


def _in_figures(value: Fraction) -> str:
    """The fraction as text; of one too long to be read, what it is about."""
    return fraction_text(value) or f"≈ {_scientific(value, 6)}"


def _scientific(value: Fraction, figures: int) -> str:
    """A fraction other than 0 in so many figures, also beyond what a float can hold."""
    power = _exponent(abs(value))
    if -5 <= power < figures:
        return f"{float(value):.{figures}g}"
    return f"{float(value / Fraction(10) ** power):.{figures}g}e{power}"


def _percent(value: Fraction) -> str:
    if value in (0, 1):
        return f"{int(100 * value)} %"
    # three figures of whichever is smaller, the chance or its complement, so that 0 and 100 are
    # printed only when they are exact
    smaller = min(value, 1 - value)
    places = 1 if smaller >= Fraction(1, 100) else 2 - _exponent(100 * smaller)
    if places > 12:
        return f"{_scientific(100 * value, 3)} %" if value < Fraction(1, 2) else "almost 100 %"
    return f"{float(100 * value):.{places}f} %"


def _exponent(value: Fraction) -> int:
    """The power of ten of the leading figure of a positive fraction."""
    power = round(math.log10(value.numerator) - math.log10(value.denominator))
    return power if value >= Fraction(10) ** power else power - 1


Probability = P  # the same class, under a name for where P is a method


class Distribution(Mapping[Any, Fraction]):
    """An exact distribution: a mapping from each value to its probability, adding up to 1.

    Numbers (and tuples of numbers) come in order, words as they were given; values of probability
    0 are left out. `note` is an assumption or approximation behind the numbers, in words.
    Weights that do not add up to exactly 1 are a ValueError: see `Distribution.of` for counts.

    >>> d6 = Distribution.of(range(1, 7))
    >>> d6.mean, d6[3]
    (Fraction(7, 2), Fraction(1, 6))
    >>> two = d6.repeat(2)
    >>> two.P(lambda total: total == 7)
    1/6 = 16.7 %
    >>> two.mean, two.variance, two.quantile(Fraction(9, 10))
    (Fraction(7, 1), Fraction(35, 6), 10)
    """

    __slots__ = ("_note", "_weights")

    def __init__(
        self,
        weights: Mapping[Any, Any] | Iterable[tuple[Any, Any]],
        note: str = "",
    ) -> None:
        pairs = weights.items() if isinstance(weights, Mapping) else weights
        self._weights = _ordered(_gathered(pairs))
        self._note = note
        total = sum(self._weights.values())
        if total != 1:
            raise ValueError("the probabilities of a distribution add up to 1, not to "
                             f"{_in_figures(Fraction(total))}")

    @classmethod
    def of(cls, counts: Mapping[Any, Any] | Iterable[Any], note: str = "") -> Distribution:
        """The distribution in proportion to counts, or of equally likely values.

        >>> Distribution.of({"red": 3, "blue": 1})
        Distribution(red: 3/4, blue: 1/4)
        >>> Distribution.of("hello")["l"]
        Fraction(2, 5)
        """
        pairs = counts.items() if isinstance(counts, Mapping) else ((v, 1) for v in counts)
        gathered = _gathered(pairs)
        total = sum(gathered.values())
        if not total:
            raise ValueError("a distribution needs at least one value with a count above 0")
        return cls({value: count / total for value, count in gathered.items()}, note)

    @classmethod
    def mixture(cls, parts: Iterable[tuple[Any, Distribution]]) -> Distribution:
        """The distribution of a value drawn in two steps: first which part, then from it.

        parts: pairs (probability of the part, its distribution); the probabilities add up to 1.

        >>> coin, die = Distribution.of([0, 1]), Distribution.of(range(1, 7))
        >>> Distribution.mixture([(Fraction(1, 2), coin), (Fraction(1, 2), die)])[1]
        Fraction(1, 3)
        """
        parts = list(parts)
        pairs = ((v, Fraction(share) * w) for share, part in parts for v, w in part.items())
        return cls(pairs, _joined_notes(part for _, part in parts))

    @classmethod
    def from_die(cls, die: icepool.Die[Any]) -> Distribution:
        """The distribution of an icepool die."""
        return cls.of(dict(die.items()))

    def die(self) -> icepool.Die[Any]:
        """The same distribution as an icepool die, with whole quantities."""
        import icepool

        common = math.lcm(*(weight.denominator for weight in self.values()))
        return icepool.Die({value: int(weight * common) for value, weight in self.items()})

    @property
    def note(self) -> str:
        """The assumption or approximation behind the numbers, in words, or an empty string."""
        return self._note

    def __getitem__(self, value: Any) -> Fraction:
        return self._weights[value]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def __hash__(self) -> int:
        return hash(frozenset(self._weights.items()))

    @property
    def mean(self) -> Fraction:
        """The mean of the values, which must be numbers."""
        return sum((self._number(v) * w for v, w in self.items()), Fraction(0))

    @property
    def variance(self) -> Fraction:
        """The mean squared distance from the mean."""
        mean = self.mean
        return sum(((self._number(v) - mean) ** 2 * w for v, w in self.items()), Fraction(0))

    @property
    def sd(self) -> float:
        """The standard deviation: the root of the variance, in the unit of the values."""
        return math.sqrt(self.variance)

    def P(self, event: Callable[[Any], Any]) -> Probability:  # noqa: N802
        """The probability of the values for which `event(value)` holds, with those values."""
        made = [(value, weight) for value, weight in self.items() if event(value)]
        total = sum((weight for _, weight in made), Fraction(0))
        return Probability(total, outcomes=made, note=self.note)

    def cdf(self, value: Any) -> Probability:
        """The probability of at most this value.

        >>> Distribution.of(range(1, 7)).cdf(2)
        1/3 = 33.3 %
        """
        return self.P(lambda other: other <= value)

    def quantile(self, share: Any) -> Any:
        """The smallest value that at least this share (0 to 1) of the probability does not pass.

        >>> Distribution.of(range(1, 7)).quantile("1/2")
        3
        """
        share = Fraction(share)
        if not 0 <= share <= 1:
            raise ValueError(f"a quantile is asked for a share from 0 to 1, not {share}")
        so_far = Fraction(0)
        for value, weight in self.items():
            so_far += weight
            if so_far >= share:
                return value
        raise AssertionError("the probabilities add up to 1")

    def map(self, function: Callable[[Any], Hashable]) -> Distribution:
        """The distribution of `function(value)`.

        >>> Distribution.of(range(1, 7)).map(lambda face: face % 2)
        Distribution(0: 1/2, 1: 1/2)
        """
        return Distribution(((function(v), w) for v, w in self.items()), self.note)

    def convolve(self, other: Distribution) -> Distribution:
        """The distribution of the sum of two independent values."""
        summed = Distribution.from_die(self.die() + other.die())
        return Distribution(summed, _joined_notes((self, other)))

    def repeat(self, times: int) -> Distribution:
        """The distribution of the sum of `times` independent values.

        >>> Distribution.of(range(1, 7)).repeat(3)[18]
        Fraction(1, 216)
        """
        if times < 1:
            raise ValueError(f"a value is repeated at least once, not {times} times")
        return Distribution(Distribution.from_die(times @ self.die()), self.note)

    def figure(self, **options: Any) -> Picture:
        """The bar chart of the distribution, in plotly."""
        from bonkbook.figures.distribution import distribution_figure

        return distribution_figure(self, **options)

    def __repr__(self) -> str:
        shown = [f"{value}: {_in_figures(weight)}" for value, weight in list(self.items())[:12]]
        more = f", ... {len(self) - 12} more" if len(self) > 12 else ""
        note = f" ({self.note})" if self.note else ""
        return f"Distribution({', '.join(shown)}{more}){note}"

    def table(self) -> str:
        """The distribution as lines of text: value, fraction, percentage.

        >>> print(Distribution.of({"heads": 1, "tails": 1}).table())
        heads  1/2 = 50.0 %
        tails  1/2 = 50.0 %
        """
        width = max(len(str(value)) for value in self)
        return "\n".join(f"{value!s:<{width}}  {Probability(w)}" for value, w in self.items())

    @staticmethod
    def _number(value: Any) -> Fraction:
        try:
            return Fraction(value)
        except (TypeError, ValueError):
            raise TypeError(
                f"only numbers have a mean, and {value!r} is none: .map() gives each value one"
            ) from None


def _gathered(pairs: Iterable[tuple[Any, Any]]) -> dict[Any, Fraction]:
    """The weights of equal values added together; a float or negative weight is refused."""
    gathered: dict[Any, Fraction] = {}
    for value, weight in pairs:
        if isinstance(weight, float):
            raise TypeError(f"a distribution is exact: give {value!r} a Fraction, not {weight!r}")
        if weight < 0:
            raise ValueError(f"the weight of {value!r} is negative: {weight}")
        gathered[value] = gathered.get(value, Fraction(0)) + Fraction(weight)
    return gathered


def _ordered(weights: dict[Any, Fraction]) -> dict[Any, Fraction]:
    kept = {value: weight for value, weight in weights.items() if weight}
    if any(isinstance(value, str) for value in kept):
        return kept  # words: the order in which they came says more than the alphabet
    try:
        return {value: kept[value] for value in sorted(kept)}
    except TypeError:  # values of mixed kinds
        return kept


def _joined_notes(parts: Iterable[Distribution]) -> str:
    return "; ".join(dict.fromkeys(part.note for part in parts if part.note))
