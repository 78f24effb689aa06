"""Figures of values, so that their classes need not import plotly."""

from __future__ import annotations

import importlib
from functools import singledispatch
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .figures.style import Picture as Picture


@singledispatch
def figure_of(value: Any, **options: Any) -> Any:
    """The figure of a value in plotly: a board, a probability, a distribution, a chain, results.

    The functions for each type are registered by `bonkbook.figures.values`, which is loaded here
    at the first figure. TypeError for a value that has no figure.

    >>> from bonkbook.probability import Distribution
    >>> figure_of(Distribution.of(range(1, 7)), title="one die").words.splitlines()[0]
    'one die'
    """
    importlib.import_module("bonkbook.figures.values")
    draw = figure_of.dispatch(type(value))
    if draw is figure_of.dispatch(object):
        raise TypeError(f"{type(value).__name__} has no figure")
    return draw(value, **options)
