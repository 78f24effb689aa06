"""Two dice: the 36 rolls, events as sets of rolls, and simulation of millions of rolls.

Events are listed by name, or written by the user.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from ..drawing import figure_of
from ..whole import is_whole, plain, quoted, whole
from .estimate import Estimate
from .exact import Probability
from .expression import Roll, parse_event

if TYPE_CHECKING:
    from ..drawing import Picture

FACES = range(1, 7)
ROLLS: tuple[Roll, ...] = tuple((a, b) for a in FACES for b in FACES)  # equally likely


@dataclass(frozen=True)
class Event:
    """A set of rolls of two dice, with a name and a sentence.

    rolls: the pairs (die 1, die 2) that belong to it. Events with the same rolls are equal,
    whatever they are called. `~`, `&`, `|` and `-` make new ones.

    >>> five = dice_event("a == 5 or b == 5", name="at least one 5")
    >>> five.P
    11/36 = 30.6 %
    >>> doubles = dice_event("a == b", name="doubles")
    >>> five.given(doubles)
    1/6 = 16.7 % given doubles
    >>> (five & doubles).rolls
    frozenset({(5, 5)})
    """

    name: str = field(compare=False)
    words: str = field(compare=False)
    rolls: frozenset[Roll]

    def __post_init__(self) -> None:
        object.__setattr__(self, "rolls", frozenset(map(checked_roll, self.rolls)))

    @property
    def P(self) -> Probability:  # noqa: N802
        """The probability of the event, with its rolls as outcomes."""
        each = Fraction(1, 36)
        outcomes = [(roll, each) for roll in self]
        return Probability(len(self.rolls), 36, outcomes=outcomes)

    def given(self, other: Event) -> Probability:
        """The conditional probability if the other event has happened.

        An impossible condition is a ValueError.
        """
        if not other.rolls:
            raise ValueError(f"{other.name!r} never happens, so it cannot be a condition")
        each = Fraction(1, len(other.rolls))
        both = [roll for roll in self if roll in other.rolls]
        outcomes = [(roll, each) for roll in both]
        return Probability(len(both) * each, outcomes=outcomes, given=other.name)

    def independent_of(self, other: Event) -> bool:
        """Whether the two events are independent.

        >>> dice_event("a == 5").independent_of(dice_event("a + b == 7"))
        True
        """
        return (self & other).P == self.P * other.P

    @property
    def complement(self) -> Event:
        """The event that this one does not happen."""
        name = self.name[4:] if self.name.startswith("not ") else f"not {_bracketed(self.name)}"
        words = f"it is not true that {self.words}"
        return Event(name, words, frozenset(ROLLS) - self.rolls)

    def __invert__(self) -> Event:
        return self.complement

    def __and__(self, other: Event) -> Event:
        return self._joined("and", other, self.rolls & other.rolls)

    def __or__(self, other: Event) -> Event:
        return self._joined("or", other, self.rolls | other.rolls)

    def __sub__(self, other: Event) -> Event:
        return self & ~other

    def _joined(self, word: str, other: Event, rolls: frozenset[Roll]) -> Event:
        name = f"{_bracketed(self.name)} {word} {_bracketed(other.name)}"
        return Event(name, f"{self.words}, {word} {other.words}", rolls)

    def __contains__(self, roll: object) -> bool:
        return roll in self.rolls

    def __iter__(self) -> Iterator[Roll]:
        """The rolls in order: 1 1, 1 2, ..., 6 6."""
        return iter(sorted(self.rolls))

    def __len__(self) -> int:
        return len(self.rolls)

    def __bool__(self) -> bool:
        return bool(self.rolls)

    def figure(self, **options: Any) -> Picture:
        """The 6x6 grid with the rolls of the event marked, in plotly."""
        return figure_of(self, **options)

    def __repr__(self) -> str:
        return f"{self.name}: {self.P}"


def _bracketed(name: str) -> str:
    return f"({name})" if " and " in name or " or " in name else name


def roll_of(outcome: Any) -> Roll | None:
    """The pair of faces of an outcome, or None if it is not a roll of two dice.

    A roll is a pair (a, b), or an object with such a pair as `.dice`.

    >>> roll_of((5, 3)), roll_of("5 3"), roll_of((7, 1))
    ((5, 3), None, None)
    """
    pair = getattr(outcome, "dice", outcome)
    if not isinstance(pair, (tuple, list)) or len(pair) != 2:
        return None
    a, b = map(plain, pair)
    if not (is_whole(a) and is_whole(b) and a in FACES and b in FACES):
        return None
    return int(a), int(b)


def checked_roll(outcome: Any) -> Roll:
    """The pair of faces, like `roll_of`; ValueError if it is not a roll."""
    roll = roll_of(outcome)
    if roll is None:
        raise ValueError("a roll is a pair of faces from 1 to 6, such as (5, 3), not "
                         f"{quoted(outcome)}")
    return roll


def dice_event(text: str, name: str = "", words: str = "") -> Event:
    """The event of two dice described by an expression.

    a and b are the two dice. `=` or `==` compares, also in chains (`2 <= a <= 4`); `+ - * / // %`,
    `and or not`, `in (1, 2)`, `abs() min() max()` and brackets are there; nothing else is. The text
    is never run as Python. Anything else is an ExpressionError that names the place.

    >>> dice_event("a = 5 or b = 5 or a + b = 5")
    a = 5 or b = 5 or a + b = 5: 5/12 = 41.7 %
    >>> dice_event("a ** b == 8")
    Traceback (most recent call last):
    bonkbook.probability.expression.ExpressionError: the operator in `a ** b` is not allowed. ...
    """
    test = parse_event(text)
    rolls = frozenset(roll for roll in ROLLS if test(roll))
    written = " ".join(text.split())
    return Event(name or written, words or written, rolls)


def at_least_one(face: int) -> Event:
    """The event that at least one die shows the face: 11 of the 36 rolls."""
    face = whole(face, "a face", 1, 6)
    return _where(f"at least one {face}", f"at least one die shows {face}", lambda a,
                  b: face in (a, b))


def exactly_one(face: int) -> Event:
    """The event that one die shows the face and the other does not: 10 of the 36 rolls."""
    face = whole(face, "a face", 1, 6)
    return _where(f"exactly one {face}", f"one die shows {face} and the other does not",
                  lambda a, b: (a == face) != (b == face))


def sum_is(total: int) -> Event:
    """The event that the two dice add up to the total."""
    total = whole(total, "the total", 2, 12)
    return _where(f"sum {total}", f"the two dice add up to {total}", lambda a, b: a + b == total)


def by_die_or_sum(number: int) -> Event:
    """The event that a die shows the number or the two dice add up to it.

    >>> by_die_or_sum(5)
    5 by a die or by the sum: 5/12 = 41.7 %
    """
    number = whole(number, "the number", 1, 12)
    return _where(f"{number} by a die or by the sum",
                  f"a die shows {number}, or the two dice add up to {number}",
                  lambda a, b: number in (a, b, a + b))


def difference_is(number: int) -> Event:
    """The event that the two dice differ by the number."""
    number = whole(number, "the difference", 0, 5)
    words = f"the two dice differ by {number}" if number else "the two dice show the same"
    return _where(f"difference {number}", words, lambda a, b: abs(a - b) == number)


def _where(name: str, words: str, test: Any) -> Event:
    return Event(name, words, frozenset(roll for roll in ROLLS if test(*roll)))


def _common_events() -> list[Event]:
    return [
        by_die_or_sum(5),
        at_least_one(5),
        sum_is(5),
        _where("doubles", "both dice show the same", lambda a, b: a == b),
        _where("no doubles", "the two dice differ", lambda a, b: a != b),
        sum_is(7),
        _where("sum 10 or more", "the two dice add up to 10 or more", lambda a, b: a + b >= 10),
        _where("die 1 larger", "the first die shows more than the second", lambda a, b: a > b),
        _where("die 1 shows 5", "the first die shows 5", lambda a, b: a == 5),
        _where("both even", "both dice show an even number", lambda a, b: a % 2 == b % 2 == 0),
        _where("both odd", "both dice show an odd number", lambda a, b: a % 2 == b % 2 == 1),
        _where("sum even", "the two dice add up to an even number", lambda a, b: (a + b) % 2 == 0),
    ]


def event_groups(extra: Iterable[Event | Sequence[Any]] = ()) -> dict[str, tuple[Event, ...]]:
    """The named events under their headings, each listed once.

    extra: Events, or triples (name, words, rolls), for example from a game; they are listed last.
    An event that is already listed is left out; ValueError if it has the name of another event.
    """
    groups = {"Well known": _common_events(),
              "At least one": [at_least_one(face) for face in FACES],
              "Exactly one": [exactly_one(face) for face in FACES],
              "By a die or by the sum": [by_die_or_sum(face) for face in FACES],
              "Sum": [sum_is(total) for total in range(2, 13)],
              "Difference": [difference_is(number) for number in range(6)],
              "In the games": [e if isinstance(e, Event) else _from_triple(e) for e in extra]}
    known: dict[str, Event] = {}
    listed: dict[str, tuple[Event, ...]] = {}
    for heading, events in groups.items():
        fresh = []
        for event in events:
            same = known.setdefault(event.name, event)
            if same is event:
                fresh.append(event)
            elif same != event:
                raise ValueError(f"there is already another event named {event.name!r}")
        if fresh:
            listed[heading] = tuple(fresh)
    return listed


def named_events(extra: Iterable[Event | Sequence[Any]] = ()) -> tuple[Event, ...]:
    """The named events, the best known first and then `extra`.

    extra: as in `event_groups`.

    >>> [event.name for event in named_events()][:3]
    ['5 by a die or by the sum', 'at least one 5', 'sum 5']
    >>> named_events([("snake eyes", "both dice show 1", [(1, 1)])])[-1]
    snake eyes: 1/36 = 2.8 %
    """
    return tuple(event for group in event_groups(extra).values() for event in group)


def _from_triple(triple: Sequence[Any]) -> Event:
    try:
        name, words, rolls = triple
        return Event(str(name), str(words), frozenset(rolls))
    except (TypeError, ValueError) as problem:
        raise ValueError(
            f"an event is a triple (name, words, rolls), not {triple!r}: {problem}"
        ) from None


# ---- rolling them ----

MOST_ROLLS = 1_000_000_000  # at once: half a minute
BATCH = 1_000_000  # rolls in memory
# The numbers of trials whose running frequencies are kept: 16 a decade, to 10**15.
KEPT = np.unique((10 ** (np.arange(16 * 15) / 16)).round().astype(np.int64))


class DiceRun:
    """A simulation that can be continued: the rolls, trials and hits so far.

    With a condition, only the rolls that fulfil it count as trials. seed: a number, for repeatable
    rolls, or a NumPy Generator. The rolls do not depend on the sizes of the batches.

    >>> run = DiceRun(by_die_or_sum(5), seed=1)
    >>> run.roll(1_000); run.roll(9_000)
    >>> run.estimate.n, run.estimate.agrees_with(run.exact)
    (10000, True)
    """

    def __init__(self, event: Event, given: Event | None = None,
                 seed: int | np.random.Generator | None = None) -> None:
        self.event = event
        self.given = given
        self.exact: Probability = event.P if given is None else event.given(given)
        self.rolls = self.trials = self.hits = 0
        self.points: list[tuple[int, float]] = []  # (trials, frequency so far), ever more trials
        if seed is not None and not isinstance(seed, np.random.Generator):
            seed = whole(seed, "a seed", 0)
        self._random = np.random.default_rng(seed)
        self._counts = np.array([given is None or roll in given for roll in ROLLS])
        self._happens = np.array([roll in event for roll in ROLLS]) & self._counts

    def roll(self, times: int) -> None:
        """Roll the two dice the given number of times more."""
        times = whole(times, "the number of rolls", 1, MOST_ROLLS)
        for done in range(0, times, BATCH):
            self._roll(min(BATCH, times - done))

    def _roll(self, times: int) -> None:
        rolled = self._random.integers(len(ROLLS), size=times)
        trials = self.trials + np.cumsum(self._counts[rolled])
        hits = self.hits + np.cumsum(self._happens[rolled])
        self._keep_points(trials, hits)
        self.rolls += times
        self.trials, self.hits = int(trials[-1]), int(hits[-1])

    def _keep_points(self, trials: Any, hits: Any) -> None:
        steps = KEPT[(self.trials < KEPT) & (trials[-1] >= KEPT)]
        shares = hits[np.searchsorted(trials, steps)] / steps
        self.points += zip(steps.tolist(), shares.tolist(), strict=True)

    @property
    def estimate(self) -> Estimate | None:
        """The frequency of the event among the trials with its error; None before the first."""
        return Estimate.of_frequency(self.hits, self.trials) if self.trials else None

    @property
    def running(self) -> list[tuple[int, float]]:
        """The running frequencies as pairs (trials, frequency), up to the last trial."""
        if not self.trials or (self.points and self.points[-1][0] == self.trials):
            return list(self.points)
        return [*self.points, (self.trials, self.hits / self.trials)]

    def figure(self, **options: Any) -> Picture:
        """The frequency approaching the exact probability, in plotly, once there is a trial."""
        return figure_of(self, **options)

    def __repr__(self) -> str:
        if self.estimate is None:
            return f"{self.event.name}: not rolled yet, exact {self.exact!r}"
        return f"{self.event.name}: {self.estimate} after {self.rolls} rolls, exact {self.exact!r}"
