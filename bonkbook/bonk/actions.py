"""BONK's actions and its outcomes of chance, as people write them.

A card is a string such as 7h, Td or 2s. A meld is a string such as "7h 7c 2d"; a run is in the
order it is laid, followed by "from 5h" if it is unclear what its twos stand for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..engine.actions import PlainAction
from ..engine.errors import quoted
from ..whole import whole
from .contracts import Meld
from .faces import card_kind, card_text, read_meld

SOURCES = ("stock", "discard")
ENDS = ("low", "high", "swap")


def check_card(card: object) -> str:
    """The text of a card; ValueError with the right spelling if it is not a card."""
    return card_text(card_kind(str(card)))


class Claim(PlainAction):
    """BONK! Claim the discard, which costs a penalty card."""


class Pass(PlainAction):
    """Do not claim the discard; or do not draw, if the stock is empty."""


class Allow(PlainAction):
    """Let the claimant have the discard."""


class Keep(PlainAction):
    """Refuse the claim and take the discard as this turn's draw."""


@dataclass(frozen=True)
class Draw:
    """Draw a card from the "stock", or take the top of the "discard" pile.

    >>> str(Draw("stock"))
    'draw stock'
    """

    source: str

    def __post_init__(self) -> None:
        if self.source not in SOURCES:
            raise ValueError('a card is drawn from "stock" or "discard", not '
                             f"{quoted(self.source)}")

    def __str__(self) -> str:
        return f"draw {self.source}"


@dataclass(frozen=True)
class Reveal:
    """Lay the contract down: its melds, each with its cards in the order they are laid.

    >>> Reveal(["7h 7c 2d", ["9h", "9c", "9d"]]).melds
    ('7h 7c 2d', '9h 9c 9d')
    >>> str(Reveal([Meld("run", ("2c", "7h", "2d", "2s")), "3c 3d 3h"]))
    'reveal 2c 7h 2d 2s from 6h / 3c 3d 3h'
    """

    melds: tuple[str, ...]

    def __init__(self, melds: Iterable[Meld | str | Sequence[str]]) -> None:
        object.__setattr__(self, "melds", tuple(map(meld_text, melds)))

    @property
    def cards(self) -> list[str]:
        """All the cards laid."""
        return [card for meld in self.melds for card in read_meld(meld)[0]]

    def __str__(self) -> str:
        return "reveal " + " / ".join(self.melds)


@dataclass(frozen=True)
class LayOff:
    """Add a card to a meld on the table, counted from 0: at its "low" or "high" end.

    The end can be left out for a set, and for a natural card on a run. With "swap" (a house rule)
    the card replaces a two.

    >>> str(LayOff("4h", 2, "low")), str(LayOff("7s", 0))
    ('lay off 4h on 2 low', 'lay off 7s on 0')
    """

    card: str
    meld: int
    end: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "card", check_card(self.card))
        object.__setattr__(self, "meld", whole(self.meld, "a meld, counted from 0,", 0))
        if self.end not in ("", *ENDS):
            raise ValueError(f'an end is "low", "high" or "swap", not {quoted(self.end)}')

    def __str__(self) -> str:
        return f"lay off {self.card} on {self.meld} {self.end}".rstrip()


@dataclass(frozen=True)
class Discard:
    """Put a card on the discard pile, which ends the turn.

    >>> str(Discard("9d"))
    'discard 9d'
    """

    card: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "card", check_card(self.card))

    def __str__(self) -> str:
        return f"discard {self.card}"


class EndTurn(PlainAction):
    """End the turn without a discard, holding only twos."""


# --- What chance does --------------------------------------------------------------------

@dataclass(frozen=True)
class Opener:
    """Chance: the seat drawn by lot to open the first round.

    >>> str(Opener("P2"))
    'opener P2'
    """

    seat: str

    def __str__(self) -> str:
        return f"opener {self.seat}"


@dataclass(frozen=True)
class Deal:
    """Chance: the hands that are dealt, in seat order.

    >>> str(Deal([["7h", "2c"], ["Ks", "Ks"]]))
    'deal 7h 2c / Ks Ks'
    """

    hands: tuple[tuple[str, ...], ...]

    def __init__(self, hands: Iterable[Iterable[str]]) -> None:
        object.__setattr__(self, "hands",
                           tuple(tuple(map(check_card, hand)) for hand in hands))

    def __str__(self) -> str:
        return "deal " + " / ".join(" ".join(hand) for hand in self.hands)


@dataclass(frozen=True)
class Card:
    """Chance: the next card of the stock, turned up or drawn.

    >>> str(Card("Qd"))
    'card Qd'
    """

    card: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "card", check_card(self.card))

    def __str__(self) -> str:
        return f"card {self.card}"


# --- Text ----------------------------------------------------------------------------------

def meld_text(meld: Meld | str | Sequence[str]) -> str:
    """A meld as text in its standard spelling, with "from" only if the cards are ambiguous."""
    if isinstance(meld, Meld):
        text, low = str(meld), ""
        if meld.kind == "run" and len(meld.cards) - meld.wilds < 2:
            stands = meld.stands_for
            low = meld.declared or (stands[0] if stands else "")
        return f"{text} from {low}" if low else text
    cards, declared = read_meld(meld if isinstance(meld, str) else " ".join(meld))
    return " ".join(cards) + (f" from {declared}" if declared else "")


def read_play(line: str) -> object:
    """The action or outcome whose str() is `line`; ValueError if there is none."""
    plain = {str(kind()): kind for kind in (Claim, Pass, Allow, Keep, EndTurn)}
    if line in plain:
        return plain[line]()
    word, _, rest = line.partition(" ")
    words = rest.split()
    try:
        if word == "lay" and words[0] == "off" and words[2] == "on" and len(words) < 6:
            return LayOff(words[1], int(words[3]), *words[4:])
        kinds = {"draw": lambda: Draw(rest), "discard": lambda: Discard(rest),
                 "card": lambda: Card(rest), "opener": lambda: Opener(rest),
                 "reveal": lambda: Reveal(rest.split("/")),
                 "deal": lambda: Deal(hand.split() for hand in rest.split("/"))}
        return kinds[word]()
    except (KeyError, IndexError, ValueError, TypeError):
        raise ValueError("not a play; write it like 'draw stock', 'discard 9d', 'claim', 'allow', "
                         "'reveal 7h 7c 2d / 9h 9c 9d', 'lay off 4h on 2 low'") from None
