"""What the cards that are picked up would be as melds, and what they lack for the contract.

The sentences are the engine's own refusals; a selection is cut into melds here, as its owner may
have meant it: in the order picked, or in any way that takes all its cards.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from typing import Any

from ..bonk import Contract, Meld, Reveal, check_run, check_set, iter_reveals, reveals
from ..bonk.board import card_label
from ..bonk.contracts import looks_like_run
from ..bonk.faces import RANK_LETTERS, SUIT_LETTERS, number_of
from ..bonk.houserules import meld_rules
from ..bonk.kernel.cards import RUN_LEAST, SET_LEAST
from ..bonk.positions import BonkPosition
from . import messages

MOST_CARDS = 40  # slots of a message
MOST_WAYS = 5
RANK_PLURALS = dict(zip(RANK_LETTERS, (
    "aces", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens",
    "jacks", "queens", "kings"), strict=True))
SUITS = dict(zip(SUIT_LETTERS, ("clubs", "diamonds", "hearts", "spades"), strict=True))
Cards = tuple[str, ...]
_CARD = re.compile(r"(?<![\w/])([A2-9TJQK][cdhs])(?!\w)")


def told(text: str) -> str:
    """A sentence with its cards as they are printed.

    >>> told("P1 discards Td and has 3 cards left.")
    'P1 discards 10♦ and has 3 cards left.'
    """
    return _CARD.sub(lambda found: card_label(found[1]), text)


@dataclass(frozen=True)
class Selection:
    """Cards picked up: in each slot, and besides; `lows` say where a run of twos begins."""

    n: int
    seat: str
    slots: tuple[Cards, ...]
    loose: Cards
    lows: tuple[str | None, ...]
    ways: bool = False  # whether ways to lay the contract are asked for

    @property
    def laid(self) -> list[tuple[int, Cards, str | None]]:
        """The slots that hold cards: their number, the cards, where a run of twos begins."""
        lows = (*self.lows, *[None] * len(self.slots))
        return [(k, slot, lows[k]) for k, slot in enumerate(self.slots) if slot]

    def is_of(self, hand: Sequence[str]) -> bool:
        """Whether a hand holds all these cards."""
        cards = Counter(self.loose) + Counter(card for slot in self.slots for card in slot)
        return not cards - Counter(hand)


def read_selection(content: Mapping[str, Any]) -> Selection:
    """The selection that a message tells; a ValueError if the message cannot be read."""
    lists = content.get("slots", []), content.get("from", [])
    if not all(isinstance(one, list) and len(one) <= MOST_CARDS for one in lists):
        raise ValueError(f"slots, from: lists of at most {MOST_CARDS} are expected")
    slots = tuple(tuple(messages.texts({"slots": slot}, "slots")) for slot in lists[0])
    lows = tuple(None if low is None else messages.text({"from": low}, "from") for low in lists[1])
    loose = tuple(messages.texts(content, "cards"))
    n = messages.whole(content, "n") if "n" in content else 0
    seat = messages.text(content, "seat") if "seat" in content else ""
    return Selection(n, seat, slots, loose, lows, messages.flag(content, "ways", False))


# --- The contract ------------------------------------------------------------------------------

def contract_words(contract: Contract) -> str:
    """What a round asks for, in words.

    >>> from bonkbook.bonk.faces import CONTRACTS
    >>> contract_words(CONTRACTS[4])
    'two sets and a run'
    >>> contract_words(CONTRACTS[6])
    'a run of at least 7, and every other card in sets and runs'
    """
    counts = {1: "a", 2: "two", 3: "three", 4: "four"}
    if contract.sets is None or contract.runs is None:
        first = f"a run of at least {contract.long_run}, and " if contract.long_run else ""
        rest = "every other card" if contract.every_card else "any more cards"
        return f"{first}{rest} in sets and runs"
    parts = [f"{counts.get(n, n)} {noun}{'s' * (n > 1)}"
             for n, noun in ((contract.sets, "set"), (contract.runs, "run")) if n]
    words = " and ".join(parts)
    words += f", one run of at least {contract.long_run}" if contract.long_run else ""
    return words + (", every card in one of them" if contract.every_card else "")


def slot_kinds(contract: Contract) -> list[str]:
    """What each slot holds: "set" or "run", the long run first of the runs."""
    if contract.sets is None or contract.runs is None:
        return ["run"] if contract.long_run else []
    return ["set"] * contract.sets + ["run"] * contract.runs


# --- One meld ----------------------------------------------------------------------------------

def read_meld(cards: Cards, kind: str, low: str | None, house: dict[str, Any]) -> Any:
    """The cards as a set or a run (kind "" for either), and why they are none, or None."""
    as_set = Meld("set", cards), check_set(cards, **house)
    if kind == "set":
        return as_set
    as_run = Meld("run", cards, low), check_run(cards, low, **house)
    if kind == "run" or as_run[1] is None:
        return as_run
    return as_set if as_set[1] is None or not looks_like_run(cards) else as_run


def meld_words(meld: Meld) -> str:
    """What a meld is, in words.

    >>> meld_words(Meld("set", ("7h", "7c", "2d"))), meld_words(Meld("run", ("5h", "2c", "7h")))
    ('a set of sevens', 'a run')
    """
    stands = meld.stands_for
    if meld.kind == "set":
        return f"a set of {RANK_PLURALS[stands[0]]}" if stands else "a set"
    return f"a run from {card_label(stands[0])} to {card_label(stands[-1])}" if stands else "a run"


def lows_of(cards: Cards, house: dict[str, Any]) -> list[str]:
    """Where a run may begin that its cards leave open; none if they do not."""
    naturals = [card for card in cards if card[0] != "2"]
    if len(naturals) > 1:
        return []
    suits = naturals[0][1] if naturals else SUIT_LETTERS
    lows = [rank + suit for suit in suits for rank in RANK_LETTERS]
    return [low for low in lows if check_run(cards, low, **house) is None]


def slot_verdict(cards: Cards, kind: str, low: str | None, house: dict[str, Any]) -> Any:
    """What the cards of a slot are, or why they are no meld, as a SlotVerdict."""
    meld, refusal = read_meld(cards, kind, low, house)
    stands = () if refusal else meld.stands_for
    asked = lows_of(cards, house) if meld.kind == "run" and len(cards) >= RUN_LEAST else []
    ask = None
    if len(asked) > 1:
        value = low if low in asked else min(stands, key=_height, default="") if stands else ""
        choices = [[one, card_label(one)] for one in asked]
        ask = {"label": "The run begins at", "value": value,
               "choices": choices if value else [["", "choose …"], *choices]}
    return {"ok": refusal is None, "text": told(refusal.text) if refusal else meld_words(meld),
            "as": [stood if card[0] == "2" and stood != card else ""
                   for card, stood in zip(cards, stands, strict=True)] if stands else [],
            "ask": ask}


def _height(card: str) -> int:
    return RANK_LETTERS.index(card[0])


# --- The whole selection -----------------------------------------------------------------------

def proposals(position: BonkPosition, picked: Selection) -> Iterator[list[Meld | str]]:
    """The reveals that a selection may mean, the likeliest first; one at least if it has cards."""
    house, contract = meld_rules(position.state), position.contract
    kinds = slot_kinds(contract)
    staged: list[Meld | str] = [
        read_meld(cards, kinds[k] if k < len(kinds) else "", low, house)[0]
        for k, cards, low in picked.laid]
    if staged:
        yield staged
    if not picked.loose:
        return
    wanted = None if contract.sets is None else len(kinds) - len(staged)
    for parts in cuts(picked.loose, wanted):
        yield [*staged, *map(" ".join, parts)]
    if not staged and len(picked.loose) >= SET_LEAST:
        whole = replace(contract, every_card=True)
        yield from map(list, reveals(picked.loose, whole, limit=1, **house))
    yield [*staged, *map(" ".join, pieces(picked.loose, house))]


def cuts(cards: Cards, count: int | None) -> Iterator[list[Cards]]:
    """Every way to cut cards, in order, into so many parts (or any number) of three or more.

    >>> [len(list(cuts(tuple("abcdefg"), n))) for n in (1, 2, None)]
    [1, 2, 3]
    """
    most = len(cards) // SET_LEAST
    for n in range(1, most + 1) if count is None else [count]:
        if not 1 <= n <= most:
            continue
        for ends in combinations(range(1, len(cards)), n - 1):
            edges = (0, *ends, len(cards))
            parts = [cards[a:b] for a, b in pairwise(edges)]
            if all(len(part) >= SET_LEAST for part in parts):
                yield parts


def pieces(cards: Cards, house: dict[str, Any]) -> list[Cards]:
    """The cards in the melds that they begin with, in order, and what is left between."""
    found: list[Cards] = []
    at = rest = 0
    while at < len(cards):
        end = next((b for b in range(len(cards), at + SET_LEAST - 1, -1)
                    if read_meld(cards[at:b], "", None, house)[1] is None), 0)
        if end:
            found += [cards[rest:at], cards[at:end]]
            at = rest = end
        else:
            at += 1
    return [piece for piece in [*found, cards[rest:]] if piece]


def melds_in(hand: Sequence[str], contract: Contract) -> list[str]:
    """The melds without twos that a hand holds, no more of a kind than the contract asks for.

    >>> from bonkbook.bonk.faces import CONTRACTS
    >>> melds_in("7c 7d 7h 9c Tc Jc Qc 2d".split(), CONTRACTS[1])
    ['7c 7d 7h', '9c Tc Jc Qc']
    """
    left = [card for card in hand if card[0] != "2"]
    found: dict[str, list[str]] = {"set": [], "run": []}
    by_rank = sorted(left, key=_height)
    for kind, order in (("set", by_rank), ("run", sorted(by_rank, key=lambda card: card[1]))):
        most = contract.sets if kind == "set" else contract.runs
        cards = tuple(card for card in order if card in left)
        for piece in pieces(cards, {}):
            meld, refusal = read_meld(piece, kind, None, {})
            if refusal is None and (most is None or len(found[kind]) < most):
                found[kind].append(str(meld))
                left = [card for card in left if card not in piece]
    return [*found["set"], *found["run"]]


def reveal_meant(position: BonkPosition, picked: Selection) -> Reveal | None:
    """The reveal that a selection stands for: a legal one if any is; None without cards."""
    last = None
    for melds in proposals(position, picked):
        last = Reveal(melds)
        if position.why_not(last) is None:
            return last
    return last


def verdict(position: BonkPosition, picked: Selection) -> dict[str, Any]:
    """Whether the selection meets the contract, and what it lacks, as a VerdictView."""
    house, contract = meld_rules(position.state), position.contract
    kinds = slot_kinds(contract)
    meant = reveal_meant(position, picked)
    refusal = position.why_not(meant) if meant else None
    slots: list[dict[str, Any]] = [{} for _ in picked.slots]
    for k, cards, low in picked.laid:
        slots[k] = slot_verdict(cards, kinds[k] if k < len(kinds) else "", low, house)
    text = f"Select cards in the order they are to lie: {contract_words(contract)}."
    if refusal:
        text = told(refusal.text)
    elif meant:
        text = f"This is it: {number_of(len(meant.melds), 'meld')}."
    found = ways(position) if picked.ways else None
    if found == []:
        text = f"This hand does not hold {contract_words(contract)}."
    return {"n": picked.n, "ready": bool(meant) and refusal is None, "label": "Reveal",
            "text": text, "slots": slots, "ways": found}


def ways(position: BonkPosition) -> list[dict[str, Any]]:
    """Some ways to lay the contract down from the hand of the mover, those with few wilds first."""
    hand = position.hands[position.seats.index(position.mover)]
    found = []
    first = "set" if "set" in slot_kinds(position.contract) else "run"
    for way in _different(iter_reveals(hand, position.contract, **meld_rules(position.state))):
        order = sorted(way, key=lambda meld: (meld.kind != first, -len(meld.cards)))
        found.append({"label": "; ".join(map(meld_words, order)),
                      "melds": [list(meld.cards) for meld in order],
                      "from": [meld.declared for meld in order]})
    return found


def _different(all_ways: Iterator[tuple[Meld, ...]]) -> Iterator[tuple[Meld, ...]]:
    """The first few ways that differ in words."""
    seen: set[str] = set()
    for way in all_ways:
        words = "; ".join(map(meld_words, way))
        if words not in seen:
            seen.add(words)
            yield way
        if len(seen) == MOST_WAYS:
            return
