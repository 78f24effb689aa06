"""A Bonkers position as a `Scene`.

The ring of spaces with its cards and tokens, and inside it, for each seat, its points on a
pegboard, its hand and its Large Lose Card.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ..scene.palette import GREEN, INK, ORANGE, PAPER, SKY, VERMILLION, mix, seat_looks
from ..scene.scene import Arrow, Card, Heat, Mark, Scene, Space, Token, heat_layer, heat_words
from ..scene.shapes import trimmed
from . import ring
from .actions import card_words
from .kernel import state
from .layout import Layout, layout_of
from .positions import SEAT_NAMES, BonkersPosition
from .sentences import points

if TYPE_CHECKING:
    from ..engine.events import Event

SEAT_LOOKS = seat_looks({seat: seat[1] for seat in SEAT_NAMES})
MOST_HOLES = 16            # of the pegboard; more points are only written
_HOPS = ("MOVE", "AHEAD", "BACK", "BACK_15", "NEAREST_SCORE", "GO_TO_START", "GO_TO_LOSE",
         "LARGE_LOSE_CARD", "ENTRAPMENT")
_AHEAD, _BACK, _OTHER = mix(SKY, PAPER, 0.55), mix(ORANGE, PAPER, 0.5), "#FFFFFF"
_GOOD, _BAD = mix(GREEN, PAPER, 0.5), mix(VERMILLION, PAPER, 0.45)
_MOVES = mix(_BACK, PAPER, 0.4)
_APART = 0.85              # of flags on the board, so that none covers another
_DEEPER = 0.75             # by which hops back bend further inwards than those ahead
_LEFT = 4.3                # of what is printed inside the ring
_ROW = 2.75                # the height of a seat's part there


# ---- the printed board ----


def space_words(board: Layout, space: int) -> str:
    """A space in words, with its print.

    >>> from .layout import layout
    >>> space_words(layout("standard"), 52), space_words(layout("standard"), 0)
    ('space 52, printed Back 15', 'Start, a Score space')
    """
    return _printed_on(board, space)[0]


def _printed_on(board: Layout, space: int) -> tuple[str, str, str]:
    """A space in words, what is printed in its middle if it is a special one, and its fill."""
    if space == board.start:
        return "Start, a Score space", "Start", _GOOD
    if space in board.score:
        return f"Score space {space}", "+1", _GOOD
    if space == board.lose:
        return f"Lose, space {space}", "Lose", _BAD
    if space in board.go_to_lose:
        return f"space {space}, printed Go to Lose", "to L", _BAD
    if move := dict(board.printed).get(space):
        return f"space {space}, printed {card_words(f'{move:+d}')}", _signed(move), _MOVES
    return f"track space {space}", "", PAPER


def _signed(move: int) -> str:
    """A move with a true minus sign, as wide as a plus."""
    return f"{move:+d}".replace("-", "−")


def _spaces(board: Layout) -> Iterable[Space]:
    """The spaces of the ring; a second, empty space on a special space has its print."""
    for n in range(board.size):
        place = n, board.start, board.size
        x, y = ring.token_places(*place, 1, False)[0][0]
        words, label, fill = _printed_on(board, n)
        yield Space(str(n), ring.outline(*place), x, y, fill, str(n), ring.number_place(*place),
                    0.44, words, ring.heat_place(*place))
        if label:
            cx, cy = ring.print_place(*place)
            yield Space(f"{n} printed", (), cx, cy, "none", label, label_size=0.42)


def _marks(board: Layout) -> Iterable[Mark]:
    """Places for cards, and arrows that point ahead."""
    for n in range(board.size):
        if not _printed_on(board, n)[1]:
            x, y = ring.card_place(n, board.start, board.size)
            yield Mark("disc", x, y, 0.09, mix(INK, PAPER, 0.75), space=str(n))
    for share in (0.03, 0.25, 0.5, 0.75):
        (x, y), (nx, ny) = ring.at(share, -1.2), ring.at(share + 0.002, -1.2)
        yield Mark("arrow", x, y, 0.22, mix(INK, PAPER, 0.45),
                   angle=round(math.degrees(math.atan2(ny - y, nx - x))))


@lru_cache(maxsize=8)
def _printed(board: Layout, seats: tuple[str, ...], target: int) -> tuple[
        tuple[Space, ...], tuple[Mark, ...]]:
    spaces, marks = list(_spaces(board)), list(_marks(board))
    top, middle = _row(0, len(seats)), ring.SIDE / 2
    spaces.append(Space("name", (), middle, top - 1.1, "none", "This Game is Bonkers!",
                        label_size=0.62))
    spaces.append(Space("pile name", (), middle - 0.75, _row(len(seats), len(seats)) - 0.4, "none",
                        "pile", label_size=0.5))
    for row, seat in enumerate(seats):
        y = _row(row, len(seats))
        spaces.append(Space(f"{seat} name", (), _LEFT, y + 0.9, "none", seat,
                            label_size=0.55))
        for hole in range(target + 1) if target < MOST_HOLES else ():
            x = _hole(hole, target)
            marks.append(Mark("ring", x, y, 0.2, mix(INK, PAPER, 0.45)))
            if row == 0 and (hole % 3 == 0 or hole == target):
                spaces.append(Space(f"hole {hole}", (), x, y - 0.48, "none", str(hole),
                                    label_size=0.36))
    return tuple(spaces), tuple(marks)


def _row(row: int, rows: int) -> float:
    """The top of a seat's part; all parts are centred vertically."""
    return ring.SIDE / 2 + 0.9 + _ROW * (row - rows / 2)


