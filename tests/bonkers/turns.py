"""A second reading of a turn of Bonkers: every way to play it, worked out from the rules' text.

All positions of the turn are listed first, however many; then what each is worth is improved
step by step until nothing changes. Slow, and no equation is solved.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from bonkbook.bonkers.kernel import rules, state
from bonkbook.engine.twin import Struct

PLAYS = {"best": max, "worst": min, "random": lambda values: sum(values) / len(values)}
Way = tuple[float, Any]      # what a stretch of play brings, and the position that follows


class EveryWay:
    """All positions of the mover's turn, from `s` on, in which nobody has a Large Lose Card.

    rule: what is asked for, None for the points of the turn.
    """

    def __init__(self, s: Struct, rule: int | None) -> None:
        self.rule, self.seat, self.turns = rule, s.turn, s.turns
        self.ways: dict[Any, list[Way]] = {}
        self.rolling: set[Any] = set()
        self.waiting: list[tuple[Any, Struct]] = []
        self.first = self._way(s.copy(), [], s)
        while self.waiting:
            key, now = self.waiting.pop()
            self.ways[key] = self._rolls(now) if now.stage == state.ROLL else self._plays(now)

    def _way(self, after: Struct, log: list[Any], before: Struct) -> Way:
        happened = any(entry[0] == self.rule and entry[1] == self.seat for entry in log)
        gain = after.score[self.seat] - before.score[self.seat] if self.rule is None else happened
        if (happened and self.rule is not None) or after.turns != self.turns \
                or after.stage in (state.DRAW, state.OVER):
            return float(gain), None
        key = repr([after.token, after.card, after.hand, after.score, after.placed, after.stage,
                    after.trail[:after.hops], min(after.rolled, 1)])
        if key not in self.ways:
            self.ways[key] = []
            self.waiting.append((key, after))
            if after.stage == state.ROLL:
                self.rolling.add(key)
        return float(gain), key

    def _rolls(self, s: Struct) -> list[Way]:
        found = []
        for die1 in range(1, 7):
            for die2 in range(1, 7):
                after, log = s.copy(), list[Any]()
                rules.roll(after, die1, die2, log)
                found.append(self._way(after, log, s))
        return found

    def _plays(self, s: Struct) -> list[Way]:
        actions = np.zeros(rules.MAX_ACTIONS, np.int64)
        found = []
        for code in actions[:rules.legal_actions(s, actions)].tolist():
            after, log = s.copy(), list[Any]()
            rules.step(after, code, log)
            found.append(self._way(after, log, s))
        return found

    def worth(self, choose: str) -> float:
        """What the turn is worth, played for the most, the least, or at random."""
        play: Callable[[list[float]], float] = PLAYS[choose]
        values = dict.fromkeys([*self.ways, None], 0.0)
        change = 1.0
        while change > 1e-13:
            change = 0.0
            for key, ways in reversed(self.ways.items()):
                every = [gain + values[after] for gain, after in ways]
                value = sum(every) / 36 if key in self.rolling else play(every)
                change = max(change, abs(value - values[key]))
                values[key] = value
        return self.first[0] + values[self.first[1]]
