"""Exact chances of dealt cards: how many of a kind, wilds, sets of a rank, sets and runs.

A hand of `n` cards is dealt from a `Deck`, two decks with wild twos by default. Counts come
from icepool; what it has no question for, runs of a suit, is counted in sets_and_runs.py.
"""

from __future__ import annotations

import html
import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .exact import Distribution, P
from .sets_and_runs import SET, Deck, hands_with_melds

__all__ = ["NOTHING_WILD", "WILD_TWOS", "Deck", "InclusionExclusion", "Term", "a_set", "drawn",
           "drawn_of", "inclusion_exclusion", "melds", "of_a_rank", "profiles", "sets",
           "wilds", "wilds_for_sets"]

WILD_TWOS = Deck()
NOTHING_WILD = Deck(wild=False)


# --- How many of a kind ------------------------------------------------------------------

def drawn(good: int, n: int, total: int) -> Distribution:
    """How many of the `good` cards come when n of `total` cards are dealt (hypergeometric).

    ValueError for more cards than there are.

    >>> drawn(8, 7, 104).P(lambda twos: twos == 0)       # no two among seven cards
    7640508/13617527 = 56.1 %
    """
    if not 0 <= good <= total:
        raise ValueError(f"of {total} cards 0 to {total} can be good, not {good}")
    return drawn_of({"good": good, "rest": total - good}, n).map(lambda hand: hand[0])


def drawn_of(groups: Mapping[str, int], n: int) -> Distribution:
    """How many cards of each group come when n of them all are dealt: tuples, as the groups go.

    groups: how many cards there are of each. ValueError for more cards than there are.

    >>> hands = drawn_of({"sevens": 8, "twos": 8, "others": 88}, 7)
    >>> hands.P(lambda hand: hand[0] + hand[1] >= 3)     # three cards for a set of sevens
    1018058/14200095 = 7.2 %
    """
    import icepool

    names = list(groups)
    _check_hand(n, sum(groups.values()))
    if n == 0:
        return Distribution({(0,) * len(names): 1})
    cards = icepool.Deck({place: groups[name] for place, name in enumerate(names)
                          if groups[name]})
    hands = cards.deal(n).expand()
    return Distribution.from_die(hands).map(
        lambda hand: tuple(hand.count(place) for place in range(len(names))))


def of_a_rank(k: int, n: int, deck: Deck = WILD_TWOS) -> P:
    """The chance of at least k cards of one rank, named beforehand, in n cards.

    Its outcomes are how many they are. Wilds do not count for it.

    >>> of_a_rank(3, 7)
    24536177/2655417765 = 0.924 %
    """
    return drawn(deck.of_rank, n, deck.size).P(lambda found: found >= k)


def wilds(n: int, deck: Deck = WILD_TWOS) -> Distribution:
    """How many wilds there are in n cards.

    >>> float(wilds(13).mean)
    1.0
    """
    return drawn(deck.wilds, n, deck.size)


def _check_hand(n: int, total: int) -> None:
    if not 0 <= n <= total:
        raise ValueError(f"of {total} cards 0 to {total} can be dealt, not {n}")


# --- Sets of a rank ----------------------------------------------------------------------

def profiles(n: int, deck: Deck = WILD_TWOS) -> Distribution:
    """What n cards hold by rank, whichever: values (wilds, counts of the others, falling).

    (1, (3, 2, 1)) is a wild, three of a rank, two of another and one of a third.

    >>> profiles(3, NOTHING_WILD)
    Distribution((0, (1, 1, 1)): 1408/1751, (0, (2, 1)): 336/1751, (0, (3,)): 7/1751)
    """
    import icepool

    _check_hand(n, deck.size)
    if n == 0:
        return Distribution({(0, ()): 1})
    ranks = icepool.Deck(dict.fromkeys(range(deck.natural_ranks), deck.of_rank))
    found: dict[Any, Fraction] = {}
    for held, share in wilds(n, deck).items():
        if held == n:
            found[held, ()] = share
            continue
        for counts, part in Distribution.from_die(ranks.deal(n - held).all_counts()).items():
            found[held, tuple(sorted(counts, reverse=True))] = share * part
    return Distribution(found)


def wilds_for_sets(counts: tuple[int, ...], how_many: int = 1, size: int = SET) -> int | None:
    """The fewest wilds with which ranks held so often make sets, or None if nothing helps.

    Sets are of different ranks; one may be made of wilds alone.

    >>> wilds_for_sets((3, 2, 1), 2), wilds_for_sets((2, 2), 3), wilds_for_sets((7,), 3)
    (1, 5, None)
    """
    best = sorted(counts, reverse=True)[:how_many]
    if len(best) < how_many - 1:
        return None
    return sum(max(0, size - count) for count in best) + size * (how_many - len(best))


