"""Exact probabilities and distributions: values that know what they are made of."""

from __future__ import annotations

import html
import math
from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from numbers import Rational
from typing import TYPE_CHECKING, Any

from ..drawing import figure_of
from ..whole import exact, plain, quoted, whole
from .written import fraction_text, in_figures, percent_text, read_number

if TYPE_CHECKING:
    import icepool

    from ..drawing import Picture

MOST_TIMES = 10**9  # that a value is added to itself

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

    _outcomes: tuple[Weighted, ...] | Callable[[], tuple[Weighted, ...]]
    _given: str
    _note: str

    def __new__(cls, numerator: int | str | Rational = 0, denominator: int | Rational | None = None,
                *, outcomes: Iterable[Weighted] = (), given: str = "", note: str = "") -> P:
        """The probability; see the class."""
        value = _read(numerator)
        if denominator is not None:
            value /= _divisor(denominator)
        self = super().__new__(cls, value)
        if not 0 <= self <= 1:
            raise ValueError(f"a probability lies between 0 and 1, but {in_figures(self)} does not")
        self._outcomes = _checked_outcomes(outcomes, self)
        self._given = given
        self._note = note
        return self

    @property
    def outcomes(self) -> tuple[Weighted, ...]:
        """The pairs (outcome, weight) that make up the event; empty if they are not known."""
        if callable(self._outcomes):  # those of a distribution are made only when needed
            self._outcomes = self._outcomes()
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
        return percent_text(self)

    def figure(self, **options: Any) -> Picture:
        """The figure of the outcomes: a 6x6 grid if they are dice rolls, else bars."""
        return figure_of(self, **options)

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

    # Fraction's own methods accept NumPy's whole numbers, which overflow, and make a P of a float

    def __pow__(self, power: Any) -> Any:
        return Fraction(self) ** plain(power)

    def __lt__(self, other: Any) -> Any:
        return Fraction(self) < plain(other)

    def __le__(self, other: Any) -> Any:
        return Fraction(self) <= plain(other)

    def __gt__(self, other: Any) -> Any:
        return Fraction(self) > plain(other)

    def __ge__(self, other: Any) -> Any:
        return Fraction(self) >= plain(other)

    def __eq__(self, other: object) -> Any:
        return Fraction(self) == plain(other)

    __hash__ = Fraction.__hash__

    def __copy__(self) -> P:
        return self

    def __deepcopy__(self, memo: Any) -> P:
        return self

    def __reduce__(self) -> Any:
        return partial(P, self.numerator, self.denominator, outcomes=self.outcomes,
                       given=self.given, note=self.note), ()


def _checked_outcomes(outcomes: Iterable[Weighted], total: Fraction) -> tuple[Weighted, ...]:
    pairs = tuple((outcome, exact(weight, "a weight")) for outcome, weight in outcomes)
    if pairs:
        ways, unit = _in_units(weight for _, weight in pairs)
        if sum(ways) != total * unit:
            raise ValueError(
                "the weights of the outcomes must add up to the probability, "
                f"{in_figures(total)}, but they add up to {in_figures(Fraction(sum(ways), unit))}"
            )
    return pairs


