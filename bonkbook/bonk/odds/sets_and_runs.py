"""The chance that a hand holds sets of a rank and runs of a suit at once, wilds being any card.

Counted rank by rank, from the ace up. A `Plan` is one way to use the cards seen so far: how
many sets are laid, and how far the run of each suit has come, with wilds in it wherever the
card is missing. What a hand can still become is the set of its plans, each with its slack:
how many further cards it may leave unused. Hands with the same plans are counted as one.

No plan needs to count its wilds. A hand of n cards that leaves u of its naturals unused by
melds of m cards needs m - (naturals - u) wilds; it has n - naturals, which is enough if
u <= n - m: the slack says it all.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from fractions import Fraction
from operator import or_
from typing import NamedTuple

from ...probability import deals
from ...probability.deals import Deck
from ...probability.exact import P
from ...whole import whole
from ..kernel.cards import RUN_LEAST as RUN
from ..kernel.cards import SET_LEAST as SET

MOST_STEPS = 400_000    # of a count: a minute or two, and 800 MB

# How far the run of a suit has come: 0 not begun, 1 to 3 its cards so far, then
DONE = RUN
HIGH_ACE = RUN + 1      # not begun but for its ace: it will be jack, queen, king, ace


class Plan(NamedTuple):
    """One way to use cards: sets laid, and how far the run of each suit has come."""

    sets: int
    runs: tuple[int, ...]


class Column(NamedTuple):
    """The cards of one rank in a hand: in which suits, as bits, and how many in all."""

    suits: int
    cards: int


State = tuple[int, ...]     # plans with their slack, each as a number, in order


def melds(n: int, sets: int = 0, runs: int = 0, deck: Deck = deals.WILD_TWOS) -> P:
    """The chance that n cards hold sets of different ranks and runs of different suits at once.

    A set has three cards of a rank, a run four in sequence in a suit, the ace low or high; no
    card is in two of them. Wilds stand for any card, but two sets are not both of wilds alone.
    The outcomes are by how many wilds the hand has. Without runs it is quick; with them it takes
    some seconds where a card or two are to spare, a minute with five or six, and more than that
    is a ValueError.

    >>> melds(8, sets=1, runs=1)
    393093191/36796503315 = 1.1 %
    """
    n = whole(n, f"the cards dealt of {deck.size:,}", 0, deck.size)
    if whole(runs, "the number of runs", 0) == 0:
        return deals.sets(n, sets, deck)
    by_wilds = hands_with_melds(n, sets, runs, deck)
    hands = math.comb(deck.size, n)
    shares = [(held, Fraction(ways, hands)) for held, ways in sorted(by_wilds.items()) if ways]
    return P(sum((share for _, share in shares), Fraction(0)), outcomes=shares)


def hands_with_melds(n: int, sets: int, runs: int, deck: Deck) -> dict[int, int]:
    """How many hands of n cards hold so many sets and runs, by how many wilds they have.

    Nothing where there can be none: more runs than suits, more melds than cards.
    """
    sets, runs = whole(sets, "the number of sets", 0), whole(runs, "the number of runs", 0)
    found: dict[int, int] = {}
    if n >= SET * sets + RUN * runs and runs <= deck.suits:
        count = Count(n, sets, runs, deck)
        for naturals, ways in enumerate(count.ways()):
            held = n - naturals
            found[held] = ways * math.comb(deck.wilds, held)
    return found


class Count:
    """The count for one question; see the module."""

    def __init__(self, n: int, sets: int, runs: int, deck: Deck) -> None:
        self.n, self.sets, self.runs, self.deck = n, sets, runs, deck
        self.loose = n - SET * sets - RUN * runs
        self.last = deck.ranks - RUN + 1        # where the last run begins: jack to ace
        self.columns = self._columns()
        self.plans: list[Plan] = []
        self.number: dict[Plan, int] = {}
        self.marks: list[list[int]] = []        # of each code: a number a suit, to sort by
        self.rows: dict[tuple[int, int], list[int]] = {}
        self.moved: dict[tuple[int, tuple[int, ...]], int] = {}
        self.states: dict[int, State] = {}
        self.steps: dict[tuple[State, int], list[tuple[int, State, int]]] = {}

    def ways(self) -> list[int]:
        """How many hands there are, by how many cards that are not wild."""
        start = self._code(Plan(0, (0,) * self.deck.suits), self.loose)
        layer: dict[State, list[int]] = {(start,): [1] + [0] * self.n}
        for rank in range(self.deck.ranks + 1):     # the last one is the ace again, as the highest
            after: dict[State, list[int]] = {}
            for state, ways in layer.items():
                for cards, new, times in self._after(state, rank):
                    to = after.setdefault(new, [0] * (self.n + 1))
                    for naturals in range(self.n + 1 - cards):
                        to[naturals + cards] += times * ways[naturals]
            layer = after
        full = [ways for state, ways in layer.items() if self._is_met(state)]
        return [sum(column) for column in zip(*full, strict=True)] or [0]

    def _is_met(self, state: State) -> bool:
        plans = [self.plans[code // (self.loose + 1)] for code in state]
        return any(plan.sets == self.sets and plan.runs.count(DONE) == self.runs
                   for plan in plans)

    # --- columns of cards --------------------------------------------------------------

    def _columns(self) -> list[tuple[Column, int]]:
        """What a hand may hold of a rank, each with the ways to hold it."""
        found: dict[Column, int] = {}
        most = min(self.n, SET * (self.sets > 0) + self.runs + self.loose)
        for held in itertools.product(range(self.deck.copies + 1), repeat=self.deck.suits):
            if sum(held) <= most:
                column = Column(sum((n > 0) << suit for suit, n in enumerate(held)), sum(held))
                ways = math.prod(math.comb(self.deck.copies, n) for n in held)
                found[column] = found.get(column, 0) + ways
        return list(found.items())

    def _columns_at(self, rank: int) -> list[tuple[Column, int]]:
        """The same for one rank: of wilds, and of the ace once more, there is nothing to hold."""
        is_bare = (rank == 1 and self.deck.wild) or rank == self.deck.ranks
        return [(Column(0, 0), 1)] if is_bare else self.columns

    # --- from rank to rank --------------------------------------------------------------

    def _after(self, state: State, rank: int) -> list[tuple[int, State, int]]:
        """What a state becomes with the cards of a rank: how many, the state, in how many ways."""
        kind = self._kind(rank)
        if (state, kind) not in self.steps:
            found: dict[tuple[int, State], int] = {}
            reached = [0] * len(self._columns_at(rank))
            for code in state:
                reached = list(map(or_, reached, self._row(code, rank, kind)))
            for (column, ways), codes in zip(self._columns_at(rank), reached, strict=True):
                if codes:
                    to = column.cards, self._state(codes)
                    found[to] = found.get(to, 0) + ways
            if len(self.steps) == MOST_STEPS:
                raise ValueError(f"{self.n} cards with {self.loose} to spare beside these melds "
                                 "are too many cases to count: ask about fewer cards")
            self.steps[state, kind] = [(*to, ways) for to, ways in found.items()]
        return self.steps[state, kind]

    def _kind(self, rank: int) -> int:
        """The first rank that is like this one: ranks of a kind do the same to every plan."""
        first = [0, 1, 2, self.last, self.last + 1, self.deck.ranks]
        return max(one for one in first if one <= rank)

    def _row(self, code: int, rank: int, kind: int) -> list[int]:
        """For each column: the plans, as bits, that a plan can become with it."""
        if (code, kind) not in self.rows:
            number, slack = divmod(code, self.loose + 1)
            row = []
            for column, _ in self._columns_at(rank):
                codes = 0
                for new, waste in self._moves(self.plans[number], column, rank):
                    if waste <= slack:
                        codes |= 1 << self._code(new, slack - waste)
                row.append(codes)
            self.rows[code, kind] = row
        return self.rows[code, kind]

    def _moves(self, plan: Plan, column: Column, rank: int) -> Iterator[tuple[Plan, int]]:
        """What a plan can become with the cards of a rank, and how many it leaves unused."""
        for runs, used in self._runs(plan.runs, column.suits, rank):
            left = column.cards - used
            yield Plan(plan.sets, runs), left
            if plan.sets == self.sets or rank == self.deck.ranks:
                continue
            if left > 0 or (rank == 1 and self.deck.wild):      # wilds alone are a set of twos
                yield Plan(plan.sets + 1, runs), max(0, left - SET)

    def _runs(self, runs: tuple[int, ...], suits: int,
              rank: int) -> Iterator[tuple[tuple[int, ...], int]]:
        """How the runs can go on with a rank, held in some suits, and the cards that they use."""
        options = [self._run(run, suits >> suit & 1, rank) for suit, run in enumerate(runs)]
        for choice in itertools.product(*options):
            after = tuple(run for run, _ in choice)
            if sum(run > 0 for run in after) <= self.runs:
                yield after, sum(used for _, used in choice)

    def _run(self, run: int, held: int, rank: int) -> list[tuple[int, int]]:
        """How the run of a suit can go on with a rank, and whether it uses the card held of it.

        It takes the card if there is one: a wild in its place would save none elsewhere.
        """
        if 0 < run < DONE:
            return [(run + 1, held)]
        if run == HIGH_ACE and rank == self.last:
            return [(2, held)]
        options = [(run, 0)]
        if run == 0 and self.runs and rank <= self.last:
            options.append((1, held))
            if rank == 0 and held:
                options.append((HIGH_ACE, 1))
        return options

    # --- states as numbers ---------------------------------------------------------------

    def _code(self, plan: Plan, slack: int) -> int:
        """A plan with its slack as a number."""
        if plan not in self.number:
            self.number[plan] = len(self.plans)
            self.plans.append(plan)
            shape = sum(1 << 3 * run for run in plan.runs)
            for less in range(self.loose + 1):
                self.marks.append([(shape << 8 | plan.sets << 3 | run) << 8 | less
                                   for run in plan.runs])
        return self.number[plan] * (self.loose + 1) + slack

    def _state(self, codes: int) -> State:
        """The state of plans given as bits: of equal ones that with most slack; suits sorted.

        Suits are alike, so states that differ only in their order are counted as one.
        """
        if codes not in self.states:
            best: dict[int, int] = {}
            left = codes
            while left:
                code = left.bit_length() - 1        # from the highest down: most slack first
                left ^= 1 << code
                best.setdefault(code // (self.loose + 1), code)
            self.states[codes] = self._sorted(list(best.values()))
        return self.states[codes]

    def _sorted(self, codes: list[int]) -> State:
        by_suit = [sorted(marks) for marks in zip(*[self.marks[code] for code in codes],
                                                  strict=True)]
        order = tuple(sorted(range(self.deck.suits), key=by_suit.__getitem__))
        return tuple(sorted([self._moved(code, order) for code in codes]))

    def _moved(self, code: int, order: tuple[int, ...]) -> int:
        """A plan with its suits in another order."""
        if (code, order) not in self.moved:
            number, slack = divmod(code, self.loose + 1)
            plan = self.plans[number]
            self.moved[code, order] = self._code(
                Plan(plan.sets, tuple(plan.runs[suit] for suit in order)), slack)
        return self.moved[code, order]
