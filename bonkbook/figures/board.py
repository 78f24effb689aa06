"""A `Scene` as a plotly figure that is updated in place.

The printed board is one picture, the scene's own SVG, laid under seven traces: the spaces
(invisible, for their hover texts), cards, bars, arrows, flags (cards that belong to no space,
such as the number of an arrow), rings around what can be clicked, and pawns. So a board costs the
same seven traces whatever stands on it, the spaces look the same in every picture,
and a step sends only the arrays that changed. (A layout shape for each space makes a step a hundred
times slower; a filled trace has one colour only, so the heat is a second picture over the first.)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from html import escape
from typing import Any

from ..scene.palette import CLEAR, INK, PAPER, percent
from ..scene.scene import Card, Scene, Token
from ..scene.shapes import Point
from ..scene.svg import FONT, HEAT_MARGIN, MARGIN, data_address, svg
from ..whole import whole
from .style import CONFIG, Picture, go

TRACES = ("spaces", "cards", "bars", "arrows", "flags", "rings", "pawns")

# A scene's shapes as plotly's symbols, with the factor that makes them as large as in the SVG.
_SYMBOLS = {"circle": ("circle", 1.0), "square": ("square", 0.88), "diamond": ("diamond", 0.923),
            "triangle": ("triangle-up", 1.2), "hexagon": ("hexagon2", 1.0)}


def board_figure(scene: Scene, *, width: int = 640, widget: bool = False) -> go.Figure:
    """The board as a plotly figure with its SVG and words, or with `widget` as a FigureWidget.

    `width` is its width in pixels; plotly sizes pawns and letters in pixels, so a board for another
    width is `update_board(figure, scene, width=...)`. The trace "pawns" has one point a token, in
    the order of `scene.tokens`, with (seat, index) as `customdata`; that of the trace "spaces" is
    the ids of the spaces.
    """
    width = whole(width, "width", 1)
    data = [go.Scatter(**trace) for trace in _traces(scene, _scale(scene, width))]
    layout = _layout(scene, width)
    if not widget:
        return Picture(data=data, layout=layout, words=scene.text, svg=svg(scene, pixels=width))
    figure = go.FigureWidget(data=data, layout=layout)
    figure._config = figure._config | CONFIG
    return figure


def update_board(figure: go.Figure, scene: Scene, *, width: int | None = None) -> int:
    """The number of properties that changed when the figure was updated to another scene.

    The figure afterwards equals `board_figure(scene, width=width)`; only what differs is set, in
    one batch, so a widget sends one small message or none. The figure keeps its width if none is
    given.
    """
    wide = int(figure.layout.width) if width is None else whole(width, "width", 1)
    changes: list[tuple[Any, str, Any]] = []
    for shown, wanted in zip(figure.data, _traces(scene, _scale(scene, wide)), strict=True):
        # As a plain dict: asking plotly for one property after another takes ten times as long.
        known = dict(_flat(shown.to_plotly_json()))
        changes += [(shown, path, v) for path, v in _flat(wanted) if not _same(known.get(path), v)]
    layout = _layout(scene, wide)
    for path in ("width", "height", "hoverdistance"):
        if figure.layout[path] != layout[path]:
            changes.append((figure.layout, path, layout[path]))
    for shown, wanted in zip(figure.layout.images, layout["images"], strict=True):
        if shown.source != wanted["source"]:
            changes.append((shown, "source", wanted["source"]))
    with figure.batch_update():
        for target, path, value in changes:
            target[path] = value
    if isinstance(figure, Picture):
        figure._words, figure._svg = scene.text, svg(scene, pixels=wide)
    return len(changes)


def _flat(properties: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Nested properties as (path, value), such as ("marker.line.width", 2)."""
    for name, value in properties.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{name}.")
        else:
            yield prefix + name, value


def _same(old: Any, new: Any) -> bool:
    """Whether a property already has this value; plotly keeps lists as tuples or arrays."""
    if isinstance(new, list):
        return old is not None and not isinstance(old, str) and _plain(old) == _plain(new)
    return bool(old == new)


