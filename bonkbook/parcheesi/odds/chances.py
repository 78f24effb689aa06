"""Exact odds, from the tree of rolls and actions in a seat's turn."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from ...engine.dice import Roll
from ...engine.policy import FunctionPolicy, Policy
from ...engine.twin import Struct, Twin, best, fastest
from ...exact_odds import BEST, WORST
from ...probability.exact import P
from ..kernel import state as board
from ..kernel.state import Rule
from ..rulebook import INCLUDES
from .ends import ROLLS, End, Player, mask

TURN = 3             # rolls in a turn at most, since a third doubles ends it
LEFT_OUT = "a turn's rolls after the {} are left out"
ORDINALS = ("", "first", "second", "third")
MOST_PLAYS = 10_000_000     # for a question, about two seconds compiled
MOST_QUICK = 4_000_000      # for a question among many
SLOWER = 50                 # the factor when interpreted
MOST_STATES = 1500   # looked at for a question over several turns
MOST_TURNS = 40      # of such a question


def goal_of(rule: str, seat: int, owner: int = -1, pawn: int = -1) -> np.ndarray[Any, Any]:
    """The goal for reach.is_hit: the rule, the seat, and possibly the pawn to be captured."""
    rules = [Rule[name] for name in INCLUDES.get(rule, (rule,))]
    return np.array([rules[0], rules[-1], seat, owner, pawn], np.int64)


def turn_of(s: Struct, seat: int) -> Struct:
    """`s` if it is the seat's turn, else the state as if it were."""
    if s.turn == seat and s.stage != board.START:
        return s
    other = s.copy()
    other.turn, other.stage, other.doubles = seat, board.ROLL, 0
    other.die, other.bonus, other.partner = [0] * 4, [0] * 2, [-1] * 4
    other.foes = other.pairs = other.walls = other.entry_foes = other.entry_wall = 0
    other.captures = other.homes = other.able = 0
    return other


class TooManyWays(Exception):
    """A turn can be played in too many ways."""


class Tree:
    """The chance that a goal is reached within the rolls of one turn.

    TooManyWays if the best or worst play of several rolls has more than `most` rolls and actions.
    """

    def __init__(self, goal: np.ndarray[Any, Any], rolls: int, choose: Any = BEST,
                 twin: Twin | None = None, most: int = MOST_PLAYS) -> None:
        self.goal, self.rolls, self.choose = goal, rolls, choose
        weights = None if choose in (BEST, WORST) else _weights(choose)
        # A single roll, or a single way to play, is faster than starting the compiler.
        is_quick = rolls == 1 or (weights is not None and np.any(weights))
        self.twin = twin or (fastest if is_quick else best)("parcheesi")
        self.reach = self.twin.part("reach")
        most = most if self.twin.is_compiled else most // SLOWER
        self.left = most if rolls > 1 else sys.maxsize      # one roll is always possible
        self.kept = (np.zeros((self.reach.MOST_KNOWN + 1, self.reach.KEY), np.int64),
                     np.zeros(self.reach.MOST_KNOWN, np.int64), np.zeros(1, np.int64))
        self.player = None if weights is None else Player(self.twin, weights)
        self.known: dict[Any, Fraction] = {}

    def by_roll(self, s: Struct) -> Iterator[tuple[int, int, int, Fraction]]:
        """Each roll (two dice, and its number of the 36 rolls) with the chance after it."""
        for die1, die2, ways in ROLLS:
            after = self.twin.state(s)
            log = np.zeros((self.twin.rules.RULES, board.SEATS), np.int64)
            self.twin.rules.roll(after, die1, die2, log)
            yield die1, die2, ways, self._rolled(after, s.turns, log)

    def _rolled(self, after: Any, turns: int, log: np.ndarray[Any, Any]) -> Fraction:
        if self.reach.is_hit(after, log, self.goal):
            return Fraction(1)
        if after.turns != turns or after.stage == board.OVER:
            return Fraction(0)
        return self.under_way(after, self.rolls - 1)

    def under_way(self, s: Any, rolls: int) -> Fraction:
        """The chance from a state within a turn, with `rolls` rolls still to come."""
        if s.stage == board.ROLL and rolls == 0:
            return Fraction(0)
        if self.player:
            return self._by_policy(s, rolls, self.player)
        states = self._stack(s)
        want = self.reach.BRING_ABOUT if self.choose == BEST else self.reach.AVOID
        found, self.left = map(int, self.reach.chance_of(states, self.goal, rolls, want, self.left,
                                                         *self.kept))
        if found < 0:
            raise TooManyWays
        return Fraction(found, 36**rolls)

    def _stack(self, s: Any) -> Any:
        if self.twin.is_compiled:
            states = np.zeros(self.reach.DEEPEST, self.twin.rules.STATE)
            states[0] = s
            return states.view(np.recarray)
        return [s.copy()] * self.reach.DEEPEST

    def _by_policy(self, s: Any, rolls: int, player: Player) -> Fraction:
        """Like `under_way`, with each decision made by the policy."""
        if s.stage != board.ROLL:
            return self._of_ends(player.finish(s.copy(), int(s.turn)), int(s.turns), rolls, player)
        key = s.tobytes(), rolls
        if key not in self.known:
            self.known[key] = sum((Fraction(ways, 36) * self._of_ends(
                player.ends(s, die1, die2), int(s.turns), rolls - 1, player)
                for die1, die2, ways in ROLLS), Fraction(0))
        return self.known[key]

    def _of_ends(self, ends: list[End], turns: int, rolls: int, player: Player) -> Fraction:
        return sum((end.chance * self._of_end(end, turns, rolls, player) for end in ends),
                   Fraction(0))

    def _of_end(self, end: End, turns: int, rolls: int, player: Player) -> Fraction:
        if _meets(end, self.goal):
            return Fraction(1)
        if end.state.turns != turns or end.state.stage != board.ROLL or rolls == 0:
            return Fraction(0)
        return self._by_policy(end.state, rolls, player)


