"""How likely? Every question is a rule: the chance that it takes effect, exactly."""

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
ONE_ROLL = 0        # turns that a horizon of "roll" has


@dataclass(frozen=True)
class OddsLine:
    """A line of the odds panel: the chance by the next roll, and in the whole turn.

    `p` is an Estimate where a simulation found it.
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

    horizon: how far to look, from the position as it stands, the same as in `simulate`:

    * "roll": to the end of the seat's roll, that is, until it would roll again or its turn is
      over: of the roll that is being played, or else of its next one.
    * "turn": to the end of the seat's turn, all its rolls included; 1 is the same.
    * 2 or more: to the end of that many turns of the seat, this one the first.

    The others stand still meanwhile: they do not move, and in Bonkers they do not interrupt. In
    BONK, "roll" is the next card from the stock.

    seat: by default the one whose turn it is (before the start, the first); another is asked
    about as if its turn began now.
    choose: "best" (the seat plays to bring it about), "worst" (to avoid it), or a policy (a
    name, weights by feature).
    Once the game is over nothing happens any more: 0, which the note says.
    Raises ValueError for an unknown rule, seat, horizon or policy, naming the nearest, for a
    rule that only forbids, and in the middle of a play; TypeError for what is not a position.

    >>> import bonkbook as bb
    >>> g = bb.new("parcheesi", seats=4, first="red")
    >>> bb.odds(g, "ENTER_ON_FIVE")
    5/12 = 41.7 %
    """
    if not isinstance(g, Position):
        raise TypeError("odds are of a position: a Game, such as bonkbook.new(\"parcheesi\"), or "
                        f"a View, not a {type(g).__name__}")
    rule = g.ruleset.effect(rule)
    seat, turns = seat_asked(g, seat), turns_of(horizon)
    if isinstance(g, Frame):
        raise ValueError(g.idle.text)
    if g.is_over:
        if choose not in (BEST, WORST):
            Policy.of(g.game, choose)  # what is no policy is refused here too
        return P(0, note="the game is over")
    with telling(f"Calculating the exact odds of {rule}."):
        answer: P = (g.ruleset.odds.answer or walked)(g, rule, turns, seat, choose)
    return answer


def panel(g: Position) -> Sequence[OddsLine]:
    """The lines of the odds panel: the game's own, or a line for every rule that happens."""
    if own := g.ruleset.odds.panel:
        return own(g)
    if g.mover is None or g.is_over:
        return []
    return [OddsLine(name, entry.title, odds(g, name), odds(g, name, "turn"))
            for name, entry in g.ruleset.rule_book.items() if entry.happens]


def seat_asked(g: Position, seat: str | None) -> str:
    """The seat that a horizon is of: the one named, or the one whose turn it is."""
    return choose_from(seat or g.mover or g.seats[0], g.seats, "seat")


def turns_of(horizon: object) -> int:
    """The turns that a horizon reaches over, ONE_ROLL if that is not even one; else ValueError."""
    if horizon in ("roll", "turn"):
        return ONE_ROLL if horizon == "roll" else 1
    turns = operator.index(horizon) if is_whole(horizon) else 0
    if not 1 <= turns <= MOST_TURNS:
        raise ValueError('a horizon is "roll", "turn" or a number of turns (for simulate "game" '
                         f"too), not {quoted(horizon)}")
    return turns


def in_turn(g: Position, seat: str) -> Struct:
    """The state that a horizon looks on from: the seat in its turn, the others standing still.

    ValueError where only exact odds can be asked so (BONK), or before the cards are dealt.
    """
    return _in_turn(g.ruleset, g.state, seat)


def _in_turn(rules: Ruleset, state: Struct, seat: str) -> Struct:
    if own := rules.odds.in_turn:
        return own(state, seat)
    if (mover := rules.mover(state)) != seat:
        raise ValueError(f"{rules.title} has odds only of the seat whose turn it is, {mover}")
    return state


# --- A game without odds of its own: every play, one after the other ------------------------

MOST_STATES = 20_000    # that are looked at: about ten seconds
MOST_DEEP = 150         # plays in a row


def walked(g: Position, rule: str, turns: int, seat: str, choose: Any) -> P:
    """The answer to `odds` by going through every play, for a game whose turns are small.

    ValueError where there are too many positions, or where a turn can go round in a circle.
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
    """The chance that a rule takes effect for a seat, from states, each looked at once."""

    def __init__(self, rules: Ruleset, rule: str, seat: str,
                 choose: str | Policy | FunctionPolicy, one_roll: bool) -> None:
        self.rules, self.seat, self.choose, self.one_roll = rules, seat, choose, one_roll
        self.cited = rules.rules.Rule[rule], rules.seat_names.index(seat)
        self.known: dict[Any, Fraction | None] = {}    # None while it is looked at
        self.deep = 0

    def value(self, state: Struct, turns: int) -> Fraction:
        """The chance from a state, with so many turns still to end."""
        key = turns, state.tobytes()
        if key not in self.known:
            if len(self.known) == MOST_STATES or self.deep == MOST_DEEP:
                raise ValueError("too many positions for exact odds: bb.simulate estimates")
            self.known[key] = None
            self.deep += 1
            self.known[key] = self._looked_at(state, turns)
            self.deep -= 1
        if (value := self.known[key]) is None:
            raise ValueError("a turn can come back to where it was, and has no exact odds here: "
                             "bb.simulate estimates")
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
        """The chance after a play, 1 if it brings the rule into effect."""
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
