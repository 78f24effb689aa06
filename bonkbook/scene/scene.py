"""What a picture of a board is made of, and the picture as SVG.

A game's `board.py` says where things are and returns a `Scene`; everything that draws (the SVG
here, plotly in `bonkbook.figures`) reads the same Scene, so that all pictures of a position agree.

Lengths are in board units, x to the right and y down. Everything is immutable and hashable, colours
are "#rrggbb", and `words` are what a screen reader says or a tooltip shows.
"""

from __future__ import annotations

import base64
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any, Self
from zlib import crc32

from ..whole import quoted, whole
from .palette import EDGE, INK, PAPER, QUIET, SAFE, heat_colour, ink_on, percent
from .shapes import SHAPES, Point, arrow_outlines, turned

_FILLS = {"plain": PAPER, "safe": SAFE, "quiet": QUIET, "none": "none"}


@dataclass(frozen=True, slots=True)
class Space:
    """A place where tokens stand: its outline, its middle and its name."""

    id: str
    polygon: tuple[Point, ...]
    x: float
    y: float
    kind: str = "track"
    fill: str = "plain"  # "plain", "safe", "quiet", "none", or a colour
    label: str = ""
    label_at: Point | None = None  # the middle, unless given
    label_size: float = 0.4
    words: str = ""
    number_at: Point | None = None  # where a heat's number goes; the middle, unless given


@dataclass(frozen=True, slots=True)
class Mark:
    """Something printed on the board: a "ring", "disc", "star", or "arrow" along `angle`."""

    kind: str
    x: float
    y: float
    size: float  # the radius
    colour: str = INK
    angle: float = 0.0  # degrees, 0 to the right, 90 down
    space: str = ""  # the space it is printed on, if any


@dataclass(frozen=True, slots=True)
class Token:
    """A pawn or token of a seat on its space; `size` is its height, `shape` a key of `SHAPES`."""

    id: str
    seat: str
    index: int
    space: str
    x: float
    y: float
    colour: str
    ink: str = INK
    shape: str = "circle"
    label: str = ""
    words: str = ""
    size: float = 0.9
    clickable: bool = False


@dataclass(frozen=True, slots=True)
class Card:
    """A small card that lies beside a space, with a short label such as "+3".

    Without a space it is a flag, drawn over the arrows.
    """

    id: str
    space: str
    x: float
    y: float
    label: str
    words: str = ""
    width: float = 1.0
    height: float = 0.8
    angle: float = 0.0  # degrees, clockwise
    colour: str = PAPER
    ink: str = INK
    clickable: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """The bar of a blockade, drawn under the tokens that make it."""

    space: str
    polygon: tuple[Point, ...]
    words: str = ""


@dataclass(frozen=True, slots=True)
class Arrow:
    """A hop of the last move: a line through `points` with its head at the end."""

    points: tuple[Point, ...]
    words: str = ""
    dashed: bool = False
    width: float = 0.24

    @property
    def outlines(self) -> list[tuple[Point, ...]]:
        """The polygons to fill."""
        return arrow_outlines(self.points, self.width, self.dashed)


