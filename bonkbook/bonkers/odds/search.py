"""The search for the best way to play a turn.

It comes from above. Whatever has not been looked into counts as worth as much as it can be at
most (see ceilings.py); the way that then seems best is looked into, which lowers it, until it
is known from end to end and no other can be worth more.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...engine.policy import Policy
from ...engine.position import Position
from ...engine.ruleset import ruleset
from ...probability.equations import Row, solved
from ..kernel import state
from .ceilings import Ceilings, Flat, gains_of
from .easier import Gains
from .turn import THE_END, Graph, Leaf

CLOSE = 1e-9            # ways to play whose worth is closer count as equally good
MOST_ITEMS = 3000       # looked into, where turns go on and on
FAR, MOST_FAR = 20, 600     # from a target so many points away, where points go on and on

Value = tuple[int, int]     # what a branch is worth at once, and the item that follows


@dataclass(frozen=True)
class Aim:
    """What is asked, the points or that a rule takes effect, and whether it is wanted."""

    rule: int | None = None      # None for the points
    sign: int = 1                # -1 to avoid it

    def of(self, leaf: Leaf) -> Value:
        """What a branch is worth to the one who plays, and what follows that still counts."""
        if self.rule is None:
            return self.sign * leaf.points, leaf.item
        if leaf.rules >> self.rule & 1:
            return self.sign, THE_END
        return 0, leaf.item

    def ceilings(self, graph: Graph, turns: int, again: bool) -> Ceilings | Flat:
        """What can be reached at most."""
        gains = self._gains(graph)
        if gains is None or turns > 1:
            return Flat(self._most(graph, turns))
        return Ceilings(graph.start, gains, again, graph.most)

    def _gains(self, graph: Graph) -> Gains | None:
        if self.rule is not None:
            return gains_of(self.rule, self.sign)
        if self.sign < 0:
            return Gains(-1.0, -1.0, 1.0, -1.0, most=1.0, once=False)
        lose = -1.0 if graph.start.score[graph.seat] else 0.0
        return Gains(1.0, 1.0, lose, 1.0, most=self._most(graph), once=False)

    def _most(self, graph: Graph, turns: int = 1) -> float:
        """The most that the rest of the turns can bring."""
        if self.rule is not None:
            return max(self.sign, 0.0)
        if self.sign < 0:
            return float(turns)
        # a turn that wins only at its end can go on past the target
        s = graph.start
        return 1000.0 if s.win == state.WIN_AT_END else float(s.target - s.score[graph.seat])


@dataclass
class Form:
    """What an item is worth by others: an average over its branches, or the most of them."""

    is_average: bool
    values: list[Value]                   # of every branch
    sure: float                           # the average of what branches bring, or the best end
    going: list[tuple[float, int]]        # a weight, or what is brought, and what follows

    @classmethod
    def average(cls, values: list[Value], ways: Sequence[int]) -> Form:
        """The form of an item of chance."""
        total, parts = sum(ways), dict[int, float]()
        for count, (_, item) in zip(ways, values, strict=True):
            if item != THE_END:
                parts[item] = parts.get(item, 0.0) + count / total
        sure = sum(count * worth for count, (worth, _) in zip(ways, values, strict=True)) / total
        return cls(True, values, sure, [(weight, item) for item, weight in parts.items()])

    @classmethod
    def choice(cls, values: list[Value]) -> Form:
        """The form of a choice, whose ends come first."""
        ends = [worth for worth, item in values if item == THE_END]
        return cls(False, values, max(ends, default=-math.inf),
                   [(worth, item) for worth, item in values if item != THE_END])

    def by(self, high: Sequence[float]) -> float:
        """What it is worth by that of what follows."""
        found = self.sure
        if self.is_average:
            for weight, item in self.going:
                found += weight * high[item]
        else:
            for worth, item in self.going:
                if worth + high[item] > found:
                    found = worth + high[item]
        return found


class Search:
    """A turn played for an aim, or by a policy.

    again: whether rolls after the next one count.
    """

    def __init__(self, graph: Graph, aim: Aim, policy: Policy | None, again: bool,
                 turns: int = 1) -> None:
        self.graph, self.aim, self.policy, self.again = graph, aim, policy, again
        # Over several turns, and if points can be made past the target, the items have no end.
        self.is_endless = turns > 1 or graph.start.win == state.WIN_AT_END
        self.ceilings = aim.ceilings(graph, turns, again) if policy is None else Flat(0.0)
        self.high: list[float] = []           # of each item, its worth at most
        self.forms: list[Form | None] = []    # of those looked into
        self.picks: dict[int, int] = {}       # of each choice, the option that seems best
        self.most = 0                         # items that may still be looked into
        points = graph.start.target - graph.start.score[graph.seat]
        self.left = MOST_ITEMS if points <= FAR else MOST_FAR   # whether after an exchange or not
        self.worth, self.root = 0, THE_END
        self.order: list[int] = []            # the items on the way found
        self.is_open = False                  # whether too much of it is left out
        self.bound = 0.0                      # the worth at most, if it is open

    def solve(self, start: Leaf, most: int) -> Search:
        """Finds the best way on from a leaf.

        most: so many items are looked into after an exchange, or at all if they have no end.
        """
        self.most = most
        self.worth, self.root = self.value_of(start)
        if start is self.graph.root and self.graph.start.stage == state.ROLL:
            self.root = start.item
        self.is_open = self.root != THE_END and not self._solve(self.root)
        return self

    # --- looking into items ------------------------------------------------------------

    def value_of(self, leaf: Leaf) -> Value:
        """A leaf as the question counts it."""
        worth, item = self.aim.of(leaf)
        if item != THE_END and not self.again and not self.graph.items[item].is_choice:
            item = THE_END
        return worth, item

    def _grow(self) -> None:
        """Gives a bound to the items that have come up."""
        self.high += self.ceilings.of(self.graph.items[len(self.high):])
        self.forms += [None] * (len(self.high) - len(self.forms))

    def _look(self, numbers: Sequence[int]) -> None:
        """Looks into items: finds their forms, and bounds for what has come up."""
        forms = {number: self._form(number) for number in numbers}
        self._grow()
        for number, form in forms.items():
            self.forms[number] = form
            if not form.is_average:
                self._pick(number, form)

    def _form(self, number: int) -> Form:
        item = self.graph.items[number]
        self.most -= item.taken > 0 or self.is_endless
        self.left -= 1
        if item.is_choice and self.policy is None:
            return Form.choice(self._options(number))
        branches = self._by_policy(number) if item.is_choice else self.graph.branches(number)
        return Form.average([self.value_of(leaf) for _, leaf in branches],
                            [ways for ways, _ in branches])

    def _options(self, number: int) -> list[Value]:
        """The options of a choice that can be best: one end, and what goes on for more."""
        actions, end = self.graph.actions(number), -math.inf
        most, going = [math.inf] * len(actions), dict[Value, None]()
        if len(actions) > state.HAND + 1:       # of few it would take longer than to play them
            most = self.ceilings.by_action(self.graph.items[number], actions)
        for bound, action in sorted(zip(most, actions, strict=True), reverse=True):
            if min(bound, self.high[number]) <= end + 1e-8:
                break                           # no other can be worth more
            worth, item = self.value_of(self.graph.option(number, action))
            if item != THE_END:
                going[worth, item] = None
            else:
                end = max(end, worth)
        if end >= self.high[number] - 1e-8:
            going.clear()
        return ([] if end == -math.inf else [(int(end), THE_END)]) + list(going)

    def _by_policy(self, number: int) -> list[tuple[int, Leaf]]:
        """What the policy does; at random, each option."""
        options = self.graph.options(number)
        assert self.policy is not None
        if len(options) > 1 and np.any(self.policy.vector):
            s = self.graph.state(self.graph.items[number])
            bonkers = ruleset("bonkers")
            wanted = bonkers.encode(s, self.policy.decide(Position(bonkers, s)).action)
            options = {action: leaf for action, leaf in options.items() if action == wanted}
        return [(1, leaf) for leaf in options.values()]

    # --- the search ----------------------------------------------------------------------

    def _solve(self, root: int) -> bool:
        """Finds the best way on from an item; whether it is known from end to end."""
        self._grow()
        below = False
        while True:
            self.order, tips = self._way(root)
            if tips and min(self.most, self.left) <= 0:
                self.bound = self.worth + self.high[root]
                return False
            self._look(tips)
            if self.policy is not None:       # nothing is to be compared
                if tips:
                    continue
                return True
            change = self._lower(self.order + tips)
            if tips or change > 1e-6:
                continue
            self.order, tips = self._way(root)      # the picks may have changed
            if tips:
                continue
            better = self._better(self._worth())
            if not better or (below and change <= CLOSE / 100):
                return True
            if change <= CLOSE / 100:
                below = True
                self._from_below()
            else:
                self.picks.update(better)       # to be looked into next

    def _way(self, root: int) -> tuple[list[int], list[int]]:
        """The items on the way that seems best: those looked into, and those that are not."""
        order, tips, seen, waiting = [], [], {root}, [root]
        while waiting:
            number = waiting.pop()
            form = self.forms[number]
            if form is None:
                tips.append(number)
                continue
            order.append(number)
            follow = form.going if form.is_average else [form.values[self.picks[number]]]
            for _, item in follow:
                if item != THE_END and item not in seen:
                    seen.add(item)
                    waiting.append(item)
        return order, tips

    def _pick(self, number: int, form: Form) -> float:
        """Picks the option that seems best, the one picked before if it is as good; its worth."""
        high = self.high
        worths = [worth + high[item] if item >= 0 else worth for worth, item in form.values]
        best, kept = max(worths), self.picks.get(number, -1)
        if kept < 0 or worths[kept] < best - CLOSE / 1000:
            self.picks[number] = worths.index(best)
        return best

    def _lower(self, numbers: Sequence[int]) -> float:
        """Lowers the bounds by those of what follows; by how much at most."""
        change, high = 0.0, self.high
        for number in reversed(numbers):
            form = self.forms[number]
            assert form is not None
            value = form.by(high) if form.is_average else self._pick(number, form)
            if value < high[number]:
                change = max(change, high[number] - value)
                high[number] = value
        return change

    def _better(self, values: dict[int, float]) -> dict[int, int]:
        """The options on the way that may be better, others being worth what they are at most."""
        on_the_way, found = set(self.order), dict[int, int]()
        for number in self.order:
            form = self.forms[number]
            if form is None or form.is_average:
                continue
            own = self.value(self.follow(number), values) + CLOSE
            for place, (worth, item) in enumerate(form.values):
                most = self.value(self.follow(item, worth), values) \
                    if item in on_the_way or item == THE_END else worth + self.high[item]
                if most > own:
                    own, found[number] = most, place
        return found

    def _from_below(self) -> None:
        """Bounds anew for all items looked into, from below up.

        Rolls that only lead to one another are worth nothing, but from above no bound of theirs
        would ever come down.
        """
        known = [number for number, form in enumerate(self.forms) if form is not None]
        for number in known:
            self.high[number] = 0.0
        change = 1.0
        while change > CLOSE / 100:
            change = 0.0
            for number in reversed(known):
                form = self.forms[number]
                assert form is not None
                value = form.by(self.high)
                change, self.high[number] = max(change, abs(value - self.high[number])), value
        self.picks.clear()
        for number in known:
            form = self.forms[number]
            if form is not None and not form.is_average:
                self._pick(number, form)

    def settle_for_known(self) -> None:
        """The best way among what has been looked into; the rest counts for nothing."""
        if self.is_open and self.policy is None:
            self.high = [0.0] * len(self.high)
            self._from_below()
            self.order, _ = self._way(self.root)

    # --- the worth of the way found ------------------------------------------------------

    def follow(self, number: int, worth: int = 0) -> Value:
        """Where the picks lead from an item: what they bring, and the next item of chance."""
        while number != THE_END:
            form = self.forms[number]
            if form is None or form.is_average:
                break
            more, number = form.values[self.picks[number]]
            worth += more
        return worth, number

    def value(self, value: Value, values: dict[int, Any]) -> Any:
        """What a branch is worth, that of items of chance being known."""
        worth, item = value
        return worth + values.get(item, 0)

    def rows(self) -> dict[int, Row]:
        """The items of chance on the way by those that the picks lead to, in whole numbers."""
        return {number: self._row(number) for number in self.order
                if (form := self.forms[number]) is not None and form.is_average}

    def _row(self, number: int) -> Row:
        form = self.forms[number]
        assert form is not None
        row = Row(sum(self.ways(number)))
        for count, (worth, after) in self._branches(number):
            row.known += count * worth
            if after != THE_END:
                row.parts[after] = row.parts.get(after, 0) + count
        return row

    def ways(self, number: int) -> list[int]:
        """How many of the equally likely outcomes of an item of chance each branch stands for."""
        form, item = self.forms[number], self.graph.items[number]
        assert form is not None
        return [1] * len(form.values) if item.is_choice else \
            [count for count, _ in self.graph.branches(number)]

    def _branches(self, number: int) -> Iterator[tuple[int, Value]]:
        """The branches of an item of chance, the picks followed; what is left out ends there."""
        form = self.forms[number]
        assert form is not None
        for count, (worth, after) in zip(self.ways(number), form.values, strict=True):
            worth, after = self.follow(after, worth)
            if after != THE_END and self.forms[after] is None:
                after = THE_END
            yield count, (worth, after)

    def ends(self, number: int) -> dict[int, int]:
        """How many outcomes of an item of chance end the turn, by what they bring."""
        found: dict[int, int] = {}
        for count, (worth, after) in self._branches(number):
            if after == THE_END:
                found[worth] = found.get(worth, 0) + count
        return found

    def _worth(self) -> dict[int, float]:
        """The worth of each item of chance on the way, in floats."""
        return {number: value for number, (value,) in solved(self.rows(), exact=False).items()}
