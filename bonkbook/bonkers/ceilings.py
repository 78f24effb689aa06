"""How much a turn can be worth at most, before it is looked into: bounds that hold for sure.

To find the best way to play a turn without playing out every way, what has not been looked at
is first taken to be worth at most so much. The bounds are those of easier games:

* on a board as it lies (`_Board`), whoever exchanges a card or places one gets the best end
  that any card leads to from there, and rolls again, if it does, on a board of the next kind;
* on a board of which nobody knows how so many cards have been changed (`_Changed`), whoever
  comes to a changed one gets what any card anywhere could bring, the cards being changed
  where that helps most.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from ..engine.twin import Struct
from . import state
from .state import Rule

Vector = np.ndarray[Any, Any]
_SWEEPS, _MORE = 20, (0.005, 0.03, 0.15)
_SLACK = 1e-9         # more than rounding can be wrong by


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


def gains_of(rule: int, sign: int) -> Gains | None:
    """The gains where the question is whether `rule` takes effect; None if they are not known.

    sign: -1 if it is not wanted.
    """
    name = {Rule.SCORE_SPACE: "score", Rule.ENTRAPMENT: "trap", Rule.DOUBLE_SIX: "six",
            Rule.LOSE_SPACE: "lose", Rule.OCCUPIED: "taken"}.get(Rule(rule))
    effect: dict[str, Any] = {name: float(sign)} if name else {}
    return Gains(most=max(sign, 0.0), **effect) if effect else None


class Flat:
    """The same bound for everything."""

    def __init__(self, most: float) -> None:
        self.most = most

    def of(self, s: Struct, taken: int = 0) -> float:
        """The bound for what is to be done at `s`."""
        return self.most


class Ceilings:
    """Bounds for the rolls and the choices of a turn.

    s: the state at which the turn is looked at. again: whether rolls after the next one count.
    most: how many exchanges a turn are followed, None for all.
    """

    def __init__(self, s: Struct, gains: Gains, again: bool = True,
                 most: int | None = None) -> None:
        if s.double_six == state.FIRST_ROLL and gains.six < 0:
            gains = replace(gains, six=0.0)         # later rolls cost nothing
        self.ring, self.gains, self.again, self.most = _Ring(s, gains), gains, again, most
        self.holds_exchange = state.EXCHANGE in (*s.card, *s.hand[s.turn])
        self.placed = _has_placed(s)
        self._changed: dict[tuple[int, bool], _Changed] = {}
        self._boards: dict[Any, _Board] = {}

    def of(self, s: Struct, taken: int = 0) -> float:
        """The bound for what is to be done at `s`, after so many exchanges."""
        left, placed, here = self._left(taken), _has_placed(s), s.token[s.turn]
        key = bytes(s.card), left, placed, placed or bytes(s.hand[s.turn])
        board = self._boards.get(key)
        if board is None:
            board = self._boards[key] = _Board(self, s, left, placed)
        if s.stage == state.ROLL:
            return board.roll(here)
        choice = board.placing if s.stage == state.PLACE else board.exchanging
        return float(min(choice([here])[0], self.gains.most)) + _SLACK

    def _left(self, taken: int) -> int:
        """How many exchanges can follow; one stands for any number of them."""
        if not self.holds_exchange:
            return 0
        return 1 if self.most is None else self.most - taken

    def after(self, left: int, placed: bool) -> _Changed:
        """The bounds on boards that have been changed until so many exchanges are left."""
        if (left, placed) not in self._changed:
            self._changed[left, placed] = _Changed(self, left, placed)
        return self._changed[left, placed]

    def made(self, left: int) -> int:
        """How many exchanges have been made when so many are left."""
        if not self.holds_exchange:
            return 0
        return self.ring.size if self.most is None else self.most - left

    def after_exchange(self, left: int, placed: bool) -> _Changed:
        """The bounds after one more exchange."""
        return self.after(left if self.most is None else left - 1, placed)


def _has_placed(s: Struct) -> bool:
    """Whether the mover cannot place a card any more in this turn."""
    return bool(s.placed or s.hand[s.turn][0] == state.NO_CARD)


class _Ring:
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
        self.leads = _leads(s)

    def onward(self, rolling: Vector, rolls: Vector) -> Vector:
        """What rolling again from each space adds to what it is worth to come there."""
        worth = np.where(self.makes, np.maximum(rolls, 0.0), rolls) * self.counts
        return np.append(np.where(rolling, worth, 0.0), 0.0)

    def ends(self, cards: Vector) -> tuple[Vector, Vector]:
        """For each space the next one on the way, and where it ends; `size` for in a trap."""
        hop = np.where(self.open, self.leads[cards, np.arange(self.size)], self.print)
        end = hop
        for _ in range(6):          # 64 hops, more than any way has
            end = end[end]
        return hop, np.where(hop[end] == end, end, self.size)


def _leads(s: Struct) -> Vector:
    """For each card and space, where it leads from there: nowhere if it moves no token."""
    here = np.arange(s.size)
    found = (here + np.array(s.step)[:, None]) % s.size
    for card in {state.NEAREST, state.TO_START} & {*s.card, *s.hand[s.turn]}:
        found[card] = [state.ring(s, k + state.spaces_by(s, card, k)) for k in range(s.size)]
    return found


class _Lying:
    """The cards as they lie, with so many exchanges to come and maybe a card to be placed."""

    def __init__(self, of: Ceilings, s: Struct, left: int, placed: bool) -> None:
        self.of, self.ring, self.left, self.placed = of, of.ring, left, placed
        self.cards = np.array(s.card[:s.size])
        self.hand = set() if placed else {card for card in s.hand[s.turn] if card}
        self.may_stop = s.placing == state.MAY_PLACE
        self.hop, self.ends = of.ring.ends(self.cards)
        self.rolling = of.ring.rolls | (of.ring.open & (self.cards == state.AGAIN))
        self.bare = np.flatnonzero(of.ring.open & (self.cards == state.NO_CARD)).tolist()
        self.exchanges = np.flatnonzero(of.ring.open & (self.cards == state.EXCHANGE)).tolist()

    @cached_property
    def laid(self) -> _Changed | None:
        """The bounds once a card is placed; None if none can be."""
        return None if self.placed else self.of.after(self.left, True)

    @cached_property
    def after(self) -> _Changed | None:
        """The bounds after one more exchange; None if none follows."""
        return self.of.after_exchange(self.left, self.placed) if self.left else None

    def placing(self, spaces: list[int]) -> Vector:
        """At most so much is worth the choice of a card to place, on each of the bare spaces."""
        if self.laid is None:
            return np.zeros(len(spaces))
        worth = self._cards(self.hand, spaces, self.laid)
        return np.maximum(worth, 0.0) if self.may_stop else worth

    def _cards(self, cards: set[int], spaces: list[int], after: _Changed) -> Vector:
        """At most so much is worth the best of some cards beside each space, and to follow it."""
        ring, where = self.ring, np.array(spaces, np.int64)
        found = np.full(len(where), -np.inf)
        steps = np.array([card for card in cards if card not in (state.AGAIN, state.EXCHANGE)])
        if len(steps):
            ends = self.ends[ring.leads[steps[:, None], where]]
            worth = self._ends_worth(after)[ends]
            worth[ends == where] = ring.worth[ring.size]      # back again: in a trap
            found = worth.max(axis=0)
        if state.AGAIN in cards:
            found = np.maximum(found, after.rolls[where])
        return np.maximum(found, after.exchanged()) if state.EXCHANGE in cards else found

    def _ends_worth(self, after: _Changed) -> Vector:
        """At most so much is worth to come to each end of a way, on a board of the next kind."""
        worth = self.ring.worth + self.ring.onward(self.rolling, after.rolls)
        worth[self.bare] = after.placed_one()
        worth[self.exchanges] = after.exchanged()
        return worth


class _Changed(_Lying):
    """The bounds for a board of which so many spaces have any card, nobody knows which."""

    def __init__(self, of: Ceilings, left: int, placed: bool) -> None:
        s = of.ring.s
        super().__init__(of, s, left, placed)
        # Exchanges have put any card on so many spaces, and on as many others an Exchange card.
        self.changed, hand = of.made(left), () if of.placed else s.hand[s.turn]
        self.laid_at = of.ring.open & (self.cards == state.NO_CARD)     # a card from the hand
        self.put_at = of.ring.open & (self.cards == state.EXCHANGE)     # one that was taken
        if self.changed > 1:
            self.put_at = of.ring.open
        elif state.EXCHANGE in hand:
            self.put_at = self.put_at | self.laid_at
        self.passes = _passes(self.hop)
        for here in self.bare if self.hand else ():
            onto = [of.ring.leads[card, here] for card in self.hand]
            self.passes[self.ends == here] += self.passes[onto].sum(axis=0)
        np.minimum(self.passes, 1.0, out=self.passes)
        self.may_roll = self.rolling.copy()
        if self.changed and state.AGAIN in (*s.card, *s.hand[s.turn]):
            self.may_roll |= self.put_at
        if placed and state.AGAIN in hand:
            self.may_roll |= self.laid_at
        self.rolls = np.zeros(s.size)
        if of.again:
            self.rolls = self._found()

    @cached_property
    def after(self) -> _Changed | None:
        """The bounds after one more exchange, which are the same if any number is followed."""
        return self if self.left and self.of.most is None else super().after

    def _found(self) -> Vector:
        """The worth of a roll from each space: from nothing up, until no step raises it.

        What no step raises holds, as play cut off after ever so many rolls is worth no more.
        """
        worth = np.minimum(self.ring.worth, self.of.gains.most)
        worth[self.bare] = self.placing(self.bare)
        worth[self.exchanges] = self.exchanged()
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
        any_card, gains, ways = self.any_card(), self.of.gains, _ways(self.ring.size)
        if self.after is self:
            worth[self.exchanges] = any_card
        rolls = self.ring.onward(self.rolling, self.rolls)
        landed = np.minimum(worth + rolls, gains.most)[self.ends]
        return _rolled(ways, landed, gains) \
            + self._more(any_card - landed, self.changed, self.put_at) \
            + self._more(any_card - landed, self.placed and not self.of.placed, self.laid_at) \
            + self._more(self.exchanged() - landed, self.changed, self.ring.open)

    def _more(self, more: Vector, count: int, where: Vector) -> Vector:
        """What so many changed spaces can add to a roll, each so much to those who pass it."""
        if not count or not where.any():
            return np.zeros(len(more))
        by_space = (_ways(len(more)) * np.maximum(more, 0.0)) @ self.passes
        return _largest(by_space[:, where], count)

    def exchanged(self) -> float:
        """At most so much is worth to come to an Exchange card."""
        return self.after.any_card() if self.after is not None else 0.0

    def placed_one(self) -> float:
        """At most so much is worth to come to a bare space."""
        return self.laid.any_card() if self.laid is not None else 0.0

    def any_card(self) -> float:
        """At most so much is worth what any card beside any space could bring."""
        rolls = self.ring.worth + self.ring.onward(self.may_roll, self.rolls)
        worths = [0.0, self.ring.worth.max(), rolls.max(), self.placed_one()]
        if self.after is not self:
            worths.append(self.exchanged())
        return float(min(max(worths), self.of.gains.most))


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
    return np.partition(numbers, size - count, axis=1)[:, size - count:].sum(axis=1)


def _rolled(ways: Vector, landed: Vector, gains: Gains, spaces: Any = slice(None)) -> Vector:
    """What a roll is worth from each space, by what landing on each is worth."""
    worth = ways[spaces] @ landed + gains.six / 36
    twelve = landed[(np.arange(len(landed))[spaces] + 12) % len(landed)]
    if gains.once and gains.six:
        return worth - twelve / 36
    return worth + np.maximum(-twelve, 0.0) / 36      # the double six may have won


class _Board(_Lying):
    """The bounds for the very board."""

    def roll(self, here: int) -> float:
        """The bound for a roll from a space."""
        worth = _rolled(_ways(self.ring.size), self.landed, self.of.gains, [here])[0]
        return float(min(worth, self.of.gains.most)) + _SLACK

    @cached_property
    def landed(self) -> Vector:
        """What it is worth to land on each space; linear equations for the rolls that follow."""
        gains, fixed = self.of.gains, self.ring.worth.copy()
        fixed[self.exchanges] = self.exchanging(self.exchanges)
        fixed[self.bare] = self.placing(self.bare)
        worth = np.minimum(fixed, gains.most)[self.ends]
        where = np.flatnonzero(self.rolling & self.ring.counts)
        if not len(where) or not self.of.again:
            return worth
        rolls = np.zeros(self.ring.size)
        rolls[where] = self._rolls(worth, where)
        onward = self.ring.onward(self.rolling, rolls)[self.ends]
        return np.minimum(worth + onward, gains.most)

    def _rolls(self, worth: Vector, where: Vector) -> Vector:
        """What a roll is worth from each space where one rolls again."""
        gains, size = self.of.gains, self.ring.size
        leads = self.ends[:, None] == where
        twelve = leads[(where + 12) % size] / 36
        onward = _ways(size)[where] @ leads - twelve * (gains.once and gains.six != 0)
        inverse = _inverse(onward)
        if inverse is None:
            return np.full(len(where), gains.most)
        apart = _rolled(_ways(size), worth, gains, where)
        rolls = inverse @ apart
        # Where a point has been made the game may be over, rather than go on for the worse.
        spared = onward @ (self.ring.makes[where] * np.maximum(-rolls, 0.0)) \
            + twelve @ np.maximum(-rolls - worth[where], 0.0)
        return rolls + inverse @ spared

    def exchanging(self, spaces: list[int]) -> Vector:
        """At most so much is worth the choice on each of some Exchange cards."""
        if self.after is None:
            return np.zeros(len(spaces))
        cards = set(self.cards.tolist()) - {state.NO_CARD, state.EXCHANGE}
        # the way may come to the Exchange card once more, where the card was taken
        return np.maximum(self._cards(cards, spaces, self.after),
                          max(0.0, self.after.exchanged()))


def _inverse(onward: Vector) -> Vector | None:
    """What adds up the rolls that lead on to one another; None if they do so for ever."""
    try:
        inverse = np.linalg.inv(np.eye(len(onward)) - onward)
    except np.linalg.LinAlgError:
        return None
    return inverse if inverse.min() > -_SLACK and inverse.max() < 1e5 else None


@lru_cache(maxsize=8)
def _ways(size: int) -> Vector:
    """Row by row the chance to come from a space to each by one roll."""
    found = np.zeros((size, size))
    for total in range(2, 13):
        found[np.arange(size), (np.arange(size) + total) % size] += (6 - abs(7 - total)) / 36
    return found
