"""A seat's turn as a graph: its rolls, its choices, and where each of them leads.

A turn can roll again for ever, and exchange cards for ever, so its graph is not written out
but looked at where a question goes (see chances.py): an item of it is a roll of the mover, a
choice of a card, or a card to be drawn, and each branch from an item is a stretch of play that
the kernel has played, up to the next item or the end (see stretches.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ...engine.twin import Struct
from ..kernel import rules, state
from ..kernel.state import Rule
from .stretches import PASSED, Entry, Frame, Play, Stretch, Stretches

# The dice that stand for every sum of two: only the sum matters.
SUMS = tuple((max(1, total - 6), min(6, total - 1), 6 - abs(7 - total)) for total in range(2, 13))
THE_END = -1

Log = list[Entry]


class Leaf(NamedTuple):
    """Where a stretch of play leads, and what it brings the mover."""

    rules: int      # a bit for each rule that has taken effect for the mover
    points: int     # that it has made, or lost
    item: int       # what comes next in the turn, THE_END if nothing does


class Item:
    """What chance or the mover is to do next: a roll, a draw, or a choice."""

    __slots__ = ("actions", "branches", "cards", "frame", "is_choice", "options", "score", "state",
                 "taken")

    def __init__(self, frame: Frame, cards: bytes, score: int, taken: int) -> None:
        self.frame, self.cards, self.score = frame, cards, score
        self.taken = taken                   # exchanges on the way
        self.is_choice = frame.stage in (state.PLACE, state.EXCHANGING)
        self.state: Struct | None = None     # made when it is first asked for
        self.branches: list[tuple[int, Leaf]] | None = None     # of chance, how often each
        self.actions: list[int] | None = None         # of a choice
        self.options: dict[int, Leaf] = {}            # by action, as far as known


class Graph:
    """The turn of the mover of a state, from where it stands; nobody plays a Large Lose Card.

    turns: with more than one, the mover's next turns follow at once, the opponents standing
    still. most: so many exchanges are followed at most, each turn anew, None for all.
    stretches: those played so far, which other graphs of the same turn may share.
    """

    def __init__(self, s: Struct, turns: int = 1, most: int | None = None,
                 stretches: Stretches | None = None) -> None:
        self.seat, self.last, self.most = s.turn, s.turns + turns, most
        self.draws = turns > 1
        self.items: list[Item] = []
        self._numbers: dict[tuple[bytes, int, Frame], int] = {}
        self._stretches = stretches or Stretches(s.turn, s.target)
        self.start = alone(s)
        after, log = fork(self.start), Log()
        if after.stage > state.OVER:
            rules.settle(after, log)
        stage = PASSED if after.turns > s.turns else after.stage
        score = self.start.score[self.seat]
        stretch = Stretch(self._stretches.cited(log), after.score[self.seat] - score, stage,
                          after.token[self.seat], tuple(after.trail[:after.hops]))
        self.root = self._leaf(stretch, self._frame(self.start), bytes(after.card), score, 0)

    def branches(self, number: int) -> list[tuple[int, Leaf]]:
        """Where chance leads from an item: of how many equally likely outcomes each is made."""
        item = self.items[number]
        if item.branches is None:
            item.branches = list(self._drawn(item) if item.frame.stage == state.DRAW
                                 else self._rolled(item))
        return item.branches

    def actions(self, number: int) -> list[int]:
        """The actions of a choice, without exchanges beyond those that are followed."""
        item = self.items[number]
        if item.actions is None:
            if item.taken == self.most and item.frame.stage == state.EXCHANGING:
                item.actions = [state.DECLINE]
            else:
                found = np.zeros(rules.MAX_ACTIONS, np.int64)
                item.actions = found[:rules.legal_actions(self.state(item), found)].tolist()
        return item.actions

    def option(self, number: int, action: int) -> Leaf:
        """Where an action of a choice leads."""
        item = self.items[number]
        if action not in item.options:
            item.options[action] = self._chosen(item, action)
        return item.options[action]

    def options(self, number: int) -> dict[int, Leaf]:
        """Where each action of a choice leads."""
        return {action: self.option(number, action) for action in self.actions(number)}

    def state(self, item: Item) -> Struct:
        """The state of the game at an item."""
        if item.state is None:
            item.state = s = fork(self.start)
            seat, frame = self.seat, item.frame
            rules.clear_roll(s)
            s.stage, s.token[seat], s.score[seat] = frame.stage, frame.here, item.score
            s.card = list(item.cards)
            s.hand[seat] = [*frame.hand, *[state.NO_CARD] * (state.HAND - len(frame.hand))]
            s.placed, s.rolled, s.turns = frame.placed, int(frame.has_rolled), frame.turns
            for left in frame.trail:
                state.keep(s, left // 2, left % 2)
            if self.draws:
                s.pile += sum(frame.unseen) - sum(s.unseen)
                s.unseen = list(frame.unseen)
        return item.state

    # --- playing -----------------------------------------------------------------------

    def _drawn(self, item: Item) -> Iterator[tuple[int, Leaf]]:
        s = self.state(item)
        for card in range(s.cards):
            if s.unseen[card]:
                after, log = fork(s), Log()
                after.unseen = s.unseen[:]
                rules.draw(after, card, log)
                stretch = Stretch(self._stretches.cited(log), 0, PASSED, item.frame.here, ())
                frame = self._frame(after)._replace(turns=s.turns)
                yield s.unseen[card], self._leaf(stretch, frame, item.cards, item.score, 0)

    def _rolled(self, item: Item) -> Iterator[tuple[int, Leaf]]:
        frame, here = item.frame._replace(has_rolled=True), item.frame.here
        for die1, die2, ways in SUMS:
            def play(s: Struct, log: Log, dice: tuple[int, int] = (die1, die2)) -> None:
                rules.roll(s, *dice, log)
            what = die1 + die2 == 12, item.frame.has_rolled
            there = state.ring(self.start, here + die1 + die2)
            yield ways, self._played(item, what, play, _moved(frame, there), item.cards,
                                     item.taken)

    def _chosen(self, item: Item, action: int) -> Leaf:
        def play(s: Struct, log: Log) -> None:
            rules.step(s, action, log)
        card, frame, cards, taken = action, item.frame, item.cards, item.taken
        here = frame.here
        if action >= state.TAKE:
            card, taken = cards[action - state.TAKE], taken + 1
            if self.most is not None:
                frame = frame._replace(taken=taken)
            cards = _with(_with(cards, action - state.TAKE, state.EXCHANGE), here, card)
        elif action != state.DECLINE:
            frame, cards = _without(frame, card), _with(cards, here, card)
        what = item.frame.stage, card
        return self._played(item, what, play, self._led(frame, card), cards, taken)

    def _led(self, frame: Frame, card: int) -> Frame:
        """A frame once the token has been led away by a card, if that moves it."""
        if not (card >= state.FIRST_STEP or card in (state.NEAREST, state.TO_START)):
            return frame
        here = frame.here
        spaces = state.spaces_by(self.start, card, here)
        return _moved(frame, state.ring(self.start, here + spaces), (2 * here + (spaces < 0),))

    def _played(self, item: Item, what: tuple[int, ...], play: Play, frame: Frame, cards: bytes,
                taken: int) -> Leaf:
        """Where a roll or a choice leads; frame, cards, taken: once the token has landed."""
        stretch = self._stretches.after(what, frame, cards, item.score,
                                        lambda: fork(self.state(item)), play)
        return self._leaf(stretch, frame, cards, item.score, taken)

    # --- numbering ---------------------------------------------------------------------

    def _leaf(self, stretch: Stretch, frame: Frame, cards: bytes, score: int,
              taken: int) -> Leaf:
        """What a stretch of play is worth, and the item that it leads to.

        frame: before it, or where it has landed first. score: before it. cards, taken: after it.
        """
        cited, points, stage, here, trail = stretch
        if stage == state.OVER or (stage in (state.DRAW, PASSED) and frame.turns + 1 >= self.last):
            return Leaf(cited | (stage == state.DRAW) << Rule.DRAW, points, THE_END)
        _, _, before, hand, placed, has_rolled, turns, unseen, counted = frame
        if stage in (state.DRAW, PASSED):
            taken = counted = 0
        if stage == PASSED:
            stage, placed, has_rolled, turns = state.ROLL, 0, False, turns + 1
        trail = before + trail if stage in (state.PLACE, state.EXCHANGING) else ()
        frame = Frame(stage, here, trail, hand, placed, has_rolled, turns, unseen, counted)
        number = self._numbers.setdefault((cards, score + points, frame), len(self.items))
        if number == len(self.items):
            self.items.append(Item(frame, cards, score + points, taken))
        return Leaf(cited, points, number)

    def _frame(self, s: Struct) -> Frame:
        """The frame of a state, but for the trail."""
        hand = [card for card in s.hand[self.seat] if card]
        return Frame(s.stage, s.token[self.seat], (), tuple(sorted(hand) if self.draws else hand),
                     s.placed, s.rolled > 0, s.turns, tuple(s.unseen) if self.draws else (), 0)


def _moved(frame: Frame, here: int, left: tuple[int, ...] = ()) -> Frame:
    """A frame once the token is elsewhere, and has left a space by a card."""
    stage, _, trail, hand, placed, has_rolled, turns, unseen, taken = frame
    return Frame(stage, here, trail + left, hand, placed, has_rolled, turns, unseen, taken)


def _without(frame: Frame, card: int) -> Frame:
    """A frame once a card is placed."""
    hand = list(frame.hand)
    hand.remove(card)
    return frame._replace(hand=tuple(hand), placed=1)


def _with(cards: bytes, space: int, card: int) -> bytes:
    """The cards once one lies beside a space."""
    return b"%b%c%b" % (cards[:space], card, cards[space + 1:])


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
    if s.turn == seat and s.stage not in (state.DEAL, state.OVER):
        return s
    return new_turn(s, seat)


def new_turn(s: Struct, seat: int) -> Struct:
    """`s` as if the seat's turn began now."""
    other = s.copy()
    other.turn, other.stage, other.asked, other.then = seat, state.ROLL, -1, 0
    other.rolled = other.placed = 0
    rules.clear_roll(other)
    return other