def _in_units(weights: Iterable[Fraction]) -> tuple[list[int], int]:
    """The fractions as whole numbers of a unit, and the number of units in 1.

    Whole numbers add up much faster than Fractions, which are reduced at every step.
    """
    listed = list(weights)
    unit = math.lcm(*(weight.denominator for weight in listed))
    return [weight.numerator * (unit // weight.denominator) for weight in listed], unit


def _read(number: Any) -> Fraction:
    """A probability, read from an argument."""
    try:
        return read_number(number).value if isinstance(number, str) else exact(number)
    except TypeError:
        raise TypeError(
            f"a P must be exact: write P(5, 12) or P('0.25'), not {quoted(number)}"
        ) from None


def _divisor(number: Any) -> Fraction:
    value = _read(number)
    if not value:
        raise ZeroDivisionError("a probability out of 0 has no value")
    return value


Probability = P  # the same class, for use where P is a method


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

    __slots__ = ("_counts", "_note", "_total")

    _counts: dict[Any, int]  # of each value, among equally likely outcomes
    _total: int
    _note: str

    def __init__(self, weights: Mapping[Any, Any] | Iterable[tuple[Any, Any]],
                 note: str = "") -> None:
        pairs = weights.items() if isinstance(weights, Mapping) else weights
        gathered = _gathered(pairs)
        ways, unit = _in_units(gathered.values())
        if sum(ways) != unit:
            raise ValueError("the probabilities of a distribution must add up to 1, not to "
                             f"{in_figures(Fraction(sum(ways), unit))}")
        self._fill(dict(zip(gathered, ways, strict=True)), note)

    def _fill(self, counts: Mapping[Any, int], note: str) -> None:
        kept = {value: ways for value, ways in counts.items() if ways}
        self._counts = {value: kept[value] for value in in_order(kept)}
        self._total = sum(self._counts.values())
        self._note = note

    @classmethod
    def _counted(cls, counts: Mapping[Any, int], note: str) -> Distribution:
        made = cls.__new__(cls)
        made._fill(counts, note)
        return made

    @classmethod
    def of(cls, counts: Mapping[Any, Any] | Iterable[Any], note: str = "") -> Distribution:
        """The distribution with probabilities proportional to counts, or of equally likely values.

        >>> Distribution.of({"red": 3, "blue": 1})
        Distribution(red: 3/4, blue: 1/4)
        >>> Distribution.of("hello")["l"]
        Fraction(2, 5)
        """
        pairs = counts.items() if isinstance(counts, Mapping) else ((v, 1) for v in counts)
        gathered = _gathered(pairs)
        if not any(gathered.values()):
            raise ValueError("a distribution needs at least one value with a count above 0")
        ways, _ = _in_units(gathered.values())
        common = math.gcd(*ways)
        return cls._counted({value: n // common for value, n in zip(gathered, ways, strict=True)},
                            note)

    @classmethod
    def mixture(cls, parts: Iterable[tuple[Any, Distribution]]) -> Distribution:
        """The mixture of distributions: first a part is drawn, then a value from it.

        parts: pairs (probability of the part, its distribution); the probabilities add up to 1.

        >>> coin, die = Distribution.of([0, 1]), Distribution.of(range(1, 7))
        >>> Distribution.mixture([(Fraction(1, 2), coin), (Fraction(1, 2), die)])[1]
        Fraction(1, 3)
        """
        parts = list(parts)
        pairs = ((v, _read(share) * w) for share, part in parts for v, w in part.items())
        return cls(pairs, _joined_notes(part for _, part in parts))

    def die(self) -> icepool.Die[Any]:
        """The same distribution as an icepool die, with whole quantities."""
        import icepool

        return icepool.Die(self._counts)

    @property
    def note(self) -> str:
        """The assumption or approximation behind the numbers, in words, or an empty string."""
        return self._note

    def __getitem__(self, value: Any) -> Fraction:
        return Fraction(self._counts[value], self._total)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._counts)

    def __len__(self) -> int:
        return len(self._counts)

    def __hash__(self) -> int:
        return hash(frozenset(self._counts))

    @property
    def mean(self) -> Fraction:
        """The mean of the values, which must be numbers."""
        return self._average(self._number)

    @property
    def variance(self) -> Fraction:
        """The mean squared distance from the mean."""
        return self._average(lambda value: self._number(value) ** 2) - self.mean**2

    def _average(self, number: Callable[[Any], Fraction]) -> Fraction:
        return sum((number(v) * n for v, n in self._counts.items()), Fraction(0)) / self._total

    @property
    def sd(self) -> float:
        """The standard deviation: the root of the variance, in the unit of the values."""
        return math.sqrt(self.variance)

    def P(self, event: Callable[[Any], Any]) -> Probability:  # noqa: N802
        """The probability of the values for which `event(value)` holds, with those values."""
        made = [value for value in self if event(value)]
        chance = Probability(Fraction(sum(self._counts[value] for value in made), self._total),
                             note=self.note)
        chance._outcomes = lambda: tuple((value, self[value]) for value in made)
        return chance

    def cdf(self, value: Any) -> Probability:
        """The probability of at most this value.

        >>> Distribution.of(range(1, 7)).cdf(2)
        1/3 = 33.3 %
        """
        return self.P(lambda other: other <= value)

    def quantile(self, share: Any) -> Any:
        """The quantile: the smallest value whose cumulative probability is at least the share.

        >>> Distribution.of(range(1, 7)).quantile("1/2")
        3
        """
        share = _read(share)
        if not 0 <= share <= 1:
            raise ValueError(
                f"a quantile needs a share from 0 to 1, not {in_figures(share)}"
            )
        needed, so_far = share * self._total, 0
        for value, ways in self._counts.items():
            so_far += ways
            if so_far >= needed:
                return value
        raise AssertionError("the probabilities add up to 1")

    def map(self, function: Callable[[Any], Hashable]) -> Distribution:
        """The distribution of `function(value)`.

        >>> Distribution.of(range(1, 7)).map(lambda face: face % 2)
        Distribution(0: 1/2, 1: 1/2)
        """
        counts: dict[Any, int] = {}
        for value, ways in self._counts.items():
            made = plain(function(value))
            counts[made] = counts.get(made, 0) + ways
        return self._counted(counts, self.note)

    def convolve(self, other: Distribution) -> Distribution:
        """The distribution of the sum of two independent values; tuples add place by place."""
        notes = _joined_notes((self, other))
        return self._counted(added(self._counts, other._counts), notes)

    def repeat(self, times: int) -> Distribution:
        """The distribution of the sum of `times` independent values.

        Exact and quick up to some thousand dice; what is too much is a ValueError that says how
        often is possible.

        >>> Distribution.of(range(1, 7)).repeat(3)[18]
        Fraction(1, 216)
        >>> Distribution.of(range(1, 7)).repeat(1000).P(lambda total: total >= 3600)
        ≈ 3.3 %
        """
        times = whole(times, "times", 1, MOST_TIMES)
        return self._counted(repeated(self._counts, times), self.note)

    def figure(self, **options: Any) -> Picture:
        """The bar chart of the distribution, in plotly."""
        return figure_of(self, **options)

    def __repr__(self) -> str:
        shown = [f"{value}: {in_figures(weight)}" for value, weight in list(self.items())[:12]]
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
                f"only numbers have a mean, and {quoted(value)} is not a number; .map() gives each "
                "value a number"
            ) from None


def _gathered(pairs: Iterable[tuple[Any, Any]]) -> dict[Any, Fraction]:
    """The weights of equal values added together; a float or negative weight is refused."""
    gathered: dict[Any, Fraction] = {}
    for named, given in pairs:
        value = plain(named)
        weight = (_read(given) if isinstance(given, str)
                  else exact(given, f"the weight of {quoted(value)}"))
        if weight < 0:
            raise ValueError(f"the weight of {quoted(value)} is negative: {in_figures(weight)}")
        gathered[value] = gathered[value] + weight if value in gathered else weight
    return gathered


def in_order(values: Iterable[Any]) -> list[Any]:
    """The values sorted; words, and values of mixed types, keep their order."""
    listed = list(values)
    if any(isinstance(value, str) for value in listed):
        return listed
    try:
        return sorted(listed)
    except TypeError:
        return listed


def _joined_notes(parts: Iterable[Distribution]) -> str:
    return "; ".join(dict.fromkeys(part.note for part in parts if part.note))


# ---- sums of independent values, counted in whole numbers ----

MOST_PAIRS = 500_000  # of values to add one by one, about a second
MOST_WORDS = 100_000_000  # of 64 bits for a power, about a second
MOST_BITS = 1_000_000_000  # for all the counts of a power, 125 MB
SPARSE = 50  # if values are this many steps apart on average, a power is mostly zeros

Counts = Mapping[Any, int]  # the number of equally likely outcomes with each value


def added(one: Counts, other: Counts) -> dict[Any, int]:
    """The counts of the sum of two independent values; tuples are added place by place.

    >>> added({1: 1, 2: 1}, {0: 1, 1: 2})
    {1: 1, 2: 3, 3: 2}
    """
    pairs = len(one) * len(other)
    if pairs > MOST_PAIRS:
        raise ValueError(f"at most {MOST_PAIRS:,} pairs of values can be added, but {len(one):,} "
                         f"times {len(other):,} is {pairs:,}")
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
            return {low * times + _unscaled(k * width, scale): ways
                    for k, ways in enumerate(_power(terms, times)) if ways}
        if max(terms) < SPARSE * len(terms):
            raise _too_long(times, possible)
    return _repeated_one_by_one(counts, times, possible)


def _repeated_one_by_one(counts: Counts, times: int, possible: int) -> dict[Any, int]:
    """Like `repeated`, for a few values far apart, or values that are not numbers."""
    found, pairs = dict(counts), 0
    for done in range(1, times):
        pairs += len(found) * len(counts)
        if pairs > MOST_PAIRS:
            raise _too_long(times, max(done, possible))
        found = added(found, counts)
    return found


def _too_long(times: int, possible: int) -> ValueError:
    return ValueError(f"a sum of {times:,} values takes too long; at most {possible:,} can be "
                      "added")


def _power(terms: Mapping[int, int], times: int) -> list[int]:
    """The coefficients of a power of a polynomial; terms: its coefficients, including zeros.

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
    """The largest possible power, up to `times`."""
    degree, bits = max(terms), sum(terms.values()).bit_length()

    def too_much(n: int) -> bool:
        words = n * degree * len(terms) * (n * bits // 64 + 8)
        return words > MOST_WORDS or n * degree * n * bits > MOST_BITS

    if not degree:
        return times  # a single value
    return bisect_left(range(1, times + 1), True, key=too_much)


def _unscaled(units: int, scale: int) -> int | Fraction:
    return units if scale == 1 else Fraction(units, scale)


def _plus(a: Any, b: Any) -> Hashable:
    if isinstance(a, tuple) and isinstance(b, tuple) and len(a) == len(b):
        return tuple(map(_plus, a, b))
    if isinstance(a, str | tuple) or isinstance(b, str | tuple):
        raise TypeError(f"only numbers can be added, and {a!r} and {b!r} cannot")
    total: Hashable = a + b
    return total


# ---- waiting times ----

MOST_WAIT_BITS = 1_000_000  # for an exact fraction, which grows with every trial
MOST_WAITS = 1_000  # of a distribution


@dataclass(frozen=True)
class Geometric:
    """The number of independent trials until the first success, each with the same chance.

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
            raise ValueError("the chance must be above 0, or the wait never ends")

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
        """The probability that the first success is in this trial."""
        trials = whole(trials, "trials", 1)
        return Probability(self._all_fail(trials - 1) * self.chance)

    def within(self, trials: int) -> Probability:
        """The probability of a success within the given number of trials."""
        return self.longer_than(trials).complement

    def longer_than(self, trials: int) -> Probability:
        """The probability that the given number of trials all fail."""
        return Probability(self._all_fail(whole(trials, "trials", 0)))

    def _all_fail(self, trials: int) -> Fraction:
        possible = MOST_WAIT_BITS // self.chance.denominator.bit_length()
        if trials > possible:
            raise ValueError(f"the fraction after {quoted(trials)} trials is too long; at most "
                             f"{possible:,} trials are possible")
        return Fraction(1 - self.chance) ** trials

    def quantile(self, share: Any) -> int:
        """The smallest number of trials with at least this probability (below 1) of a success.

        >>> Geometric(Fraction(1, 6)).quantile(Fraction(1, 2))
        4
        """
        share = Fraction(Probability(share))
        if share == 1:
            raise ValueError("a quantile needs a share from 0 to below 1, not 1")
        if self.chance >= share:
            return 1
        # an estimate by logarithms, and from there the exact number
        each = _log(1 - self.chance)
        trials = max(1, round(_log(1 - share) / each)) if each else MOST_WAIT_BITS
        while self._all_fail(trials) > 1 - share:
            trials += 1
        while trials > 1 and self._all_fail(trials - 1) <= 1 - share:
            trials -= 1
        return trials

    def distribution(self, longest: int = 12) -> Distribution:
        """The distribution up to a longest wait, with all longer waits as a single value.

        >>> Geometric(Fraction(1, 2)).distribution(2)
        Distribution(1: 1/2, 2: 1/4, more than 2: 1/4)
        """
        longest = whole(longest, "the longest count", 1, MOST_WAITS)
        pairs: list[tuple[Any, Fraction]] = [(n, self.exactly(n)) for n in range(1, longest + 1)]
        return Distribution([*pairs, (f"more than {longest}", self.longer_than(longest))])

    def figure(self, longest: int = 12, **options: Any) -> Picture:
        """The bar chart of the waiting time, in plotly."""
        return self.distribution(longest).figure(**options)


def _log(value: Fraction) -> float:
    """The logarithm, even of a fraction too small for a float or close to 1."""
    if value > Fraction(1, 2):
        return math.log1p(-float(1 - value))
    return math.log(value.numerator) - math.log(value.denominator)
