"""What the dice lab shows, as plain JSON values made from its Bench."""

from __future__ import annotations

from typing import Any

from bonkbook.figures.grid import RULED_OUT, Kind, grid_of
from bonkbook.probability.dice import ROLLS, Event
from bonkbook.probability.expression import ExpressionError
from bonkbook.probability.written import fraction_text
from bonkbook.scene.palette import FAINT, SKY
from bonkbook.widgets.dice_bench import Bench

OPEN = Kind("not marked", "", FAINT)
MARKED = Kind("marked", "●", SKY)


def list_view(bench: Bench) -> list[dict[str, Any]]:
    """The events to choose from: headings, each with names and words."""
    return [
        {"heading": heading, "events": [{"name": e.name, "words": e.words} for e in events]}
        for heading, events in bench.groups.items()
    ]


def lab_view(bench: Bench) -> dict[str, Any]:
    """All that the lab shows; the answer is not in it before it is revealed."""
    return {
        "question": bench.question,
        "event": _event_view(bench, bench.event),
        "given": None if bench.given is None else _event_view(bench, bench.given),
        "error": _error_view(bench),
        "possible": len(bench.possible),
        "guess": bench.guessed,
        "revealed": bench.revealed,
        **_cells_view(bench),
        "result": _result_view(bench) if bench.revealed else None,
        "run": _run_view(bench) if bench.revealed else None,
        "said": bench.said,
        "refused": bench.refused,
    }


def _event_view(bench: Bench, event: Event) -> dict[str, Any]:
    listed = bench.is_listed(event)
    return {"name": event.name, "words": event.words, "listed": listed}


def _error_view(bench: Bench) -> dict[str, Any] | None:
    if bench.error is None:
        return None
    part, text, problem = bench.error
    place = [problem.start, problem.end] if isinstance(problem, ExpressionError) else None
    message = getattr(problem, "message", str(problem))
    return {"part": part, "text": text, "message": message, "place": place}


def _cells_view(bench: Bench) -> dict[str, Any]:
    """The 36 cells, as numbers into the kinds, in the order of the rolls."""
    if bench.revealed:
        grid = grid_of(bench.event, bench.given, bench.marks or None)
        kinds, numbers = list(grid.kinds), [grid.cells[roll] for roll in ROLLS]
    else:
        kinds = [OPEN, MARKED, RULED_OUT]
        numbers = [
            2 if roll not in bench.possible else 1 if roll in bench.marks else 0 for roll in ROLLS
        ]
    return {
        "cells": numbers,
        "kinds": [_kind_view(k, numbers.count(i)) for i, k in enumerate(kinds)],
    }


def _kind_view(kind: Kind, count: int) -> dict[str, Any]:
    # on a clear ground the letters of the theme read better than any fixed ink
    ink = kind.ink if kind.colour.startswith("#") else ""
    return {
        "words": kind.words,
        "mark": kind.mark,
        "colour": kind.colour,
        "ink": ink,
        "count": count,
    }


def _result_view(bench: Bench) -> dict[str, Any]:
    hits, possible = bench.hits, len(bench.possible)
    chance = bench.chance
    reduced = fraction_text(chance)
    same = reduced == f"{hits}/{possible}" or chance in (0, 1)
    return {
        "fraction": f"{hits}/{possible}",
        "reduced": "" if same else reduced,
        "percent": chance.percent,
        "words": f"{hits} of the {possible} possible rolls"
        if bench.given
        else f"{hits} of the {possible} rolls",
        "verdict": bench.verdict,
        "comparison": bench.comparison,
    }


def _run_view(bench: Bench) -> dict[str, Any]:
    run = bench.run
    return {
        "rolls": run.rolls,
        "trials": run.trials,
        "points": [[n, round(frequency, 6)] for n, frequency in run.running],
        "exact": float(run.exact),
        "finding": bench.finding,
        "axis": "rolls" if bench.given is None else "rolls that fulfil the condition",
    }
