"""Markov chains with exact probabilities: absorption, expected steps, stationary states."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm
from typing import TYPE_CHECKING, Any

from ..drawing import figure_of
from ..whole import plain, quoted, whole
from .equations import classes, closed_classes, distances, solve_exact, solve_float
from .exact import Distribution, Probability, in_order
from .written import in_figures

if TYPE_CHECKING:
    from ..drawing import Picture

EXACT_STATES = 80  # up to this many states, equations are solved in Fractions; above, in floats
EXACT_DIGITS = 2_000  # digits of the fractions of a distribution, which grow with each step
MOST_STATES = 5_000  # their equations take 200 MB in floats
MOST_ARROWS = 5_000_000  # of all steps together, a few seconds
MOST_VALUES = 300_000  # of the distributions of all steps together

State = Hashable
Row = Mapping[Any, Any] | Sequence[Any]


class ChainError(ValueError):
    """A question that the chain cannot answer, or a matrix that is not a chain."""


class Chain:
    """A Markov chain: states, and the exact probabilities of the next state.

    matrix: one row for each state, in the order of `states`: a sequence of probabilities, or a
    mapping from the next states to their probabilities. ChainError unless each row adds up to
    exactly 1.

    Equations are solved exactly, in Fractions, for up to 80 states. For more states NumPy solves
    them in floating point; then `exact` is False, numbers are floats, and distributions say so in
    their note.

    >>> third = Fraction(1, 3)
    >>> walk = Chain(["lost", "even", "won"], [[1, 0, 0], [third, third, third], [0, 0, 1]])
    >>> walk.absorption("even")
    Distribution(lost: 1/2, won: 1/2)
    >>> walk.expected_steps("even")
    Fraction(3, 2)
    >>> walk.within(2, "even")
    8/9 = 88.9 %
    """

    def __init__(self, states: Iterable[State], matrix: Sequence[Row] | Mapping[Any, Row]) -> None:
        self.states: tuple[Any, ...] = tuple(map(plain, states))
        if not self.states:
            raise ChainError("a chain needs at least one state")
        self._index = {state: i for i, state in enumerate(self.states)}
        if len(self._index) != len(self.states):
            raise ChainError("the states of a chain must differ from one another")
        if isinstance(matrix, Mapping) and (missing := [s for s in self.states if s not in matrix]):
            raise ChainError(f"{quoted(missing[0])} has no row in the matrix")
        rows = [matrix[s] for s in self.states] if isinstance(matrix, Mapping) else list(matrix)
        if len(rows) != len(self.states):
            raise ChainError(f"{len(self.states)} states need {len(self.states)} rows, not "
                             f"{len(rows)}")
        self._rows = [self._read(s, row) for s, row in zip(self.states, rows, strict=True)]

    @classmethod
    def explore(cls, start: State, step: Callable[[Any], Mapping[Any, Any]],
                limit: int = MOST_STATES) -> Chain:
        """The chain of all states that can be reached from a start.

        step(state) returns the next states and their probabilities. ChainError for more states than
        the limit.

        >>> half = Fraction(1, 2)
        >>> coins = Chain.explore(0, lambda n: {n + 1: half, 0: half} if n < 2 else {n: 1})
        >>> coins.states, coins.expected_steps(0)
        ((0, 1, 2), Fraction(6, 1))
        """
        limit = whole(limit, "the limit", 1)
        rows: dict[Any, Mapping[Any, Any]] = {}
        start = plain(start)
        waiting: deque[Any] = deque([start])
        seen = {start}
        while waiting:
            state = waiting.popleft()
            rows[state] = {plain(following): chance for following, chance in step(state).items()}
            for following, chance in rows[state].items():
                if chance and following not in seen:
                    if len(seen) >= limit:
                        raise ChainError(
                            f"more than {limit:,} states can be reached from {quoted(start)}"
                        )
                    seen.add(following)
                    waiting.append(following)
        states = in_order(rows)
        return cls(states, [rows[state] for state in states])

    def _read(self, state: Any, row: Row) -> dict[int, Fraction]:
        """The probabilities above 0 of one row, by the number of the next state."""
        if not isinstance(row, Mapping):
            if len(row) != len(self.states):
                raise ChainError(
                    f"the row of {state!r} has {len(row)} entries for {len(self.states)} states"
                )
            row = dict(zip(self.states, row, strict=True))
        read: dict[int, Fraction] = {}
        for following, chance in row.items():
            try:
                weight = Fraction(Probability(chance))
            except (TypeError, ValueError) as problem:
                arrow = f"from {quoted(state)} to {quoted(following)}"
                raise ChainError(f"{arrow}: {problem}") from None
            if weight:
                read[self._number(following)] = weight
        if sum(read.values()) != 1:
            total = in_figures(Fraction(sum(read.values())))
            raise ChainError(f"the row of {quoted(state)} adds up to {total}, not to 1")
        return read

    def _number(self, state: Any) -> int:
        if state not in self._index:
            raise ChainError(f"{quoted(state)} is not a state of this chain")
        return self._index[state]

    def __len__(self) -> int:
        return len(self.states)

    def __repr__(self) -> str:
        shown = ", ".join(map(str, self.states[:8])) + (", ..." if len(self) > 8 else "")
        return f"Chain of {len(self)} states: {shown}"

    @property
    def exact(self) -> bool:
        """Whether the equations are solved in Fractions (up to 80 states), not in floats."""
        return len(self) <= EXACT_STATES

    def row(self, state: Any) -> Distribution:
        """The distribution of the next state."""
        return Distribution((self.states[j], w) for j, w in self._rows[self._number(state)].items())

    def probability(self, state: Any, following: Any) -> Probability:
        """The probability of moving from one state to the other in one step."""
        return Probability(self._rows[self._number(state)].get(self._number(following), 0))

    # where it can go

    @property
    def absorbing(self) -> tuple[Any, ...]:
        """The states that are never left."""
        return tuple(s for i, s in enumerate(self.states) if self._rows[i].get(i) == 1)

    @cached_property
    def _closed(self) -> list[frozenset[int]]:
        return closed_classes(self._rows)

    @property
    def closed_classes(self) -> tuple[tuple[Any, ...], ...]:
        """The sets of states that the chain never leaves once it is in them."""
        return tuple(self._named(members) for members in self._closed)

    @property
    def irreducible(self) -> bool:
        """Whether every state can be reached from every other."""
        return len(self._closed) == 1 and len(self._closed[0]) == len(self)

    def period(self, state: Any) -> int:
        """The common divisor of the lengths of all ways back to a state; 1 is aperiodic.

        >>> Chain("ab", [[0, 1], [1, 0]]).period("a")
        2
        """
        start = self._number(state)
        members = next(found for found in classes(self._rows) if start in found)
        within = [[j for j in row if j in members] for row in self._rows]
        depth = distances(start, within)
        common = 0
        for i, level in depth.items():
            for j in within[i]:
                common = gcd(common, level + 1 - depth[j])
        if not common:
            raise ChainError(f"the chain never returns to {state!r}, so it has no period")
        return common

    # where it ends

    def absorption(self, start: Any) -> Distribution:
        """The distribution of the absorbing state in which the chain ends.

        A ChainError where it might go on for ever without ending in one.
        """
        first = self._number(start)
        inner, ends = self._on_the_way(first)
        if first not in inner:
            return Distribution({start: 1})
        known = [[self._rows[i].get(end, Fraction(0)) for end in ends] for i in inner]
        solved = self._solve(self._away_from_ends(inner), known)
        return self._distribution([self.states[end] for end in ends], solved[inner.index(first)])

    def expected_steps(self, start: Any) -> Fraction | float:
        """The mean number of steps until an absorbing state: a Fraction, or a float if not exact.

        A ChainError where absorption is not certain: the mean would be infinite.
        """
        first = self._number(start)
        inner, _ = self._on_the_way(first)
        if first not in inner:
            return Fraction(0)
        known = [[Fraction(1)] for _ in inner]
        solved = self._solve(self._away_from_ends(inner), known)
        mean: Fraction | float = solved[inner.index(first)][0]
        return mean

    def within(self, steps: int, start: Any) -> Probability:
        """The probability of absorption within the given number of steps."""
        ends = set(self.absorbing)
        if not ends:
            raise ChainError("the chain has no absorbing state, so it never ends")
        reached = self.after(steps, start).P(lambda state: state in ends)
        return Probability(reached, note=reached.note)

    def _on_the_way(self, first: int) -> tuple[list[int], list[int]]:
        """The states before absorption and the absorbing ones; ChainError if it is not certain."""
        reached = distances(first, self._rows)
        ends = [i for i in reached if self._rows[i].get(i) == 1]
        if not self.absorbing:
            raise ChainError("the chain has no absorbing state, so it never ends")
        for members in self._closed:
            if len(members) > 1 and not members.isdisjoint(reached):
                raise ChainError(f"from {self.states[first]!r} the chain can stay for ever in "
                                 f"{self._named(members)}, which has no absorbing state")
        return sorted(set(reached) - set(ends)), sorted(ends)

    def _away_from_ends(self, inner: list[int]) -> list[dict[int, Fraction]]:
        """The sparse matrix 1 - Q among states that are not absorbing."""
        place = {i: k for k, i in enumerate(inner)}
        system = []
        for i in inner:
            line = {place[j]: -w for j, w in self._rows[i].items() if j in place}
            line[place[i]] = line.get(place[i], Fraction(0)) + 1
            system.append(line)
        return system

    def _solve(self, system: list[dict[int, Fraction]], known: list[list[Fraction]]) -> list[Any]:
        if len(system) > MOST_STATES:
            raise ChainError(f"the equations of {len(system):,} states are too many to solve; the "
                             f"most is {MOST_STATES:,}")
        return solve_exact(system, known) if self.exact else solve_float(system, known)

    # where it stays

    def stationary(self) -> Distribution:
        """The distribution that a step does not change: the share of time in each state.

        A ChainError where there are several, because the chain has several closed classes. In a
        periodic chain it is the share of time, not the limit of the distribution.

        >>> weather = Chain(["dry", "wet"], [["3/4", "1/4"], ["1/2", "1/2"]])
        >>> weather.stationary()
        Distribution(dry: 2/3, wet: 1/3)
        """
        if len(self._closed) > 1:
            several = " and ".join(str(self._named(members)) for members in self._closed[:3])
            raise ChainError(
                f"there is no single stationary distribution, since the chain can stay in {several}"
            )
        inner = sorted(self._closed[0])
        place = {i: k for k, i in enumerate(inner)}
        # the balance of every state but the last, whose equation follows from the others and
        # gives way to: all shares add up to 1
        system: list[dict[int, Fraction]] = [{place[i]: Fraction(1)} for i in inner[:-1]]
        for i in inner:
            for j, weight in self._rows[i].items():
                if place[j] < len(system):
                    line = system[place[j]]
                    line[place[i]] = line.get(place[i], Fraction(0)) - weight
        system.append({k: Fraction(1) for k in range(len(inner))})
        known = [[Fraction(0)] for _ in inner[:-1]] + [[Fraction(1)]]
        solved = [line[0] for line in self._solve(system, known)]
        return self._distribution([self.states[i] for i in inner], solved)

    # where it is

    def after(self, steps: int, start: Any) -> Distribution:
        """The distribution of the state after the given number of steps, exact if `turns` is."""
        steps = self._steps(steps, MOST_ARROWS // self._arrows)
        [last] = deque(self._walk(steps, start), maxlen=1)
        return self._located(last)

    def turns(self, steps: int, start: Any) -> list[Distribution]:
        """The distributions after 0, 1, ... steps: one more than there are steps.

        start: a state, or a Distribution of states. Exact while the fractions stay below 2,000
        digits, as those of two dice do for 1,200 steps.
        """
        steps = self._steps(steps, MOST_VALUES // len(self))
        return [self._located(now) for now in self._walk(steps, start)]

    @property
    def _arrows(self) -> int:
        return sum(map(len, self._rows))

    @staticmethod
    def _steps(steps: int, most: int) -> int:
        try:
            return whole(steps, "the number of steps of this chain", 0, most)
        except ValueError as problem:
            raise ChainError(str(problem)) from None

    def _walk(self, steps: int, start: Any) -> Iterator[dict[int, Any]]:
        """The probability of each state, by its number, after 0, 1, ... steps.

        Whole numbers in proportion, for Fractions would be reduced at every product; or floats.
        """
        begin = start if isinstance(start, Distribution) else Distribution({start: 1})
        unit = lcm(*(w.denominator for row in self._rows for w in row.values()))
        exact = self.exact and steps * len(str(unit)) <= EXACT_DIGITS
        rows = [{j: _scaled(w, unit, exact) for j, w in row.items()} for row in self._rows]
        common = lcm(*(w.denominator for w in begin.values()))
        now = {self._number(state): _scaled(w, common, exact) for state, w in begin.items()}
        yield now
        for _ in range(steps):
            now = _stepped(now, rows)
            yield now

    def _located(self, now: Mapping[int, Any]) -> Distribution:
        numbers = sorted(now)
        return self._distribution([self.states[i] for i in numbers], [now[i] for i in numbers])

    def _distribution(self, states: list[Any], weights: list[Any]) -> Distribution:
        if not any(isinstance(weight, float) for weight in weights):
            return Distribution.of(dict(zip(states, weights, strict=True)))
        note = "computed in floating point"
        as_fractions = [Fraction(max(0.0, float(weight))) for weight in weights]
        return Distribution.of(dict(zip(states, as_fractions, strict=True)), note)

    def _named(self, members: Iterable[int]) -> tuple[Any, ...]:
        return tuple(self.states[i] for i in sorted(members))

    def figure(self, **options: Any) -> Picture:
        """The matrix as a picture, in plotly."""
        return figure_of(self, **options)


def _scaled(weight: Fraction, unit: int, exact: bool) -> Any:
    return int(weight * unit) if exact else float(weight)


def _stepped(now: Mapping[int, Any], rows: Sequence[Mapping[int, Any]]) -> dict[int, Any]:
    following: dict[int, Any] = {}
    for i, weight in now.items():
        for j, chance in rows[i].items():
            following[j] = following.get(j, 0) + weight * chance
    return following
