"""What the tests of every game ask about a play."""

from __future__ import annotations

import pytest

import bonkbook as bb


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
