"""The odds panel: exact chances of the position shown, the 36 rolls, the heat of the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ..engine.position import CHANCE, Position
from ..engine.ruleset import GameOdds
from ..exact_odds import panel
from ..probability.estimate import Estimate
from ..probability.written import LONGEST_IN_TABLE, fraction_text
from ..scene.palette import ink_on, percent
from .guess_first import Chance
from .table_game import TableGame
from .visible_state import NOBODY, VisibleState

# Each kind of roll has a colour of its own in every position, and a letter, since colours alone are
# not enough.
_COLOURS = ("#009E73", "#F0E442", "#56B4E9", "#E69F00", "#CC79A7", "#0072B2", "#999999", "#555555")
_OTHERS = {"loses": "#D55E00", "penalty": "#D55E00", "nothing": "#DDD8CE"}
_LONGEST = 2 * LONGEST_IN_TABLE  # of a fraction, which may be broken at its bar
HEATS = (
    ("", "no heat map"),
    ("opponents", "where an opponent can land by its next roll"),
    ("own", "where the seat to move can land by its next roll"),
)


def odds_body(visible: VisibleState, heat: str) -> dict[str, Any]:
    """What the odds panel shows for what is seen, with a Chance for each; takes up to a second."""
    position = visible.position
    if position.is_over:
        return {"message": "The game is over: nothing is left to chance."}
    if not visible.whole:
        return {"message": "You are part-way through a play: its odds follow at its end."}
    if visible.viewer == NOBODY:
        return {"message": "These odds depend on a hand. Show a hand first."}
    try:
        return _odds_body(visible, heat)
    except ValueError as refusal:
        return {"message": f"No odds here: {refusal}."}


def _odds_body(visible: VisibleState, heat: str) -> dict[str, Any]:
    position, odds = visible.position, visible.position.ruleset.odds
    lines = [_line(one, visible.table_game) for one in panel(position)]
    return {
        **visible.table_game.odds_words(position),
        "lines": lines,
        "turns": any(line["turn"] for line in lines),
        "tables": visible.table_game.odds_tables(position),
        "risks": _risks(odds, position),
        "grid": _grid(odds, position),
        "heat": heat if odds.landings else None,
        "heats": HEATS,
    }


def _line(line: Any, table_game: TableGame[Any]) -> dict[str, Any]:
    turn = getattr(line, "turn", None)
    return {
        "label": table_game.display_text(line.label),
        "roll": _chance(line.p),
        "turn": _chance(turn) if turn is not None else None,
        "note": line.note or getattr(line.p, "note", ""),
    }


def _chance(p: Fraction | Estimate) -> Chance:
    """A chance as exact fraction and percent; of an estimate, how far it may be out."""
    if isinstance(p, Estimate):
        return Chance(p, (f"± {percent(p.error)} %", f"{percent(p.value)} %"))
    return Chance(p, (fraction_text(p, _LONGEST) or "≈", f"{percent(float(p))} %"))


def _risks(odds: GameOdds, position: Position) -> list[dict[str, Any]]:
    """The chance of every pawn to be captured before its owner's next turn, the highest first."""
    if odds.risks is None:
        return []
    found = sorted(odds.risks(position).items(), key=lambda item: -item[1])
    return [
        {"label": f"{seat} pawn {'abcd'[index]}", "roll": _chance(p), "turn": None, "note": p.note}
        for (seat, index), p in found
    ]


def _grid(odds: GameOdds, position: Position) -> dict[str, Any] | None:
    """The 36 rolls by the best that each lets the mover do."""
    rolls = odds.rolls_by_outcome(position) if odds.rolls_by_outcome else {}
    if len(rolls) != 36:
        return None
    rolling = position.actor == CHANCE
    counts = Counter(rolls.values())
    known = [*odds.outcomes, "nothing"]
    letters = _letters(known)
    colours = dict(zip([kind for kind in known if kind not in _OTHERS], _COLOURS, strict=False))
    legend = []
    for kind in (kind for kind in known if counts[kind]):
        colour = (colours | _OTHERS)[kind]
        legend.append(
            {"key": kind, "words": kind, "colour": colour, "ink": ink_on(colour),
             "letter": letters[kind], "count": counts[kind]}
        )
    return {
        "caption": f"{position.mover}'s best result for each roll" if rolling
        else f"If {position.mover} rolled again from here: {position.mover}'s best result for each "
        "roll",
        "cells": [rolls[a, b] for a in range(1, 7) for b in range(1, 7)],
        "legend": legend,
    }


def _letters(kinds: list[str]) -> dict[str, str]:
    """A letter for each kind, its first one where that is free."""
    taken: dict[str, str] = {}
    for kind in kinds:
        free = [c for c in kind.upper() if c.isalpha() and c not in taken.values()]
        taken[kind] = "·" if kind == "nothing" else (free or ["?"])[0]
    return taken


def heat_layer(position: Position, heat: str) -> Mapping[str, tuple[float, str]] | None:
    """The heat of the board: each space with its chance and that in words."""
    landings = position.ruleset.odds.landings
    if not heat or position.is_over or landings is None:
        return None
    who = "an opponent lands here" if heat == "opponents" else f"{position.mover} can land here"
    return {
        space: (float(p), f"{who}: {' = '.join(_chance(p).texts)}")
        for space, p in landings(position, heat).items()
    }
