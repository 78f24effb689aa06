"""Exact odds: the chance that a rule takes effect."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .engine.errors import choose_from, quoted
from .engine.game import MOST_TURNS, Frame
from .engine.patience import telling
from .engine.policy import FunctionPolicy, Policy
from .engine.position import CHANCE, Position, View
from .engine.ruleset import Ruleset
from .engine.twin import Struct
from .probability.estimate import Estimate
from .probability.exact import P
from .whole import is_whole

BEST, WORST = "best", "worst"
ONE_ROLL = 0        # the turns of a horizon of "roll"


@dataclass(frozen=True)
class OddsLine:
    """A line of the odds panel: the chance in the next roll and in the whole turn.

    `p` is an Estimate if it comes from a simulation.
    """

    key: str
    label: str
    p: P | Estimate
    turn: P | None = None
    note: str = ""


def odds(
    g: Position, rule: str, horizon: str | int = "roll", seat: str | None = None, choose: Any = BEST
) -> P:
    """The exact probability that `rule` takes effect for a seat, as a P with its outcomes.

    horizon: how far to look ahead from the position, as in `simulate`:

    * "roll": to the end of the seat's roll (the roll being played, or else its next one), that is,
      until it would roll again or its turn is over.
    * "turn" or 1: to the end of the seat's turn, with all its rolls.
    * 2 or more: to the end of that many turns of the seat, including this one.

    The other seats stand still: they do not move, and in Bonkers they do not interrupt. In BONK,
    "roll" is the next card from the stock.

    seat: by default the seat whose turn it is (before the start, the first); for any other seat,
    the answer is as if its turn began now. choose: "best" (the seat tries to make it happen),
    "worst" (it tries to avoid it), or a policy (a name, or weights by feature). Once the game is
    over the answer is 0, with a note. Raises ValueError for an unknown rule, seat, horizon or
    policy, for a rule that only forbids, and in the middle of a play; TypeError for anything that
    is not a position.

    >>> import bonkbook as bb
    >>> g = bb.new("parcheesi", seats=4, first="red")
    >>> bb.odds(g, "ENTER_ON_FIVE")
    5/12 = 41.7 %
    """
    if not isinstance(g, Position):
        raise TypeError("odds need a position: a Game, such as bonkbook.new(\"parcheesi\"), or a "
                        f"View, not a {type(g).__name__}")
    rule = g.ruleset.effect(rule)
    seat, turns = seat_asked(g, seat), turns_of(horizon)
    if isinstance(g, Frame):
        raise ValueError(g.idle.text)
    if g.is_over:
        if choose not in (BEST, WORST):
            Policy.of(g.game, choose)  # refuses anything that is not a policy
        return P(0, note="the game is over")
    with telling(f"Calculating the exact odds of {rule}."):
        answer: P = (g.ruleset.odds.answer or walked)(g, rule, turns, seat, choose)
    return answer


def panel(g: Position) -> Sequence[OddsLine]:
    """The lines of the odds panel: the game's own, or a line for every rule that takes effect."""
    if own := g.ruleset.odds.panel:
        return own(g)
    if g.mover is None or g.is_over:
        return []
    return [OddsLine(name, entry.title, odds(g, name), odds(g, name, "turn"))
            for name, entry in g.ruleset.rule_book.items() if entry.happens]


def seat_asked(g: Position, seat: str | None) -> str:
    """The seat of a horizon: the given seat, or the seat whose turn it is."""
    return choose_from(seat or g.mover or g.seats[0], g.seats, "seat")


def turns_of(horizon: object) -> int:
    """The number of turns in a horizon, ONE_ROLL for "roll"; ValueError if it is not one."""
    if horizon in ("roll", "turn"):
        return ONE_ROLL if horizon == "roll" else 1
    turns = operator.index(horizon) if is_whole(horizon) else 0
    if not 1 <= turns <= MOST_TURNS:
        raise ValueError('a horizon is "roll", "turn" or a number of turns (or "game" in '
                         f"simulate), not {quoted(horizon)}")
    return turns


