"""SVG elements, and the picture of a `Scene`."""

from __future__ import annotations

import base64
import math
import re
from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING, Any, Self
from zlib import crc32

from ..whole import quoted, whole
from .palette import EDGE, INK, PAPER, heat_colour, ink_on, percent
from .shapes import SHAPES, Point

if TYPE_CHECKING:
    from .scene import Arrow, Card, Heat, Mark, Scene, Space, Token

FONT = "system-ui,Segoe UI,Roboto,Helvetica,Arial,sans-serif"
_CONTROL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

# ---- elements ----


def element(name: str, *inside: str, **attributes: float | str | None) -> str:
    """An element as SVG text; its contents are already SVG text.

    An attribute is written with `_` for `-`, a length keeps one decimal, None is left out.

    >>> element("rect", element("title", escaped("a < b")), x=1.0, stroke_width=1.25, fill=None)
    '<rect x="1" stroke-width="1.2"><title>a &lt; b</title></rect>'
    """
    written = "".join(f' {key.replace("_", "-")}="{_attribute(value)}"'
                      for key, value in attributes.items() if value is not None)
    content = "".join(inside)
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def _attribute(value: float | str) -> str:
    return escaped(value) if isinstance(value, str) else short(value)


def escaped(words: str) -> str:
    """Words made safe for XML text and attributes; characters that XML forbids become "?"."""
    return escape(_CONTROL.sub("?", words))


def short(length: float) -> str:
    """A length with at most one decimal."""
    text = f"{float(length):.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def tooltip(words: str) -> str:
    """The title of an element, which a browser shows as its tooltip."""
    return element("title", escaped(words))


def letters(words: str, x: float, y: float, size: float, fill: str, **style: Any) -> str:
    """Words centred on (x, y), or nothing if there are none."""
    if not words:
        return ""
    return element("text", escaped(words), x=x, y=y, font_size=size, fill=fill, **style)


def outline(points: Iterable[Point], scale: float = 1) -> str:
    """Points as an attribute of a polygon or a polyline."""
    return " ".join(f"{short(scale * x)},{short(scale * y)}" for x, y in points)


def picture(box: tuple[float, float, float, float], width: float, height: float, *inside: str,
            title: str | None = None, words: str = "") -> str:
    """A self-contained SVG of `width` by `height` pixels that shows `box`: x, y, width, height.

    With a title, it and the words name the picture to a screen reader.
    """
    named: dict[str, str] = {}
    if title is not None:
        # Several pictures share a page: their ids must differ where their words do.
        name = f"b{crc32((title + words).encode(errors='replace')):08x}"
        named = {"style": "max-width:100%;height:auto", "role": "img",
                 "aria_labelledby": f"{name}t {name}d"}
        inside = (element("title", escaped(title), id=f"{name}t"),
                  element("desc", escaped(words), id=f"{name}d"), *inside)
    return element("svg", *inside, xmlns="http://www.w3.org/2000/svg",
                   viewBox=" ".join(map(short, box)), width=width, height=height, **named,
                   font_family=FONT, text_anchor="middle", stroke_linejoin="round")


def data_address(drawn: str) -> str:
    """The picture as a data address, for the `src` of an image."""
    return "data:image/svg+xml;base64," + base64.b64encode(drawn.encode()).decode()


class Drawing(str):
    """SVG text that a notebook shows as a picture, with a description in `words`."""

    words: str
    width: int

    def __new__(cls, text: str, words: str, width: int) -> Self:
        """The text, with its description and display width."""
        drawing = super().__new__(cls, text)
        drawing.words, drawing.width = words, width
        return drawing

    def _repr_mimebundle_(self, include: Iterable[str] = (), exclude: Iterable[str] = (),
                          **_: Any) -> dict[str, str]:
        # As an image in HTML too: that alone shrinks with the page, and keeps its words.
        image = (f'<img src="{data_address(self)}" alt="{escape(self.words)}" '
                 f'style="width:{self.width}px;max-width:100%">')
        return {"text/plain": self.words, "image/svg+xml": str(self), "text/html": image}


# ---- a scene ----

MARGIN = 0.3  # around the board, in board units
HEAT_MARGIN = 0.1  # around the heated spaces alone
_SCALE = 20  # SVG units in a board unit: browsers place letters badly when a font is smaller than 1
_HEX = re.compile("#[0-9A-Fa-f]{6}")


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
    box = (-m * _SCALE, -m * _SCALE, wide * _SCALE, tall * _SCALE)
    return picture(box, pixels, round(pixels * tall / wide), *_layers(scene, layer),
                   title=scene.title if layer == "all" else None, words=scene.text)


def heat_fills(heat: Iterable[Heat]) -> dict[str, str]:
    """The fill of each heated space; the scale runs from 0 to the largest value."""
    shown = [h for h in heat if h.value > 0]
    top = max((float(h.value) for h in shown), default=1.0)
    return {h.space: heat_colour(float(h.value) / top) for h in shown}


