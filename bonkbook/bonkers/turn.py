"""A seat's turn as a graph: its rolls, its choices, and where each of them leads.

A turn can roll again for ever, and exchange cards for ever, so its graph is not written out
but looked at where a question goes (see chances.py): an item of it is a roll of the mover, a
choice of a card, or a card to be drawn, and each branch from an item is a stretch of play that
the rules' text has played, up to the next item or the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from ..engine.twin import Struct
from . import rules, state
from .state import Rule

# The dice that stand for every sum of two: only the sum matters.
SUMS = tuple((max(1, total - 6), min(6, total - 1), 6 - abs(7 - total)) for total in range(2, 13))
THE_END = -1
_MOST_AT_ONCE = 2      # points that one stretch of play can bring: a double six and one more

Log = list[tuple[int, int, int, int, int]]


class Leaf(NamedTuple):
    """Where a stretch of play leads, and what it brings the mover."""

    rules: int      # a bit for each rule that has taken effect for the mover
    points: int     # that it has made, or lost
    item: int       # what comes next in the turn, THE_END if nothing does


class Item:
    """What chance or the mover is to do next: a roll, a draw, or a choice."""

    __slots__ = ("branches", "is_choice", "key", "options", "rest", "state", "taken")

    def __init__(self, s: Struct, taken: int, key: Any) -> None:
        self.state = s
        self.taken = taken           # exchanges on the way
        self.key = key               # what tells it from others, but for the points
        self.is_choice = s.stage in (state.PLACE, state.EXCHANGING)
        self.branches: list[tuple[int, Leaf]] | None = None     # of chance, how often each
        self.options: list[tuple[int, Leaf]] = []     # of a choice, by action, as far as known
        self.rest: Iterator[tuple[int, Leaf]] | None = None


class Graph:
    """The turn of the mover of a state, from where it stands; nobody plays a Large Lose Card.

    turns: with more than one, the mover's next turns follow at once, the opponents standing
    still. most: so many exchanges are followed at most, each turn anew, None for all.
    """

    def __init__(self, s: Struct, turns: int = 1, most: int | None = None) -> None:
        self.seat, self.last, self.most = s.turn, s.turns + turns, most
        self.items: list[Item] = []
        self._known: dict[Any, int] = {}
        self._alike: dict[Any, Item] = {}     # by key, an item at whatever number of points
        self.start = alone(s)
        after = fork(self.start)
        log = Log()
        if after.stage > state.OVER:
            rules.settle(after, log)
        self.root = self._leaf(after, log, self.start)

    def branches(self, number: int) -> list[tuple[int, Leaf]]:
        """Where chance leads from an item: of how many equally likely outcomes each is made."""
        item = self.items[number]
        like = self._like(item)
        found = self._branches_of(like)
        if item.branches is None:
            item.branches = list(self._shifted(found, like, item))
        return item.branches

    def _branches_of(self, item: Item) -> list[tuple[int, Leaf]]:
        if item.branches is None:
            item.branches = list(self._drawn(item) if item.state.stage == state.DRAW
                                 else self._rolled(item))
        return item.branches

    def options(self, number: int) -> Iterator[tuple[int, Leaf]]:
        """Each action of a choice and where it leads, found one by one."""
        item = self.items[number]
        like = self._like(item)
        found = self._options_of(like)
        return found if like is item else self._shifted(found, like, item)

    def _options_of(self, item: Item) -> Iterator[tuple[int, Leaf]]:
        if item.rest is None:
            item.rest = self._played(item)
        yield from item.options
        for option in item.rest:
            item.options.append(option)
            yield option

    # --- the same at another number of points ------------------------------------------

    def _like(self, item: Item) -> Item:
        """An item that differs from this one by the points at most, and goes on the same way.

        Which it does unless a game may be won by then, or a point be lost that is not there.
        """
        s = item.state
        if not 0 < s.score[self.seat] < s.target - _MOST_AT_ONCE:
            return item
        return self._alike.setdefault(item.key, item)

    def _shifted(self, found: Iterable[tuple[int, Leaf]], like: Item,
                 item: Item) -> Iterator[tuple[int, Leaf]]:
        """The branches or options of an item by those of one like it."""
        more = item.state.score[self.seat] - like.state.score[self.seat]
        for label, leaf in found:
            yield label, leaf if leaf.item == THE_END else leaf._replace(
                item=self._number_with(self.items[leaf.item], more))

    def _number_with(self, item: Item, more: int) -> int:
        """The number of the item that is another's like, but for so many more points."""
        score = item.state.score[self.seat] + more
        number = self._known.get((item.key, score))
        if number is None:
            s = fork(item.state)
            s.score[self.seat] = score
            number = self._known[item.key, score] = len(self.items)
            self.items.append(Item(s, item.taken, item.key))
        return number

    # --- playing -----------------------------------------------------------------------

    def _rolled(self, item: Item) -> Iterator[tuple[int, Leaf]]:
        for die1, die2, ways in SUMS:
            after, log = fork(item.state), Log()
            rules.roll(after, die1, die2, log)
            yield ways, self._leaf(after, log, item.state, item.taken)

    def _drawn(self, item: Item) -> Iterator[tuple[int, Leaf]]:
        s = item.state
        for card in range(s.cards):
            if s.unseen[card]:
                after, log = fork(s), Log()
                after.unseen = s.unseen[:]
                rules.draw(after, card, log)
                yield s.unseen[card], self._leaf(after, log, s)

    def _played(self, item: Item) -> Iterator[tuple[int, Leaf]]:
        s = item.state
        alike: dict[int, tuple[int, Leaf, set[int]]] = {}    # by card: what it did from elsewhere
        for code in self._legal(item):
            source = code - state.TAKE
            card = s.card[source] if source >= 0 else -1
            if card in alike and source not in alike[card][2]:
                first, leaf, _ = alike[card]
                yield code, self._from_elsewhere(leaf, card, first, source)
                continue
            after, log = fork(s), Log()
            rules.step(after, code, log)
            leaf = self._leaf(after, log, s, item.taken + (card >= 0))
            if card >= 0:
                touched = {entry[4] for entry in log}
                if source not in touched:
                    alike[card] = source, leaf, touched
            yield code, leaf

    def _from_elsewhere(self, leaf: Leaf, card: int, first: int, source: int) -> Leaf:
        """Where a card leads that was not taken from `first`: the same way.

        Only, the Exchange card now lies elsewhere.
        """
        if leaf.item == THE_END:
            return leaf
        item = self.items[leaf.item]
        after = fork(item.state)
        after.card[first], after.card[source] = card, state.EXCHANGE
        return leaf._replace(item=self._number(after, item.taken))

    def _legal(self, item: Item) -> list[int]:
        """The actions of a choice, without exchanges beyond those that are followed."""
        actions = np.zeros(rules.MAX_ACTIONS, np.int64)
        codes: list[int] = actions[:rules.legal_actions(item.state, actions)].tolist()
        if item.taken == self.most and item.state.stage == state.EXCHANGING:
            return [state.DECLINE]
        return codes

    def _leaf(self, after: Struct, log: Log, before: Struct, taken: int = 0) -> Leaf:
        """What the stretch from `before` to `after` is worth, and the item that it leads to."""
        cited, points = 0, after.score[self.seat] - before.score[self.seat]
        for entry in log:
            if entry[1] == self.seat:
                cited |= 1 << entry[0]
        item = THE_END
        if after.stage in (state.PLACE, state.EXCHANGING):
            item = self._number(after, taken)
        elif after.stage == state.DRAW:
            if after.turns + 1 < self.last:
                item = self._number(after, 0)
            else:
                cited |= 1 << Rule.DRAW
        elif after.stage == state.ROLL and after.turns < self.last:
            if after.turn != self.seat:
                after, taken = turn_of(after, self.seat), 0
            item = self._number(after, taken)
        return Leaf(cited, points, item)

    def _number(self, s: Struct, taken: int) -> int:
        """The number of the item at `s`; equal ones, as far as the turn goes, are one."""
        seat = self.seat
        key = (s.token[seat], s.stage, tuple(s.card), tuple(sorted(s.hand[seat])), s.placed,
               s.rolled > 0, s.turns, s.pile, tuple(s.trail[:s.hops]),
               0 if self.most is None else taken)
        number = self._known.setdefault((key, s.score[seat]), len(self.items))
        if number == len(self.items):
            self.items.append(Item(s, taken, key))
        return number


def fork(s: Struct) -> Struct:
    """A copy of `s` that may be played on within a turn; what no turn changes is shared."""
    other = object.__new__(Struct)
    other.__dict__ = fields = dict(s.__dict__)
    fields["token"], fields["score"], fields["card"] = s.token[:], s.score[:], s.card[:]
    fields["hand"] = [hand[:] for hand in s.hand]
    fields["die"], fields["trail"] = s.die[:], s.trail[:]
    return other


def alone(s: Struct) -> Struct:
    """`s` with no Large Lose Card left, and what a window kept waiting done."""
    other = s.copy()
    other.lose_card = [0] * state.SEATS
    if other.stage == state.WINDOW:
        other.stage, other.then, other.asked = other.then, 0, -1
    return other


def turn_of(s: Struct, seat: int) -> Struct:
    """`s` if the seat is in its turn, else as if its turn began now."""
    if s.turn == seat and s.stage in (state.ROLL, state.PLACE, state.EXCHANGING, state.WINDOW):
        return s
    other = s.copy()
    other.turn, other.stage, other.asked, other.then = seat, state.ROLL, -1, 0
    other.rolled = other.placed = 0
    rules.clear_roll(other)
    return other
