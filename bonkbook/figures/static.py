"""Charts as static SVG, for pages without plotly (GitHub, nbviewer, print).

Draws what our charts are made of and no more: bars (side by side or stacked), lines, markers with
error bars, filled outlines, heat maps; linear, logarithmic and category axes; title and legend.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import unescape
from typing import Any

from ..scene.palette import BLUE, COLOURS, FAINT, GREY, ink_on
from ..scene.svg import element, letters, outline, picture

WIDTH, PLOT_HEIGHT = 640, 260
LEFT, RIGHT, TOP = 62, 12, 40


@dataclass(frozen=True)
class Axis:
    """One axis of the picture: the place of a value in pixels, and the ticks."""

    place: Callable[[Any], float]
    ticks: Sequence[tuple[Any, str]]
    step: float  # pixels between neighbouring categories or whole numbers
    title: str


def plain(words: str) -> str:
    """Words of a figure, unescaped and without line breaks."""
    return unescape(str(words).replace("<br>", " "))


def chart_svg(figure: Any, words: str = "") -> str:
    """The figure as a self-contained SVG, with the words as its description."""
    traces = [trace for trace in figure.data if trace.x is not None]
    layout = figure.layout
    flat = any(trace.type == "heatmap" for trace in traces)
    x = _axis(layout.xaxis, [v for t in traces for v in t.x], LEFT, WIDTH - RIGHT)
    bottom, top = TOP + PLOT_HEIGHT, TOP
    if flat and layout.yaxis.autorange == "reversed":
        bottom, top = top, bottom
    y = _axis(layout.yaxis, _heights(traces, layout), bottom, top)
    parts = [*_frame(x, y, flat), *_drawn(traces, layout, x, y), *_legend(traces)]
    rows = sum(1 for trace in traces if _named(trace))
    height = TOP + PLOT_HEIGHT + 52 + 22 * rows
    title = plain(layout.title.text or "")
    return picture((0, 0, WIDTH, height), WIDTH, height,
                   letters(title, 8, 22, 16, GREY, text_anchor="start"), *parts,
                   title=title or "Chart", words=words)


# ---- axes ----


def _heights(traces: Sequence[Any], layout: Any) -> list[Any]:
    """All values that the vertical axis must include."""
    if any(trace.type == "heatmap" for trace in traces):
        return [v for t in traces for v in t.y]
    if layout.barmode == "stack":
        return [0.0, max(sum(row) for row in zip(*(t.y for t in traces), strict=True))]
    found = [float(v) for t in traces for v in t.y if v is not None]
    for trace in traces:
        if trace.type == "scatter" and trace.error_y.array is not None:
            pairs = zip(trace.y, trace.error_y.array, strict=True)
            found += [float(v) + float(e) for v, e in pairs]
    return found + ([0.0] if any(t.type == "bar" for t in traces) else [])


def _axis(axis: Any, values: Sequence[Any], start: float, end: float) -> Axis:
    title = plain(axis.title.text or "")
    if axis.type == "category" or any(isinstance(v, str) for v in values):
        names = list(dict.fromkeys(str(v) for v in values))
        step = (end - start) / max(1, len(names))
        middle = {name: start + step * (i + 0.5) for i, name in enumerate(names)}
        every = max(1, math.ceil(len(names) / 14))
        ticks = [(name, plain(name)) for name in names[::every]]
        return Axis(lambda v: middle[str(v)], ticks, abs(step), title)
    numbers = [float(v) for v in values if v is not None] or [0.0, 1.0]
    if axis.type == "log":
        return _log_axis(numbers, start, end, title)
    horizontal = end > start
    low, high = min(numbers), max(numbers)
    low, high = (low - 0.6, high + 0.6) if horizontal else (low, high + 0.08 * (high - low or 1))
    per_unit = (end - start) / (high - low)
    marks = [(v, _number(v, axis.tickformat)) for v in _round_values(low, high)]
    return Axis(lambda v: start + (float(v) - low) * per_unit, marks, abs(per_unit), title)


def _log_axis(numbers: Sequence[float], start: float, end: float, title: str) -> Axis:
    low, high = math.log10(min(numbers)), math.log10(max(numbers))
    per_unit = (end - start) / (high - low or 1)
    powers = range(math.ceil(low), math.floor(high) + 1)
    ticks = [(10.0**k, _number(10.0**k, None)) for k in powers]
    return Axis(lambda v: start + (math.log10(float(v)) - low) * per_unit, ticks, per_unit, title)


def _round_values(low: float, high: float) -> list[float]:
    """Five to ten round numbers between the ends."""
    raw = (high - low) / 8
    power = 10.0 ** math.floor(math.log10(raw))
    step = next(s * power for s in (1, 2, 5, 10) if s * power >= raw)
    first = math.ceil(low / step - 1e-9)
    return [k * step for k in range(first, math.floor(high / step + 1e-9) + 1)]


def _number(value: float, form: str | None) -> str:
    if form == "~%":
        return f"{100 * value:.6g} %"
    return f"{value:,.6g}".replace(",", " ")


def _frame(x: Axis, y: Axis, flat: bool) -> Iterable[str]:
    bottom = TOP + PLOT_HEIGHT
    places = [x.place(value) for value, _ in x.ticks]
    room = places[1] - places[0] if len(places) > 1 else WIDTH / 2
    for value, label in y.ticks:
        at = y.place(value)
        if not flat:
            yield _line(LEFT, at, WIDTH - RIGHT, at, FAINT)
        yield letters(label, LEFT - 6, at + 4, 12, GREY, text_anchor="end")
    for value, label in x.ticks:
        yield letters(_cut(label, room), x.place(value), bottom + 18, 12, GREY)
    yield _line(LEFT, bottom, WIDTH - RIGHT, bottom, GREY)
    yield letters(x.title, (LEFT + WIDTH) / 2, bottom + 38, 13, GREY)
    middle = TOP + PLOT_HEIGHT / 2
    yield letters(y.title, 14, middle, 13, GREY, transform=f"rotate(-90 14 {middle:g})")


# ---- traces ----


def _drawn(traces: Sequence[Any], layout: Any, x: Axis, y: Axis) -> Iterable[str]:
    below: dict[Any, float] = {}  # the height of each stack so far
    for i, trace in enumerate(traces):
        if trace.type == "heatmap":
            yield from _heat(trace, x, y)
        elif trace.type == "bar":
            yield from _bars(trace, i, x, y, below if layout.barmode == "stack" else {})
        else:
            yield from _scatter(trace, x, y)


def _bars(trace: Any, number: int, x: Axis, y: Axis, below: dict[Any, float]) -> Iterable[str]:
    width = 0.82 * x.step
    colours = trace.marker.color or COLOURS[number % len(COLOURS)]
    labels = trace.text if isinstance(trace.text, (list, tuple)) else [""] * len(trace.x)
    for i, (at, height) in enumerate(zip(trace.x, trace.y, strict=True)):
        base = below.get(at, 0.0)
        below[at] = base + float(height)
        low, high = y.place(base), y.place(base + float(height))
        colour = colours if isinstance(colours, str) else colours[i]
        yield element("rect", x=x.place(at) - width / 2, y=high, width=width, height=low - high,
                      fill=colour, stroke=GREY, stroke_width=0.5)
        yield letters(labels[i], x.place(at), high - 4, 11, GREY)


def _scatter(trace: Any, x: Axis, y: Axis) -> Iterable[str]:
    points = [(x.place(a), y.place(b)) for a, b in zip(trace.x, trace.y, strict=True)
              if a is not None and b is not None]
    if trace.fill == "toself":
        yield element("polygon", points=outline(points), fill=trace.fillcolor)
    elif "lines" in (trace.mode or ""):
        yield element("polyline", points=outline(points), fill="none",
                      stroke=trace.line.color or BLUE, stroke_width=trace.line.width or 2,
                      stroke_dasharray="8 5" if trace.line.dash else None)
    if trace.mode == "markers":
        yield from _markers(trace, points, y)


def _markers(trace: Any, points: Sequence[tuple[float, float]], y: Axis) -> Iterable[str]:
    errors = trace.error_y.array if trace.error_y.array is not None else [0] * len(points)
    for (a, b), value, error in zip(points, trace.y, errors, strict=True):
        if error:
            yield _line(a, y.place(value - error), a, y.place(value + error), GREY, 2)
        yield element("path", d=f"M{a:.1f} {b - 6:.1f}l6 6l-6 6l-6-6z", fill=trace.marker.color,
                      stroke="#1B1B1B")


def _heat(trace: Any, x: Axis, y: Axis) -> Iterable[str]:
    stops = trace.colorscale
    for i, row in enumerate(trace.z):
        for j, value in enumerate(row):
            if value is None:
                continue
            colour = stops[round(float(value) * (len(stops) - 1))][1]
            a, b = x.place(trace.x[j]), y.place(trace.y[i])
            yield element("rect", x=a - x.step / 2 + 1, y=b - y.step / 2 + 1, width=x.step - 2,
                          height=y.step - 2, fill=colour)
            if trace.texttemplate:
                yield letters(trace.text[i][j], a, b + 4, 12, ink_on(colour))


def _named(trace: Any) -> bool:
    return bool(trace.name) and trace.showlegend is not False


def _legend(traces: Sequence[Any]) -> Iterable[str]:
    y = TOP + PLOT_HEIGHT + 62
    for i, trace in enumerate(t for t in traces if _named(t)):
        colour = trace.fillcolor if trace.type == "scatter" and trace.fill else None
        marker = trace.marker.color if isinstance(trace.marker.color, str) else None
        line = trace.line.color if trace.type == "scatter" else None
        shown = colour or marker or line or COLOURS[i % len(COLOURS)]
        at = y + 22 * i
        yield element("rect", x=LEFT, y=at - 12, width=14, height=14, fill=shown)
        yield letters(plain(trace.name), LEFT + 22, at, 13, GREY, text_anchor="start")


# ---- parts ----


def _cut(label: str, room: float) -> str:
    """The label, cut to fit a width in pixels."""
    fitting = max(3, int(room / 6.5))
    return label if len(label) <= fitting else label[: fitting - 1] + "…"


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, width: float = 1) -> str:
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=colour, stroke_width=width)
