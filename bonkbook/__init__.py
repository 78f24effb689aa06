"""Three games to explore turn by turn, and to teach probability with."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from .engine.errors import IllegalAction, PositionError, Refusal, SaveError
from .engine.game import Game, load, new, position
from .engine.policy import Policy, policies
from .engine.rule_book import rules

__version__ = "0.1.0"

# Loaded when first asked for: they bring plotly, widgets or numba.
_LATE = {
    "parcheesi": ("bonkbook.parcheesi", None),
    "bonkers": ("bonkbook.bonkers", None),
    "bonk": ("bonkbook.bonk", None),
    "play": ("bonkbook.widgets.table", "play"),
    "dice_lab": ("bonkbook.widgets.dice_lab", "dice_lab"),
    "deals": ("bonkbook.probability.deals", None),
    # not odds.py: a module of that name would hide the function once it is imported
    "odds": ("bonkbook.exact_odds", "odds"),
    "simulate": ("bonkbook.simulation", "simulate"),
}

__all__ = ["Game", "IllegalAction", "Policy", "PositionError", "Refusal", "SaveError", "bonk",
           "bonkers", "deals", "dice_lab", "load", "new", "odds", "parcheesi", "play", "policies",
           "position", "rules", "simulate"]

if TYPE_CHECKING:    # what type checkers and editors are to know of them
    from . import bonk, bonkers, parcheesi
    from .exact_odds import odds
    from .probability import deals
    from .simulation import simulate
    from .widgets.dice_lab import dice_lab
    from .widgets.table import play
else:
    def __getattr__(name: str) -> Any:
        if name not in _LATE:
            raise AttributeError(f"module 'bonkbook' has no attribute {name!r}")
        module, attribute = _LATE[name]
        loaded = importlib.import_module(module)
        value = getattr(loaded, attribute) if attribute else loaded
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted(__all__)
