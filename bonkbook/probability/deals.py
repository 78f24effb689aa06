"""Exact probabilities of dealt cards: cards of a kind, wilds, sets of a rank.

A hand of `n` cards is dealt from a `Deck`, two decks with wild twos by default.
"""

from __future__ import annotations

import html
import itertools
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..whole import whole
from .exact import Distribution, P, repeated

__all__ = ["NOTHING_WILD", "WILD_TWOS", "Deck", "InclusionExclusion", "Term", "a_set", "drawn",
           "drawn_of", "inclusion_exclusion", "of_a_rank", "profiles", "sets",
           "wilds", "wilds_for_sets"]

SET = 3                     # cards in a set, unless said otherwise
MOST_WORK = 100_000_000     # of hands that are listed, in bits: some seconds
HAND_BITS = 1_000           # of a hand beside its count


@dataclass(frozen=True)
class Deck:
    """Cards of some suits and ranks, each so many times; the twos are wild, or nothing is.

    >>> Deck().size, Deck().wilds, Deck(wild=False).natural_ranks
    (104, 8, 13)
    """

    ranks: int = 13
    suits: int = 4
    copies: int = 2
    wild: bool = True

    def __post_init__(self) -> None:
        for name, least, most in (("ranks", 5, 20), ("suits", 1, 6), ("copies", 1, 8)):
            number = whole(getattr(self, name), f"the {name} of a deck", least, most)
            object.__setattr__(self, name, number)

    @property
    def of_rank(self) -> int:
        """How many cards there are of a rank."""
        return self.suits * self.copies

    @property
    def size(self) -> int:
        """How many cards there are."""
        return self.ranks * self.of_rank

    @property
    def wilds(self) -> int:
        """How many of them are wild."""
        return self.of_rank if self.wild else 0

    @property
    def natural_ranks(self) -> int:
        """How many ranks are not wild."""
        return self.ranks - self.wild


WILD_TWOS = Deck()
NOTHING_WILD = Deck(wild=False)


# --- How many of a kind ------------------------------------------------------------------

def drawn(good: int, n: int, total: int) -> Distribution:
    """The number of `good` cards among n cards dealt from `total` (hypergeometric).

    ValueError for more cards than there are.

    >>> drawn(8, 7, 104).P(lambda twos: twos == 0)       # no two among seven cards
    7640508/13617527 = 56.1 %
    """
    total = whole(total, "the number of cards", 0)
    good = whole(good, f"the good ones of {total} cards", 0, total)
    return drawn_of({"good": good, "rest": total - good}, n).map(lambda hand: hand[0])


def drawn_of(groups: Mapping[str, int], n: int) -> Distribution:
    """The numbers of cards of each group among n dealt cards, as tuples in group order.

    groups: how many cards there are of each. ValueError for more cards than there are, and for
    hands too many to list, with how many cards are possible.

    >>> hands = drawn_of({"sevens": 8, "twos": 8, "others": 88}, 7)
    >>> hands.P(lambda hand: hand[0] + hand[1] >= 3)     # three cards for a set of sevens
    1018058/14200095 = 7.2 %
    """
    sizes = [whole(size, f"the number of {name} cards", 0) for name, size in groups.items()]
    total = sum(sizes)
    n = _hand(n, total)
    _check_work(n, [kinds * (HAND_BITS + k * total.bit_length())
                    for k, kinds in enumerate(_hands_by_size(sizes, n))])
    hands: dict[tuple[int, ...], int] = {(): 1}
    for place, size in enumerate(sizes):
        after = sum(sizes[place + 1:])
        ways = [math.comb(size, k) for k in range(min(size, n) + 1)]
        hands = {(*hand, k): count * ways[k] for hand, count in hands.items()
                 for k in range(max(0, n - sum(hand) - after), min(size, n - sum(hand)) + 1)}
    return Distribution.of(hands)


def _hands_by_size(sizes: Sequence[int], n: int) -> list[int]:
    """The numbers of ways to make hands of 0 to n cards from groups of these sizes."""
    found = [1] + [0] * n
    for size in sizes:
        so_far = list(itertools.accumulate(found))
        found = [so_far[k] - (so_far[k - size - 1] if k > size else 0) for k in range(n + 1)]
    return found


def of_a_rank(k: int, n: int, deck: Deck = WILD_TWOS) -> P:
    """The chance of at least k cards of a given rank in n cards.

    Its outcomes are how many they are. Wilds do not count for it.

    >>> of_a_rank(3, 7)
    24536177/2655417765 = 0.924 %
    """
    k = whole(k, "how many are held")
    return drawn(deck.of_rank, n, deck.size).P(lambda found: found >= k)