def _plain(values: Any) -> list[Any]:
    return [_plain(v) if isinstance(v, (list, tuple)) else v for v in values]


# ---- layout ----


def _scale(scene: Scene, width: int) -> float:
    """The pixels in a board unit."""
    return width / (scene.width + 2 * MARGIN)


def _layout(scene: Scene, width: int) -> dict[str, Any]:
    wide, tall = scene.width + 2 * MARGIN, scene.height + 2 * MARGIN
    axis = {"visible": False, "fixedrange": True}
    return {
        "width": width,
        "height": round(width * tall / wide),
        "margin": {"l": 0, "r": 0, "t": 0, "b": 0, "pad": 0},
        "xaxis": {**axis, "range": [-MARGIN, scene.width + MARGIN]},
        "yaxis": {**axis, "range": [scene.height + MARGIN, -MARGIN], "scaleanchor": "x"},
        "images": [
            _picture(scene, _printed(Scene(scene.width, scene.height, scene.spaces, scene.marks)),
                     MARGIN),
            _picture(scene, data_address(svg(scene, "heat")), HEAT_MARGIN),
        ],
        "paper_bgcolor": CLEAR, "plot_bgcolor": CLEAR, "showlegend": False, "dragmode": False,
        "hovermode": "closest", "hoverdistance": max(8, round(0.75 * _scale(scene, width))),
        "hoverlabel": {"bgcolor": INK, "bordercolor": PAPER,
                       "font": {"family": FONT, "color": "#FFFFFF", "size": 14}},
        "uirevision": "board",
    }


def _picture(scene: Scene, source: str, margin: float) -> dict[str, Any]:
    """An image of the whole board with a margin, under the traces.

    plotly draws only one of two images in the same place, so the two margins must differ.
    """
    return {"source": source, "layer": "below", "sizing": "stretch", "xref": "x", "yref": "y",
            "x": -margin, "y": -margin,
            "sizex": scene.width + 2 * margin, "sizey": scene.height + 2 * margin}


@lru_cache(maxsize=8)
def _printed(empty: Scene) -> str:
    """The empty board as a data address; made once, since it is the same for every position."""
    return data_address(svg(empty, "spaces"))


# ---- traces ----


def _traces(scene: Scene, scale: float) -> list[dict[str, Any]]:
    """The properties of the seven traces, in the order of `TRACES`."""
    bars = [bar.polygon for bar in scene.bars]
    arrows = [outline for arrow in scene.arrows for outline in arrow.outlines]
    return [_spaces(scene, scale),
            _cards("cards", [card for card in scene.cards if card.space], scale),
            _filled("bars", bars, 0.06 * scale), _filled("arrows", arrows, 0.08 * scale),
            _cards("flags", [card for card in scene.cards if not card.space], scale),
            _rings(scene, scale), _pawns(scene, scale)]


def _xy(points: Iterable[Point]) -> dict[str, list[float | None]]:
    """Coordinates for a trace; an empty trace keeps one gap, since plotly drops empty arrays."""
    pairs: list[Any] = list(points) or [(None, None)]
    return {"x": [p[0] for p in pairs], "y": [p[1] for p in pairs]}


def _filled(name: str, outlines: Sequence[Sequence[Point]], rim: float) -> dict[str, Any]:
    """All polygons of a kind as one dark filled trace with a pale rim, gaps between them."""
    points: list[Any] = []
    for outline in outlines:
        points += [*outline, outline[0], (None, None)]
    return {"name": name, **_xy(points[:-1]), "mode": "lines", "fill": "toself", "fillcolor": INK,
            "line": {"color": PAPER, "width": round(rim, 1)}, "hoverinfo": "skip"}


