"""Charts in plotly: distributions, comparisons with simulations, curves, and shares of wins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from ..probability.estimate import Estimate
from ..probability.exact import Probability
from ..scene.palette import BLUE, COLOURS, FAINT, GREY, ORANGE, seat_looks
from ..whole import is_whole, plain, whole
from .style import Picture, styled

if TYPE_CHECKING:
    from ..simulation import Results

DASHES = ("solid", "dash", "dot", "dashdot")  # colours alone do not tell curves apart
MOST_LABELS = 16  # bars that are still wide enough to carry a number


def distribution_figure(distribution: Mapping[Any, Any], title: str = "", axis: str = "",
                        highlight: Any = None, height: int = 340) -> Picture:
    """The bar chart of a distribution, with the exact fractions as hover texts.

    distribution: a Distribution, or any mapping from values to probabilities.
    axis: what the values are, in words.
    highlight: a test of a value, or a collection of values, to be marked by colour and pattern.

    >>> from bonkbook.probability.exact import Distribution
    >>> print(distribution_figure(Distribution.of([0, 1]), title="a coin"))
    a coin
    0: 1/2 = 50.0 %
    1: 1/2 = 50.0 %
    """
    values = list(distribution)
    chances = [Probability(distribution[value]) for value in values]
    note = getattr(distribution, "note", "")
    words = [title or "Distribution", *(f"{v}: {p}" for v, p in zip(values, chances, strict=True))]
    figure = Picture(words="\n".join([*words, *([note] if note else [])]))
    figure.add_bar(x=_ticks(values), y=[float(p) for p in chances],
                   marker=_highlighted([_is_chosen(value, highlight) for value in values]),
                   text=[_bar_label(p) for p in chances] if len(values) <= MOST_LABELS else None,
                   textposition="outside", cliponaxis=False,
                   hovertext=[escape(f"{v}: {p}") for v, p in zip(values, chances, strict=True)],
                   hovertemplate="%{hovertext}<extra></extra>", showlegend=False)
    styled(figure, title, height)
    figure.update_xaxes(title=escape(axis), **_value_axis(values))
    top = max((float(p) for p in chances), default=1.0)
    figure.update_yaxes(tickformat="~%", rangemode="tozero", range=[0, 1.12 * top])
    return figure


def outcomes_figure(chance: Probability, title: str | None = None, height: int = 340) -> Picture:
    """The bar chart of the outcomes of a probability, with all other outcomes as one bar."""
    bars: dict[str, Fraction] = {}
    for outcome, weight in chance.outcomes:
        bars[str(outcome)] = bars.get(str(outcome), Fraction(0)) + weight
    if not bars:
        bars["it happens"] = Fraction(chance)
    rest = "none of these" if chance.outcomes else "it does not"
    if chance < 1:
        bars[rest] = 1 - chance
    shown = repr(chance) if title is None else title
    return distribution_figure(bars, shown, highlight=lambda v: v != rest, height=height)


def comparison_figure(exact: Mapping[Any, Any], counts: Mapping[Any, int], title: str = "",
                      axis: str = "", height: int = 360) -> Picture:
    """An exact distribution as bars, and simulated values as points with two-sigma error bars.

    counts: how often each value came up. Values that the exact distribution calls impossible are
    shown too, with a bar of no height. At least one count must be above 0.
    """
    counts = {plain(value): whole(n, "a count", 0) for value, n in counts.items()}
    total = sum(counts.values())
    if not total:
        raise ValueError("a comparison needs at least one simulated value")
    values = [*exact, *(value for value in counts if value not in exact)]
    chances = [Probability(exact.get(value, Fraction(0))) for value in values]
    found = [Estimate.of_frequency(counts.get(value, 0), total) for value in values]
    lines = [f"{v}: exact {p}, simulated {e}"
             for v, p, e in zip(values, chances, found, strict=True)]
    figure = Picture(words="\n".join([title or f"Exact and simulated ({total})", *lines]))
    figure.add_bar(x=_ticks(values), y=[float(p) for p in chances], marker={"color": BLUE},
                   name="exact", hovertext=[escape(line) for line in lines],
                   hovertemplate="%{hovertext}<extra></extra>")
    figure.add_scatter(x=_ticks(values), **_found_points(found))
    styled(figure, title, height)
    figure.update_xaxes(title=escape(axis), **_value_axis(values))
    figure.update_yaxes(tickformat="~%", rangemode="tozero")
    return figure


def _found_points(found: Sequence[Estimate]) -> dict[str, Any]:
    """The simulated values, as diamonds with error bars of two standard errors."""
    rim = {"color": "#1B1B1B", "width": 1.5}
    return {"y": [e.value for e in found], "mode": "markers",
            "marker": {"color": ORANGE, "size": 10, "symbol": "diamond", "line": rim},
            "error_y": {"array": [2 * e.error for e in found], "color": GREY, "thickness": 2},
            "name": f"{found[0].n} simulated, ± 2 standard errors", "hoverinfo": "skip"}


def convergence_figure(running: Sequence[tuple[int, float]] | Mapping[int, float], exact: Fraction,
                       title: str = "", axis: str = "trials", height: int = 340) -> Picture:
    """Running frequencies approaching the exact probability, with the band of two standard errors.

    running: pairs (trials so far, frequency so far), both above 0 trials; the axis of trials is
    logarithmic. About 95 of 100 simulations end inside the band.
    """
    pairs = sorted(running.items() if isinstance(running, Mapping) else running)
    if not pairs or pairs[0][0] < 1:
        raise ValueError("a running frequency needs at least one trial")
    chance = Probability(exact)
    last = Estimate.of_frequency(round(pairs[-1][0] * pairs[-1][1]), pairs[-1][0])
    figure = Picture(
        words=f"{title or 'Convergence'}\nexact {chance}; after {last.n} {axis} {last}"
    )
    figure.add_scatter(**_band_outline(chance, pairs[0][0], pairs[-1][0]))
    figure.add_scatter(x=[pairs[0][0], pairs[-1][0]], y=[float(chance)] * 2, mode="lines",
                       line={"color": ORANGE, "width": 3, "dash": "dash"}, name=f"exact: {chance}",
                       hoverinfo="skip")
    figure.add_scatter(
        x=[n for n, _ in pairs], y=[f for _, f in pairs], mode="lines+markers",
        line={"color": BLUE, "width": 2}, marker={"size": 4}, name=f"simulated: {last}",
        hovertemplate=f"after %{{x}} {escape(axis)}: %{{y:.4f}}<extra></extra>",
    )
    styled(figure, title, height)
    figure.update_xaxes(title=escape(axis), type="log", dtick=1)
    figure.update_yaxes(tickformat="~%")
    return figure


def _band_outline(exact: Fraction, first: int, last: int) -> dict[str, Any]:
    """The band as one filled outline: along its upper edge, back along the lower."""
    there = band(exact, first, last)
    back = there[::-1]
    return {"x": [n for n, _, _ in there] + [n for n, _, _ in back],
            "y": [high for _, _, high in there] + [low for _, low, _ in back], "mode": "lines",
            "line": {"width": 0}, "fill": "toself", "fillcolor": FAINT,
            "name": "± 2 standard errors", "hoverinfo": "skip"}


def band(exact: Fraction, first: int, last: int,
         points: int = 60) -> list[tuple[int, float, float]]:
    """The band of two standard errors around a probability: (trials, low, high), from 0 to 1.

    >>> [(n, round(low, 2), round(high, 2)) for n, low, high in band(Fraction(1, 2), 4, 400, 2)]
    [(4, 0.0, 1.0), (400, 0.45, 0.55)]
    """
    first, last = whole(first, "first", 1), whole(last, "last", 1)
    points = whole(points, "points", 2)
    p = float(exact)
    trials = np.unique(np.geomspace(first, last, points).round().astype(np.int64))
    error = 2 * np.sqrt(p * (1 - p) / trials)
    low, high = np.maximum(0.0, p - error), np.minimum(1.0, p + error)
    return list(zip(trials.tolist(), low.tolist(), high.tolist(), strict=True))


def curves_figure(curves: Mapping[str, Mapping[float, float]], title: str = "", x: str = "",
                  y: str = "", height: int = 340) -> Picture:
    """A curve for each name, through points (a number from 0 to 1, and a value).

    >>> print(curves_figure({"up": {0: 0, 1: 1}, "down": {0: 1, 1: 0}}, title="a crossing"))
    a crossing
    up: from 0 to 1
    down: from 1 to 0
    """
    words = [title or "Curves"]
    figure = Picture()
    for k, (name, points) in enumerate(curves.items()):
        values = list(points.values())
        words += [f"{name}: from {values[0]:.4g} to {values[-1]:.4g}"]
        figure.add_scatter(
            x=list(points),
            y=values,
            name=escape(name),
            mode="lines",
            line={"dash": DASHES[k % len(DASHES)], "width": 3, "color": COLOURS[k % len(COLOURS)]},
        )
    figure._words = "\n".join(words)
    styled(figure, title, height, showlegend=True)
    figure.update_xaxes(title=escape(x), tickformat="~%")
    figure.update_yaxes(title=escape(y), rangemode="tozero")
    return figure


def results_figure(results: Results) -> Picture:
    """The share of wins for each seat as bars, with error bars of two standard errors."""
    wins, policies = results.wins, results.policies
    looks = seat_looks(dict.fromkeys(results.ruleset.seat_names, ""))
    names = [f"{seat}<br>{policies[seat]}" for seat in wins]
    figure = Picture(words=str(results))
    figure.add_bar(
        x=names, y=[estimate.value for estimate in wins.values()],
        error_y={"array": [2 * estimate.error for estimate in wins.values()]},
        marker={"color": [looks[seat].colour for seat in wins],
                "line": {"color": GREY, "width": 1}},
        hovertext=[f"{seat} ({policies[seat]}) wins {estimate}"
                   for seat, estimate in wins.items()], hoverinfo="text")
    styled(figure, f"Who wins? {results.games} games")
    figure.update_yaxes(tickformat=".0%", rangemode="tozero", title="share of wins")
    return figure


def _bar_label(chance: Probability) -> str:
    share = 100 * float(chance)
    return "<0.1 %" if 0 < share < 0.1 else f"{share:.1f} %"


def _highlighted(chosen: Sequence[bool]) -> dict[str, Any]:
    """The colours and patterns of bars, with some of them highlighted."""
    shapes = ["/" if c else "" for c in chosen]
    return {"color": [ORANGE if c else BLUE for c in chosen],
            "pattern": {"shape": shapes, "fgcolor": "#1B1B1B"}}


def _is_chosen(value: Any, highlight: Any) -> bool:
    if highlight is None:
        return False
    return bool(highlight(value) if callable(highlight) else value in highlight)


def _are_numbers(values: Iterable[Any]) -> bool:
    return all(is_whole(v) or isinstance(v, float | Fraction) for v in values)


def _ticks(values: Sequence[Any]) -> list[Any]:
    if _are_numbers(values):
        return [float(value) if isinstance(value, Fraction) else value for value in values]
    return [escape(str(value)) for value in values]


def _value_axis(values: Sequence[Any]) -> dict[str, Any]:
    if not _are_numbers(values):
        return {"type": "category"}
    return {"dtick": 1} if len(values) <= MOST_LABELS and max(values) - min(values) < 20 else {}
