"""Easier games than Bonkers, whose worth bounds that of a turn from above (see ceilings.py).

* On a board as it lies (`Lying`), whoever exchanges a card or places one gets the best end that
  any card leads to from there, and rolls again, if it does, on a board of the next kind;
* on a board of which nobody knows how so many cards have been changed (`Changed`), whoever comes
  to a changed one gets what any card anywhere could bring, the cards being changed where that
  helps most.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np

from ...engine.twin import Struct
from ..kernel import state
from .turn import SUMS

Vector = np.ndarray[Any, Any]
_SWEEPS, _MORE = 20, (0.005, 0.03, 0.15)
_CLOSE = 1e-9         # more than rounding can be wrong by


@dataclass(frozen=True)
class Gains:
    """What each effect is worth to the one who plays, by the question."""

    score: float = 0.0
    trap: float = 0.0
    lose: float = 0.0
    six: float = 0.0
    taken: float = 0.0    # to land where an opponent stands, off the Score spaces
    most: float = 1.0     # of the whole turn
    once: bool = True     # whether nothing counts after the first


class Kind(NamedTuple):
    """What is to come on a board: boards of a kind are looked at together."""

    left: int               # exchanges that can follow; one stands for any number of them
    hand: frozenset[int]    # the cards one of which can be placed


class Easier:
    """The easier games to a turn.

    s: the state at which the turn is looked at. again: whether rolls after the next one count.
    most: how many exchanges a turn are followed, None for all.
    """

    def __init__(self, s: Struct, gains: Gains, again: bool, most: int | None) -> None:
        if s.double_six == state.FIRST_ROLL and gains.six < 0:
            gains = replace(gains, six=0.0)         # later rolls cost nothing
        self.ring, self.gains, self.again, self.most = Ring(s, gains), gains, again, most
        self.holds_exchange = state.EXCHANGE in (*s.card, *s.hand[s.turn])
        self.hand = self.kind(0, s.placed, s.hand[s.turn]).hand
        self._changed: dict[Kind, Changed] = {}

    def kind(self, taken: int, placed: int, hand: Sequence[int]) -> Kind:
        """The kind of board on which so many exchanges have been made, maybe a card placed."""
        left = 0
        if self.holds_exchange:
            left = 1 if self.most is None else self.most - taken
        return Kind(left, frozenset() if placed else frozenset(hand) - {state.NO_CARD})

    def after(self, kind: Kind) -> Changed:
        """The bounds on boards that have been changed until so much is to come."""
        if kind not in self._changed:
            self._changed[kind] = Changed(self, kind)
        return self._changed[kind]

    def after_exchange(self, kind: Kind) -> Changed | None:
        """The bounds after one more exchange; None if none follows."""
        if not kind.left:
            return None
        return self.after(kind if self.most is None else kind._replace(left=kind.left - 1))

    def made(self, left: int) -> int:
        """How many exchanges have been made when so many are left."""
        if not self.holds_exchange:
            return 0
        return self.ring.size if self.most is None else self.most - left


class Ring:
    """What no turn changes: the ring, where the opponents stand, what each end is worth."""

    def __init__(self, s: Struct, gains: Gains) -> None:
        self.s, self.size = s, s.size
        here = np.arange(s.size)
        kinds = np.array(s.space[:s.size])
        taken = np.zeros(s.size, bool)
        taken[[s.token[k] for k in range(state.SEATS) if s.playing[k] and k != s.turn]] = True
        lose = (kinds == state.LOSE) | (kinds == state.TO_LOSE)
        scores = np.array([state.is_score(s, k) for k in range(s.size)])
        self.rolls = taken & ~lose                      # where one rolls again
        self.open = (kinds == state.TRACK) & ~taken     # where a card counts
        self.print = np.where(kinds == state.TO_LOSE, s.lose, here)
        printed = (kinds == state.PRINTED) & ~taken
        self.print[printed] = (here + np.array(s.jump[:s.size]))[printed] % s.size
        trap = gains.trap if s.entrapment_loops == state.ANY_LOOP else max(gains.trap, 0.0)
        worth = np.where(scores, gains.score, np.where(self.rolls, gains.taken, 0.0))
        self.worth = np.append(np.where(lose, gains.lose, worth), trap)
        self.counts = (self.worth[:-1] == 0) | (not gains.once)    # what follows a landing there
        self.makes = scores & self.rolls      # a point, which may win and end the turn
        self.leads = _leads(_Print(s.size, s.start, tuple(s.space), tuple(s.step),
                                   s.start_scores, s.nearest))

    def onward(self, rolling: Vector, rolls: Vector) -> Vector:
        """What rolling again from each space adds to what it is worth to come there."""
        worth = np.where(self.makes, np.maximum(rolls, 0.0), rolls) * self.counts
        found = np.zeros((*rolling.shape[:-1], self.size + 1))
        found[..., :-1] = np.where(rolling, worth, 0.0)
        return found

    def ends(self, cards: Vector) -> tuple[Vector, Vector]:
        """For each space the next one on the way, and where it ends; `size` for in a trap.

        cards: board by board, shape (boards, spaces), as are both results.
        """
        hop = np.where(self.open, self.leads[cards, np.arange(self.size)], self.print)
        end, rows = hop, np.arange(len(cards))[:, None]
        for _ in range(6):          # 64 hops, more than any way has
            end = end[rows, end]
        return hop, np.where(hop[rows, end] == end, end, self.size)


class _Print(NamedTuple):
    """What is printed on the board and on the cards, with the names of the state."""

    size: int
    start: int
    space: tuple[int, ...]
    step: tuple[int, ...]
    start_scores: int
    nearest: int


@lru_cache(maxsize=8)
def _leads(printed: _Print) -> Vector:
    """For each card and space, where it leads from there: nowhere if it moves no token."""
    here = np.arange(printed.size)
    found = (here + np.array(printed.step)[:, None]) % printed.size
    for card in (state.NEAREST, state.TO_START):
        found[card] = [state.ring(printed, k + state.spaces_by(printed, card, k)) for k in here]
    return found


class Lying:
    """Boards of a kind: row by row the cards that lie beside the spaces."""

    def __init__(self, of: Easier, kind: Kind, cards: Vector) -> None:
        self.of, self.ring, self.kind, self.cards = of, of.ring, kind, cards
        self.hop, self.ends = of.ring.ends(cards)
        self.rolling = of.ring.rolls | (of.ring.open & (cards == state.AGAIN))
        self._worths: dict[Changed, Vector] = {}
        self.bare = np.nonzero(of.ring.open & (cards == state.NO_CARD))
        self.exchanges = np.nonzero(of.ring.open & (cards == state.EXCHANGE))

    def by_stage(self, stage: int) -> Callable[[Vector, Vector], Vector]:
        """What gives at most so much as is worth what is to be done then, by boards and spaces."""
        return {state.PLACE: self.placing, state.EXCHANGING: self.exchanging}.get(
            stage, self.rolls)

    @cached_property
    def laid(self) -> Changed | None:
        """The bounds once a card is placed; None if none can be."""
        return self.of.after(self.kind._replace(hand=frozenset())) if self.kind.hand else None

    @cached_property
    def after(self) -> Changed | None:
        """The bounds after one more exchange; None if none follows."""
        return self.of.after_exchange(self.kind)

    def rolls(self, rows: Vector, spaces: Vector) -> Vector:
        """At most so much is worth a roll from each of some spaces, each on its board."""
        landed, size = self.landed[rows], self.ring.size
        mean = np.einsum("ij,ij->i", _ways(size)[spaces], landed)
        return _rolled(mean, landed[np.arange(len(rows)), (spaces + 12) % size], self.of.gains)

    def placing(self, rows: Vector, spaces: Vector) -> Vector:
        """At most so much is worth the choice of a card to place, on each of some bare spaces."""
        if self.laid is None:
            return np.zeros(len(rows))
        hand = np.zeros((1, state.CARDS), bool)
        hand[:, list(self.kind.hand)] = True
        worth = self._cards(hand, rows, spaces, self.laid)
        return np.maximum(worth, 0.0) if self.ring.s.placing == state.MAY_PLACE else worth

    def exchanging(self, rows: Vector, spaces: Vector) -> Vector:
        """At most so much is worth the choice on each of some Exchange cards."""
        if self.after is None:
            return np.zeros(len(rows))
        lie = np.zeros((len(self.cards), state.CARDS), bool)
        lie[np.arange(len(lie))[:, None], self.cards] = True
        lie[:, [state.NO_CARD, state.EXCHANGE]] = False
        # the way may come to the Exchange card once more, where the card was taken
        return np.maximum(self._cards(lie[rows], rows, spaces, self.after),
                          max(0.0, self.after.exchanged()))

    def _cards(self, cards: Vector, rows: Vector, spaces: Vector, after: Changed) -> Vector:
        """At most so much is worth the best of some cards beside each space, and to follow it.

        cards: whether each card is one of them, shape (spaces, cards), or (1, cards) for all.
        """
        every = np.flatnonzero(cards.any(axis=0))
        worth = self._by_card(every, rows, spaces, after)
        return np.where(cards[:, every], worth, -np.inf).max(axis=1, initial=-np.inf)

    def _by_card(self, cards: Vector, rows: Vector, spaces: Vector, after: Changed) -> Vector:
        """At most so much is worth each card beside each space, shape (spaces, cards)."""
        ends = self.ends[rows[:, None], self.ring.leads[cards, spaces[:, None]]]
        worth = self._ends_worth(after)[rows[:, None], ends]
        worth[ends == spaces[:, None]] = self.ring.worth[-1]       # back again: in a trap
        worth[:, cards == state.AGAIN] = after.rolls[spaces, None]
        worth[:, cards == state.EXCHANGE] = after.exchanged()
        return worth

    def by_action(self, row: int, space: int, actions: Vector) -> Vector:
        """At most so much is worth each action of a choice."""
        taken = actions >= state.TAKE
        after = self.after if taken.any() else self.laid
        if after is None:
            return np.zeros(len(actions))
        sources = np.where(taken, actions - state.TAKE, -1)
        cards = np.where(taken, self.cards[row, sources], actions)
        worth = self._by_card(cards, np.array([row]), np.array([space]), after)[0]
        worth[actions == state.DECLINE] = 0.0
        # the way may come to the Exchange card that now lies where the card was taken
        met = _lead_over(self.hop[row], self.ring.leads[cards, space], sources)
        worth[met] = np.maximum(worth[met], after.exchanged())
        return worth

    def _ends_worth(self, after: Changed) -> Vector:
        """At most so much is worth to come to each end of a way, on a board of the next kind."""
        if after not in self._worths:
            worth = self._worths[after] = \
                self.ring.worth + self.ring.onward(self.rolling, after.rolls)
            worth[self.bare] = after.placed_one()
            worth[self.exchanges] = after.exchanged()
        return self._worths[after]

    @cached_property
    def landed(self) -> Vector:
        """What it is worth to land on each space; linear equations for the rolls that follow."""
        most, fixed = self.of.gains.most, self.ring.worth[None].repeat(len(self.cards), axis=0)
        fixed[self.exchanges] = self.exchanging(*self.exchanges)
        fixed[self.bare] = self.placing(*self.bare)
        worth = np.take_along_axis(np.minimum(fixed, most), self.ends, 1)
        again = self.rolling & self.ring.counts
        if not again.any() or not self.of.again:
            return worth
        onward = self.ring.onward(self.rolling, self._rolls_again(worth, again))
        return np.minimum(worth + np.take_along_axis(onward, self.ends, 1), most)

    def _rolls_again(self, worth: Vector, again: Vector) -> Vector:
        """What a roll is worth from each space where one rolls again, 0 elsewhere."""
        gains, size = self.of.gains, self.ring.size
        # On each board those spaces come first, as many as there are on any.
        where = np.argsort(~again, axis=1, kind="stable")[:, :again.sum(axis=1).max()]
        real, twelves = np.take_along_axis(again, where, 1), (where + 12) % size
        leads = (self.ends[:, :, None] == where[:, None]) & real[:, None]
        ways = _ways(size)[where] * real[:, :, None]
        twelve = np.take_along_axis(leads, twelves[:, :, None], 1) * real[:, :, None] / 36
        onward = ways @ leads.astype(float) - twelve * (gains.once and gains.six != 0)
        inverse, is_known = _inverse(onward)
        apart = _rolled(_times(ways, worth), np.take_along_axis(worth, twelves, 1), gains)
        rolls = _times(inverse, apart)
        # Where a point has been made the game may be over, rather than go on for the worse.
        spared = _times(onward, self.ring.makes[where] * np.maximum(-rolls, 0.0)) + _times(
            twelve, np.maximum(-rolls - np.take_along_axis(worth, where, 1), 0.0))
        rolls += _times(inverse, spared)
        rolls[~is_known] = gains.most
        found = np.zeros(again.shape)
        np.put_along_axis(found, where, rolls * real, 1)
        return found


class Changed:
    """The bounds for a board of which so many spaces have any card, nobody knows which."""

    def __init__(self, of: Easier, kind: Kind) -> None:
        self.of, self.ring, s = of, of.ring, of.ring.s
        cards = np.array(s.card[:s.size])
        self.board = board = Lying(of, kind, cards[None])
        # Exchanges have put any card on so many spaces, and on as many others an Exchange card.
        self.changed = of.made(kind.left)
        self.placed = of.hand if not kind.hand else frozenset()     # any of them, by now
        self.laid_at = of.ring.open & (cards == state.NO_CARD)     # a card from the hand
        self.put_at = of.ring.open & (cards == state.EXCHANGE)     # one that was taken
        if self.changed > 1:
            self.put_at = of.ring.open
        elif state.EXCHANGE in self.placed:
            self.put_at = self.put_at | self.laid_at
        self.passes = _passes(board.hop[0])
        for here in board.bare[1] if kind.hand else ():
            onto = [of.ring.leads[card, here] for card in kind.hand]
            self.passes[board.ends[0] == here] += self.passes[onto].sum(axis=0)
        np.minimum(self.passes, 1.0, out=self.passes)
        self.may_roll = board.rolling[0].copy()
        if self.changed and state.AGAIN in (*s.card, *s.hand[s.turn]):
            self.may_roll |= self.put_at
        if state.AGAIN in self.placed:
            self.may_roll |= self.laid_at
        self.rolls = np.zeros(s.size)
        if of.again:
            self.rolls = self._found()
        self.any_card = self._any_card()

    @cached_property
    def after(self) -> Changed | None:
        """The bounds after one more exchange, which are the same if any number is followed."""
        return self if self.board.kind.left and self.of.most is None else self.board.after

    def _found(self) -> Vector:
        """The worth of a roll from each space: from nothing up, until no step raises it.

        What no step raises holds, as play cut off after ever so many rolls is worth no more.
        """
        worth = np.minimum(self.ring.worth, self.of.gains.most)
        worth[self.board.bare[1]] = self.board.placing(*self.board.bare)
        for more in _MORE:
            for _ in range(_SWEEPS):
                before, self.rolls = self.rolls, np.maximum(self.rolls, self._step(worth))
                if (self.rolls - before).max() < more / 10:
                    break
            below, self.rolls = self.rolls, self.rolls + more
            if (step := self._step(worth) - self.rolls).max() <= 0:
                return self.rolls + step
            self.rolls = below
        return np.full(self.ring.size, self.of.gains.most)

    def _step(self, worth: Vector) -> Vector:
        """The worth of a roll from each space by the bounds so far."""
        gains, ways = self.of.gains, _ways(self.ring.size)
        self.any_card = self._any_card()
        exchanged = self.exchanged()
        worth[self.board.exchanges[1]] = exchanged
        rolls = self.ring.onward(self.board.rolling[0], self.rolls)
        landed = np.minimum(worth + rolls, gains.most)[self.board.ends[0]]
        return _rolled(ways @ landed, np.roll(landed, -12), gains) \
            + self._more(self.any_card - landed, self.changed, self.put_at) \
            + self._more(self.any_card - landed, bool(self.placed), self.laid_at) \
            + self._more(exchanged - landed, self.changed, self.ring.open)

    def _more(self, more: Vector, count: int, where: Vector) -> Vector:
        """What so many changed spaces can add to a roll, each so much to those who pass it."""
        if not count or not where.any():
            return np.zeros(len(more))
        by_space = (_ways(len(more)) * np.maximum(more, 0.0)) @ self.passes
        return _largest(by_space[:, where], count)

    def exchanged(self) -> float:
        """At most so much is worth to come to an Exchange card."""
        return self.after.any_card if self.after is not None else 0.0

    def placed_one(self) -> float:
        """At most so much is worth to come to a bare space."""
        return self.board.laid.any_card if self.board.laid is not None else 0.0

    def _any_card(self) -> float:
        """At most so much is worth what any card beside any space could bring."""
        rolls = self.ring.worth + self.ring.onward(self.may_roll, self.rolls)
        worths = [0.0, self.ring.worth.max(), rolls.max(), self.placed_one()]
        if self.after is not self:
            worths.append(self.exchanged())
        return float(min(max(worths), self.of.gains.most))


def _lead_over(hop: Vector, spaces: Vector, others: Vector) -> Vector:
    """Whether the way from each space leads over another one; or it may, if it is a long one."""
    met, before = np.zeros(len(spaces), bool), spaces
    for _ in range(6):
        met |= spaces == others
        before, spaces = spaces, hop[spaces]
    return met | (spaces == others) | (hop[spaces] != before)


def _passes(hop: Vector) -> Vector:
    """Row by row the spaces that the way from each leads over."""
    here = np.arange(len(hop))
    found, now = np.eye(len(hop)), here
    while True:
        now = hop[now]
        if found[here, now].all():
            return found
        found[here, now] = 1.0


def _largest(numbers: Vector, count: int) -> Vector:
    """The sum of the largest `count` numbers of each row."""
    size = numbers.shape[1]
    if count >= size:
        return numbers.sum(axis=1)
    if count == 1:
        return numbers.max(axis=1)
    return np.partition(numbers, size - count, axis=1)[:, size - count:].sum(axis=1)


def _rolled(mean: Vector, twelve: Vector, gains: Gains) -> Vector:
    """What rolls are worth by the mean of what they land on, and by that of a double six."""
    worth = mean + gains.six / 36
    if gains.once and gains.six:
        return worth - twelve / 36
    return worth + np.maximum(-twelve, 0.0) / 36      # the double six may have won


def _times(matrices: Vector, vectors: Vector) -> Vector:
    """The product of each matrix and each vector."""
    return np.einsum("nij,nj->ni", matrices, vectors)


def _inverse(onward: Vector) -> tuple[Vector, Vector]:
    """For each board what adds up rolls that lead on to one another, and whether it is known.

    It is not if they do so for ever, or nearly.
    """
    # a little less than all, lest one that cannot be inverted stops the others
    inverse = np.linalg.inv(np.eye(onward.shape[1]) - onward * (1 - 1e-13))
    return inverse, (inverse.min(axis=(1, 2)) > -_CLOSE) & (inverse.max(axis=(1, 2)) < 1e3)


@lru_cache(maxsize=8)
def _ways(size: int) -> Vector:
    """Row by row the chance to come from a space to each by one roll."""
    found = np.zeros((size, size))
    for die1, die2, ways in SUMS:
        found[np.arange(size), (np.arange(size) + die1 + die2) % size] += ways / 36
    return found
