"""How likely? Every question is a rule: the chance that it takes effect, exactly."""

from __future__ import annotations

import importlib
import operator
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from .engine.errors import choose_from, quoted
from .engine.game import MOST_TURNS, Frame
from .engine.patience import telling
from .engine.policy import Policy
from .engine.position import Position
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
        answer: P = _of_game(g.game).answer(g, rule, turns, seat, choose)
    return answer


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
    state: Struct = _of_game(g.game).in_turn(g.state, seat)
    return state


def _of_game(game: str) -> ModuleType:
    return importlib.import_module(f"bonkbook.{game}.odds")
