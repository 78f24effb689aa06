"""The parts of a picture of a board.

A game's `board.py` says where things are and returns a `Scene`; everything that draws (`svg.py`,
plotly in `bonkbook.figures`) reads the same Scene, so that all pictures of a position agree.

Lengths are in board units, x to the right and y down. Everything is immutable and hashable, colours
are "#rrggbb", and `words` are what a screen reader says or a tooltip shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..whole import quoted
from .palette import INK, PAPER, percent
from .shapes import Point, arrow_outlines, turned
from .svg import Drawing, svg


@dataclass(frozen=True, slots=True)
class Space:
    """A place where tokens stand: its outline, its middle and its name."""

    id: str
    polygon: tuple[Point, ...]
    x: float
    y: float
    fill: str = PAPER  # a colour or "none"
    label: str = ""
    label_at: Point | None = None  # the middle, unless given
    label_size: float = 0.4
    words: str = ""
    number_at: Point | None = None  # where a heat's number goes; the middle, unless given
    roomy: bool = False  # whether its middle can be pointed at where tokens stand on it


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
    """A small card beside a space, with a short label such as "+3".

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
class Bar:
    """A bar on a space that joins the tokens there, drawn under them."""

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
    """A chance shown on a space, 0 to 1, with its words."""

    space: str
    value: float
    words: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """A position as a picture; `text` describes everything in it."""

    width: float
    height: float
    spaces: tuple[Space, ...]
    marks: tuple[Mark, ...] = ()
    tokens: tuple[Token, ...] = ()
    cards: tuple[Card, ...] = ()
    bars: tuple[Bar, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    heat: tuple[Heat, ...] = ()
    title: str = "Board"
    text: str = ""

    def svg(self, width: int = 640) -> Drawing:
        """The picture as SVG, `width` pixels wide if there is room."""
        return Drawing(svg(self, pixels=width), self.text, width)


_TEXT_WIDTH, _TEXT_HEIGHT = 12.0, 6.0


def text_scene(title: str, lines: Sequence[str]) -> Scene:
    """A board of text lines, for a game without a picture.

    >>> text_scene("Pig", ["P1 30", "P2 12"]).text.splitlines()
    ['P1 30', 'P2 12']
    """
    step = min(_TEXT_HEIGHT / (len(lines) + 1), 1.0)
    spaces = tuple(Space(f"line {i}", (), _TEXT_WIDTH / 2, step * i, "none", line,
                         label_size=step / 2) for i, line in enumerate(lines, 1))
    return Scene(_TEXT_WIDTH, _TEXT_HEIGHT, spaces, title=title, text="\n".join(lines))


def heat_layer(heat: Mapping[Any, Any] | None, spaces: Sequence[str],
               known: str) -> tuple[Heat, ...]:
    """The heat of a board, in the order of its spaces.

    heat: for a space a chance, or a chance and its words; known: the spaces there are, in words.
    ValueError for what is not a space or not a chance.
    """
    given = {str(space): value if isinstance(value, tuple) else (value, "")
             for space, value in (heat or {}).items()}
    for space, (value, _) in given.items():
        if space not in spaces:
            raise ValueError(f"{quoted(space)} is not a space of the board: {known}")
        if not 0 <= value <= 1:
            raise ValueError(f"the heat of {space} must be a chance from 0 to 1, not "
                             f"{quoted(value)}")
    return tuple(Heat(n, float(given[n][0]), given[n][1]) for n in spaces if n in given)


def heat_words(heat: Iterable[Heat]) -> list[str]:
    """The most likely spaces as a sentence; none without heat."""
    hot = sorted((h for h in heat if h.value > 0), key=lambda h: -h.value)[:3]
    spots = [f"{h.space}: {h.words or percent(h.value) + ' %'}" for h in hot]
    return [f"Most likely spaces: {'; '.join(spots)}."] if spots else []


# ---- from another side ----


def from_side(scene: Scene, quarters: int) -> Scene:
    """A square board after clockwise quarter turns; its text stays upright."""
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
        bars=tuple(replace(b, polygon=each(b.polygon)) for b in scene.bars),
        arrows=tuple(replace(a, points=each(a.points)) for a in scene.arrows),
    )