def in_turn(g: Position, seat: str) -> Struct:
    """The state in which a horizon begins, with the seat in its turn.

    ValueError in a game that supports only exact odds (BONK), or before the cards are dealt.
    """
    return _in_turn(g.ruleset, g.state, seat)


def _in_turn(rules: Ruleset, state: Struct, seat: str) -> Struct:
    if own := rules.odds.in_turn:
        return own(state, seat)
    if (mover := rules.mover(state)) != seat:
        raise ValueError(f"{rules.title} has odds only for the seat whose turn it is, {mover}")
    return state


# --- A game without odds of its own: every play, one after the other ------------------------

MOST_STATES = 20_000    # about ten seconds
MOST_DEEP = 150         # plays in a row


def walked(g: Position, rule: str, turns: int, seat: str, choose: Any) -> P:
    """The answer to `odds` by going through every play, for a game with short turns.

    ValueError if there are too many positions, or if a turn can return to an earlier position.
    """
    if choose not in (BEST, WORST):
        choose = Policy.of(g.game, choose)
    walk = _Walk(g.ruleset, rule, seat, choose, turns == ONE_ROLL)
    state, turns = _in_turn(g.ruleset, g.state, seat), max(turns, 1)
    if Position(g.ruleset, state).actor != CHANCE:
        return P(walk.value(state, turns))
    outcomes = [(outcome, p * walk.after(state, outcome, turns))
                for outcome, p in g.ruleset.chances(state)]
    return P(sum((p for _, p in outcomes), Fraction(0)),
             outcomes=[(outcome, p) for outcome, p in outcomes if p])


class _Walk:
    """The chance that a rule takes effect for a seat, computed once for each state."""

    def __init__(self, rules: Ruleset, rule: str, seat: str,
                 choose: str | Policy | FunctionPolicy, one_roll: bool) -> None:
        self.rules, self.seat, self.choose, self.one_roll = rules, seat, choose, one_roll
        self.cited = rules.rules.Rule[rule], rules.seat_names.index(seat)
        self.known: dict[Any, Fraction | None] = {}    # None while it is being computed
        self.deep = 0

    def value(self, state: Struct, turns: int) -> Fraction:
        """The chance from a state, with `turns` turns still to end."""
        key = turns, state.tobytes()
        if key not in self.known:
            if len(self.known) == MOST_STATES or self.deep == MOST_DEEP:
                raise ValueError("there are too many positions for exact odds; bb.simulate can "
                                 "estimate them")
            self.known[key] = None
            self.deep += 1
            self.known[key] = self._looked_at(state, turns)
            self.deep -= 1
        if (value := self.known[key]) is None:
            raise ValueError("a turn can return to an earlier position, so there are no exact odds "
                             "here; bb.simulate can estimate them")
        return value

    def _looked_at(self, state: Struct, turns: int) -> Fraction:
        position = Position(self.rules, state)
        if position.actor is None:
            return Fraction(0)
        if position.actor == CHANCE:
            return sum((p * self.after(state, outcome, turns)
                        for outcome, p in self.rules.chances(state)), Fraction(0))
        actions = position.legal()
        if isinstance(self.choose, Policy) and not any(self.choose.vector):
            values = [self.after(state, action, turns) for action in actions]
            return sum(values, Fraction(0)) / len(values)
        if not isinstance(self.choose, str):
            view = View(self.rules, state, position.actor)
            return self.after(state, self.choose.decide(view).action, turns)
        best = max if self.choose == BEST else min
        return best(self.after(state, action, turns) for action in actions)

    def after(self, state: Struct, play: Any, turns: int) -> Fraction:
        """The chance after a play; 1 if the rule takes effect in it."""
        after, log = state.copy(), list[Any]()
        self.rules.do(after, play, log)
        if any((rule, seat) == self.cited for rule, seat, *_ in log):
            return Fraction(1)
        if after.turns > state.turns:
            if turns == 1:
                return Fraction(0)
            after.turn = self.cited[1]    # the others stand still
            return self.value(after, turns - 1)
        if self.one_roll and self.rules.rules.actor(after) == self.rules.rules.CHANCE:
            return Fraction(0)
        return self.value(after, turns)