def wilds(n: int, deck: Deck = WILD_TWOS) -> Distribution:
    """The number of wilds in n cards.

    >>> float(wilds(13).mean)
    1.0
    """
    return drawn(deck.wilds, n, deck.size)


def _hand(n: int, total: int) -> int:
    """The number of cards dealt, checked, as an int."""
    return whole(n, f"the cards dealt of {total:,}", 0, total)


def _check_work(n: int, work: Sequence[int]) -> None:
    """Raises ValueError if n cards are too much work; work: the work for 0, 1, ... n cards."""
    if work[n] > MOST_WORK:
        possible = max(k for k in range(n) if max(work[:k + 1]) <= MOST_WORK)
        raise ValueError(f"the hands of {n:,} cards are too many to list; at most {possible:,} "
                         "cards are possible")


# --- Sets of a rank ----------------------------------------------------------------------

def profiles(n: int, deck: Deck = WILD_TWOS) -> Distribution:
    """The profile of n cards: (wilds, counts of the other ranks in descending order).

    (1, (3, 2, 1)) is a wild, three of a rank, two of another and one of a third.

    >>> profiles(3, NOTHING_WILD)
    Distribution((0, (1, 1, 1)): 1408/1751, (0, (2, 1)): 336/1751, (0, (3,)): 7/1751)
    """
    n = _hand(n, deck.size)
    naturals = range(max(0, n - deck.wilds), min(n, deck.size - deck.wilds) + 1)
    kinds = _partitions_by_size(n, deck)
    _check_work(n, [HAND_BITS * sum(kinds[max(0, k - deck.wilds):k + 1]) for k in range(n + 1)])
    found: dict[Any, int] = {}
    for held in naturals:
        with_wilds = math.comb(deck.wilds, n - held)
        for counts in _partitions(held, deck.natural_ranks, deck.of_rank):
            found[n - held, counts] = with_wilds * _ways_to_hold(counts, deck)
    return Distribution.of(found)


def _partitions(cards: int, parts: int, most: int) -> Iterator[tuple[int, ...]]:
    """The ways to write a number as a sum of descending parts, none above `most`.

    >>> list(_partitions(4, 2, 3))
    [(3, 1), (2, 2)]
    """
    if not cards:
        yield ()
        return
    for first in range(min(cards, most), 0, -1):
        if first * parts < cards:
            return
        for rest in _partitions(cards - first, parts - 1, first):
            yield first, *rest


def _partitions_by_size(n: int, deck: Deck) -> list[int]:
    """The numbers of partitions of 0 to n cards into the ranks of a deck."""
    found = [[1] + [0] * n] + [[0] * (n + 1) for _ in range(deck.natural_ranks)]
    for size in range(1, deck.of_rank + 1):
        for parts in range(1, deck.natural_ranks + 1):
            for k in range(size, n + 1):
                found[parts][k] += found[parts - 1][k - size]
    return [sum(column) for column in zip(*found, strict=True)]


def _ways_to_hold(counts: tuple[int, ...], deck: Deck) -> int:
    """The number of hands with these counts of cards per rank."""
    ways = math.perm(deck.natural_ranks, len(counts))
    for count, ranks in Counter(counts).items():
        ways = ways * math.comb(deck.of_rank, count) ** ranks // math.factorial(ranks)
    return ways


def wilds_for_sets(counts: tuple[int, ...], how_many: int = 1, size: int = SET) -> int | None:
    """The fewest wilds that make sets from these counts per rank, or None if it is impossible.

    Sets are of different ranks; one may be made of wilds alone.

    >>> wilds_for_sets((3, 2, 1), 2), wilds_for_sets((2, 2), 3), wilds_for_sets((7,), 3)
    (1, 5, None)
    """
    how_many, size = whole(how_many, "the number of sets", 0), whole(size, "the size of a set", 1)
    best = sorted((whole(count, "a count", 0) for count in counts), reverse=True)[:how_many]
    if len(best) < how_many - 1:
        return None
    return sum(max(0, size - count) for count in best) + size * (how_many - len(best))


