"""Results of a simulation in plotly: who wins how often, with error bars."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..scene.palette import seat_looks
from .quick import go
from .style import Picture, styled

if TYPE_CHECKING:
    from ..simulation import Results

SIGMAS = 2


def results_figure(results: Results) -> Picture:
    """The share of wins by seat, a bar each, with error bars of two standard errors."""
    wins, policies = results.wins, results.policies
    looks = seat_looks(dict.fromkeys(results.ruleset.seat_names, ""))
    names = [f"{seat}<br>{policies[seat]}" for seat in wins]
    bars = go.Bar(
        x=names, y=[estimate.value for estimate in wins.values()],
        error_y={"array": [SIGMAS * estimate.error for estimate in wins.values()]},
        marker={"color": [looks[seat].colour for seat in wins],
                "line": {"color": "#777777", "width": 1}},
        hovertext=[f"{seat} ({policies[seat]}) wins {estimate}"
                   for seat, estimate in wins.items()], hoverinfo="text")
    figure = Picture(bars, words=str(results))
    styled(figure, f"Who wins? {results.games} games")
    figure.update_yaxes(tickformat=".0%", rangemode="tozero", title="share of wins")
    return figure
