"""The contents of a 6x6 grid of two dice, and the grid as SVG, without plotly."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..probability.dice import FACES, ROLLS, Event, Roll, checked_roll
from ..probability.exact import Probability
from ..scene.palette import BLUE, COLOURS, FAINT, GREY, ORANGE, PURPLE, ink_on
from ..scene.svg import element, letters, picture, tooltip
from ..whole import quoted

Label = Any  # what happens in a cell: any word; None where nothing does


@dataclass(frozen=True)
class Kind:
    """A kind of cell, with its words, mark and colour."""

    words: str
    mark: str
    colour: str

    @property
    def ink(self) -> str:
        """A colour in which the mark is readable on the cell."""
        return ink_on(self.colour) if self.colour.startswith("#") else GREY


@dataclass(frozen=True)
class Grid:
    """The contents of a grid, for plotly and SVG: its kinds, and the kind of each roll."""

    title: str
    kinds: tuple[Kind, ...]
    cells: Mapping[Roll, int]
    hints: Mapping[Roll, str]

    def rolls(self, kind: int) -> list[Roll]:
        """The rolls of one kind, in order."""
        return [roll for roll in ROLLS if self.cells[roll] == kind]

    @property
    def words(self) -> str:
        """The grid in words: each kind with its rolls."""
        lines = [self.title] if self.title else []
        for i, kind in enumerate(self.kinds):
            rolls = self.rolls(i)
            shown = ", ".join(f"{a} {b}" for a, b in rolls)
            lines.append(f"{kind.words} ({len(rolls)} of 36){': ' + shown if shown else ''}")
        return "\n".join(lines)


IN = Kind("in the event", "✓", BLUE)
OUT = Kind("not in the event", "·", FAINT)
PARTLY = Kind("in the event with a further chance", "~", ORANGE)
RULED_OUT = Kind("ruled out by the condition", "–", "rgba(128,128,128,0.08)")
FOUND = Kind("in the event, as predicted", "✓", BLUE)
MISSED = Kind("in the event, not predicted", "○", ORANGE)
WRONG = Kind("predicted, not in the event", "✗", PURPLE)


def grid_of(what: Event | Probability | Mapping[Any, Label], given: Event | None = None,
            predicted: Iterable[Any] | None = None, title: str | None = None,
            marks: Mapping[Any, str] | None = None,
            colours: Mapping[Any, str] | None = None) -> Grid:
    """The contents of `dice_grid`, before drawing; the arguments are the same."""
    if isinstance(what, Mapping):
        if given is not None or predicted is not None:
            raise ValueError("a condition or a prediction needs an event, not labels")
        return _grid_of_labels(what, title or "", marks or {}, colours or {})
    if isinstance(what, Probability):
        if given is not None or predicted is not None:
            raise ValueError("a condition or a prediction needs an event, not a P")
        return _grid_of_p(what, title)
    if isinstance(what, Event):
        return _grid_of_event(what, given, predicted, title)
    raise TypeError(f"a grid shows an Event, a P or a mapping of rolls, not {quoted(what)}")


def _grid_of_event(event: Event, given: Event | None, predicted: Iterable[Any] | None,
                   title: str | None) -> Grid:
    guessed = None if predicted is None else {checked_roll(roll) for roll in predicted}
    kind_of = {roll: _event_kind(roll, event, given, guessed) for roll in ROLLS}
    order = (IN, FOUND, MISSED, WRONG, OUT, RULED_OUT)
    chance = event.P if given is None else event.given(given)
    shown = title if title is not None else f"{event.name}: {chance!r}"
    return _grid(shown, [kind for kind in order if kind in kind_of.values()], kind_of)


def _event_kind(roll: Roll, event: Event, given: Event | None, guessed: set[Roll] | None) -> Kind:
    if given is not None and roll not in given:
        return RULED_OUT
    if guessed is None:
        return IN if roll in event else OUT
    if roll in event:
        return FOUND if roll in guessed else MISSED
    return WRONG if roll in guessed else OUT


def _grid_of_p(chance: Probability, title: str | None) -> Grid:
    weights: dict[Roll, Fraction] = {}
    for outcome, weight in chance.outcomes:
        roll = checked_roll(outcome)
        weights[roll] = weights.get(roll, Fraction(0)) + weight
    if not weights and chance:
        raise ValueError(f"{quoted(chance)} does not have its rolls as outcomes")
    # under a condition the weight of a whole roll is larger, but the same for all
    whole = max(weights.values(), default=Fraction(1, 36)) if chance.given else Fraction(1, 36)
    kind_of, hints = {}, {}
    for roll in ROLLS:
        share = weights.get(roll, Fraction(0)) / whole
        kind_of[roll] = OUT if not share else PARTLY if share < 1 else IN
        if 0 < share < 1:
            hints[roll] = f"then {Probability(share)}"
    kinds = [kind for kind in (IN, PARTLY, OUT) if kind in kind_of.values()]
    return _grid(repr(chance) if title is None else title, kinds, kind_of, hints)


def _grid_of_labels(labels: Mapping[Any, Label], title: str, marks: Mapping[Any, str],
                    colours: Mapping[Any, str]) -> Grid:
    by_roll = {checked_roll(roll): label for roll, label in labels.items()}
    named = list(dict.fromkeys(by_roll[r] for r in ROLLS if by_roll.get(r) is not None))
    free = [colour for colour in COLOURS if colour not in colours.values()]
    chosen = _letters(named, marks)
    kinds: dict[Any, Kind] = {}
    for i, label in enumerate(named):
        colour = colours.get(label) or (free or list(COLOURS))[i % len(free or COLOURS)]
        kinds[label] = Kind(str(label), chosen[label], colour)
    nothing = Kind("nothing of this", "·", FAINT)
    kind_of = {roll: kinds.get(by_roll.get(roll), nothing) for roll in ROLLS}
    listed = [*kinds.values(), *([nothing] if nothing in kind_of.values() else [])]
    return _grid(title, listed, kind_of)


def _letters(labels: list[Any], marks: Mapping[Any, str]) -> dict[Any, str]:
    """A mark for each label: the given mark, or else a distinct letter or number."""
    taken = set(marks.values())
    chosen: dict[Any, str] = {}
    for number, label in enumerate(labels, 1):
        letters = [c.upper() for c in str(label) if c.isalnum()]
        mark = marks.get(label) or next((c for c in letters if c not in taken), str(number))
        taken.add(mark)
        chosen[label] = mark
    return chosen


def _grid(title: str, kinds: list[Kind], kind_of: Mapping[Roll, Kind],
          hints: Mapping[Roll, str] = {}) -> Grid:
    cells = {roll: kinds.index(kind_of[roll]) for roll in ROLLS}
    lines = {}
    for a, b in ROLLS:
        extra = f", {hints[a, b]}" if (a, b) in hints else ""
        lines[a, b] = f"die 1: {a}, die 2: {b}, sum {a + b}: {kind_of[a, b].words}{extra}"
    return Grid(title, tuple(kinds), cells, lines)


# ---- SVG ----

CELL = 44


def dice_grid_svg(grid: Grid) -> str:
    """The grid as a self-contained SVG with a title and a description."""
    legend = CELL + 26 + 6 * CELL + 14
    longest = max([len(grid.title), *(len(kind.words) + 10 for kind in grid.kinds)])
    width = max(7 * CELL + 16, 8 * longest)
    height = legend + 24 * len(grid.kinds) + 8
    parts = [letters(grid.title, 8, 18, 15, GREY, text_anchor="start")]
    for face in FACES:
        parts.append(letters(str(face), CELL * (face + 0.5), 26 + CELL - 10, 14, GREY))
        parts.append(letters(str(face), CELL - 16, 26 + CELL * (face + 0.5) + 5, 14, GREY))
    middle = 26 + CELL * 4
    parts.append(letters("die 2", CELL * 4, 26 + 14, 12, GREY))
    parts.append(letters("die 1", 14, middle, 12, GREY, transform=f"rotate(-90 14 {middle})"))
    parts += [_svg_cell(grid, roll) for roll in ROLLS]
    for i, kind in enumerate(grid.kinds):
        parts += _svg_legend(kind, len(grid.rolls(i)), legend + 24 * i)
    return picture((0, 0, width, height), width, height, *parts,
                   title=grid.title or "The 36 rolls of two dice", words=grid.words)


def _svg_cell(grid: Grid, roll: Roll) -> str:
    kind = grid.kinds[grid.cells[roll]]
    x, y = CELL * roll[1], 26 + CELL * roll[0]
    return element(
        "g", tooltip(grid.hints[roll]),
        element("rect", x=x + 1, y=y + 1, width=CELL - 2, height=CELL - 2, rx=4, fill=kind.colour,
                stroke=GREY, stroke_opacity=0.5),
        letters(kind.mark, x + CELL / 2, y + CELL / 2 + 6, 18, kind.ink),
    )


def _svg_legend(kind: Kind, count: int, y: float) -> Iterable[str]:
    yield element("rect", x=8, y=y, width=20, height=20, rx=3, fill=kind.colour)
    yield letters(kind.mark, 18, y + 15, 14, kind.ink)
    yield letters(f"{kind.words} ({count})", 36, y + 15, 14, GREY, text_anchor="start")