def sets(n: int, how_many: int = 1, deck: Deck = WILD_TWOS, size: int = SET) -> P:
    """The chance that n cards hold so many sets of different ranks, of at least `size` cards.

    Wilds stand for any card, and enough of them are a set too. The outcomes are by how many
    wilds the hand has.

    >>> sets(7, 2)                       # two sets in seven cards
    7607464/379345395 = 2.0 %
    """
    return _chance_of_sets(n, how_many, deck, size)


def _chance_of_sets(n: int, how_many: int, deck: Deck, size: int) -> P:
    if how_many < 0:
        raise ValueError(f"a hand holds 0 sets or more, not {how_many}")
    by_wilds: dict[int, Fraction] = {}
    for (held, counts), share in profiles(n, deck).items():
        needed = wilds_for_sets(counts, how_many, size)
        if needed is not None and needed <= held:
            by_wilds[held] = by_wilds.get(held, Fraction(0)) + share
    return P(sum(by_wilds.values(), Fraction(0)), outcomes=sorted(by_wilds.items()))


def a_set(n: int, deck: Deck = WILD_TWOS, size: int = SET) -> P:
    """The chance that n cards hold a set.

    >>> a_set(7), a_set(7, NOTHING_WILD)
    (34208773/80467205 = 42.5 %, 2211211/18569355 = 11.9 %)
    """
    return sets(n, 1, deck, size)


# --- Sets and runs -----------------------------------------------------------------------

def melds(n: int, sets: int = 0, runs: int = 0, deck: Deck = WILD_TWOS) -> P:
    """The chance that n cards hold sets of different ranks and runs of different suits at once.

    A set has three cards of a rank, a run four in sequence in a suit, the ace low or high; no
    card is in two of them. Wilds stand for any card, but two sets are not both of wilds alone.
    The outcomes are by how many wilds the hand has. Without runs it is quick; with them it takes
    some seconds where a card or two are to spare, and minutes where there are many.

    >>> melds(8, sets=1, runs=1)
    393093191/36796503315 = 1.1 %
    """
    _check_hand(n, deck.size)
    if runs == 0:
        return _chance_of_sets(n, sets, deck, SET)
    by_wilds = hands_with_melds(n, sets, runs, deck)
    hands = math.comb(deck.size, n)
    shares = [(held, Fraction(ways, hands)) for held, ways in sorted(by_wilds.items()) if ways]
    return P(sum((share for _, share in shares), Fraction(0)), outcomes=shares)


# --- Inclusion and exclusion -------------------------------------------------------------

@dataclass(frozen=True)
class Term:
    """A term of inclusion and exclusion: so many events at once, however they are chosen."""

    events: int         # how many of them happen at once
    choices: int        # in how many ways they can be chosen
    each: P             # the chance that those chosen all happen
    so_far: Fraction    # the sum up to this term; no probability, it may pass 1

    @property
    def value(self) -> Fraction:
        """What the term adds (odd ones) or takes away (even ones)."""
        return (-1) ** (self.events + 1) * self.choices * self.each


class InclusionExclusion:
    """The chance of a set of some rank without wilds, told as a sum over the ranks.

    Adding up the chances of each rank counts a hand with sets of two ranks twice, so those are
    taken away once, and so on. `terms` has the steps, `total` the chance; the sums in between
    are too large and too small by turns.
    """

    def __init__(self, n: int, deck: Deck, size: int) -> None:
        self.n, self.deck, self.size = n, deck, size
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
        """The steps as texts: ranks at once, ways to choose them, the chance of each, the sum."""
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
    """The chance that n cards hold `size` of some rank, by inclusion and exclusion.

    >>> inclusion_exclusion(7)
    ranks    ways  chance of each                     sum
        1    + 13  24536177/2655417765 = 0.924 %      12.0121 %
        2    - 78  5068/379345395 = 0.00134 %         11.9079 %
    in all 2211211/18569355 = 11.9 %
    """
    _check_hand(n, deck.size)
    return InclusionExclusion(n, deck, size)


def _all_at_once(events: int, n: int, deck: Deck, size: int) -> P:
    """The chance that each of so many named ranks comes at least `size` times."""
    groups = {f"rank {k}": deck.of_rank for k in range(events)}
    groups["others"] = deck.size - events * deck.of_rank
    return P(drawn_of(groups, n).P(lambda hand: min(hand[:events]) >= size))
