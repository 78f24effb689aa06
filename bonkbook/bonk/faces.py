"""BONK's cards and contracts as text, and as numbers for the rules.

A card is a string like 7h or Td, without its deck; see cards.py for the numbers.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..engine.errors import quoted
from ..whole import whole
from .kernel.cards import (
    ANY,
    DEALT,
    DECKS,
    KINDS,
    RANKS,
    RUN_MOST,
    RUNS,
    SETS,
    TERMS,
    UNLIMITED,
    Ints,
)

RANK_LETTERS, SUIT_LETTERS = "A23456789TJQK", "cdhs"


# --- Cards as text ---------------------------------------------------------------------

def card_text(card: int) -> str:
    """A card as text, without its deck.

    >>> card_text(0), card_text(22), card_text(52 + 51)
    ('Ac', 'Td', 'Ks')
    """
    return RANK_LETTERS[card % RANKS] + SUIT_LETTERS[card % KINDS // RANKS]


def card_kind(text: str) -> int:
    """The kind, 0 to 51, of a card written as text; ValueError if it is not a card.

    >>> card_kind("Ac"), card_kind("Td"), card_kind("Ks")
    (0, 22, 51)
    >>> card_kind("10d")
    Traceback (most recent call last):
    ValueError: '10d' is not a card: write its rank (A, 2 to 9, T, J, Q, K) and its suit (c, d, ...
    """
    if (isinstance(text, str) and len(text) == 2
            and text[0] in RANK_LETTERS and text[1] in SUIT_LETTERS):
        return RANKS * SUIT_LETTERS.index(text[1]) + RANK_LETTERS.index(text[0])
    raise ValueError(f"{quoted(text)} is not a card: write its rank (A, 2 to 9, T, J, Q, K) "
                     "and its suit (c, d, h, s), like 7h or Td")


def card_kinds(cards: str | Iterable[str]) -> list[int]:
    """The kinds of cards given as one string or as a list of strings.

    >>> card_kinds("7h 2c") == card_kinds(["7h", "2c"]) == [32, 1]
    True
    """
    return [card_kind(text) for text in (cards.split() if isinstance(cards, str) else cards)]


def card_numbers(cards: str | Iterable[str]) -> list[int]:
    """The numbers of distinct cards; a card that occurs twice is taken from both decks.

    ValueError if a card occurs a third time, since there are two decks.

    >>> card_numbers("7h 2c 7h")
    [32, 1, 84]
    """
    numbers: list[int] = []
    for kind in card_kinds(cards):
        deck = sum(number % KINDS == kind for number in numbers)
        if deck == DECKS:
            raise ValueError(f"{card_text(kind)} occurs three times, but there are two decks")
        numbers.append(KINDS * deck + kind)
    return numbers


def read_meld(text: str) -> tuple[tuple[str, ...], str | None]:
    """The cards of a meld written as text, and what its lowest card stands for, if given.

    >>> read_meld("2c 7h 2d 2s from 5h")
    (('2c', '7h', '2d', '2s'), '5h')
    """
    cards, found, low = text.partition(" from ")
    kinds = tuple(map(card_text, card_kinds(cards)))
    if not kinds:
        raise ValueError("a meld needs cards, like 7h 7c 2d")
    return kinds, card_text(card_kind(low.strip())) if found else None


def number_of(n: int | None, noun: str) -> str:
    """A number of things, in words.

    >>> number_of(1, "set"), number_of(0, "run")
    ('1 set', 'no runs')
    """
    return f"{n or 'no'} {noun}{'' if n == 1 else 's'}"


# --- Contracts and house rules for people ------------------------------------------------

@dataclass(frozen=True)
class Contract:
    """What a round asks for.

    `sets` and `runs` are None if any number is allowed; one of the runs has at least `long_run`
    cards; `hand` cards are dealt; with `every_card` the whole hand must fit.
    """

    sets: int | None
    runs: int | None
    long_run: int = 0
    hand: int = 7
    every_card: bool = False

    def __post_init__(self) -> None:
        for name, most in (("sets", RANKS), ("runs", 8), ("long_run", RUN_MOST), ("hand", None)):
            if getattr(self, name) is not None or name in ("long_run", "hand"):
                object.__setattr__(self, name, whole(getattr(self, name), name, 0, most))
        if None in (self.sets, self.runs) and not self.every_card:
            raise ValueError("any number of sets or runs needs every_card=True")
        if self.long_run and self.runs == 0:
            raise ValueError("long_run needs a run")

    def __str__(self) -> str:
        parts = [number_of(n, noun) for n, noun in ((self.sets, "set"), (self.runs, "run")) if n]
        if None in (self.sets, self.runs):
            parts = ["any sets and runs"]
        if self.long_run:
            parts.append(f"one of the runs with at least {self.long_run} cards")
        if self.every_card:
            parts.append("every card of the hand in one of them")
        return ", ".join(parts)


FINAL_CONTRACTS = {
    "long_run_and_any": Contract(None, None, 7, 13, True),
    "long_run_two_sets": Contract(2, 1, 7, 13, True),
    "long_run_run_set": Contract(1, 2, 7, 13, True),
    "three_runs": Contract(0, 3, 0, 13, True),
}
CONTRACTS = (*(Contract(int(row[SETS]), int(row[RUNS]), hand=int(row[DEALT])) for row in TERMS[:6]),
             FINAL_CONTRACTS["long_run_and_any"])
HOUSE_RULES: dict[str, Any] = {
    "max_wilds": None, "min_naturals": 0, "set_distinct_suits": "no", "runs_same_suit": "no",
    "run_around_corner": "no", "final_contract": "long_run_and_any"}


def round_terms(round: int | Contract, **house: Any) -> Ints:
    """The contract of a round (1 to 7, or a Contract) and the house rules as numbers.

    int64[10], the `terms` of `melds.py`. ValueError for an unknown house rule or value.

    >>> round_terms(2, max_wilds=1).tolist()
    [1, 1, 0, 8, 0, 1, 0, 0, 0, 0]
    """
    unknown = [name for name in house if name not in HOUSE_RULES]
    if unknown:
        raise ValueError(f"no house rule for melds is called {quoted(unknown[0])}; the house rules "
                         f"are {', '.join(HOUSE_RULES)}")
    rules = HOUSE_RULES | house
    contract = _contract(round, rules["final_contract"])
    numbers = [ANY if n is None else n for n in dataclasses.astuple(contract)]
    for name, none in (("max_wilds", UNLIMITED), ("min_naturals", None)):
        n = none if rules[name] is None else rules[name]
        numbers.append(whole(n, name, 0))
    for name in ("set_distinct_suits", "runs_same_suit", "run_around_corner"):
        if rules[name] not in ("no", "yes"):
            raise ValueError(f"{name} is 'no' or 'yes', not {quoted(rules[name])}")
        numbers.append(rules[name] == "yes")
    return np.array(numbers, np.int64)


def _contract(round: int | Contract, final: str) -> Contract:
    if final not in FINAL_CONTRACTS:
        raise ValueError(f"final_contract is one of {', '.join(FINAL_CONTRACTS)}, not "
                         f"{quoted(final)}")
    if isinstance(round, Contract):
        return round
    round = whole(round, "the round", 1, len(CONTRACTS))
    return FINAL_CONTRACTS[final] if round == len(CONTRACTS) else CONTRACTS[round - 1]
