"""BONK's table as a picture: the piles, and for each seat its points, hand and melds.

Of a Game all hands are seen; of a view only the own one, the others' cards lie face down.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ..engine.palette import INK, LOOKS, PAPER, Look
from ..engine.scene import Card, Scene, Space
from .contracts import RANK_NAMES, SUIT_NAMES
from .faces import RANK_LETTERS, SUIT_LETTERS
from .positions import HIDDEN, SEAT_NAMES

if TYPE_CHECKING:
    from ..engine.position import Position

_FIFTH = Look("#CC79A7", INK, "hexagon", "5")
SEAT_LOOKS = {seat: Look(look.colour, look.ink, look.shape, seat[1]) for seat, look
              in zip(SEAT_NAMES, [*LOOKS.values(), _FIFTH], strict=True)}
WIDTH = 24.0
_LEFT, _STEP, _ROW = 1.0, 1.4, 1.4
_RED, _BACK, _WILD = "#B3261E", "#C9D3DF", "#FBEBC0"
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
    """What a card shows: its rank and the sign of its suit.

    >>> card_label("Td"), card_label("?")
    ('10♦', '')
    """
    if card == HIDDEN:
        return ""
    return card[0].replace("T", "10") + _SIGNS[card[1]]


def scene(position: Position) -> Scene:
    """The table: piles above, then the seats in turn order."""
    spaces, cards = [], []
    piles, y = list(_piles(position)), 3.0
    cards += piles
    spaces.append(_text("contract", 0.3, f"Round {position.round}: {position.contract}"))
    for place, seat in enumerate(position.seats):
        spaces.append(_text(f"name {seat}", y, _heading(position, place)))
        y += 1.3
        hand = list(_row(f"hand {seat}", y, position.hands[place], WIDTH - 2))
        cards += hand
        y += _ROW
        x = _LEFT
        for n, (owner, meld) in enumerate(position.melds):
            if owner == place:
                wide = min(_STEP * len(meld) + 0.5, WIDTH - 1)
                if x + wide > WIDTH and x > _LEFT:
                    x, y = _LEFT, y + _ROW
                cards += _row(f"meld {n}", y, meld, wide - 0.5, x)
                x += wide
        y += _ROW if x > _LEFT else 0.2
    return Scene(WIDTH, y, tuple(spaces), cards=tuple(cards), title="BONK",
                 text=describe(position))


def _text(name: str, y: float, label: str) -> Space:
    return Space(name, (), WIDTH / 2, y + 0.3, "name", "none", label, label_size=0.55)


def _heading(position: Position, place: int) -> str:
    seat, score = position.seats[place], position.scores[place]
    turn = ", to act" if seat == position.actor else ""
    return f"{seat}: {score} points, {position.sizes[place]} cards{turn}"


def _piles(position: Position) -> Iterable[Card]:
    """The stock face down, and the top cards of the discard pile."""
    yield Card("stock", "stock", WIDTH / 2 - 2.2, 1.9, str(position.stock),
               f"stock of {position.stock} cards", 1.3, 1.05, colour=_BACK)
    shown = position.discards[-4:]
    for k, card in enumerate(shown):
        yield _card(f"discard {k}", WIDTH / 2 + 0.3 + _STEP * k, 1.9, card)


def _row(name: str, y: float, cards: Sequence[str], room: float,
         left: float = _LEFT) -> Iterable[Card]:
    """Cards side by side, closer where there are many."""
    step = min(_STEP, room / max(len(cards), 1))
    for k, card in enumerate(cards):
        yield _card(f"{name} {k}", left + k * step, y, card)


def _card(name: str, x: float, y: float, card: str) -> Card:
    hidden = card == HIDDEN
    colour = _BACK if hidden else _WILD if card[0] == "2" else PAPER
    ink = _RED if not hidden and card[1] in "dh" else INK
    return Card(name, name, round(x, 3), round(y, 3), card_label(card), card_words(card), 1.3, 1.05,
                colour=colour, ink=ink)


def describe(position: Position) -> str:
    """All that the picture shows, in words."""
    parts = [f"Round {position.round}, which asks for {position.contract}."]
    for place, seat in enumerate(position.seats):
        held = [card for card in position.hands[place] if card != HIDDEN]
        hidden = position.sizes[place] - len(held)
        words = ", ".join(map(card_words, held)) or "no card that is seen"
        more = f" and {hidden} face down" if hidden else ""
        parts.append(f"{seat} has {position.scores[place]} points and holds {words}{more}.")
    for owner, meld in position.melds:
        parts.append(f"{position.seats[owner]} has revealed {', '.join(map(card_words, meld))}.")
    top = card_words(position.discards[-1]) if position.discards else "empty"
    parts.append(f"The discard pile: {top}. The stock has {position.stock} cards.")
    return " ".join(parts)