def _layers(scene: Scene, layer: str) -> Iterable[str]:
    """The parts of the picture, from the bottom up."""
    fills = heat_fills(scene.heat) if layer != "spaces" else {}
    if layer == "heat":
        hot = [s for s in scene.spaces if _under(s) in fills]
        yield from _spaces(hot, [m for m in scene.marks if m.space], fills, words=False)
    else:
        m = MARGIN - 0.06
        yield _rect(-m, -m, scene.width + 2 * m, scene.height + 2 * m, rx=10, fill="#EFE9DC",
                    stroke=EDGE, stroke_width=1.6)
        yield from _spaces(scene.spaces, scene.marks, fills, words=layer == "all")
    yield from _numbers(scene, fills)
    if layer == "all":
        yield from (_card(card) for card in scene.cards if card.space)
        yield from (_polygon(bar.polygon, tooltip(bar.words), fill=INK, stroke=PAPER,
                             stroke_width=1.2) for bar in scene.bars)
        yield from map(_arrow, scene.arrows)
        yield from (_card(card) for card in scene.cards if not card.space)
        yield from map(_token, scene.tokens)


def _under(space: Space) -> str:
    """The space itself, or the space of a label such as "27 printed"."""
    return space.id if space.polygon else space.id.partition(" ")[0]


def _spaces(spaces: Iterable[Space], marks: Iterable[Mark], fills: dict[str, str],
            words: bool) -> Iterable[str]:
    """Outlines, then marks, then labels; `fills` overrides the fills of spaces."""
    filled = [(s, fills.get(_under(s)) or s.fill) for s in spaces]
    outlines = [_polygon(s.polygon, tooltip(s.words) if words and s.words else "", fill=fill)
                for s, fill in filled if s.polygon]
    yield element("g", *outlines, stroke=EDGE, stroke_width=1.2)
    ids = {s.id for s, _ in filled}
    yield from (_mark(mark) for mark in marks if not mark.space or mark.space in ids)
    for s, fill in filled:
        ink = ink_on(fill) if _HEX.fullmatch(fill) else INK
        yield _label(s.label, s.label_at or (s.x, s.y), s.label_size, ink, weight=500)


def _mark(mark: Mark) -> str:
    if mark.kind == "disc":
        return _circle(mark.x, mark.y, mark.size, fill=mark.colour, stroke=EDGE, stroke_width=1.2)
    if mark.kind == "ring":
        return _circle(mark.x, mark.y, mark.size, fill="none", stroke=mark.colour,
                       stroke_width=1.8)
    turn = math.radians(mark.angle)
    if mark.kind == "arrow":
        corners = [(turn, 1.0), (turn + 2.3, 1.0), (turn + math.pi, 0.25), (turn - 2.3, 1.0)]
    else:
        corners = [(turn + math.pi * i / 5, 0.45 if i % 2 else 1.0) for i in range(10)]
    points = [(mark.x + mark.size * k * math.cos(t), mark.y + mark.size * k * math.sin(t))
              for t, k in corners]
    return _polygon(points, fill=mark.colour, stroke=INK, stroke_width=0.8)


def _numbers(scene: Scene, fills: dict[str, str]) -> Iterable[str]:
    """The percentages of the heated spaces, in the middle or beside the tokens."""
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
    turn = f"rotate({card.angle:g} {short(_SCALE * x)} {short(_SCALE * y)})"
    size = 0.6 * h if len(card.label) < 3 else min(0.6 * h, 0.39 * w)
    return element(
        "g", tooltip(card.words or card.label),
        _rect(x - w / 2, y - h / 2, w, h, rx=2.4, fill=card.colour, stroke=INK,
              stroke_width=3 if card.clickable else 1),
        _label(card.label, (x, y), size, card.ink, weight=700),
        transform=turn if card.angle else None,
    )


def _arrow(arrow: Arrow) -> str:
    path = "".join(f"M{outline(line, _SCALE)}Z" for line in arrow.outlines)
    return element("path", tooltip(arrow.words), d=path, fill=INK, stroke=PAPER, stroke_width=1.6)


def _token(token: Token) -> str:
    halo = (_shape(token, 1.45, fill="#FFFFFF", stroke=INK, stroke_width=2)
            if token.clickable else "")
    body = _shape(token, 1.0, fill=token.colour, stroke=INK, stroke_width=1.4)
    name = _label(token.label, (token.x, token.y), 0.46 * token.size, token.ink, weight=700)
    return element("g", tooltip(token.words or token.id), halo, body, name)


def _shape(token: Token, grow: float, **style: Any) -> str:
    """The shape of a token, `grow` times as large."""
    size = token.size * grow
    corners = SHAPES.get(token.shape, ())
    if not corners:
        return _circle(token.x, token.y, size / 2, **style)
    return _polygon([(token.x + size * u, token.y + size * v) for u, v in corners], **style)


def _label(label: str, at: Point, size: float, ink: str, weight: int) -> str:
    # Digits and capitals are about 0.72 em high: half of that below the middle centres them.
    x, y = at[0], at[1] + 0.36 * size
    return letters(label, _SCALE * x, _SCALE * y, _SCALE * size, ink, font_weight=weight)


def _rect(x: float, y: float, width: float, height: float, **style: Any) -> str:
    return element("rect", x=_SCALE * x, y=_SCALE * y, width=_SCALE * width,
                   height=_SCALE * height, **style)


def _circle(x: float, y: float, radius: float, **style: Any) -> str:
    return element("circle", cx=_SCALE * x, cy=_SCALE * y, r=_SCALE * radius, **style)


def _polygon(points: Iterable[Point], *inside: str, **style: Any) -> str:
    return element("polygon", *inside, points=outline(points, _SCALE), **style)