def _meets(end: End, goal: np.ndarray[Any, Any]) -> bool:
    first, last, _, owner, pawn = goal.tolist()
    if owner >= 0:
        return bool(end.taken >> 4 * owner + pawn & 1)
    return bool(end.rules & mask({first, last}))


def _weights(choose: Any) -> np.ndarray[Any, Any]:
    policy = Policy.of("parcheesi", choose)
    if isinstance(policy, FunctionPolicy):
        raise ValueError("exact odds need a policy of weights; use simulate for a function")
    return policy.vector


def chance(s: Struct, rule: str, seat: int, rolls: int, choose: Any = BEST,
           most: int = MOST_PLAYS) -> P:
    """The chance that `rule` takes effect for `seat` within `rolls` rolls of its turn.

    The last rolls are left out if there are too many ways to play, as the note says.
    """
    s = turn_of(s, seat)
    if s.stage == board.OVER:
        return P(0, note="the game is over")
    note = LEFT_OUT.format(ORDINALS[rolls]) if rolls == TURN and s.extra_turn else ""
    while True:
        try:
            return _chance(Tree(goal_of(rule, seat), rolls, choose, most=most), s, note)
        except TooManyWays:
            rolls -= 1
            note = LEFT_OUT.format(ORDINALS[rolls])


def _chance(tree: Tree, s: Struct, note: str) -> P:
    if s.stage != board.ROLL:
        return P(tree.under_way(tree.twin.state(s), tree.rolls - 1), note=note)
    outcomes = []
    for die1, die2, ways, value in tree.by_roll(s):
        if value:
            outcomes.append((Roll(die1, die2), value / 36))
            if ways == 2:
                outcomes.append((Roll(die2, die1), value / 36))
    return P(sum((weight for _, weight in outcomes), Fraction(0)), note=note,
             outcomes=sorted(outcomes, key=lambda pair: pair[0].dice))


class Turns:
    """The chance over several turns of one seat, while the other seats stand still."""

    def __init__(self, rule: str, seat: int, choose: Any) -> None:
        twin = fastest("parcheesi")
        self.goal = goal_of(rule, seat)
        self.choose = choose
        self.player = Player(twin, None if choose in (BEST, WORST) else _weights(choose))
        self.known: dict[Any, Fraction] = {}

    def value(self, s: Any, turns: int) -> Fraction:
        """The chance from `s`, in the first of `turns` turns of the seat."""
        if s.stage != board.ROLL:
            return self._chosen(self.player.finish(s.copy(), int(s.turn)), s, turns)
        key = s.tobytes(), turns
        if key not in self.known:
            if len(self.known) >= MOST_STATES:
                raise ValueError(
                    f"there are more than {MOST_STATES:,} positions; ask for fewer turns, or for "
                    "an estimate by simulate")
            self.known[key] = Fraction(0)      # counts as known
            self.known[key] = sum(
                (Fraction(ways, 36) * self._chosen(self.player.ends(s, die1, die2), s, turns)
                 for die1, die2, ways in ROLLS), Fraction(0))
        return self.known[key]

    def _chosen(self, ends: list[End], s: Any, turns: int) -> Fraction:
        values = (self._after(end, s, turns) for end in ends)
        if self.choose == BEST:
            best = Fraction(0)
            for value in values:
                best = max(best, value)
                if best == 1:
                    break
            return best
        if self.choose == WORST:
            return min(values)
        return sum((end.chance * value for end, value in zip(ends, values, strict=True)),
                   Fraction(0))

    def _after(self, end: End, s: Any, turns: int) -> Fraction:
        if _meets(end, self.goal):
            return Fraction(1)
        after = end.state
        if after.stage == board.OVER:
            return Fraction(0)
        if after.turns == s.turns:
            return self.value(after, turns)
        if turns == 1:
            return Fraction(0)
        again = after.copy()
        again.turn, again.turns = s.turn, s.turns
        again.rolls = s.rolls
        return self.value(again, turns - 1)


def chance_over_turns(s: Struct, rule: str, seat: int, turns: int, choose: Any) -> P:
    """The chance that `rule` takes effect for `seat` in `turns` of its turns."""
    if turns > MOST_TURNS:
        raise ValueError(f"exact odds reach at most {MOST_TURNS} turns ahead, not {turns}; ask for "
                         "fewer, or for an estimate by simulate")
    search = Turns(rule, seat, choose)
    return P(search.value(search.player.twin.state(turn_of(s, seat)), turns),
             note="the other seats stand still")