def _spaces(scene: Scene, scale: float) -> dict[str, Any]:
    """An invisible point in every empty space, with its words as hover text.

    Where a token stands the point is left out, or plotly might give it the click that is meant for
    the token; the token's own words name its space.
    """
    spaces = [s for s in scene.spaces if s.words]
    taken = {t.space for t in scene.tokens}
    free = [s.roomy or s.id not in taken for s in spaces]
    heat = _heat_lines(scene)
    return {"name": "spaces", "x": [s.x if f else None for s, f in zip(spaces, free, strict=True)],
            "y": [s.y if f else None for s, f in zip(spaces, free, strict=True)], "mode": "markers",
            "marker": {"size": round(0.8 * scale, 1), "opacity": 0},
            "customdata": [s.id for s in spaces],
            "hovertext": [_line(s.words) + heat.get(s.id, "") for s in spaces],
            "hovertemplate": "%{hovertext}<extra></extra>"}


def _heat_lines(scene: Scene) -> dict[str, str]:
    """The words of the heat by space, as a further line of a hover text."""
    return {h.space: f"<br>{_line(h.words or percent(h.value) + ' %')}" for h in scene.heat}


def _cards(name: str, cards: Sequence[Card], scale: float) -> dict[str, Any]:
    """Cards as squares of the same area as in the scene, since plotly has no oblong marker."""
    side = [(c.width * c.height) ** 0.5 * scale for c in cards]
    # As large as fits: a sign and two digits are more than two letters' heights wide.
    letters = [s * (0.58 if len(c.label) < 3 else 0.39) for s, c in zip(side, cards, strict=True)]
    return {
        **_labelled(name, cards, letters),
        "marker": {
            "symbol": "square", "size": [round(s, 1) for s in side],
            "color": [c.colour for c in cards], "opacity": 1,
            "line": {"color": INK, "width": [round((0.13 if c.clickable else 0.04) * scale, 1)
                                             for c in cards]},
        },
        "customdata": [c.id for c in cards],
        "hovertext": [_line(c.words or c.label) + ("<br>click to choose" if c.clickable else "")
                      for c in cards],
    }


def _rings(scene: Scene, scale: float) -> dict[str, Any]:
    """A pale ring with a dark rim around every token that can be clicked."""
    tokens = [t for t in scene.tokens if t.clickable]
    return {
        "name": "rings", **_xy((t.x, t.y) for t in tokens), "mode": "markers",
        "marker": {**_symbols(tokens, 1.45 * scale), "color": "#FFFFFF", "opacity": 1,
                   "line": {"color": INK, "width": round(0.1 * scale, 1)}},
        "hoverinfo": "skip",
    }


def _pawns(scene: Scene, scale: float) -> dict[str, Any]:
    tokens, heat = scene.tokens, _heat_lines(scene)
    return {
        **_labelled("pawns", tokens, [0.46 * t.size * scale for t in tokens]),
        "marker": {**_symbols(tokens, scale), "color": [t.colour for t in tokens], "opacity": 1,
                   "line": {"color": INK, "width": round(0.07 * scale, 1)}},
        "customdata": [[t.seat, t.index] for t in tokens],
        "hovertext": [
            _line(t.words) + heat.get(t.space, "") + ("<br>click to move" if t.clickable else "")
            for t in tokens
        ],
    }


def _labelled(name: str, things: Sequence[Card | Token], sizes: Sequence[float]) -> dict[str, Any]:
    """The common properties of a trace of cards or tokens: places, labels and hover texts."""
    return {
        "name": name, **_xy((thing.x, thing.y) for thing in things), "mode": "markers+text",
        "text": [f"<b>{escape(thing.label)}</b>" for thing in things],
        "textposition": "middle center",
        "textfont": {"family": FONT, "size": [max(round(size, 1), 1) for size in sizes],
                     "color": [thing.ink for thing in things]},
        "hovertemplate": "%{hovertext}<extra></extra>",
    }


def _symbols(tokens: Sequence[Token], scale: float) -> dict[str, Any]:
    """The symbols of a marker and their sizes."""
    symbols = [_SYMBOLS.get(t.shape, _SYMBOLS["circle"]) for t in tokens]
    return {"symbol": [symbol for symbol, _ in symbols],
            "size": [round(factor * t.size * scale, 1)
                     for (_, factor), t in zip(symbols, tokens, strict=True)]}


def _line(words: str) -> str:
    """Words as a hover text, escaped, since plotly interprets markup."""
    return escape(words, quote=False)
