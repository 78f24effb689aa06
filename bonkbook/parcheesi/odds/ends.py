"""The possible ends of a roll of Parcheesi, for every way to play or for a policy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from ...engine.twin import Twin
from ..kernel import state as board

CAPTURES = (board.Rule.CAPTURE, board.Rule.ENTRY_CAPTURE)
MOST_ACTIONS = 300_000       # for a question, about twenty seconds
ROLLS = tuple((a, b, 1 if a == b else 2) for a in range(1, 7) for b in range(1, a + 1))


@dataclass(frozen=True)
class End:
    """One end of a roll: the state, and what happened on the way.

    rules: a bit for each Rule cited; taken: a bit, 4 * seat + pawn, for each pawn captured; landed:
    the mover's progress at each landing; chance: the chance that a policy ends here (1 if the
    player chooses).
    """

    state: Any
    rules: int
    taken: int
    landed: frozenset[int]
    chance: Fraction = Fraction(1)


class Player:
    """A player of rolls from the states of a Twin, in every way or by a policy.

    With `weights` None it plays in every way; with a vector over the features, the best action;
    with a vector of zeros, each legal action with the same chance.
    """

    def __init__(self, twin: Twin, weights: np.ndarray[Any, Any] | None = None) -> None:
        self.twin = twin
        self.weights = weights
        self._played = 0
        self._actions = np.zeros(twin.rules.MAX_ACTIONS, np.int64)
        self._features = np.zeros(len(twin.policies.Feature))
        self._tally = np.zeros((twin.rules.RULES, board.SEATS), np.int64)

    def ends(self, state: Any, die1: int, die2: int) -> list[End]:
        """The possible ends of the roll from `state`, in which the mover is about to roll."""
        after = state.copy()
        self._tally[:] = 0
        self.twin.rules.roll(after, die1, die2, self._tally)
        return self.finish(after, state.turn, self._cited(state.turn))

    def finish(self, state: Any, seat: int, rules: int = 0) -> list[End]:
        """The possible ends of the roll under way in `state`; `rules` are cited so far."""
        found: dict[Any, End] = {}
        now = {None: End(state, rules, 0, frozenset())}
        while now:                       # after each further action
            after: dict[Any, End] = {}
            for end in now.values():
                if self.twin.rules.actor(end.state) == seat and end.state.turns == state.turns:
                    for action, chance in self._choices(end.state):
                        self._add(self._stepped(end, seat, action, chance), after)
                else:
                    self._add(end, found)
            now = after
        return list(found.values())

    def _add(self, end: End, ends: dict[Any, End]) -> None:
        """Adds an end to others; for two equal ends a policy's chances add up."""
        key = end.state.tobytes(), end.rules, end.taken, end.landed
        if self.weights is not None and key in ends:
            end = replace(end, chance=end.chance + ends[key].chance)
        ends[key] = end

    def _choices(self, state: Any) -> Iterator[tuple[int, Fraction]]:
        count = self.twin.rules.legal_actions(state, self._actions)
        actions = self._actions[:count].tolist()
        if self.weights is None:
            return ((action, Fraction(1)) for action in actions)
        if not np.any(self.weights):
            return ((action, Fraction(1, count)) for action in actions)
        best = self.twin.playout.best_action(state, self.weights, self._actions, count,
                                             self._features)
        return iter([(int(best), Fraction(1))])

    def _stepped(self, now: End, seat: int, action: int, chance: Fraction) -> End:
        self._played += 1
        if self._played > MOST_ACTIONS:
            raise ValueError(f"there are more than {MOST_ACTIONS:,} ways to play; ask for fewer "
                             "rolls or turns, or for an estimate by simulate")
        after = now.state.copy()
        self._tally[:] = 0
        self.twin.rules.step(after, action, self._tally)
        cited = self._cited(seat)
        taken = now.taken
        if any(cited >> rule & 1 for rule in CAPTURES):
            taken |= _captured(now.state, after, seat)
        landed = now.landed
        if action >= 0:
            target = int(after.progress[seat][action // board.SLOTS])
            landed = landed | {target} if target >= 0 else landed
        return End(after, now.rules | cited, taken, landed, now.chance * chance)

    def _cited(self, seat: int) -> int:
        return sum(1 << rule for rule in np.flatnonzero(self._tally[:, seat]).tolist())


def _captured(before: Any, after: Any, seat: int) -> int:
    """The pawns of other seats that are in the nest after the action but not before."""
    return sum(1 << 4 * owner + pawn
               for owner in range(board.SEATS) if owner != seat
               for pawn in range(board.PAWNS)
               if after.progress[owner][pawn] == board.NEST != before.progress[owner][pawn])


def mask(rules: Iterable[int]) -> int:
    """The bits of `rules`."""
    return sum(1 << rule for rule in rules)