def _hole(hole: int, target: int) -> float:
    """The place of a hole of the pegboard, from the left."""
    return round(_LEFT + 1.0 + 10.3 * hole / max(target, 1), 3)


# ---- cards and tokens ----


def card_colours(card: str) -> str:
    """The colour of a card: bluish for Ahead, orange for Back, white for the others."""
    return _AHEAD if card[0] == "+" else _BACK if card[0] == "-" else _OTHER


def card_label(card: str) -> str:
    """The label on a card: its sign and distance, or its letters."""
    return _signed(int(card)) if card[0] in "+-" else card


def card_name(space: int) -> str:
    """The name in the picture of the card beside a space."""
    return f"card {space}"


def held_name(seat: str, index: int) -> str:
    """The name in the picture of a card in a hand."""
    return f"{seat} card {index}"


def lose_card_name(seat: str) -> str:
    """The name in the picture of a seat's Large Lose Card."""
    return f"{seat} lose card"


def _card(name: str, space: str, at: tuple[float, float], card: str, words: str,
          scale: float = 1.0) -> Card:
    side = ring.CARD * scale
    return Card(name, space, *at, card_label(card), words, side, side, colour=card_colours(card))


def _cards(position: BonkersPosition, board: Layout) -> Iterable[Card]:
    """The cards on the board, then the cards of each seat."""
    for n, card in position.cards.items():
        at = ring.card_place(n, board.start, board.size)
        yield _card(card_name(n), str(n), at, card, f"{card_words(card)} beside space {n}")
    for row, (seat, hand, holds) in enumerate(
            zip(position.seats, position.hands, position.lose_cards, strict=True)):
        y = _row(row, len(position.seats)) + 1.05
        for i, card in enumerate(hand):
            yield _card(held_name(seat, i), f"{seat} hand", (_LEFT + 1.6 + 1.65 * i, y), card,
                        f"{card_words(card)} in {seat}'s hand", 1.2)
        if holds:
            yield Card(lose_card_name(seat), f"{seat} hand", _LEFT + 10.6, y, "L",
                       f"{seat}'s Large Lose Card", 1.32, 1.32, colour="#8A2E00",
                       ink="#FFFFFF")
    rows = len(position.seats)
    yield Card("pile", "pile", ring.SIDE / 2 + 0.75, _row(rows, rows) - 0.4, str(position.pile),
               f"{position.pile} cards in the pile", 1.0, 1.0, colour=mix(INK, PAPER, 0.8))


def _tokens(position: BonkersPosition, board: Layout,
            clickable: Collection[str]) -> Iterable[Token]:
    """Each seat's token on the ring, then its peg."""
    where = dict(zip(position.seats, position.tokens, strict=True))
    for seat, n in where.items():
        here = [other for other in where if where[other] == n]
        words, label, _ = _printed_on(board, n)
        places = ring.token_places(n, board.start, board.size, len(here), bool(label))
        (x, y), size = places[here.index(seat)]
        look = SEAT_LOOKS[seat]
        yield Token(seat, seat, 0, str(n), x, y, look.colour, look.ink, look.shape, look.letter,
                    f"{seat}'s token on {words}", size, seat in clickable)
    target = int(position.options["target"])
    for row, (seat, score) in enumerate(zip(position.seats, position.scores, strict=True)):
        look, y = SEAT_LOOKS[seat], _row(row, len(position.seats))
        written = target >= MOST_HOLES
        x = _LEFT + 1.0 if written else _hole(min(score, target), target)
        yield Token(f"{seat} peg", seat, 1, f"{seat} peg", x, y, look.colour, look.ink, look.shape,
                    str(score), f"{seat} has {points(score)}", 0.62)


