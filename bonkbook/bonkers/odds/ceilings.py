"""How much a turn can be worth at most, before it is looked into: bounds that hold for sure.

To find the best way to play a turn without playing out every way, what has not been looked at
is first taken to be worth at most so much. The bounds are those of easier games (see easier.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...engine.twin import Struct
from ..kernel.state import Rule
from .easier import Easier, Gains, Kind, Lying
from .turn import Item

_SLACK = 1e-9         # more than rounding can be wrong by


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

    def of(self, items: Sequence[Item]) -> list[float]:
        """The bound of each item."""
        return [self.most] * len(items)

    def by_action(self, item: Item, actions: Sequence[int]) -> list[float]:
        """The bound of each action of a choice."""
        return [self.most] * len(actions)


class Ceilings:
    """Bounds for the rolls and the choices of a turn.

    s: the state at which the turn is looked at. again: whether rolls after the next one count.
    most: how many exchanges a turn are followed, None for all.
    """

    def __init__(self, s: Struct, gains: Gains, again: bool, most: int | None) -> None:
        self.easier = Easier(s, gains, again, most)
        self._kinds: dict[tuple[int, int, tuple[int, ...]], Kind] = {}
        self._boards: dict[tuple[Kind, bytes], tuple[Lying, int]] = {}

    def of(self, items: Sequence[Item]) -> list[float]:
        """The bound of each item."""
        names = [(self._kind(item), item.cards) for item in items]
        self._lay_out([name for name in dict.fromkeys(names) if name not in self._boards])
        found, groups = np.zeros(len(items)), dict[tuple[Lying, int], list[tuple[int, ...]]]()
        for number, (name, item) in enumerate(zip(names, items, strict=True)):
            boards, row = self._boards[name]
            groups.setdefault((boards, item.frame.stage), []).append(
                (number, row, item.frame.here))
        for (boards, stage), group in groups.items():
            numbers, rows, spaces = np.array(group).T
            found[numbers] = boards.by_stage(stage)(rows, spaces)
        return self._capped(found)

    def by_action(self, item: Item, actions: Sequence[int]) -> list[float]:
        """The bound of each action of a choice."""
        boards, row = self._boards[self._kind(item), item.cards]
        return self._capped(boards.by_action(row, item.frame.here, np.array(actions)))

    def _capped(self, bounds: np.ndarray[Any, Any]) -> list[float]:
        found: list[float] = (np.minimum(bounds, self.easier.gains.most) + _SLACK).tolist()
        return found

    def _kind(self, item: Item) -> Kind:
        key = item.taken, item.frame.placed, item.frame.hand
        if key not in self._kinds:
            self._kinds[key] = self.easier.kind(*key)
        return self._kinds[key]

    def _lay_out(self, names: Sequence[tuple[Kind, bytes]]) -> None:
        """Lays out boards that have not come up yet, all of a kind at once."""
        kinds = dict[Kind, list[bytes]]()
        for kind, cards in names:
            kinds.setdefault(kind, []).append(cards)
        for kind, every in kinds.items():
            lying = np.frombuffer(b"".join(every), np.uint8).reshape(len(every), -1)
            boards = Lying(self.easier, kind, lying[:, :self.easier.ring.size])
            self._boards.update({(kind, cards): (boards, row) for row, cards in enumerate(every)})
