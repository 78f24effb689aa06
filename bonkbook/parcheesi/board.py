"""The places of Parcheesi's spaces, and a position as a `Scene`.

The board is a cross in a square of 20 by 20 units. Each arm is three spaces wide and eight long, a
space two units by one: 68 track spaces, and up the middle of each arm the seven spaces of a home
path. Where two arms meet, their innermost spaces share a corner, cut along the diagonal. Red's arm
points down, and the track runs counter-clockwise: green's arm points to the right, blue's up,
yellow's to the left.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache

from ..engine.errors import choose_from, listed, quoted
from ..scene.palette import INK, PAPER, QUIET, mix, seat_looks
from ..scene.scene import (
    Arrow,
    Bar,
    Heat,
    Mark,
    Scene,
    Space,
    Token,
    from_side,
    heat_layer,
    heat_words,
)
from ..scene.shapes import Point, capsule, curve, trimmed, turned
from .actions import PAWN_NAMES
from .kernel.state import BETWEEN_ENTRIES, HOME, HOME_PATH, NEST, TRACK
from .positions import SEAT_NAMES, entry_space, is_safe_space, place, progress

LOOKS = seat_looks({seat: seat[0].upper() for seat in SEAT_NAMES})
SIZE = 20.0
_ENTRY = {seat: entry_space(k) for k, seat in enumerate(SEAT_NAMES)}
_LAST = {seat: int(place(k, HOME_PATH - 1)) for k, seat in enumerate(SEAT_NAMES)}
_PATH = tuple(place(0, there) for there in range(HOME_PATH, HOME))  # "H0" to "H6"
_SAFE = "#CBC5BA"

Move = tuple[str, int, str, str]  # seat, pawn, from, to


# ---- geometry ----


def _turn(point: Point, quarters: int) -> Point:
    """A point after counter-clockwise quarter turns about the middle of the board."""
    return turned(point, SIZE / 2, -quarters)


def _box(x: float, y: float, width: float, height: float) -> tuple[Point, ...]:
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))


def _arm_track(n: int) -> tuple[tuple[Point, ...], int]:
    """The outline of track space n (0 to 16) on red's arm, and how many arms further on it lies."""
    if n == 0:
        return _box(9, 19, 2, 1), 0
    if n <= 7:
        return _box(11, 20 - n, 2, 1), 0
    if n == 8:
        return ((11, 13), (13, 13), (12, 12), (11, 12)), 0
    if n == 9:
        return ((9, 13), (7, 13), (8, 12), (9, 12)), 1
    return _box(7, n + 3, 2, 1), 1


