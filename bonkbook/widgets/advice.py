"""What a policy would do in a position, and why, as the seats panel shows it."""

from __future__ import annotations

from functools import partial
from typing import Any

from ..engine.errors import choose_from
from ..engine.game import Game
from ..engine.policy import policies
from ..engine.position import CHANCE
from .table_game import table_game_of

NONE: dict[str, Any] = {"policy": "", "action": None, "words": "", "why": "", "scores": []}


def advice(game: Game, policy: str) -> dict[str, Any]:
    """The action that a named policy would choose, its reasons, and the score of every action."""
    seat = game.actor
    chosen = policies(game.game)[choose_from(policy, policies(game.game), "policy")]
    if seat is None or seat == CHANCE:
        return {**NONE, "policy": policy}
    decision = chosen.decide(game.view(seat))
    top = max((abs(score) for _, score in decision.scores), default=0.0) or 1.0
    table_game = table_game_of(game)
    label = partial(table_game.action_label, game)
    scores = sorted(decision.scores, key=lambda pair: -pair[1])
    return {
        "policy": policy,
        "action": str(decision.action),
        "words": label(decision.action),
        "why": decision.why,
        "scores": [
            [label(action), f"{score:+.2f}", round(100 * max(score, 0.0) / top)]
            for action, score in scores
        ],
    }