def sets(n: int, how_many: int = 1, deck: Deck = WILD_TWOS, size: int = SET) -> P:
    """The chance that n cards contain sets of different ranks, of at least `size` cards each.

    Wilds stand for any card, and enough of them are a set too. The outcomes are by how many
    wilds the hand has.

    >>> sets(7, 2)                       # two sets in seven cards
    7607464/379345395 = 2.0 %
    """
    how_many = whole(how_many, "the number of sets", 0)
    by_wilds: dict[int, Fraction] = {}
    for (held, counts), share in profiles(n, deck).items():
        needed = wilds_for_sets(counts, how_many, size)
        if needed is not None and needed <= held:
            by_wilds[held] = by_wilds.get(held, Fraction(0)) + share
    return P(sum(by_wilds.values(), Fraction(0)), outcomes=sorted(by_wilds.items()))


def a_set(n: int, deck: Deck = WILD_TWOS, size: int = SET) -> P:
    """The chance that n cards contain a set.

    >>> a_set(7), a_set(7, NOTHING_WILD)
    (34208773/80467205 = 42.5 %, 2211211/18569355 = 11.9 %)
    """
    return sets(n, 1, deck, size)


# --- Inclusion and exclusion -------------------------------------------------------------

@dataclass(frozen=True)
class Term:
    """A term of inclusion and exclusion, for a number of simultaneous events."""

    events: int         # the number of simultaneous events
    choices: int        # the number of ways to choose them
    each: P             # the chance that the chosen events all happen
    so_far: Fraction    # the sum up to this term; not a probability, since it can exceed 1

    @property
    def value(self) -> Fraction:
        """The amount that the term adds (odd) or subtracts (even)."""
        return (-1) ** (self.events + 1) * self.choices * self.each


class InclusionExclusion:
    """The chance of a set of some rank without wilds, as a sum over the ranks.

    Adding up the chances of each rank counts a hand with sets of two ranks twice, so those are
    taken away once, and so on. `terms` has the steps, `total` the chance; the sums in between
    are too large and too small by turns.
    """

    def __init__(self, n: int, deck: Deck, size: int) -> None:
        self.n = n = _hand(n, deck.size)
        self.size = size = whole(size, "the size of a set", 1)
        self.deck = deck
        terms: list[Term] = []
        so_far = Fraction(0)
        for events in range(1, min(deck.natural_ranks, n // size) + 1):
            each = _all_at_once(events, n, deck, size)
            if each:
                choices = math.comb(deck.natural_ranks, events)
                so_far += (-1) ** (events + 1) * choices * each
                terms.append(Term(events, choices, each, so_far))
        self.terms = tuple(terms)

    @property
    def total(self) -> P:
        """The chance of a set of any rank."""
        return P(self.terms[-1].so_far if self.terms else 0)

    def rows(self) -> list[tuple[str, str, str, str]]:
        """The rows of the sum: ranks, ways to choose them, the chance of each, the sum so far."""
        return [(str(term.events), f"{'+-'[term.events % 2 == 0]} {term.choices}", str(term.each),
                 f"{100 * float(term.so_far):.4f} %") for term in self.terms]

    def __repr__(self) -> str:
        lines = [f"{'ranks':>5} {'ways':>7}  {'chance of each':<34} sum"]
        lines += [f"{ranks:>5} {ways:>7}  {each:<34} {so_far}"
                  for ranks, ways, each, so_far in self.rows()]
        return "\n".join([*lines, f"in all {self.total}"])

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{name}</th>" for name in
                       ("ranks at once", "ways to choose them", "chance of each", "sum so far"))
        body = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>"
                       for row in self.rows())
        return (f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
                f"<p><strong>{html.escape(str(self.total))}</strong></p>")


def inclusion_exclusion(n: int, deck: Deck = NOTHING_WILD, size: int = SET) -> InclusionExclusion:
    """The chance that n cards contain `size` of some rank, by inclusion and exclusion.

    >>> inclusion_exclusion(7)
    ranks    ways  chance of each                     sum
        1    + 13  24536177/2655417765 = 0.924 %      12.0121 %
        2    - 78  5068/379345395 = 0.00134 %         11.9079 %
    in all 2211211/18569355 = 11.9 %
    """
    return InclusionExclusion(n, deck, size)


def _all_at_once(events: int, n: int, deck: Deck, size: int) -> P:
    """The chance that each of a number of given ranks occurs at least `size` times."""
    held = {k: math.comb(deck.of_rank, k) for k in range(size, deck.of_rank + 1)}
    others = deck.size - events * deck.of_rank
    ways = sum(count * math.comb(others, n - cards)
               for cards, count in repeated(held, events).items() if cards <= n) if held else 0
    return P(Fraction(ways, math.comb(deck.size, n)))