@lru_cache(maxsize=1)
def places() -> dict[str, tuple[Point, ...]]:
    """The outline of every space by its id: "0" to "67", "red H0" to "red H6", "red N", "red X"."""
    found: dict[str, tuple[Point, ...]] = {}
    for space in range(TRACK):
        outline, ahead = _arm_track(space % BETWEEN_ENTRIES)
        found[str(space)] = tuple(_turn(p, space // BETWEEN_ENTRIES + ahead) for p in outline)
    for k, seat in enumerate(SEAT_NAMES):
        own = {name: _box(9, 18 - i, 2, 1) for i, name in enumerate(_PATH)}
        own["N"] = _box(13, 13, 7, 7)
        own["X"] = ((8, 12), (12, 12), (10, 10))
        found |= {f"{seat} {name}": tuple(_turn(p, k) for p in outline)
                  for name, outline in own.items()}
    return found


def _arm(space: str) -> int:
    """The arm of a track or home path space, in quarter turns from red's."""
    seat, _, name = space.rpartition(" ")
    if seat:
        return SEAT_NAMES.index(seat)
    n = int(name)
    return (n // BETWEEN_ENTRIES + (n % BETWEEN_ENTRIES > 8)) % 4


def _corner(space: str) -> bool:
    """Whether a space is one of the eight spaces cut where two arms meet."""
    return space.isdigit() and int(space) % BETWEEN_ENTRIES in (8, 9)


@lru_cache(maxsize=256)
def centre(space: str) -> Point:
    """The middle of a space, where a single pawn stands."""
    outline = places()[space]
    if space.endswith("N") or len(outline) == 3:
        k = SEAT_NAMES.index(space.split()[0])
        return _turn((16.5, 16.5) if space.endswith("N") else (10.0, 11.3), k)
    if _corner(space):
        # between the middles of its two long sides
        side = 11.75 if int(space) % BETWEEN_ENTRIES == 8 else 8.25
        return _turn((side, 12.5), _arm(space))
    xs, ys = zip(*outline, strict=True)
    return (round(sum(xs) / 4, 3), round(sum(ys) / 4, 3))


def _beside(space: str, offset: float) -> Point:
    """The point `offset` from the middle of a space along its long axis, outwards from its arm."""
    k = _arm(space)
    x, y = _turn(centre(space), -k)
    return _turn((x + (offset if x >= 10 else -offset), y), k)


def slots(space: str, pawns: int) -> list[tuple[Point, float]]:
    """The places and sizes of pawns on a space: one in the middle, or two side by side.

    In a nest and at home each of the four pawns has its own place.
    """
    seat, _, name = space.rpartition(" ")
    k = SEAT_NAMES.index(seat) if seat else 0
    if name == "N":
        corners = ((-1.15, -1.2), (1.15, -1.2), (-1.15, 1.2), (1.15, 1.2))
        return [((x + centre(space)[0], y + centre(space)[1]), 1.35) for x, y in corners]
    if name == "X":
        row = ((9.1, 11.52), (10.0, 11.52), (10.9, 11.52), (10.0, 10.72))
        return [(_turn(p, k), 0.74) for p in row]
    if pawns == 1:
        return [(centre(space), 0.94)]
    apart, size = (0.37, 0.7) if _corner(space) else (0.47, 0.84)
    return [(_beside(space, -apart), size), (_beside(space, apart), size)]


# ---- the printed board ----


def _tint(seat: str, share: float, playing: Collection[str]) -> str:
    if seat in playing:
        return mix(LOOKS[seat].colour, PAPER, share)
    return mix(QUIET, PAPER, share / 2)


def _track_space(n: int, playing: Collection[str]) -> Space:
    at, (x, y) = str(n), centre(str(n))
    entry = next((seat for seat, space in _ENTRY.items() if space == n), "")
    last = next((seat for seat, space in _LAST.items() if space == n), "")
    fill = _tint(entry, 0.35, playing) if entry else _SAFE if is_safe_space(n) else PAPER
    words = f"{'safe ' if is_safe_space(n) else ''}space {n}"
    words += (f", {entry}'s entry" if entry else f", the last space before {last}'s home "
              "path" if last else "")
    away = 0.48 if _corner(at) else 0.66
    inner, outer = _beside(at, -away), _beside(at, away)
    return Space(at, places()[at], x, y, fill, at, inner, 0.4, words=words, number_at=outer)


def _seat_spaces(seat: str, playing: Collection[str]) -> Iterable[Space]:
    outlines, missing = places(), "" if seat in playing else ", not in this game"
    for i, name in enumerate(_PATH):
        at = f"{seat} {name}"
        words = f"{seat}'s home path, space {name}, {7 - i} before home{missing}"
        fill = _tint(seat, 0.4, playing)
        yield Space(at, outlines[at], *centre(at), fill, name, words=words,
                    number_at=_beside(at, 0.66))
    nest, home = f"{seat} N", f"{seat} X"
    fill = _tint(seat, 0.12, playing)
    words = f"{seat}'s nest{missing}"
    yield Space(nest, outlines[nest], *centre(nest), fill, words=words, roomy=True)
    words = f"{seat}'s home{missing}"
    yield Space(home, outlines[home], *centre(home), fill, words=words, number_at=centre(home),
                roomy=True)


def _marks(playing: Collection[str]) -> Iterable[Mark]:
    for n in filter(is_safe_space, range(TRACK)):
        x, y = centre(str(n))
        yield Mark("ring", x, y, 0.4, colour=INK if n in _ENTRY.values() else "#6B6459",
                   space=str(n))
    for k, seat in enumerate(SEAT_NAMES):
        colour = INK if seat in playing else "#8C857A"
        x, y = centre(f"{seat} N")
        yield Mark("disc", x, y, 2.9, PAPER if seat in playing else mix(QUIET, PAPER, 0.6))
        for (x, y), size in slots(f"{seat} N", 4):
            yield Mark("ring", x, y, 0.45 * size, mix(colour, PAPER, 0.6))
        entry, last = str(_ENTRY[seat]), str(_LAST[seat])
        x, y = _beside(entry, 0.7)
        yield Mark("arrow", x, y, 0.25, colour, angle=180 - 90 * k, space=entry)
        x, y = _turn((10.7, 19.5), k)
        yield Mark("arrow", x, y, 0.25, _tint(seat, 0, playing), angle=270 - 90 * k, space=last)


def _nest_label(seat: str, playing: Collection[str]) -> Space:
    """The name of a seat in the middle of its nest, as a space without an outline, drawn last."""
    x, y = centre(f"{seat} N")
    letter = LOOKS[seat].letter
    label = f"{letter} \u00b7 {seat}" if seat in playing else f"no {seat}"
    return Space(f"{seat} name", (), x, y, "none", label, label_size=0.7)


@lru_cache(maxsize=16)
def _printed(playing: frozenset[str]) -> tuple[tuple[Space, ...], tuple[Mark, ...]]:
    """The spaces and marks of the board when these seats play."""
    spaces = [_track_space(n, playing) for n in range(TRACK)]
    for seat in SEAT_NAMES:
        spaces += _seat_spaces(seat, playing)
    spaces += [_nest_label(seat, playing) for seat in SEAT_NAMES]
    return tuple(spaces), tuple(_marks(playing))


# ---- a position ----


def _space_id(seat: str, place: str) -> str:
    """The id of the space for a pawn's place: "20" stays "20", "H3" becomes "red H3"."""
    text = str(place)
    if text.isdecimal() and text.isascii() and int(text) < TRACK:
        return str(int(text))
    if text in ("N", "X", *_PATH):
        return f"{seat} {text}"
    raise ValueError(
        f"{quoted(place)} is not a place of a {seat} pawn: N for the nest, 0 to 67 for the track, "
        "H0 to H6 for the home path, X for home"
    )


def _checked(pawns: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """The space ids of every seat's pawns, in the order of the seats; else a ValueError."""
    for seat, where in pawns.items():
        if seat not in SEAT_NAMES:
            raise ValueError(f"{quoted(seat)} is not a seat; the seats are {', '.join(SEAT_NAMES)}")
        if isinstance(where, str) or len(where) != len(PAWN_NAMES):
            raise ValueError(f"{seat} has four pawns, given as four places, not {quoted(where)}")
    found = {s: [_space_id(s, place) for place in pawns[s]] for s in SEAT_NAMES if s in pawns}
    if not found:
        raise ValueError("a board needs the pawns of at least one seat")
    standing = [space for spaces in found.values() for space in spaces if space[-1] not in "NX"]
    for space in standing:
        if standing.count(space) > 2:
            raise ValueError(
                f"{standing.count(space)} pawns stand on {space}; a space holds two at most"
            )
    return found


def _where(seat: str, space: str) -> str:
    """A place in words, after "red pawn a": "on safe space 12"."""
    name = space.rpartition(" ")[2]
    if name == "N":
        return "in the nest"
    if name == "X":
        return "home"
    if name in _PATH:
        return f"on home path space {name}"
    own = ", its entry" if _ENTRY[seat] == int(name) else ""
    return f"on {'safe ' if is_safe_space(int(name)) else ''}space {name}{own}"


def _tokens(found: Mapping[str, list[str]], clickable: Collection[tuple[str, int]]) -> list[Token]:
    """All pawns in the order of the seats, each on its own slot of its space."""
    standing = [(space, s, i) for s, spaces in found.items() for i, space in enumerate(spaces)]
    tokens = []
    for space, seat, i in standing:
        here = [(s, j) for other, s, j in standing if other == space]
        place = i if space[-1] in "NX" else here.index((seat, i))
        (x, y), size = slots(space, len(here))[place]
        words = f"{seat} pawn {PAWN_NAMES[i]} {_where(seat, space)}"
        if space[-1] not in "NX" and [s for s, _ in here] == [seat, seat]:
            words += ", in a blockade"
        look = LOOKS[seat]
        tokens.append(
            Token(
                f"{seat} {PAWN_NAMES[i]}", seat, i, space, x, y, look.colour, look.ink, look.shape,
                look.letter + PAWN_NAMES[i], words, size, (seat, i) in clickable,
            )
        )
    return tokens


def _bars(found: Mapping[str, list[str]]) -> Iterable[Bar]:
    """The bars of the blockades."""
    for seat, spaces in found.items():
        for space in sorted({s for s in spaces if s[-1] not in "NX" and spaces.count(s) == 2}):
            (start, size), (end, _) = slots(space, 2)
            name = space.rpartition(" ")[2]
            words = f"{seat} blockade on {name}"
            yield Bar(space, capsule(start, end, 0.5 * size + 0.1), words)


# ---- the last move ----


def route(seat: str, start: str, end: str) -> list[str]:
    """The spaces of a pawn's way along the track from one place to another, both included.

    >>> route("red", "66", "H1")
    ['66', '67', '0', 'red H0', 'red H1']

    A pawn sent back to the nest does not follow the track, so only the two places are listed.
    """
    a, b = _space_id(seat, start), _space_id(seat, end)
    if b.endswith("N"):
        return [a, b]
    k = SEAT_NAMES.index(seat)
    first, final = progress(k, start), progress(k, end)
    if first == NEST:
        return [a, *route(seat, place(k, 0), end)]
    step = 1 if final >= first else -1
    return [_space_id(seat, place(k, there)) for there in range(first, final + step, step)]


def _rounded(points: Sequence[Point]) -> list[Point]:
    """The line with its straight parts joined and its corners rounded."""
    line = [points[0]]
    for before, here, after in zip(points, points[1:], points[2:], strict=False):
        cross = (here[0] - before[0]) * (after[1] - here[1]) - (here[1] - before[1]) * (
            after[0] - here[0]
        )
        if abs(cross) < 1e-6:
            continue
        ways = [((here[0] + p[0]) / 2, (here[1] + p[1]) / 2) for p in (before, after)]
        line += curve(ways[0], here, ways[1], 4)
    return [*line, points[-1]]


def _arrow(move: Move, tokens: Sequence[Token]) -> Arrow | None:
    """The arrow of a move (None if the pawn stays), dashed and curved for a captured pawn."""
    seat, pawn, start, end = move
    way = route(seat, start, end)
    if len(way) < 2 or way[0] == way[-1]:
        return None
    words = (f"{seat} pawn {PAWN_NAMES[pawn]} was {_where(seat, way[0])} and is now "
             f"{_where(seat, way[-1])}")
    points = [centre(space) for space in way]
    for i, space in ((0, way[0]), (-1, way[-1])):
        if space[-1] in "NX":
            points[i] = slots(space, 4)[pawn][0]
    back = way[-1].endswith(" N")
    line = _back(points[0], points[-1]) if back else _rounded(points)
    held = [t for t in tokens if t.space == way[-1]]
    # The arrow ends at the rim of the pawn on the space, or of the space if a pair fills it.
    gap = 0.52 * held[0].size if len(held) == 1 or back else 0.1
    if len(held) == 2:
        gap = 0.7 if _corner(way[-1]) else 0.6
    return Arrow(tuple(trimmed(line, gap)), words, dashed=back)


def _back(start: Point, nest: Point) -> list[Point]:
    """The curve of a pawn that is sent to its nest, bent away from the middle of the board."""
    middle = [(a + b) / 2 for a, b in zip(start, nest, strict=True)]
    bend = (middle[0] + (nest[1] - start[1]) * 0.2, middle[1] - (nest[0] - start[0]) * 0.2)
    return curve(start, bend, nest, 16)


# ---- words ----


def _standing(seat: str, spaces: Sequence[str]) -> str:
    """The places of a seat's pawns, grouped by space."""
    groups: dict[str, list[str]] = {}
    for letter, space in zip(PAWN_NAMES, spaces, strict=True):
        groups.setdefault(space, []).append(letter)
    parts = []
    for space, letters in groups.items():
        pair = ", a blockade" if len(letters) == 2 and space[-1] not in "NX" else ""
        parts.append(f"{listed(letters)} {_where(seat, space)}{pair}")
    return "; ".join(parts)


def _sentences(found: Mapping[str, list[str]], arrows: Iterable[Arrow],
               heat: Iterable[Heat]) -> Iterable[str]:
    """The sentences that describe the whole position."""
    for seat, spaces in found.items():
        yield f"{seat.capitalize()}: {_standing(seat, spaces)}."
    for arrow in arrows:
        yield f"Last move: {arrow.words}."
    yield from heat_words(heat)


def scene(pawns: Mapping[str, Sequence[str]], *, last: Sequence[Move] = (),
          heat: Mapping[str, tuple[float, str]] | None = None,
          clickable: Collection[tuple[str, int]] = (), title: str = "", seat: str = "red") -> Scene:
    """The picture of a position.

    `pawns` holds the four places of each seat that plays: "N" nest, "0" to "67" track, "H0" to "H6"
    home path, "X" home. `last` lists moves as (seat, pawn, from, to), drawn as arrows along the
    track. `heat` gives spaces a probability and a label. `clickable` lists the pawns that can be
    chosen, as (seat, pawn). The board is seen from the side of `seat`, whose nest is at the lower
    right. Impossible values raise a ValueError.

    >>> picture = scene({"red": ["N", "N", "20", "30"], "green": ["5", "5", "N", "H3"]})
    >>> print(picture.text)
    Red: a and b in the nest; c on space 20; d on space 30.
    Green: a and b on safe space 5, a blockade; c in the nest; d on home path space H3.
    """
    found = _checked(pawns)
    tokens = _tokens(found, frozenset(clickable))
    spaces, marks = _printed(frozenset(found))
    arrows = [a for a in (_arrow(move, tokens) for move in last) if a]
    warmth = heat_layer(heat, list(places()), '"0" to "67", "red H0", "red N", "red X" ..')
    quarters = SEAT_NAMES.index(choose_from(seat, SEAT_NAMES, "seat"))
    text = list(_sentences(found, arrows, warmth))
    if quarters:
        text.append(f"Seen from {seat}'s side.")
    picture = Scene(
        SIZE, SIZE, spaces, marks, tuple(tokens), (), tuple(_bars(found)), tuple(arrows), warmth,
        title or "Parcheesi board", "\n".join(text),
    )
    return from_side(picture, quarters)
