"""BONK's table as a picture: the piles, and for each seat its points, hand and melds.

For a Game all hands are shown; for a view only the viewer's, with the others face down.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap

from ..scene.palette import INK, PAPER, seat_looks
from ..scene.scene import Card, Scene, Space, Token
from .contracts import RANK_NAMES, SUIT_NAMES
from .faces import RANK_LETTERS, SUIT_LETTERS, number_of
from .positions import HIDDEN, SEAT_NAMES, BonkPosition

SEAT_LOOKS = seat_looks({seat: seat[1] for seat in SEAT_NAMES})
WIDTH = 24.0
_LEFT, _STEP, _ROW = 0.7, 1.62, 1.25
_WIDE, _HIGH = 1.54, 1.05  # of a card
_LETTER, _BESIDE_PILES = 0.29, 48  # about as wide; so many in a line that ends before the piles
_BACK, _WILD, _GROUND = "#B9C9DC", "#FBEBC0", "#DDE8DF"
# Four colours, so that suits are not confused: clubs green, diamonds blue.
_INKS = {"c": "#0A6B47", "d": "#1257A8", "h": "#B3261E", "s": INK}
_SIGNS = dict(zip(SUIT_LETTERS, "♣♦♥♠", strict=True))


def card_words(card: str) -> str:
    """A card in words.

    >>> card_words("7h"), card_words("2s"), card_words("?")
    ('seven of hearts', 'two of spades, wild', 'a card face down')
    """
    if card == HIDDEN:
        return "a card face down"
    rank, suit = RANK_NAMES[RANK_LETTERS.index(card[0])], SUIT_NAMES[SUIT_LETTERS.index(card[1])]
    return f"{rank} of {suit}" + (", wild" if card[0] == "2" else "")


def card_label(card: str) -> str:
    """The rank and suit sign on a card.

    >>> card_label("Td"), card_label("?")
    ('10♦', '')
    """
    if card == HIDDEN:
        return ""
    return card[0].replace("T", "10") + _SIGNS[card[1]]


def scene(position: BonkPosition) -> Scene:
    """The table: the piles above, then each seat with its points, its hand and its melds."""
    spaces = list(_asked(position))
    cards, tokens = list(_piles(position)), []
    y = 2.6
    for place, seat in enumerate(position.seats):
        look, top = SEAT_LOOKS[seat], y
        tokens.append(Token(seat, seat, 0, f"name {seat}", _LEFT + 0.4, y + 0.5, look.colour,
                            look.ink, look.shape, look.letter, _heading(position, place), 0.85))
        spaces.append(_text(f"name {seat}", _LEFT + 1.2, y + 0.5, _heading(position, place)))
        y += 1.7
        cards += _row(f"hand {seat}", y, position.hands[place], WIDTH - 2 * _LEFT)
        melds = list(_melds(position, place, y + _ROW))
        cards += melds
        y = max((card.y for card in melds), default=y) + 0.9
        spaces.insert(0, _band(seat, top, y))
    return Scene(WIDTH, y, tuple(spaces), cards=tuple(cards), tokens=tuple(tokens), title="BONK",
                 text=describe(position))


def _asked(position: BonkPosition) -> Iterable[Space]:
    """What the round asks for, in lines that are centred and end before the piles."""
    words = f"Round {position.round} of {len(position.contracts)}: {position.contract}"
    lines = wrap(words, _BESIDE_PILES)
    middle = _LEFT + _LETTER / 2 * max(map(len, lines))
    for n, line in enumerate(lines):
        yield _text(f"contract {n}", middle - _LETTER / 2 * len(line), 0.9 + 0.65 * n, line)


def _text(name: str, left: float, y: float, label: str) -> Space:
    """A line of text that begins at about `left`."""
    middle = left + _LETTER / 2 * len(label)
    return Space(name, (), middle, y, "none", label, label_size=0.55)


def _band(seat: str, top: float, bottom: float) -> Space:
    """The ground of a seat's part of the table."""
    left, right, low = 0.3, WIDTH - 0.3, bottom - 0.15
    return Space(f"part {seat}", ((left, top), (right, top), (right, low), (left, low)),
                 WIDTH / 2, (top + bottom) / 2, _GROUND)


def _heading(position: BonkPosition, place: int) -> str:
    seat, score = position.seats[place], position.scores[place]
    turn = ", to act" if seat == position.actor else ""
    return f"{seat}: {_points(score)}, {number_of(position.sizes[place], 'card')}{turn}"


def _points(n: int) -> str:
    return f"{n} point" if n == 1 else f"{n} points"


def _piles(position: BonkPosition) -> Iterable[Card]:
    """The stock face down, and the top cards of the discard pile."""
    shown = position.discards[-4:]
    left = WIDTH - _LEFT - _STEP * (len(shown) + 0.8)
    yield Card("stock", "stock", left, 1.1, str(position.stock),
               f"stock of {number_of(position.stock, 'card')}", _WIDE, _HIGH, colour=_BACK)
    for k, card in enumerate(shown):
        yield _card(f"discard {k}", left + 0.3 + _STEP * (k + 1), 1.1, card)


def _melds(position: BonkPosition, place: int, y: float) -> Iterable[Card]:
    """The melds that a seat has revealed, side by side as far as there is room."""
    x, room = _LEFT, WIDTH - 2 * _LEFT
    for n, (owner, meld) in enumerate(position.melds):
        if owner == place:
            wide = min(_STEP * len(meld), room)
            if x + wide > WIDTH - _LEFT + 0.1 and x > _LEFT:
                x, y = _LEFT, y + _ROW
            yield from _row(f"meld {n}", y, meld, wide, x)
            x += wide + 0.6


def _row(name: str, y: float, cards: Sequence[str], room: float,
         left: float = _LEFT) -> Iterable[Card]:
    """Cards side by side, closer where there are many."""
    step = min(_STEP, room / max(len(cards), 1))
    for k, card in enumerate(cards):
        yield _card(f"{name} {k}", left + _WIDE / 2 + k * step, y, card)


def _card(name: str, x: float, y: float, card: str) -> Card:
    hidden = card == HIDDEN
    colour = _BACK if hidden else _WILD if card[0] == "2" else PAPER
    ink = INK if hidden else _INKS[card[1]]
    return Card(name, name, round(x, 3), round(y, 3), card_label(card), card_words(card), _WIDE,
                _HIGH, colour=colour, ink=ink)


def describe(position: BonkPosition) -> str:
    """Everything in the picture, in words."""
    parts = [f"Round {position.round}, which asks for {position.contract}."]
    for place, seat in enumerate(position.seats):
        held = [card for card in position.hands[place] if card != HIDDEN]
        hidden = position.sizes[place] - len(held)
        words = ", ".join(map(card_words, held)) or "no visible cards"
        more = f" and {hidden} face down" if hidden else ""
        parts.append(f"{seat} has {_points(position.scores[place])} and holds {words}{more}.")
    for owner, meld in position.melds:
        parts.append(f"{position.seats[owner]} has revealed {', '.join(map(card_words, meld))}.")
    top = card_words(position.discards[-1]) if position.discards else "empty"
    parts.append(f"The discard pile: {top}. The stock has {number_of(position.stock, 'card')}.")
    return " ".join(parts)