@dataclass(frozen=True, slots=True)
class Heat:
    """A chance shown on a space: 0 to 1, and what it is the chance of."""

    space: str
    value: float
    words: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """A position as a picture: `text` says in words everything that the picture shows."""

    width: float
    height: float
    spaces: tuple[Space, ...]
    marks: tuple[Mark, ...] = ()
    tokens: tuple[Token, ...] = ()
    cards: tuple[Card, ...] = ()
    blocks: tuple[Block, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    heat: tuple[Heat, ...] = ()
    title: str = "Board"
    text: str = ""

    def svg(self, width: int = 640) -> Drawing:
        """The picture as SVG, `width` pixels wide where there is room."""
        return Drawing(svg(self, pixels=width), self.text, width)


class Drawing(str):
    """SVG text that a notebook shows as a picture; `words` say what it shows."""

    words: str
    width: int

    def __new__(cls, text: str, words: str, width: int) -> Self:
        """The text, with what it shows in words and the width it is shown at."""
        drawing = super().__new__(cls, text)
        drawing.words, drawing.width = words, width
        return drawing

    def _repr_mimebundle_(self, include: Iterable[str] = (), exclude: Iterable[str] = (),
                          **_: Any) -> dict[str, str]:
        # As an image in HTML too: that alone shrinks with the page, and keeps its words.
        source = base64.b64encode(self.encode()).decode()
        image = (f'<img src="data:image/svg+xml;base64,{source}" alt="{escape(self.words)}" '
                 f'style="width:{self.width}px;max-width:100%">')
        return {"text/plain": self.words, "image/svg+xml": str(self), "text/html": image}


_TEXT_WIDTH, _TEXT_HEIGHT = 12.0, 6.0


def text_scene(title: str, lines: Sequence[str]) -> Scene:
    """A board that says what a position is made of, a line each: for a game without a picture.

    >>> text_scene("Pig", ["P1 30", "P2 12"]).text.splitlines()
    ['P1 30', 'P2 12']
    """
    step = min(_TEXT_HEIGHT / (len(lines) + 1), 1.0)
    spaces = tuple(Space(f"line {i}", (), _TEXT_WIDTH / 2, step * i, "name", "none", line,
                         label_size=step / 2) for i, line in enumerate(lines, 1))
    return Scene(_TEXT_WIDTH, _TEXT_HEIGHT, spaces, title=title, text="\n".join(lines))


# ---- from another side ----


def from_side(scene: Scene, quarters: int) -> Scene:
    """A square board after clockwise quarter turns; what is written on it stays upright."""
    def at(point: Point) -> Point:
        return turned(point, scene.width / 2, quarters)

    def there(part: Any) -> dict[str, Any]:
        return dict(zip("xy", at((part.x, part.y)), strict=True))

    def each(points: Iterable[Point]) -> tuple[Point, ...]:
        return tuple(map(at, points))

    return replace(
        scene,
        spaces=tuple(replace(s, polygon=each(s.polygon), **there(s),
                             label_at=s.label_at and at(s.label_at),
                             number_at=s.number_at and at(s.number_at)) for s in scene.spaces),
        marks=tuple(replace(m, **there(m), angle=m.angle + 90 * quarters) for m in scene.marks),
        tokens=tuple(replace(t, **there(t)) for t in scene.tokens),
        cards=tuple(replace(c, **there(c)) for c in scene.cards),
        blocks=tuple(replace(b, polygon=each(b.polygon)) for b in scene.blocks),
        arrows=tuple(replace(a, points=each(a.points)) for a in scene.arrows),
    )


# ---- SVG ----


def heat_fills(heat: Iterable[Heat]) -> dict[str, str]:
    """The fill of each heated space; the scale runs from 0 to the largest value that is shown."""
    shown = [h for h in heat if h.value > 0]
    top = max((float(h.value) for h in shown), default=1.0)
    return {h.space: heat_colour(float(h.value) / top) for h in shown}


MARGIN = 0.3  # around the board, in board units
HEAT_MARGIN = 0.1  # around the heated spaces alone
_SCALE = 20  # SVG units in a board unit: browsers place letters badly when a font is smaller than 1
_HEX = re.compile("#[0-9A-Fa-f]{6}")
_CONTROL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def svg(scene: Scene, layer: str = "all", pixels: int = 640) -> str:
    """The picture as a self-contained SVG with a title, a description and tooltips.

    `layer` is "all"; or "spaces" (the printed board alone) or "heat" (its heated spaces alone),
    which other pictures lay under their own pawns, and which carry no words. `pixels` is the width
    at which it is shown where there is room. The same scene gives the same text.
    """
    if layer not in ("all", "spaces", "heat"):
        raise ValueError(f'layer is "all", "spaces" or "heat", not {quoted(layer)}')
    m = HEAT_MARGIN if layer == "heat" else MARGIN
    pixels = whole(pixels, "pixels", 1)
    wide, tall = scene.width + 2 * m, scene.height + 2 * m
    pixels = pixels if layer == "all" else round(40 * wide)
    size = f'width="{pixels}" height="{round(pixels * tall / wide)}"'
    box = f'viewBox="{_n(-m)} {_n(-m)} {_n(wide)} {_n(tall)}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {box} {size}'
    drawn = _font("".join(_layers(scene, layer)))
    return f"{head}{_names(scene) if layer == 'all' else '>'}{drawn}</svg>"


def _names(scene: Scene) -> str:
    """The end of the svg tag and what names the picture to a screen reader."""
    # Several pictures share a page: their ids must differ where their words do.
    name = f"b{crc32((scene.title + scene.text).encode(errors='replace')):08x}"
    return (
        f' style="max-width:100%;height:auto" role="img" aria-labelledby="{name}t {name}d">'
        f'<title id="{name}t">{_text(scene.title)}</title>'
        f'<desc id="{name}d">{_text(scene.text)}</desc>'
    )


def _font(content: str) -> str:
    return (
        '<g font-family="system-ui,Segoe UI,Roboto,Helvetica,Arial,sans-serif" '
        f'text-anchor="middle" stroke-linejoin="round">{content}</g>'
    )


def _layers(scene: Scene, layer: str) -> Iterable[str]:
    """The parts of the picture, from the bottom up."""
    fills = heat_fills(scene.heat) if layer != "spaces" else {}
    if layer == "heat":
        hot = [s for s in scene.spaces if _under(s) in fills]
        yield from _spaces(hot, [m for m in scene.marks if m.space], fills, words=False)
    else:
        yield _frame(scene)
        yield from _spaces(scene.spaces, scene.marks, fills, words=layer == "all")
    yield from _numbers(scene, fills)
    if layer == "all":
        yield from (_card(card) for card in scene.cards if card.space)
        yield from map(_block, scene.blocks)
        yield from map(_arrow, scene.arrows)
        yield from (_card(card) for card in scene.cards if not card.space)
        yield from map(_token, scene.tokens)


def _frame(scene: Scene) -> str:
    m = MARGIN - 0.06
    return (
        f'<rect x="{_n(-m)}" y="{_n(-m)}" width="{_n(scene.width + 2 * m)}" '
        f'height="{_n(scene.height + 2 * m)}" rx="10" '
        f'fill="#EFE9DC" stroke="{EDGE}" stroke-width="1.6"/>'
    )


def _under(space: Space) -> str:
    """The space itself, or that on which a mere label such as "27 printed" stands."""
    return space.id if space.polygon else space.id.partition(" ")[0]


def _spaces(
    spaces: Iterable[Space], marks: Iterable[Mark], fills: dict[str, str], words: bool
) -> Iterable[str]:
    """Outlines, then marks, then labels; `fills` overrides what the spaces are filled with."""
    spaces = list(spaces)
    ids = {s.id for s in spaces}
    yield f'<g stroke="{EDGE}" stroke-width="1.2">'
    for s in spaces:
        fill = fills.get(s.id) or _FILLS.get(s.fill, s.fill)
        shape = f'<polygon points="{_points(s.polygon)}" fill="{_text(fill)}"'
        yield shape + (f"><title>{_text(s.words)}</title></polygon>" if words and s.words else "/>")
    yield "</g>"
    for mark in marks:
        if not mark.space or mark.space in ids:
            yield _mark(mark)
    for s in spaces:
        if s.label:
            fill = fills.get(_under(s)) or _FILLS.get(s.fill, s.fill)
            ink = ink_on(fill) if _HEX.fullmatch(fill) else INK
            yield _label(s.label, s.label_at or (s.x, s.y), s.label_size, ink, weight=500)


def _mark(mark: Mark) -> str:
    at, r, colour = f'cx="{_n(mark.x)}" cy="{_n(mark.y)}"', _n(mark.size), _text(mark.colour)
    if mark.kind == "disc":
        return f'<circle {at} r="{r}" fill="{colour}" stroke="{EDGE}" stroke-width="1.2"/>'
    if mark.kind == "ring":
        return f'<circle {at} r="{r}" fill="none" stroke="{colour}" stroke-width="1.8"/>'
    turn = math.radians(mark.angle)
    if mark.kind == "arrow":
        corners = [(turn, 1.0), (turn + 2.3, 1.0), (turn + math.pi, 0.25), (turn - 2.3, 1.0)]
    else:
        corners = [(turn + math.pi * i / 5, 0.45 if i % 2 else 1.0) for i in range(10)]
    points = [
        (mark.x + mark.size * k * math.cos(t), mark.y + mark.size * k * math.sin(t))
        for t, k in corners
    ]
    return f'<polygon points="{_points(points)}" fill="{colour}" stroke="{INK}" stroke-width=".8"/>'


def _numbers(scene: Scene, fills: dict[str, str]) -> Iterable[str]:
    """The percentages of the heated spaces: in the middle, or beside the tokens there."""
    taken = {t.space for t in scene.tokens}
    places = {s.id: s for s in scene.spaces}
    for h in scene.heat:
        if h.space in fills and h.space in places:
            s = places[h.space]
            labelled = bool(s.label) and s.label_at is None  # the label has the middle
            beside = s.number_at is not None and (labelled or h.space in taken)
            # In an empty space the number is large, a little away from the label.
            share, size = (1.0, 0.4) if beside else (0.3, 0.54)
            to = s.number_at or (s.x, s.y)
            at = (s.x + share * (to[0] - s.x), s.y + share * (to[1] - s.y))
            yield _label(percent(h.value), at, size, ink_on(fills[h.space]), weight=700)


def _card(card: Card) -> str:
    x, y, w, h = card.x, card.y, card.width, card.height
    turn = f' transform="rotate({card.angle:g} {_n(x)} {_n(y)})"' if card.angle else ""
    size = 0.6 * h if len(card.label) < 3 else min(0.6 * h, 0.39 * w)
    return (
        f"<g{turn}><title>{_text(card.words or card.label)}</title>"
        f'<rect x="{_n(x - w / 2)}" y="{_n(y - h / 2)}" width="{_n(w)}" height="{_n(h)}" rx="2.4" '
        f'fill="{_text(card.colour)}" stroke="{INK}" stroke-width="{3 if card.clickable else 1}"/>'
        + _label(card.label, (x, y), size, card.ink, weight=700)
        + "</g>"
    )


def _block(block: Block) -> str:
    return (
        f'<polygon points="{_points(block.polygon)}" '
        f'fill="{INK}" stroke="{PAPER}" stroke-width="1.2">'
        f"<title>{_text(block.words)}</title></polygon>"
    )


def _arrow(arrow: Arrow) -> str:
    path = "".join(f"M{_points(outline)}Z" for outline in arrow.outlines)
    return (
        f'<path d="{path}" fill="{INK}" stroke="{PAPER}" stroke-width="1.6">'
        f"<title>{_text(arrow.words)}</title></path>"
    )


def _token(token: Token) -> str:
    halo = (
        _outline(token, 1.45, f'fill="#FFFFFF" stroke="{INK}" stroke-width="2"')
        if token.clickable
        else ""
    )
    body = _outline(token, 1.0, f'fill="{_text(token.colour)}" stroke="{INK}" stroke-width="1.4"')
    name = _label(token.label, (token.x, token.y), 0.46 * token.size, token.ink, weight=700)
    return f"<g><title>{_text(token.words or token.id)}</title>{halo}{body}{name}</g>"


def _outline(token: Token, grow: float, style: str) -> str:
    """The shape of a token, `grow` times as large."""
    size = token.size * grow
    corners = SHAPES.get(token.shape, ())
    if not corners:
        return f'<circle cx="{_n(token.x)}" cy="{_n(token.y)}" r="{_n(size / 2)}" {style}/>'
    points = _points((token.x + size * u, token.y + size * v) for u, v in corners)
    return f'<polygon points="{points}" {style}/>'


def _label(label: str, at: Point, size: float, ink: str, weight: int) -> str:
    if not label:
        return ""
    # Digits and capitals are about 0.72 em high: half of that below the middle centres them.
    x, y = _n(at[0]), _n(at[1] + 0.36 * size)
    return (
        f'<text x="{x}" y="{y}" font-size="{_n(size)}" font-weight="{weight}" fill="{_text(ink)}">'
        f"{_text(label)}</text>"
    )


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{_n(x)},{_n(y)}" for x, y in points)


def _n(value: float) -> str:
    """A length in the units of the SVG, with at most one decimal, as short as it goes."""
    short = f"{_SCALE * float(value):.1f}".removesuffix(".0")
    return "0" if short == "-0" else short


def _text(words: str) -> str:
    """Words made safe for XML text and attributes; characters that XML forbids become "?"."""
    return escape(_CONTROL.sub("?", str(words)), quote=True)
