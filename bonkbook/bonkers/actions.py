"""Bonkers' actions and its outcomes of chance, as people write them.

A card is written as "+3" (Ahead 3), "-5" (Back 5), "NS" (Go to Nearest Score), "GS" (Go to
Start), "RA" (Roll Again) or "EX" (Exchange).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from ..engine.actions import PlainAction
from ..engine.errors import quoted
from ..whole import is_whole, whole

SPECIAL = {"NS": "Nearest Score", "GS": "Go to Start", "RA": "Roll Again", "EX": "Exchange"}
_NAMES = {words.casefold(): card for card, words in SPECIAL.items()}
_SIGNS = {"ahead": "+", "back": "-"}


def check_card(card: object) -> str:
    """The name of a card in its standard spelling; ValueError if it is not a card.

    >>> check_card("ns"), check_card("+03"), check_card(-5), check_card("Back 5")
    ('NS', '+3', '-5', '-5')
    """
    text = f"{card:+d}" if is_whole(card) else str(card)
    text = text.strip().replace("\N{MINUS SIGN}", "-")
    kind, _, steps = text.casefold().partition(" ")
    text = _SIGNS[kind] + steps if kind in _SIGNS else _NAMES.get(text.casefold(), text)
    if text.upper() in SPECIAL:
        return text.upper()
    if re.fullmatch("[+-][0-9]{1,4}", text) and int(text[1:]):
        return f"{text[0]}{int(text[1:])}"
    raise ValueError(f"{quoted(card)} is not a card; cards are +3 (Ahead 3), -5 (Back 5), "
                     "NS, GS, RA and EX")


def card_words(card: str) -> str:
    """The name of a card in words.

    >>> card_words("+3"), card_words("-5"), card_words("RA")
    ('Ahead 3', 'Back 5', 'Roll Again')
    """
    if card in SPECIAL:
        return SPECIAL[card]
    return f"{'Ahead' if card[0] == '+' else 'Back'} {card[1:]}"


@dataclass(frozen=True)
class Place:
    """Place a card from the hand beside the token, and follow it.

    >>> str(Place("+3")), Place(-5) == Place("-5")
    ('place +3', True)
    """

    card: str

    def __init__(self, card: str | int) -> None:
        object.__setattr__(self, "card", check_card(card))

    def __str__(self) -> str:
        return f"place {self.card}"


@dataclass(frozen=True)
class Take:
    """Take the card beside a space with an Exchange card.

    >>> str(Take(34))
    'take 34'
    """

    space: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "space", whole(self.space, "a space", 0))

    def __str__(self) -> str:
        return f"take {self.space}"


class Decline(PlainAction):
    """Do not exchange, or (a house rule) do not place a card; the token stops and the turn ends."""


class LoseCard(PlainAction):
    """Play the Large Lose Card on the mover."""


class Wait(PlainAction):
    """Keep the Large Lose Card for now."""


@dataclass(frozen=True)
class Draw:
    """Chance: the card drawn from the face-down pile.

    >>> str(Draw("GS"))
    'draw GS'
    """

    card: str

    def __init__(self, card: str | int) -> None:
        object.__setattr__(self, "card", check_card(card))

    def __str__(self) -> str:
        return f"draw {self.card}"


@dataclass(frozen=True)
class Deal:
    """Chance: the four cards that each seat is dealt, in seat order.

    >>> str(Deal([["+1", "EX", "-2", "NS"], ["+3", "+3", "RA", "-12"]]))
    'deal +1 EX -2 NS / +3 +3 RA -12'
    """

    hands: tuple[tuple[str, ...], ...]

    def __init__(self, hands: Iterable[Iterable[str]]) -> None:
        object.__setattr__(self, "hands",
                           tuple(tuple(check_card(card) for card in hand) for hand in hands))

    def __str__(self) -> str:
        return "deal " + " / ".join(" ".join(hand) for hand in self.hands)
