"""Three games to explore turn by turn, and to teach probability with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .engine.errors import IllegalAction, PositionError, Refusal, SaveError
from .engine.game import Game, load, new, position
from .engine.late import late
from .engine.policy import Policy, policies
from .engine.rule_book import rules
from .engine.ruleset import register

__version__ = "0.1.0"

__all__ = ["Game", "IllegalAction", "Policy", "PositionError", "Refusal", "SaveError",
           "bonk", "bonkers", "deals", "dice_lab", "load", "new", "odds", "parcheesi", "play",
           "policies", "position", "register", "rules", "simulate"]

if TYPE_CHECKING:    # for type checkers and editors
    from . import bonk, bonkers, parcheesi
    from .exact_odds import odds
    from .probability import deals
    from .simulation import simulate
    from .widgets.dice_lab import dice_lab
    from .widgets.table import play
else:    # imported when needed, since they import plotly, widgets or numba
    __getattr__ = late(__name__, "parcheesi", "bonkers", "bonk", "exact_odds:odds",
                       "probability.deals", "simulation:simulate",
                       "widgets.dice_lab:dice_lab", "widgets.table:play")


def __dir__() -> list[str]:
    return sorted(__all__)
