"""Markov chains in plotly: the matrix, and the distribution turn by turn."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from ..probability.chain import Chain, ChainError
from ..probability.exact import Probability
from ..probability.written import fraction_text
from ..scene.palette import COLOURS, FAINT, GREY, PATTERNS, heat_colour
from .style import Picture, styled

OTHERS = "other states"
MOST_NUMBERS = 12  # states up to which the cells of a matrix carry their fractions


def matrix_figure(chain: Chain, title: str = "", height: int | None = None) -> Picture:
    """The transition matrix as a heat map: rows are from, columns are to, cells are fractions."""
    names = [str(state) for state in chain.states]
    chances = [[chain.probability(s, t) for t in chain.states] for s in chain.states]
    figure = Picture(words=_matrix_words(chain, title))
    few = len(names) <= MOST_NUMBERS
    figure.add_heatmap(
        x=[escape(name) for name in names],
        y=[escape(name) for name in names],
        z=[[float(p) if p else None for p in row] for row in chances],
        zmin=0,
        zmax=1,
        colorscale=[[i / 8, heat_colour(i / 8)] for i in range(9)],
        showscale=not few,  # the numbers in the cells say more
        colorbar={"tickformat": "~%", "outlinewidth": 0, "thickness": 14},
        xgap=2,
        ygap=2,
        text=[[_cell(p) for p in row] for row in chances],
        texttemplate="%{text}" if few else None,
        hovertemplate="from %{y} to %{x}: %{text}<extra></extra>",
        hoverongaps=False,
    )
    styled(figure, title, height or max(300, min(760, 90 + 44 * len(names))), above=52)
    figure.update_xaxes(title="to", side="top", type="category", showgrid=not few)
    figure.update_yaxes(title="from", autorange="reversed", type="category", showgrid=not few)
    return figure


def turns_figure(chain: Chain, start: Any, turns: int = 12, groups: Sequence[Any] | None = None,
                 title: str = "", axis: str = "turns", height: int = 380) -> Picture:
    """The distribution after 0, 1, ... turns: a stacked bar for each turn, a stripe for each state.

    groups: the states to be shown, the others together as one stripe; by default all, up to seven.
    """
    shown = list(groups) if groups is not None else _default_groups(chain)
    for state in shown:
        if state not in chain.states:
            raise ChainError(f"{state!r} is not a state of this chain")
    found = chain.turns(turns, start)
    stripes = {str(state): [float(d.get(state, 0)) for d in found] for state in shown}
    if len(shown) < len(chain):
        stripes[OTHERS] = [1 - sum(row) for row in zip(*stripes.values(), strict=True)]
    words = [title or f"The state after 0 to {turns} {axis}"]
    words += [f"{name}: {', '.join(f'{100 * w:.1f} %' for w in row)}"
              for name, row in stripes.items()]
    figure = Picture(words="\n".join(words))
    for i, (name, row) in enumerate(stripes.items()):
        figure.add_bar(
            x=list(range(turns + 1)),
            y=row,
            name=escape(name),
            marker=_stripe(i, name == OTHERS),
            hovertemplate=f"{escape(name)} after %{{x}} {escape(axis)}: %{{y:.2%}}<extra></extra>",
        )
    styled(figure, title, height, barmode="stack")
    figure.update_xaxes(title=escape(axis), **({"dtick": 1} if turns <= 16 else {}))
    figure.update_yaxes(tickformat="~%", range=[0, 1])
    return figure


def _stripe(number: int, others: bool) -> dict[str, Any]:
    """The colour and pattern of a stripe; the states beyond the palette are grey."""
    shape = "" if others else PATTERNS[number % len(PATTERNS)]
    return {"color": FAINT if others else COLOURS[number % len(COLOURS)],
            "pattern": {"shape": shape, "solidity": 0.2}, "line": {"color": GREY, "width": 0.5}}


def _default_groups(chain: Chain) -> list[Any]:
    return list(chain.states) if len(chain) <= len(COLOURS) else list(chain.states[: len(COLOURS)])


def _cell(chance: Probability) -> str:
    """A chance as a fraction, or as a percentage if that is too long; empty for 0."""
    return fraction_text(chance) or chance.percent if chance else ""


def _matrix_words(chain: Chain, title: str) -> str:
    lines = [title or f"Transition matrix of {len(chain)} states"]
    for state in chain.states[:40]:
        row = ", ".join(f"{following}: {weight}" for following, weight in chain.row(state).items())
        lines.append(f"from {state} to {row}")
    return "\n".join(lines)
