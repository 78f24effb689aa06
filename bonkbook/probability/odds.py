"""How likely? Every question is a rule: the chance that it takes effect, exactly."""

from __future__ import annotations

import importlib
import importlib.util
from dataclasses import dataclass
from typing import Any

from ..engine.errors import choose_from
from ..engine.game import Frame
from ..engine.policy import Policy
from ..engine.position import Position
from .estimate import Estimate
from .exact import P

BEST, WORST = "best", "worst"


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

    horizon: "roll" (the next roll, or what is left of this one), "turn" (re-rolls included),
    or a number of the seat's turns, the others standing still meanwhile.
    seat: by default the one whose turn it is; of another, its turn as if it were now.
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
    seat = choose_from(seat or g.mover or g.seats[0], g.seats, "seat")
    counts = isinstance(horizon, int) and not isinstance(horizon, bool) and horizon > 0
    if horizon not in ("roll", "turn") and not counts:
        raise ValueError(f'a horizon is "roll", "turn" or a number of turns, not {horizon!r}')
    if isinstance(g, Frame):
        raise ValueError(g.idle.text)
    if g.is_over:
        if choose not in (BEST, WORST):
            Policy.of(g.game, choose)  # what is no policy is refused here too
        return P(0, note="the game is over")
    module = f"bonkbook.{g.game}.odds"
    if not importlib.util.find_spec(module):
        raise ValueError(f"there are no exact odds of {g.ruleset.title} yet; simulate estimates")
    game = importlib.import_module(module)
    answer: P = game.answer(g, rule, horizon, seat, choose)
    return answer