# ---- the last move ----


def hops(events: Iterable[Event], size: int) -> list[tuple[Event, int, int]]:
    """The events that moved a token, each with its first and last space.

    An entrapment moves it only if the loop closes on another space than it rests on.
    """
    found = [(e, e.start, e.target) for e in events if e.rule in _HOPS]
    return [(e, a % size, b % size) for e, a, b in found if a != b]


def _arrows(events: Iterable[Event], board: Layout, dashed: bool) -> Iterable[Arrow]:
    """An arrow for each hop: along the ring for the dice, bent inwards for cards and print."""
    for event, start, end in hops(events, board.size):
        first, gap = (start - board.start) % board.size, (end - start) % board.size
        if event.rule == "MOVE":
            way = ring.along(first, first + gap, board.size)
        else:
            deeper = _DEEPER if gap > board.size / 2 else 0.0
            way = ring.hop(first, first + gap, board.size, deeper)
        yield Arrow(tuple(trimmed(way, 0.3)), event.text, dashed, 0.17)


def clear(arrow: Arrow, share: float, others: Collection[Card | Space]) -> tuple[float, float]:
    """The point of an arrow near a share of its length that is farthest from the others."""
    last = len(arrow.points) - 1
    free = [n / last for n in range(last // 5, last - last // 6)] or [share]

    def room(at: float) -> float:
        x, y = arrow.points[round(at * last)]
        return min([_APART, *(max(abs(x - f.x), abs(y - f.y)) for f in others)])

    best = max(free, key=lambda at: (room(at), -abs(at - share)))
    return arrow.points[round(best * last)]


def _numbers(arrows: Sequence[Arrow]) -> list[Card]:
    """The number of each hop, on its arrow and clear of the others; none for a single hop."""
    flags: list[Card] = []
    for k, arrow in enumerate(arrows if len(arrows) > 1 else (), 1):
        x, y = clear(arrow, 0.5, flags)
        flags.append(Card(f"hop {k}", "", x, y, str(k), arrow.words, 0.66, 0.66, colour=INK,
                          ink="#FFFFFF"))
    return flags


# ---- words ----


def _sentences(position: BonkersPosition, board: Layout, heat: Iterable[Heat]) -> Iterable[str]:
    """The sentences that describe the whole position."""
    for seat, n, score, hand, holds in zip(
            position.seats, position.tokens, position.scores, position.hands,
            position.lose_cards, strict=True):
        held = ", ".join(map(card_words, hand)) or "no cards"
        large = ", and the Large Lose Card" if holds else ""
        yield (f"{seat}: token on {space_words(board, n)}; {points(score)}; in hand {held}"
               f"{large}.")
    laid = "; ".join(f"{n} {card_words(card)}" for n, card in position.cards.items())
    yield f"Cards on the board: {laid or 'none'}."
    yield f"{position.pile} cards in the pile."
    yield from heat_words(heat)


def foreseen(position: BonkersPosition, action: Any) -> list[Event]:
    """The hops of a legal action until the next roll, draw or decision, without interruption."""
    from ..engine.game import Game
    s = position.state
    s.lose_card = [0] * state.SEATS
    return list(Game(position.ruleset, s, 0).play(action).events)


def scene(position: BonkersPosition, *, last: Iterable[Event] = (), preview: Any = None,
          heat: Mapping[Any, Any] | None = None,
          clickable: Collection[str] = (), title: str = "") -> Scene:
    """The picture of a position.

    `last` are events, of which those that moved a token are drawn as arrows, hop by hop, with
    numbers if there are several; `preview` is a legal action whose hops are drawn dashed; `heat`
    gives spaces a chance, or a chance and its words, as `odds.chain(g).stationary()` does;
    `clickable` lists the seats whose tokens can be chosen. Tokens have index 0, pegs index 1.
    """
    board = layout_of(position.state)
    spaces, marks = _printed(board, position.seats, int(position.options["target"]))
    arrows: Sequence[Arrow] = [*_arrows(last, board, dashed=False)]
    numbers = _numbers(arrows)
    if preview is not None:
        arrows = [*arrows, *_arrows(foreseen(position, preview), board, dashed=True)]
    warmth = heat_layer(heat, [str(n) for n in range(board.size)], f"0 to {board.size - 1}")
    text = [*_sentences(position, board, warmth), *(f"Arrow: {a.words}" for a in arrows)]
    return Scene(
        ring.SIDE, ring.SIDE, spaces, marks, tuple(_tokens(position, board, clickable)),
        (*_cards(position, board), *numbers), (), tuple(arrows), warmth,
        title or "Bonkers board", "\n".join(text))
