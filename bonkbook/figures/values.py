"""The figures of values by type, registered for `figure_of` and so for every `.figure()`."""

from __future__ import annotations

from typing import Any

from ..drawing import figure_of
from ..probability.chain import Chain
from ..probability.dice import DiceRun, Event, roll_of
from ..probability.exact import Distribution, P
from ..scene.scene import Scene
from ..simulation import Results
from .board import board_figure
from .chain import matrix_figure
from .charts import (
    convergence_figure,
    distribution_figure,
    outcomes_figure,
    results_figure,
)
from .dice import dice_grid
from .style import Picture


def _probability_figure(chance: P, **options: Any) -> Picture:
    """The 6x6 grid if the outcomes are rolls of two dice, else a bar for each."""
    if chance.outcomes and all(roll_of(outcome) for outcome, _ in chance.outcomes):
        return dice_grid(chance, **options)
    return outcomes_figure(chance, **options)


def _dice_run_figure(run: DiceRun, **options: Any) -> Picture:
    """The frequency of the event approaching its probability."""
    options.setdefault("title", run.event.name)
    options.setdefault("axis", "rolls" if run.given is None else f"rolls ({run.given.name})")
    return convergence_figure(run.running, run.exact, **options)


figure_of.register(Scene, board_figure)
figure_of.register(P, _probability_figure)
figure_of.register(Distribution, distribution_figure)
figure_of.register(Event, dice_grid)
figure_of.register(DiceRun, _dice_run_figure)
figure_of.register(Chain, matrix_figure)
figure_of.register(Results, results_figure)
