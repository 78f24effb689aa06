"""What tests of several games share: positions, refusals, states and weights of bots."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import bonkbook as bb
from bonkbook.engine import twin
from bonkbook.engine.policy import Policy
from bonkbook.engine.twin import Struct


def position(name: str, line: str, **options: object) -> bb.Game:
    """The game at a position line; house rules by keyword."""
    fields = [line, *(f"{option} {value}" for option, value in options.items())]
    return bb.position(name, " | ".join(fields))


def cited(game: bb.Game) -> list[str]:
    """The rules that the last play cited."""
    return list(game.events.rules())


def rule_of(refusal: bb.Refusal | None) -> str | None:
    """The rule of a refusal, which has a sentence; None for None."""
    assert refusal is None or refusal.text.endswith("."), refusal
    return refusal and refusal.rule


def forbidden(game: bb.Game, action: object) -> str | None:
    """The rule that forbids an action, whether it is asked for or played; None if it is legal."""
    rule = rule_of(game.why_not(action))
    if rule is None:
        game.play(action)
    else:
        with pytest.raises(bb.IllegalAction) as raised:
            game.play(action)
        assert raised.value.rule == rule
    return rule


def refused(game: bb.Game, action: object) -> str:
    """The rule that forbids an action; a failure if it is legal."""
    rule = forbidden(game, action)
    assert rule is not None, f"{action} is legal in {game.position}"
    return rule


def without_counts(s: Struct) -> Struct:
    """The state without what a position line leaves out: how long the game has lasted."""
    other = s.copy()
    vars(other).update(dict.fromkeys({"rolls", "turns"} & set(vars(other)), 0))
    return other


def weights(game: str, *bots: str) -> np.ndarray[Any, Any]:
    """The weights of the bots, a row each, and zeros for further seats."""
    rows = [Policy.of(game, bot).vector for bot in bots]
    return np.array(rows + [rows[0] * 0] * (twin.interpreted(game).rules.SEATS - len(rows)))
