"""How much a turn can be worth at most, before it is looked into: bounds that hold for sure.

To find the best way to play a turn without playing out every way, what has not been looked at
is first taken to be worth at most so much. The bounds are those of an easier game: whoever
comes to a space with a card gets whatever any card anywhere could bring, and so does, once,
who comes to a bare one with a card in hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from ..engine.twin import Struct
from . import state
from .state import Rule

Vector = np.ndarray[Any, Any]
_SWEEPS, _ENOUGH = 30, 0.002
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


def gains_of(rule: int) -> Gains | None:
    """The gains where the question is whether `rule` takes effect; None if they are not known."""
    known = {Rule.SCORE_SPACE: Gains(score=1.0), Rule.ENTRAPMENT: Gains(trap=1.0),
             Rule.DOUBLE_SIX: Gains(six=1.0), Rule.LOSE_SPACE: Gains(lose=1.0),
             Rule.OCCUPIED: Gains(taken=1.0)}
    return known.get(Rule(rule))


@dataclass(frozen=True)
class Ceilings:
    """At most so much is worth a roll from each space, and a choice.

    Both before a card is placed in the turn, and after.
    """

    rolls: tuple[list[float], list[float]]
    choice: tuple[float, float]

    def of(self, s: Struct) -> float:
        """The bound for what is to be done at `s`."""
        placed = int(s.placed or s.hand[s.turn][0] == state.NO_CARD)
        if s.stage == state.ROLL:
            return self.rolls[placed][s.token[s.turn]]
        return self.choice[1 if s.stage == state.PLACE else placed]


def flat(s: Struct, most: float) -> Ceilings:
    """The same bound for everything."""
    return Ceilings(([most] * s.size, [most] * s.size), (most, most))


def ceilings(s: Struct, gains: Gains, again: bool = True) -> Ceilings:
    """The bounds for the turn of the mover of `s`; again: whether rolls after the next count."""
    easy = _Easy(s, gains)
    if not again:
        choice = easy.choice(np.zeros(s.size))
        return Ceilings(([gains.most] * s.size, [gains.most] * s.size), (choice, choice))
    may_place = not s.placed and s.hand[s.turn][0] != state.NO_CARD
    after = easy.solve(0.0, one_more=may_place)
    before = easy.solve(after[1]) if may_place else after
    return Ceilings((before[0].tolist(), after[0].tolist()),
                    (max(before[1], after[1]), after[1]))


class _Easy:
    """The easier game, whose worth is the bound."""

    def __init__(self, s: Struct, gains: Gains) -> None:
        self.gains = gains
        here = np.arange(s.size)
        kinds = np.array(s.space[:s.size])
        scores = np.array([state.is_score(s, k) for k in range(s.size)])
        taken = np.zeros(s.size, bool)
        taken[[s.token[k] for k in range(state.SEATS) if s.playing[k] and k != s.turn]] = True
        onto = np.array([_by_print(s, k, taken) for k in range(s.size)])
        self.ways = _ways(s.size) @ np.eye(s.size)[onto]
        self.twelve = onto[(here + 12) % s.size]
        self.lose = (kinds == state.LOSE) | (kinds == state.TO_LOSE)
        self.taken = taken & ~self.lose
        self.here = np.where(scores, gains.score, np.where(self.taken, gains.taken, 0.0))
        self.bare = (kinds == state.TRACK) & (np.array(s.card[:s.size]) == 0) & ~taken
        self.card = (kinds == state.TRACK) & ~self.bare & ~taken
        self.one_bare = (self.ways * self.bare).max(axis=1)
        cards = (*s.card, *s.hand[s.turn])
        self.again = self.taken | (kinds == state.TRACK) if state.AGAIN in cards else self.taken

    def choice(self, rolls: Vector) -> float:
        """At most so much is worth to come to a space where any card may lie."""
        gains = self.gains
        after = np.where(self.again, rolls, 0.0)
        sure = self.here >= gains.most if gains.once else np.zeros(len(rolls), bool)
        reached = float((self.here + np.where(sure, 0.0, after)).max())
        return min(max(0.0, gains.trap, gains.lose, reached), gains.most) + _SLACK

    def solve(self, bare: float, one_more: bool = False) -> tuple[Vector, float]:
        """The bounds for rolls from each space and for a choice, a bare space being worth so much.

        one_more: a card was placed on one of the bare spaces. From above down, a few steps: each
        holds.
        """
        gains = self.gains
        rolls = np.full(len(self.here), gains.most)
        fixed = np.where(self.lose, gains.lose, np.where(self.bare, bare, self.here))
        for _ in range(_SWEEPS):
            landed = fixed + np.where(self.taken, rolls, 0.0)
            choice = self.choice(rolls)
            landed[self.card] = choice
            landed = np.minimum(landed, gains.most)
            worth = self.ways @ landed + gains.six / 36
            if one_more:
                worth += self.one_bare * choice
            if gains.once and gains.six:
                worth -= landed[self.twelve] / 36
            before, rolls = rolls, np.minimum(rolls, worth + _SLACK)
            if (before - rolls).max() < _ENOUGH:
                break
        return rolls, self.choice(rolls)


def _by_print(s: Struct, here: int, taken: Vector) -> int:
    """Where print leads from a space."""
    while s.space[here] == state.PRINTED and not taken[here]:
        here = state.ring(s, here + s.jump[here])
    return here


@lru_cache(maxsize=8)
def _ways(size: int) -> Vector:
    """Row by row the chance to come from a space to each by one roll."""
    found = np.zeros((size, size))
    for total in range(2, 13):
        found[np.arange(size), (np.arange(size) + total) % size] += (6 - abs(7 - total)) / 36
    return found
