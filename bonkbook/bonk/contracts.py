"""BONK's sets, runs, contracts and reveals: checks of cards as text, with reasons in words.

A card is a string like 7h, Td or 2s; several are a list or one string with spaces. The rules
themselves are in `melds.py`.

The house rules are keywords of every function here: `max_wilds` (None or a number) and
`min_naturals` (a number) of a meld, where each two counts as a wild, even as itself;
`set_distinct_suits`, `runs_same_suit` and `run_around_corner` ("no" or "yes"); `final_contract` (a
name in FINAL_CONTRACTS).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import Any, Literal

import numpy as np

from ..engine.errors import Refusal, listed, quoted
from ..engine.patience import telling
from ..whole import whole
from .faces import (
    CONTRACTS,
    FINAL_CONTRACTS,
    HOUSE_RULES,
    RANK_LETTERS,
    Contract,
    card_kind,
    card_kinds,
    card_numbers,
    card_text,
    number_of,
    read_meld,
    round_terms,
)
from .kernel import cards as c
from .kernel import melds as m
from .kernel.cards import Fault, Ints, Rule
from .ways import Row, ways

__all__ = ["CONTRACTS", "FINAL_CONTRACTS", "HOUSE_RULES", "Contract", "Meld", "can_reveal",
           "check_contract", "check_run", "check_set", "iter_reveals", "reveals", "round_terms"]

RANK_NAMES = ("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
              "jack", "queen", "king")
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")


# --- Melds -----------------------------------------------------------------------------

@dataclass(frozen=True)
class Meld:
    """A set or a run: its cards in the order they are laid.

    `declared` is what the lowest card of a run stands for. It is needed if the cards leave it open:
    in a run of twos alone, or with a single natural and downwards.

    >>> Meld("run", ("2c", "7h", "2d", "2s")).stands_for
    ('6h', '7h', '8h', '9h')
    >>> Meld("run", ("2c", "7h", "2d", "2s"), "5h").stands_for
    ('8h', '7h', '6h', '5h')
    """

    kind: Literal["set", "run"]
    cards: tuple[str, ...]
    declared: str | None = None

    def __post_init__(self) -> None:
        if self.kind not in ("set", "run"):
            raise ValueError(f"a meld is a 'set' or a 'run', not {quoted(self.kind)}")
        object.__setattr__(self, "cards", _texts(self.cards))

    def __str__(self) -> str:
        return " ".join(self.cards)

    @property
    def wilds(self) -> int:
        """The number of twos."""
        return sum(card[0] == "2" for card in self.cards)

    @property
    def stands_for(self) -> tuple[str, ...]:
        """What each card stands for: cards in a run, ranks in a set; () if it is not a meld."""
        fault, row = _read(self, round_terms(1, run_around_corner="yes"))
        if fault:
            return ()
        if self.kind == "set":
            return (RANK_LETTERS[row[c.VALUE]],) * len(self.cards)
        run = tuple(card_text(c.RANKS * row[c.VALUE] + (row[c.LOW] + place) % c.RANKS)
                    for place in range(len(self.cards)))
        is_up = all(card[0] == "2" or card == upwards
                    for card, upwards in zip(self.cards, run, strict=True))
        return run if is_up else run[::-1]


def check_set(cards: str | Sequence[str], **house: Any) -> Refusal | None:
    """Why the cards are not a set, or None if they are.

    >>> check_set("7h 7h 2c")
    >>> print(check_set("Kh Kd Ad"))
    A set is of one rank; these are aces and kings. [SET]
    """
    return _check(Meld("set", _texts(cards)), round_terms(1, **house))


def check_run(cards: str | Sequence[str], declared: str | None = None,
              **house: Any) -> Refusal | None:
    """Why the cards, in this order, are not a run, or None if they are.

    `declared` is what the lowest card stands for (see Meld).

    >>> check_run("5h 2c 7h 8h")
    >>> print(check_run("2h 2c 2d 2s"))
    A run of twos alone must say what they stand for: name its lowest card, like Ah. [WILD]
    >>> check_run("2h 2c 2d 2s", declared="Ah")
    """
    return _check(Meld("run", _texts(cards), declared), round_terms(1, **house))


def _texts(cards: str | Iterable[str]) -> tuple[str, ...]:
    return tuple(map(card_text, card_kinds(cards)))


def _check(meld: Meld, terms: Ints) -> Refusal | None:
    card_numbers(meld.cards)
    fault, _ = _read(meld, terms)
    return _refusal(fault, meld, terms) if fault else None


def _read(meld: Meld, terms: Ints) -> tuple[int, list[int]]:
    """The Fault of a meld, and its row of a plan (up to LENGTH)."""
    kinds = np.array(card_kinds(meld.cards), np.int64)
    if meld.kind == "set":
        fault, rank = m.read_set(kinds, terms)
        return fault, [c.SET, int(rank), 0, len(kinds)]
    declared = -1 if meld.declared is None else card_kind(meld.declared)
    fault, suit, low = m.read_run(kinds, declared, terms)
    return fault, [c.RUN, int(suit), int(low), len(kinds)]


Reading = tuple[Meld, list[int]]        # a meld and its row of a plan, up to LENGTH


# --- Contracts -------------------------------------------------------------------------

def check_contract(round: int | Contract, melds: Sequence[Meld | str | Sequence[str]],
                   hand: str | Sequence[str] | None = None, **house: Any) -> Refusal | None:
    """Why the melds may not be revealed in a round, or None if they may.

    A meld given as cards is read as a set or a run; if it can be either (7h 2c 2d 2s), as the
    contract needs it. If a `hand` is given, it must have the cards and, in the final round, none
    left over.

    >>> check_contract(1, ["7h 7c 2d", "Ah As Ac"])
    >>> print(check_contract(1, ["7h 7c 2d", "7s 7d 7c"]))
    A player never has two sets of the same rank; these are two of sevens. [DIFFERENT_RANKS]
    """
    name = f"Round {round}" if not isinstance(round, Contract) else "This contract"
    read = read_contract(round_terms(round, **house), name, melds, hand)
    return read if isinstance(read, Refusal) else None


def read_contract(terms: Ints, name: str, melds: Sequence[Meld | str | Sequence[str]],
                  hand: str | Sequence[str] | None = None) -> Refusal | list[Reading]:
    """The melds as the contract needs them, each with its row of a plan, or why they are refused.

    Like `check_contract`, with the terms as numbers; `name` names the round in a sentence.
    """
    laid = [_meld_of(meld) for meld in melds]
    texts = [text for meld in laid for text in (meld.cards if isinstance(meld, Meld) else meld)]
    loose = Counter[str]()
    if hand is not None:
        loose = Counter(map(card_text, card_numbers(hand)))
        loose.subtract(texts)
        missing = [text for text, n in loose.items() if n < 0]
        if missing:
            return Refusal(Rule.REVEAL.name, f"{missing[0]} is not in the hand that many times.")
    card_numbers(texts)
    readings = [_readings(meld, terms) for meld in laid]
    for (meld, (fault, _)), *_ in readings:
        if fault:
            return _refusal(fault, meld, terms)
    refusals = []
    for choice in product(*readings):
        refusal = _contract_refusal(choice, name, loose, terms)
        if refusal is None:
            return [(meld, row) for meld, (_, row) in choice]
        refusals.append(refusal)
    for given in laid:
        if (not isinstance(given, Meld) and len(given) >= c.RUN_LEAST and terms[c.RUNS]
                and all(card[0] == "2" for card in given)):
            return _refusal(Fault.UNDECLARED_WILDS, Meld("run", given), terms)
    return refusals[0]


def _meld_of(meld: Meld | str | Sequence[str]) -> Meld | tuple[str, ...]:
    """A meld: a run if its text has "from", else cards that can be either."""
    if isinstance(meld, Meld):
        return meld
    cards, low = read_meld(meld) if isinstance(meld, str) else (_texts(meld), None)
    return Meld("run", cards, low) if low else cards


def _readings(meld: Meld | tuple[str, ...],
              terms: Ints) -> list[tuple[Meld, tuple[int, list[int]]]]:
    """The melds that the cards can be, or the likeliest one, each with its Fault and row."""
    if isinstance(meld, Meld):
        return [(meld, _read(meld, terms))]
    both = [Meld("set", meld), Meld("run", meld)]
    good = [(one, read) for one in both if not (read := _read(one, terms))[0]]
    likely = both[looks_like_run(meld, bool(terms[c.SETS]), bool(terms[c.RUNS]))]
    return good or [(likely, _read(likely, terms))]


def looks_like_run(cards: Sequence[str], sets: bool = True, runs: bool = True) -> bool:
    """Whether cards that are not a meld look more like a run than a set.

    They do if they are of one suit, or of more ranks than suits. If the round asks for no runs
    (`sets`, `runs`: what it asks for), the latter counts only if the ranks follow one another.

    >>> looks_like_run(["7h", "8h", "9c"]), looks_like_run(["7h", "7c", "8h"])
    (True, False)
    """
    naturals = [card for card in cards if card[0] != "2"]
    ranks = {RANK_LETTERS.index(card[0]) for card in naturals}
    suits = {card[1] for card in naturals}
    if not sets or len(suits) == 1:
        return not sets or len(ranks) > 1
    high = {rank or c.RANKS for rank in ranks}      # the ace after the king
    follow = any(max(of) - min(of) < len(cards) for of in (ranks, high) if of)
    return len(ranks) > len(suits) and (runs or follow)


def _contract_refusal(choice: Sequence[tuple[Meld, tuple[int, list[int]]]], name: str,
                      loose: Counter[str], terms: Ints) -> Refusal | None:
    rows = [row for _, (_, row) in choice]
    left = list(loose.elements())
    plan = np.array(rows, np.int64).reshape(-1, c.LENGTH + 1)
    fault = m.contract_fault(plan, len(left), terms)
    if not fault:
        return None
    sets = [row for row in rows if row[c.KIND] == c.SET]
    runs = [row for row in rows if row[c.KIND] == c.RUN]
    asked = terms[c.SETS if fault == Fault.WRONG_SETS else c.RUNS]
    text = {
        Fault.WRONG_SETS: f"{name} asks for {number_of(asked, 'set')}, not {len(sets)}.",
        Fault.WRONG_RUNS: f"{name} asks for {number_of(asked, 'run')}, not {len(runs)}.",
        Fault.SAME_RANK: "A player never has two sets of the same rank; these are two of "
                         f"{_plural(_twice(sets))}.",
        Fault.SAME_SUIT: "The runs of one contract are of different suits; these are two of "
                         f"{SUIT_NAMES[_twice(runs)]}.",
        Fault.NO_LONG_RUN: f"One run must have at least {terms[c.LONG_RUN]} cards, but the longest "
                           f"has {max((r[c.LENGTH] for r in runs), default=0)}.",
        Fault.LOOSE_CARDS: f"Every card of the hand must fit, but {' '.join(left)} would be left.",
    }[Fault(fault)]
    return _refused(fault, text)


def _twice(rows: list[list[int]]) -> int:
    return Counter(row[c.VALUE] for row in rows).most_common(1)[0][0] if rows else 0


def _refusal(fault: int, meld: Meld, terms: Ints) -> Refusal:
    """What is wrong with one meld."""
    naturals = [kind for kind in card_kinds(meld.cards) if not c.is_wild(kind)]
    ranks = listed([_plural(rank) for rank in sorted({k % c.RANKS for k in naturals})])
    suits = _odd_suits(naturals)
    here = f"not {len(meld.cards)}"
    text = {
        Fault.SHORT_SET: f"A set has at least three cards, {here}.",
        Fault.SET_RANKS: f"A set is of one rank; these are {ranks}.",
        Fault.SET_SUITS: "The cards of a set must be of different suits (house rule), so there are "
                         "at most four.",
        Fault.SHORT_RUN: f"A run has at least four cards of one suit; there are {len(meld.cards)} "
                         f"here, and {suits}."
                         if suits else f"A run has at least four cards, {here}.",
        Fault.RUN_LONG: f"A run has at most fourteen cards, from ace to ace, {here}.",
        Fault.RUN_SUITS: f"A run is of one suit; {suits}.",
        Fault.RUN_ORDER: f"These cards do not follow one another, up or down: {meld}.",
        Fault.RUN_CORNER: "A run may begin or end with the ace, but cannot go around the corner: "
                          f"{meld}.",
        Fault.TOO_MANY_WILDS: f"A meld has at most {number_of(terms[c.MAX_WILDS], 'wild')} "
                              f"(house rule); this one has {meld.wilds}.",
        Fault.TOO_FEW_NATURALS: "A meld has at least "
                                f"{number_of(terms[c.MIN_NATURALS], 'natural')} (house rule); this "
                                f"one has {len(naturals)}.",
        Fault.UNDECLARED_WILDS: "A run of twos alone must say what they stand for: "
                                "name its lowest card, like Ah.",
        Fault.MISDECLARED_WILDS: f"{meld} cannot be a run from {meld.declared} up.",
    }[Fault(fault)]
    return _refused(fault, text)


def _refused(fault: int, text: str) -> Refusal:
    return Refusal(Rule(c.rule_of(fault)).name, text)


def _odd_suits(naturals: Sequence[int]) -> str:
    """Which cards are not of the suit that most have, or which suits there are; "" if only one.

    >>> _odd_suits(card_kinds("7h 8h 9c")), _odd_suits(card_kinds("7h 8h 9c Tc"))
    ('9c is a club', 'these are clubs and hearts')
    """
    count = Counter(kind // c.RANKS for kind in naturals).most_common()
    if len(count) < 2:
        return ""
    if count[0][1] == count[1][1]:
        return f"these are {listed([SUIT_NAMES[suit] for suit in sorted(dict(count))])}"
    odd = [kind for kind in naturals if kind // c.RANKS != count[0][0]]
    if len(odd) == 1:
        return f"{card_text(odd[0])} is a {SUIT_NAMES[odd[0] // c.RANKS][:-1]}"
    return f"{listed(list(map(card_text, odd)))} are not {SUIT_NAMES[count[0][0]]}"


def _plural(rank: int) -> str:
    return RANK_NAMES[rank] + ("es" if RANK_NAMES[rank] == "six" else "s")


# --- Reveals ---------------------------------------------------------------------------

def can_reveal(hand: str | Sequence[str], round: int | Contract, **house: Any) -> bool:
    """Whether the hand meets the contract of a round.

    >>> can_reveal("7h 7c 2d Ah As Ac 9s", 1)
    True
    """
    return bool(m.can_reveal(_counts(hand), round_terms(round, **house)))


@telling("Listing the ways to lay the contract; limit=... lists only the first ones.")
def reveals(hand: str | Sequence[str], round: int | Contract, *, limit: int | None = None,
            **house: Any) -> list[tuple[Meld, ...]]:
    """All ways to lay the contract of a round from the hand, fewest wilds first.

    Equal cards count as the same, and so do all twos. Melds can be longer than necessary, so a hand
    rich in wilds has millions of ways: `limit` lists only the first ones, and `iter_reveals` yields
    one after the other.

    >>> for way in reveals("7h 7c 2d Ah As Ac 9s", 1):
    ...     print(*way, sep=" | ")
    Ac Ah As | 7c 7h 2d
    """
    most = None if limit is None else whole(limit, "the limit", 0)
    return list(islice(iter_reveals(hand, round, **house), most))


def iter_reveals(hand: str | Sequence[str], round: int | Contract,
                 **house: Any) -> Iterator[tuple[Meld, ...]]:
    """The ways of `reveals`, one after the other."""
    counts, terms = _counts(hand), round_terms(round, **house)
    twos = [kind for kind in card_kinds(hand) if c.is_wild(kind)]
    for rows in ways(counts, len(twos), terms):
        yield _laid(rows, twos)


def _counts(hand: str | Sequence[str]) -> Ints:
    return c.count_hand(np.array(card_numbers(hand), np.int64))


def _laid(rows: list[Row], twos: list[int]) -> tuple[Meld, ...]:
    """The melds of a way, each two of the hand in its own place if possible, else as a wild."""
    twos = list(twos)
    kinds = [[int(c.natural_at(np.array(row), place)) for place in range(row[c.LENGTH])]
             for row in rows]
    for row, meld in zip(rows, kinds, strict=True):
        place = (c.TWO - row[c.LOW]) % c.RANKS
        own = c.RANKS * row[c.VALUE] + c.TWO
        if row[c.KIND] == c.RUN and place < len(meld) and own in twos:
            meld[place] = own
            twos.remove(own)
    result = []
    for row, meld in zip(rows, kinds, strict=True):
        cards = tuple(card_text(kind if kind >= 0 else twos.pop(0)) for kind in meld)
        declared = card_text(c.RANKS * row[c.VALUE] + row[c.LOW]) if row[c.KIND] == c.RUN else None
        result.append(Meld("run" if declared else "set", cards, declared))
    return tuple(result)
